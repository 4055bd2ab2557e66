/** Several people before one screen: who is here now, who should be, and when the curtain falls between them. */
import type { TableState } from "./table.svelte";

export class Hotseat {
  /** Who is before the screen. */
  present = $state<number | null>(null);
  private wished = $state<number | null>(null);
  /** The ask at which somebody came to look at a side that was not asked: it may be looked at until that changes. */
  private visiting = $state("");

  constructor(
    private readonly live: TableState,
    /** The seats of those before this screen. */
    private readonly here: () => number[],
  ) {}

  /** Whose turn it is to come before the screen; null if the right one is there, or all are one. */
  get due(): number | null {
    const seen = this.live.seen;
    const here = this.here();
    if (!seen || here.length < 2 || seen.over) return null;
    if (this.wished !== null && this.wished !== this.present) return this.wished;
    if (this.visiting === seen.ask) return null;
    const asked = here.filter((seat) => seen.view.ask?.seats.includes(seat));
    const stays = this.present !== null && asked.includes(this.present);
    const next = stays ? this.present : (asked[0] ?? this.present ?? here[0]!);
    return next === this.present ? null : next;
  }
  wish(seat: number) {
    this.wished = seat;
  }
  /** Whoever is before the screen is not done looking: the curtain rises again on the same side. */
  stay() {
    this.wished = null;
    this.visiting = this.live.seen?.ask ?? "";
  }
  async sit(seat: number) {
    await this.live.look(seat);
    this.visiting = this.wished === seat ? (this.live.seen?.ask ?? "") : "";
    this.present = seat;
    this.wished = null;
  }
}
