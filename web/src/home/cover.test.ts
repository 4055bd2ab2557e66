import { describe, expect, it } from "vitest";
import { hueOf, lettering, window_ } from "./cover";
import type { Board, Space } from "../shared/types";

const board = (spaces: Partial<Space>[], width: number, height: number): Board =>
  ({ id: "m", title: "m", kind: "hex", width, height, spaces: spaces as Space[] }) as Board;

describe("the cover", () => {
  it("sets what stands behind a colon small", () => {
    expect(lettering("BCT Command: Kandahar")).toEqual({ large: "BCT Command", small: "Kandahar" });
    expect(lettering("Patrols")).toEqual({ large: "Patrols", small: "" });
  });
  it("has a colour that its name decides", () => {
    expect(hueOf("kandahar")).toBe(hueOf("kandahar"));
    expect(hueOf("kandahar")).not.toBe(hueOf("commandos"));
  });
  it("shows a small map whole, and of a large one the part with the most in it", () => {
    const small = board(
      [
        { id: 0, label: "a", x: 1, y: 1 },
        { id: 1, label: "b", x: 9, y: 4 },
        { id: 2, label: "a box", x: 40, y: 4, kind: "box" },
      ],
      50,
      5,
    );
    const [x, y, wide, high] = window_(small).split(" ").map(Number);
    expect(x! < 1 && x! + wide! > 9 && x! + wide! < 40).toBe(true);
    expect(y! < 1 && y! + high! > 4).toBe(true);
    const spaces = Array.from({ length: 900 }, (_, n) => ({
      id: n,
      label: `${n}`,
      x: n % 30,
      y: Math.floor(n / 30),
      terrain: ["clear"],
      name: n === 25 * 30 + 25 ? "the capital" : "",
    }));
    const [left, top, width, height] = window_(board(spaces, 30, 30))
      .split(" ")
      .map(Number);
    expect(left! < 25 && 25 < left! + width!).toBe(true);
    expect(top! < 25 && 25 < top! + height!).toBe(true);
  });
});
