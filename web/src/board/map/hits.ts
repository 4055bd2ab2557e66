/** Where a click means which space: points that are neighbours share nothing, the nearest one is meant. */
import type { Point } from "../geometry";
import type { Board, Space } from "../../shared/types";

const REACH = 0.55;
const CORNERS = 48;

export function ringAround({ x, y }: { x: number; y: number }, radius: number): Point[] {
  return Array.from({ length: CORNERS }, (_, n): Point => {
    const angle = (n * 2 * Math.PI) / CORNERS;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}
/** The part of an outline that is nearer to one point than to another. */
function nearer(outline: readonly Point[], own: Space, other: Space): Point[] {
  return within(
    outline,
    ([x, y]) =>
      (x - (own.x + other.x) / 2) * (other.x - own.x) + (y - (own.y + other.y) / 2) * (other.y - own.y),
  );
}
/** The part of an outline on the near side of a line, where this is not above nought. */
function within(outline: readonly Point[], side: (point: Point) => number): Point[] {
  return outline.flatMap((from, i): Point[] => {
    const to = outline[(i + 1) % outline.length]!;
    const [a, b] = [side(from), side(to)];
    const kept: Point[] = a <= 0 ? [from] : [];
    if (a <= 0 !== b <= 0) {
      const share = a / (a - b);
      kept.push([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
    }
    return kept;
  });
}
const box = (outline: readonly Point[]) => {
  const [xs, ys] = [outline.map((p) => p[0]), outline.map((p) => p[1])];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
};
const meet = (a: readonly Point[], b: readonly Point[]) => {
  const [one, two] = [box(a), box(b)];
  return one[0] < two[2] && two[0] < one[2] && one[1] < two[3] && two[1] < one[3];
};

/** The surroundings of bare points, as far as each is the nearest. */
export function reachOf(points: readonly Space[], radius: number): Map<number, Point[]> {
  return new Map(
    points.map((space) => {
      let area = ringAround(space, radius);
      for (const other of points)
        if (other.id !== space.id && Math.hypot(other.x - space.x, other.y - space.y) < 2 * radius)
          area = nearer(area, space, other);
      return [space.id, area];
    }),
  );
}

/** What each space takes of the clicks. Printed shapes that overlap are parted in the middle, too. */
export function hitAreas(board: Board): Map<number, readonly Point[]> {
  const shaped = board.spaces.filter((space) => space.outline?.length);
  const found = new Map<number, readonly Point[]>(
    reachOf(
      board.spaces.filter((space) => !space.outline?.length),
      REACH,
    ),
  );
  for (const space of shaped) {
    let area: readonly Point[] = space.outline!;
    if (board.kind === "point")
      for (const other of shaped)
        if (other.id !== space.id && meet(space.outline!, other.outline!)) area = nearer(area, space, other);
    found.set(space.id, area);
  }
  return found;
}

/** So far round a printed shape a click still means it. */
const ROUND = 0.2;
/** How far an outline reaches from a point in a direction. */
const reach = (outline: readonly Point[], { x, y }: Space, [dx, dy]: Point) =>
  Math.max(...outline.map((point) => (point[0] - x) * dx + (point[1] - y) * dy));
/** What lies round the shapes of a map of points, so that no click falls between neighbours: the gap between two is
 *  parted in the middle. */
export function surroundings(board: Board): Map<number, Point[]> {
  const shaped = board.kind === "point" ? board.spaces.filter((space) => space.outline?.length) : [];
  const grown = new Map(shaped.map((space) => [space.id, roundOf(space)]));
  for (const space of shaped)
    for (const other of shaped) {
      const area = grown.get(space.id)!;
      if (other.id === space.id || !meet(area, grown.get(other.id)!)) continue;
      const [across, down] = [other.x - space.x, other.y - space.y];
      const ways: Point[] = [
        [Math.sign(across) || 1, 0],
        [0, Math.sign(down) || 1],
      ];
      const gaps = ways.map(([dx, dy]): [number, Point, number] => {
        const own = reach(space.outline!, space, [dx, dy]);
        return [across * dx + down * dy - own - reach(other.outline!, other, [-dx, -dy]), [dx, dy], own];
      });
      const [gap, towards, own] = gaps[0]![0] > gaps[1]![0] ? gaps[0]! : gaps[1]!;
      const cut = own + gap / 2;
      grown.set(
        space.id,
        within(area, ([x, y]) => (x - space.x) * towards[0] + (y - space.y) * towards[1] - cut),
      );
    }
  return grown;
}
function roundOf({ x, y, outline = [] }: Space): Point[] {
  const [left, top, right, foot] = box(outline);
  const [across, down] = [1 + (2 * ROUND) / (right - left || 1), 1 + (2 * ROUND) / (foot - top || 1)];
  return outline.map((point): Point => [x + (point[0] - x) * across, y + (point[1] - y) * down]);
}
