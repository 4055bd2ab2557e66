/** The options of an ask, looked up by what is pointed at. */
import type { Asked, Choice, Choices, Option, Token, View } from "./types";

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
  stack: readonly Token[],
  held: number | null = null,
): Pointed[] {
  return once([
    ...pointedAt(groups, "space", space, held),
    ...stack.flatMap((token) => atToken(groups, token.id, held)),
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

/** Whether this verb's answers are parts: gathered one by one and sent as one answer. Plain buttons close it. */
export const gathers = (ask: Ask, group: Choices) =>
  !!ask && ask.shape !== "pick" && !group.standing && drawn(group);

/** Verbs whose parts are single pieces to tick: several of many, or an order. */
export function ticks(ask: Ask): Choices[] {
  if (ask?.shape !== "many" && ask?.shape !== "order") return [];
  return (ask.groups ?? []).filter(
    (group) => gathers(ask, group) && args(group).join() === "token" && group.choices.length <= 40,
  );
}

/** Verbs whose parts give one piece another: a weapon its target. */
export function allots(ask: Ask): Choices[] {
  if (ask?.shape !== "assign") return [];
  return (ask.groups ?? []).filter(
    (group) => gathers(ask, group) && args(group).length === 2 && args(group)[0] === "token",
  );
}

/** A part that could be gathered at first: now gathered (and as the how-manieth), open, or ruled out by the others. */
export interface Slip extends Pointed {
  place: number;
  open: boolean;
}
export function slips(
  groups: readonly Choices[],
  now: Ask,
  parts: readonly { option: Option; text: string }[],
): Slip[] {
  const taken = parts.map((part) => JSON.stringify(part.option));
  const offered = new Map<string, Pointed>();
  for (const group of now?.groups ?? [])
    for (const choice of group.choices) offered.set(optionKey(choice), { group, choice });
  const first = new Set<string>();
  const found: Slip[] = [];
  for (const group of groups)
    for (const choice of group.choices) {
      const key = optionKey(choice);
      first.add(key);
      const fresh = offered.get(key) ?? { group, choice };
      found.push({ ...fresh, place: taken.indexOf(key), open: offered.has(key) });
    }
  const verbs = new Map(groups.map((group) => [group.verb, group]));
  parts.forEach(({ option, text }, place) => {
    const group = verbs.get(String(option[0]));
    const key = JSON.stringify(option);
    if (group && !first.has(key))
      found.push({ group, choice: { option, text }, place, open: offered.has(key) });
  });
  for (const [key, one] of offered)
    if (!first.has(key) && !taken.includes(key) && verbs.has(one.group.verb))
      found.push({ ...one, place: -1, open: true });
  return found;
}

/** What was spent of a budget, and what is left of it. */
export function spent(first: Ask, now: Ask): { spent: number; left: number } | null {
  if (!first?.budget) return null;
  const left = now?.budget ?? 0;
  return { spent: first.budget - left, left };
}

/** What can be bought or played from a card: its choices begin or end with the card's number. */
export function fromCard(ask: Ask, view: View, card: number): Pointed[] {
  if ((view.tokens ?? []).some((token) => token.id === card && (token.space ?? -1) >= 0)) return [];
  const groups = ask?.groups ?? [];
  return once([...beginsWith(groups, card), ...pointedAt(groups, "token", card)]);
}

/** What everything is called; pieces of one name are told apart by where they stand. */
export function namesOf(view: View, labels: Map<number, string>): Map<number, string> {
  const tokens = view.tokens ?? [];
  const often = new Map<string, number>();
  const count = (key: string) => often.set(key, (often.get(key) ?? 0) + 1).get(key)!;
  for (const { name } of tokens) count(name);
  const called = (token: Token): [number, string] => {
    const where = labels.get(token.space ?? -1);
    if (often.get(token.name) === 1 || !where) return [token.id, token.name];
    const there = `${token.name} · ${where}`;
    const nth = count(there);
    return [token.id, nth > 1 ? `${there} (${nth})` : there];
  };
  const decks = (view.decks ?? []).flatMap((deck) => deck.cards ?? []);
  const cards = [...(view.hand ?? []), ...(view.cards ?? []), ...decks];
  return new Map([...cards.map((card): [number, string] => [card.id, card.title]), ...tokens.map(called)]);
}

/** The way that gathered parts would go: each piece that stands elsewhere with them, over the places named. */
export function plan(
  first: Ask,
  before: readonly Token[],
  after: readonly Token[],
  parts: readonly { option: Option }[],
): { tokens: number[]; path: number[] }[] {
  const toSpace = new Set(
    (first?.groups ?? []).filter((group) => args(group).at(-1) === "space").map((group) => group.verb),
  );
  const over = parts
    .filter((part) => toSpace.has(String(part.option[0])))
    .map((part) => part.option.at(-1) as number);
  const was = new Map(before.map((token) => [token.id, token.space ?? -1]));
  const found = new Map<string, { tokens: number[]; path: number[] }>();
  for (const token of after) {
    const [from, to] = [was.get(token.id) ?? -1, token.space ?? -1];
    if (from < 0 || to < 0 || from === to) continue;
    const end = over.lastIndexOf(to);
    const path = [from, ...(end < 0 ? [to] : over.slice(0, end + 1))];
    const same = found.get(path.join());
    if (same) same.tokens.push(token.id);
    else found.set(path.join(), { tokens: [token.id], path });
  }
  return [...found.values()];
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
