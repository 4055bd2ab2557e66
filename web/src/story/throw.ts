/** The dice that fell last, as they lay on the table together. */
import type { LogLine } from "../shared/types";

export interface Throw {
  /** The last line that told of it: another number is another throw. */
  n: number;
  purpose: string;
  dice: number[];
  /** Whether the dice have figures instead of pips. */
  figures: boolean;
}
const RECENT = 12;
const purposeOf = (line: LogLine) => line.text.split(":")[0]!;

/** Dice of one purpose that were told one after the other; none if they fell too long ago. */
export function lastThrow(log: readonly LogLine[]): Throw | null {
  const end = log.findLastIndex((line) => line.dice.length > 0);
  if (end < 0 || end < log.length - RECENT) return null;
  const purpose = purposeOf(log[end]!);
  let start = end;
  while (start > 0 && log[start - 1]!.dice.length && purposeOf(log[start - 1]!) === purpose) start--;
  const lines = log.slice(start, end + 1);
  return {
    n: log[end]!.n,
    purpose,
    dice: lines.flatMap((line) => line.dice),
    figures: /\bd(?!6\b)\d+/.test(log[end]!.text),
  };
}
