import { describe, expect, test } from "vitest";
import {
  active,
  amounts,
  askedAgain,
  buttons,
  cardsOf,
  chancesOf,
  floods,
  goesOn,
  hintOf,
  label,
  lit,
  offersOf,
  placeRefs,
  pointedAt,
  refs,
  waysTo,
  wouldBe,
} from "./choices";
import { cardRef, placesOf, spaceRef, tokenRef, type Ref } from "../shared/names";
import type { Asked, Board, Choices } from "../shared/types";

const go: Choices = {
  verb: "go",
  text: "go",
  args: ["space"],
  choices: [{ option: ["go", 7], text: "go to 7" }],
};
const suppress: Choices = {
  verb: "suppress",
  text: "suppress",
  args: ["token", "token"],
  choices: [
    { option: ["suppress", 3, 9], text: "3 at 9" },
    { option: ["suppress", 4, 9], text: "4 at 9" },
    { option: ["suppress", 3, 8], text: "3 at 8" },
  ],
};
const done: Choices = {
  verb: "done",
  text: "go on",
  args: [],
  choices: [{ option: ["done"], text: "done" }],
};
const camp: Choices = {
  verb: "camp",
  text: "set up a camp",
  args: ["token", "space"],
  choices: Array.from({ length: 90 }, (_, i) => ({ option: ["camp", 50, i], text: `camp in ${i}` })),
};
/** A card moves a piece to a box, which has a number of its own. */
const march: Choices = {
  verb: "march",
  text: "march",
  args: ["card", "token", "box"],
  choices: [
    { option: ["march", 3, 1, 5], text: "card 3: 1 to 5" },
    { option: ["march", 3, 1, 6], text: "card 3: 1 to 6" },
    { option: ["march", 3, 2, 5], text: "card 3: 2 to 5" },
    { option: ["march", 4, 1, 5], text: "card 4: 1 to 5" },
  ],
};
const ask: Asked = {
  prompt: "?",
  rule: "r",
  number: "1",
  shape: "pick",
  seats: [0],
  groups: [go, suppress, done, camp],
};
const groups = active(ask, null, 100);
const token = (id: number) => ({ domain: "token", id });
const space = (id: number) => ({ domain: "space", id });
const box = (id: number) => ({ domain: "box", id });
const card = (id: number) => ({ domain: "card", id });
const words = (found: { choice: { text: string } }[]) => found.map((one) => one.choice.text);

describe("what is lit", () => {
  test("a verb that would light most of the map waits", () => {
    expect(floods(camp, 100)).toBe(true);
    expect(floods(camp, 1000)).toBe(false);
    expect(groups.map((group) => group.verb)).toEqual(["go", "suppress"]);
  });
  test("until it is chosen", () => expect(active(ask, "camp", 100)).toEqual([camp]));
  test("weapons and targets, then only targets", () => {
    expect([...lit(groups)].sort()).toEqual(["space 7", "token 3", "token 4", "token 8", "token 9"]);
    expect([...lit(groups, [token(3)])].sort()).toEqual(["token 8", "token 9"]);
  });
  test("of three things the first two, then what may come next", () => {
    expect(lit([march])).toEqual(new Set(["card 3", "card 4", "token 1", "token 2"]));
    expect(lit([march], [card(3)])).toEqual(new Set(["token 1", "token 2", "box 5", "box 6"]));
    expect([...lit([march], [card(3), token(2)])]).toEqual(["box 5"]);
  });
});

describe("choices by what is pointed at", () => {
  test("names are those of the view", () => {
    expect(refs(march, march.choices[0]!)).toEqual([card(3), token(1), box(5)]);
    expect(spaceRef({ id: 105, label: "", x: 0, y: 0, ref: { id: 5, domain: "box" } })).toEqual(box(5));
    expect(tokenRef({ id: 5, name: "mortar", domain: "asset" })).toEqual({ domain: "asset", id: 5 });
  });
  test("things of one number and another domain are other things", () => {
    const equip = { ...suppress, args: ["asset", "token"] };
    expect(pointedAt([equip], [token(3)])).toEqual([]);
    expect(pointedAt([equip], [{ domain: "asset", id: 3 }])).toHaveLength(2);
    expect(pointedAt([march], [space(5)])).toEqual([]);
  });
  test("a board says which domains are places", () => {
    const spaces = [
      { id: 1, label: "a", x: 0, y: 0 },
      { id: 2, label: "b", x: 0, y: 0, ref: { id: 7, domain: "box" } },
    ];
    expect(placesOf({ spaces } as Board)).toEqual(new Set(["space", "box"]));
  });
  test("a space answers itself", () => expect(words(pointedAt(groups, [space(7)]))).toEqual(["go to 7"]));
  test("another space is not lit", () => expect(pointedAt(groups, [space(8)])).toEqual([]));
  test("a card is not the counter of its number", () => {
    expect(pointedAt(groups, [card(3)])).toEqual([]);
    expect(pointedAt([march], [token(3)])).toEqual([]);
  });
  test("a target offers each weapon, a held weapon leaves one", () => {
    expect(pointedAt(groups, [token(9)])).toHaveLength(2);
    expect(words(pointedAt(groups, [token(9)], [token(4)]))).toEqual(["4 at 9"]);
  });
  test("what is held is not pointed at again", () =>
    expect(pointedAt(groups, [token(3)], [token(3)])).toEqual([]));
  test("a space gathers itself and its pieces, each option once", () => {
    const stack = [
      { id: 3, name: "gun" },
      { id: 9, name: "foe" },
    ];
    const here = placeRefs(space(7), stack);
    expect(words(pointedAt(groups, here))).toEqual(["go to 7", "3 at 9", "4 at 9", "3 at 8"]);
  });
  test("a shop's card is the piece it shows", () => {
    const found = pointedAt(groups, [cardRef({ id: 4, title: "gun", domain: "token" })]);
    expect(words(found)).toEqual(["4 at 9"]);
  });
});

describe("what pointing offers", () => {
  const offers = (here: Ref[], held: Ref[] = []) =>
    offersOf(pointedAt([suppress, march, camp], here, held), here, held);
  test("a weapon with several targets is taken in hand, with one it is the answer", () => {
    expect(offers([token(3)]).hold.map(({ ref, count }) => [ref.id, count])).toEqual([[3, 2]]);
    expect(words(offers([token(4)]).plain)).toEqual(["4 at 9"]);
  });
  test("a target lists who may fire", () =>
    expect(words(offers([token(9)]).plain)).toEqual(["3 at 9", "4 at 9"]));
  test("a card, then a piece, then the place", () => {
    expect(offers([card(3)]).hold).toMatchObject([{ ref: card(3), count: 3 }]);
    expect(offers([token(1)], [card(3)]).hold).toMatchObject([{ ref: token(1), count: 2 }]);
    expect(words(offers([box(6)], [card(3), token(1)]).plain)).toEqual(["card 3: 1 to 6"]);
  });
  test("a target of very many is taken in hand, so that they are lit", () => {
    const many: Choices = {
      ...suppress,
      choices: Array.from({ length: 9 }, (_, i) => ({ option: ["suppress", i, 99], text: `${i} at 99` })),
    };
    const found = offersOf(pointedAt([many], [token(99)]), [token(99)], []);
    expect(found.hold).toMatchObject([{ ref: token(99), count: 9 }]);
    expect([found.plain, found.long]).toEqual([[], []]);
  });
  test("too many that differ in nothing drawn are a list of their own", () => {
    const many: Choices = {
      ...suppress,
      args: ["token", ""],
      choices: Array.from({ length: 9 }, (_, i) => ({ option: ["suppress", 99, i], text: `${i} dice` })),
    };
    expect(offersOf(pointedAt([many], [token(99)]), [token(99)], []).long).toEqual([many]);
  });
});

describe("buttons and reasons", () => {
  test("amounts too many for buttons are no buttons, but not lost", () => {
    const fire = (most: number): Choices => ({
      verb: "fire",
      text: "fire",
      args: [""],
      choices: Array.from({ length: most }, (_, n) => ({ option: ["fire", n], text: `fire ${n}` })),
    });
    const put = (group: Choices): Asked => ({ ...ask, groups: [group] });
    expect(amounts(put(fire(7))).map((group) => group.verb)).toEqual(["fire"]);
    expect(buttons(put(fire(7)))).toEqual([]);
    expect(amounts(put(fire(6)))).toEqual([]);
    expect(buttons(put(fire(6)))).toHaveLength(6);
  });
  test("plain verbs are buttons with the fuller words", () =>
    expect(buttons(ask).map(label)).toEqual(["Go on"]));
  test("a card is told with all that it can do, and what does not go with it goes out", () => {
    const attack: Choices = {
      ...march,
      verb: "attack",
      text: "attack",
      choices: [{ option: ["attack", 4, 1, 9], text: "" }],
    };
    const hand = [3, 4, 5].map((id) => ({ id, title: `card ${id}` }));
    const found = cardsOf([march, attack, go, { ...march, standing: true }], hand);
    expect(found.map((one) => [one.ref.id, one.groups.map((group) => group.verb)])).toEqual([
      [3, ["march"]],
      [4, ["march", "attack"]],
    ]);
    expect(goesOn(attack, [card(4)])).toBe(true);
    expect(goesOn(attack, [card(3)])).toBe(false);
    expect(goesOn(attack, [])).toBe(true);
  });
  test("an answer that names a card can show what the card says", () => {
    const view = { board: "", seat: 0, hand: [{ id: 4, title: "March", text: "Move a piece." }] };
    expect(hintOf(view, { group: march, choice: march.choices[3]! })).toBe("Move a piece.");
    expect(hintOf(view, { group: march, choice: march.choices[0]! })).toBeUndefined();
  });
  test("why not names the verb and what goes before the space", () => {
    expect(wouldBe(groups, [space(8)], [])).toEqual(["go", 8]);
    expect(wouldBe([camp], [space(8)], [])).toEqual(["camp", 50, 8]);
    expect(wouldBe([march], [box(8)], [card(4)])).toEqual(["march", 4, 1, 8]);
    expect(wouldBe([march], [box(8), token(9)], [card(4)])).toEqual(["march", 4, 9, 5]);
    expect(wouldBe([done], [space(8)], [])).toBeNull();
  });
});

describe("asked again", () => {
  const one = (place: "" | "end", warning: string, grave = false) => {
    const choice = { option: ["x"], text: "x", warning };
    return { group: { verb: "x", text: "x", choices: [choice], place, grave }, choice };
  };
  test("what gives up something for good, always", () =>
    expect(askedAgain(one("", "", true), "grave")).toBe(true));
  test("what ends something, where something is lost", () => {
    expect(askedAgain(one("end", "2 cards unplayed"), "loss")).toBe(true);
    expect(askedAgain(one("end", ""), "loss")).toBe(false);
    expect(askedAgain(one("end", "2 cards unplayed"), "grave")).toBe(false);
  });
  test("another warning, only for who wants it so", () => {
    expect(askedAgain(one("", "it is loud"), "loss")).toBe(false);
    expect(askedAgain(one("", "it is loud"), "warning")).toBe(true);
  });
});

test("the chance of an answer is that of what it names last", () => {
  const group = {
    verb: "go",
    text: "go",
    args: ["token", "space"],
    choices: [
      { option: ["go", 1, 5], text: "", odds: { text: "", chances: { heard: 0.4 } } },
      { option: ["go", 2, 6], text: "", odds: { text: "", chances: { heard: 0.7 } } },
      { option: ["go", 1, 7], text: "" },
    ],
  };
  expect(chancesOf([group], [{ domain: "token", id: 1 }])).toEqual([
    { ref: { domain: "space", id: 5 }, chance: 0.4 },
  ]);
});

test("places that are reached otherwise than others are known by their way", () => {
  const sail = {
    ...go,
    choices: [...go.choices, { option: ["go", 9], text: "go to 9", way: "water" as const }],
  };
  expect([...waysTo([sail, suppress])]).toEqual([[9, "water"]]);
});
