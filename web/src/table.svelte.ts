/** A table as this page knows it: fetched, kept fresh by the socket, answered. */
import { api, Trouble } from "./api";
import type { Board, LogLine, Moment, Option, RuleCard, Seen } from "./types";

export class TableState {
  seen = $state<Seen | null>(null);
  boards = $state<Record<string, Board>>({});
  rules = $state<RuleCard[]>([]);
  log = $state<LogLine[]>([]);
  note = $state<{ text: string; number?: string; rule?: string; kind: "bad" | "good" } | null>(null);
  busy = $state(false);
  online = $state(true);
  past = $state<Moment | null>(null);
  private socket: WebSocket | null = null;
  private closed = false;
  private wait = 500;
  private seat: number | null = null;

  constructor(readonly id: string) {}

  get view() {
    return this.past?.view ?? this.seen?.view ?? null;
  }
  get board(): Board | null {
    const view = this.view;
    return view ? (this.boards[view.board] ?? null) : null;
  }
  rule(key: string): RuleCard | undefined {
    return this.rules.find((rule) => rule.key === key);
  }

  async open() {
    await this.refresh();
    if (!this.seen) return;
    const game = this.seen.game;
    [this.boards, this.rules] = await Promise.all([api.tableBoards(this.id), api.rules(game)]);
    this.listen();
  }
  close() {
    this.closed = true;
    this.socket?.close();
  }
  async look(seat: number) {
    this.seat = seat;
    this.log = [];
    this.past = null;
    await this.refresh();
    this.socket?.close();
  }

  async refresh() {
    try {
      this.take(await api.seen(this.id, this.seat, 0), true);
      this.online = true;
    } catch (error) {
      this.trouble(error);
    }
  }
  private take(seen: Seen, whole = false) {
    this.seen = seen;
    if (whole) this.log = seen.log;
    else {
      const known = new Set(seen.log.map((line) => line.n));
      this.log = [...this.log.filter((line) => !known.has(line.n)), ...seen.log];
    }
  }
  private trouble(error: unknown) {
    if (!(error instanceof Trouble)) throw error;
    if (error.status === 0) this.online = false;
    if (error.problem.view) this.take(error.problem.view, true);
    const { text, number, rule } = error.problem;
    this.note = { text, number, rule, kind: "bad" };
  }

  async answer(...options: Option[]) {
    const seen = this.seen;
    if (!seen || this.busy || this.past) return;
    this.busy = true;
    this.note = null;
    try {
      this.take(await api.answer(this.id, seen.seat, seen.ask, options, 0), true);
      this.online = true;
    } catch (error) {
      this.trouble(error);
    } finally {
      this.busy = false;
    }
  }
  async undo(level: string) {
    const seen = this.seen;
    if (!seen || this.busy) return;
    this.busy = true;
    this.note = null;
    try {
      this.take(await api.undo(this.id, seen.seat, level, seen.ask), true);
    } catch (error) {
      this.trouble(error);
    } finally {
      this.busy = false;
    }
  }
  async whyNot(option: Option) {
    if (!this.seen) return;
    try {
      const why = await api.whyNot(this.id, this.seen.seat, option);
      if (!why.legal) this.note = { text: why.text ?? "", number: why.number, rule: why.rule, kind: "bad" };
    } catch (error) {
      this.trouble(error);
    }
  }
  async goTo(n: number | null) {
    if (!this.seen) return;
    if (n === null || n >= this.seen.entries) {
      this.past = null;
      return;
    }
    try {
      this.past = await api.moment(this.id, n, this.seen.seat);
    } catch (error) {
      this.trouble(error);
    }
  }

  private listen() {
    if (this.closed || !this.seen) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const seat = this.seen.seat;
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/live?seat=${seat}`);
    this.socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => {
      this.wait = 500;
      this.online = true;
      const { revision } = JSON.parse(event.data) as { revision: number };
      if (revision !== this.seen?.revision && !this.busy) void this.refresh();
    };
    socket.onclose = () => {
      if (this.closed) return;
      setTimeout(() => {
        void this.refresh();
        this.listen();
      }, this.wait);
      this.wait = Math.min(this.wait * 1.7, 8000);
    };
  }
}
