import { describe, expect, test } from "vitest";
import { chains, curve, ends, grain, median, stepTo } from "./geometry";
import type { Space } from "../shared/types";

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
