import { expect, test } from "vitest";
import { Typing } from "./typing";

const heard = (text: string, pause: number) => {
  const typing = new Typing("npamhu/?");
  return [...text].map((key, n) => typing.hears({ key, timeStamp: n * pause }));
};

test("in words no letter is a shortcut", () => {
  expect(heard("line", 80)).toEqual([false, true, true, true]);
  expect(heard("a unit", 80)[1]).toBe(true);
});
test("single keys are, however fast they follow each other", () => {
  expect(heard("mnnna", 5)).toEqual([false, false, false, false, false]);
  expect(heard("xn", 900)).toEqual([false, false]);
});
test("keys that write nothing are left alone", () => {
  expect(new Typing("n").hears({ key: "Enter", timeStamp: 0 })).toBe(false);
});
