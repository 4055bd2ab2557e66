/** How the little drawings lie in their hexes: bridges over the water, piers out to sea, runways through an airfield. */
import { grain, warp, type Point } from "../geometry";
import type { Board, Space } from "../../shared/types";
import { classOf, patternsOf } from "./kinds";
import { degrees, FLOWING, NEIGHBOUR, type Crossing } from "./lines";

const WAYS = new Set(["road", "rail", "track", "path"]);
/** How the lines of some classes run through a hex, step by step, as `linkPaths` draws them. */
function bends(
  board: Board,
  space: Space,
  byId: Map<number, Space>,
  fits: (line: string) => boolean,
): Crossing[] {
  const kinds = new Map<string, Space[]>();
  for (const { a, b, kind } of board.links ?? []) {
    const other = a === space.id ? byId.get(b) : b === space.id ? byId.get(a) : undefined;
    if (other && fits(classOf(board, kind))) kinds.set(kind, [...(kinds.get(kind) ?? []), other]);
  }
  const at = (one: Space): Point => warp([one.x, one.y], board.kind === "hex" ? 0.2 : 0);
  const mid = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const here = at(space);
  return [...kinds.values()].flatMap((others) => {
    const legs = others.map((other) => mid(here, at(other)));
    const through = legs.length === 2;
    const runs = through
      ? [[legs[0]!, here, legs[1]!] as const]
      : legs.map((leg) => [here, mid(here, leg), leg] as const);
    return runs.flatMap(([a, b, c]) =>
      // Only about the middle of the hex: near its sides a bridge would seem to be the neighbour's.
      (through ? [2, 3, 4, 5, 6] : [0, 1, 2, 3, 4]).map((n): Crossing => {
        const t = n / 8;
        const soft = (axis: 0 | 1) =>
          (1 - t) * (1 - t) * a[axis] + 2 * t * (1 - t) * b[axis] + t * t * c[axis];
        const lean = (axis: 0 | 1) => (1 - t) * (b[axis] - a[axis]) + t * (c[axis] - b[axis]);
        return { x: soft(0), y: soft(1), turn: degrees(lean(0), lean(1)) };
      }),
    );
  });
}
/** Where a bridge in a hex lies, and how: on its way, where that comes nearest to the water; without a way across it. */
function bridgeIn(board: Board, space: Space, byId: Map<number, Space>): Crossing {
  const over = bends(board, space, byId, (line) => WAYS.has(line));
  const under = bends(board, space, byId, (line) => FLOWING.has(line));
  const middle = { x: space.x, y: space.y, turn: 0 };
  if (!over.length) {
    const [first] = [...under].sort((a, b) => apart(a, middle) - apart(b, middle));
    return first ? { x: first.x, y: first.y, turn: first.turn + 90 } : middle;
  }
  const wet = under.length ? under : [middle];
  const near = (one: Crossing) => Math.min(...wet.map((other) => apart(one, other)));
  const { x, y, turn } = over.reduce((a, b) => (near(b) < near(a) ? b : a));
  return { x, y, turn };
}
const apart = (a: Crossing, b: Crossing) => Math.hypot(a.x - b.x, a.y - b.y);

/** How a drawing in a space lies: a bridge along its way, across the river; a pier leads out to sea, a mole goes on. */
export function lieOf(
  icon: string,
  board: Board,
  space: Space,
  byId: Map<number, Space>,
  isWater: (space: Space) => boolean,
): Crossing {
  if (icon === "bridge") return bridgeIn(board, space, byId);
  const lie = { x: space.x, y: space.y, turn: 0 };
  if (icon !== "pier" && icon !== "breakwater") return lie;
  const beside = [...byId.values()].filter(
    (other) => other.id !== space.id && Math.hypot(other.x - space.x, other.y - space.y) < NEIGHBOUR,
  );
  const alike = beside.filter((other) => icon === "breakwater" && patternsOf(board, other).includes(icon));
  const pull = (others: Space[], sign: (other: Space) => number): Point => [
    others.reduce((sum, other) => sum + (other.x - space.x) * sign(other), 0),
    others.reduce((sum, other) => sum + (other.y - space.y) * sign(other), 0),
  ];
  const [dx, dy] = alike.length
    ? pull(alike.slice(0, 1), () => -1)
    : pull(beside, (other) => (isWater(other) ? 1 : -1));
  return { ...lie, turn: Math.hypot(dx, dy) > 0.01 ? degrees(dx, dy) : 0 };
}

/** What is drawn in a hex of an airfield: all of it in one, or in a larger one a part of the runway, or a parked plane. */
export interface Plot {
  icon: "airfield" | "runway" | "parked";
  turn: number;
}
const DIRECTIONS = [-Math.PI / 2, -Math.PI / 6, Math.PI / 6];
const SPACING = Math.sqrt(3) / 2;
/** The airfields of a map of hexes: one runway through each that has several, as long as it can be; planes beside it. */
export function airfields(board: Board): Map<number, Plot> {
  const own = board.spaces.filter((space) => patternsOf(board, space).includes("airfield"));
  const found = new Map<number, Plot>(own.map((space) => [space.id, { icon: "airfield", turn: 0 }]));
  if (board.kind !== "hex") return found;
  const left = new Set(own);
  for (const start of own) {
    if (!left.delete(start)) continue;
    const field = [start];
    for (const here of field)
      for (const other of left)
        if (Math.hypot(other.x - here.x, other.y - here.y) < NEIGHBOUR && left.delete(other))
          field.push(other);
    if (field.length < 2) continue;
    const { run, turn } = runway(field);
    for (const space of field)
      found.set(
        space.id,
        run.includes(space)
          ? { icon: "runway", turn }
          : { icon: "parked", turn: turn + 60 * Math.floor(grain(space.id, 11) * 6) },
      );
  }
  return found;
}
/** The longest straight row of hexes; of rows as long as each other the one nearest to the middle. */
function runway(field: readonly Space[]): { run: Space[]; turn: number } {
  const middle = [0, 1].map(
    (axis) => field.reduce((sum, one) => sum + (axis ? one.y : one.x), 0) / field.length,
  );
  const away = (run: readonly Space[]) =>
    Math.hypot(
      run.reduce((sum, one) => sum + one.x, 0) / run.length - middle[0]!,
      run.reduce((sum, one) => sum + one.y, 0) / run.length - middle[1]!,
    );
  const runs = field.flatMap((start) =>
    DIRECTIONS.map((angle) => {
      const [dx, dy] = [Math.cos(angle) * SPACING, Math.sin(angle) * SPACING];
      const run: Space[] = [];
      for (let next: Space | undefined = start; next;) {
        const here: Space = next;
        run.push(here);
        next = field.find((one) => Math.hypot(one.x - here.x - dx, one.y - here.y - dy) < 0.1);
      }
      return { run, turn: (angle * 180) / Math.PI };
    }),
  );
  return runs.reduce((a, b) => (b.run.length - away(b.run) / 100 > a.run.length - away(a.run) / 100 ? b : a));
}
