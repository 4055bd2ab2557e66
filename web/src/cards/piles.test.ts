import { expect, test } from "vitest";
import { backs, boxesOf, byKind, howMany, inWords, noteOn, notesOf, otherChecks, stacked } from "./piles";
import type { Card, View } from "../shared/types";

const card = (id: number, title: string, text = "", count = 1): Card => ({ id, title, text, count });

test("a pile hides as many cards as are not shown, also where one stands for several", () => {
  expect(backs({ name: "hand", count: 5, cards: [card(1, "Ambush", "", 2), card(2, "Rally")] })).toBe(2);
  expect(backs({ name: "deck", count: 7 })).toBe(7);
  expect(backs({ name: "pool", count: 1, cards: [card(1, "Mortar", "", 3)] })).toBe(0);
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
  expect(boxesOf(view, new Set(["token 2"])).map((box) => box.name)).toEqual(["to be set up", "lost"]);
  expect(boxesOf(view, new Set()).map((box) => box.name)).toEqual(["lost", "to be set up"]);
});
test("what a card scores now is told on the card, and not again in the list", () => {
  const goal = card(1, "Seal", "1 VP each.");
  const of = { id: 1, domain: "card" };
  const seal = { text: "Seal (revealed): 1 VP each.", now: "Now 2 VP.", done: true, of };
  const other = { text: "Seal the town", done: false };
  expect(noteOn(goal, [other, seal])).toBe("Now 2 VP.");
  expect(noteOn(card(2, "Hold", "x"), [other])).toBe("");
  expect(otherChecks({ board: "b", seat: 0, hand: [goal], checks: [seal, other] } as View)).toEqual([other]);
});
test("a hand is counted by kind, with the cards that stand for several", () => {
  const some = [
    { ...card(1, "Move", "", 2), kind: "staff" },
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
  expect(inWords(token, [card(7, "Orders")])).toBe("Scouts, move 3, moved, Orders");
});
test("what lies on a card comes behind it, and nothing is lost that lies in a ring", () => {
  const scope = { ...card(3, "Scope"), on: { id: 2, domain: "card" } };
  const spare = { ...card(4, "Spare"), on: { id: 99, domain: "card" } };
  const lens = { ...card(5, "Lens"), on: { id: 3, domain: "card" } };
  expect(stacked([lens, scope, card(1, "Knife"), card(2, "Rifle"), spare]).map((one) => one.id)).toEqual([
    1, 2, 3, 5, 4,
  ]);
  const ring = { ...card(6, "Ring"), on: { id: 6, domain: "card" } };
  expect(stacked([ring])).toEqual([ring]);
});
test("places that are noted alike are one note, and control is none", () => {
  const marks = [
    { space: 3, kind: "hazard", text: "a patrol may be here" },
    { space: 4, kind: "target", text: "Target 1" },
    { space: 7, kind: "hazard", text: "a patrol may be here" },
    { space: 8, kind: "control", text: "held", side: "red" },
    { space: 9, kind: "trace" },
  ];
  expect(notesOf({ board: "b", seat: 0, tokens: [], marks } as View)).toEqual([
    { text: "a patrol may be here", spaces: [3, 7] },
    { text: "Target 1", spaces: [4] },
  ]);
});
