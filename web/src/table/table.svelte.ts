/** A table as this page knows it: fetched, kept fresh by the socket, answered. */
import { api, Trouble, type Known } from "../shared/api";
import { extended, told } from "../story/log";
import { follows } from "../ask/gather";
import { noteAnswer } from "../ask/usual";
import { inUnits } from "../board/geometry";
import { tokenKey } from "../shared/names";
import { forgetKept } from "./links";
import type {
  Board,
  Chair,
  Leave,
  LogLine,
  Moment,
  Option,
  Room,
  RuleCard,
  Seen,
  View,
  WhyNot,
} from "../shared/types";

export interface Note {
  text: string;
  number?: string;
  rule?: string;
  kind: "bad" | "good" | "plain" | "away";
}
/** One part of an answer that is being gathered. */
export interface Part {
  option: Option;
  text: string;
  /** Nothing else is left for the rest: it is shown as chosen, and the table takes it by itself. */
  follows?: boolean;
}
const [NOT_YOURS, DELETED] = [4403, 4404];
const RETRY = 1500;
/** So many lines of a log are fetched unasked; what was told before them is fetched when it is read. */
const LAST = 150;

export class TableState {
  seen = $state.raw<Seen | null>(null);
  /** Who is awaited, while nothing is dealt. */
  room = $state.raw<Room | null>(null);
  boards = $state.raw<Record<string, Board>>({});
  rules = $state.raw<RuleCard[]>([]);
  log = $state.raw<LogLine[]>([]);
  /** The lines that came since the last answer of this page, to be shown over the board. */
  fresh = $state.raw<LogLine[]>([]);
  /** Who has which seat and who wants the table deleted; looked up where other people play. */
  chairs = $state.raw<Chair[]>([]);
  note = $state<Note | null>(null);
  busy = $state(false);
  online = $state(true);
  past = $state.raw<Moment | null>(null);
  /** How many of the lines of the moment that is looked at were told before it: the rest led to it. */
  pastFrom = $state(0);
  /** The parts gathered so far, not answered yet, and the position they would lead to. */
  parts = $state.raw<Part[]>([]);
  ahead = $state.raw<View | null>(null);
  /** Whether the last part gathered leads on, to dice or another question: only confirming is left. */
  leads = $state(false);
  /** How far choices between equals are left to the table with the next answer; or that they are asked again. */
  wish = $state<Leave>("");
  /** On which board and where the last answer's parts had put which pieces before it was given: that has been seen. */
  foreseen = new Set<string>();
  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private wait = 400;
  private seat: number | null = null;
  /** Counts the seats looked from: what was asked for one of them and comes after it was left is not taken in. */
  private sittings = 0;
  /** How many lines of the log each seat at this screen had heard when it was left. */
  private heard = new Map<number, number>();
  private told = -1;
  private wanted = -1;
  /** An answer that did not get through: it is sent when the connection is back. */
  private unsent: { seat: number; ask: string; options: Option[] } | null = null;
  /** The parts of answers given from here, with the question each was given to: they come back with an undo. */
  private sent: { asked: string; parts: Part[] }[] = [];

  constructor(readonly id: string) {}

  get view() {
    return this.past?.view ?? this.ahead ?? this.seen?.view ?? null;
  }
  get board(): Board | null {
    const view = this.view;
    return view ? (this.boards[view.board] ?? null) : null;
  }

  /** Fetches everything; while the server is away it tries again. */
  async open() {
    if (this.closed) return;
    await this.enter();
    if (this.room || (this.seen && (await this.furnish()))) return this.listen();
    if (!this.online) this.timer = setTimeout(() => void this.open(), 1500);
  }
  /** Fetches what stays the same as long as the game lasts. */
  private async furnish(): Promise<boolean> {
    try {
      const [rules] = await Promise.all([api.rules(this.seen!.game), this.need(this.seen!.view.board)]);
      this.rules = rules;
      return true;
    } catch (error) {
      this.trouble(error);
      return false;
    }
  }
  /** Fetches a board when it is first needed: a game may have several, and they may be large. */
  async need(board: string): Promise<void> {
    if (this.boards[board]) return;
    const found = await api.tableBoard(this.id, board);
    const fresh = Object.entries(found).map(([id, one]) => [id, inUnits(one)] as const);
    this.boards = { ...this.boards, ...Object.fromEntries(fresh) };
  }
  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.retry);
    this.socket?.close();
  }
  /** Sits down at a seat; what it has not heard since it was last left is news to it. */
  async look(seat: number) {
    if (this.seen) this.heard.set(this.seen.seat, told(this.log));
    this.seat = seat;
    this.sittings++;
    this.past = null;
    this.clear();
    this.fresh = [];
    await this.refresh();
    const heard = this.heard.get(seat) ?? Infinity;
    this.fresh = this.log.filter((line) => line.n >= heard);
    if (this.socket) this.socket.onclose = null;
    this.socket?.close();
    this.listen();
  }

  async refresh() {
    try {
      if (this.room) await this.lookAround();
      else await this.fetch((known) => api.seen(this.id, this.seat, known, LAST));
    } catch (error) {
      const refused = error instanceof Trouble && error.status === 403;
      if (refused && (this.seen?.seat ?? -1) >= 0) return await this.leave();
      if ((this.seen || this.room) && error instanceof Trouble && error.status === 0) this.online = false;
      else this.trouble(error);
    }
  }
  /** While somebody is awaited there is nothing to see but who. */
  private async enter() {
    try {
      const room = await api.room(this.id);
      if (room.dealt) return await this.refresh();
      this.room = room;
      this.online = true;
    } catch (error) {
      this.trouble(error);
    }
  }
  /** Looks who has come. Once all have, the live connection is made anew, from the seat that is looked from then. */
  private async lookAround() {
    const room = await api.room(this.id);
    this.online = true;
    if (this.note?.kind === "away") this.note = null;
    if (!room.dealt) {
      this.room = room;
      return;
    }
    await this.fetch((known) => api.seen(this.id, this.seat, known, LAST));
    this.note = null;
    await this.furnish();
    this.room = null;
    this.socket?.close();
  }
  /** Looks who wants the table deleted: of that the view says nothing. */
  async hearWishes() {
    const seen = this.seen;
    if (!seen || seen.seat < 0 || !seen.seats.some((one) => one.holder === "other")) return;
    this.chairs = await api.chairs(this.id).catch(() => this.chairs);
    if (!this.chairs.some((one) => one.wants_deletion)) forgetKept(this.id);
  }
  /** Asks for the table, and of its log for what is new; whatever else happens meanwhile, the lines are put behind those
   *  that were there when it was asked. */
  private async fetch(work: (known: Known) => Promise<Seen>) {
    const { log, sittings } = this;
    try {
      const seen = await work({ log_since: told(log), log_mark: this.seen?.log_mark ?? "" });
      if (sittings === this.sittings) await this.welcome(seen, log);
    } catch (error) {
      if (sittings !== this.sittings) return;
      const view = error instanceof Trouble ? error.problem.view : null;
      if (view) await this.welcome(view, log).catch(() => this.take(view, log));
      throw error;
    }
  }
  /** Takes in what was fetched; where another board has come into play, once that is here. */
  private async welcome(seen: Seen, before: LogLine[]) {
    const { sittings } = this;
    if (this.seen && !this.room) await this.need(seen.view.board);
    if (sittings === this.sittings) this.take(seen, before);
  }
  private take(seen: Seen, before: LogLine[]) {
    const log = extended(before, seen.log, seen.log_length);
    const known = this.seen?.seat === seen.seat ? told(this.log) : Infinity;
    if (seen.log_length > known) this.fresh = [...this.fresh, ...log.filter((line) => line.n >= known)];
    else if (seen.log_length < known) this.fresh = [];
    if (seen.ask !== this.seen?.ask) this.clear();
    this.seen = seen;
    this.log = log;
    this.online = true;
    if (this.note?.kind === "away") this.note = null;
    if (this.unsent) void Promise.resolve().then(() => this.resend());
  }
  private trouble(error: unknown) {
    if (!(error instanceof Trouble)) throw error;
    const away = error.status === 0 || error.status === 503;
    if (error.status === 0) this.online = false;
    const { text, number, rule } = error.problem;
    this.note = { text, number, rule, kind: away ? "away" : "bad" };
  }

  /** One thing at a time: while it runs, further clicks do nothing. */
  private async change(work: (seen: Seen, known: Known) => Promise<Seen>): Promise<boolean> {
    const seen = this.seen;
    if (!seen || this.busy || this.past || this.unsent) return false;
    this.busy = true;
    this.note = null;
    try {
      await this.fetch((known) => work(seen, known));
      return true;
    } catch (error) {
      this.trouble(error);
      return false;
    } finally {
      this.busy = false;
      if (this.told > (this.seen?.revision ?? 0)) void this.refresh();
    }
  }
  async answer(...options: Option[]) {
    const asked = this.seen?.view.ask;
    const parts = this.parts.filter((one) => !one.follows);
    const done = await this.change((seen, known) => {
      this.fresh = [];
      const ahead = this.ahead;
      this.foreseen = new Set(
        (ahead?.tokens ?? []).map((token) => `${ahead!.board}:${tokenKey(token)}:${token.space}`),
      );
      return api.answer(this.id, seen.seat, seen.ask, options, this.wish, known).catch((error: unknown) => {
        if (error instanceof Trouble && error.status === 0)
          this.unsent = { seat: seen.seat, ask: seen.ask, options };
        throw error;
      });
    });
    if (this.unsent) this.keepTrying();
    if (done) this.wish = "";
    if (done && asked && this.seen && parts.length) {
      this.sent.push({ asked: JSON.stringify(asked), parts });
      noteAnswer(this.seen.game, this.seen.seat, asked, parts);
    }
    const taken = this.seen?.taken ?? options.length;
    if (done && taken < options.length) await this.tellCut(taken, options);
    return done;
  }
  /** Choices between equals go to the table from here on, the one that stands among them; or not from the next answer on. */
  async leaveEquals(leave: Leave) {
    this.wish = leave;
    const first = this.seen?.view.ask?.groups?.[0]?.choices[0];
    if (first && this.seen?.view.ask?.equal && !(await this.answer(first.option)) && !this.unsent)
      this.wish = "";
  }
  private keepTrying() {
    const text = "The server does not answer. Your answer is kept here, and sent when it is back.";
    this.note = { text, kind: "away" };
    clearTimeout(this.retry);
    this.retry = setTimeout(async () => {
      if (this.unsent && !this.closed) await this.refresh();
      if (this.unsent && !this.closed) this.keepTrying();
    }, RETRY);
  }
  /** The connection is back: what was answered meanwhile is sent, or it is said what became of it. */
  private async resend() {
    const [kept, seen] = [this.unsent, this.seen];
    if (!kept || !seen || this.busy) return;
    this.unsent = null;
    if (seen.seat === kept.seat && seen.ask === kept.ask) {
      await this.answer(...kept.options);
      return;
    }
    // The name of a question ends with how often this seat has answered.
    const answers = (ask: string) => Number(ask.split(".").at(-1));
    const arrived = seen.seat === kept.seat && answers(seen.ask) > answers(kept.ask);
    this.note = arrived
      ? { text: "The connection is back, and the table has gone on with an answer of yours.", kind: "plain" }
      : {
          text: "While the connection was down the table has moved on: your answer is lost. Please answer again.",
          kind: "bad",
        };
  }
  /** Chance has cut the answer short: how much of it was done, and why the next part of it cannot be done now. */
  private async tellCut(taken: number, options: Option[]) {
    const seen = this.seen!;
    const why = await api.whyNot(this.id, seen.seat, options[taken]!).catch(() => null);
    const done = `${taken} of the ${options.length} parts of your answer ${taken === 1 ? "was" : "were"} done.`;
    if (this.seen?.ask !== seen.ask) return;
    const because = why?.text || "Then chance changed what is asked.";
    this.note = { text: `${done} ${because}`, number: why?.number, rule: why?.rule, kind: "bad" };
  }

  // -- gathering: parts are tried by the server and kept here until the answer is whole

  /** Adds a part. Where a step of a path reveals something or leads on, it is answered at once; others are confirmed. */
  async gather(part: Part): Promise<boolean> {
    if (this.leads) {
      const before = (this.ahead ?? this.seen?.view)?.ask;
      if (follows(this.seen?.view.ask, before, this.parts, part.option)) {
        this.parts = [...this.parts, { ...part, follows: true }];
        return true;
      }
      const text = "Confirm what you have chosen first: what else can be chosen depends on it.";
      this.note = { text, kind: "bad" };
      return false;
    }
    const whole = [...this.parts, part];
    const tried = await this.try(whole);
    if (!tried) return false;
    if (tried.why) return this.refuse(tried.why);
    if (tried.view) this.keep(whole, tried.view);
    else if (this.seen?.view.ask?.shape === "path") return this.answer(...whole.map((one) => one.option));
    else {
      this.parts = whole;
      this.leads = true;
    }
    return true;
  }
  /** Takes a part out again; later ones that were legal only with it go too. */
  async drop(index: number) {
    let rest = this.parts.filter((_, i) => i !== index);
    if (this.parts[index]?.follows) {
      this.parts = rest;
      return;
    }
    this.leads = false;
    while (rest.length) {
      const tried = await this.try(rest);
      if (!tried) return;
      if (tried.why) this.refuse(tried.why);
      if (tried.view) return this.keep(rest, tried.view);
      rest = rest.slice(0, tried.taken);
    }
    this.clear();
  }
  clear() {
    this.parts = [];
    this.leads = false;
    this.ahead = null;
  }
  /** Answers with what was gathered, and with `last` behind it if it is given. */
  send(...last: Option[]) {
    const own = this.parts.filter((one) => !one.follows);
    return this.answer(...own.map((one) => one.option), ...last);
  }
  private keep(parts: Part[], view: View) {
    this.parts = parts;
    this.ahead = view;
  }
  private refuse(why: WhyNot): false {
    this.note = { text: why.text ?? "", number: why.number, rule: why.rule, kind: "bad" };
    return false;
  }
  private async try(parts: Part[]) {
    const seen = this.seen;
    if (!seen || this.busy || this.past) return null;
    this.busy = true;
    this.note = null;
    try {
      const tried = await api.preview(
        this.id,
        seen.seat,
        seen.ask,
        parts.map((one) => one.option),
      );
      if (tried.view) await this.need(tried.view.board);
      return tried;
    } catch (error) {
      if (error instanceof Trouble && error.problem.view) this.take(error.problem.view, []);
      this.trouble(error);
      return null;
    } finally {
      this.busy = false;
      if (this.told > (this.seen?.revision ?? 0)) void this.refresh();
    }
  }
  /** Takes back; what had been ticked for the question that stands again is ticked again. */
  async undo(level: string) {
    if (this.parts.length) return this.drop(this.parts.length - 1);
    const done = await this.change((seen, known) => api.undo(this.id, seen.seat, level, seen.ask, known));
    const asked = JSON.stringify(this.seen?.view.ask);
    const at = this.sent.findLastIndex((one) => one.asked === asked);
    if (!done || at < 0) return;
    const { parts } = this.sent[at]!;
    this.sent = this.sent.slice(0, at);
    if (this.seen?.view.ask?.shape !== "path") await this.gatherAll(parts);
  }
  /** Gathers all of these, but for those that are refused now. */
  async gatherAll(parts: readonly Part[]) {
    let rest = [...parts];
    while (rest.length) {
      const tried = await this.try(rest);
      if (!tried) return;
      if (tried.view) return this.keep(rest, tried.view);
      if (!tried.why) {
        this.parts = rest;
        this.leads = true;
        return;
      }
      rest = rest.filter((_, i) => i !== tried.taken);
    }
  }
  giveWay() {
    return this.change((seen, known) => api.giveWay(this.id, seen.seat, seen.ask, known));
  }
  /** Says why an option is not legal; true if it turns out to be. */
  async whyNot(option: Option): Promise<boolean> {
    if (!this.seen) return false;
    if (this.parts.length) {
      const tried = await this.try([...this.parts, { option, text: "" }]);
      return tried?.why ? this.refuse(tried.why) : tried !== null;
    }
    try {
      const why = await api.whyNot(this.id, this.seen.seat, option);
      if (!why.legal) this.refuse(why);
      return why.legal ?? false;
    } catch (error) {
      this.trouble(error);
      return false;
    }
  }
  /** Looks at a moment of the past; the last one asked for wins, however fast the slider moves. */
  async goTo(n: number | null) {
    if (!this.seen) return;
    this.clear();
    this.wanted = n === null || n >= this.seen.entries ? -1 : Math.max(0, n);
    if (this.wanted < 0) {
      this.past = null;
      return;
    }
    const mine = this.wanted;
    try {
      const moment = await api.moment(this.id, mine, this.seen.seat);
      await this.need(moment.view.board);
      if (this.wanted !== mine) return;
      this.pastFrom = Math.max(0, moment.told - (moment.log_length - moment.log.length));
      this.past = moment;
    } catch (error) {
      this.trouble(error);
    }
  }

  private empty() {
    this.past = null;
    this.seen = null;
    this.log = [];
    this.fresh = [];
    this.clear();
  }
  /** The seat was given away: nothing of it stays on the screen; what else this browser may see takes its place. */
  private async leave() {
    this.seat = null;
    this.sittings++;
    this.empty();
    await this.refresh();
    if (this.seen) this.listen();
    else this.note = { text: "This seat was given to somebody else.", kind: "bad" };
  }
  private listen() {
    const seat = this.seen?.seat ?? this.room?.mine[0] ?? -1;
    if (this.closed || !(this.seen || this.room)) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/live?seat=${seat}`);
    this.socket = socket;
    let first = true;
    socket.onmessage = (event: MessageEvent<string>) => {
      this.wait = 400;
      const again = !first; // the same revision once more: somebody else sits here now, or wants the table deleted
      first = false;
      this.told = (JSON.parse(event.data) as { revision: number }).revision;
      if ((again || this.told !== this.seen?.revision || !this.online) && !this.busy) void this.refresh();
      if (!again || this.told === this.seen?.revision) void this.hearWishes();
    };
    socket.onclose = (event) => {
      if (this.closed) return;
      if (event.code === DELETED) {
        this.room = null;
        this.chairs = [];
        if (!this.seen?.over) this.empty();
        this.note = { text: "This table was deleted.", kind: "bad" };
        return;
      }
      if (event.code === NOT_YOURS) return void this.leave();
      this.timer = setTimeout(async () => {
        const { sittings } = this;
        await this.refresh();
        if (sittings === this.sittings) this.listen();
      }, this.wait);
      this.wait = Math.min(this.wait * 1.6, 5000);
    };
  }
}
