/** The lines of the inspector, those that come from one place together, so that the place is named once. */
import type { Facts } from "../shared/types";

type Fact = NonNullable<Facts["facts"]>[number];

export function bySource(facts: readonly Fact[]): { source: string; facts: Fact[] }[] {
  const found = new Map<string, Fact[]>();
  for (const fact of facts) {
    const source = fact.source ?? "";
    found.set(source, [...(found.get(source) ?? []), fact]);
  }
  return [...found].map(([source, some]) => ({ source, facts: some }));
}
