/** Where counters lie: in a stack on a hex, in rows inside an area or a box, small ones on the counter that has them. */
import { ends, inside, type Point } from "../geometry";
import { LETTER, nameLines } from "../words";
import { tokenKey, under } from "../../shared/names";
import type { Board, Space, Token } from "../../shared/types";

export { nameLines };

export interface Placed {
  token: Token;
  x: number;
  y: number;
  size: number;
}
export interface Pile {
  key: string;
  x: number;
  y: number;
  count: number;
  size: number;
}
export interface Laid {
  placed: Placed[];
  piles: Pile[];
  /** The hexes whose counters lie side by side. */
  apart?: Set<number>;
}

/** How large an ordinary counter is on this kind of board, in units of one hex: as large as one that lies alone in the
 * shape printed round a point. */
export const counterSize = (board: Board) => SIZES[board.kind] ?? 0.5;
const SIZES: Partial<Record<Board["kind"], number>> = { hex: 0.66, point: 0.8 };

/** Whoever is in a space, with what lies on them: each counter followed by what it carries. */
export function bySpace(tokens: readonly Token[]): Map<number, Token[]> {
  const all = new Set(tokens.map(tokenKey));
  const found = new Map<number, Token[]>();
  const riders = ridersOf(tokens);
  const add = (space: number, token: Token, depth: number) => {
    const list = found.get(space);
    if (list) list.push(token);
    else found.set(space, [token]);
    if (depth < 8) for (const rider of riders.get(tokenKey(token)) ?? []) add(space, rider, depth + 1);
  };
  for (const token of tokens) {
    const alone = !all.has(under(token) ?? "");
    if (alone && (token.space ?? -1) >= 0) add(token.space!, token, 0);
  }
  return found;
}
function ridersOf(tokens: readonly Token[]): Map<string, Token[]> {
  const found = new Map<string, Token[]>();
  for (const token of tokens) {
    const below = under(token);
    if (below) found.set(below, [...(found.get(below) ?? []), token]);
  }
  return found;
}

/** The name of an area stands above the middle of its counters, within its borders, unless the board says where. */
export function nameSpot(space: Space): Point {
  if (space.name_at) return space.name_at;
  if (space.kind === "box") {
    const ys = (space.outline ?? []).map((p) => p[1]);
    return [space.x, Math.min(...ys) + 0.17];
  }
  return [fitted(space).x, space.y - 0.34];
}
interface Fit {
  x: number;
  scale: number;
}
const fits = new WeakMap<Space, Fit>();
const SMALLEST = 0.76;
/** How far to the left or right a name must go so that it crosses no border, and how small it must be for that. */
function fitted(space: Space): Fit {
  const known = fits.get(space);
  if (known) return known;
  const lines = nameLines(space).length;
  let [left, right] = [-Infinity, Infinity];
  for (let n = 0; n < lines; n++) {
    const [a, b] = chord(space.outline ?? [], space.x, space.y - 0.34 + (n - (lines - 1) / 2) * LINE);
    [left, right] = [Math.max(left, a), Math.min(right, b)];
  }
  const room = right - left;
  const scale = Math.max(SMALLEST, Math.min(1, room / fullWidth(space)));
  const half = (fullWidth(space) * scale) / 2;
  const middle = Number.isFinite(room) ? (left + right) / 2 : space.x;
  const x = room < 2 * half ? middle : Math.max(left + half, Math.min(right - half, space.x));
  fits.set(space, { x, scale });
  return { x, scale };
}
/** How large the name of an area is written: smaller where its area is narrow. */
export function nameScale(space: Space): number {
  if (space.kind) return 1;
  if (!space.name_at) return fitted(space).scale;
  const [left, right] = ends((space.outline ?? []).map((point) => point[0]));
  return space.outline?.length ? Math.max(SMALLEST, Math.min(1, (right - left) / fullWidth(space))) : 1;
}
/** From border to border at this height, on both sides of x. */
function chord(outline: readonly Point[], x: number, y: number): Point {
  const cuts = outline.flatMap(([ax, ay], n) => {
    const [bx, by] = outline[(n + 1) % outline.length]!;
    return ay > y !== by > y ? [ax + ((y - ay) / (by - ay)) * (bx - ax)] : [];
  });
  return [
    Math.max(-Infinity, ...cuts.filter((cut) => cut <= x)),
    Math.min(Infinity, ...cuts.filter((cut) => cut > x)),
  ];
}

type Beside = "left" | "right" | "aboveLeft" | "aboveRight" | "below" | "foot";
/** A place beside the name for something small: the first of these that is in the area and on no other's name. */
export function besideName(space: Space, order: readonly Beside[], others: readonly Space[] = []): Point {
  const [x, y] = nameSpot(space);
  const across = nameWidth(space) / 2 + 0.13;
  const along = (nameLines(space).length * LINE) / 2 + 0.13;
  const all: Record<Beside, Point> = {
    left: [x - across, y],
    right: [x + across, y],
    aboveLeft: [x - 0.16, y - along],
    aboveRight: [x + 0.16, y - along],
    below: [x, y + along],
    foot: [x, foot(space.outline ?? [], x) - 0.17],
  };
  const free = (at: Point) =>
    inside(at, space.outline ?? []) && !others.some((one) => one !== space && covers(one, at));
  const found = order.find((one) => free(all[one])) ?? order[0]!;
  return all[found];
}
/** Whether something small at this point would lie on the name of the space. */
function covers(space: Space, [x, y]: Point): boolean {
  if (space.kind) return false;
  const [nx, ny] = nameSpot(space);
  const lines = nameLines(space).length;
  return Math.abs(x - nx) < nameWidth(space) / 2 + 0.1 && Math.abs(y - ny) < (lines * LINE) / 2 + 0.1;
}
/** Where an area ends below, on this line from north to south. */
const foot = (outline: readonly Point[], x: number): number =>
  chord(
    outline.map(([a, b]): Point => [b, a]),
    Infinity,
    x,
  )[0];
const LINE = 0.24;

const fullWidth = (space: Space) =>
  LETTER *
  Math.max(...(space.kind ? [space.name || space.label] : nameLines(space)).map((line) => line.length));

export const nameWidth = (space: Space) => fullWidth(space) * nameScale(space);

/** Places for counters inside an outline, nearest to its middle first, none over its name. */
export function cells(space: Space, size: number): Point[] {
  const known = worked.get(space) ?? new Map<number, Point[]>();
  worked.set(space, known);
  if (!known.has(size)) known.set(size, freshCells(space, size));
  return known.get(size)!;
}
const worked = new WeakMap<Space, Map<number, Point[]>>();
function freshCells(space: Space, size: number): Point[] {
  const outline = space.outline ?? [];
  if (!outline.length) return [[space.x, space.y]];
  const [nx, ny] = nameSpot(space);
  const lines = space.kind ? 1 : nameLines(space).length;
  const [wide, high] = [nameWidth(space) / 2 + size / 2, (LINE * lines) / 2 + size / 2];
  const step = size * 1.08;
  const reach = size * (space.kind ? 0.52 : 0.44);
  const top = ny + high + 0.01;
  const found: Point[] = [];
  const fits = ([x, y]: Point) =>
    !(Math.abs(x - nx) < wide && Math.abs(y - ny) < high) &&
    [-1, 1].every((a) => [-1, 1].every((b) => inside([x + a * reach, y + b * reach], outline)));
  const line = (row: number, shift: number) =>
    Array.from({ length: 25 }, (_, n): Point => [space.x + (n - 12 + shift) * step, top + row * step]).filter(
      fits,
    );
  for (let row = -12; row <= 12; row++) {
    const [odd, even] = [line(row, 0), line(row, 0.5)];
    found.push(...(even.length > odd.length ? even : odd));
  }
  const far = ([x, y]: Point) => Math.hypot(x - space.x, (y - top) * (y < top ? 1.6 : 1.1));
  found.sort((a, b) => far(a) - far(b));
  return found.length ? found : [[space.x, top]];
}

/** Counters in so many heaps: neighbours of one side first, of two sides only if nothing else is left. */
export function heaps(stack: readonly Token[], most: number): Token[][] {
  let found = [...stack].sort((a, b) => (a.side ?? "").localeCompare(b.side ?? "")).map((token) => [token]);
  while (found.length > Math.max(most, 1)) {
    let [best, least] = [0, Infinity];
    for (let i = 0; i + 1 < found.length; i++) {
      const apart = found[i]![0]!.side === found[i + 1]![0]!.side ? 0 : 1000;
      const cost = found[i]!.length + found[i + 1]!.length + apart;
      if (cost < least) [best, least] = [i, cost];
    }
    found = [...found.slice(0, best), [...found[best]!, ...found[best + 1]!], ...found.slice(best + 2)];
  }
  return found;
}

/** Shares of its full size that a counter may have where it is crowded; the small ones only if they can be read. */
const CROWDED = [1, 0.84, 0.7];
const NEARBY = [0.56, 0.45, 0.36];
/** What can still be told apart, in units of one hex. */
const SMALL = 0.35;
/** Deals counters to the cells: one each, a little smaller where it is crowded, then in heaps that keep sides apart.
 * None is smaller than `least` so that more of them lie side by side: who comes near sees each. */
function rows(space: Space, stack: Token[], full: number, least: number, even: boolean): Laid {
  const near = NEARBY.filter((share) => share * full >= Math.min(least, SMALL));
  const sizes = [...CROWDED, ...near].map((share) => share * full);
  const largest = Math.max(1, ...stack.map((token) => token.size ?? 1)) - 1;
  const wide = 1 + largest * (space.kind ? 1 : 0.6);
  const size = sizes.find((one) => cells(space, one * wide).length >= stack.length) ?? sizes.at(-1)!;
  const places = cells(space, size * wide);
  const dealt = heaps(stack, places.length);
  const nearest = places.slice(0, dealt.length).sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  const spots = even ? nearest.map((spot) => centred(spot, nearest, space)) : nearest;
  const laid: Laid = { placed: [], piles: [] };
  dealt.forEach((heap, n) => {
    const [x, y] = spots[n] ?? [space.x, space.y];
    pile(laid, heap, x, y, size, 0.05, `${space.id}-${n}`);
  });
  return laid;
}
/** A place moved so that its whole row lies about the middle: in a printed shape both halves are alike. */
function centred([x, y]: Point, all: readonly Point[], space: Space): Point {
  const row = all.filter((one) => Math.abs(one[1] - y) < 0.01).map((one) => one[0]);
  return [x + space.x - (Math.min(...row) + Math.max(...row)) / 2, y];
}
/** The first lies on top; three edges show below it. */
function pile(laid: Laid, heap: Token[], x: number, y: number, size: number, spread: number, key: string) {
  heap
    .slice(0, 4)
    .map((token, n) => ({ token, x: x + n * spread, y: y - n * spread, size: size * (token.size ?? 1) }))
    .reverse()
    .forEach((one) => laid.placed.push(one));
  if (heap.length > 1) laid.piles.push({ key, x: x - size / 2, y: y - size / 2, count: heap.length, size });
}

/** The counters of a hex side by side; null if they would be smaller than can be read. */
function fanned(space: Space, stack: Token[], full: number, least: number): Placed[] | null {
  const columns = Math.ceil(Math.sqrt(stack.length));
  const size = Math.min(full, FAN / columns);
  if (stack.length < 2 || size < least) return null;
  const lines = Math.ceil(stack.length / columns);
  return stack.map((token, n) => ({
    token,
    x: space.x + ((n % columns) - (columns - 1) / 2) * size * 1.03,
    y: space.y + (Math.floor(n / columns) - (lines - 1) / 2) * size * 1.03,
    size,
  }));
}
const FAN = 0.84;

/** How counters are drawn now. */
export interface Sight {
  /** The stack that is pointed at. */
  cursor: number | null;
  /** The size at which a counter can still be read. */
  least?: number;
  /** How much larger than usual counters are. */
  scale?: number;
}
/** All counters of a view on its board, in the order they are drawn. */
export function layout(
  board: Board,
  tokens: readonly Token[],
  { cursor, least = Infinity, scale = 1 }: Sight,
): Laid {
  const size = counterSize(board) * scale;
  const all = new Set(tokens.map(tokenKey));
  const riders = ridersOf(tokens);
  const stacks = new Map<number, Token[]>();
  for (const token of tokens) {
    const alone = !all.has(under(token) ?? "");
    if (!alone || (token.space ?? -1) < 0) continue;
    stacks.set(token.space!, [...(stacks.get(token.space!) ?? []), token]);
  }
  const laid: Laid = { placed: [], piles: [] };
  const spaces = [...board.spaces].sort((a, b) => a.y - b.y || b.x - a.x);
  for (const space of spaces) {
    const stack = stacks.get(space.id);
    if (!stack) continue;
    if (space.outline?.length && board.kind !== "hex") {
      const one = rows(space, stack, size, least, board.kind === "point");
      laid.placed.push(...one.placed);
      laid.piles.push(...one.piles);
    } else {
      const lift = board.kind === "point" ? 0.12 : 0;
      const apart = board.kind === "hex" ? fanned(space, stack, size, least) : null;
      if (apart) {
        laid.placed.push(...apart);
        laid.apart = (laid.apart ?? new Set()).add(space.id);
      } else
        pile(laid, stack, space.x, space.y - lift, size, space.id === cursor ? 0.13 : 0.06, String(space.id));
    }
  }
  laid.placed = laid.placed.flatMap((one) => {
    const carried = riders.get(tokenKey(one.token)) ?? [];
    const small = one.size * 0.44;
    return [
      one,
      ...carried.slice(0, 3).map((token, n) => ({
        token,
        x: one.x + one.size * (0.36 - n * 0.3),
        y: one.y + one.size * 0.4,
        size: small,
      })),
    ];
  });
  return laid;
}
