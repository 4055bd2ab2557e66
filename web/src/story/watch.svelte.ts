/** A game that plays by itself from a moment on, at a chosen speed. */
import type { TableState } from "../table/table.svelte";

export const PACES = [0.5, 1, 2, 4] as const;
/** Milliseconds for a moment at speed 1; one that told much stays longer. */
const MOMENT = 900;
const LINE = 350;
const LONGEST = 4000;

export class Watch {
  playing = $state(false);
  speed = $state<number>(1);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly live: TableState) {}

  /** Plays on from the moment that is looked at; from the first, if that is now. */
  async play(from: number | null = null) {
    this.stop();
    this.playing = true;
    if (from !== null || !this.live.past) await this.live.goTo(from ?? 0);
    this.wait();
  }
  stop() {
    clearTimeout(this.timer);
    this.playing = false;
  }
  private wait() {
    if (!this.playing) return;
    const past = this.live.past;
    if (!past) return this.stop(); // it has come to now, or somebody has gone there
    const lines = past.log.length - this.live.pastFrom;
    const time = Math.min(LONGEST, MOMENT + LINE * Math.max(0, lines - 1));
    this.timer = setTimeout(() => void this.next(past.n), time / this.speed);
  }
  private async next(n: number) {
    if (!this.playing || this.live.past?.n !== n) return this.stop();
    await this.live.goTo(n + 1);
    this.wait();
  }
}
