import { expect, test } from "vitest";
import { plot } from "./plot";

const course = [
  { n: 0, turn: 1, score: [0, 2] },
  { n: 5, turn: 2, score: [4, 2] },
  { n: 10, turn: 3, score: [4, -2] },
];
test("the score goes up and down in steps, from the first moment to the last", () => {
  const drawn = plot(course, 100, 60)!;
  expect([drawn.low, drawn.high]).toEqual([-2, 4]);
  expect(drawn.lines[0]).toBe("0.0,40.0 50.0,40.0 50.0,0.0 100.0,0.0 100.0,0.0");
  expect(drawn.lines[1]).toBe("0.0,20.0 50.0,20.0 50.0,20.0 100.0,20.0 100.0,60.0");
  expect(drawn.zero).toBe(40);
  expect(drawn.turns.map((one) => one.turn)).toEqual([1, 2, 3]);
});
test("without a score there is nothing to draw", () => {
  expect(plot([], 100, 60)).toBeNull();
  expect(plot([{ n: 0, turn: 1, score: [] }], 100, 60)).toBeNull();
});
