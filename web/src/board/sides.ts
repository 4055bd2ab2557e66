/** How sides look: the view says it; what it does not name looks like nobody's. */
import { getContext, setContext } from "svelte";
import type { Side } from "../shared/types";

export type Sides = Record<string, Side>;
const PALETTE = 6;
const NOBODY: Side = { palette: 3 };

export function lookOf(sides: Sides, side: string | undefined): { colour: number; pattern: string } {
  const look = sides[side ?? ""] ?? NOBODY;
  return { colour: (look.palette ?? 0) % PALETTE, pattern: look.pattern ?? "" };
}

const KEY = Symbol("sides");
export const giveSides = (sides: () => Sides) => setContext(KEY, sides);
export const useSides = (): (() => Sides) => getContext<(() => Sides) | undefined>(KEY) ?? (() => ({}));
