/** Where the names of bare points stand: below, or wherever they cover no other point and no other name. */
import type { Board, Space } from "../../shared/types";

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
