import { describe, expect, test } from "vitest";
import { handDrawn, inside, inUnits, outlinePath, warp } from "../geometry";
import { texture } from "./texture";
import type { Board, Space } from "../../shared/types";

const square = (id: number, x: number, y: number): Space => ({
  id,
  label: String(id),
  x: x + 0.5,
  y: y + 0.5,
  outline: [
    [x, y],
    [x + 1, y],
    [x + 1, y + 1],
    [x, y + 1],
  ],
});

describe("ground", () => {
  test("a place moves a little, and always to the same spot", () => {
    const [x, y] = warp([3.25, 4.5]);
    expect([x, y]).toEqual(warp([3.25, 4.5]));
    expect(Math.hypot(x - 3.25, y - 4.5)).toBeLessThan(0.2);
  });
  test("neighbours share their drawn edge, so nothing gapes", () => {
    const left = handDrawn(square(1, 0, 0).outline).match(/[\d.-]+ [\d.-]+/g)!;
    const right = new Set(handDrawn(square(2, 1, 0).outline).match(/[\d.-]+ [\d.-]+/g));
    expect(left.filter((point) => right.has(point)).length).toBe(5);
  });
  test("inside and outside", () => {
    expect(inside([0.5, 0.5], square(1, 0, 0).outline!)).toBe(true);
    expect(inside([1.5, 0.5], square(1, 0, 0).outline!)).toBe(false);
    expect(outlinePath([])).toBe("");
  });
  test("a map in miles gets the size of a map in hexes; a hex map stays", () => {
    const miles: Board = {
      id: "m",
      title: "m",
      kind: "point",
      width: 1000,
      height: 1000,
      spaces: [{ id: 0, label: "a", x: 500, y: 500 }],
    };
    const small = inUnits(miles);
    expect(small.width).toBeCloseTo(1.6);
    expect(small.spaces[0]!.x).toBeCloseTo(0.8);
    const hexes: Board = { ...miles, kind: "hex" };
    expect(inUnits(hexes)).toBe(hexes);
  });
});

describe("texture", () => {
  const everywhere = () => 0;
  test.each(["hachures", "hills", "dots", "sand", "water", "rows"])(
    "%s is sown, the same each time",
    (kind) => {
      const path = texture(kind, [square(5, 0, 0)], everywhere);
      expect(path.length).toBeGreaterThan(20);
      expect(path).not.toContain("NaN");
      expect(path).toBe(texture(kind, [square(5, 0, 0)], everywhere));
    },
  );
  test("the middle stays free where something stands", () =>
    expect(texture("dots", [square(5, 0, 0)], () => 2)).toBe(""));
  test("unknown ground is left bare", () => expect(texture("lava", [square(5, 0, 0)], everywhere)).toBe(""));
});
