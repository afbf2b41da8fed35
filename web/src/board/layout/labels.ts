/** Where names are written: near their places, off the routes, off each other. Pure and deterministic. */
import { corners, distance, type Dot } from "./curve";
import type { Layout, Town } from "./layout";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Label {
  id: string;
  /** One line of text or two. */
  lines: string[];
  /** The middle of the text. */
  x: number;
  y: number;
  size: number;
  /** The name of a far door or a further medallion, written smaller. */
  minor: boolean;
  /** No room at this size: shown only when its place is lit. */
  hidden: boolean;
}

/** Ground kept for the passengers at a place: so many in a row, so many rows. */
export interface Bench extends Box {
  id: string;
  columns: number;
  rows: number;
}

export interface Wish {
  text: (town: Town) => string;
  /** The height of the letters. */
  size: number;
  /** How wide a text is at size 1. */
  measure: (text: string) => number;
  /** How many passengers may wait at a place. */
  guests: (town: Town) => number;
  /** A passenger's height. */
  guest: number;
}

/** A rough width of a text at size 1, where nothing can measure it. */
export function guess(text: string): number {
  let width = 0;
  for (const letter of text) width += /[ilj.,'|ft ]/.test(letter) ? 0.33 : /[mwMW]/.test(letter) ? 0.9 : /[A-Z]/.test(letter) ? 0.7 : 0.53;
  return width;
}

const LINE = 1.08; // the height of a line over the size
const COST = { other: 60, town: 34, space: 9, edge: 90 };
/** Above this a name is rather left out than read across something. */
const TOO_MUCH = 58;
/** The names of doors over the others. */
const MINOR = 0.82;

/** How wide a place is drawn, over a plain one. */
const girth = (town: Town): number => (town.stall ? 1.5 : town.big ? 1.25 : 1);

/** Something that wants to stand near a place, in one of several forms. */
interface Guest {
  town: Town;
  /** What it stands near. */
  at: Dot;
  size: number;
  forms: { lines: string[]; w: number; h: number; columns: number; rows: number }[];
  bench: boolean;
}

interface Candidate {
  box: Box;
  form: Guest["forms"][number];
  /** What it costs whatever the others do. */
  own: number;
}

interface Obstacle extends Dot {
  cost: number;
}

/** Find a position for every name and every bench: one after the other, then better ones as long as there are. */
export function place(layout: Layout, wish: Wish): { labels: Label[]; benches: Bench[] } {
  const ground = obstacles(layout);
  const guests = [...benchesOf(layout, wish), ...namesOf(layout, wish)];
  const all = guests.map((guest) => candidates(layout, guest, ground));
  const chosen: number[] = [];
  all.forEach((some, i) => chosen.push(best(some, all, chosen, i)));
  for (let sweep = 0; sweep < 8; sweep++) {
    let changed = false;
    all.forEach((some, i) => {
      const better = best(some, all, chosen, i);
      changed ||= better !== chosen[i];
      chosen[i] = better;
    });
    if (!changed) break;
  }
  return settle(guests, all, chosen);
}

function namesOf(layout: Layout, wish: Wish): Guest[] {
  const rank = (town: Town): number => town.routes + (town.big ? 100 : 0) + (town.landmark ? 4 : 0);
  const towns = layout.towns.filter((town) => !town.unnamed && wish.text(town)).sort((one, two) => rank(two) - rank(one));
  const name = (town: Town, at: Dot, size: number): Guest => ({
    town,
    at,
    size,
    bench: false,
    forms: settings(wish.text(town)).map((lines) => ({
      lines,
      w: Math.max(...lines.map(wish.measure)) * size + size * 0.3,
      h: lines.length * size * LINE,
      columns: 0,
      rows: 0,
    })),
  });
  const doors = towns.flatMap((town) => fartherOf(town, layout.long * 2).map((at) => name(town, at, wish.size * MINOR)));
  return [...towns.map((town) => name(town, town, wish.size)), ...doors];
}

/** Medallions and doors of a place far from where its name stands already. */
function fartherOf(town: Town, far: number): Dot[] {
  const named: Dot[] = [town];
  for (const at of [...town.at, ...town.doors]) {
    if (named.every((one) => distance(one, at) > far)) named.push(at);
  }
  return named.slice(1);
}

/** Passengers stand in one row or two. */
function benchesOf(layout: Layout, wish: Wish): Guest[] {
  const towns = layout.towns.filter((town) => wish.guests(town) > 0).sort((one, two) => wish.guests(two) - wish.guests(one));
  return towns.map((town) => {
    const n = wish.guests(town);
    const rows = n > 3 ? [2] : n > 1 ? [1, n] : [1];
    return {
      town,
      at: town,
      size: wish.guest,
      bench: true,
      forms: rows.map((count) => ({
        lines: [],
        columns: Math.ceil(n / count),
        rows: count,
        w: Math.ceil(n / count) * wish.guest * 0.86,
        h: count * wish.guest,
      })),
    };
  });
}

/** Names in the way of better ones are hidden. */
function settle(guests: readonly Guest[], all: readonly Candidate[][], chosen: readonly number[]): { labels: Label[]; benches: Bench[] } {
  const shown: Box[] = [];
  const labels: Label[] = [];
  const benches: Bench[] = [];
  guests.forEach(({ town, at, size, bench }, i) => {
    const { box, form, own } = all[i]![chosen[i]!]!;
    if (bench) {
      benches.push({ id: town.id, ...box, columns: form.columns, rows: form.rows });
      shown.push(box);
      return;
    }
    const clash = shown.reduce((sum, other) => sum + shared(box, other) / (size * size), 0);
    const hidden = own > TOO_MUCH || clash > 0.15;
    if (!hidden) shown.push(box);
    labels.push({ id: town.id, lines: form.lines, x: box.x + box.w / 2, y: box.y + box.h / 2, size, minor: at !== town, hidden });
  });
  return { labels, benches };
}

function best(some: readonly Candidate[], all: readonly Candidate[][], chosen: readonly number[], me: number): number {
  let index = 0;
  let least = Infinity;
  some.forEach((candidate, c) => {
    let cost = candidate.own;
    for (let i = 0; i < chosen.length && cost < least; i++) {
      if (i === me) continue;
      const other = all[i]![chosen[i]!]!.box;
      const common = shared(candidate.box, other);
      if (common > 0) cost += COST.other * (0.3 + common / Math.min(candidate.box.w * candidate.box.h, other.w * other.h));
    }
    if (cost < least) [least, index] = [cost, c];
  });
  return index;
}

/** How much ground two boxes share. */
export function shared(one: Box, two: Box): number {
  const w = Math.min(one.x + one.w, two.x + two.w) - Math.max(one.x, two.x);
  const h = Math.min(one.y + one.h, two.y + two.h) - Math.max(one.y, two.y);
  return w > 0 && h > 0 ? w * h : 0;
}

/** Everything a name should not be written on, as dots with a price. */
function obstacles(layout: Layout): Obstacle[] {
  const found: Obstacle[] = [];
  for (const track of layout.tracks) {
    const [long, wide] = [layout.long * track.scale, layout.wide * track.scale];
    for (const space of track.spaces) {
      for (const [l, w] of [[0.9, 0.75], [0.3, 0.75]] as const) {
        for (const dot of corners(space, long * l, wide * w)) found.push({ ...dot, cost: COST.space / 4 });
      }
    }
  }
  for (const town of layout.towns) {
    for (const at of [...town.at, ...town.doors]) {
      for (let i = 0; i < 8; i++) {
        const turn = (i * Math.PI) / 4;
        const r = layout.radius * 0.9 * girth(town);
        found.push({ x: at.x + Math.cos(turn) * r, y: at.y + Math.sin(turn) * r, cost: COST.town / 8 });
      }
    }
  }
  return found;
}

/** All positions around a place where a guest of it may stand, in all its forms. */
function candidates(layout: Layout, { town, at, size, forms }: Guest, ground: readonly Obstacle[]): Candidate[] {
  const found: Candidate[] = [];
  const most = layout.radius * 1.25 + size * 2.3;
  const [wide, high] = [Math.max(...forms.map(({ w }) => w)) + most, Math.max(...forms.map(({ h }) => h)) + most];
  const near = ground.filter((dot) => Math.abs(dot.x - at.x) < wide && Math.abs(dot.y - at.y) < high);
  forms.forEach((form, f) => {
    for (const ring of [0, 1, 2, 3, 4, 5]) {
      const gap = layout.radius * girth(town) + size * (0.12 + ring * 0.42);
      for (const { x, y, likes } of around(form.w, form.h, gap)) {
        const box = { x: at.x + x, y: at.y + y, w: form.w, h: form.h };
        found.push({ box, form, own: likes + ring * 2.4 + f * 2 + price(layout, box, near) });
      }
    }
  });
  return found;
}

/** A text on one line, and on two or three where it has gaps: each as even as it gets. */
export function settings(text: string): string[][] {
  const words = text.split(" ");
  const cuts = (lines: number, from = 0): string[][] => {
    if (lines === 1) return [[words.slice(from).join(" ")]];
    const found: string[][] = [];
    for (let to = from + 1; to <= words.length - lines + 1; to++) {
      for (const rest of cuts(lines - 1, to)) found.push([words.slice(from, to).join(" "), ...rest]);
    }
    return found;
  };
  const longest = (lines: string[]): number => Math.max(...lines.map((line) => line.length));
  return [1, 2, 3].filter((n) => n <= words.length).map((n) => cuts(n).reduce((best, one) => (longest(one) < longest(best) ? one : best)));
}

/** The top left corner of a box that stands around the origin at a distance, and how unloved the position is. */
function around(w: number, h: number, gap: number): { x: number; y: number; likes: number }[] {
  const side = gap * 0.72;
  const found = [
    { x: gap, y: -h / 2, likes: 0.1 },
    { x: -gap - w, y: -h / 2, likes: 0.5 },
    { x: side, y: -side - h, likes: 0.3 },
    { x: side, y: side, likes: 0.4 },
    { x: -side - w, y: -side - h, likes: 0.7 },
    { x: -side - w, y: side, likes: 0.8 },
    { x: gap, y: -h, likes: 0.6 },
    { x: gap, y: 0, likes: 0.6 },
    { x: -gap - w, y: -h, likes: 1 },
    { x: -gap - w, y: 0, likes: 1 },
  ];
  // Above and below it may slide along; right above is best.
  for (const slide of [0.5, 0.35, 0.65, 0.2, 0.8, 0.08, 0.92]) {
    const unloved = Math.abs(slide - 0.5) * 2;
    found.push({ x: -w * slide, y: -gap - h, likes: unloved }, { x: -w * slide, y: gap, likes: 0.2 + unloved });
  }
  return found;
}

function price(layout: Layout, box: Box, near: readonly Obstacle[]): number {
  const out =
    Math.max(0, 4 - box.x) + Math.max(0, 3 - box.y) + Math.max(0, box.x + box.w - layout.width + 4) + Math.max(0, box.y + box.h - layout.height + 3);
  let cost = out > 0 ? COST.edge + out : 0;
  for (const dot of near) {
    if (dot.x > box.x && dot.x < box.x + box.w && dot.y > box.y && dot.y < box.y + box.h) cost += dot.cost;
  }
  return cost;
}
