/** Opens a table for whoever is to sit at it: people here, people who get a link, computers. */
import { api } from "../shared/api";
import { keepLinks, keepSalt, newSalt } from "./links";
import type { NewTable } from "../shared/types";

/** "me" at this screen, "link" for somebody else; anything else is the name of a computer player. */
export type Sitter = string;

export const playersOf = (who: readonly Sitter[]): Record<string, string> =>
  Object.fromEntries(
    who.flatMap((one, seat) => (one === "me" || one === "link" ? [] : [[String(seat), one]])),
  );
export const openOf = (who: readonly Sitter[]): number[] =>
  who.flatMap((one, seat) => (one === "link" ? [seat] : []));

const CALLED: Record<string, string> = {
  plain: "the computer",
  random: "the computer, at random",
};
/** A computer player in words. */
export const called = (player: string) => CALLED[player] ?? `the computer, ${player}`;

/** Names in a sentence. */
export const listed = (names: readonly string[]) =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** The id of the new table. With seats for others it waits for them; their links are kept by this browser. */
export async function openTable(
  wish: Omit<NewTable, "players" | "seats" | "open" | "salt">,
  who: readonly Sitter[],
): Promise<string> {
  const salt = newSalt();
  const { table, links } = await api.open({
    ...wish,
    seats: who.length,
    players: playersOf(who),
    open: openOf(who),
    salt,
  });
  keepSalt(table, salt);
  keepLinks(table, links ?? {});
  return table;
}

/** Takes the seat that an invitation offers; with a salt for the dice, if none has fallen yet. */
export async function sitDown(token: string, salted: boolean): Promise<string> {
  const salt = salted ? newSalt() : "";
  const { table } = await api.join(token, salt);
  if (salt) keepSalt(table, salt);
  return table;
}
