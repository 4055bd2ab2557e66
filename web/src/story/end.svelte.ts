/** The page at the end: when it is open, what it tells, and the next game with the same people. */
import { api, Trouble } from "../shared/api";
import { route } from "../shared/route.svelte";
import { keepLinks, keepSalt, newSalt } from "../table/links";
import { sitDown } from "../table/seating";
import type { TableState } from "../table/table.svelte";
import type { Ending } from "../shared/types";

export class End {
  open = $state(false);
  told = $state.raw<Ending | null>(null);
  busy = $state(false);
  constructor(private readonly live: TableState) {}

  /** Fetches how it went; again when somebody may have opened the next game. */
  async fetch() {
    const seat = this.live.seen?.seat ?? -1;
    try {
      const told = await api.ending(this.live.id, seat);
      if (seat === this.live.seen?.seat) this.told = told;
    } catch (error) {
      this.trouble(error);
    }
  }
  /** The next game with the same people; where one of them has opened it, one's seat there. */
  async again() {
    await this.go(async () => {
      const waits = Object.values(this.told?.again ?? {})[0];
      if (waits) return sitDown(waits.split("/").at(-1)!, true);
      const salt = newSalt();
      const { table, links } = await api.again(this.live.id, salt);
      keepSalt(table, salt);
      keepLinks(table, links ?? {});
      return table;
    });
  }
  private async go(work: () => Promise<string>) {
    this.busy = true;
    try {
      route.go(`/table/${await work()}`);
    } catch (error) {
      this.trouble(error);
      await this.fetch();
    } finally {
      this.busy = false;
    }
  }
  private trouble(error: unknown) {
    if (!(error instanceof Trouble)) throw error;
    this.live.note = { text: error.message, kind: "bad" };
  }
}
