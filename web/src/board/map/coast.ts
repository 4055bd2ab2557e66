/** The line of the coast: how much of a coastal hex is land, so that neighbours agree and the shore is one curve. */
import { grain, type Point } from "../geometry";
import type { Hexside, Space } from "../../shared/types";
import type { Wet } from "./kinds";

export const cornerKey = ([x, y]: Point) => `${x.toFixed(3)} ${y.toFixed(3)}`;
const between = (a: Point, b: Point, share: number): Point => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
];

/** Rounds the bends of an open line; its ends stay where they are. */
export function soften(points: readonly Point[], times = 2): Point[] {
  let line = [...points];
  for (let n = 0; n < times && line.length > 2; n++) {
    const cut = line
      .slice(1)
      .flatMap((to, i): Point[] => [between(line[i]!, to, 0.25), between(line[i]!, to, 0.75)]);
    line = [line[0]!, ...cut.slice(1, -1), line.at(-1)!];
  }
  return line;
}
function softenRing(points: readonly Point[]): Point[] {
  const open = soften([...points, points[0]!, points[1]!]);
  return open.slice(1, -1);
}

/** Wedges that go on from each outer side of the map, so that the gaps at its edge have the ground beside them. */
export function brim(spaces: readonly Space[]): { space: Space; outline: Point[] }[] {
  const sides = new Map<string, { space: Space; a: Point; b: Point }[]>();
  for (const space of spaces)
    (space.outline ?? []).forEach((a, n, outline) => {
      const b = outline[(n + 1) % outline.length]!;
      const key = [cornerKey(a), cornerKey(b)].sort().join();
      sides.set(key, [...(sides.get(key) ?? []), { space, a, b }]);
    });
  return [...sides.values()]
    .filter((found) => found.length === 1)
    .flatMap((found) =>
      found.map(({ space, a, b }) => ({
        space,
        outline: [a, b, [a[0] + b[0] - space.x, a[1] + b[1] - space.y]] as Point[],
      })),
    );
}

/** A wedge in four slices: a shore that crosses the side does so where the third begins or ends. */
export function fan([a, b, tip]: Point[]): Point[][] {
  return [0, 1, 2, 3].map((n) => [between(a!, b!, n / 4), between(a!, b!, (n + 1) / 4), tip!]);
}

/** The land of each coastal space as an outline, by its number.
 *
 * A corner is under water if no land meets there, and at least one sea, or a quay that open water parts from all others;
 * the middle of a side, if the sea lies across it or the side itself is sea. Between a wet and a dry place the shore crosses the edge of the hex half-way, for
 * both its hexes alike; inside it bends towards the middle.
 */
export function coastline(
  spaces: readonly Space[],
  wet: (space: Space) => Wet,
  seaSides: readonly Hexside[] = [],
): Map<number, Point[]> {
  const byId = new Map(spaces.map((space) => [space.id, space]));
  const meeting = new Map<string, Space[]>();
  for (const space of spaces)
    for (const corner of space.outline ?? []) {
      const key = cornerKey(corner);
      meeting.set(key, [...(meeting.get(key) ?? []), space]);
    }
  const at = (corner: Point) => meeting.get(cornerKey(corner)) ?? [];
  const sideKey = (a: Point, b: Point) => [cornerKey(a), cornerKey(b)].sort().join();
  const open = new Set(
    seaSides.flatMap(({ space, side }) => {
      const outline = byId.get(space)?.outline ?? [];
      return outline.length ? [sideKey(outline[side]!, outline[(side + 1) % outline.length]!)] : [];
    }),
  );
  /** Whether a corner lies between a ship and a shore with nothing but open water between them. */
  const isRoads = (corner: Point) => {
    const quays = at(corner).filter((one) => wet(one) === "quay");
    const shores = at(corner).filter((one) => wet(one) === "coast");
    return quays.length > 0 && quays.every((quay) => shores.every((shore) => open.has(sideOf(quay, shore))));
  };
  const sideOf = (one: Space, other: Space) => {
    const corners = new Set((other.outline ?? []).map(cornerKey));
    return (one.outline ?? [])
      .map(cornerKey)
      .filter((corner) => corners.has(corner))
      .sort()
      .join();
  };
  const wetCorner = (corner: Point) => {
    const kinds = at(corner).map(wet);
    if (kinds.includes("land")) return false;
    return kinds.includes("sea") || isRoads(corner);
  };
  const wetSide = (space: Space, a: Point, b: Point) => {
    if (open.has(sideKey(a, b))) return true;
    const across = at(a).find((one) => one.id !== space.id && at(b).includes(one));
    if (!across) return wetCorner(a) && wetCorner(b);
    return wet(across) === "sea";
  };
  const found = new Map<number, Point[]>();
  for (const space of spaces) {
    const outline = space.outline ?? [];
    if (wet(space) !== "coast" || !outline.length) continue;
    const ring = outline.flatMap((corner, n): { at: Point; wet: boolean }[] => {
      const next = outline[(n + 1) % outline.length]!;
      return [
        { at: corner, wet: wetCorner(corner) },
        { at: between(corner, next, 0.5), wet: wetSide(space, corner, next) },
      ];
    });
    const middle: Point = [space.x, space.y];
    const bend = (n: number) =>
      between(ring[n]!.at, middle, 0.4 + 0.22 * grain(space.id * 13 + n, 8) + (n % 2 ? 0 : 0.05));
    const start = ring.findIndex((one, n) => !one.wet && ring[(n + ring.length - 1) % ring.length]!.wet);
    if (start < 0) {
      found.set(space.id, ring[0]!.wet ? softenRing(ring.map((_, n) => bend(n))) : [...outline]);
      continue;
    }
    // From the first dry place round: dry places as they are, each wet run as one soft bend between two crossings.
    const land: Point[] = [];
    let bay: Point[] = [];
    for (let step = 0; step < ring.length; step++) {
      const n = (start + step) % ring.length;
      const [here, next] = [ring[n]!, ring[(n + 1) % ring.length]!];
      if (here.wet) bay.push(bend(n));
      else land.push(here.at);
      if (here.wet === next.wet) continue;
      bay.push(between(here.at, next.at, 0.5));
      if (here.wet) {
        land.push(...soften(bay));
        bay = [];
      }
    }
    found.set(space.id, land);
  }
  return found;
}
