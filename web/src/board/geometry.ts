/** Geometry of boards as the client needs it: curves through links, neighbours for the arrow keys. */
import { nameLines } from "./words";
import type { Board, Link, Space } from "../shared/types";

export type Point = readonly [number, number];

/** Chains of links of one kind, so that a river is one curve and not thirty pieces. */
export function chains(links: readonly Link[], kind: string): number[][] {
  const near = new Map<number, number[]>();
  for (const link of links) {
    if (link.kind !== kind) continue;
    for (const [from, to] of [
      [link.a, link.b],
      [link.b, link.a],
    ] as const) {
      const list = near.get(from);
      if (list) list.push(to);
      else near.set(from, [to]);
    }
  }
  const used = new Set<string>();
  const edge = (a: number, b: number) => (a < b ? `${a}-${b}` : `${b}-${a}`);
  const found: number[][] = [];
  const walk = (start: number, next: number) => {
    const chain = [start, next];
    used.add(edge(start, next));
    for (;;) {
      const here = chain[chain.length - 1]!;
      const on = near.get(here) ?? [];
      const go = on.length === 2 ? on.find((n) => !used.has(edge(here, n))) : undefined;
      if (go === undefined) return chain;
      used.add(edge(here, go));
      chain.push(go);
    }
  };
  const junctions = [...near.keys()].filter((n) => near.get(n)!.length !== 2);
  for (const start of [...junctions, ...near.keys()])
    for (const next of near.get(start)!) if (!used.has(edge(start, next))) found.push(walk(start, next));
  return found;
}

/** The points of a chain of links: the middles of its spaces, and what each link runs through between them. */
export function waypoints(
  chain: readonly number[],
  links: readonly Link[],
  byId: Map<number, Space>,
): Point[] {
  const points: Point[] = [];
  chain.forEach((id, n) => {
    const next = chain[n + 1];
    points.push([byId.get(id)!.x, byId.get(id)!.y]);
    const link = links.find((one) => (one.a === id && one.b === next) || (one.b === id && one.a === next));
    const via = link?.via ?? [];
    points.push(...(link?.a === id ? via : [...via].reverse()));
  });
  return points;
}

/** A smooth path through points: quadratic curves from middle to middle, as cartographers round their bends. */
export function curve(points: readonly Point[]): string {
  if (points.length === 0) return "";
  const text = ([x, y]: Point) => `${x.toFixed(3)} ${y.toFixed(3)}`;
  const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  let path = `M${text(points[0]!)}`;
  if (points.length === 2) return `${path}L${text(points[1]!)}`;
  path += `L${text(middle(points[0]!, points[1]!))}`;
  for (let i = 1; i + 1 < points.length; i++)
    path += `Q${text(points[i]!)} ${text(middle(points[i]!, points[i + 1]!))}`;
  return `${path}L${text(points[points.length - 1]!)}`;
}

/** How far a soft leg leans on at both its ends: a third of it, so that no bend runs into a loop. */
function pulls(before: Point, a: Point, b: Point, after: Point, share = 1 / 3): [Point, Point] {
  const leg = Math.hypot(b[0] - a[0], b[1] - a[1]) * share;
  const lean = (from: Point, to: Point): Point => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    return [((to[0] - from[0]) / length) * leg, ((to[1] - from[1]) / length) * leg];
  };
  return [lean(before, b), lean(a, after)];
}

/** A smooth path that touches each of its points: a route reaches every town it runs through. */
export function smooth(points: readonly Point[]): string {
  if (points.length === 0) return "";
  const text = ([x, y]: Point) => `${x.toFixed(3)} ${y.toFixed(3)}`;
  let path = `M${text(points[0]!)}`;
  if (points.length === 2) return `${path}L${text(points[1]!)}`;
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b] = [points[i]!, points[i + 1]!];
    const [before, after] = [points[i - 1] ?? a, points[i + 2] ?? b];
    const [out, home] = pulls(before, a, b, after);
    path += `C${text([a[0] + out[0], a[1] + out[1]])} ${text([b[0] - home[0], b[1] - home[1]])} ${text(b)}`;
  }
  return path;
}

/** A hex whose middle is no further from the edge lies at it, also one that stands half a hex back. */
const AT_THE_EDGE = 0.9;
/** What runs along an edge rather than towards it does not leave there. */
const TOWARDS = 0.3;
/** Where a line that comes from `before` and ends in a hex at the edge of the map leaves it; null if it does not. */
export function beyondTheEdge(board: Board, end: Point, before: Point): Point | null {
  const length = Math.hypot(end[0] - before[0], end[1] - before[1]) || 1;
  const [dx, dy] = [(end[0] - before[0]) / length, (end[1] - before[1]) / length];
  const ways = [
    [end[0], -dx],
    [board.width - end[0], dx],
    [end[1], -dy],
    [board.height - end[1], dy],
  ] as const;
  const reaches = ways
    .filter(([gap, towards]) => gap <= AT_THE_EDGE && towards > TOWARDS)
    .map(([gap, towards]) => (gap + 0.35) / towards);
  if (!reaches.length) return null;
  const reach = Math.min(...reaches);
  return [end[0] + dx * reach, end[1] + dy * reach];
}

/** The space an arrow key leads to: the nearest one in that direction. */
export function stepTo(spaces: readonly Space[], from: Space, dx: number, dy: number): Space {
  let best = from;
  let least = Infinity;
  for (const space of spaces) {
    const [x, y] = [space.x - from.x, space.y - from.y];
    const along = x * dx + y * dy;
    if (along <= 0.05) continue;
    const across = Math.abs(x * dy - y * dx);
    const cost = along + 2.2 * across;
    if (cost < least) [best, least] = [space, cost];
  }
  return best;
}

/** A small number that is always the same for the same space: variation without tiles. */
export function grain(id: number, salt = 0): number {
  let h = (id * 2654435761 + salt * 40503) >>> 0;
  h ^= h >>> 15;
  h = Math.imul(h, 2246822519) >>> 0;
  h ^= h >>> 13;
  return (h >>> 0) / 4294967296;
}

/** What one hex would measure on a board: an area takes a few of them, a card lies on six or so, a point has room around it. */
function unit(board: Board): number {
  const size = (space: Space) => {
    const [xs, ys] = [0, 1].map((i) => (space.outline ?? []).map((point) => point[i]!));
    return (Math.max(...xs!) - Math.min(...xs!)) * (Math.max(...ys!) - Math.min(...ys!));
  };
  // Boxes beside a map of bare points say nothing of how near its points lie.
  const counted = (space: Space) => (board.kind === "point" ? !space.kind : space.kind !== "track");
  const areas = board.spaces.filter((space) => space.outline?.length && counted(space)).map(size);
  const middle = areas.sort((a, b) => a - b)[Math.floor(areas.length / 2)];
  if (middle) return Math.sqrt(middle) / (board.kind === "cards" ? 2.4 : 1.6) || 1;
  return Math.sqrt((board.width * board.height) / Math.max(board.spaces.length, 1)) / 1.6 || 1;
}

/** The name of a point stands at the head of the shape that is printed round it, in two lines if it must. */
function inShape(board: Board, space: Space): [number, number] | null {
  if (board.kind !== "point" || space.kind || !space.outline?.length) return null;
  const top = Math.min(...space.outline.map((point) => point[1]));
  return [space.x, top + 0.1 + 0.1 * nameLines(space).length];
}

/** A board in units of one hex, whatever units its game drew it in, so that lines and letters have one size. */
export function inUnits(board: Board): Board {
  if (board.kind === "hex") return board;
  const u = unit(board);
  const scale = ([x, y]: Point): [number, number] => [x / u, y / u];
  return {
    ...board,
    width: board.width / u,
    height: board.height / u,
    spaces: board.spaces.map((s) => {
      const scaled = { ...s, x: s.x / u, y: s.y / u, outline: (s.outline ?? []).map(scale) };
      return { ...scaled, name_at: s.name_at ? scale(s.name_at) : inShape(board, scaled) };
    }),
    ground: (board.ground ?? []).map((outline) => outline.map(scale)),
    links: (board.links ?? []).map((link) => ({ ...link, via: (link.via ?? []).map(scale) })),
    lines: (board.lines ?? []).map((line) => ({ ...line, points: line.points.map(scale) })),
    patches: (board.patches ?? []).map((patch) => ({ ...patch, outline: patch.outline.map(scale) })),
    labels: (board.labels ?? []).map((label) => ({ ...label, x: label.x / u, y: label.y / u })),
  };
}

/** Smooth noise between -1 and 1, the same at the same place. */
function noise(x: number, y: number, salt: number): number {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const ease = (t: number) => t * t * (3 - 2 * t);
  const [u, v] = [ease(x - i), ease(y - j)];
  const at = (a: number, b: number) => grain((i + a) * 7919 + (j + b) * 104729 + 31, salt) * 2 - 1;
  const top = at(0, 0) + (at(1, 0) - at(0, 0)) * u;
  const low = at(0, 1) + (at(1, 1) - at(0, 1)) * u;
  return top + (low - top) * v;
}

/** A place moved a little, as a hand would draw it. Neighbours agree, so nothing gapes. */
export function warp([x, y]: Point, much = 0.13): [number, number] {
  return [x + much * noise(x * 2.3, y * 2.3, 1), y + much * noise(x * 2.3 + 40, y * 2.3, 2)];
}

const place = ([x, y]: Point) => `${x.toFixed(3)} ${y.toFixed(3)}`;
export function outlinePath(outline: readonly Point[] = []): string {
  return outline.length ? `M${outline.map(place).join("L")}Z` : "";
}

/** The same outline with its edges drawn by hand. */
export function handDrawn(outline: readonly Point[] = []): string {
  const points: Point[] = [];
  outline.forEach((from, i) => {
    const to = outline[(i + 1) % outline.length]!;
    for (let n = 0; n < 4; n++)
      points.push(warp([from[0] + ((to[0] - from[0]) * n) / 4, from[1] + ((to[1] - from[1]) * n) / 4]));
  });
  return outlinePath(points);
}

/** A closed outline drawn as one soft line through all its points: a country, a patch of relief. */
export function smoothRing(outline: readonly Point[] = []): string {
  const size = outline.length;
  if (size < 3) return outlinePath(outline);
  const at = (n: number) => outline[(n + size) % size]!;
  let path = `M${place(at(0))}`;
  for (let n = 0; n < size; n++) {
    const [a, b] = [at(n), at(n + 1)];
    const [out, home] = pulls(at(n - 1), a, b, at(n + 2), 0.2);
    path += `C${place([a[0] + out[0], a[1] + out[1]])} ${place([b[0] - home[0], b[1] - home[1]])} ${place(b)}`;
  }
  return `${path}Z`;
}

export function inside([x, y]: Point, outline: readonly Point[]): boolean {
  let odd = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [a, b] = [outline[i]!, outline[j]!];
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) odd = !odd;
  }
  return odd;
}

export const ends = (values: readonly number[]): Point => [Math.min(...values), Math.max(...values)];

/** The middle one of these: where most of them are, whatever a few do far away. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
