import { describe, expect, test } from "vitest";
import { beginsWith, buttons, lit, pointedAt } from "./choices";
import type { Asked } from "./types";

const ask: Asked = {
  prompt: "?",
  rule: "r",
  number: "1",
  shape: "pick",
  seats: [0],
  groups: [
    { verb: "go", text: "go", domain: "space", args: ["space"], choices: [{ option: ["go", 7], text: "go to 7" }] },
    {
      verb: "suppress",
      text: "suppress",
      domain: "piece",
      args: ["token", "token"],
      choices: [
        { option: ["suppress", 3, 9], text: "3 at 9" },
        { option: ["suppress", 4, 9], text: "4 at 9" },
      ],
    },
    { verb: "done", text: "done", domain: "", args: [], choices: [{ option: ["done"], text: "done" }] },
  ],
};

describe("choices by what is pointed at", () => {
  test("a space answers itself", () => expect(pointedAt(ask, "space", 7).map((p) => p.choice.text)).toEqual(["go to 7"]));
  test("another space is not lit", () => expect(pointedAt(ask, "space", 8)).toEqual([]));
  test("a target offers each weapon", () => expect(pointedAt(ask, "token", 9)).toHaveLength(2));
  test("a held weapon leaves one", () => expect(pointedAt(ask, "token", 9, 4).map((p) => p.choice.text)).toEqual(["4 at 9"]));
  test("a weapon begins", () => expect(beginsWith(ask, 3)).toHaveLength(1));
  test("weapons and targets are lit, then only targets", () => {
    expect([...lit(ask).tokens].sort()).toEqual([3, 4, 9]);
    expect([...lit(ask, 3).tokens]).toEqual([9]);
    expect([...lit(ask).spaces]).toEqual([7]);
  });
  test("plain verbs are buttons", () => expect(buttons(ask).map((p) => p.choice.text)).toEqual(["done"]));
});
