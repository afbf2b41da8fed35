/**
 * Routes whose spaces no data gives: twins run side by side in a bundle, every bundle swings clear of the others.
 * The data says roughly where they run; what would lie on each other here is moved a little, never the places.
 */
import type { Board, Point, Route } from "../../lib/wire";
import { along, corners, depth, distance, lengthOf, swing, type Dot, type Pose } from "./curve";

export interface Bundle {
  /** The route whose direction is the bundle's. */
  lead: number;
  /** Indices of its routes, from the left lane to the right one. */
  routes: number[];
  a: Dot;
  b: Dot;
  /** So many spaces are on its longest route. */
  length: number;
  bend: number;
  /** Free ground before the first space and after the last, from the middle of the places. */
  from: number;
  to: number;
  /** How the data would have it bend. */
  meant: number;
}

/** What a board's spaces measure. */
export interface Measure {
  long: number;
  wide: number;
  radius: number;
}

/** Twins lie so far apart, over a space's width. */
const LANE = 1.14;
/** Spaces of a route keep so much of their length apart. */
const GAP = 0.05;

export function bundlesOf(board: Board, at: (p: Point) => Dot, width: number): Bundle[] {
  const end = (route: Route, place: number): Point =>
    (route.a === place ? route.drawing.a_at : route.drawing.b_at) ?? board.places[place]!.at;
  const found = new Map<string, { lead: Route; routes: Route[] }>();
  for (const route of board.routes) {
    if (route.drawing.spaces.length) continue;
    const [a, b] = route.a < route.b ? [route.a, route.b] : [route.b, route.a];
    const door = (p: Point): string => `${p.x.toFixed(2)},${p.y.toFixed(2)}`;
    const key = [a, b, door(end(route, a)), door(end(route, b)), route.wrap].join(" ");
    const group = found.get(key);
    if (group) group.routes.push(route);
    else found.set(key, { lead: route, routes: [route] });
  }
  return [...found.values()].map(({ lead, routes }) => {
    const turned = (one: Route): number => (one.a === lead.a ? 1 : -1);
    const order = (one: Route): number => (one.drawing.lane * 10 + one.drawing.bend) * turned(one);
    routes.sort((one, two) => order(one) - order(two) || one.index - two.index);
    const bend = routes.reduce((sum, one) => sum + one.drawing.bend * turned(one), 0) / routes.length;
    const [a, b] = [at(end(lead, lead.a)), at(end(lead, lead.b))];
    const over = lead.wrap && Math.abs(b.x - a.x) > width / 2 ? Math.sign(a.x - b.x) * width : 0;
    const length = Math.max(...routes.map((route) => route.length));
    return { lead: lead.index, routes: routes.map((route) => route.index), a, b: { x: b.x + over, y: b.y }, length, bend, from: 0, to: 0, meant: bend };
  });
}

/** The spaces of a bundle's n-th route, in the bundle's direction. */
export function spacesOf(bundle: Bundle, n: number, route: Route, size: Measure): Pose[] {
  const aside = (n - (bundle.routes.length - 1) / 2) * size.wide * LANE;
  const dots = swing(bundle.a, bundle.b, bundle.bend, aside);
  const way = lengthOf(dots) - bundle.from - bundle.to;
  return Array.from({ length: route.length }, (_, i) => along(dots, bundle.from + (way * (i + 0.5)) / route.length));
}

/** The longest space every bundle has room for, a few narrow ones left aside. */
export function roomOf(bundles: readonly Bundle[], medallion: number): number[] {
  return bundles.map((bundle) => lengthOf(swing(bundle.a, bundle.b, bundle.bend, 0)) / (bundle.length * (1 + GAP) + 2 * medallion));
}

/** A bundle as it lies: its spaces and their outlines. */
interface Lie {
  spots: Pose[];
  forms: Dot[][];
}

/** Move what lies on something else: swing it wider or less wide, begin it nearer to one place or the other. */
export function relax(board: Board, bundles: readonly Bundle[], size: Measure, towns: readonly Dot[]): void {
  for (const bundle of bundles) bundle.from = bundle.to = size.radius * 1.08;
  const lies = bundles.map((bundle) => lie(board, bundle, size));
  const beside = neighbours(bundles, size);
  for (let sweep = 0; sweep < 60; sweep++) {
    let moved = false;
    bundles.forEach((bundle, me) => {
      const others = beside[me]!.map((other) => lies[other]!);
      let least = cost(bundle, lies[me]!, others, size, towns);
      if (least < 0.02) return;
      for (const trial of trials({ ...bundle }, size)) {
        const most = least - 1e-6;
        if (astray({ ...bundle, ...trial }, size) >= most) continue;
        const found = lie(board, { ...bundle, ...trial }, size);
        const price = cost({ ...bundle, ...trial }, found, others, size, towns, most);
        if (price >= most) continue;
        least = price;
        Object.assign(bundle, trial);
        lies[me] = found;
        moved = true;
      }
    });
    if (!moved) break;
  }
}

function lie(board: Board, bundle: Bundle, size: Measure): Lie {
  const spots = bundle.routes.flatMap((index, n) => spacesOf(bundle, n, board.routes[index]!, size));
  return { spots, forms: spots.map((spot) => corners(spot, size.long * 1.02, size.wide * 1.1)) };
}

/** For each bundle those that may come into its way. */
function neighbours(bundles: readonly Bundle[], size: Measure): number[][] {
  const boxes = bundles.map(({ a, b }) => {
    const room = distance(a, b) * 0.3 + size.long;
    return { left: Math.min(a.x, b.x) - room, right: Math.max(a.x, b.x) + room, top: Math.min(a.y, b.y) - room, low: Math.max(a.y, b.y) + room };
  });
  return boxes.map((one, i) =>
    boxes.flatMap((two, j) => (i !== j && one.left < two.right && two.left < one.right && one.top < two.low && two.top < one.low ? [j] : [])),
  );
}

/** Whether two dots may be nearer than that: quicker to say than their distance. */
const near = (one: Dot, two: Dot, reach: number): boolean => Math.abs(one.x - two.x) < reach && Math.abs(one.y - two.y) < reach;

/** How far a bundle lies from where the data would have it. */
const astray = (bundle: Bundle, size: Measure): number => Math.abs(bundle.bend - bundle.meant) * 0.8 + (Math.abs(bundle.from - bundle.to) / size.long) * 0.04;

/** How badly a bundle lies: on others' spaces, on places, astray. What is `most` or more is not counted to its end. */
function cost(bundle: Bundle, mine: Lie, others: readonly Lie[], size: Measure, towns: readonly Dot[], most = Infinity): number {
  const reach = Math.hypot(size.long, size.wide) * 1.1;
  let sum = astray(bundle, size);
  for (const [s, spot] of mine.spots.entries()) {
    for (const other of others) {
      other.spots.forEach((that, t) => {
        if (near(spot, that, reach)) sum += depth(mine.forms[s]!, other.forms[t]!) / size.wide;
      });
    }
    for (const town of towns) {
      if (near(spot, town, reach) && distance(spot, town) < reach) sum += (Math.max(0, size.radius - off(spot, town, size)) / size.wide) * 1.5;
    }
    if (sum >= most) break;
  }
  return sum;
}

/** How far a point is from a space. */
export function off(space: Pose, at: Dot, size: { long: number; wide: number }): number {
  const turn = (-space.angle * Math.PI) / 180;
  const [dx, dy] = [at.x - space.x, at.y - space.y];
  const x = Math.abs(dx * Math.cos(turn) - dy * Math.sin(turn)) - size.long / 2;
  const y = Math.abs(dx * Math.sin(turn) + dy * Math.cos(turn)) - size.wide / 2;
  return Math.hypot(Math.max(0, x), Math.max(0, y));
}

/** Small changes: how much it swings, and the free ground at both ends over a space's length. */
const TRIALS: [number, number, number][] = [
  ...[-0.08, -0.03, -0.01, 0.01, 0.03, 0.08].flatMap((swung): [number, number, number][] => [
    [swung, 0, 0],
    [swung, 0.15, 0],
    [swung, 0, 0.15],
  ]),
  ...[-0.3, -0.1, 0.1, 0.3].flatMap((shift): [number, number, number][] => [
    [0, shift, 0],
    [0, 0, shift],
    [0, shift, -shift],
    [0, shift, shift],
  ]),
];

/** The changes of a bundle that leave room for its spaces. */
function trials(bundle: Bundle, size: Measure): Pick<Bundle, "bend" | "from" | "to">[] {
  const found: Pick<Bundle, "bend" | "from" | "to">[] = [];
  for (const [swung, one, two] of TRIALS) {
    const bend = bundle.bend + swung;
    if (Math.abs(bend - bundle.meant) > 0.2 || Math.abs(bend) > 0.42) continue;
    const from = bundle.from + one * size.long;
    const to = bundle.to + two * size.long;
    if (from < size.radius * 1.04 || to < size.radius * 1.04) continue;
    const way = distance(bundle.a, bundle.b) * (1 + (8 / 3) * bend * bend);
    if (way - from - to >= bundle.length * size.long * (1 + GAP)) found.push({ bend, from, to });
  }
  return found;
}
