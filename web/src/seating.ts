/** Opens a table for whoever is to sit at it: people here, people who get a link, computers. */
import { api } from "./api";
import { reserve } from "./reserved";
import type { NewTable } from "./types";

/** "me" at this screen, "link" for somebody else; anything else is the name of a computer player. */
export type Sitter = string;

export const playersOf = (who: readonly Sitter[]): Record<string, string> =>
  Object.fromEntries(
    who.flatMap((one, seat) => (one === "me" || one === "link" ? [] : [[String(seat), one]])),
  );

/** The id of the new table. The links for others are kept by this browser until they come. */
export async function openTable(
  wish: Omit<NewTable, "players" | "seats">,
  who: readonly Sitter[],
): Promise<string> {
  const { table } = await api.open({ ...wish, seats: who.length, players: playersOf(who) });
  const links: Record<number, string> = {};
  for (const [seat, one] of who.entries())
    if (one === "link") links[seat] = new URL((await api.invite(table, seat)).url, location.href).href;
  const own = who.flatMap((one, seat) => (one === "me" ? [seat] : []));
  if (Object.keys(links).length) reserve(table, { own, links });
  return table;
}
