/** The options of an ask, looked up by what is pointed at. */
import { cardKey, cardRef, keyOf, same, spaceRef, tokenKey, tokenRef, type Ref } from "../shared/names";
import type { Asked, Board, Card, Choice, Choices, Option, Token, View } from "../shared/types";

export interface Pointed {
  group: Choices;
  choice: Choice;
}
type Ask = Asked | null | undefined;

const args = (group: Choices) => group.args ?? [];
export const optionKey = (choice: Choice) => JSON.stringify(choice.option);
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What an option names that is drawn, in the order it is said. */
export function refs(group: Choices, { option }: Choice): Ref[] {
  return args(group).flatMap((domain, n) => (domain ? [{ domain, id: option[n + 1] as number }] : []));
}
const includes = (list: readonly Ref[], one: Ref) => list.some((other) => same(other, one));
const fits = (list: readonly Ref[], held: readonly Ref[]) => held.every((one) => includes(list, one));

/** The cards of the hand with which something is done to something else, each with its verbs. */
export function cardsOf(
  groups: readonly Choices[],
  hand: readonly Card[],
): { ref: Ref; groups: Choices[] }[] {
  return hand.flatMap((card) => {
    const ref = cardRef(card);
    const verbs = groups.filter((group) => {
      const [first, ...more] = args(group);
      if (first !== ref.domain || group.standing || !more.some(Boolean)) return false;
      return group.choices.some(({ option }) => option[1] === ref.id);
    });
    return verbs.length ? [{ ref, groups: verbs }] : [];
  });
}

/** Whether some option of this verb names all that is in hand. */
export const goesOn = (group: Choices, held: readonly Ref[]) =>
  group.choices.some((choice) => fits(refs(group, choice), held));

/** Whether any argument of this verb is something that is drawn. */
export const drawn = (group: Choices) => args(group).some(Boolean);

/** Whether a verb would light half the map: then it waits until the player chooses it. */
export function floods(group: Choices, spaces: number): boolean {
  if (args(group).at(-1) !== "space") return false;
  const goals = new Set(group.choices.map((choice) => choice.option.at(-1)));
  return goals.size > 40 && goals.size > spaces / 4;
}

/** The verbs that are lit: the chosen one, or all that do not drown the others. */
export function active(ask: Ask, verb: string | null, spaces: number): Choices[] {
  const groups = (ask?.groups ?? []).filter(drawn);
  if (verb !== null) return groups.filter((group) => group.verb === verb);
  return groups.filter((group) => !group.standing && !floods(group, spaces));
}

/** Every choice that names one of these things, beside what is held already; each option once. */
export function pointedAt(
  groups: readonly Choices[],
  here: readonly Ref[],
  held: readonly Ref[] = [],
): Pointed[] {
  const found = new Map<string, Pointed>();
  for (const group of groups)
    for (const choice of group.choices) {
      const named = refs(group, choice);
      const open = named.filter((one) => !includes(held, one));
      if (fits(named, held) && here.some((one) => includes(open, one)))
        found.set(optionKey(choice), { group, choice });
    }
  return [...found.values()];
}

/** A place and all that lies in it, as things to point at. */
export const placeRefs = (place: Ref, stack: readonly Token[], cards: readonly Card[] = []): Ref[] => [
  place,
  ...stack.map(tokenRef),
  ...cards.map(cardRef),
];

/** What pointing offers: things to choose at once, things to take in hand first, verbs with too many answers to list. */
export interface Offers {
  plain: Pointed[];
  hold: { group: Choices; ref: Ref; count: number }[];
  long: Choices[];
}
const LISTED = 8;
export function offersOf(found: readonly Pointed[], here: readonly Ref[], held: readonly Ref[]): Offers {
  const offers: Offers = { plain: [], hold: [], long: [] };
  for (const group of new Set(found.map((one) => one.group))) {
    const some = found.filter((one) => one.group === group);
    const ends = (one: Pointed) => {
      const open = refs(group, one.choice).filter((ref) => !includes(held, ref));
      return includes(here, open.at(-1)!);
    };
    const open = (one: Pointed) =>
      refs(group, one.choice).filter((ref) => !includes(held, ref) && !includes(here, ref));
    const last = some.filter(ends);
    const crowd = last.length > LISTED;
    const first = some.filter((one) => !ends(one) || (crowd && open(one).length));
    const listed = last.filter((one) => !first.includes(one));
    if (listed.length > LISTED) offers.long.push(group);
    else offers.plain.push(...listed);
    const hands = new Map<string, { group: Choices; ref: Ref; found: Pointed[] }>();
    for (const one of first)
      for (const ref of refs(group, one.choice))
        if (includes(here, ref) && !includes(held, ref)) {
          const hand = hands.get(keyOf(ref)) ?? { group, ref, found: [] };
          hand.found.push(one);
          hands.set(keyOf(ref), hand);
        }
    for (const { ref, found: all } of hands.values())
      if (all.length === 1) offers.plain.push(all[0]!);
      else offers.hold.push({ group, ref, count: all.length });
  }
  offers.plain = [...new Map(offers.plain.map((one) => [optionKey(one.choice), one])).values()];
  return offers;
}

/** By what one gets to the places that options end with, for those that are reached otherwise than others. */
export function waysTo(groups: readonly Choices[]): Map<number, string> {
  const found = new Map<number, string>();
  for (const group of groups)
    if (group.args?.at(-1) === "space")
      for (const choice of group.choices) if (choice.way) found.set(Number(choice.option.at(-1)), choice.way);
  return found;
}

/** What to light up, by key: with a hand free both ends of an option, with something in hand what may come next. */
export function lit(groups: readonly Choices[], held: readonly Ref[] = []): Set<string> {
  const found = new Set<string>();
  for (const group of groups)
    for (const choice of group.choices) {
      const named = refs(group, choice);
      if (!fits(named, held)) continue;
      const open = named.filter((one) => !includes(held, one));
      const shown = open.length > 2 ? open.slice(0, -1) : open;
      for (const ref of shown) found.add(keyOf(ref));
    }
  return found;
}

/** Of each answer whose odds are told: what it names last, and its first chance. */
export function chancesOf(
  groups: readonly Choices[],
  held: readonly Ref[] = [],
): { ref: Ref; chance: number }[] {
  const found: { ref: Ref; chance: number }[] = [];
  for (const group of groups)
    for (const choice of group.choices) {
      const chance = Object.values(choice.odds?.chances ?? {})[0];
      if (chance === undefined) continue;
      const named = refs(group, choice);
      const ref = named.at(-1);
      if (ref && fits(named, held)) found.push({ ref, chance });
    }
  return found;
}

const MOST_BUTTONS = 6;
/** Answers that need no board, small enough in number to be buttons of the bar. */
export function buttons(ask: Ask): Pointed[] {
  const found: Pointed[] = [];
  for (const group of ask?.groups ?? [])
    if (!drawn(group) && group.choices.length <= MOST_BUTTONS)
      for (const choice of group.choices) found.push({ group, choice });
  return found;
}

/** Answers that need no board: numbers, which are a row of figures however few, and whatever is too many for buttons. */
export const amounts = (ask: Ask): Choices[] =>
  (ask?.groups ?? []).filter(
    (group) =>
      !drawn(group) &&
      !group.standing &&
      (group.choices.length > MOST_BUTTONS || (group.figures && group.choices.length > 1)),
  );

/** Whether an answer gives up something for good. */
export const isGrave = ({ group, choice }: Pointed) => !!(group.grave || choice.grave);

/** Whether an answer is asked again before it is sent: where it gives up something for good, where ending loses what the
 *  game warns of, or, for who wants it so, before every warning. */
export function askedAgain(one: Pointed, when: "grave" | "loss" | "warning"): boolean {
  const { group, choice } = one;
  if (isGrave(one)) return true;
  if (!choice.warning || when === "grave") return false;
  return when === "warning" || group.place === "end";
}

/** What a button says: the fuller of the verb's words and the choice's, with a capital. */
export function label({ group, choice }: Pointed): string {
  const alone = group.choices.length === 1 && group.text.length > choice.text.length;
  return capital(alone ? group.text : choice.text);
}

/** A way to ask why something here is not legal: the first verb that ends with such a thing and begins with what is
 * held; what else it wants before stays as it is in a legal answer. */
export function wouldBe(
  groups: readonly Choices[],
  here: readonly Ref[],
  held: readonly Ref[],
): Option | null {
  for (const group of groups) {
    if (group.standing) continue;
    const like = group.choices.find((choice) => fits(refs(group, choice), held)) ?? group.choices[0];
    for (const n of like ? [held.length, args(group).length - 1] : []) {
      const one = here.find(({ domain }) => domain === args(group)[n]);
      if (one) return like!.option.map((part, at) => (at === n + 1 ? one.id : part));
    }
  }
  return null;
}

/** The cards of hands that lie open beside each other. */
export const inHands = (view: View): Card[] => (view.hands ?? []).flatMap((hand) => hand.cards ?? []);

/** So many pieces to tick are sorted by where they stand. */
const SORTED = 5;
/** Answers that name one piece each, under the name of the place where it stands; all others, and few, in one row. */
export function byPlace<S extends Pointed>(
  slips: readonly S[],
  tokens: readonly Token[],
  names: ReadonlyMap<string, string>,
): { title: string; slips: { slip: S; token: Token | null }[] }[] {
  const known = new Map(tokens.map((token) => [tokenKey(token), token]));
  const pieces = slips.map((slip) => {
    const named = refs(slip.group, slip.choice);
    const token = named.length === 1 ? known.get(keyOf(named[0]!)) : undefined;
    return { slip, token: token && (token.space ?? -1) >= 0 ? token : null };
  });
  if (pieces.filter((one) => one.token).length < SORTED)
    return [{ title: "", slips: pieces.map(({ slip }) => ({ slip, token: null })) }];
  const rows = new Map<string, { slip: S; token: Token | null }[]>();
  const apart = new Set(pieces.map((one) => one.token?.space)).size > 1;
  for (const one of pieces) {
    const place = apart && one.token && names.get(keyOf({ domain: "space", id: one.token.space! }));
    const title = place ? `${one.slip.group.text} from ${place}` : "";
    rows.set(title, [...(rows.get(title) ?? []), one]);
  }
  return [...rows].map(([title, some]) => ({ title, slips: some }));
}

/** Every card of a view, wherever it lies. */
export const everyCard = (view: View): Card[] => [
  ...inHands(view),
  ...(view.decks ?? []).flatMap((deck) => deck.cards ?? []),
  ...(view.cards ?? []),
  ...(view.hand ?? []),
];

/** Whether a verb begins with a counter that lies beside the map with its price and its use, and does not end on the map:
 *  there it is chosen. */
export function inStock(group: Choices, view: View | null): boolean {
  if (args(group).at(-1) === "space") return false;
  const wares = new Set((view ? everyCard(view) : []).filter((card) => card.shape).map(cardKey));
  const first = group.choices.map((choice) => refs(group, choice)[0]);
  return first.length > 0 && first.every((ref) => ref && wares.has(keyOf(ref)));
}

/** What the cards say that an option names: to be read before they are chosen. */
export function hintOf(view: View, { group, choice }: Pointed): string | undefined {
  const named = refs(group, choice);
  return everyCard(view).find((card) => card.text && includes(named, cardRef(card)))?.text;
}

/** What everything is called; pieces of one name are told apart by where they stand. */
export function namesOf(view: View, board: Board | null): Map<string, string> {
  const spaces = board?.spaces ?? [];
  const labels = new Map(spaces.map((space) => [space.id, space.name || space.label]));
  const tokens = view.tokens ?? [];
  const often = new Map<string, number>();
  const count = (key: string) => often.set(key, (often.get(key) ?? 0) + 1).get(key)!;
  for (const { name } of tokens) count(name);
  const called = (token: Token): [string, string] => {
    const key = tokenKey(token);
    const where = labels.get(token.space ?? -1);
    if (often.get(token.name) === 1 || !where) return [key, token.name];
    const there = `${token.name} · ${where}`;
    const nth = count(there);
    return [key, nth > 1 ? `${there} (${nth})` : there];
  };
  return new Map([
    ...spaces.map((space): [string, string] => [keyOf(spaceRef(space)), space.name || space.label]),
    ...everyCard(view).map((card): [string, string] => [cardKey(card), card.title]),
    ...tokens.map(called),
  ]);
}
