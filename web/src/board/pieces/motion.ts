/** The ways of pieces as the log tells them, put together to journeys that can be shown and shown again. */
import type { Point } from "../geometry";
import { traceKey } from "../../shared/names";
import type { LogLine, Trace } from "../../shared/types";

/** Pieces that went one way together. */
export interface Journey {
  tokens: string[];
  path: number[];
  /** The board it led over, in a game of several. */
  board?: string;
  /** They come from beside the map. */
  arrives?: boolean;
}
/** A piece that has not arrived yet: on which path, from beside the map or not, and how far along it. */
export interface Ghost {
  path: number[];
  share: number;
  arrives?: boolean;
}
/** Those ways that led over this board: a number of a space means nothing on another. */
export const on = (board: string | undefined, moves: readonly Trace[]): Trace[] =>
  moves.filter((move) => !move.board || move.board === board);
const boardOf = (trace: Trace) => trace.board ?? "";
/** Whether one step leads on from another. */
const joins = (a: Trace, b: Trace) => a.path.at(-1) === b.path[0] && boardOf(a) === boardOf(b);

/** Joins steps of one piece that follow on each other, and pieces that went the same way. */
export function journeys(traces: readonly Trace[]): Journey[] {
  const runs: Trace[] = [];
  for (const trace of traces) {
    const before = runs.findLast((run) => traceKey(run) === traceKey(trace));
    if (before && joins(before, trace)) before.path = [...before.path, ...trace.path.slice(1)];
    else runs.push({ ...trace, path: [...trace.path] });
  }
  const found = new Map<string, Journey>();
  for (const [n, run] of runs.entries()) {
    const again = runs.slice(0, n).filter((one) => traceKey(one) === traceKey(run)).length;
    const key = `${again}:${boardOf(run)}:${run.path.join()}`;
    const same = found.get(key);
    if (same) same.tokens.push(traceKey(run));
    else
      found.set(key, {
        tokens: [traceKey(run)],
        path: run.path,
        ...(run.board ? { board: run.board } : {}),
        ...(run.arrives ? { arrives: true } : {}),
      });
  }
  return [...found.values()];
}

/** What a line of the log shows again: the whole way of its pieces, with the steps told just before and after it. */
export function around(lines: readonly LogLine[], line: LogLine): Journey[] {
  const at = lines.findIndex((one) => one.n === line.n);
  const runs = line.moves.map((move) => ({ ...move, path: [...move.path] }));
  for (const run of runs) {
    for (let i = at - 1; i >= 0; i--) {
      const step = lines[i]!.moves.find((move) => traceKey(move) === traceKey(run));
      if (!step) break;
      if (!joins(step, run)) break;
      run.path = [...step.path.slice(0, -1), ...run.path];
    }
    for (let i = at + 1; i < lines.length; i++) {
      const step = lines[i]!.moves.find((move) => traceKey(move) === traceKey(run));
      if (!step) break;
      if (!joins(run, step)) break;
      run.path = [...run.path, ...step.path.slice(1)];
    }
  }
  return journeys(runs);
}

/** Where somebody is who has gone a share of a way of straight legs. */
export function along(points: readonly Point[], share: number): Point {
  if (points.length < 2) return points[0] ?? [0, 0];
  const legs = points.slice(1).map((to, i) => Math.hypot(to[0] - points[i]![0], to[1] - points[i]![1]));
  let left = Math.max(0, Math.min(1, share)) * legs.reduce((sum, leg) => sum + leg, 0);
  for (const [i, leg] of legs.entries()) {
    if (left <= leg && leg > 0) {
      const [a, b] = [points[i]!, points[i + 1]!];
      return [a[0] + ((b[0] - a[0]) * left) / leg, a[1] + ((b[1] - a[1]) * left) / leg];
    }
    left -= leg;
  }
  return points.at(-1)!;
}

const STEP = 240;
const LONGEST = 3500;
/** How many milliseconds each journey takes: longer ways longer, all together never tiresome. */
export function timing(all: readonly Journey[]): number[] {
  const wanted = all.map((one) => Math.min(1100, 160 + STEP * (one.path.length - (one.arrives ? 0 : 1))));
  const sum = wanted.reduce((total, one) => total + one, 0);
  return sum > LONGEST ? wanted.map((one) => (one * LONGEST) / sum) : wanted;
}
