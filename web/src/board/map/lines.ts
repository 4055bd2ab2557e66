/** What runs over the map, as paths: links from middle to middle, hexsides, free lines; and the teeth of a cliff. */
import { beyondTheEdge, chains, curve, smooth, warp, waypoints, type Point } from "../geometry";
import type { Board, Hexside, Link, Space } from "../../shared/types";
import { cornerKey } from "./coast";
import { classOf, wetness } from "./kinds";

const text = ([x, y]: Point) => `${x.toFixed(3)} ${y.toFixed(3)}`;
const straight = (points: readonly Point[]) => (points.length ? `M${points.map(text).join("L")}` : "");
export const FLOWING = new Set(["water", "river", "canal"]);
/** What stands on its side alone and is not drawn on from one side to the next. */
const APART = new Set(["cliff", "ridge", "bridge", "sea"]);

/** From point to point in small steps, each moved as a hand would draw it: just as the outlines of hexes are. */
export function byHand(points: readonly Point[]): Point[] {
  return points.flatMap((from, i): Point[] => {
    const to = points[i + 1];
    if (!to) return [warp(from)];
    return [0, 1, 2, 3].map((n) =>
      warp([from[0] + ((to[0] - from[0]) * n) / 4, from[1] + ((to[1] - from[1]) * n) / 4]),
    );
  });
}

export function sideEnds(board: Board, { space, side }: Hexside): [Point, Point] | null {
  const outline = board.spaces.find((one) => one.id === space)?.outline ?? [];
  return outline.length ? [outline[side]!, outline[(side + 1) % outline.length]!] : null;
}

/** The links of one kind. On a map of points each runs from town to town by itself, so that it reaches both. */
export function linkPaths(board: Board, kind: string, byId: Map<number, Space>): string {
  const line = classOf(board, kind);
  const links = (board.links ?? []).filter((link) => link.kind === kind);
  if (board.kind === "point") return links.map((link) => smooth(courseOf(link, byId))).join("");
  const own = board.kind === "area" ? links.filter((link) => link.via?.length) : [];
  const joined = links.filter((link) => !own.includes(link));
  const hand = board.kind === "hex" || FLOWING.has(line) ? 0.2 : 0.04;
  const courses = [
    ...own.map((link) => link.via ?? []),
    ...chains(joined, kind).map((chain) => {
      const points = waypoints(chain, joined, byId);
      return board.kind === "hex" ? drawnOn(board, line, joined, chain, points, byId) : points;
    }),
  ];
  const drawn = board.kind === "hex" || FLOWING.has(line) ? curve : smooth;
  return courses.map((points) => drawn(points.map((point) => warp(point, hand)))).join("");
}
/** The middles of neighbouring hexes lie no further apart. */
export const NEIGHBOUR = 1.1;
/** A chain of hexes is drawn on at its loose ends: a river into the sea, whatever lies at the edge of the map beyond it. */
function drawnOn(
  board: Board,
  line: string,
  links: readonly Link[],
  chain: readonly number[],
  points: readonly Point[],
  byId: Map<number, Space>,
): Point[] {
  if (points.length < 2) return [...points];
  const on = (id: number, end: Point, before: Point): Point[] => {
    if (links.filter((link) => link.a === id || link.b === id).length !== 1) return [];
    const further = (FLOWING.has(line) && mouth(board, byId.get(id)!, before)) || null;
    return [further ?? beyondTheEdge(board, end, before)].flatMap((point) => (point ? [point] : []));
  };
  return [
    ...on(chain[0]!, points[0]!, points[1]!),
    ...points,
    ...on(chain.at(-1)!, points.at(-1)!, points.at(-2)!),
  ];
}
/** Where a river that ends in a coastal hex meets the open water: in the middle of the hex that lies straightest ahead. */
export function mouth(board: Board, space: Space, before: Point): Point | null {
  if (wetness(board, space) !== "coast") return null;
  const ahead = (one: Space) =>
    (one.x - space.x) * (space.x - before[0]) + (one.y - space.y) * (space.y - before[1]);
  const open = board.spaces
    .filter((one) => one.id !== space.id && Math.hypot(one.x - space.x, one.y - space.y) < NEIGHBOUR)
    .filter((one) => ["sea", "quay"].includes(wetness(board, one)))
    .sort((a, b) => ahead(b) - ahead(a));
  return open.length ? [open[0]!.x, open[0]!.y] : null;
}
function courseOf(link: Link, byId: Map<number, Space>): Point[] {
  const [a, b] = [byId.get(link.a), byId.get(link.b)];
  return a && b ? [[a.x, a.y], ...(link.via ?? []), [b.x, b.y]] : [];
}

/** The hexsides of one kind: rivers as one curve from corner to corner, what stands by itself side by side. */
export function sidePaths(board: Board, kind: string): string {
  const sides = (board.hexsides ?? []).filter((side) => side.kind === kind);
  if (APART.has(classOf(board, kind)))
    return sides.map((side) => straight(byHand(sideEnds(board, side) ?? []))).join("");
  return sideChains(board, sides)
    .map((points) => curve(byHand(points)))
    .join("");
}
/** Sides that meet in corners, as lines from end to end. */
export function sideChains(board: Board, sides: readonly Hexside[]): Point[][] {
  const numbers = new Map<string, number>();
  const places: Point[] = [];
  const number = (corner: Point) => {
    const key = cornerKey(corner);
    if (!numbers.has(key)) {
      numbers.set(key, places.length);
      places.push(corner);
    }
    return numbers.get(key)!;
  };
  const seen = new Set<string>();
  const links = sides.flatMap((side): Link[] => {
    const ends = sideEnds(board, side);
    if (!ends) return [];
    const [a, b] = [number(ends[0]), number(ends[1])];
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ a, b, kind: "" }];
  });
  return chains(links, "").map((chain) => chain.map((n) => places[n]!));
}

export function freePaths(board: Board, kind: string): string {
  return (board.lines ?? [])
    .filter((line) => line.kind === kind)
    .map((line) => smooth(line.points))
    .join("");
}

/** Marks along a line that lean to its left: the teeth of a cliff, the little peaks of a ridge, waves on a sea side. */
export function teeth(line: string, points: readonly Point[]): string {
  let path = "";
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b] = [points[i]!, points[i + 1]!];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    const put = (along: number, out: number): Point => [
      a[0] + ux * along + uy * out,
      a[1] + uy * along - ux * out,
    ];
    if (line === "cliff")
      path += `M${[put(0.01, 0), put(length / 2, 0.1), put(length - 0.01, 0)].map(text).join("L")}Z`;
    else if (line === "ridge")
      path += `M${[put(0.01, -0.02), put(length / 2, 0.11), put(length - 0.01, -0.02)].map(text).join("L")}`;
    else if (line === "sea")
      path += `M${text(put(0, 0))}Q${text(put(length / 4, 0.05))} ${text(put(length / 2, 0))}Q${text(put((length * 3) / 4, -0.05))} ${text(put(length, 0))}`;
  }
  return path;
}
/** The teeth of all that has some and is of one kind. */
export function allTeeth(board: Board, kind: string): string {
  const line = classOf(board, kind);
  if (!["cliff", "ridge", "sea"].includes(line)) return "";
  const sides = (board.hexsides ?? [])
    .filter((side) => side.kind === kind)
    .map((side) => byHand(sideEnds(board, side) ?? []));
  const free = line === "sea" ? [] : (board.lines ?? []).filter((one) => one.kind === kind);
  return [...sides, ...free.map((one) => stepped(one.points))].map((points) => teeth(line, points)).join("");
}
/** A free line in steps of a quarter of a hex. */
function stepped(points: readonly Point[]): Point[] {
  return points.flatMap((from, i): Point[] => {
    const to = points[i + 1];
    if (!to) return [from];
    const steps = Math.max(1, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / 0.15));
    return Array.from({ length: steps }, (_, n): Point => [
      from[0] + ((to[0] - from[0]) * n) / steps,
      from[1] + ((to[1] - from[1]) * n) / steps,
    ]);
  });
}

export interface Crossing {
  x: number;
  y: number;
  /** Which way the bridge leads, in degrees. */
  turn: number;
}
export const degrees = (dx: number, dy: number) => (Math.atan2(dy, dx) * 180) / Math.PI;
/** Bridges: across the hexsides that carry one and between spaces that one links. */
export function bridges(board: Board, byId: Map<number, Space>): Crossing[] {
  const sides = (board.hexsides ?? []).flatMap((side): Crossing[] => {
    const ends = classOf(board, side.kind) === "bridge" ? sideEnds(board, side) : null;
    if (!ends) return [];
    const [a, b] = ends;
    const [x, y] = warp([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
    return [{ x, y, turn: degrees(a[1] - b[1], b[0] - a[0]) }];
  });
  const links = (board.links ?? []).flatMap((link): Crossing[] => {
    const [a, b] = [byId.get(link.a), byId.get(link.b)];
    if (classOf(board, link.kind) !== "bridge" || !a || !b) return [];
    return [{ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, turn: degrees(b.x - a.x, b.y - a.y) }];
  });
  return [...sides, ...links];
}
