/** What is looked at in the inspector: its facts, fetched anew whenever the table has changed. */
import { api, Trouble } from "../shared/api";
import { same, tokenRef, type Ref } from "../shared/names";
import type { TableState } from "./table.svelte";
import type { Facts, Token } from "../shared/types";

/** What a counter says of itself, where the game has nothing to add. */
export const printed = (token: Token): Facts => ({
  title: token.name,
  facts: [
    ...(token.values ?? []).map(({ name, text }) => ({ name, text })),
    ...(token.badges ?? []).map((badge) => ({ name: "state", text: badge })),
  ],
});

export class Inspector {
  facts = $state.raw<Facts | null>(null);
  private at: Ref | null = null;

  constructor(private readonly live: TableState) {}

  async look(ref: Ref) {
    const { seen, view } = this.live;
    if (!seen) return;
    const at = (this.at = { ...ref });
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
