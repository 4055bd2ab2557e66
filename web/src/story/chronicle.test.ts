import { expect, test } from "vitest";
import { folded, headline, newestFirst, type Weight } from "./chronicle";
import type { LogLine } from "../shared/types";

const line = (n: number, text: string, ...dice: number[]): LogLine => ({
  n,
  rule: "",
  number: "",
  text,
  dice,
  moves: [],
  weight: "",
});
/** A die as the table tells it: in words for people, and as data. */
const die = (n: number, purpose: string, sides: number, face: number): LogLine => ({
  ...line(n, `${purpose}: ${face} on a d${sides}`, face),
  purpose,
  sides,
});
const weighed = (weight: Weight, n: number, text: string): LogLine => ({ ...line(n, text), weight });
const texts = (log: LogLine[]) => log.map((one) => one.text);

test("a heading stands above what belongs to it, and the newest comes first", () => {
  const told = ["Set up.", "Turn 1: Blue goes first.", "Order.", "The phase of Blue begins.", "a", "b"];
  const more = ["The phase of Red begins.", "c", "Turn 2: Red goes first.", "d"];
  const weights: Record<string, Weight> = { Turn: "turn", "The phase": "phase" };
  const of = (text: string) => Object.entries(weights).find(([words]) => text.startsWith(words))?.[1] ?? "";
  expect(texts(newestFirst([...told, ...more].map((text, n) => weighed(of(text), n, text))))).toEqual([
    "Turn 2: Red goes first.",
    "d",
    "Turn 1: Blue goes first.",
    "The phase of Red begins.",
    "c",
    "The phase of Blue begins.",
    "b",
    "a",
    "Order.",
    "Set up.",
  ]);
});
test("the dice of one throw are one line", () => {
  const log = [
    die(0, "scout", 6, 2),
    die(1, "fire", 6, 4),
    die(2, "fire", 6, 1),
    die(3, "fire", 6, 6),
    line(4, "One hit."),
    die(5, "fire", 6, 5),
  ];
  expect(texts(folded(log))).toEqual(["scout: 2 on a d6", "fire: 3d6", "One hit.", "fire: 5 on a d6"]);
  expect(folded(log)[1]!.dice).toEqual([4, 1, 6]);
});
test("dice are told by their data, whatever the sentence says", () => {
  const [a, b] = [die(0, "fire", 6, 4), die(1, "fire", 6, 1)].map((one) => ({ ...one, text: "Ein Wurf." }));
  expect(texts(folded([a!, b!]))).toEqual(["fire: 2d6"]);
  const prose = [line(0, "fire: 4 on a d6", 4), line(1, "fire: 1 on a d6", 1)];
  expect(folded(prose)).toEqual(prose);
  expect(texts(folded([die(0, "fire", 6, 4), die(1, "fire", 10, 4)]))).toHaveLength(2);
});
test("the last blow is the headline, and otherwise the last line", () => {
  const calm = [line(0, "Militia turns Covert."), line(1, "Infantry moves.")];
  expect(headline(calm)?.n).toBe(1);
  expect(headline([weighed("blow", 7, "Infantry is destroyed."), ...calm])?.n).toBe(7);
  expect(headline([])).toBeUndefined();
});
