/** What was answered to the same question before: one click gathers it again. */
import { optionKey } from "./choices";
import type { Asked, Option } from "../shared/types";

export interface Chosen {
  option: Option;
  text: string;
}
const MOST = 40;
const keyFor = (game: string, seat: number, ask: Asked) => `sandtable.last.${game}.${seat}.${ask.rule}`;
const gathered = (ask: Asked) => ask.shape === "many" || ask.shape === "order" || ask.shape === "assign";

/** A part as it is kept: with its words, and whether it was on offer before the others were gathered. */
type Kept = [option: Option, text: string, first: boolean];
const keysOf = (ask: Asked) =>
  new Map((ask.groups ?? []).flatMap((group) => group.choices.map((one) => [optionKey(one), one] as const)));

/** Notes what a question was answered with. */
export function noteAnswer(game: string, seat: number, ask: Asked, chosen: readonly Chosen[]) {
  if (!gathered(ask) || !chosen.length || chosen.length > MOST) return;
  const offered = keysOf(ask);
  const kept = chosen.map(({ option, text }): Kept => [option, text, offered.has(JSON.stringify(option))]);
  localStorage.setItem(keyFor(game, seat, ask), JSON.stringify(kept));
}

/** As much of the last answer as is on offer now, in the words of now. What was offered only when others were gathered
 *  goes with them: a load needs somebody who carries it. */
export function lastAnswer(game: string, seat: number, ask: Asked | null): Chosen[] {
  if (!ask || !gathered(ask)) return [];
  const offered = keysOf(ask);
  try {
    const kept = JSON.parse(localStorage.getItem(keyFor(game, seat, ask)) ?? "[]") as Kept[];
    const found = kept.flatMap(([option, text, first]) => {
      const choice = offered.get(JSON.stringify(option));
      if (choice) return [{ option, text: choice.text }];
      return first === false ? [{ option, text }] : [];
    });
    return found.some(({ option }) => offered.has(JSON.stringify(option))) ? found : [];
  } catch {
    return [];
  }
}

/** The names of a few, and how many more. */
export function briefly(chosen: readonly Chosen[], most = 4): string {
  const told = chosen.slice(0, most).map((one) => one.text);
  return chosen.length > most ? `${told.join(", ")} and ${chosen.length - most} more` : told.join(", ");
}
