/** What can be chosen on a board, and how it is shown: few places one by one, many as a tint, by their chance where it
 *  is known. */
import { outlinePath, type Point } from "../geometry";
import { besideName } from "../pieces/layout";
import type { Board, Space } from "../../shared/types";

/** More than so many outlines are a net, not a hint. */
export const FEW = 40;
const SHADES = 5;

/** Places of one shade are one shape, so that a map full of them is drawn at once; -1 is the shade of no known chance. */
export function tints(
  places: readonly number[],
  risks: ReadonlyMap<number, number>,
): { shade: number; places: number[] }[] {
  const found = new Map<number, number[]>();
  for (const id of places) {
    const chance = risks.get(id);
    const shade = chance === undefined ? -1 : Math.min(SHADES - 1, Math.floor(chance * SHADES));
    const same = found.get(shade);
    if (same) same.push(id);
    else found.set(shade, [id]);
  }
  return [...found].map(([shade, places]) => ({ shade, places }));
}

/** A sheet over the whole board with a hole for each of these outlines. */
export function cover(board: Board, margin: number, outlines: readonly string[]): string {
  const [width, height] = [board.width + 2 * margin, board.height + 2 * margin];
  return `M${-margin} ${-margin}h${width}v${height}h${-width}Z${outlines.join("")}`;
}

/** The outline of a place; of a bare point what can be pointed at round it. */
export const shapeOf = (space: Space, hits: ReadonlyMap<number, readonly Point[]>): string =>
  outlinePath(space.outline?.length ? space.outline : hits.get(space.id));

/** A tick stands in the lower right of a hex, at the end of an area's name, in the corner of a box. */
export function tickAt(board: Board, space: Space): Point {
  if (board.kind === "hex" || !space.outline?.length) return [space.x + 0.31, space.y + 0.25];
  if (space.kind || board.kind === "cards") {
    const right = Math.max(...space.outline.map((point) => point[0]));
    const top = Math.min(...space.outline.map((point) => point[1]));
    return [right - 0.15, top + 0.15];
  }
  return besideName(space, ["right", "aboveRight", "left", "foot", "below"], board.spaces);
}
