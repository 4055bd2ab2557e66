/** A tableau as it lies: its places in order, in each its own card, rows of cards, and what lies on them. */
import { refs } from "../ask/choices";
import { pipsInWords } from "../cards/piles";
import { cardKey, keyOf, laidOn, same, spaceRef, tokenKey, type Ref } from "../shared/names";
import type { Board, Card, Choices, Hand, Mark, Space, Token, View } from "../shared/types";

/** A card with the cards and counters that lie on it. */
export interface Laid {
  card: Card;
  cards: Laid[];
  tokens: Token[];
}
export interface Place {
  space: Space;
  key: string;
  /** The card of the place itself: usually one. */
  own: Laid[];
  rows: { name: string; cards: Laid[] }[];
  /** Counters that lie in the place, on no card. */
  tokens: Token[];
  marks: Mark[];
}

/** A card with all that lies on it, however deep; nothing lies on itself. */
export function withLaid(card: Card, view: View, under: readonly string[] = []): Laid {
  const key = cardKey(card);
  const above = laidOn(view.cards ?? [], key).filter((one) => !under.includes(cardKey(one)));
  return {
    card,
    cards: above.map((one) => withLaid(one, view, [...under, key])),
    tokens: laidOn(view.tokens ?? [], key),
  };
}
/** A card and those on it, from below. */
const flat = (laid: Laid): Card[] => [laid.card, ...laid.cards.flatMap(flat)];

/** Cards that lie on no other card that is to be seen. */
function loose(view: View): Card[] {
  const seen = new Set((view.cards ?? []).map(cardKey));
  return (view.cards ?? []).filter(({ on }) => !on || !seen.has(keyOf({ domain: "token", ...on })));
}

/** The cards of a place: on a tableau also those that lie on them. */
export function cardsIn(board: Board | null, view: View | null, space: number): Card[] {
  if (!view) return [];
  if (board?.kind !== "tableau") return (view.cards ?? []).filter((card) => card.space === space);
  return loose(view)
    .filter((card) => card.space === space)
    .flatMap((card) => flat(withLaid(card, view)));
}

/** The whole path from its beginning. A row that the board does not name comes last. */
export function placesOf(board: Board, view: View): Place[] {
  const cards = loose(view);
  return board.spaces.map((space) => {
    const here = cards.filter((card) => card.space === space.id).map((card) => withLaid(card, view));
    const more = here.map(({ card }) => card.row ?? "").filter((row) => row);
    const names = [...new Set([...(board.rows ?? []), ...more])];
    return {
      space,
      key: keyOf(spaceRef(space)),
      own: here.filter(({ card }) => !card.row),
      rows: names.map((name) => ({ name, cards: here.filter(({ card }) => card.row === name) })),
      tokens: (view.tokens ?? []).filter((token) => token.space === space.id && !token.on),
      marks: (view.marks ?? []).filter((mark) => mark.space === space.id),
    };
  });
}

/** How many lie in each row of a place, in words. */
export const tally = (place: Place): string[] =>
  place.rows.flatMap(({ name, cards }) => {
    const count = cards.reduce((sum, { card }) => sum + (card.count ?? 1), 0);
    return count ? [`${name} ${count}`] : [];
  });

// -- words

/** A card in one sentence for the ear: what it is, how it stands, what lies on it. */
export function inWords({ card, cards, tokens }: Laid): string {
  if (card.face_down) return "A card face down";
  return [
    card.title + ((card.count ?? 1) > 1 ? ` ×${card.count}` : ""),
    card.kind,
    card.cost && `cost ${card.cost}`,
    ...(card.pips ?? []).map(pipsInWords),
    ...(card.values ?? []).map((value) => `${value.name} ${value.text}`),
    card.note,
    ...tokens.map((token) => token.name),
    ...cards.map((one) => one.card.title),
  ]
    .filter(Boolean)
    .join(", ");
}

// -- chances

export interface Chance {
  name: string;
  share: number;
  /** Whether other answers that name the thing have other chances. */
  most: boolean;
}
/** The first chance of the answers that name a thing last, the greatest where several do. */
export function chancesOn(groups: readonly Choices[], held: readonly Ref[]): Map<string, Chance> {
  const found = new Map<string, Chance>();
  for (const group of groups)
    for (const choice of group.choices) {
      const [first] = Object.entries(choice.odds?.chances ?? {});
      const named = refs(group, choice);
      const last = named.at(-1);
      if (!first || !last || !held.every((one) => named.some((other) => same(one, other)))) continue;
      const [name, share] = first;
      const before = found.get(keyOf(last));
      const most = !!before && (before.most || before.share !== share);
      found.set(keyOf(last), before && before.share >= share ? { ...before, most } : { name, share, most });
    }
  return found;
}

// -- hands

/** One's own hands lie open, and any that has something to choose from; others once they are asked for. */
export const liesOpen = (
  hand: Hand,
  n: number,
  seat: number,
  lit: ReadonlySet<string>,
  turned: ReadonlyMap<number, boolean>,
): boolean =>
  (hand.cards ?? []).some((card) => lit.has(cardKey(card))) ||
  (turned.get(n) ?? (hand.seat === seat || (seat < 0 && n === 0)));

// -- keys

/** What the arrow keys stop at: in each place from the top down, in each open hand from the left. */
export interface Stops {
  places: string[][];
  hands: string[][];
}
const stopsOn = (laid: Laid, lit: ReadonlySet<string>): string[] => [
  cardKey(laid.card),
  ...laid.tokens.map(tokenKey).filter((key) => lit.has(key)),
  ...laid.cards.flatMap((one) => stopsOn(one, lit)),
];
export const stopsOf = (
  places: readonly Place[],
  hands: readonly Hand[],
  lit: ReadonlySet<string>,
): Stops => ({
  places: places.map((place) => [
    place.key,
    ...place.own.flatMap((laid) => stopsOn(laid, lit).slice(1)),
    ...place.tokens.map(tokenKey).filter((key) => lit.has(key)),
    ...place.rows.flatMap((row) => row.cards.flatMap((laid) => stopsOn(laid, lit))),
  ]),
  hands: hands.map((hand) => (hand.cards ?? []).map(cardKey)),
});

const near = <T>(list: readonly T[], n: number): T | undefined =>
  list[Math.max(0, Math.min(n, list.length - 1))];
/** Where an arrow key leads: along the path and the hands, down a place and on into the hands, and back. `column` is the
 *  place that one came from. */
export function step(stops: Stops, at: string, key: string, column = 0): string {
  const hands = stops.hands.filter((hand) => hand.length);
  const across = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  const down = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  const place = stops.places.findIndex((some) => some.includes(at));
  if (place >= 0) {
    const some = stops.places[place]!;
    const n = some.indexOf(at);
    if (across) return near(stops.places[place + across] ?? some, n) ?? at;
    if (down > 0 && n === some.length - 1) return hands[0]?.[0] ?? at;
    return near(some, n + down) ?? at;
  }
  const all = hands.flat();
  const n = all.indexOf(at);
  if (n < 0) return stops.places[0]?.[0] ?? all[0] ?? at;
  if (across) return near(all, n + across) ?? at;
  const next = hands.findIndex((hand) => hand.includes(at)) + down;
  return next < 0 ? (near(stops.places, column)?.at(-1) ?? at) : (hands[next]?.[0] ?? at);
}
