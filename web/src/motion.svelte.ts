/** Journeys under way: one after the other, each along its path; without motion only their traces are drawn. */
import { timing, type Journey } from "./motion";

export class Motion {
  journeys = $state.raw<Journey[]>([]);
  /** Which journey runs, and how far it has come: 1.5 is the second one at half its way; null if nothing moves. */
  at = $state<number | null>(null);
  private frame = 0;

  show(all: Journey[]) {
    this.clear();
    this.journeys = all;
    if (!all.length || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const times = timing(all);
    const began = performance.now();
    this.at = 0;
    const step = (now: number) => {
      let left = now - began;
      let n = 0;
      while (n < times.length && left >= times[n]!) left -= times[n++]!;
      this.at = n < times.length ? n + Math.max(0, left) / times[n]! : null;
      if (this.at !== null) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }
  clear() {
    cancelAnimationFrame(this.frame);
    this.at = null;
    this.journeys = [];
  }
  /** Where pieces are drawn that have not arrived yet: on which path, and how far along it. */
  get ghosts(): Map<number, { path: number[]; share: number }> {
    const found = new Map<number, { path: number[]; share: number }>();
    if (this.at === null) return found;
    const now = Math.floor(this.at);
    for (const [n, { tokens, path }] of this.journeys.entries()) {
      if (n < now) continue;
      for (const token of tokens)
        if (!found.has(token)) found.set(token, { path, share: n === now ? this.at - now : 0 });
    }
    return found;
  }
}
