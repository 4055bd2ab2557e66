/** What the cards of a tableau ask of it: how they stand, and what is done when they are pointed at. */
import { getContext, setContext } from "svelte";
import type { Spot } from "../board/pointing.svelte";
import type { Card, Token } from "../shared/types";
import type { Chance } from "./layout";

export interface Tableau {
  lit(key: string): boolean;
  /** Whether anything can be chosen at all. */
  some: boolean;
  held(key: string): boolean;
  looked(key: string): boolean;
  chance(key: string): Chance | undefined;
  /** Whether the Tab key comes to this one. */
  stops(key: string): boolean;
  arrive(key: string): void;
  /** How far a card that is still on its way lies from where it will be, in pixels; null if it is there. */
  glides(key: string, space: number): number | null;
  point(card: Card, at: Spot): void;
  pick(token: Token, at: Spot): void;
  hover(card: Card | null, at: Spot): void;
  drag(card: Card, event: PointerEvent): void;
  isOpen(key: string): boolean;
  turn(key: string): void;
  onrule: (key: string) => void;
}
const KEY = Symbol("tableau");
export const giveTableau = (tableau: Tableau) => setContext(KEY, tableau);
export const useTableau = () => getContext<Tableau>(KEY);

/** Where an event was; one of the keyboard is where its thing stands. */
export function spotOf(event: MouseEvent): Spot {
  const touch = (event as PointerEvent).pointerType === "touch";
  if (event.detail || event.clientX) return { x: event.clientX, y: event.clientY, touch };
  const box = (event.currentTarget as Element).getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + Math.min(40, box.height / 2), touch };
}
