/** What is looked at in the inspector: its facts, fetched anew whenever the table has changed. */
import { api, Trouble } from "../shared/api";
import { same, tokenRef, type Ref } from "../shared/names";
import type { TableState } from "./table.svelte";
import type { Board, Facts, Token } from "../shared/types";

/** What a counter says of itself, where the game has nothing to add. */
export const printed = (token: Token): Facts => ({
  title: token.name,
  facts: [
    ...(token.values ?? []).map(({ name, text }) => ({ name, text })),
    ...(token.badges ?? []).map((badge) => ({ name: "state", text: badge })),
  ],
});

/** What the map says of a place. */
export function printedPlace(board: Board, space: number): Facts | null {
  const place = board.spaces.find((one) => one.id === space);
  if (!place) return null;
  const terrain = (place.terrain ?? []).map((name) => board.looks?.[name]?.name ?? name).join(", ");
  return {
    title: [place.label, place.name !== place.label && place.name].filter(Boolean).join(" "),
    facts: [
      { name: "map", text: board.title },
      ...(terrain ? [{ name: "terrain", text: terrain }] : []),
      ...(place.figures ?? []).map(({ name, text }) => ({ name, text })),
    ],
  };
}

export class Inspector {
  facts = $state.raw<Facts | null>(null);
  private at: Ref | null = null;

  constructor(private readonly live: TableState) {}

  async look(ref: Ref) {
    const { seen, view } = this.live;
    if (!seen) return;
    const at = (this.at = { ...ref });
    // The game tells of the board in play: of a place on an earlier one the map itself must tell.
    if (ref.domain === "space" && view && view.board !== seen.view.board) {
      this.facts = this.live.board && printedPlace(this.live.board, ref.id);
      return;
    }
    try {
      const facts = await api.inspect(this.live.id, seen.seat, ref.domain, ref.id);
      if (this.at === at) this.facts = facts;
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      const token = view?.tokens?.find((one) => same(tokenRef(one), ref));
      if (token && this.at === at) this.facts = printed(token);
    }
  }
  /** Somebody else looks now: nothing of what was seen from another seat stays. */
  clear() {
    this.at = null;
    this.facts = null;
  }
  /** The table has changed: so may what is known of the thing. */
  again() {
    if (this.at) void this.look(this.at);
  }
}
