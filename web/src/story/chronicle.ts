/** The log as it is read: chapters by turn and phase, one throw on one line, and what nobody should miss. */
import type { LogLine } from "../shared/types";

export type Weight = LogLine["weight"];

/** Dice of one throw, which are told one by one, on one line. */
export function folded(log: readonly LogLine[]): LogLine[] {
  const found: LogLine[] = [];
  let thrown = "";
  for (const line of log) {
    const { purpose, sides } = line;
    const now = purpose ? `${line.rule} ${purpose} ${sides}` : "";
    if (now && now === thrown) {
      const dice = [...found.pop()!.dice, ...line.dice];
      found.push({ ...line, dice, text: `${purpose}: ${dice.length}d${sides}` });
    } else found.push(line);
    thrown = now;
  }
  return found;
}

/** The newest first, but each heading above what belongs to it: a turn above its phases, a phase above its lines. */
export function newestFirst(log: readonly LogLine[]): LogLine[] {
  return chapters(folded(log), "turn").flatMap(({ head, lines }) => [
    ...head,
    ...chapters(lines, "phase").flatMap((part) => [...part.head, ...part.lines.reverse()]),
  ]);
}
interface Chapter {
  head: LogLine[];
  lines: LogLine[];
}
function chapters(log: readonly LogLine[], by: Weight): Chapter[] {
  const found: Chapter[] = [{ head: [], lines: [] }];
  for (const line of log)
    if (line.weight === by) found.push({ head: [line], lines: [] });
    else found.at(-1)!.lines.push(line);
  return found.reverse();
}

/** Of what just happened the last blow or gain, or else simply the last. */
export const headline = (log: readonly LogLine[]): LogLine | undefined =>
  log.findLast((line) => line.weight === "blow" || line.weight === "gain") ?? log.at(-1);
