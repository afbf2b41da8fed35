/** The positions around a place where its name, or its passengers, may stand, and what each costs. */
import { corners, type Dot } from "./curve";
import type { Layout, Town } from "./layout";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** One way to set what is to be placed: a text on so many lines, passengers in so many rows. */
export interface Shape {
  lines: string[];
  w: number;
  h: number;
  columns: number;
  rows: number;
  /** A last resort: words are broken. */
  broken: boolean;
  /** And the very last: only its beginning is there. */
  short: boolean;
}

/** Something that wants to stand near a place, in one of several forms. */
export interface Guest {
  id: string;
  kind: "place" | "door" | "region" | "bench";
  /** What it stands near. */
  at: Dot;
  /** All dots that are its own. */
  own: readonly Dot[];
  /** Other places of the same name. */
  kin: ReadonlySet<string>;
  /** The radius of its dot. */
  r: number;
  size: number;
  /** What it is worth that it is shown. */
  worth: number;
  forms: Shape[];
}

export interface Candidate {
  box: Box;
  form: Shape;
  /** What it costs whatever the others do. */
  cost: number;
  /** On which side of the place, in which form: the same word at every size of letters. */
  side: string;
}

interface Disc extends Dot {
  id: string;
  r: number;
}

/** Everything a name keeps off: discs and boxes not to be touched, and the price of covering spaces. */
export interface Ground {
  discs: Disc[];
  boxes: readonly Box[];
  /** What it costs to cover the spaces in a box. */
  price: (box: Box) => number;
}

/** What a covered space costs: so much for each of the eight dots that stand for it. */
const SPACE = 2;
/** And what lies beside it, where pieces lie broader than what is printed: so much for each of eight dots. */
const BED = 0.5;
/** A name is nearer to its own place than to any other by this much. */
const CLEARLY = 1.12;
const BARELY = 1.03;
/** Dearer than any other position. */
const LAST = 5000;
/** What it saves to stand where it stood at another size of letters. */
const LOYAL = 8;

/** The radius of a token at a place, when letters are so high: its number is as large as they are. */
export const tokenSize = (layout: Layout, size: number): number => Math.max(layout.radius, size * 0.53);

/** How far a place's dot reaches. */
export const reach = (layout: Layout, town: Town, size: number): number => (town.stall ? tokenSize(layout, size) * 1.5 : layout.radius * town.girth);

export function groundOf(layout: Layout, boxes: readonly Box[], size: number): Ground {
  const discs = layout.towns.flatMap((town) => [...town.at, ...town.doors].map(({ x, y }) => ({ id: town.id, x, y, r: reach(layout, town, size) })));
  return { discs, boxes, price: pricesOf(layout) };
}

const prices = new WeakMap<Layout, Ground["price"]>();

/** Spaces are counted once into a grid of sums from the top left corner: then any box is four numbers. */
function pricesOf(layout: Layout): Ground["price"] {
  const known = prices.get(layout);
  if (known) return known;
  const cell = layout.wide / 3;
  const [columns, rows] = [Math.ceil(layout.width / cell) + 1, Math.ceil(layout.height / cell) + 1];
  const sums = new Float64Array(columns * rows);
  for (const track of layout.tracks) {
    const [long, wide] = [layout.long * track.scale, layout.wide * track.scale];
    for (const space of track.spaces) {
      for (const [l, w, cost] of [[0.9, 0.75, SPACE], [0.3, 0.75, SPACE], [0.8, 1.9, BED], [0, 1.9, BED]] as const) {
        for (const { x, y } of corners(space, long * l, wide * w)) {
          const [column, row] = [Math.floor(x / cell) + 1, Math.floor(y / cell) + 1];
          if (column > 0 && row > 0 && column < columns && row < rows) sums[row * columns + column]! += cost;
        }
      }
    }
  }
  for (let row = 1; row < rows; row++) {
    for (let column = 1, line = 0; column < columns; column++) {
      line += sums[row * columns + column]!;
      sums[row * columns + column] = sums[(row - 1) * columns + column]! + line;
    }
  }
  const sum = (x: number, y: number): number => sums[between(0, Math.round(y / cell), rows - 1) * columns + between(0, Math.round(x / cell), columns - 1)]!;
  const price = ({ x, y, w, h }: Box): number => sum(x + w, y + h) - sum(x, y + h) - sum(x + w, y) + sum(x, y);
  prices.set(layout, price);
  return price;
}

/** How far a dot is beside a box, and above or below it. */
const beside = (box: Box, dot: Dot): number => Math.max(box.x - dot.x, 0, dot.x - box.x - box.w);
const above = (box: Box, dot: Dot): number => Math.max(box.y - dot.y, 0, dot.y - box.y - box.h);

/** How far a dot is from a box; 0: it lies in it. */
export function distanceTo(box: Box, dot: Dot): number {
  return Math.hypot(beside(box, dot), above(box, dot));
}

/** No more than that distance, and quicker to say. */
const atLeast = (box: Box, dot: Dot): number => Math.max(beside(box, dot), above(box, dot));

/** How much ground two boxes share. */
export function shared(one: Box, two: Box): number {
  const w = Math.min(one.x + one.w, two.x + two.w) - Math.max(one.x, two.x);
  const h = Math.min(one.y + one.h, two.y + two.h) - Math.max(one.y, two.y);
  return w > 0 && h > 0 ? w * h : 0;
}

/**
 * All positions a guest may take, the cheapest first. `loyal`: the side it would rather stand on. `last`: those of a last resort
 * instead, all of them dearer than any other: on its own dot, on passengers, in broken words, its middle near another place, and of a name only its beginning.
 */
export function candidates(layout: Layout, guest: Guest, ground: Ground, loyal: string | null, last = false): Candidate[] {
  const region = guest.kind === "region";
  const forms = guest.forms.filter(({ broken }) => last || !broken);
  // A rival counts if it may be nearer to the name, or to its middle, than the place itself.
  const far = Math.max(...forms.map(({ w, h }) => w + h)) + (guest.r + guest.size * 1.6) * 2.2;
  const near = (dot: Dot): boolean => region || (Math.abs(dot.x - guest.at.x) < far && Math.abs(dot.y - guest.at.y) < far);
  const own = (dot: Dot): boolean => guest.own.some(({ x, y }) => x === dot.x && y === dot.y);
  const discs = ground.discs.filter(near);
  const rivals = discs.filter((disc) => !own(disc));
  const found: Candidate[] = [];
  forms.forEach((form, f) => {
    for (const { x, y, likes, side, on } of region ? within(guest, form) : around(guest, form, last)) {
      const box = inside(layout, { x, y, w: form.w, h: form.h });
      if (touches(box, on ? rivals : discs)) continue;
      const doubt = region ? 0 : doubtOf(box, guest, rivals);
      const poor = on || form.broken || doubt >= LAST || ground.boxes.some((other) => shared(box, other) > 0);
      if (doubt === Infinity || poor !== last) continue;
      const name = `${side} ${f}`;
      found.push({ box, form, side: name, cost: likes + f * 2 + (poor ? LAST : 0) + (form.short ? LAST : 0) + (doubt % LAST) + ground.price(box) - (name === loyal ? LOYAL : 0) });
    }
  });
  return found.sort((one, two) => one.cost - two.cost);
}

const touches = (box: Box, discs: readonly Disc[]): boolean => discs.some((disc) => atLeast(box, disc) < disc.r && distanceTo(box, disc) < disc.r);

/** How far the nearest of some dots is from a box. */
function nearestTo(box: Box, dots: readonly Dot[]): number {
  let least = Infinity;
  for (const dot of dots) least = Math.min(least, distanceTo(box, dot));
  return least;
}

/**
 * How easily a name is taken for another place's: nothing when all are far, infinity when one is nearer than its own. Its nearest
 * edge counts, and for all usual names its middle too.
 */
function doubtOf(box: Box, { own }: Guest, rivals: readonly Disc[]): number {
  const middle = { x: box.x + box.w / 2, y: box.y + box.h / 2, w: 0, h: 0 };
  const mine = nearestTo(box, own);
  const heart = nearestTo(middle, own);
  let [doubt, last] = [0, 0];
  for (const rival of rivals) {
    const least = atLeast(box, rival);
    if (least > 0 && least >= 2 * mine && atLeast(middle, rival) > heart) continue; // far from it all
    const theirs = distanceTo(box, rival);
    if (theirs <= mine * BARELY) return Infinity;
    if (theirs < mine * CLEARLY || distanceTo(middle, rival) <= heart) last = LAST;
    doubt += mine ? Math.max(0, 2 - theirs / mine) * 8 : 0;
  }
  return doubt + last;
}

const EDGE = 3;
const between = (least: number, wish: number, most: number): number => Math.max(least, Math.min(wish, most));

/** A box moved onto the picture, if it leaves it. */
export const inside = ({ width, height }: Layout, { x, y, w, h }: Box): Box => ({ x: between(EDGE, x, width - EDGE - w), y: between(EDGE, y, height - EDGE - h), w, h });

interface Position extends Dot {
  /** How unloved it is. */
  likes: number;
  side: string;
  /** On the dot itself, where there is no ground beside it. */
  on?: boolean;
}

const RINGS = [0, 0.3, 0.6, 1, 1.5];

/** Top left corners of a box that stands around a place, near it or a little farther. */
function around({ at, r: dot, size, kind }: Guest, { w, h }: Shape, last: boolean): Position[] {
  const found: Position[] = [];
  RINGS.forEach((ring, r) => {
    const gap = dot + size * (0.08 + ring);
    for (const { x, y, likes, side } of sides(w, h, gap)) found.push({ x: at.x + x, y: at.y + y, likes: likes + ring * 6, side: `${side} ${r}` });
  });
  if (!last || kind !== "place") return found;
  for (const up of [0.5, 0.75, 0.25, 1, 0]) {
    for (const slide of [0.5, 0.38, 0.62, 0.25, 0.75, 0.12, 0.88, 0, 1]) found.push({ x: at.x - w * slide, y: at.y - h * up, likes: 50, side: `on ${slide} ${up}`, on: true });
  }
  return found;
}

/** The same around the origin, at one distance. */
function sides(w: number, h: number, gap: number): Position[] {
  const corner = gap * 0.72;
  const found = [
    { x: gap, y: -h / 2, likes: 0.1, side: "e" },
    { x: -gap - w, y: -h / 2, likes: 0.5, side: "w" },
    { x: corner, y: -corner - h, likes: 0.3, side: "ne" },
    { x: corner, y: corner, likes: 0.4, side: "se" },
    { x: -corner - w, y: -corner - h, likes: 0.7, side: "nw" },
    { x: -corner - w, y: corner, likes: 0.8, side: "sw" },
    { x: gap, y: -h, likes: 0.6, side: "ene" },
    { x: gap, y: 0, likes: 0.6, side: "ese" },
    { x: gap, y: -h * 0.75, likes: 0.5, side: "e.75" },
    { x: gap, y: -h * 0.25, likes: 0.5, side: "e.25" },
    { x: -gap - w, y: -h * 0.75, likes: 0.9, side: "w.75" },
    { x: -gap - w, y: -h * 0.25, likes: 0.9, side: "w.25" },
    { x: -gap - w, y: -h, likes: 1, side: "wnw" },
    { x: -gap - w, y: 0, likes: 1, side: "wsw" },
  ];
  // Above and below it may slide along; right above is best.
  for (const slide of [0.5, 0.35, 0.65, 0.2, 0.8, 0.08, 0.92]) {
    const unloved = Math.abs(slide - 0.5) * 2;
    found.push({ x: -w * slide, y: -gap - h, likes: unloved, side: `n${slide}` }, { x: -w * slide, y: gap, likes: 0.2 + unloved, side: `s${slide}` });
  }
  return found;
}

const GRID = 12;

/** Top left corners of a box among a region's places. */
function within({ at, own }: Guest, { w, h }: Shape): Position[] {
  const [xs, ys] = [own.map(({ x }) => x), own.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - w / 2, Math.min(...ys) - h * 2];
  const [wide, high] = [Math.max(...xs) + w / 2 - left, Math.max(...ys) + h * 2 - top];
  const far = Math.hypot(wide, high);
  const found: Position[] = [];
  for (let i = 0; i <= GRID; i++) {
    for (let j = 0; j <= GRID; j++) {
      const [x, y] = [left + (wide * i) / GRID, top + (high * j) / GRID];
      found.push({ x: x - w / 2, y: y - h / 2, likes: (Math.hypot(x - at.x, y - at.y) / far) * 30, side: `${i},${j}` });
    }
  }
  return found;
}
