/** Where the figures stand that the map prints at a place: in its corners, several in one corner side by side. */
import type { Board, Space } from "../../shared/types";

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
