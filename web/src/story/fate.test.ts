import { expect, test } from "vitest";
import { fate } from "./fate";

test("one wins alone, as in records from before several could", () => {
  const outcome = { label: "Wiped out", scores: [0, 1], winner: 1 };
  expect([0, 1].map((seat) => fate(outcome, seat))).toEqual(["", "winner"]);
});

test("seats win and lose together", () => {
  const outcome = { label: "Held", scores: [3, 3, 0], winner: 0, winners: [0, 1], losers: [2] };
  expect([0, 1, 2].map((seat) => fate(outcome, seat))).toEqual(["winner", "winner", "lost"]);
});

test("a draw is nobody's", () => {
  expect(fate({ label: "Draw", scores: [1, 1] }, 0)).toBe("");
});
