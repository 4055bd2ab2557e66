import { expect, test } from "vitest";
import { cover, tickAt, tints } from "./targets";
import type { Board } from "../../shared/types";

test("places of one chance are one shape; those without a known one are apart", () => {
  const risks = new Map([
    [1, 0.05],
    [2, 0.95],
    [3, 0.19],
    [5, 1],
  ]);
  expect(tints([1, 2, 3, 4, 5], risks)).toEqual([
    { shade: 0, places: [1, 3] },
    { shade: 4, places: [2, 5] },
    { shade: -1, places: [4] },
  ]);
});

test("what covers the board has a hole for each place that can be chosen", () => {
  const board = { width: 4, height: 2, kind: "hex", spaces: [] } as unknown as Board;
  expect(cover(board, 0.5, ["M0 0L1 0L1 1Z"])).toBe("M-0.5 -0.5h5v3h-5ZM0 0L1 0L1 1Z");
});

test("a tick stands inside its hex", () => {
  const board = { kind: "hex", spaces: [] } as unknown as Board;
  expect(tickAt(board, { id: 1, label: "", x: 3, y: 4, outline: [[3, 4]] })).toEqual([3.31, 4.25]);
});
