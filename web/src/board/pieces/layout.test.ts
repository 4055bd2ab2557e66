import { describe, expect, test } from "vitest";
import { inside } from "../geometry";
import { bySpace, cells, counterSize, heaps, layout, nameLines, nameSpot } from "./layout";
import type { Board, Space, Token } from "../../shared/types";

const rectangle = (x: number, y: number, width: number, height: number): [number, number][] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];
const area: Space = { id: 1, label: "1", name: "Daman", x: 1.5, y: 1.5, outline: rectangle(0, 0, 3, 3) };
const box: Space = {
  id: 2,
  label: "2",
  name: "Ready",
  kind: "box",
  x: 5,
  y: 1,
  outline: rectangle(4, 0, 2, 2),
};
const board: Board = { id: "b", title: "b", kind: "area", width: 6, height: 3, spaces: [area, box] };
const size = counterSize(board);
const unit = (id: number, space: number, side = "us", more: Partial<Token> = {}): Token => ({
  id,
  name: `u${id}`,
  space,
  side,
  ...more,
});
const many = (n: number, space: number) =>
  Array.from({ length: n }, (_, id) => unit(id, space, id % 2 ? "us" : "them"));

describe("counters in an area", () => {
  test("lie inside it, apart from each other and off its name", () => {
    const { placed, piles } = layout(board, many(6, 1), { cursor: null });
    expect(placed).toHaveLength(6);
    expect(piles).toEqual([]);
    const [nx, ny] = nameSpot(area);
    for (const one of placed) {
      expect(inside([one.x, one.y], area.outline!)).toBe(true);
      expect(Math.abs(one.x - nx) < size / 2 && Math.abs(one.y - ny) < size / 2).toBe(false);
      for (const other of placed)
        if (other !== one)
          expect(Math.max(Math.abs(other.x - one.x), Math.abs(other.y - one.y))).toBeGreaterThan(size);
    }
  });
  test("become a little smaller where it is crowded", () => {
    const room = cells(area, size).length;
    const { placed, piles } = layout(board, many(room + 1, 1), { cursor: null });
    expect(piles).toEqual([]);
    expect(placed).toHaveLength(room + 1);
    expect(placed[0]!.size).toBeLessThan(size);
  });
  test("are piled when there are too many, and none is lost from the count", () => {
    const { piles, placed } = layout(board, many(90, 1), { cursor: null });
    const near = (one: { x: number; y: number }) =>
      piles.some((pile) => Math.hypot(pile.x + pile.size / 2 - one.x, pile.y + pile.size / 2 - one.y) < 0.3);
    const alone = placed.filter((one) => !near(one)).length;
    expect(piles.reduce((sum, pile) => sum + pile.count, alone)).toBe(90);
  });
  test("keep sides apart as long as there are two heaps", () => {
    for (const heap of heaps(many(9, 1), 2)) expect(new Set(heap.map((token) => token.side)).size).toBe(1);
    expect(heaps(many(9, 1), 1)).toHaveLength(1);
    expect(heaps(many(9, 1), 1)[0]).toHaveLength(9);
    expect(heaps(many(3, 1), 5)).toHaveLength(3);
  });
  test("a box keeps them under its title", () => {
    for (const one of layout(board, many(4, 2), { cursor: null }).placed)
      expect(one.y).toBeGreaterThan(nameSpot(box)[1]);
  });
  test("a name too broad for its area has two lines, and they stay off both", () => {
    const narrow: Space = { ...area, name: "Spin Boldak South", outline: rectangle(0.6, 0, 1.8, 3) };
    expect(nameLines(narrow)).toEqual(["Spin Boldak", "South"]);
    expect(nameLines(area)).toEqual(["Daman"]);
    expect(nameLines({ ...narrow, name: "Spinboldaknorthandsouth" })).toHaveLength(1);
  });
  test("an area too small for one still shows it", () => {
    const tiny: Space = { ...area, outline: rectangle(1.4, 1.4, 0.2, 0.2) };
    expect(cells(tiny, size)).toHaveLength(1);
  });
});

describe("counters on counters", () => {
  const tokens = [
    unit(1, 1, "us", { size: 1.3 }),
    unit(2, -1, "us", { on: { id: 1 } }),
    unit(3, -1, "us", { on: { id: 2 } }),
  ];
  test("are in the space of the one that has them, and listed after it", () =>
    expect(
      bySpace(tokens)
        .get(1)!
        .map((token) => token.id),
    ).toEqual([1, 2, 3]));
  test("whatever number they have: that of another domain is another counter", () => {
    const marker = { ...unit(1, -1, "us", { on: { id: 1 } }), domain: "asset" };
    expect(bySpace([tokens[0]!, marker]).get(1)).toEqual([tokens[0], marker]);
    expect(layout(board, [tokens[0]!, marker], { cursor: null }).placed.map((one) => one.token)).toEqual([
      tokens[0],
      marker,
    ]);
  });
  test("are drawn small on it, and a large one is drawn large", () => {
    const { placed } = layout(board, tokens, { cursor: null });
    const [hq, asset] = placed;
    expect(hq!.size).toBeCloseTo(size * 1.3);
    expect(asset!.size).toBeLessThan(hq!.size / 2);
    expect(Math.abs(asset!.x - hq!.x)).toBeLessThan(hq!.size);
  });
});

test("on a hex they are one stack with its first on top", () => {
  const hexes: Board = { ...board, kind: "hex", spaces: [area] };
  const { placed, piles } = layout(hexes, many(6, 1), { cursor: null });
  expect(placed).toHaveLength(4);
  expect(placed.at(-1)!.token.id).toBe(0);
  expect(piles[0]!.count).toBe(6);
});

test("who comes near sees the counters of a hex side by side", () => {
  const hexes: Board = { ...board, kind: "hex", spaces: [{ ...area, outline: rectangle(1, 1, 1, 1) }] };
  const { placed, piles, apart } = layout(hexes, many(4, 1), { cursor: null, least: 0.3 });
  expect(placed).toHaveLength(4);
  expect(piles).toEqual([]);
  expect(apart).toEqual(new Set([1]));
  for (const one of placed)
    for (const other of placed)
      if (other !== one)
        expect(Math.max(Math.abs(other.x - one.x), Math.abs(other.y - one.y))).toBeGreaterThan(one.size);
  expect(layout(hexes, many(4, 1), { cursor: null, least: 0.5 }).piles).toHaveLength(1);
});

test("who comes near to a crowded area sees each counter of it", () => {
  const crowd = many(60, 1);
  const far = layout(board, crowd, { cursor: null, least: 1 });
  const near = layout(board, crowd, { cursor: null, least: 0.15 });
  expect(far.piles.length).toBeGreaterThan(0);
  expect(near.piles).toEqual([]);
  expect(near.placed).toHaveLength(60);
});
