/** The names of things: a number in a domain, the same in options, views, the log and the inspector. */
import type { components } from "./wire";
import type { Board, Card, Space, Token, Trace } from "./types";

export interface Ref {
  domain: string;
  id: number;
}
type Sent = components["schemas"]["Ref"];

export const keyOf = ({ domain, id }: Ref) => `${domain} ${id}`;
export const same = (a: Ref, b: Ref) => a.id === b.id && a.domain === b.domain;
/** A name as the server sends it: of a token, if it says no more. */
export const named = ({ domain = "token", id }: Sent): Ref => ({ domain, id });

export const tokenRef = ({ domain = "token", id }: Token): Ref => ({ domain, id });
export const cardRef = ({ domain = "card", id }: Card): Ref => ({ domain, id });
export const spaceRef = ({ ref, id }: Space): Ref => (ref ? named(ref) : { domain: "space", id });
export const tokenKey = (token: Token) => keyOf(tokenRef(token));
export const cardKey = (card: Card) => keyOf(cardRef(card));
export const traceKey = ({ domain = "token", token }: Trace) => keyOf({ domain, id: token });

/** The key of what a token or a card lies on. */
export const under = ({ on }: Token | Card): string | null => (on ? keyOf(named(on)) : null);
/** Those that lie on this one. */
export const laidOn = <T extends Token | Card>(all: readonly T[], key: string): T[] =>
  all.filter((one) => under(one) === key);

/** The domains whose members are places of this board. */
export const placesOf = (board: Board | null): Set<string> =>
  new Set(["space", ...(board?.spaces ?? []).map((space) => spaceRef(space).domain)]);
