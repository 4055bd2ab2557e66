/** How sides look: the view says it; what it does not name looks like nobody's. */
import { getContext, setContext } from "svelte";
import type { Side } from "../../shared/types";

export type Sides = Record<string, Side>;
const PALETTE = 6;
const NOBODY: Side = { palette: 3 };

export function lookOf(sides: Sides, side: string | undefined): { colour: number; pattern: string } {
  const look = sides[side ?? ""] ?? NOBODY;
  return { colour: (look.palette ?? 0) % PALETTE, pattern: look.pattern ?? "" };
}

/** Whose something is, in words: nothing for what is nobody's or one's own. */
export type Owners = (seat: number) => string;
const SEATS = Symbol("seats");
export const giveSeats = (owners: () => Owners) => setContext(SEATS, owners);
export const useSeats = (): (() => Owners) =>
  getContext<(() => Owners) | undefined>(SEATS) ?? (() => () => "");

const KEY = Symbol("sides");
export const giveSides = (sides: () => Sides) => setContext(KEY, sides);
export const useSides = (): (() => Sides) => getContext<(() => Sides) | undefined>(KEY) ?? (() => ({}));
