/** A log that is sent piece by piece: of a long one only the end is here, and what is read before it is fetched. */
import type { LogLine } from "../shared/types";

/** How many lines the log had when these were its last. */
export const told = (log: readonly LogLine[]): number => (log.length ? log.at(-1)!.n + 1 : 0);

/** The log with the lines just sent, which are the last of so many: what stood where they stand, or behind them, is gone;
 *  so is what stood before them, if lines between are missing. */
export function extended(before: LogLine[], sent: LogLine[], length: number): LogLine[] {
  const kept = before.filter((line) => line.n < length - sent.length);
  return told(kept) === length - sent.length ? [...kept, ...sent] : sent;
}
