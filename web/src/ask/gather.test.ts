import { describe, expect, test } from "vitest";
import { buttons, namesOf } from "./choices";
import { allots, follows, gathers, inOrder, inWords, limitOf, plan, slips, spent, ticks } from "./gather";
import type { Asked, Board, Choices, Option } from "../shared/types";

const group = (verb: string, args: string[], options: number[][], standing = false): Choices => ({
  verb,
  text: verb,
  args,
  standing,
  choices: options.map((rest) => ({
    option: [verb, ...rest] as Option,
    text: `${verb} ${rest.join(" at ")}`,
  })),
});
const ask = (shape: string, groups: Choices[], more: Partial<Asked> = {}): Asked => ({
  prompt: "?",
  rule: "r",
  number: "1",
  shape,
  seats: [0],
  groups,
  ...more,
});
const take = group("take", ["token"], [[1], [2], [3]]);
const aim = group(
  "aim",
  ["token", "token"],
  [
    [1, 8],
    [1, 9],
    [2, 8],
  ],
);
const go = group("go", ["space"], [[5], [6]]);
const done = group("done", [], [[]]);
const aid = group("aid", ["token"], [[1]], true);

describe("each shape has its widget", () => {
  test("a pick is answered at once, by pointing or by a button", () => {
    const one = ask("pick", [take, done]);
    expect(gathers(one, take)).toBe(false);
    expect(ticks(one)).toEqual([]);
    expect(buttons(one).map((button) => button.choice.text)).toEqual(["done "]);
  });
  test("many and order are ticked; what takes a die, a button or another time is not", () => {
    for (const shape of ["many", "order"]) {
      const several = ask(shape, [take, done, aid, go]);
      expect(ticks(several)).toEqual([take]);
      expect(gathers(several, done)).toBe(false);
      expect(gathers(several, aid)).toBe(false);
    }
  });
  test("many with places is gathered on the map", () => {
    expect(gathers(ask("many", [go]), go)).toBe(true);
    expect(ticks(ask("many", [go]))).toEqual([]);
    const join = group("join", ["box"], [[1], [2]]);
    expect(ticks(ask("many", [join]))).toEqual([join]);
    expect(ticks(ask("many", [join]), new Set(["space", "box"]))).toEqual([]);
  });
  test("assign gives each piece a row", () => {
    expect(allots(ask("assign", [aim, done]))).toEqual([aim]);
    expect(allots(ask("pick", [aim]))).toEqual([]);
    expect(ticks(ask("assign", [aim]))).toEqual([]);
  });
  test("assign with one argument is ticked, as often as it is offered", () => {
    const hits = ask("assign", [take]);
    expect(ticks(hits)).toEqual([take]);
    const twice = Array.from({ length: 2 }, () => ({ option: ["take", 1] as Option, text: "" }));
    expect(slips([take], hits, twice)[0]).toMatchObject({ place: 0, times: 2, open: true });
  });
  test("many pairs are rows too while they are few; a shop is not", () => {
    expect(allots(ask("many", [aim]))).toEqual([aim]);
    const shop = group(
      "buy",
      ["token", "token"],
      Array.from({ length: 28 }, (_, n) => [n, 99]),
    );
    expect(allots(ask("many", [shop]))).toEqual([]);
  });
  test("a path gathers its legs", () => expect(gathers(ask("path", [go, done]), go)).toBe(true));
});

describe("what has been gathered", () => {
  test("is ticked with its place; what it rules out is shut; the rest is open", () => {
    const now = ask("assign", [group("aim", ["token", "token"], [[2, 8]])]);
    const found = slips([aim], now, [{ option: ["aim", 1, 9], text: "" }]);
    expect(found.map(({ choice, place, open }) => [choice.option.slice(1), place, open])).toEqual([
      [[1, 8], -1, false],
      [[1, 9], 0, false],
      [[2, 8], -1, true],
    ]);
  });
  test("brings new options with it, of its own verbs only", () => {
    const now = ask("many", [group("take", ["token"], [[2], [3], [4]]), go]);
    const found = slips([take], now, [{ option: ["take", 1], text: "" }]);
    expect(found.map((slip) => slip.choice.option[1])).toEqual([1, 2, 3, 4]);
    expect(found.map((slip) => slip.place)).toEqual([0, -1, -1, -1]);
  });
  test("shows what was gathered though it was not offered at first", () => {
    const found = slips([take], ask("many", [take]), [{ option: ["take", 7], text: "take 7" }]);
    expect(found.map((slip) => [slip.choice.text, slip.place]).at(-1)).toEqual(["take 7", 0]);
  });
  test("a piece that is offered again although it was taken is open", () => {
    const found = slips([take], ask("many", [take]), [{ option: ["take", 1], text: "" }]);
    expect(found[0]).toMatchObject({ place: 0, open: true });
  });
  test("sums up what it costs", () => {
    expect(spent(ask("many", [], { budget: 30 }), ask("many", [], { budget: 12 }))).toEqual({
      spent: 18,
      left: 12,
    });
    expect(spent(ask("many", [], { budget: 30 }), ask("many", []))).toEqual({ spent: 30, left: 0 });
    expect(spent(ask("many", []), ask("many", []))).toBeNull();
  });
});

test("the planned way runs over the places named, for those who go", () => {
  const before = [
    { id: 1, name: "a", space: 4 },
    { id: 2, name: "b", space: 4 },
    { id: 3, name: "c", space: 7 },
  ];
  const after = [
    { id: 1, name: "a", space: 6 },
    { id: 2, name: "b", space: 5 },
    { id: 3, name: "c", space: 7 },
  ];
  const parts = [
    { option: ["go", 5], text: "" },
    { option: ["drop", 2], text: "" },
    { option: ["go", 6], text: "" },
  ];
  expect(plan(ask("path", [go]), before, after, parts)).toEqual([
    { tokens: ["token 1"], path: [4, 5, 6] },
    { tokens: ["token 2"], path: [4, 5] },
  ]);
});

test("pieces of one name are told apart by where they stand", () => {
  const names = namesOf(
    {
      board: "b",
      seat: 0,
      tokens: [
        { id: 1, name: "Truck", space: 4 },
        { id: 2, name: "Truck", space: 5 },
        { id: 3, name: "Team", space: 5 },
        { id: 4, name: "Truck", space: 5 },
      ],
      hand: [{ id: 9, title: "Ambush" }],
    },
    { spaces: [4, 5].map((id) => ({ id, label: `010${id}`, x: 0, y: 0 })) } as Board,
  );
  expect(Object.fromEntries(names)).toEqual({
    "space 4": "0104",
    "space 5": "0105",
    "card 9": "Ambush",
    "token 1": "Truck · 0104",
    "token 2": "Truck · 0105",
    "token 3": "Team",
    "token 4": "Truck · 0105 (2)",
  });
});

describe("ticking", () => {
  const part = (...rest: number[]) => ({ option: ["take", ...rest] as Option, text: "" });
  const ids = (known: Map<string, number>, now: Asked, parts: ReturnType<typeof part>[]) =>
    inOrder(known, slips([take], now, parts)).map(({ choice }) => choice.option[1]);
  test("moves no chip: what comes later comes behind, until nothing is ticked", () => {
    const known = new Map<string, number>();
    const offer = (...some: number[]) =>
      ask("many", [
        group(
          "take",
          ["token"],
          some.map((one) => [one]),
        ),
      ]);
    expect(ids(known, offer(1, 2, 3), [])).toEqual([1, 2, 3]);
    expect(ids(known, offer(11, 2, 3), [part(1)])).toEqual([1, 2, 3, 11]);
    expect(ids(known, offer(11, 21, 3), [part(1), part(2)])).toEqual([1, 2, 3, 11, 21]);
    expect(ids(known, offer(11, 22, 3), [part(1), part(2), part(21)])).toEqual([1, 2, 3, 11, 21, 22]);
    expect(ids(known, offer(1, 2, 3), [])).toEqual([1, 2, 3]);
  });
  test("the last of three that must all go is ticked too; the table takes it by itself", () => {
    const first = ask("many", [take, aid], { least: 1, most: 3 });
    const before = ask("many", [group("take", ["token"], [[2], [3]]), aid], { least: 1, most: 2 });
    expect(follows(first, before, [part(1), part(2)], ["take", 3])).toBe(true);
    expect(follows(first, before, [part(1)], ["take", 3])).toBe(false);
    expect(follows({ ...first, most: 2 }, before, [part(1), part(2)], ["take", 3])).toBe(false);
    expect(follows(first, before, [part(1), part(2)], ["take", 9])).toBe(false);
  });
});

test("a limit as large as endless is none", () => {
  const asked = { prompt: "", rule: "", number: "", shape: "many", seats: [0] };
  expect(limitOf({ ...asked, most: 3 })).toBe(3);
  expect(limitOf({ ...asked, most: 99 })).toBeNull();
  expect(limitOf(null)).toBe(1);
});

test("what the parts do together is said in words", () => {
  const shop = ask("many", [group("buy", ["token", "token"], [[1, 9]]), go, done]);
  const parts = (...verbs: string[]) => verbs.map((verb, n) => ({ option: [verb, n], text: `${verb} it` }));
  expect(inWords(shop, parts("buy"), "3 points")).toBe("Buy this: 3 points");
  expect(inWords(shop, parts("buy", "buy"), "7 points")).toBe("Buy these 2: 7 points");
  expect(inWords(shop, parts("buy", "go"), "")).toBe("Confirm these 2");
});
