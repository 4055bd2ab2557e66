import { expect, test } from "vitest";
import { lastThrow } from "./throw";
import type { LogLine } from "../shared/types";

const line = (n: number, text: string, ...dice: number[]): LogLine => ({
  n,
  rule: "",
  number: "",
  text,
  dice,
  moves: [],
  weight: "",
});
/** A die as the table tells it: in words for people, and as data. */
const die = (n: number, purpose: string, sides: number, face: number): LogLine => ({
  ...line(n, `${purpose}: ${face} on a d${sides}`, face),
  purpose,
  sides,
});

test("dice of one purpose lie together, those of another throw apart", () => {
  const log = [die(0, "scout", 6, 2), die(1, "fire", 6, 4), die(2, "fire", 6, 1), line(3, "One hit.")];
  expect(lastThrow(log)).toEqual({ n: 2, purpose: "fire", dice: [4, 1], sides: 6 });
});
test("other dice show figures", () => {
  expect(lastThrow([die(0, "noise", 10, 7)])?.sides).toBe(10);
});
test("what fell long ago is no longer shown", () => {
  const later = Array.from({ length: 12 }, (_, n) => line(n + 1, "Something else."));
  expect(lastThrow([die(0, "fire", 6, 4), ...later])).toBeNull();
  expect(lastThrow([])).toBeNull();
});
