import { describe, expect, test } from "vitest";
import { along, around, journeys, timing, on } from "./motion";
import type { LogLine } from "../../shared/types";

const line = (n: number, ...moves: [number, number[]][]): LogLine => ({
  n,
  rule: "r",
  number: "1",
  text: "",
  dice: [],
  moves: moves.map(([token, path]) => ({ token, path })),
  weight: "",
});

describe("journeys", () => {
  test("steps that follow on each other are one way", () =>
    expect(
      journeys([
        { token: 7, path: [1, 2] },
        { token: 7, path: [2, 3] },
        { token: 8, path: [5, 6] },
      ]),
    ).toEqual([
      { tokens: ["token 7"], path: [1, 2, 3] },
      { tokens: ["token 8"], path: [5, 6] },
    ]));
  test("who goes the same way goes together", () =>
    expect(
      journeys([
        { token: 7, path: [1, 2] },
        { token: 8, path: [1, 2] },
      ]),
    ).toEqual([{ tokens: ["token 7", "token 8"], path: [1, 2] }]));
  test("pieces of one number and another domain are two", () =>
    expect(
      journeys([
        { token: 7, path: [1, 2] },
        { token: 7, domain: "asset", path: [2, 3] },
      ]),
    ).toEqual([
      { tokens: ["token 7"], path: [1, 2] },
      { tokens: ["asset 7"], path: [2, 3] },
    ]));
  test("a jump begins a new way, also one that is gone twice", () => {
    const twice = [
      { token: 7, path: [1, 2] },
      { token: 7, path: [1, 2] },
    ];
    expect(journeys(twice)).toHaveLength(2);
  });
});

test("a line shows its way again, with the steps before and after it", () => {
  const log = [
    line(0, [9, [4, 5]]),
    line(1, [7, [1, 2]]),
    line(2, [7, [2, 3]]),
    line(3),
    line(4, [7, [3, 4]]),
  ];
  expect(around(log, log[1]!)).toEqual([{ tokens: ["token 7"], path: [1, 2, 3] }]);
  expect(around(log, log[2]!)).toEqual([{ tokens: ["token 7"], path: [1, 2, 3] }]);
  expect(around(log, log[4]!)).toEqual([{ tokens: ["token 7"], path: [3, 4] }]);
});

test("along a way with a corner", () => {
  const way = [
    [0, 0],
    [2, 0],
    [2, 2],
  ] as const;
  expect(along(way, 0)).toEqual([0, 0]);
  expect(along(way, 0.25)).toEqual([1, 0]);
  expect(along(way, 0.75)).toEqual([2, 1]);
  expect(along(way, 1)).toEqual([2, 2]);
  expect(along([[3, 4]], 0.5)).toEqual([3, 4]);
});

test("many long ways together take a few seconds at most", () => {
  const all = Array.from({ length: 20 }, () => ({ tokens: ["token 1"], path: [1, 2, 3, 4] }));
  expect(timing(all).reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(3501);
  expect(timing(all.slice(0, 1))[0]).toBeGreaterThan(500);
});

describe("several boards", () => {
  const north = { token: 1, path: [2, 5], board: "north" };
  const south = { token: 1, path: [5, 6], board: "south" };
  test("a way over one board does not go on over another, though the numbers fit", () => {
    expect(journeys([north, south])).toEqual([
      { tokens: ["token 1"], path: [2, 5], board: "north" },
      { tokens: ["token 1"], path: [5, 6], board: "south" },
    ]);
  });
  test("only what led over a board is shown on it; with one board ways name none", () => {
    expect(on("south", [north, south])).toEqual([south]);
    expect(on("isle", [{ token: 1, path: [1, 2] }])).toHaveLength(1);
  });
});
