/** What the cover of a game shows: which part of its map, how its title is set, in which colour. */
import type { Board } from "../shared/types";

/** Wide by high. */
const SHAPE = 1.62;
const LARGE = 60;
const ACROSS = 13;

/** A colour that stays a game's own: its name decides. */
export function hueOf(id: string): number {
  let sum = 7;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 360;
  return sum;
}

/** The title and what stands behind its colon. */
export function lettering(title: string): { large: string; small: string } {
  const [large, ...rest] = title.split(":");
  return { large: large!.trim(), small: rest.join(":").trim() };
}

/** The part of the map with the most to see in it; a small map is shown whole. */
export function window_(board: Board): string {
  if (board.spaces.length < LARGE) {
    const land = board.spaces.filter((space) => !space.kind); // boxes and tracks lie beside it
    const points = land.flatMap(({ x, y, outline }): [number, number][] =>
      outline?.length ? outline.map(([a, b]) => [a, b]) : [[x, y]],
    );
    const [xs, ys] = [points.map((point) => point[0]), points.map((point) => point[1])];
    const [left, right, top, foot] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const wide = Math.max(right - left, (foot - top) * SHAPE) * 1.1;
    // The title stands below: what is to be seen lies above the middle.
    return `${(left + right - wide) / 2} ${top - 0.04 * wide} ${wide} ${wide / SHAPE}`;
  }
  const width = Math.min(board.width, ACROSS);
  const height = Math.min(board.height, width / SHAPE);
  let [best, most] = [[0, 0] as [number, number], -1];
  for (let x = 0; x + width <= board.width; x += 3)
    for (let y = 0; y + height <= board.height; y += 0.866) {
      const inside = board.spaces.filter(
        (space) =>
          space.y > y + 0.5 && space.y < y + height - 0.5 && space.x > x + 0.5 && space.x < x + width - 0.5,
      );
      const kinds = new Set(inside.flatMap((space) => space.terrain ?? []));
      const score = inside.reduce((sum, space) => sum + (space.name ? 3 : 0), 0) + 6 * kinds.size;
      if (score > most) [best, most] = [[x, y], score];
    }
  return `${best[0]} ${best[1]} ${width} ${height}`;
}
