/** The dice that fell last, as they lay on the table together. */
import type { LogLine } from "../shared/types";

export interface Throw {
  /** The last line that told of it: another number is another throw. */
  n: number;
  purpose: string;
  dice: number[];
  /** How many sides the dice have. */
  sides: number;
}
const RECENT = 12;

/** Dice of one purpose that were told one after the other; none if they fell too long ago. */
export function lastThrow(log: readonly LogLine[]): Throw | null {
  const end = log.findLastIndex((line) => line.dice.length > 0);
  if (end < 0 || end < log.length - RECENT) return null;
  const { n, purpose = "", sides = 0 } = log[end]!;
  let start = end;
  while (start > 0 && log[start - 1]!.dice.length && log[start - 1]!.purpose === purpose) start--;
  const lines = log.slice(start, end + 1);
  return {
    n,
    purpose,
    dice: lines.flatMap((line) => line.dice),
    sides,
  };
}
