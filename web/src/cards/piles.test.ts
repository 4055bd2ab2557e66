import { expect, test } from "vitest";
import { backs, boxesOf, byKind, howMany, inWords, noteOn, otherChecks } from "./piles";
import type { Card, View } from "../shared/types";

const card = (id: number, title: string, text = ""): Card => ({ id, title, text });

test("a pile hides as many cards as are not shown, also where one stands for several", () => {
  expect(backs({ name: "hand", count: 5, cards: [card(1, "Ambush x2"), card(2, "Rally")] })).toBe(2);
  expect(backs({ name: "deck", count: 7 })).toBe(7);
  expect(backs({ name: "pool", count: 1, cards: [card(1, "Mortar x3")] })).toBe(0);
});
test("the box whose counters can be chosen comes first", () => {
  const view = {
    board: "b",
    seat: 0,
    tokens: [
      { id: 1, name: "a", box: "lost" },
      { id: 2, name: "b", box: "to be set up" },
      { id: 3, name: "c", space: 4, box: "nowhere" },
    ],
  } as View;
  expect(boxesOf(view, new Set([2])).map((box) => box.name)).toEqual(["to be set up", "lost"]);
  expect(boxesOf(view, new Set()).map((box) => box.name)).toEqual(["lost", "to be set up"]);
});
test("what a card scores now is told on the card, and not again in the list", () => {
  const goal = card(1, "Seal", "1 VP each.");
  const seal = { text: "Seal (revealed): 1 VP each. Now 2 VP.", done: true };
  const other = { text: "Hold the town", done: false };
  expect(noteOn(goal, [other, seal])).toBe("Now 2 VP.");
  expect(noteOn(card(2, "Hold", "x"), [other])).toBe("");
  expect(otherChecks({ board: "b", seat: 0, hand: [goal], checks: [seal, other] } as View)).toEqual([other]);
});
test("a hand is counted by kind, with the cards that stand for several", () => {
  const some = [
    { ...card(1, "Move x2"), kind: "staff" },
    { ...card(2, "Seal"), kind: "objective" },
    { ...card(3, "Look"), kind: "staff" },
    { ...card(4, "Hold"), kind: "objective, revealed" },
  ];
  expect(byKind(some).map(([kind, cards]) => [kind, howMany(cards)])).toEqual([
    ["staff", 3],
    ["objective", 2],
  ]);
});
test("a counter in words", () => {
  const token = { id: 1, name: "Scouts", values: [{ name: "move", text: "3" }], badges: ["moved"] };
  expect(inWords(token)).toBe("Scouts, move 3, moved");
});
