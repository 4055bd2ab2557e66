/** The log as it is read: one entry a deed with its outcome first, under the headings of turn, mission and map.
 *
 * What belongs together, what came of it and which side a battle had is data of the lines; no sentence is read here. */
import type { Contest, Heading, LogLine, Trace } from "../shared/types";

export type Weight = LogLine["weight"];
/** The headings, the greatest first. */
export const HEADINGS: readonly Weight[] = ["part", "chapter", "turn", "phase"];
/** Those that fold what stands under them. */
const FOLDING: readonly Weight[] = HEADINGS.slice(0, -1);

/** Lines that belong together: what came of it, and how. */
export interface Deed {
  /** The number of its first line. */
  n: number;
  head: LogLine;
  lines: LogLine[];
  /** What nobody should miss beside the head. */
  others: LogLine[];
  /** The throws, those of one purpose together. */
  throws: Throw[];
  contest: Contest | null;
  /** How many steps its longest march had. */
  steps: number;
}
export interface Throw {
  purpose: string;
  dice: number[];
  sides: number;
}
export const isHeading = (line: { weight: Weight }): boolean => HEADINGS.includes(line.weight);
const weighty = (line: LogLine) => line.weight === "blow" || line.weight === "gain";

/** One entry a deed, in the order of the log. */
export function deeds(log: readonly LogLine[]): Deed[] {
  const runs: LogLine[][] = [];
  for (const line of log)
    if (line.joined && runs.length) runs.at(-1)!.push(line);
    else runs.push([line]);
  return runs.map(deed).filter((one, i, all) => !empty(one.head, all[i + 1]?.head));
}
function deed(lines: LogLine[]): Deed {
  const head = headline(lines);
  return {
    n: lines[0]!.n,
    head,
    lines,
    others: lines.filter((line) => line !== head && weighty(line)),
    throws: throwsOf(lines.filter((line) => line !== head)),
    contest: contestOf(lines),
    steps: stepsOf(lines.flatMap((line) => line.moves)),
  };
}
/** What came of a deed: the last line that says so, else the last blow or gain, else the last in words. */
export function headline(lines: readonly LogLine[]): LogLine {
  return (
    lines.findLast((line) => line.main) ??
    lines.findLast(weighty) ??
    lines.findLast((line) => !line.purpose) ??
    lines.at(-1)!
  );
}
function throwsOf(lines: readonly LogLine[]): Throw[] {
  const found: Throw[] = [];
  for (const { purpose = "", sides = 0, dice } of lines) {
    if (!dice.length) continue;
    const same = found.find((one) => one.purpose === purpose && one.sides === sides);
    if (same) same.dice.push(...dice);
    else found.push({ purpose, sides, dice: [...dice] });
  }
  return found;
}
/** Sides that threw one after the other are one card. */
function contestOf(lines: readonly LogLine[]): Contest | null {
  const told = lines.flatMap((line) => (line.contest ? [line.contest] : []));
  if (told.length < 2) return told[0] ?? null;
  return { sides: told.flatMap((one) => one.sides), tie: told.some((one) => one.tie) };
}
function stepsOf(moves: readonly Trace[]): number {
  const ways = new Map<string, number>();
  for (const { token, domain = "token", path } of moves) {
    const key = `${domain} ${token}`;
    ways.set(key, (ways.get(key) ?? 0) + path.length - 1);
  }
  return Math.max(0, ...ways.values());
}
/** A heading under which nothing stands: the next one is as great, or greater. */
function empty(heading: LogLine, after: LogLine | undefined): boolean {
  if (!after || !isHeading(heading) || !isHeading(after)) return false;
  return HEADINGS.indexOf(after.weight) <= HEADINGS.indexOf(heading.weight);
}

/** What stands under one heading; of what is not here yet only its place in the log is known. */
export interface Chapter {
  /** The number of its heading; -1 for all that stands before the first. */
  n: number;
  /** The number behind its last line. */
  to: number;
  text: string;
  weight: Weight;
  chapters: Chapter[];
  deeds: Deed[];
  /** Whether its own lines are still to be fetched. */
  missing: boolean;
}

/** The log as chapters in chapters: the headings of all of it, and the lines that are here. */
export function chapters(headings: readonly Heading[], lines: readonly LogLine[], length: number): Chapter {
  const first = lines[0]?.n ?? length;
  const root: Chapter = {
    n: -1,
    to: length,
    text: "",
    weight: "",
    chapters: [],
    deeds: [],
    missing: first > 0,
  };
  const path = [root];
  const open = (n: number, weight: Weight, text: string, missing: boolean) => {
    const rank = HEADINGS.indexOf(weight);
    while (path.length > 1 && HEADINGS.indexOf(path.at(-1)!.weight) >= rank) path.pop()!.to = n;
    const chapter = { n, to: length, text, weight, chapters: [], deeds: [], missing };
    path.at(-1)!.chapters.push(chapter);
    path.push(chapter);
  };
  for (const { n, weight, text } of headings)
    if (n < first && FOLDING.includes(weight)) open(n, weight, text, true);
  for (const one of deeds(lines))
    if (FOLDING.includes(one.head.weight)) open(one.n, one.head.weight, one.head.text, false);
    else path.at(-1)!.deeds.push(one);
  return root;
}
/** The lines of a chapter that stand before its first chapter. */
export const ownLines = (one: Chapter): { first: number; to: number } => ({
  first: one.n < 0 ? 0 : one.n + 1,
  to: one.chapters[0]?.n ?? one.to,
});
