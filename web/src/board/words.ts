/** How names are set: how broad a letter is, and when a name takes two lines. */
import type { Space } from "../shared/types";

export const LETTER = 0.136;

/** A name in two lines, if it is broader than its area. */
export function nameLines(space: Space): string[] {
  const name = space.name || space.label;
  const xs = (space.outline ?? []).map((point) => point[0]);
  const room = xs.length ? (Math.max(...xs) - Math.min(...xs)) * 0.85 : Infinity;
  const words = name.split(" ");
  if (name.length * LETTER < room || words.length < 2) return [name];
  const cut = words
    .slice(1)
    .map((_, n) => [words.slice(0, n + 1).join(" "), words.slice(n + 1).join(" ")] as const)
    .reduce((best, one) =>
      Math.max(...one.map((x) => x.length)) < Math.max(...best.map((x) => x.length)) ? one : best,
    );
  return [...cut];
}
