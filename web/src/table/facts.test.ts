import { expect, test } from "vitest";
import { bySource } from "./facts";

test("values of one source stand together, in the order in which they were told first", () => {
  const told = [
    { name: "J-2", text: "3", source: "rulebook 2.1" },
    { name: "cost", text: "5", source: "our own" },
    { name: "J-3", text: "2", source: "rulebook 2.1" },
    { name: "state", text: "Covert" },
  ];
  const found = bySource(told).map(({ source, facts }) => [source, facts.map((fact) => fact.name)]);
  expect(found).toEqual([
    ["rulebook 2.1", ["J-2", "J-3"]],
    ["our own", ["cost"]],
    ["", ["state"]],
  ]);
});
