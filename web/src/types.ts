/** The shapes of sandtable.kernel.view, as the server sends them. */
export type Option = (string | number)[];
export interface Look {
  name: string;
  pattern?: string;
  letter?: string;
}
export interface Space {
  id: number;
  label: string;
  x: number;
  y: number;
  outline?: [number, number][];
  terrain?: string[];
  name?: string;
}
export interface Link {
  a: number;
  b: number;
  kind: string;
  via?: [number, number][];
}
export interface Board {
  id: string;
  title: string;
  kind: "hex" | "area" | "point" | "cards";
  width: number;
  height: number;
  spaces: Space[];
  links?: Link[];
  looks?: Record<string, Look>;
}
export interface Value {
  name: string;
  text: string;
  corner?: "" | "tl" | "tr" | "bl" | "br";
}
export interface Token {
  id: number;
  name: string;
  space?: number;
  on?: number;
  box?: string;
  side?: string;
  symbol?: string;
  letter?: string;
  values?: Value[];
  badges?: string[];
  face_down?: boolean;
}
export interface Mark {
  space: number;
  kind: string;
  text?: string;
}
export interface Track {
  name: string;
  value: number;
  low?: number;
  high?: number;
  text?: string;
}
export interface Check {
  text: string;
  done: boolean;
  rule?: string;
}
export interface Card {
  id: number;
  title: string;
  text?: string;
  cost?: string;
  face_down?: boolean;
}
export interface Deck {
  name: string;
  count: number;
  cards?: Card[];
}
export interface Odds {
  text: string;
  chances?: Record<string, number>;
}
export interface Choice {
  option: Option;
  text: string;
  warning?: string;
  odds?: Odds | null;
}
export interface Choices {
  verb: string;
  text: string;
  domain: string;
  choices: Choice[];
  standing?: boolean;
  args?: string[];
}
export interface Asked {
  prompt: string;
  rule: string;
  number: string;
  shape: string;
  seats: number[];
  least?: number;
  most?: number;
  budget?: number;
  groups?: Choices[];
}
export interface Outcome {
  label: string;
  scores: number[];
  winner?: number;
  rule?: string;
}
export interface View {
  board: string;
  seat: number;
  tokens?: Token[];
  marks?: Mark[];
  tracks?: Track[];
  checks?: Check[];
  decks?: Deck[];
  hand?: Card[];
  crumbs?: string[];
  ask?: Asked | null;
  outcome?: Outcome | null;
}
export interface LogLine {
  n: number;
  rule: string;
  number: string;
  text: string;
  dice: number[];
}
export interface SeatCard {
  seat: number;
  name: string;
  holder: "you" | "other" | "computer" | "open";
  player?: string;
}
export interface Seen {
  table: string;
  game: string;
  title: string;
  name: string;
  scenario: string;
  options: Record<string, string>;
  take_backs: boolean;
  scratch: boolean;
  scratch_of: string | null;
  seat: number;
  mine: number[];
  seats: SeatCard[];
  revision: number;
  ask: string;
  view: View;
  log: LogLine[];
  undo: string[];
  can_yield: boolean;
  entries: number;
  over: boolean;
  commitment: string;
  content: string;
  taken?: number | null;
}
export interface Moment {
  n: number;
  entries: number;
  view: View;
  log: LogLine[];
}
export interface GameCard {
  id: string;
  title: string;
  about: string;
  designer: string;
  publisher: string;
  rights: string;
  seats: string[];
  least_seats: number;
  minutes: number;
  scenarios: Record<string, string>;
  options: Record<string, { title: string; values: string[]; default: string; rule: string }>;
  players: string[];
  stage: string;
}
export interface TableCard {
  id: string;
  game: string;
  title: string;
  name: string;
  scenario: string;
  turn: string;
  over: boolean;
  outcome: Outcome | null;
  updated: string;
  seats: number[];
  waiting: boolean;
  scratch: boolean;
}
export interface RuleCard {
  key: string;
  number: string;
  title: string;
  summary: string;
  ruling: string;
  because: string;
  status: string;
}
export interface Facts {
  title: string;
  facts?: { name: string; text: string; source?: string }[];
}
export interface Report {
  good: boolean;
  findings: string[];
  outcomes: number;
  answers: number;
  take_backs: number;
  dice: string;
}
export interface Problem {
  error: string;
  text: string;
  rule?: string;
  number?: string;
  view?: Seen | null;
}
