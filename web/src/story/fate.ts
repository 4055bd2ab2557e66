/** What became of a seat: several may win, or lose, together. */
import type { Outcome } from "../shared/types";

export function fate(outcome: Outcome, seat: number): "winner" | "lost" | "" {
  const won = outcome.winners?.length ? outcome.winners : [outcome.winner ?? -1];
  if (won.includes(seat)) return "winner";
  return outcome.losers?.includes(seat) ? "lost" : "";
}
