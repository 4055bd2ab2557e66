/** What lies beside the board, in the order in which a player wants it. */
import type { Card, Check, Deck, Token, View } from "../shared/types";

/** How many cards these are: some stand for several. */
export const howMany = (cards: readonly Card[]): number =>
  cards.reduce((sum, card) => sum + Number(/ x(\d+)$/.exec(card.title)?.[1] ?? 1), 0);

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
  lit: ReadonlySet<number>,
): { name: string; tokens: Token[]; lit: boolean }[] {
  const found = new Map<string, Token[]>();
  for (const token of view.tokens ?? [])
    if ((token.space ?? -1) < 0 && token.box) found.set(token.box, [...(found.get(token.box) ?? []), token]);
  return [...found]
    .map(([name, tokens]) => ({ name, tokens, lit: tokens.some((token) => lit.has(token.id)) }))
    .sort((a, b) => Number(b.lit) - Number(a.lit));
}

/** The check that speaks of a card of the hand: it begins with the card's title. */
const speaksOf = (check: Check, card: Card) => check.text.startsWith(card.title);

/** What a checklist says of a card beyond the card's own words. */
export function noteOn(card: Card, checks: readonly Check[]): string {
  const check = checks.find((one) => speaksOf(one, card));
  const at = check && card.text ? check.text.indexOf(card.text) : -1;
  return at < 0 ? "" : check!.text.slice(at + card.text!.length).trim();
}

/** The checklist without what is told on the cards of the hand. */
export const otherChecks = (view: View): Check[] =>
  (view.checks ?? []).filter(
    (check) =>
      !(view.hand ?? []).some((card) => speaksOf(check, card) && card.text && check.text.includes(card.text)),
  );

/** A counter in words: its name, its figures, its state. */
export const inWords = ({ name, values, badges }: Token): string =>
  [name, ...(values ?? []).map((value) => `${value.name} ${value.text}`), ...(badges ?? [])].join(", ");
