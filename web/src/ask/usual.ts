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

/** Notes what a question was answered with. */
export function noteAnswer(game: string, seat: number, ask: Asked, options: readonly Option[]) {
  if (gathered(ask) && options.length && options.length <= MOST)
    localStorage.setItem(keyFor(game, seat, ask), JSON.stringify(options));
}

/** As much of the last answer as is on offer now, in the words of now. */
export function lastAnswer(game: string, seat: number, ask: Asked | null): Chosen[] {
  if (!ask || !gathered(ask)) return [];
  const offered = new Map(
    (ask.groups ?? []).flatMap((group) =>
      group.choices.map((choice) => [optionKey(choice), choice] as const),
    ),
  );
  try {
    const kept = JSON.parse(localStorage.getItem(keyFor(game, seat, ask)) ?? "[]") as Option[];
    return kept.flatMap((option) => {
      const choice = offered.get(JSON.stringify(option));
      return choice ? [{ option, text: choice.text }] : [];
    });
  } catch {
    return [];
  }
}

/** The names of a few, and how many more. */
export function briefly(chosen: readonly Chosen[], most = 4): string {
  const told = chosen.slice(0, most).map((one) => one.text);
  return chosen.length > most ? `${told.join(", ")} and ${chosen.length - most} more` : told.join(", ");
}
