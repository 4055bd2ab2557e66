import { expect, test } from "vitest";
import {
  asToken,
  backs,
  boxesOf,
  byKind,
  howMany,
  inWords,
  noteOn,
  notesOf,
  offered,
  otherChecks,
  piecesNamed,
  stacked,
} from "./piles";
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

test("a counter beside the map is drawn as one on it", () => {
  const ware: Card = { id: 7, title: "M249", domain: "token", shape: "round", side: "friend", symbol: "s" };
  expect(asToken(ware)).toMatchObject({ id: 7, name: "M249", shape: "round", side: "friend", symbol: "s" });
  expect(asToken({ id: 1, title: "x" }).shape).toBe("square");
});
test("a button says its verb, and what differs where one verb has several answers", () => {
  const own = { domain: "token", id: 7 };
  const to = (camp: number) => ({
    option: ["buy", 7, camp] as [string, number, number],
    text: `buy M249 2, ${camp}`,
  });
  const group = { verb: "buy", text: "buy", args: ["token", "camp"], choices: [to(1), to(2)] };
  const both = group.choices.map((choice) => ({ group, choice }));
  const names = new Map([
    ["camp 1", "Base Camp 2001"],
    ["camp 2", "Base Camp 2 2005"],
  ]);
  expect(offered(both[0]!, both.slice(0, 1), own, names)).toBe("Buy");
  expect(both.map((one) => offered(one, both, own, names))).toEqual([
    "Buy: Base Camp 2001",
    "Buy: Base Camp 2 2005",
  ]);
});
test("pieces and cards are found by their names, each kind once, and nothing face down", () => {
  const view: View = {
    board: "b",
    seat: 0,
    tokens: [
      { id: 1, name: "Night Vision", values: [{ name: "noise", text: "-1" }] },
      { id: 2, name: "Night Watch" },
      { id: 3, name: "Nightingale", face_down: true },
    ],
    decks: [
      {
        name: "for sale",
        count: 1,
        cards: [
          { id: 9, title: "Night Vision", cost: "4", unit: "points", use: "Makes its team 1 quieter." },
        ],
      },
    ],
  };
  expect(piecesNamed(view, ["night"])).toEqual([
    { name: "Night Vision", says: "Costs 4 points. Makes its team 1 quieter." },
    { name: "Night Watch", says: "" },
  ]);
  expect(piecesNamed(view, ["vision", "night"]).length).toBe(1);
});
