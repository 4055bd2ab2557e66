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

test("dice of one purpose lie together, those of another throw apart", () => {
  const log = [
    line(0, "scout: 2 on a d6", 2),
    line(1, "fire: 4 on a d6", 4),
    line(2, "fire: 1 on a d6", 1),
    line(3, "One hit."),
  ];
  expect(lastThrow(log)).toEqual({ n: 2, purpose: "fire", dice: [4, 1], figures: false });
});
test("other dice show figures", () => {
  expect(lastThrow([line(0, "noise: 7 on a d10", 7)])?.figures).toBe(true);
});
test("what fell long ago is no longer shown", () => {
  const later = Array.from({ length: 12 }, (_, n) => line(n + 1, "Something else."));
  expect(lastThrow([line(0, "fire: 4 on a d6", 4), ...later])).toBeNull();
  expect(lastThrow([])).toBeNull();
});
