import { describe, expect, test } from "vitest";
import { inside, smooth, smoothRing, type Point } from "../geometry";
import { figureSpots, linkSpots } from "./figures";
import { hitAreas } from "./hits";
import { airfields, lieOf } from "./icons";
import { linkPaths, mouth, sideChains, teeth } from "./lines";
import { ground, wetness } from "./kinds";
import { captionOf, hexNamings, namings } from "./naming";
import type { Board, Space } from "../../shared/types";

const space = (id: number, x: number, y: number, more: Partial<Space> = {}): Space => ({
  id,
  label: `P${id}`,
  x,
  y,
  ...more,
});
const points = (spaces: Space[], more: Partial<Board> = {}): Board => ({
  id: "b",
  title: "B",
  kind: "point",
  width: 10,
  height: 10,
  spaces,
  ...more,
});
const square = (x: number, y: number, half: number): [number, number][] => [
  [x - half, y - half],
  [x + half, y - half],
  [x + half, y + half],
  [x - half, y + half],
];

describe("routes", () => {
  const town = [space(0, 0, 0), space(1, 2, 2), space(2, 4, 0)];
  const links = [
    { a: 0, b: 1, kind: "road" },
    { a: 1, b: 2, kind: "road", via: [[3, 2]] as [number, number][] },
  ];
  test("each reaches both its towns", () => {
    const path = linkPaths(points(town, { links }), "road", new Map(town.map((one) => [one.id, one])));
    expect(path.match(/M[^M]+/g)).toHaveLength(2);
    expect(path).toContain("M0.000 0.000L2.000 2.000");
    expect(path).toContain("M2.000 2.000C");
    expect(path.endsWith("4.000 0.000")).toBe(true);
  });
  test("a soft line touches every point on its way, a ring all of its corners", () => {
    const bent: Point[] = [
      [0, 0],
      [1, 1],
      [2, 0],
      [3, 3],
    ];
    for (const [x, y] of bent) {
      expect(smooth(bent)).toContain(`${x.toFixed(3)} ${y.toFixed(3)}`);
      expect(smoothRing(bent)).toContain(`${x.toFixed(3)} ${y.toFixed(3)}`);
    }
  });
});

test("sides that meet in corners are one line, a side given from both hexes counts once", () => {
  const left = space(0, 0.5, 0.5, { outline: square(0.5, 0.5, 0.5) });
  const right = space(1, 1.5, 0.5, { outline: square(1.5, 0.5, 0.5) });
  const board = points([left, right], { kind: "hex" });
  const river = [
    { space: 0, side: 1, kind: "river" },
    { space: 1, side: 3, kind: "river" },
    { space: 0, side: 2, kind: "river" },
  ];
  const found = sideChains(board, river);
  expect(found).toHaveLength(1);
  expect(found[0]).toHaveLength(3);
});

test("the teeth of a cliff lean to the left of its line", () => {
  const path = teeth("cliff", [
    [0, 0],
    [1, 0],
  ]);
  expect(path).toBe("M0.010 0.000L0.500 -0.100L0.990 0.000Z");
});

test("a bridge lies along its road, without one across the river; a pier leads out to sea", () => {
  const spaces = [space(0, 0, 0), space(1, 1, 0), space(2, -1, 0), space(3, 0, 1), space(4, 0, -1)];
  const byId = new Map(spaces.map((one) => [one.id, one]));
  const looks = {
    road: { name: "Road", line: "road" as const },
    river: { name: "River", line: "river" as const },
  };
  const river = [
    { a: 3, b: 0, kind: "river" },
    { a: 0, b: 4, kind: "river" },
  ];
  const road = [
    { a: 3, b: 0, kind: "road" },
    { a: 0, b: 4, kind: "road" },
  ];
  const turn = (links: Board["links"]) =>
    Math.abs(lieOf("bridge", points(spaces, { links, looks }), spaces[0]!, byId, () => false).turn) % 180;
  expect(turn([...river, ...road])).toBeCloseTo(90);
  expect(turn(river)).toBeCloseTo(0);
  const east = (one: Space) => one.id === 1;
  expect(lieOf("pier", points(spaces), spaces[0]!, byId, east).turn).toBeCloseTo(0);
});

describe("clicks", () => {
  test("near points share nothing and each has its own middle", () => {
    const spaces = [space(0, 1, 1), space(1, 1.4, 1.2), space(2, 5, 5)];
    const hits = hitAreas(points(spaces));
    for (let x = 0; x < 3; x += 0.05)
      for (let y = 0; y < 3; y += 0.05)
        expect([0, 1].filter((id) => inside([x, y], hits.get(id)!)).length).toBeLessThan(2);
    for (const { id, x, y } of spaces) expect(inside([x, y], hits.get(id)!)).toBe(true);
  });
  test("printed shapes that overlap are parted in the middle; others keep all of theirs", () => {
    const spaces = [
      space(0, 1, 1, { outline: square(1, 1, 0.6) }),
      space(1, 2, 1, { outline: square(2, 1, 0.6) }),
      space(2, 6, 6, { outline: square(6, 6, 0.6) }),
    ];
    const hits = hitAreas(points(spaces));
    expect(inside([1.45, 1], hits.get(0)!)).toBe(true);
    expect(inside([1.45, 1], hits.get(1)!)).toBe(false);
    expect(inside([1.55, 1], hits.get(1)!)).toBe(true);
    expect(hits.get(2)).toEqual(spaces[2]!.outline);
  });
});

test("the name of a point goes where no other point or name is", () => {
  const spaces = [space(0, 2, 2, { name: "Upper" }), space(1, 2.1, 2.5, { name: "Lower" })];
  const found = namings(points(spaces));
  expect(found.get(1)!.y).toBeCloseTo(2.97);
  expect(found.get(0)!.y).toBeLessThan(2);
  expect(namings(points([space(0, 2, 2)])).get(0)!.y).toBeGreaterThan(2);
});

test("figures stand in their corners, two in one corner side by side", () => {
  const town = space(0, 2, 2, {
    outline: square(2, 2, 1),
    figures: [
      { name: "control", text: "5", corner: "tl" },
      { name: "air", text: "A", corner: "tr" },
      { name: "gold", text: "G", corner: "tr" },
    ],
  });
  const spots = figureSpots(points([town]), town);
  expect(spots.map(({ y }) => y)).toEqual([1, 1, 1]);
  expect(spots[0]!.x).toBeGreaterThan(1);
  expect(spots[1]!.x).toBeLessThan(3);
  expect(spots[1]!.x - spots[2]!.x).toBeGreaterThan(spots[1]!.wide);
});
test("the figure of a line stands halfway along it, by the way that it takes", () => {
  const board = points([space(0, 0, 0), space(1, 4, 0), space(2, 0, 8)], {
    links: [
      { a: 0, b: 1, kind: "road", figure: "2" },
      {
        a: 0,
        b: 2,
        kind: "road",
        figure: "12",
        via: [
          [6, 0],
          [6, 8],
        ],
      },
      { a: 1, b: 2, kind: "track" },
    ],
  });
  expect(linkSpots(board).map(({ x, y, link }) => [link.figure, x, y])).toEqual([
    ["2", 2, 0],
    ["12", 6, 4],
  ]);
  const [short, long] = linkSpots(board);
  expect(long!.wide).toBeGreaterThan(short!.wide);
});
test("the name of a town stands clear of its disc and of the ring round it", () => {
  const [dot, disc] = [space(0, 1, 1), space(1, 5, 1, { terrain: ["fields"] })];
  const found = namings(points([dot, disc]));
  expect(found.get(1)!.y - disc.y).toBeGreaterThanOrEqual(0.65);
  expect(found.get(0)!.y - dot.y).toBeLessThan(0.5);
});

const LOOKS: Board["looks"] = {
  sea: { name: "Sea", pattern: "sea" },
  coast: { name: "Coast", pattern: "coast" },
  ship: { name: "Ship", pattern: "ship" },
  pier: { name: "Pier", pattern: "pier" },
  works: { name: "Works", pattern: "building" },
  field: { name: "Airfield", pattern: "airfield" },
  river: { name: "River", pattern: "water", line: "river" },
  road: { name: "Road", pattern: "path", line: "road" },
};
const HIGH = Math.sqrt(3) / 2;
const sheet = (spaces: Space[], more: Partial<Board> = {}) =>
  points(spaces, { kind: "hex", looks: LOOKS, ...more });

test("what is moored or built in a coastal hex lies in water, unless the hex has land", () => {
  const wet = (...terrain: string[]) => {
    const one = space(0, 1, 1, { terrain });
    return [wetness(sheet([one]), one), ground(sheet([one]), one)];
  };
  expect(wet("ship", "coast")).toEqual(["quay", "sea"]);
  expect(wet("pier", "coast", "road")).toEqual(["quay", "sea"]);
  expect(wet("pier", "works", "coast")).toEqual(["coast", "plain"]);
  expect(wet("works", "coast")).toEqual(["coast", "plain"]);
  expect(wet("coast")).toEqual(["coast", "plain"]);
});

test("a river that ends in a coastal hex runs on into the sea, straight ahead", () => {
  const spaces = [
    space(0, 5, 5 - HIGH),
    space(1, 5, 5, { terrain: ["coast", "river"] }),
    space(2, 5, 5 + HIGH, { terrain: ["sea"] }),
    space(3, 5.75, 5 - HIGH / 2, { terrain: ["sea"] }),
  ];
  const board = sheet(spaces, { links: [{ a: 0, b: 1, kind: "river" }] });
  expect(mouth(board, spaces[1]!, [5, 5 - HIGH])).toEqual([5, 5 + HIGH]);
  expect(mouth(board, spaces[0]!, [5, 4 - HIGH])).toBeNull();
  const byId = new Map(spaces.map((one) => [one.id, one]));
  const legs = (kind: string) =>
    linkPaths({ ...board, links: [{ a: 0, b: 1, kind }] }, kind, byId).match(/[LQ]/g)!.length;
  expect(legs("river")).toBeGreaterThan(legs("road"));
});

test("a bridge lies where its road comes over the water", () => {
  const spaces = [
    space(0, 5, 5),
    space(1, 5, 5 - HIGH),
    space(2, 5, 5 + HIGH),
    space(3, 4.25, 5 - HIGH / 2),
    space(4, 5.75, 5 + HIGH / 2),
  ];
  const links = [
    { a: 1, b: 0, kind: "river" },
    { a: 0, b: 2, kind: "river" },
    { a: 3, b: 0, kind: "road" },
    { a: 0, b: 4, kind: "road" },
  ];
  const byId = new Map(spaces.map((one) => [one.id, one]));
  const board = sheet(spaces, { links });
  const { x, y, turn } = lieOf("bridge", board, spaces[0]!, byId, () => false);
  const road = linkPaths(board, "road", byId);
  // The curve of the road bends at the middle of its hex, moved as the hand draws it: the bridge lies on the bend.
  const [bx, by] = road
    .match(/Q([\d.]+) ([\d.]+) /)!
    .slice(1)
    .map(Number) as [number, number];
  expect(Math.hypot(bx - x, by - y)).toBeLessThan(0.12);
  expect(Math.abs(turn - 30)).toBeLessThan(25);
});

describe("airfields", () => {
  const field = (id: number, column: number, row: number) =>
    space(id, 0.5 + 0.75 * column, HIGH * (0.5 + row + (column % 2) / 2), { terrain: ["field"] });
  test("a small one is drawn whole", () => {
    expect(airfields(sheet([field(0, 2, 2)])).get(0)).toEqual({ icon: "airfield", turn: 0 });
  });
  test("a large one has one runway, as long as can be, and planes beside it", () => {
    const spaces = [
      field(0, 2, 1),
      field(1, 2, 2),
      field(2, 2, 3),
      field(3, 3, 1),
      field(4, 3, 2),
      field(5, 8, 8),
    ];
    const found = airfields(sheet(spaces));
    expect([0, 1, 2].map((id) => found.get(id)!.icon)).toEqual(["runway", "runway", "runway"]);
    expect(Math.abs(found.get(0)!.turn)).toBeCloseTo(90);
    expect([3, 4].map((id) => found.get(id)!.icon)).toEqual(["parked", "parked"]);
    expect(found.get(5)!.icon).toBe("airfield");
  });
});

describe("names on a map of hexes", () => {
  const named = (id: number, x: number, y: number, name: string) => space(id, x, y, { name });
  test("stand below, off the edge of the map and off each other", () => {
    const spaces = [
      named(0, 5, 5, "Elm"),
      named(1, 0.5, 5, "Le Blockhaus"),
      named(2, 9.5, 5, "Pointe au Sable"),
    ];
    const found = hexNamings(sheet(spaces), 0.25);
    expect(found.get(0)).toMatchObject({ x: 5, anchor: "middle" });
    expect(found.get(0)!.y).toBeGreaterThan(5.33);
    expect(found.get(1)).toMatchObject({ x: 0.1, anchor: "start" });
    expect(found.get(2)).toMatchObject({ x: 9.9, anchor: "end" });
  });
  test("of neighbours one gives way", () => {
    const spaces = [
      named(0, 5, 5, "Torskvik"),
      named(1, 5.75, 5 + HIGH / 2, "Torskvik Town"),
      named(2, 5.75, 5, "Quay"),
    ];
    const found = [...hexNamings(sheet(spaces), 0.25).values()];
    const spans = found.map(({ x, y, anchor }, n) => {
      const wide = spaces[n]!.name!.length * 0.15;
      const left = anchor === "middle" ? x - wide / 2 : anchor === "start" ? x : x - wide;
      return { left, right: left + wide, top: y - 0.18, bottom: y };
    });
    for (const [n, a] of spans.entries())
      for (const b of spans.slice(n + 1))
        expect(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top).toBe(true);
  });
  test("leave the drawings of others free", () => {
    const spaces = [named(0, 5, 5, "Elm"), space(1, 5, 5.5, { terrain: ["works"] })];
    expect(hexNamings(sheet(spaces), 0.25).get(0)!.y).toBeLessThan(5.2);
  });
});

test("the caption of a mark stays on the map", () => {
  const caption = (x: number, y: number) => captionOf(sheet([]), space(0, x, y), "Destroy Obstacle", 0.5);
  expect(caption(5, 5)).toEqual({ x: 5, y: 5.82, anchor: "middle" });
  expect(caption(5, 9.4).y).toBeLessThan(9);
  expect(caption(9.5, 5)).toMatchObject({ x: 9.9, anchor: "end" });
});
