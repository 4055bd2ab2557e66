/** What lies beside the board, in the order in which a player wants it. */
import { capital, everyCard, refs, type Pointed } from "../ask/choices";
import { cardKey, keyOf, laidOn, named, same, tokenKey, under, type Ref } from "../shared/names";
import type { Card, Check, Deck, Pips, Token, Value, View } from "../shared/types";

/** How many cards these are: some stand for several. */
export const howMany = (cards: readonly Card[]): number =>
  cards.reduce((sum, card) => sum + (card.count ?? 1), 0);

/** Cards that lie on a card of these come behind it. */
export function stacked(cards: readonly Card[]): Card[] {
  const keys = new Set(cards.map(cardKey));
  const found: Card[] = [];
  const lay = (card: Card) => {
    if (found.includes(card)) return;
    found.push(card);
    laidOn(cards, cardKey(card)).forEach(lay);
  };
  cards.filter((card) => !keys.has(under(card) ?? "")).forEach(lay);
  return [...found, ...cards.filter((card) => !found.includes(card))];
}

/** How many cards of a pile are hidden: its count less those that are shown. */
export const backs = (deck: Deck): number => Math.max(0, deck.count - howMany(deck.cards ?? []));

/** The cards of a hand, those of one kind together; what stands behind a comma is their state. */
export function byKind(cards: readonly Card[]): [string, Card[]][] {
  const found = new Map<string, Card[]>();
  for (const card of cards) {
    const kind = (card.kind ?? "").split(",")[0]!;
    found.set(kind, [...(found.get(kind) ?? []), card]);
  }
  return [...found];
}

/** Counters in boxes that are not on the board, by box; those that can be chosen first. */
export function boxesOf(
  view: View,
  lit: ReadonlySet<string>,
): { name: string; tokens: Token[]; lit: boolean }[] {
  const found = new Map<string, Token[]>();
  for (const token of view.tokens ?? [])
    if ((token.space ?? -1) < 0 && token.box) found.set(token.box, [...(found.get(token.box) ?? []), token]);
  return [...found]
    .map(([name, tokens]) => ({ name, tokens, lit: tokens.some((token) => lit.has(tokenKey(token))) }))
    .sort((a, b) => Number(b.lit) - Number(a.lit));
}

/** A counter that lies beside the map as one on it. */
export const asToken = (card: Card): Token => ({
  id: card.id,
  name: card.title,
  domain: card.domain,
  side: card.side,
  symbol: card.symbol,
  letter: card.letter || "?",
  values: card.values,
  shape: card.shape || "square",
});

/** What the button of an offer says: its verb, and where several of one verb differ, by what. */
export function offered(one: Pointed, all: readonly Pointed[], own: Ref, names: Map<string, string>): string {
  const alike = all.filter(({ group }) => group === one.group);
  if (alike.length === 1) return capital(one.group.text);
  const others = refs(one.group, one.choice).filter((ref) => !same(ref, own));
  const called = others.map((ref) => names.get(keyOf(ref))).filter(Boolean);
  return called.length ? `${capital(one.group.text)}: ${called.join(", ")}` : capital(one.choice.text);
}

/** Pieces and cards whose names have these words in them, each kind once: what it is called, and what is said of it. */
export function piecesNamed(view: View, words: readonly string[]): { name: string; says: string }[] {
  const found = new Map<string, string>();
  const has = (name: string) => words.every((word) => name.toLowerCase().includes(word));
  const figures = (values: readonly Value[] = []) =>
    values.map((value) => `${value.name} ${value.text}`).join(", ");
  for (const card of everyCard(view)) {
    if (card.face_down || !has(card.title)) continue;
    const price = card.cost ? `${card.cost} ${card.unit ?? ""}`.trim() : "";
    const lines = [card.use, card.text, figures(card.values)].filter(Boolean);
    if (!found.has(card.title))
      found.set(card.title, [price && `Costs ${price}.`, ...lines].filter(Boolean).join(" "));
  }
  for (const token of view.tokens ?? [])
    if (!token.face_down && has(token.name) && !found.has(token.name))
      found.set(token.name, figures(token.values));
  return [...found].map(([name, says]) => ({ name, says }));
}

/** What is marked one by one on a card, in words: "Insurgents 2 open, 1 gone". */
export function pipsInWords({ name, states }: Pips): string {
  const counts = (["open", "marked", "gone"] as const).flatMap((state) => {
    const count = states.filter((one) => one === state).length;
    return count ? [`${count} ${state}`] : [];
  });
  return `${name} ${counts.join(", ")}`.trim();
}

const speaksOf = (check: Check, card: Card) => !!check.of && keyOf(named(check.of)) === cardKey(card);

/** What a checklist says of a card beyond the card's own words. */
export const noteOn = (card: Card, checks: readonly Check[]): string =>
  checks.find((one) => speaksOf(one, card))?.now ?? "";

/** The checklist without what is told on the cards of the hand. */
export const otherChecks = (view: View): Check[] =>
  (view.checks ?? []).filter((check) => !(view.hand ?? []).some((card) => speaksOf(check, card)));

/** A counter in words: its name, its figures, its state, the cards that lie on it. */
export const inWords = ({ name, values, badges }: Token, cards: readonly Card[] = []): string =>
  [
    name,
    ...(values ?? []).map((value) => `${value.name} ${value.text}`),
    ...(badges ?? []),
    ...cards.map((card) => card.title),
  ].join(", ");

/** What the map notes at its places, each thing once: many places may be noted alike. Who holds a place is not told. */
export function notesOf(view: View): { text: string; spaces: number[] }[] {
  const found = new Map<string, number[]>();
  for (const { text, side, space } of view.marks ?? [])
    if (text && !side) found.set(text, [...(found.get(text) ?? []), space]);
  return [...found].map(([text, spaces]) => ({ text, spaces }));
}
