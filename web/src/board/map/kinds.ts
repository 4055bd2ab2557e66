/** What the names of patterns mean: which are ground, which are drawn on it, and what lies under those. */
import type { Board, Space } from "../../shared/types";

/** Grounds in the order they are laid. */
export const GROUNDS = [
  "sea",
  "plain",
  "pad",
  "sand",
  "beach",
  "rows",
  "dots",
  "marsh",
  "village",
  "hills",
  "ridge",
  "hachures",
  "snow",
  "water",
];
/** Little drawings that stand on the ground. */
export const ICONS = new Set([
  "peak",
  "arch",
  "houses",
  "pad",
  "building",
  "airfield",
  "oasis",
  "pass",
  "pier",
  "breakwater",
  "ship",
  "bridge",
]);
/** What lies under a pattern that is no ground of its own, where the space names nothing else. */
const UNDER: Record<string, string> = {
  peak: "hachures",
  arch: "hachures",
  path: "plain",
  houses: "village",
  building: "plain",
  airfield: "pad",
  oasis: "sand",
  pass: "hachures",
  pier: "sea",
  breakwater: "sea",
  ship: "sea",
  bridge: "plain",
  coast: "plain",
};
/** These say nothing of the ground, if another pattern of the space does. */
const SILENT = new Set([
  "path",
  "water",
  "coast",
  "building",
  "bridge",
  "pier",
  "breakwater",
  "ship",
  "airfield",
  "oasis",
]);

/** What stands in the water before the shore. */
const MOORED = new Set(["pier", "breakwater", "ship"]);

export const patternsOf = (board: Board, space: Space): string[] =>
  (space.terrain ?? []).map((name) => board.looks?.[name]?.pattern || "plain");
export const groundOf = (pattern: string): string =>
  UNDER[pattern] ?? (GROUNDS.includes(pattern) ? pattern : "plain");

/** The ground of a space: the first of its patterns that is ground. */
export function ground(board: Board, space: Space): string {
  const names = patternsOf(board, space);
  if (isQuay(names)) return "sea";
  const first = names.find((name) => !SILENT.has(name)) ?? names[0] ?? "plain";
  // A river is drawn as a line where the map has lines: its hexes are land then.
  const wet = first === "water" && board.kind === "hex" && (board.links ?? []).length > 0;
  if (wet || (names.includes("coast") && groundOf(first) === "sea")) return "plain";
  return groundOf(first);
}
/** Whether a coastal hex has no land of its own, only what was built or lies at anchor there. */
const isQuay = (names: readonly string[]) =>
  names.includes("coast") &&
  names.some((name) => MOORED.has(name)) &&
  names.every((name) => MOORED.has(name) || ["coast", "path", "bridge", "water"].includes(name));
/** A quay is water itself, and land may reach up to it. */
export type Wet = "sea" | "quay" | "coast" | "land";
export function wetness(board: Board, space: Space): Wet {
  const names = patternsOf(board, space);
  if (names.includes("coast")) return isQuay(names) ? "quay" : "coast";
  return ground(board, space) === "sea" ? "sea" : "land";
}

/** What runs below comes first: water lies under walls, walls under rails, rails under roads, bridges over all. */
const LAID = [
  "water",
  "river",
  "canal",
  "sea",
  "border",
  "ridge",
  "cliff",
  "wall",
  "breakwater",
  "pier",
  "air",
  "",
  "path",
  "track",
  "rail",
  "road",
  "bridge",
];
export const classOf = (board: Board, kind: string): string => board.looks?.[kind]?.line ?? "";
export const byLayer = (board: Board) => (a: string, b: string) =>
  LAID.indexOf(classOf(board, a)) - LAID.indexOf(classOf(board, b));
