/** Answers of several parts: which verbs are gathered, by which widget, and what has been gathered so far. */
import { capital, drawn, optionKey, refs, type Pointed } from "./choices";
import { tokenKey } from "../shared/names";
import type { Asked, Choices, Option, Token } from "../shared/types";

type Ask = Asked | null | undefined;
const TICKED = 40;
const FEW = 12;

/** Whether this verb's answers are parts: gathered one by one and sent as one answer. Plain buttons close it, but for
 *  those of a gesture, which only what confirms or ends it closes. */
export const gathers = (ask: Ask, group: Choices) =>
  !!ask && ask.shape !== "pick" && !group.standing && (drawn(group) || (!!ask.gesture && !group.place));

/** So many parts an answer can have at most; a number as large as that is meant as none. */
const ENDLESS = 90;
export const limitOf = (ask: Ask): number | null => {
  const most = ask?.most ?? 1;
  return most < ENDLESS ? most : null;
};

const SPACE: ReadonlySet<string> = new Set(["space"]);

/** Verbs whose parts are single pieces or cards to tick: several of many, an order, hits that each takes one by one.
 * `places` are the domains of the map. */
export function ticks(ask: Ask, places = SPACE): Choices[] {
  if (!ask || !["many", "order", "assign"].includes(ask.shape)) return [];
  return (ask.groups ?? []).filter(
    (group) =>
      gathers(ask, group) &&
      group.args?.length === 1 &&
      !places.has(group.args[0]!) &&
      group.choices.length <= TICKED,
  );
}

/** Verbs whose parts give one thing another: a weapon its target, each of a few people a camp. */
export function allots(ask: Ask, places = SPACE): Choices[] {
  if (ask?.shape !== "assign" && ask?.shape !== "many") return [];
  return (ask.groups ?? []).filter(
    (group) =>
      gathers(ask, group) &&
      (group.args ?? []).filter(Boolean).length === 2 &&
      !(group.args ?? []).some((domain) => places.has(domain)) &&
      (ask.shape === "assign" || group.choices.length <= FEW),
  );
}

/** A part that could be gathered: now gathered (as the how-manieth), open, or ruled out by the others. */
export interface Slip extends Pointed {
  place: number;
  /** How many times it was gathered: a unit may take two hits. */
  times: number;
  open: boolean;
}
export function slips(
  groups: readonly Choices[],
  now: Ask,
  parts: readonly { option: Option; text: string }[],
): Slip[] {
  const taken = parts.map((part) => JSON.stringify(part.option));
  const times = (key: string) => taken.filter((one) => one === key).length;
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
      found.push({ ...fresh, place: taken.indexOf(key), times: times(key), open: offered.has(key) });
    }
  const verbs = new Map(groups.map((group) => [group.verb, group]));
  parts.forEach(({ option, text }, place) => {
    const group = verbs.get(String(option[0]));
    const key = JSON.stringify(option);
    if (group && !first.has(key) && taken.indexOf(key) === place)
      found.push({ group, choice: { option, text }, place, times: times(key), open: offered.has(key) });
  });
  for (const [key, one] of offered)
    if (!first.has(key) && !taken.includes(key) && verbs.has(one.group.verb))
      found.push({ ...one, place: -1, times: 0, open: true });
  return found;
}

/** The same slips, each where it lay first: what comes later comes behind, until nothing is gathered any more. */
export function inOrder(known: Map<string, number>, all: readonly Slip[]): Slip[] {
  if (all.every((slip) => slip.place < 0)) known.clear();
  const place = (slip: Slip) => known.get(optionKey(slip.choice))!;
  for (const { choice } of all) if (!known.has(optionKey(choice))) known.set(optionKey(choice), known.size);
  return [...all].sort((a, b) => place(a) - place(b));
}

/** Whether a part is the only one left beside those gathered: the table takes it by itself, so it is ticked, not sent. */
export function follows(
  first: Ask,
  before: Ask,
  parts: readonly { option: Option }[],
  option: Option,
): boolean {
  if (parts.length >= (first?.most ?? 1)) return false;
  const gathered = new Set(parts.map((part) => JSON.stringify(part.option)));
  const left = (before?.groups ?? [])
    .filter((group) => !group.standing)
    .flatMap((group) => group.choices.map(optionKey))
    .filter((key) => !gathered.has(key));
  return left.length === 1 && left[0] === JSON.stringify(option);
}

/** What was spent of a budget, and what is left of it. */
export function spent(first: Ask, now: Ask): { spent: number; left: number } | null {
  if (!first?.budget) return null;
  const left = now?.budget ?? 0;
  return { spent: first.budget - left, left };
}

/** What the parts do together, in few words, for they are listed above the button: "Buy these 2: 7 points". */
export function inWords(
  first: Ask,
  parts: readonly { option: Option; text: string }[],
  price: string,
): string {
  const verbs = new Set(parts.map((part) => part.option[0]));
  const group = verbs.size === 1 && first?.groups?.find((one) => verbs.has(one.verb));
  const which = parts.length === 1 ? "this" : `these ${parts.length}`;
  return capital(`${group ? group.text : "confirm"} ${which}`) + (price && `: ${price}`);
}

/** The way that gathered parts would go: each piece that stands elsewhere with them, over the places named. */
export function plan(
  first: Ask,
  before: readonly Token[],
  after: readonly Token[],
  parts: readonly { option: Option; text: string }[],
): { tokens: string[]; path: number[] }[] {
  const verbs = new Map((first?.groups ?? []).map((group) => [group.verb, group]));
  const over = parts.flatMap(({ option, text }) => {
    const group = verbs.get(String(option[0]));
    const last = group && refs(group, { option, text }).at(-1);
    return last?.domain === "space" ? [last.id] : [];
  });
  const was = new Map(before.map((token) => [tokenKey(token), token.space ?? -1]));
  const found = new Map<string, { tokens: string[]; path: number[] }>();
  for (const token of after) {
    const [from, to] = [was.get(tokenKey(token)) ?? -1, token.space ?? -1];
    if (from < 0 || to < 0 || from === to) continue;
    const end = over.lastIndexOf(to);
    const path = [from, ...(end < 0 ? [to] : over.slice(0, end + 1))];
    const same = found.get(path.join());
    if (same) same.tokens.push(tokenKey(token));
    else found.set(path.join(), { tokens: [tokenKey(token)], path });
  }
  return [...found.values()];
}
