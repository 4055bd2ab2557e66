/** The shapes the server sends, by their short names; `wire.d.ts` is generated from its OpenAPI schema. */
import type { components } from "./wire";

type Shapes = components["schemas"];
export type Option = (string | number)[];
export type Asked = Shapes["Asked"];
export type Board = Shapes["Board"];
export type Card = Shapes["Card"];
export type Choice = Shapes["Choice"];
export type Choices = Shapes["Choices"];
export type Deck = Shapes["Deck"];
export type Facts = Shapes["Facts"];
export type GameCard = Shapes["GameCard"];
export type Link = Shapes["Link"];
export type LogLine = Shapes["LogLine"];
export type Moment = Shapes["Moment"];
export type NewTable = Shapes["NewTable"];
export type Odds = Shapes["Odds"];
export type Opened = Shapes["Opened"];
export type Problem = Shapes["Problem"];
export type Report = Shapes["Report"];
export type RuleCard = Shapes["RuleCard"];
export type Seen = Shapes["Seen"];
export type Space = Shapes["Space"];
export type TableCard = Shapes["TableCard"];
export type Token = Shapes["Token"];
export type View = Shapes["View"];
export type WhyNot = Shapes["WhyNot"];
