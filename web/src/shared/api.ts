/** The server, as functions. A refusal is a Trouble with a sentence for a person. */
import type {
  Board,
  Chair,
  ChartCard,
  Ending,
  Facts,
  GameCard,
  Invitation,
  Leave,
  LogPage,
  Moment,
  NewTable,
  Opened,
  Option,
  Preview,
  Problem,
  Report,
  Room,
  RuleCard,
  Seen,
  TableCard,
  WhyNot,
} from "./types";

/** What a page has of the log already: how many lines, and the mark that came with them. */
export interface Known {
  log_since: number;
  log_mark: string;
}

export class Trouble extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.text);
  }
}

async function call<T>(method: string, path: string, body?: unknown, raw?: BodyInit): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (method !== "GET") headers["X-Sandtable"] = "1";
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers,
      body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
  } catch {
    const then =
      method === "GET"
        ? "Trying again…"
        : "This may not have been done: look and do it again when it is back.";
    throw new Trouble(0, { error: "away", text: `The server does not answer. ${then}` });
  }
  if (answer.status === 204) return undefined as T;
  const data: unknown = await answer.json().catch(() => null);
  if (!answer.ok) {
    const known = data as Problem | null;
    throw new Trouble(
      answer.status,
      known?.text ? known : { error: "fault", text: `The server says ${answer.status}.` },
    );
  }
  return data as T;
}

const at = (table: string) => `/tables/${encodeURIComponent(table)}`;

export const api = {
  games: () => call<GameCard[]>("GET", "/games"),
  /** The first board of a game: the picture on its card. */
  firstBoard: (game: string) =>
    call<Record<string, Board>>("GET", `/games/${encodeURIComponent(game)}/boards?board=`),
  tableBoard: (table: string, board: string) =>
    call<Record<string, Board>>("GET", `${at(table)}/boards?board=${encodeURIComponent(board)}`),
  charts: (table: string) => call<ChartCard[]>("GET", `${at(table)}/charts`),
  rules: (game: string) => call<RuleCard[]>("GET", `/games/${encodeURIComponent(game)}/rules`),
  tables: () => call<TableCard[]>("GET", "/tables"),
  open: (wish: NewTable) => call<Opened>("POST", "/tables", wish),
  invitation: (token: string, watching: boolean) =>
    call<Invitation>("GET", `/${watching ? "watch" : "join"}/${encodeURIComponent(token)}`),
  join: (token: string, salt: string) => call<Opened>("POST", `/join/${encodeURIComponent(token)}`, { salt }),
  room: (table: string) => call<Room>("GET", `${at(table)}/room`),
  fill: (table: string, seat: number, player: string) =>
    call<Room>("POST", `${at(table)}/seats/${seat}/fill`, { player }),
  watchBy: (token: string) => call<Opened>("POST", `/watch/${encodeURIComponent(token)}`, {}),
  seen: (table: string, seat: number | null, known: Known, last: number) =>
    call<Seen>(
      "GET",
      `${at(table)}?log_since=${known.log_since}&log_mark=${encodeURIComponent(known.log_mark)}&log_last=${last}${seat === null ? "" : `&seat=${seat}`}`,
    ),
  /** Some lines of the log of a seat. */
  log: (table: string, seat: number, first: number, count: number) =>
    call<LogPage>("GET", `${at(table)}/log?seat=${seat}&first=${first}&count=${count}`),
  /** The headings of a whole log. */
  contents: (table: string, seat: number) =>
    call<LogPage>("GET", `${at(table)}/log?seat=${seat}&count=0&contents=true`),
  ending: (table: string, seat: number) => call<Ending>("GET", `${at(table)}/ending?seat=${seat}`),
  again: (table: string, salt: string) => call<Opened>("POST", `${at(table)}/again`, { salt }),
  answer: (table: string, seat: number, ask: string, options: Option[], leave: Leave, known: Known) =>
    call<Seen>("POST", `${at(table)}/answers`, { seat, ask, options, leave, ...known }),
  undo: (table: string, seat: number, level: string, ask: string, known: Known) =>
    call<Seen>("POST", `${at(table)}/undo`, { seat, level, ask, ...known }),
  giveWay: (table: string, seat: number, ask: string, known: Known) =>
    call<Seen>("POST", `${at(table)}/yield`, { seat, ask, ...known }),
  whyNot: (table: string, seat: number, option: Option) =>
    call<WhyNot>("POST", `${at(table)}/why-not`, {
      seat,
      option,
    }),
  preview: (table: string, seat: number, ask: string, options: Option[]) =>
    call<Preview>("POST", `${at(table)}/preview`, { seat, ask, options }),
  inspect: (table: string, seat: number, domain: string, value: number) =>
    call<Facts>("GET", `${at(table)}/inspect?domain=${domain}&value=${value}&seat=${seat}`),
  moment: (table: string, n: number, seat: number) =>
    call<Moment>("GET", `${at(table)}/moments/${n}?seat=${seat}`),
  whatIf: (table: string, seat: number, n: number | null) =>
    call<{ table: string }>("POST", `${at(table)}/what-if`, n === null ? { seat } : { seat, at: n }),
  verify: (table: string) => call<Report>("POST", `${at(table)}/verify`, {}),
  invite: (table: string, seat: number) =>
    call<{ url: string }>("POST", `${at(table)}/invitations`, { seat }),
  chairs: (table: string) => call<Chair[]>("GET", `${at(table)}/seats`),
  handOver: (table: string, seat: number, player: string) =>
    call<Chair[]>("POST", `${at(table)}/seats/${seat}/hand-over`, { player }),
  giveBack: (table: string, seat: number) =>
    call<Chair[]>("POST", `${at(table)}/seats/${seat}/give-back`, {}),
  watch: (table: string) => call<{ url: string }>("POST", `${at(table)}/watch`, {}),
  keep: (table: string) => call<Chair[]>("POST", `${at(table)}/keep`, {}),
  remove: (table: string) => call<void>("DELETE", at(table)),
  importRecord: (text: string) => call<{ table: string }>("POST", "/records", undefined, text),
};
