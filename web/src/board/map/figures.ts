/** Where the figures stand that the map prints: in the corners of a place, and on the middle of a line. */
import type { Point } from "../geometry";
import type { Board, Link, Space } from "../../shared/types";

type Figure = NonNullable<Space["figures"]>[number];
export interface Spot {
  x: number;
  y: number;
  wide: number;
  figure: Figure;
  space: number;
}
const GAP = 0.03;
const wide = (figure: Figure) => 0.13 + 0.09 * figure.text.length;

/** Several in one corner stand side by side. */
export function figureSpots(board: Board, space: Space): Spot[] {
  const found: Spot[] = [];
  const corners: Record<string, Figure[]> = {};
  for (const figure of space.figures ?? []) (corners[figure.corner || "br"] ??= []).push(figure);
  const outline = space.outline ?? [];
  const hex = board.kind === "hex";
  const reach = (axis: 0 | 1, bare: number, inHex: number) => {
    if (hex) return [inHex, inHex] as const;
    if (!outline.length) return [bare, bare] as const;
    const all = outline.map((point) => point[axis]);
    const own = axis ? space.y : space.x;
    return [own - Math.min(...all), Math.max(...all) - own] as const;
  };
  const [left, right] = reach(0, 0.42, 0.24);
  const [up, down] = reach(1, 0.3, 0.32);
  for (const [corner, figures] of Object.entries(corners)) {
    // From the corner inwards, on the edge of a printed shape.
    const inward = corner.endsWith("l") ? 1 : -1;
    let x = corner.endsWith("l") ? space.x - left : space.x + right;
    const y = corner.startsWith("t") ? space.y - up : space.y + down;
    for (const figure of figures) {
      x += (inward * wide(figure)) / 2;
      found.push({ x, y, wide: wide(figure), figure, space: space.id });
      x += inward * (wide(figure) / 2 + GAP);
    }
  }
  return found;
}

/** Halfway along each line that has a figure printed on it, by its own way. */
export function linkSpots(board: Board): { x: number; y: number; wide: number; link: Link }[] {
  const byId = new Map(board.spaces.map((space) => [space.id, space]));
  return (board.links ?? []).flatMap((link) => {
    const [a, b] = [byId.get(link.a), byId.get(link.b)];
    if (!link.figure || !a || !b) return [];
    const via = link.via ?? [];
    const whole = board.kind === "area" && via.length > 1;
    const [x, y] = halfway(whole ? via : [[a.x, a.y], ...via, [b.x, b.y]]);
    return [{ x, y, wide: 0.13 + 0.09 * link.figure.length, link }];
  });
}
function halfway(points: readonly Point[]): Point {
  const legs = points.slice(1).map((to, n) => ({ from: points[n]!, to }));
  const long = ({ from, to }: (typeof legs)[number]) => Math.hypot(to[0] - from[0], to[1] - from[1]);
  let left = legs.reduce((sum, leg) => sum + long(leg), 0) / 2;
  for (const leg of legs) {
    const length = long(leg);
    if (length && left <= length)
      return [
        leg.from[0] + ((leg.to[0] - leg.from[0]) * left) / length,
        leg.from[1] + ((leg.to[1] - leg.from[1]) * left) / length,
      ];
    left -= length;
  }
  return points.at(-1)!;
}
