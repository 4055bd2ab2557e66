/** A log that is sent piece by piece. */
import type { LogLine } from "../shared/types";

/** The log with the lines just sent, which are the last of so many: what stood where they stand, or behind them, is gone. */
export function extended(before: LogLine[], sent: LogLine[], length: number): LogLine[] {
  const kept = length - sent.length;
  return kept ? [...before.slice(0, kept), ...sent] : sent;
}
