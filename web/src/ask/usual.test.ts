import { beforeEach, expect, test } from "vitest";
import { briefly, lastAnswer, noteAnswer } from "./usual";
import type { Asked, Option } from "../shared/types";

const ask = (shape: Asked["shape"], ...numbers: number[]): Asked => ({
  prompt: "",
  rule: "hand",
  number: "",
  shape,
  seats: [0],
  groups: [
    {
      verb: "select",
      text: "select",
      choices: numbers.map((n) => ({ option: ["select", n], text: `J-${n}` })),
    },
  ],
});
const chosen = (...numbers: number[]) =>
  numbers.map((n) => ({ option: ["select", n] as Option, text: `J-${n}` }));
beforeEach(() => {
  const kept = new Map<string, string>();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage;
});

test("what was chosen last time is offered again, as far as it is on offer now", () => {
  noteAnswer("bct", 0, ask("many", 1, 2, 3), chosen(1, 1, 3));
  expect(lastAnswer("bct", 0, ask("many", 1, 2)).map((one) => one.text)).toEqual(["J-1", "J-1"]);
  expect(lastAnswer("bct", 1, ask("many", 1, 2))).toEqual([]);
  expect(lastAnswer("other", 0, ask("many", 1, 2))).toEqual([]);
});

test("what is offered only beside the rest comes with it", () => {
  noteAnswer("bct", 0, ask("many", 1, 2), chosen(1, 7));
  expect(lastAnswer("bct", 0, ask("many", 1, 2)).map((one) => one.text)).toEqual(["J-1", "J-7"]);
  expect(lastAnswer("bct", 0, ask("many", 2))).toEqual([]);
});

test("a way over the map is no habit", () => {
  noteAnswer("bct", 0, ask("path", 1), chosen(1));
  expect(lastAnswer("bct", 0, ask("path", 1))).toEqual([]);
});

test("many are told briefly", () => {
  const all = [1, 2, 3, 4, 5, 6].map((n) => ({ option: ["select", n], text: `J-${n}` }));
  expect(briefly(all)).toBe("J-1, J-2, J-3, J-4 and 2 more");
  expect(briefly(all.slice(0, 2))).toBe("J-1, J-2");
});
