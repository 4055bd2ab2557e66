import { expect, test } from "vitest";
import { chapters, deeds, headline, ownLines, type Weight } from "./chronicle";
import type { LogLine } from "../shared/types";

const line = (n: number, text: string, more: Partial<LogLine> = {}): LogLine => ({
  n,
  rule: "",
  number: "",
  text,
  dice: [],
  moves: [],
  weight: "",
  ...more,
});
/** A line of the deed of the one before it. */
const on = (n: number, text: string, more: Partial<LogLine> = {}) => line(n, text, { joined: true, ...more });
const die = (n: number, purpose: string, face: number) =>
  on(n, `${purpose}: ${face}`, { purpose, sides: 6, dice: [face] });
const heads = (log: LogLine[]) => deeds(log).map((one) => one.head.text);

test("a battle is one entry, its outcome first, with both sums and the dice", () => {
  const contest = {
    sides: [
      { name: "A-Team", total: 46, dice: [4], sides: 6, times: 10, terms: [{ name: "people", value: 6 }] },
      {
        name: "Militia",
        total: 52,
        dice: [5],
        sides: 6,
        times: 10,
        terms: [{ name: "firepower", value: 2 }],
      },
    ],
    winner: 1,
  };
  const [only, ...rest] = deeds([
    line(0, "Militia attacks 0822."),
    die(1, "attack", 5),
    die(2, "defence", 4),
    on(3, "We have 46; Militia has 52.", { contest }),
    on(4, "The battle is lost.", { weight: "blow", main: true }),
    on(5, "A-Team dies in 0822.", { weight: "blow", main: true }),
    on(6, "Radio is lost.", { weight: "blow" }),
  ]);
  expect(rest).toEqual([]);
  expect(only!.head.text).toBe("A-Team dies in 0822.");
  expect(only!.others.map((one) => one.text)).toEqual(["The battle is lost.", "Radio is lost."]);
  expect(only!.contest).toEqual(contest);
  expect(only!.throws.map((one) => one.dice)).toEqual([[5], [4]]);
});
test("sides that throw one after the other are one card, and a tie is one", () => {
  const one = (n: number, name: string, tie = false) =>
    on(n, name, { contest: { sides: [{ name, total: 2, counts: "hits" }], tie } });
  const [only] = deeds([line(0, "They fight."), one(1, "Red"), one(2, "Blue", true)]);
  expect(only!.contest!.sides.map((side) => side.name)).toEqual(["Red", "Blue"]);
  expect(only!.contest!.tie).toBe(true);
});
test("the steps of one march are one line that says where it led", () => {
  const step = (n: number, from: number, to: number, joined: boolean) =>
    line(n, `Hunter goes to ${to}.`, { joined, moves: [{ token: 7, path: [from, to] }] });
  const log = [step(0, 1, 2, false), step(1, 2, 3, true), step(2, 3, 9, true), step(3, 9, 4, false)];
  expect(heads(log)).toEqual(["Hunter goes to 9.", "Hunter goes to 4."]);
  expect(deeds(log).map((one) => one.steps)).toEqual([3, 1]);
});
test("dice of one purpose lie together, whatever the sentences say", () => {
  const [only] = deeds([
    line(0, "Ein Wurf.", { purpose: "fire", sides: 6, dice: [4] }),
    die(1, "fire", 1),
    die(2, "scout", 6),
    on(3, "One hit."),
  ]);
  expect(only!.throws).toEqual([
    { purpose: "fire", sides: 6, dice: [4, 1] },
    { purpose: "scout", sides: 6, dice: [6] },
  ]);
  expect(only!.head.text).toBe("One hit.");
});
test("the head is what is said to be, else the last blow, else the last in words, else the die", () => {
  const calm = [line(0, "Militia turns Covert."), line(1, "Infantry moves."), die(2, "fire", 3)];
  expect(headline(calm).n).toBe(1);
  expect(headline([line(7, "Lost.", { weight: "blow" }), ...calm]).n).toBe(7);
  expect(headline([line(8, "Won.", { main: true }), line(7, "Lost.", { weight: "blow" })]).n).toBe(8);
  expect(headline([die(3, "fire", 3)]).n).toBe(3);
});
test("a heading with nothing under it is left out, but for the last", () => {
  const heading = (n: number, weight: Weight, text: string) => line(n, text, { weight });
  const log = [
    heading(0, "turn", "Turn 1"),
    heading(1, "phase", "Movement"),
    heading(2, "phase", "Combat"),
    line(3, "Bang."),
    heading(4, "turn", "Turn 2"),
    heading(5, "phase", "Movement"),
  ];
  expect(heads(log)).toEqual(["Turn 1", "Combat", "Bang.", "Turn 2", "Movement"]);
});
test("the log folds by map, mission and turn; of what is not here only the headings are known", () => {
  const told: [Weight, string][] = [
    ["part", "Norway"],
    ["", "Set up."],
    ["chapter", "Mission 1"],
    ["turn", "Turn 1"],
    ["", "a"],
    ["turn", "Turn 2"],
    ["", "b"],
    ["part", "France"],
    ["turn", "Turn 3"],
    ["phase", "Movement"],
    ["", "c"],
  ];
  const all = told.map(([weight, text], n) => line(n, text, { weight }));
  const headings = all.filter((one) => one.weight).map(({ n, weight, text }) => ({ n, weight, text }));
  const whole = chapters(headings, all, 11);
  expect(whole.chapters.map((one) => one.text)).toEqual(["Norway", "France"]);
  const [norway, france] = whole.chapters;
  expect(norway!.deeds.map((one) => one.head.text)).toEqual(["Set up."]);
  expect(norway!.chapters[0]!.chapters.map((one) => [one.text, one.n, one.to])).toEqual([
    ["Turn 1", 3, 5],
    ["Turn 2", 5, 7],
  ]);
  expect(france!.chapters[0]!.deeds.map((one) => one.head.text)).toEqual(["Movement", "c"]);
  const end = chapters(headings, all.slice(8), 11);
  const folded = end.chapters[0]!.chapters[0]!.chapters[1]!;
  expect([folded.text, folded.missing, ownLines(folded)]).toEqual(["Turn 2", true, { first: 6, to: 7 }]);
  expect(end.chapters[1]!.chapters[0]!.missing).toBe(false);
});
