import { describe, expect, test } from "vitest";
import { deciders } from "./deciding";
import type { Asked, Choices } from "../shared/types";

const group = (verb: string, more: Partial<Choices> = {}, warning = ""): Choices => ({
  verb,
  text: verb,
  choices: [{ option: [verb], text: verb, warning }],
  ...more,
});
const ask = (...groups: Choices[]): Asked => ({
  prompt: "",
  rule: "",
  number: "",
  shape: "many",
  seats: [0],
  groups,
});
const verb = (one: unknown) =>
  one === null || typeof one === "string" ? one : (one as { group: Choices }).group.verb;
const places = (asked: Asked, gathered = 0, leads = false) => {
  const { confirm, end, graves, rest } = deciders(asked, gathered, leads);
  return [verb(confirm), verb(end), graves.map(verb), rest.map(verb)];
};
const pick = group("take", { args: ["token"], choices: [{ option: ["take", 1], text: "take" }] });

describe("the two places", () => {
  test("what ends something never stands where one confirms", () =>
    expect(places(ask(group("done", { place: "end" }), pick))).toEqual([null, "done", [], []]));
  test("with parts gathered they are confirmed by themselves, and it still ends", () =>
    expect(places(ask(group("done", { place: "end" }), pick), 2)).toEqual(["more", "done", [], []]));
  test("what ends a way, or settles what the parts risk, confirms them", () => {
    const way = ask(group("halt", { place: "end" }), pick);
    expect(places({ ...way, shape: "path" }, 2)).toEqual(["halt", null, [], []]);
    const fire = group("done", { place: "end" });
    fire.choices[0]!.odds = { text: "heard", chances: { heard: 0.5 } };
    expect(places(ask(fire, pick), 2)).toEqual(["done", null, [], []]);
  });
  test("parts that are an answer by themselves are confirmed", () => {
    expect(places(ask(pick), 1)).toEqual(["parts", null, [], []]);
    expect(places(ask(group("done", { place: "end" }), pick), 1, true)).toEqual(["parts", null, [], []]);
  });
  test("the only answer goes on; one that loses something does not", () => {
    expect(places(ask(group("done", { place: "end" })))).toEqual(["done", null, [], []]);
    expect(places(ask(group("done", { place: "end" }, "2 cards unplayed")))).toEqual([null, "done", [], []]);
  });
  test("choices that have to be thought about are neither", () =>
    expect(places(ask(group("fire"), group("fall-back")))).toEqual([null, null, [], ["fire", "fall-back"]]));
  test("what gives up stands apart", () =>
    expect(
      places(ask(group("go-on", { place: "confirm" }), group("resign", { standing: true, grave: true }))),
    ).toEqual(["go-on", null, ["resign"], []]));
});
