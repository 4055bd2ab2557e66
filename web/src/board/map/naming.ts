/** Where names stand: below their place, or wherever they cover no other place and no other name. */
import type { Board, Space } from "../../shared/types";
import { ICONS, patternsOf } from "./kinds";

export interface Naming {
  x: number;
  y: number;
  anchor: "middle" | "start" | "end";
}
const LETTER = 0.115;
const HIGH = 0.22;
const DOT = 0.2;
interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}
const overlap = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

export function namings(board: Board): Map<number, Naming> {
  const bare = board.spaces.filter((space) => !space.outline?.length);
  const taken: (Box & { of: number })[] = bare.map((space) => ({
    of: space.id,
    left: space.x - DOT,
    right: space.x + DOT,
    top: space.y - DOT,
    bottom: space.y + DOT,
  }));
  const found = new Map<number, Naming>();
  for (const space of [...bare].sort((a, b) => b.y - a.y)) {
    const wide = (space.name || space.label).length * LETTER;
    const boxOf = ({ x, y, anchor }: Naming): Box => {
      const left = anchor === "middle" ? x - wide / 2 : anchor === "start" ? x : x - wide;
      return { left, right: left + wide, top: y - HIGH * 0.8, bottom: y + HIGH * 0.2 };
    };
    const cost = (naming: Naming) => {
      const box = boxOf(naming);
      const out = Math.max(0, -box.left) + Math.max(0, box.right - board.width);
      return taken.reduce((sum, one) => sum + (one.of === space.id ? 0 : overlap(box, one)), out);
    };
    const best = places(space).reduce((a, b) => (cost(b) < cost(a) - 0.001 ? b : a));
    found.set(space.id, best);
    taken.push({ ...boxOf(best), of: -1 });
  }
  return found;
}
/** Below first, as on most maps; then above, to the right, to the left. */
function places(space: Space): Naming[] {
  if (space.name_at) return [{ x: space.name_at[0], y: space.name_at[1], anchor: "middle" }];
  // A disc of terrain is wider than a dot, and so is the ring round it when it can be chosen.
  const more = space.terrain?.length ? 0.2 : 0;
  return [
    { x: space.x, y: space.y + 0.47 + more, anchor: "middle" },
    { x: space.x, y: space.y - 0.34 - more, anchor: "middle" },
    { x: space.x + 0.3 + more, y: space.y + 0.07, anchor: "start" },
    { x: space.x - 0.3 - more, y: space.y + 0.07, anchor: "end" },
  ];
}

/** How much of its height a letter of a name is wide. */
const SLENDER = 0.6;
const BRIM = 0.1;
/** The names on a map of hexes, in letters of this height: within the map, off the drawings of others, off each other. */
export function hexNamings(board: Board, height: number): Map<number, Naming> {
  const drawings = board.spaces
    .filter((space) => patternsOf(board, space).some((name) => ICONS.has(name)))
    .map((space) => ({
      of: space.id,
      left: space.x - 0.3,
      right: space.x + 0.3,
      top: space.y - 0.28,
      bottom: space.y + 0.22,
    }));
  const named = board.spaces.filter((space) => space.name && !space.kind);
  const taken: Box[] = [];
  const found = new Map<number, Naming>();
  for (const space of named) {
    const wide = (space.name ?? "").length * SLENDER * height;
    const boxOf = ({ x, y, anchor }: Naming): Box => {
      const left = anchor === "middle" ? x - wide / 2 : anchor === "start" ? x : x - wide;
      return { left, right: left + wide, top: y - height * 0.75, bottom: y + height * 0.2 };
    };
    const cost = (naming: Naming, place: number) => {
      const box = boxOf(naming);
      const covered = drawings.reduce(
        (sum, one) => sum + overlap(box, one) * (one.of === space.id ? 3 : 1),
        0,
      );
      const crossed = taken.reduce((sum, one) => sum + overlap(box, one), 0);
      const out = Math.max(0, BRIM - box.top) + Math.max(0, box.bottom - board.height + BRIM);
      return covered + 4 * crossed + 9 * out + place * 0.03 * height;
    };
    const spots = around(space, height).map((naming) => within(naming, wide, board.width));
    const [best] = spots
      .map((naming, n) => ({ naming, cost: cost(naming, n) }))
      .sort((a, b) => a.cost - b.cost);
    found.set(space.id, best!.naming);
    taken.push(boxOf(best!.naming));
  }
  return found;
}
/** Below first, then above, each in the middle, to the right and to the left; then beside the place. */
function around(space: Space, height: number): Naming[] {
  if (space.name_at) return [{ x: space.name_at[0], y: space.name_at[1], anchor: "middle" }];
  // A counter ends at 0.33, and what stands in the next hex begins soon after.
  const [below, above] = [space.y + Math.min(0.33 + 0.72 * height, 0.5), space.y - 0.34];
  return [
    { x: space.x, y: below, anchor: "middle" },
    { x: space.x - 0.3, y: below, anchor: "start" },
    { x: space.x + 0.3, y: below, anchor: "end" },
    { x: space.x, y: above, anchor: "middle" },
    { x: space.x - 0.3, y: above, anchor: "start" },
    { x: space.x + 0.3, y: above, anchor: "end" },
    { x: space.x + 0.36, y: space.y + 0.3 * height, anchor: "start" },
    { x: space.x - 0.36, y: space.y + 0.3 * height, anchor: "end" },
  ];
}
/** A name that would run over the edge of the map begins or ends there. */
function within(naming: Naming, wide: number, width: number): Naming {
  const { x, anchor } = naming;
  const left = anchor === "middle" ? x - wide / 2 : anchor === "start" ? x : x - wide;
  if (left < BRIM) return { ...naming, x: BRIM, anchor: "start" };
  return left + wide > width - BRIM ? { ...naming, x: width - BRIM, anchor: "end" } : naming;
}
/** The caption of a mark on a hex: below it, above it in the last row, and never over the edge of the map. */
export function captionOf(board: Board, space: Space, text: string, height: number): Naming {
  const below = space.y + 0.82 + 0.2 * height < board.height;
  const y = below ? space.y + 0.82 : space.y - 0.66;
  return within({ x: space.x, y, anchor: "middle" }, text.length * SLENDER * height, board.width);
}
