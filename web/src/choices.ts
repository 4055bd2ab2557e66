/** The options of an ask, looked up by what is pointed at. */
import type { Asked, Choice, Choices } from "./types";

export interface Pointed {
  group: Choices;
  choice: Choice;
}

/** Every choice that ends in this space or token; `held` keeps those whose first argument was chosen already. */
export function pointedAt(
  ask: Asked | null | undefined,
  what: "space" | "token",
  id: number,
  held: number | null = null,
): Pointed[] {
  const found: Pointed[] = [];
  for (const group of ask?.groups ?? []) {
    const args = group.args ?? [];
    if (args.at(-1) !== what) continue;
    for (const choice of group.choices) {
      if (choice.option.at(-1) !== id) continue;
      if (held !== null && args.length > 1 && choice.option[1] !== held) continue;
      found.push({ group, choice });
    }
  }
  return found;
}

/** Choices that begin with this token and want something more: a weapon before its target. */
export function beginsWith(ask: Asked | null | undefined, id: number): Pointed[] {
  const found: Pointed[] = [];
  for (const group of ask?.groups ?? []) {
    const args = group.args ?? [];
    if (args.length < 2 || args[0] !== "token") continue;
    for (const choice of group.choices) if (choice.option[1] === id) found.push({ group, choice });
  }
  return found;
}

/** Spaces and tokens to light up. */
export function lit(ask: Asked | null | undefined, held: number | null = null): { spaces: Set<number>; tokens: Set<number> } {
  const spaces = new Set<number>();
  const tokens = new Set<number>();
  for (const group of ask?.groups ?? []) {
    const args = group.args ?? [];
    const last = args.at(-1);
    if (!last) continue;
    for (const choice of group.choices) {
      if (held !== null && args.length > 1 && choice.option[1] !== held) continue;
      const id = choice.option.at(-1) as number;
      if (last === "space") spaces.add(id);
      else tokens.add(id);
      if (held === null && args.length > 1 && args[0] === "token") tokens.add(choice.option[1] as number);
    }
  }
  return { spaces, tokens };
}

/** Groups small enough to be buttons of the bar; the others are on the board and in the list. */
export function buttons(ask: Asked | null | undefined): Pointed[] {
  const found: Pointed[] = [];
  for (const group of ask?.groups ?? []) {
    const plain = !(group.args ?? []).some(Boolean);
    if (plain && group.choices.length <= 6) for (const choice of group.choices) found.push({ group, choice });
  }
  return found;
}
