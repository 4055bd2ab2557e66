/** The two places that nothing else ever takes: one confirms or goes on, one ends or lets a chance go by. */
import { amounts, buttons, drawn, isGrave, type Pointed } from "./choices";
import { allots, ticks } from "./gather";
import type { Asked } from "../shared/types";

export interface Deciders {
  /** What goes on: an answer; "parts" where what was gathered is an answer by itself; "more" where it is one of
   *  several, and the question stays until it is ended. */
  confirm: Pointed | "parts" | "more" | null;
  /** What ends something. */
  end: Pointed | null;
  /** What gives something up for good, at any time. */
  graves: Pointed[];
  /** All other answers that need no map: choices that have to be thought about. */
  rest: Pointed[];
}

/** Puts each answer where it belongs. `gathered` says how many parts there are, `leads` that they only wait for a yes. */
export function deciders(ask: Asked | null | undefined, gathered: number, leads: boolean): Deciders {
  const plain = buttons(ask).filter((one) => !leads || one.group.standing);
  const graves = plain.filter((one) => one.group.standing && isGrave(one));
  const own = plain.filter((one) => !one.group.standing);
  const on = own.filter((one) => one.group.place === "confirm");
  const ends = own.filter((one) => one.group.place === "end");
  const others = (ask?.groups ?? []).some((group) => !group.standing && drawn(group));
  let confirm: Deciders["confirm"] = on[0] ?? null;
  if (gathered && !confirm) {
    const last = ends[0] ?? (own.length === 1 ? own[0]! : null);
    // What ends a way, or settles what the parts risk, confirms them; "buy no more" confirms nothing.
    const settles = last && (last !== ends[0] || ask?.shape === "path" || last.choice.odds);
    confirm = !own.length ? "parts" : settles ? last : last && "more";
    // A gesture that nothing confirms yet is not whole.
    if (ask?.gesture && !leads) confirm = null;
  }
  if (!gathered && own.length === 1 && !others && !own[0]!.choice.warning && !isGrave(own[0]!))
    confirm = own[0]!;
  const end = ends.find((one) => one !== confirm) ?? null;
  const placed: unknown[] = [confirm, end, ...graves];
  return { confirm, end, graves, rest: plain.filter((one) => !placed.includes(one)) };
}

/** Whether something has to be chosen beside the map: ticked, given, or read before it is chosen. */
export function answeredInside(ask: Asked | null, places: ReadonlySet<string>): boolean {
  const thought = deciders(ask, 0, false).rest.some((one) => !one.group.standing);
  return thought || [ticks(ask, places), allots(ask, places), amounts(ask)].some((all) => all.length > 0);
}
