import { describe, expect, test } from "vitest";
import {
  active,
  atSpace,
  beginsWith,
  buttons,
  floods,
  fromCard,
  label,
  lit,
  pointedAt,
  wouldBe,
} from "./choices";
import type { Asked, Choices } from "./types";

const go: Choices = {
  verb: "go",
  text: "go",
  domain: "space",
  args: ["space"],
  choices: [{ option: ["go", 7], text: "go to 7" }],
};
const suppress: Choices = {
  verb: "suppress",
  text: "suppress",
  domain: "piece",
  args: ["token", "token"],
  choices: [
    { option: ["suppress", 3, 9], text: "3 at 9" },
    { option: ["suppress", 4, 9], text: "4 at 9" },
  ],
};
const done: Choices = {
  verb: "done",
  text: "go on",
  domain: "",
  args: [],
  choices: [{ option: ["done"], text: "done" }],
};
const camp: Choices = {
  verb: "camp",
  text: "set up a camp",
  domain: "space",
  args: ["token", "space"],
  choices: Array.from({ length: 90 }, (_, i) => ({ option: ["camp", 50, i], text: `camp in ${i}` })),
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

describe("what is lit", () => {
  test("a verb that would light most of the map waits", () => {
    expect(floods(camp, 100)).toBe(true);
    expect(floods(camp, 1000)).toBe(false);
    expect(groups.map((group) => group.verb)).toEqual(["go", "suppress"]);
  });
  test("until it is chosen", () => expect(active(ask, "camp", 100)).toEqual([camp]));
  test("weapons and targets, then only targets", () => {
    expect([...lit(groups).tokens].sort()).toEqual([3, 4, 9]);
    expect([...lit(groups, 3).tokens]).toEqual([9]);
    expect([...lit(groups).spaces]).toEqual([7]);
  });
});

describe("choices by what is pointed at", () => {
  test("a space answers itself", () =>
    expect(pointedAt(groups, "space", 7).map((p) => p.choice.text)).toEqual(["go to 7"]));
  test("another space is not lit", () => expect(pointedAt(groups, "space", 8)).toEqual([]));
  test("a target offers each weapon", () => expect(pointedAt(groups, "token", 9)).toHaveLength(2));
  test("a held weapon leaves one", () =>
    expect(pointedAt(groups, "token", 9, 4).map((p) => p.choice.text)).toEqual(["4 at 9"]));
  test("a weapon begins", () => expect(beginsWith(groups, 3)).toHaveLength(1));
  test("a space gathers itself and its pieces, each option once", () => {
    const tokens = [
      { id: 3, name: "gun", space: 7 },
      { id: 9, name: "foe", space: 7 },
    ];
    expect(atSpace(groups, 7, tokens).map((p) => p.choice.text)).toEqual(["go to 7", "3 at 9", "4 at 9"]);
    expect(atSpace(groups, 7, tokens, 4).map((p) => p.choice.text)).toEqual(["go to 7", "4 at 9"]);
  });
});

describe("buttons, cards and ticks", () => {
  test("plain verbs are buttons with the fuller words", () =>
    expect(buttons(ask).map(label)).toEqual(["Go on"]));
  test("a card off the map offers what begins with it", () => {
    expect(fromCard(ask, { board: "b", seat: 0 }, 3)).toHaveLength(1);
    expect(fromCard(ask, { board: "b", seat: 0, tokens: [{ id: 3, name: "gun", space: 1 }] }, 3)).toEqual([]);
  });
  test("why not names the verb and what goes before the space", () => {
    expect(wouldBe(groups, 8, null)).toEqual(["go", 8]);
    expect(wouldBe([camp], 8, null)).toEqual(["camp", 50, 8]);
    expect(wouldBe([done], 8, null)).toBeNull();
  });
});
