import { describe, expect, it } from "vitest";
import type { LogLine } from "../shared/types";
import { extended, told } from "./log";

const line = (n: number, text: string): LogLine => ({
  n,
  text,
  rule: "",
  number: "",
  dice: [],
  moves: [],
  weight: "",
});
const lines = (...texts: string[]) => texts.map((text, n) => line(n, text));
const texts = (log: LogLine[]) => log.map((one) => one.text);

describe("a log that is sent piece by piece", () => {
  const before = lines("a", "b", "c");
  it("takes new lines at its end", () => {
    expect(texts(extended(before, [line(3, "d")], 4))).toEqual(["a", "b", "c", "d"]);
  });
  it("stays as it is when nothing is new", () => {
    expect(extended(before, [], 3)).toEqual(before);
  });
  it("loses what an undo has unsaid, and takes what stands there now", () => {
    expect(texts(extended(before, [], 1))).toEqual(["a"]);
    expect(texts(extended(before, [line(1, "x"), line(2, "y")], 3))).toEqual(["a", "x", "y"]);
    expect(extended(before, [], 0)).toEqual([]);
  });
  it("of which the beginning is not here goes on at its end, and begins anew where lines are missing", () => {
    const end = [line(7, "h"), line(8, "i")];
    expect(texts(extended(end, [line(9, "j")], 10))).toEqual(["h", "i", "j"]);
    expect(texts(extended(end, [line(12, "m")], 13))).toEqual(["m"]);
    expect(told(end)).toBe(9);
  });
  it("is another seat's, or told from the beginning, where all of it is sent", () => {
    expect(texts(extended(before, lines("p", "q"), 2))).toEqual(["p", "q"]);
  });
});
