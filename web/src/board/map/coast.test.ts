import { describe, expect, test } from "vitest";
import { inside, type Point } from "../geometry";
import { brim, coastline, fan, soften } from "./coast";
import type { Wet } from "./kinds";
import type { Space } from "../../shared/types";

const HIGH = Math.sqrt(3) / 4;
/** Flat-topped hexes in columns, every second one half a hex lower. */
function hexes(rows: readonly string[]): { spaces: Space[]; wet: (space: Space) => Wet } {
  const kinds: Record<string, Wet> = { "~": "sea", c: "coast", ".": "land", q: "quay" };
  const spaces: Space[] = [];
  const found: Wet[] = [];
  rows.forEach((row, r) =>
    [...row].forEach((letter, c) => {
      const [x, y] = [0.5 + 0.75 * c, HIGH * (1 + 2 * r + (c % 2))];
      const outline: Point[] = [
        [x - 0.25, y - HIGH],
        [x + 0.25, y - HIGH],
        [x + 0.5, y],
        [x + 0.25, y + HIGH],
        [x - 0.25, y + HIGH],
        [x - 0.5, y],
      ];
      spaces.push({ id: spaces.length, label: "", x, y, outline: outline.map(([a, b]) => [a, b]) });
      found.push(kinds[letter]!);
    }),
  );
  return { spaces, wet: (space) => found[space.id]! };
}

describe("quays", () => {
  test("land reaches up to them, and they have none themselves", () => {
    const { spaces, wet } = hexes(["ccc", "cqc", "~~~"]);
    const land = coastline(spaces, wet);
    expect(land.has(4)).toBe(false);
    const { x, y } = spaces[1]!;
    expect(inside([x, y + HIGH * 0.95], land.get(1)!)).toBe(true);
  });
  test("open water parts a ship from the shore", () => {
    const { spaces, wet } = hexes(["ccc", "cqc", "~~~"]);
    const land = coastline(spaces, wet, [{ space: 4, side: 0, kind: "sea" }]);
    const { x, y } = spaces[1]!;
    expect(inside([x, y + HIGH * 0.95], land.get(1)!)).toBe(false);
    expect(inside([x, y], land.get(1)!)).toBe(true);
  });
  test("between two sides of open water their corner is water, too", () => {
    const { spaces, wet } = hexes(["ccc", "cqc", "~~~"]);
    const corner = spaces[4]!.outline![0]!;
    const near = ([x, y]: readonly [number, number], to: Space): Point => [
      x + (to.x - x) * 0.06,
      y + (to.y - y) * 0.06,
    ];
    const sides = [0, 5].map((side) => ({ space: 4, side, kind: "sea" }));
    const others = [1, 3].map((id) => spaces[id]!);
    const dry = (land: Map<number, Point[]>) =>
      others.map((one) => inside(near(corner, one), land.get(one.id)!));
    expect(dry(coastline(spaces, wet, sides.slice(0, 1)))).toEqual([true, true]);
    expect(dry(coastline(spaces, wet, sides))).toEqual([false, false]);
  });
});

test("the wedge of a coastal hex is cut where a shore may cross it", () => {
  const slices = fan([
    [0, 0],
    [4, 0],
    [2, 3],
  ]);
  expect(slices.map(([a, b]) => [a![0], b![0]])).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
  ]);
});

describe("coastline", () => {
  test("land ends where the sea begins, and the middle stays dry", () => {
    const { spaces, wet } = hexes(["...", "ccc", "~~~"]);
    const land = coastline(spaces, wet);
    expect([...land.keys()]).toEqual([3, 4, 5]);
    for (const [id, outline] of land) {
      const { x, y } = spaces[id]!;
      expect(inside([x, y], outline)).toBe(true);
      expect(inside([x, y + HIGH * 0.95], outline)).toBe(false);
      expect(inside([x, y - HIGH * 0.9], outline)).toBe(true);
    }
  });
  test("neighbours cross their common side at the same place", () => {
    const { spaces, wet } = hexes(["...", "ccc", "~~~"]);
    const land = coastline(spaces, wet);
    const [a, b] = [land.get(3)!, land.get(4)!];
    const key = ([x, y]: Point) => `${x.toFixed(3)} ${y.toFixed(3)}`;
    const common = a.map(key).filter((one) => b.map(key).includes(one));
    // The dry corner, the dry middle of the side, and the crossing between that and the wet corner.
    expect(common).toHaveLength(3);
  });
  test("an islet is land in the middle and water all round", () => {
    const { spaces, wet } = hexes(["~~~", "~c~", "~~~"]);
    const outline = coastline(spaces, wet).get(4)!;
    const { x, y } = spaces[4]!;
    expect(inside([x, y], outline)).toBe(true);
    for (const [dx, dy] of [
      [0.42, 0],
      [-0.42, 0],
      [0, 0.4],
      [0, -0.4],
    ] as const)
      expect(inside([x + dx, y + dy], outline)).toBe(false);
  });
  test("one sea hex among land makes a cove, a coast without sea is whole", () => {
    const cove = hexes([".c.", ".~.", "..."]);
    const outline = coastline(cove.spaces, cove.wet).get(1)!;
    const { x, y } = cove.spaces[1]!;
    expect(inside([x, y + HIGH * 0.9], outline)).toBe(false);
    expect(inside([x - 0.2, y + HIGH * 0.9], outline)).toBe(true);
    const dry = hexes(["...", ".c.", "..."]);
    expect(coastline(dry.spaces, dry.wet).get(4)).toEqual(dry.spaces[4]!.outline);
  });
  test("an isthmus joins two coasts, unless their side is sea", () => {
    const { spaces, wet } = hexes(["~~~", "~cc", "~~~"]);
    const [a, b] = [spaces[4]!, spaces[5]!];
    const middle: Point = [(a.x + b.x) / 2, (a.y + b.y) / 2];
    const beside: Point = [middle[0] - 0.03, middle[1]];
    expect(inside(beside, coastline(spaces, wet).get(4)!)).toBe(true);
    const open = coastline(spaces, wet, [{ space: 4, side: 1, kind: "sound" }]);
    expect(inside(beside, open.get(4)!)).toBe(false);
  });
});

test("rounding a line keeps its ends", () => {
  const line = soften([
    [0, 0],
    [1, 0],
    [1, 1],
  ]);
  expect(line[0]).toEqual([0, 0]);
  expect(line.at(-1)).toEqual([1, 1]);
  expect(line).not.toContainEqual([1, 0]);
});

test("the brim goes on from outer sides only", () => {
  const { spaces } = hexes(["..", ".."]);
  const sides = brim(spaces);
  // Four hexes have twenty-four sides; five are shared by two.
  expect(sides).toHaveLength(24 - 2 * 5);
  for (const { space, outline } of sides) expect(inside([space.x, space.y], outline)).toBe(false);
});
