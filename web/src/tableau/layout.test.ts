import { describe, expect, test } from "vitest";
import { cardsIn, chancesOn, inWords, liesOpen, placesOf, step, stopsOf, withLaid } from "./layout";
import type { Board, Card, Choices, Hand, View } from "../shared/types";

const spaces = [0, 1, 2].map((id) => ({ id, label: `Place ${id + 1}`, x: id, y: 0 }));
const board: Board = {
  id: "path",
  title: "Path",
  kind: "tableau",
  width: 3,
  height: 1,
  spaces,
  rows: ["foes", "friends"],
};
const card = (id: number, more: Partial<Card> = {}): Card => ({ id, title: `Card ${id}`, ...more });
const on = (id: number) => ({ id, domain: "card" });
const view: View = {
  board: "path",
  seat: 0,
  cards: [
    card(1, { space: 0 }),
    card(10, { space: 0, row: "friends" }),
    card(11, { on: on(10) }),
    card(12, { on: on(11), space: 0 }),
    card(20, { space: 1, row: "foes", pips: [{ name: "men", states: ["open", "gone", "open"] }] }),
    card(30, { space: 2, row: "wreckage" }),
  ],
  tokens: [
    { id: 5, name: "ammunition", on: on(11) },
    { id: 6, name: "rifle", space: 2 },
  ],
};
const ids = (cards: readonly Card[]) => cards.map((one) => one.id);

describe("places", () => {
  const places = placesOf(board, view);
  test("each has its own card, its rows in the order of the board, and rows the board does not name last", () => {
    expect(places.map((place) => place.own.map(({ card }) => card.id))).toEqual([[1], [], []]);
    expect(places[0]!.rows.map((row) => [row.name, row.cards.map(({ card }) => card.id)])).toEqual([
      ["foes", []],
      ["friends", [10]],
    ]);
    expect(places[2]!.rows.at(-1)!.name).toBe("wreckage");
    expect(places[2]!.tokens.map((token) => token.name)).toEqual(["rifle"]);
  });
  test("cards lie on cards, however deep, and counters on them", () => {
    const soldier = places[0]!.rows[1]!.cards[0]!;
    expect(soldier.cards[0]!.tokens[0]!.name).toBe("ammunition");
    expect(soldier.cards[0]!.cards[0]!.card.id).toBe(12);
  });
  test("what lies on a card is in its place, once; on other boards only what has the place itself", () => {
    expect(ids(cardsIn(board, view, 0))).toEqual([1, 10, 11, 12]);
    expect(ids(cardsIn({ ...board, kind: "cards" }, view, 0))).toEqual([1, 10, 12]);
  });
  test("cards that lie on each other in a ring end", () => {
    const ring = { ...view, cards: [card(1, { on: on(2) }), card(2, { on: on(1) })] };
    expect(withLaid(ring.cards[0]!, ring).cards[0]!.cards).toEqual([]);
  });
  test("a card is told with its pips", () =>
    expect(inWords(places[1]!.rows[0]!.cards[0]!)).toBe("Card 20, men 2 open, 1 gone"));
});

describe("chances", () => {
  const choice = (weapon: number, foe: number, kill: number) => ({
    option: ["attack", weapon, foe] as [string, number, number],
    text: "",
    odds: { text: "", chances: { kill, miss: 1 - kill } },
  });
  const groups: Choices[] = [
    {
      verb: "attack",
      text: "attack",
      args: ["card", "card"],
      choices: [choice(11, 20, 0.2), choice(12, 20, 0.6), choice(11, 30, 0.2)],
    },
  ];
  test("of several answers the greatest is told as such", () => {
    expect(chancesOn(groups, []).get("card 20")).toEqual({ name: "kill", share: 0.6, most: true });
    expect(chancesOn(groups, []).get("card 30")).toEqual({ name: "kill", share: 0.2, most: false });
  });
  test("with a weapon in hand only its own", () =>
    expect(chancesOn(groups, [on(11)]).get("card 20")).toEqual({ name: "kill", share: 0.2, most: false }));
});

test("one's own hands lie open, others when they are asked for or hold what can be chosen", () => {
  const hand = (seat: number): Hand => ({ name: "", count: 1, seat, cards: [card(50 + seat)] });
  const none = new Set<string>();
  const no = new Map<number, boolean>();
  expect([0, 1].map((n) => liesOpen(hand(n), n, 0, none, no))).toEqual([true, false]);
  expect(liesOpen(hand(1), 1, 0, new Set(["card 51"]), no)).toBe(true);
  expect(liesOpen(hand(0), 0, 0, none, new Map([[0, false]]))).toBe(false);
  expect(liesOpen(hand(1), 1, 0, none, new Map([[1, true]]))).toBe(true);
});

describe("arrow keys", () => {
  const hands: Hand[] = [
    { name: "A", count: 2, cards: [card(40), card(41)] },
    { name: "B", count: 0 },
    { name: "C", count: 1, cards: [card(42)] },
  ];
  const stops = stopsOf(placesOf(board, view), hands, new Set(["token 5"]));
  test("stop at places, cards, and counters that can be chosen", () =>
    expect(stops.places[0]).toEqual(["space 0", "card 10", "card 11", "token 5", "card 12"]));
  const walk = (from: string, ...keys: string[]) =>
    keys.reduce((at, key) => step(stops, at, `Arrow${key}`, 1), from);
  test("along the path", () => {
    expect(walk("space 0", "Right")).toBe("space 1");
    expect(walk("token 5", "Right")).toBe("card 20");
    expect(walk("space 0", "Left")).toBe("space 0");
    expect(walk("space 2", "Right")).toBe("space 2");
  });
  test("down a place, into the hands, and back to where one came from", () => {
    expect(walk("space 1", "Down", "Down")).toBe("card 40");
    expect(walk("card 40", "Right", "Right")).toBe("card 42");
    expect(walk("card 40", "Down")).toBe("card 42");
    expect(walk("card 42", "Down")).toBe("card 42");
    expect(walk("card 42", "Up", "Up")).toBe("card 20");
  });
});
