/** A file that somebody has: far enough a board to be drawn, whatever `check-board` will say of it. */
import type { BoardFile } from "./file";

type Fits = (value: unknown) => boolean;

const text: Fits = (value) => typeof value === "string";
const number: Fits = (value) => Number.isFinite(value);
const truth: Fits = (value) => typeof value === "boolean";
const list = (of: Fits, most = Infinity): Fits => (value) => Array.isArray(value) && value.length <= most && value.every(of);
const pair: Fits = (value) => list(number)(value) && (value as number[]).length === 2;
const either = (...some: Fits[]): Fits => (value) => some.some((fits) => fits(value));
const map = (of: Fits): Fits => (value) => typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every(of);
/** An object with these fields, and others that nobody draws; those of `may` can be left out. */
const thing = (must: Record<string, Fits>, may: Record<string, Fits> = {}): Fits => (value) => {
  if (!map(() => true)(value)) return false;
  const own = value as Record<string, unknown>;
  return Object.entries(must).every(([key, fits]) => fits(own[key])) && Object.entries(may).every(([key, fits]) => own[key] === undefined || fits(own[key]));
};

const name = either(text, thing({ en: text, it: text }));
const within = (least: number, most: number): Fits => (value) => number(value) && (value as number) >= least && (value as number) <= most;

const place = thing({ id: text, x: number, y: number }, {
  name, kind: text, also_at: list(pair), landmark: truth, port: truth, dead_end: truth, passengers: number, tokens: list(number), marks: list(text), token_colour: text,
});
const route = thing({ a: text, b: text, length: within(0, 999) }, {
  id: text, kind: text, colour: text, ferry: number, tunnel: truth, rugged: number, card_set: number, wrap: truth, bend: number, lane: number,
  spaces: list(list(number)), a_at: either(pair, (value) => value === null), b_at: either(pair, (value) => value === null),
});
const ticket = thing({ stops: list(text) }, { id: text, deck: text, points: number, points_in_order: number, penalty: number, options: list(thing({ stop: text, points: number })) });
const card = thing({ id: text, count: number }, { name, colour: text, kind: text, wild: truth, passenger: truth, harbour: truth, spaces: number, from_length: number });
const drawing = thing({ layers: list(thing({ role: text, paths: list(text) })), size: pair }, { labels: list(thing({})), theme: map(text) });
const game = thing({}, {
  hand: either(number, map(number)),
  tickets: thing({}, { opening: pair, later: pair, dealt: map(number) }),
  bonuses: thing({}, { districts: map(number), double_paths: list(number) }),
  harbours: thing({}, { points: list(number) }),
  piece_choice: map(number),
  connections: list(thing({ a: text, b: text })),
  ranking: list(text),
  ...Object.fromEntries(["passengers", "journeys", "stations", "exchange", "race", "ending"].map((one) => [one, map(number)])),
});

const board = thing({ id: text, name, places: list(place), routes: list(route) }, {
  players: pair,
  minutes: number,
  picture: thing({}, { aspect: within(0.1, 10) }),
  decks: list(thing({ id: text, cards: list(card) })),
  supplies: list(thing({ kind: text, count: number }, { name })),
  regions: list(thing({ id: text, places: list(text) }, { name, at: either(pair, (value) => value === null) })),
  tickets: list(ticket),
  passengers: list(thing({ colour: text, count: number }, { name })),
  route_points: map(number),
  game: either(game, (value) => value === null),
  drawing: either(drawing, (value) => value === null),
});

/** The board of a file, or nothing. */
export function read(content: string): BoardFile | null {
  let found: unknown;
  try {
    found = JSON.parse(content.replace(/^\uFEFF/, ""));
  } catch {
    return null;
  }
  if (!board(found)) return null;
  const file = found as BoardFile;
  const known = new Set(file.places.map((one) => one.id));
  return file.routes.every((one) => known.has(one.a) && known.has(one.b)) ? { ...file, format: "capotreno-board/1" } : null;
}
