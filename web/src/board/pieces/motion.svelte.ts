/** Journeys under way: one after the other, each along its path; without motion only their traces are drawn. */
import { settings } from "../../shared/settings.svelte";
import { timing, type Ghost, type Journey } from "./motion";

export class Motion {
  journeys = $state.raw<Journey[]>([]);
  /** Which journey runs, and how far it has come: 1.5 is the second one at half its way; null if nothing moves. */
  at = $state<number | null>(null);
  /** What is being shown, in words, while it is shown. */
  caption = $state("");
  private frame = 0;
  private began = 0;
  /** How much faster than usual somebody wants to see the rest. */
  private haste = 1;

  /** Shows these journeys and no others. */
  show(all: Journey[], caption = "") {
    this.clear();
    this.caption = caption;
    this.add(all);
  }
  /** The rest goes by three times as fast. */
  hurry() {
    const now = performance.now();
    this.began = now - (now - this.began) / 3;
    this.haste *= 3;
  }
  /** Everybody is where he was going; the ways stay drawn. */
  skip() {
    cancelAnimationFrame(this.frame);
    this.at = null;
    this.haste = 1;
  }
  /** Draws these journeys as ways that were gone; nothing moves. */
  draw(all: Journey[]) {
    this.clear();
    this.journeys = all;
  }
  /** Shows these journeys too, after those that are under way. */
  add(more: Journey[]) {
    if (!more.length) return;
    const done = this.at === null ? this.journeys.length : 0;
    this.journeys = [...this.journeys, ...more];
    if (!settings.pace) return;
    if (this.at !== null) return;
    const times = () => [
      ...Array<number>(done).fill(0),
      ...timing(this.journeys.slice(done)).map((time) => time / (settings.pace || 1) / this.haste),
    ];
    this.began = performance.now();
    this.at = done;
    const step = (now: number) => {
      const all = times();
      let left = now - this.began;
      let n = 0;
      while (n < all.length && left >= all[n]!) left -= all[n++]!;
      this.at = n < all.length ? n + Math.max(0, left) / all[n]! : null;
      if (this.at !== null) this.frame = requestAnimationFrame(step);
      else this.haste = 1;
    };
    this.frame = requestAnimationFrame(step);
  }
  clear() {
    cancelAnimationFrame(this.frame);
    this.at = null;
    this.haste = 1;
    this.caption = "";
    this.journeys = [];
  }
  /** Where pieces are drawn that have not arrived yet: on which path, and how far along it. */
  get ghosts(): Map<string, Ghost> {
    const found = new Map<string, Ghost>();
    if (this.at === null) return found;
    const now = Math.floor(this.at);
    for (const [n, { tokens, path, arrives }] of this.journeys.entries()) {
      if (n < now) continue;
      for (const token of tokens)
        if (!found.has(token)) found.set(token, { path, arrives, share: n === now ? this.at - now : 0 });
    }
    return found;
  }
}
