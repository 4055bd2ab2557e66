import { describe, expect, test } from "vitest";
import { beyondTheEdge, chains, curve, ends, grain, median, stepTo } from "./geometry";
import type { Board, Space } from "../shared/types";

const link = (a: number, b: number, kind = "river") => ({ a, b, kind });

describe("chains", () => {
  test("a line of links is one chain", () =>
    expect(chains([link(1, 2), link(3, 2), link(3, 4)], "river").map((c) => c.length)).toEqual([4]));
  test("a fork gives three", () =>
    expect(chains([link(1, 2), link(2, 3), link(2, 4)], "river")).toHaveLength(3));
  test("a ring is found", () =>
    expect(chains([link(1, 2), link(2, 3), link(3, 1)], "river")[0]).toHaveLength(4));
  test("other kinds are left out", () => expect(chains([link(1, 2, "trail")], "river")).toEqual([]));
});

test("a curve begins and ends at its ends", () => {
  const path = curve([
    [0, 0],
    [1, 0],
    [1, 1],
  ]);
  expect(path.startsWith("M0.000 0.000")).toBe(true);
  expect(path.endsWith("L1.000 1.000")).toBe(true);
});

describe("at the edge of the map", () => {
  const board: Board = { id: "b", title: "B", kind: "hex", width: 10, height: 10, spaces: [] };
  test("a line leaves, also out of a hex that stands half a hex back", () => {
    const [, y] = beyondTheEdge(board, [2, 0.866], [2, 1.732])!;
    expect(y).toBeLessThan(0);
    expect(beyondTheEdge(board, [9.5, 5], [8.75, 4.567])![0]).toBeGreaterThan(10);
  });
  test("a line leaves though it comes at a slant", () => {
    const [, y] = beyondTheEdge(board, [2, 0.433], [2.75, 0.866])!;
    expect(y).toBeLessThan(0);
  });
  test("what runs along the edge, or ends before it, stays", () => {
    expect(beyondTheEdge(board, [0.5, 5], [0.5, 4.134])).toBeNull();
    expect(beyondTheEdge(board, [5, 1.3], [5, 2.17])).toBeNull();
  });
});

test("arrow keys go to the neighbour in that direction", () => {
  const at = (id: number, x: number, y: number): Space => ({ id, label: "", x, y });
  const spaces = [at(0, 0, 0), at(1, 1, 0.1), at(2, 0.1, 1), at(3, 3, 0)];
  expect(stepTo(spaces, spaces[0]!, 1, 0).id).toBe(1);
  expect(stepTo(spaces, spaces[0]!, 0, 1).id).toBe(2);
  expect(stepTo(spaces, spaces[0]!, -1, 0).id).toBe(0);
});

test("grain is the same each time and spread out", () => {
  expect(grain(7)).toBe(grain(7));
  const many = Array.from({ length: 1000 }, (_, i) => grain(i));
  expect(many.filter((x) => x < 0.5).length).toBeGreaterThan(400);
  expect(many.filter((x) => x < 0.5).length).toBeLessThan(600);
});

test("the middle is where most are, whatever one does far away", () => {
  expect(median([90, 2, 1, 3, 2])).toBe(2);
  expect(ends([4, 1, 9])).toEqual([1, 9]);
});
