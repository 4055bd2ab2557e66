/** The course of a score as a drawing: steps from moment to moment, one line for each seat. */
import type { Ending } from "../shared/types";

type Stand = NonNullable<Ending["course"]>[number];
export interface Plot {
  /** The steps of each seat, as the points of a line. */
  lines: string[];
  /** Where zero is, if it is in the picture. */
  zero: number | null;
  x: (moment: number) => number;
  y: (score: number) => number;
  low: number;
  high: number;
  /** Where turns begin, and which; as many as can be told apart. */
  turns: { x: number; turn: number }[];
}
const TICKS = 16;

export function plot(course: readonly Stand[], wide: number, high: number): Plot | null {
  const seats = course[0]?.score.length ?? 0;
  if (!seats || course.length < 2) return null;
  const all = course.flatMap((one) => one.score);
  const [low, top] = [Math.min(0, ...all), Math.max(1, ...all)];
  const [first, last] = [course[0]!.n, course.at(-1)!.n];
  const x = (moment: number) => ((moment - first) / Math.max(1, last - first)) * wide;
  const y = (score: number) => high - ((score - low) / (top - low)) * high;
  const lines = Array.from({ length: seats }, (_, seat) =>
    course
      .flatMap((one, i) => {
        const before = course[i - 1]?.score[seat];
        const at = `${x(one.n).toFixed(1)},`;
        const now = `${at}${y(one.score[seat]!).toFixed(1)}`;
        return before === undefined ? [now] : [`${at}${y(before).toFixed(1)}`, now];
      })
      .join(" "),
  );
  const begun = course.filter((one, i) => one.turn !== course[i - 1]?.turn && one.turn > 0);
  const turns: Plot["turns"] = [];
  for (const { n, turn } of begun)
    if (x(n) - (turns.at(-1)?.x ?? -wide) >= wide / TICKS) turns.push({ x: x(n), turn });
  return { lines, zero: low <= 0 ? y(0) : null, x, y, low, high: top, turns };
}
