/** Where everything of a board lies on its picture: computed once per board, drawn as it is. */
import type { Board, Place, Point, Route } from "../../lib/wire";
import { bundlesOf, relax, roomOf, spacesOf } from "./bundles";
import { corners, depth, distance, smooth, upright, type Dot, type Pose } from "./curve";

/** The picture is so many units wide, whatever its height. */
export const WIDTH = 1000;

export interface Track {
  id: string;
  a: string;
  b: string;
  colour: string;
  kind: string;
  tunnel: boolean;
  wrap: boolean;
  /** Its spaces from a to b. */
  spaces: Pose[];
  /** Which spaces bear a locomotive, and which are rugged. */
  ferry: ReadonlySet<number>;
  rugged: ReadonlySet<number>;
  /** How much smaller its spaces must be than the others', where the ground is narrow. */
  scale: number;
  /** The line of its middle, place to place; over the map's edge and in again where it wraps. */
  line: string;
}

export interface Town {
  id: string;
  kind: string;
  x: number;
  y: number;
  /** All its medallions, the first at x, y. */
  at: Dot[];
  /** Where routes meet it away from its medallions: the far side of a country. */
  doors: Dot[];
  landmark: boolean;
  port: boolean;
  big: boolean;
  /** Merchandise lies on it: it is drawn wider. */
  stall: boolean;
  /** Nobody needs its name: a crossing at sea. */
  unnamed: boolean;
  passengers: number;
  routes: number;
  /** How wide it is drawn, over a plain place. */
  girth: number;
}

/** Places that have a name together. */
export interface MapRegion extends Dot {
  id: string;
  towns: Town[];
}

export interface Layout {
  width: number;
  height: number;
  /** A space's length and width. */
  long: number;
  wide: number;
  /** A medallion's radius. */
  radius: number;
  tracks: Track[];
  towns: Town[];
  regions: MapRegion[];
  track: ReadonlyMap<string, Track>;
  town: ReadonlyMap<string, Town>;
}

const layouts = new WeakMap<Board, Layout>();

/** A board's layout; the same board is laid out once. */
export function layoutOf(board: Board): Layout {
  let found = layouts.get(board);
  if (!found) layouts.set(board, (found = lay(board)));
  return found;
}

/** How wide a space is, and how big a medallion, over a space's length. */
const WIDE = [0.42, 0.4, 0.38, 0.36, 0.34];
const NARROW = 0.34;
const MEDALLION = 0.3;
/** How much of the way from space to space a printed space fills; routes drawn here need some room to move. */
const LONG = 0.07;
const FILL = 0.88;
const ROOM = 0.93;

function lay(board: Board): Layout {
  const height = WIDTH / board.aspect;
  const at = (p: Point): Dot => ({ x: p.x * WIDTH, y: p.y * height });
  const ends = (route: Route): [Dot, Dot] => [
    at(route.drawing.a_at ?? board.places[route.a]!.at),
    at(route.drawing.b_at ?? board.places[route.b]!.at),
  ];
  const bundles = bundlesOf(board, at, WIDTH);
  // At most so long: on a map with hardly a route there is room for anything.
  const long = Math.min(length(steps(board, height), 0.4) * FILL, length(roomOf(bundles, MEDALLION), 0.05) * ROOM, WIDTH * LONG);
  const towns = board.places.map((place) => townOf(board, place, at));
  const spots: Pose[][] = board.routes.map((route) => printed(route, height));
  const size = { long, wide: bundles.length ? long * NARROW : width(spots, long), radius: long * MEDALLION };
  relax(board, bundles, size, towns.flatMap((town) => town.at));
  for (const bundle of bundles) {
    bundle.routes.forEach((index, n) => {
      const route = board.routes[index]!;
      const found = spacesOf(bundle, n, route, size);
      spots[index] = route.a === board.routes[bundle.lead]!.a ? found : found.reverse();
    });
  }
  const scales = fitted(spots, size.long, size.wide);
  const tracks = board.routes.map((route, i) => track(board, route, spots[i]!, scales[i]!, ends(route)));
  return {
    width: WIDTH,
    height,
    ...size,
    tracks,
    towns,
    regions: board.regions.map((region) => regionOf(region, towns, at)),
    track: new Map(tracks.map((one) => [one.id, one])),
    town: new Map(towns.map((one) => [one.id, one])),
  };
}

function townOf(board: Board, place: Place, at: (p: Point) => Dot): Town {
  const routes = board.routes.filter((route) => route.a === place.index || route.b === place.index);
  const doors: Dot[] = [];
  for (const route of routes) {
    const door = route.a === place.index ? route.drawing.a_at : route.drawing.b_at;
    if (door && [place.at, ...place.also_at].every((one) => distance(at(one), at(door)) > 12) && doors.every((one) => distance(one, at(door)) > 12))
      doors.push(at(door));
  }
  return {
    id: place.id,
    kind: place.kind,
    ...at(place.at),
    at: [place.at, ...place.also_at].map(at),
    doors,
    landmark: place.landmark,
    port: place.port,
    stall: place.tokens.length > 0,
    big: place.marks.includes("big_city"),
    unnamed: place.marks.includes("unnamed"),
    passengers: place.passengers,
    routes: routes.length,
    girth: place.marks.includes("big_city") ? 1.3 : place.landmark ? 1.25 : 1.1,
  };
}

/** A region's middle is where the board has it, or amid its places. */
function regionOf(region: Board["regions"][number], all: readonly Town[], at: (p: Point) => Dot): MapRegion {
  const towns = region.places.map((index) => all[index]!);
  const middle = (along: (town: Town) => number): number => towns.reduce((sum, town) => sum + along(town), 0) / towns.length;
  return { id: region.id, towns, ...(region.at ? at(region.at) : { x: middle(({ x }) => x), y: middle(({ y }) => y) }) };
}

/** The ways from space to space where the data gives them. */
function steps(board: Board, height: number): number[] {
  const found: number[] = [];
  for (const route of board.routes) {
    route.drawing.spaces.forEach((space, s) => {
      const last = route.drawing.spaces[s - 1];
      if (!last) return;
      const step = Math.hypot((space.x - last.x) * WIDTH, (space.y - last.y) * height);
      if (step < WIDTH / 2) found.push(step);
    });
  }
  return found;
}

/** The room almost every route has: all but a share of them. */
function length(rooms: number[], share: number): number {
  rooms.sort((one, two) => one - two);
  return rooms[Math.floor(rooms.length * share)] ?? Infinity;
}

/** How wide a board's printed spaces are: as wide as they can be with almost none on another's ground. */
function width(spots: readonly Pose[][], long: number): number {
  const few = spots.length / 12;
  return long * (WIDE.find((wide) => tight(spots, spots.map(() => 1), long, long * wide).size <= few) ?? NARROW);
}

/** The spaces a board's data gives, from a to b. */
function printed(route: Route, height: number): Pose[] {
  return route.drawing.spaces.map((space) => ({ x: space.x * WIDTH, y: space.y * height, angle: space.angle }));
}

/** For each route, how much smaller its spaces are so that none lies on another's. */
function fitted(spots: readonly Pose[][], long: number, wide: number): number[] {
  const scales = spots.map(() => 1);
  for (let round = 0; round < 20; round++) {
    const found = tight(spots, scales, long, wide);
    if (!found.size) break;
    for (const i of found) scales[i]! *= 0.96;
  }
  return scales;
}

/** The routes that have a space on another space's ground. */
function tight(spots: readonly Pose[][], scales: readonly number[], long: number, wide: number): Set<number> {
  const found = new Set<number>();
  const reach = Math.hypot(long, wide);
  const flat = spots.flatMap((some, i) => some.map((spot) => ({ i, spot, form: corners(spot, long * scales[i]!, wide * scales[i]!) })));
  flat.forEach((one, n) => {
    for (let m = n + 1; m < flat.length; m++) {
      const two = flat[m]!;
      if (Math.abs(one.spot.x - two.spot.x) > reach || Math.abs(one.spot.y - two.spot.y) > reach) continue;
      if (depth(one.form, two.form) > 0) found.add(one.i).add(two.i);
    }
  });
  return found;
}

function track(board: Board, route: Route, spots: readonly Pose[], scale: number, [a, b]: [Dot, Dot]): Track {
  const inside = (x: number): number => (route.wrap ? ((x % WIDTH) + WIDTH) % WIDTH : x);
  const spaces = spots.map((spot) => ({ x: inside(spot.x), y: spot.y, angle: upright(spot.angle) }));
  return {
    id: route.id,
    a: board.places[route.a]!.id,
    b: board.places[route.b]!.id,
    colour: route.colour,
    kind: route.kind,
    tunnel: route.tunnel,
    wrap: route.wrap,
    spaces,
    ferry: middle(route.length, route.ferry),
    rugged: middle(route.length, route.rugged),
    scale,
    line: runs([a, ...spaces, b]).map(smooth).join(""),
  };
}

/** So many spaces in a route's middle. */
function middle(length: number, count: number): ReadonlySet<number> {
  const first = Math.floor((length - count) / 2);
  return new Set(Array.from({ length: Math.min(count, length) }, (_, i) => Math.max(0, first) + i));
}

/** A way cut where it leaves the picture: each piece runs on beyond the edge. */
export function runs(dots: readonly Dot[]): Dot[][] {
  const found: Dot[][] = [[]];
  dots.forEach((dot, i) => {
    const last = dots[i - 1];
    if (last && Math.abs(dot.x - last.x) > WIDTH / 2) {
      const over = Math.sign(last.x - dot.x) * WIDTH;
      found[found.length - 1]!.push({ x: dot.x + over, y: dot.y });
      found.push([{ x: last.x - over, y: last.y }]);
    }
    found[found.length - 1]!.push({ x: dot.x, y: dot.y });
  });
  return found;
}
