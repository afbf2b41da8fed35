/**
 * Where names are written: each nearer to its own place than to any other, off the dots, off the passengers, off each
 * other, and off the routes where that can be. A name for which there is no such ground is not written. Pure and deterministic.
 */
import { type Box, candidates, distanceTo, type Shape, groundOf, type Guest, inside, reach, shared, type Candidate } from "./candidates";
import { choose } from "./choose";
import { distance, type Dot } from "./curve";
import type { Layout, MapRegion, Town } from "./layout";

export { type Box, shared };

export interface Label extends Box {
  /** Of a place or of a region. */
  id: string;
  /** One line of text, two or three. */
  lines: string[];
  size: number;
  kind: "place" | "door" | "region";
}

/** Ground kept for the passengers at a place: so many in a row, so many rows. */
export interface Bench extends Box {
  id: string;
  columns: number;
  rows: number;
}

export interface Wish {
  text: (one: Town | MapRegion) => string;
  /** The height of the letters. */
  size: number;
  /** How wide a text is at size 1. */
  measure: (text: string) => number;
}

/** Passengers, and how much ground they need. */
export interface Waiting {
  /** How many may wait at a place. */
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

/** The height of a line over the size of its letters. */
export const LINE = 1.1;
/** Ground beside a text that is kept free, over the size of its letters. */
const MARGIN = 0.3;
/** A word of so many letters may be broken where there is no other way to show it. */
const LONG = 7;
/** What it is worth to have a name on the map: more than most things it may be written across. */
const WORTH = { place: 140, door: 40, region: 160, wanted: 20_000 };

const NOBODY: ReadonlySet<string> = new Set();

/** The names of a board in one language and size: where they stand, and where those stand that somebody asks for. */
export class MapNames {
  readonly #guests: Guest[];
  readonly #all: Candidate[][];
  readonly #usual: readonly number[];
  /** Positions that only a name that is wanted takes, by guest. */
  readonly #last = new Map<number, Candidate[]>();
  readonly #lastOf: (guest: Guest) => Candidate[];
  readonly #onto: (box: Box) => Box;

  /** `model`: names of another size, whose sides are kept where they can be, so that little moves when letters grow. */
  constructor(layout: Layout, wish: Wish, benches: readonly Bench[], model?: MapNames) {
    this.#guests = [...namesOf(layout, wish), ...regionsOf(layout, wish)];
    const ground = groundOf(layout, benches, wish.size);
    this.#onto = (box) => inside(layout, box);
    this.#lastOf = (guest) => candidates(layout, guest, ground, null, true);
    this.#all = this.#guests.map((guest, i) => candidates(layout, guest, ground, model?.sideOf(i) ?? null));
    this.#usual = choose(this.#all, this.#guests.map(({ worth }) => worth));
  }

  /** On which side of its place a name stands; null: it is not written. */
  sideOf(guest: number): string | null {
    return this.#all[guest]?.[this.#usual[guest]!]?.side ?? null;
  }

  /** The names on the map. Those that are wanted are there, and others give way to them; all else stays where it is. */
  shown(wanted: ReadonlySet<string>): Label[] {
    const asked = this.#asked(wanted);
    const hidden = (chosen: readonly number[]): boolean => [...asked].some((guest) => chosen[guest]! < 0);
    if (!hidden(this.#usual)) return this.#labels(this.#all, this.#usual);
    const worth = this.#guests.map((guest, i) => (asked.has(i) ? WORTH.wanted : guest.worth));
    const all = this.#all.map((some, i) => (asked.has(i) ? [...some, ...this.#poor(i)] : some));
    const found = choose(all, worth, this.#usual);
    // Many at once on a small map: they are placed before the others, which then take what is left.
    return this.#labels(all, hidden(found) ? choose(all, worth) : found);
  }

  /**
   * The name of a place or region that somebody points at: its best position off some others, whatever else stands there. It comes with a plate
   * of its own, so that where there is no position at all it may lie over its place.
   */
  only(id: string, off: readonly Box[] = []): Label | null {
    const guest = this.#find(id);
    if (guest < 0) return null;
    const free = ({ box }: Candidate): boolean => off.every((other) => shared(box, other) === 0);
    const best = this.#all[guest]!.find(free) ?? this.#poor(guest).find(free);
    const { at, forms } = this.#guests[guest]!;
    const form = forms.at(-1)!;
    return this.#label(guest, best ?? { form, side: "", cost: 0, box: this.#onto({ x: at.x - form.w / 2, y: at.y - form.h / 2, w: form.w, h: form.h }) });
  }

  /** Of places with one name, the doors of a country, one is enough: the one that is there, or the one with the most room. */
  #asked(wanted: ReadonlySet<string>): ReadonlySet<number> {
    const found = [...wanted].map((id) => this.#find(id)).filter((guest) => guest >= 0);
    const room = (guest: number): number => (this.#usual[guest]! >= 0 ? Infinity : this.#all[guest]!.length);
    const better = (one: number, two: number): boolean => room(one) > room(two) || (room(one) === room(two) && one < two);
    return new Set(found.filter((guest) => !found.some((other) => this.#guests[guest]!.kin.has(this.#guests[other]!.id) && better(other, guest))));
  }

  #poor(guest: number): Candidate[] {
    const found = this.#last.get(guest) ?? this.#lastOf(this.#guests[guest]!);
    this.#last.set(guest, found);
    return found;
  }

  #find(id: string): number {
    return this.#guests.findIndex((one) => one.id === id && one.kind !== "door");
  }

  #labels(all: readonly Candidate[][], chosen: readonly number[]): Label[] {
    return chosen.flatMap((at, guest) => (at < 0 ? [] : [this.#label(guest, all[guest]![at]!)]));
  }

  #label(guest: number, { box, form }: Candidate): Label {
    const { id, size, kind } = this.#guests[guest]!;
    return { id, size, kind: kind as Label["kind"], lines: form.lines, ...box };
  }
}

/** Ground for the passengers: found once for a board, with room left for names of this size. */
export function seatsOf(layout: Layout, wish: Wish, crowd: Waiting): Bench[] {
  const benches = benchesOf(layout, crowd);
  if (!benches.length) return [];
  const ground = groundOf(layout, [], wish.size);
  const guests = [...benches, ...namesOf(layout, wish)];
  const poor = (guest: Guest): Candidate[] => (guest.kind === "bench" ? candidates(layout, guest, ground, null, true) : []);
  const all = guests.map((guest) => [...candidates(layout, guest, ground, null), ...poor(guest)]);
  const chosen = choose(all, guests.map(({ worth }) => worth));
  return benches.flatMap(({ id }, i) => {
    const spot = all[i]![chosen[i]!] ?? all[i]![0];
    return spot ? [{ id, ...spot.box, columns: spot.form.columns, rows: spot.form.rows }] : [];
  });
}

function formsOf(text: string, size: number, measure: Wish["measure"]): Shape[] {
  const form = (lines: string[], broken = false, short = false): Shape => ({
    lines,
    w: (Math.max(...lines.map(measure)) + MARGIN) * size,
    h: lines.length * size * LINE,
    columns: 0,
    rows: 0,
    broken,
    short,
  });
  return [...settings(text).map((lines) => form(lines)), ...broken(text).map((lines) => form(lines, true)), ...shortened(text).map((lines) => form(lines, true, true))];
}

function namesOf(layout: Layout, { text, size, measure }: Wish): Guest[] {
  const rank = (town: Town): number => Math.min(9, town.routes) + (town.big ? 12 : 0) + (town.landmark ? 4 : 0);
  const towns = layout.towns.filter((town) => !town.unnamed && text(town));
  const name = (town: Town, at: Dot, kind: "place" | "door"): Guest => ({
    id: town.id,
    kind,
    at,
    own: [...town.at, ...town.doors],
    kin: new Set(towns.filter((one) => one !== town && text(one) === text(town)).map(({ id }) => id)),
    r: reach(layout, town, size),
    size,
    worth: WORTH[kind] + rank(town),
    forms: formsOf(text(town), size, measure),
  });
  return towns.flatMap((town) => [name(town, town, "place"), ...fartherOf(town, layout.long * 2).map((at) => name(town, at, "door"))]);
}

/** Medallions and doors of a place far from where its name stands already. */
function fartherOf(town: Town, far: number): Dot[] {
  const named: Dot[] = [town];
  for (const at of [...town.at, ...town.doors]) {
    if (named.every((one) => distance(one, at) > far)) named.push(at);
  }
  return named.slice(1);
}

/** Regions that are called otherwise than their places: those say the name themselves. */
function regionsOf(layout: Layout, { text, size, measure }: Wish): Guest[] {
  return layout.regions
    .filter((region) => text(region) && !region.towns.some((town) => text(town) === text(region)))
    .map((region) => ({
      id: region.id,
      kind: "region",
      at: region,
      own: region.towns.flatMap((town) => town.at),
      kin: NOBODY,
      r: 0,
      size,
      worth: WORTH.region,
      forms: formsOf(text(region), size, (line) => measure(line) * 1.12),
    }));
}

/** Passengers stand in one row or two. */
function benchesOf(layout: Layout, { guests, guest }: Waiting): Guest[] {
  const towns = layout.towns.filter((town) => guests(town) > 0).sort((one, two) => guests(two) - guests(one));
  return towns.map((town) => {
    const n = guests(town);
    const rows = n > 3 ? [2] : n > 1 ? [1, n] : [1];
    return {
      id: town.id,
      kind: "bench",
      at: town,
      own: town.at,
      kin: NOBODY,
      r: reach(layout, town, 0),
      size: guest,
      worth: WORTH.wanted,
      forms: rows.map((count) => ({
        lines: [],
        columns: Math.ceil(n / count),
        rows: count,
        w: Math.ceil(n / count) * guest * 0.86,
        h: count * guest,
        broken: false,
        short: false,
      })),
    };
  });
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

/** A text with its long words broken in the middle, and at every syllable; nothing where it has no long word. */
export function broken(text: string): string[][] {
  const words = text.split(" ").map((word) => (word.length < LONG ? [word] : syllables(word)));
  if (words.every((parts) => parts.length === 1)) return [];
  const half = (parts: string[]): string[] => {
    const [whole, size] = [parts.join("").length, (n: number): number => parts.slice(0, n).join("").length];
    const cut = parts.map((_, n) => n).slice(1).sort((one, two) => Math.abs(size(one) - whole / 2) - Math.abs(size(two) - whole / 2))[0];
    return cut ? [parts.slice(0, cut).join(""), parts.slice(cut).join("")] : parts;
  };
  const lines = (parts: string[]): string[] => parts.map((part, i) => (i < parts.length - 1 ? `${part}-` : part));
  return [words.map(half), words].map((some) => some.flatMap(lines));
}

/** Its beginning with a full stop, where a map has no room for the rest: it is read whole where one points at it. */
export function shortened(text: string): string[][] {
  const [first, ...more] = broken(text)[0] ?? text.split(" ");
  return more.length ? [[`${first!.replace(/-$/, "")}.`]] : [];
}

/** A word's syllables, roughly: each but the first begins with a consonant, or two that are spoken as one. */
function syllables(word: string): string[] {
  const starts = [...word.matchAll(/([bcdfgkpt][rlh]|[^aeiouyäöüåæøéè])[aeiouyäöüåæøéè]/gi)].map(({ index }) => index).filter((at) => at > 1 && at < word.length - 2);
  return [0, ...starts].map((at, i) => word.slice(at, starts[i]));
}

/** How far a label is from a place: from the nearest of its dots. */
export const farFrom = (label: Box, town: Town): number => Math.min(...[...town.at, ...town.doors].map((dot) => distanceTo(label, dot)));
