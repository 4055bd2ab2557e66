/** The options of an ask, looked up by what is pointed at. */
import type { Asked, Choice, Choices, Token, View } from "./types";

export interface Pointed {
  group: Choices;
  choice: Choice;
}
type Ask = Asked | null | undefined;

const args = (group: Choices) => group.args ?? [];
export const optionKey = (choice: Choice) => JSON.stringify(choice.option);

/** Whether any argument of this verb is something on the board. */
export const drawn = (group: Choices) => args(group).some(Boolean);

/** Whether a verb would light half the map: then it waits until the player chooses it. */
export function floods(group: Choices, spaces: number): boolean {
  if (args(group).at(-1) !== "space") return false;
  return group.choices.length > 40 && group.choices.length > spaces / 4;
}

/** The verbs that are lit on the board: the chosen one, or all that do not drown the others. */
export function active(ask: Ask, verb: string | null, spaces: number): Choices[] {
  const groups = (ask?.groups ?? []).filter(drawn);
  if (verb !== null) return groups.filter((group) => group.verb === verb);
  return groups.filter((group) => !group.standing && !floods(group, spaces));
}

/** Every choice that ends in this space or token; `held` keeps those whose first argument was chosen already. */
export function pointedAt(
  groups: readonly Choices[],
  what: "space" | "token",
  id: number,
  held: number | null = null,
): Pointed[] {
  const found: Pointed[] = [];
  for (const group of groups) {
    if (args(group).at(-1) !== what) continue;
    for (const choice of group.choices) {
      if (choice.option.at(-1) !== id) continue;
      if (held !== null && args(group).length > 1 && choice.option[1] !== held) continue;
      found.push({ group, choice });
    }
  }
  return found;
}

/** Choices that begin with this token and want something more: a weapon before its target. */
export function beginsWith(groups: readonly Choices[], id: number): Pointed[] {
  const found: Pointed[] = [];
  for (const group of groups) {
    if (args(group).length < 2 || args(group)[0] !== "token") continue;
    for (const choice of group.choices) if (choice.option[1] === id) found.push({ group, choice });
  }
  return found;
}

/** Everything that can be answered by pointing at a space and what stands in it, each option once. */
export function atSpace(
  groups: readonly Choices[],
  space: number,
  tokens: readonly Token[],
  held: number | null = null,
): Pointed[] {
  const here = tokens.filter((token) => token.space === space);
  return once([
    ...pointedAt(groups, "space", space, held),
    ...here.flatMap((token) => atToken(groups, token.id, held)),
  ]);
}
export function atToken(groups: readonly Choices[], id: number, held: number | null = null): Pointed[] {
  return once([...pointedAt(groups, "token", id, held), ...(held === null ? beginsWith(groups, id) : [])]);
}
function once(found: Pointed[]): Pointed[] {
  return [...new Map(found.map((one) => [optionKey(one.choice), one])).values()];
}

/** Spaces and tokens to light up. */
export function lit(
  groups: readonly Choices[],
  held: number | null = null,
): { spaces: Set<number>; tokens: Set<number> } {
  const spaces = new Set<number>();
  const tokens = new Set<number>();
  for (const group of groups) {
    const last = args(group).at(-1);
    if (!last) continue;
    for (const choice of group.choices) {
      if (held !== null && args(group).length > 1 && choice.option[1] !== held) continue;
      const id = choice.option.at(-1) as number;
      if (last === "space") spaces.add(id);
      else tokens.add(id);
      if (held === null && args(group).length > 1 && args(group)[0] === "token")
        tokens.add(choice.option[1] as number);
    }
  }
  return { spaces, tokens };
}

/** Answers that need no board, small enough in number to be buttons of the bar. */
export function buttons(ask: Ask): Pointed[] {
  const found: Pointed[] = [];
  for (const group of ask?.groups ?? [])
    if (!drawn(group) && group.choices.length <= 6)
      for (const choice of group.choices) found.push({ group, choice });
  return found;
}

/** What a button says: the fuller of the verb's words and the choice's, with a capital. */
export function label({ group, choice }: Pointed): string {
  const alone = group.choices.length === 1 && group.text.length > choice.text.length;
  return capital(alone ? group.text : choice.text);
}
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Verbs whose answers are gathered by ticking: several pieces, sent as the parts of one answer. */
export function ticks(ask: Ask): Choices[] {
  if (!ask || (ask.most ?? 1) === 1) return [];
  if (ask.shape !== "many" && ask.shape !== "order") return [];
  return (ask.groups ?? []).filter(
    (group) =>
      !group.standing && drawn(group) && args(group).at(-1) !== "space" && group.choices.length <= 40,
  );
}

/** What can be bought or played from a card: its choices begin or end with the card's number. */
export function fromCard(ask: Ask, view: View, card: number): Pointed[] {
  if ((view.tokens ?? []).some((token) => token.id === card && (token.space ?? -1) >= 0)) return [];
  const groups = ask?.groups ?? [];
  return once([...beginsWith(groups, card), ...pointedAt(groups, "token", card)]);
}

/** A way to ask why this space is not legal: the first verb that goes to spaces, with the argument it wants before. */
export function wouldBe(
  groups: readonly Choices[],
  space: number,
  held: number | null,
): (string | number)[] | null {
  const group = groups.find((one) => args(one).at(-1) === "space" && !one.standing);
  if (!group) return null;
  if (args(group).length === 1) return [group.verb, space];
  const first = held ?? group.choices[0]?.option[1];
  return first === undefined ? null : [group.verb, first, space];
}
