/** A board's file, as it is written, and what a hand does to it. Nothing here changes a file: each gives a new one. */
import type { Drawing } from "../../board/types";

export type NameText = string | { en: string; it: string };
export type XY = [number, number];

export interface PlaceFile {
  id: string;
  x: number;
  y: number;
  name?: NameText;
  [more: string]: unknown;
}

export interface RouteFile {
  a: string;
  b: string;
  length: number;
  colour?: string;
  id?: string;
  kind?: string;
  ferry?: number;
  tunnel?: boolean;
  rugged?: number;
  card_set?: number;
  wrap?: boolean;
  bend?: number;
  lane?: number;
  [more: string]: unknown;
}

export interface TicketFile {
  stops: string[];
  points?: number;
  options?: { stop: string; points: number }[];
  points_in_order?: number;
  penalty?: number;
  deck?: string;
  id?: string;
  [more: string]: unknown;
}

export interface CardFile {
  id: string;
  count: number;
  wild?: boolean;
  colour?: string;
  kind?: string;
  spaces?: number;
  harbour?: boolean;
  from_length?: number;
  passenger?: boolean;
  [more: string]: unknown;
}

export interface RegionFile {
  id: string;
  places: string[];
  name?: NameText;
  [more: string]: unknown;
}

export interface BoardFile {
  format: "capotreno-board/1";
  id: string;
  name: NameText;
  players?: [number, number];
  minutes?: number;
  picture?: { aspect?: number };
  decks?: { id: string; cards: CardFile[] }[];
  supplies?: { kind: string; count: number; name?: NameText }[];
  places: PlaceFile[];
  regions?: RegionFile[];
  routes: RouteFile[];
  tickets?: TicketFile[];
  passengers?: { colour: string; count: number; name?: NameText }[];
  route_points?: Record<string, number>;
  game?: Record<string, unknown>;
  drawing?: Drawing | null;
  [more: string]: unknown;
}

/** What is chosen on the map: a place, a route, a ticket by its number in the list, a region. */
export type Thing = { kind: "place"; id: string } | { kind: "region"; id: string } | { kind: "route"; at: number } | { kind: "ticket"; at: number };

export const MOST = { places: 300, routes: 400, tickets: 400 };
export const LONGEST = 12;
/** A space's length over the picture's width, where nobody says otherwise. */
export const UNIT = 0.042;
/** The colours of cards that a new board has. */
export const COLOURS = ["red", "blue", "green", "yellow", "black", "white", "orange", "purple"];
export const KNOWN = [...COLOURS, "pink", "brown"];

export function newBoard(id: string, name: string): BoardFile {
  return {
    format: "capotreno-board/1",
    id,
    name,
    players: [2, 4],
    picture: { aspect: 1.5 },
    decks: [{ id: "train", cards: [...COLOURS.slice(0, 6).map((colour) => ({ id: colour, count: 10 })), { id: "wild", wild: true, count: 12 }] }],
    supplies: [{ kind: "rail", count: 25 }],
    places: [],
    routes: [],
    tickets: [],
  };
}

/** A word for computers: small letters, digits, underscores; nobody else's. */
export function idFor(name: string, taken: Iterable<string>, otherwise = "place"): string {
  const plain = name.normalize("NFKD").replace(/[̀-ͯ]/g, "").toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "").slice(0, 50) || otherwise;
  const known = new Set(taken);
  if (!known.has(plain)) return plain;
  for (let n = 2; ; n++) if (!known.has(`${plain}_${n}`)) return `${plain}_${n}`;
}

/** What a file of a map is called on a disk: its name, or its id where that has no letters of ours. */
export const fileName = (name: string, id: string): string => idFor(name, [], id);

export const aspectOf = (file: BoardFile): number => file.picture?.aspect ?? 1.5;

/** A name to show: the language's own, or the id in words as the game itself makes it. */
export function nameOf(thing: { id: string; name?: NameText } | undefined, language: "en" | "it"): string {
  if (!thing) return "";
  if (thing.name === undefined) return thing.id.replaceAll("_", " ").replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return typeof thing.name === "string" ? thing.name : thing.name[language];
}

/** A name with one language's word changed; the same in both stays one text. */
export function renamed(name: NameText | undefined, language: "en" | "it", to: string): NameText {
  if (name === undefined || typeof name === "string") return to;
  const both = { ...name, [language]: to };
  return both.en === both.it ? both.en : both;
}

export const pairOf = (a: string, b: string): string => (a <= b ? `${a} ${b}` : `${b} ${a}`);

/** Every route's id as the game calls it: its own, or its ends, numbered where several join them. */
export function routeIds(routes: readonly RouteFile[]): string[] {
  const by = new Map<string, number[]>();
  routes.forEach((route, at) => by.set(pairOf(route.a, route.b), [...(by.get(pairOf(route.a, route.b)) ?? []), at]));
  const ids: string[] = [];
  for (const tracks of by.values()) {
    const first = routes[tracks[0]!]!;
    tracks.forEach((at, n) => (ids[at] = routes[at]!.id ?? (tracks.length === 1 ? `${first.a}-${first.b}` : `${first.a}-${first.b}/${n + 1}`)));
  }
  return ids;
}

/** Every ticket's id as the game calls it. */
export function ticketIds(tickets: readonly TicketFile[]): string[] {
  const by = new Map<string, number[]>();
  tickets.forEach((ticket, at) => {
    const stem = ticket.stops.join("-") + (ticket.options?.length ? "-any" : "");
    by.set(stem, [...(by.get(stem) ?? []), at]);
  });
  const ids: string[] = [];
  for (const [stem, same] of by) same.forEach((at, n) => (ids[at] = tickets[at]!.id ?? (same.length === 1 ? stem : `${stem}/${n + 1}`)));
  return ids;
}

const at = (file: BoardFile, id: string): PlaceFile | undefined => file.places.find((place) => place.id === id);

/** How far two spots are from each other, over the picture's width. */
export const far = (one: { x: number; y: number }, two: { x: number; y: number }, aspect: number): number => Math.hypot(one.x - two.x, (one.y - two.y) / aspect);

/** How many spaces fit on a route as it is drawn. */
export function spacesDrawn(file: BoardFile, route: { a: string; b: string; bend?: number }, unit = UNIT): number {
  const [a, b] = [at(file, route.a), at(file, route.b)];
  if (!a || !b) return 1;
  // A bow that swings out by so much of its length is longer by about eight thirds of its square.
  const length = far(a, b, aspectOf(file)) * (1 + (8 / 3) * (route.bend ?? 0) ** 2);
  return Math.max(1, Math.min(LONGEST, Math.round(length / unit - 0.6)));
}

/** The spaces that were counted, counted with another length of a space. */
export function recounted(file: BoardFile, from: number, to: number): BoardFile {
  const routes = file.routes.map((route) => {
    const length = !route.spaces && route.length === spacesDrawn(file, route, from) ? spacesDrawn(file, route, to) : route.length;
    return length === route.length ? route : { ...route, length };
  });
  return routes.some((route, n) => route !== file.routes[n]) ? { ...file, routes } : file;
}

// -- places ---------------------------------------------------------------------------------------

const kept = (n: number): number => Math.round(Math.min(0.99, Math.max(0.01, n)) * 10000) / 10000;

export function addPlace(file: BoardFile, x: number, y: number, name: string): BoardFile {
  const id = idFor(name, [...file.places, ...(file.regions ?? [])].map((one) => one.id));
  return { ...file, places: [...file.places, { id, name, x: kept(x), y: kept(y) }] };
}

/** Its routes keep their spaces, unless these were those counted from the drawing. */
export function movePlace(file: BoardFile, id: string, x: number, y: number, unit = UNIT): BoardFile {
  const moved = { ...file, places: file.places.map((place) => (place.id === id ? { ...place, x: kept(x), y: kept(y) } : place)) };
  const routes = file.routes.map((route) => {
    const counted = (route.a === id || route.b === id) && !route.spaces && route.length === spacesDrawn(file, route, unit);
    return counted ? { ...route, length: spacesDrawn(moved, route, unit) } : route;
  });
  return { ...moved, routes };
}

export function changePlace(file: BoardFile, id: string, changes: Partial<PlaceFile>): BoardFile {
  return { ...file, places: file.places.map((place) => (place.id === id ? plain({ ...place, ...changes }) : place)) };
}

/** A place by another id, wherever the file names it; the same file if the id is nobody's or somebody else's. */
export function identify(file: BoardFile, from: string, to: string): BoardFile {
  if (!to || from === to || [...file.places, ...(file.regions ?? [])].some((one) => one.id === to)) return file;
  const stop = (id: string): string => (id === from ? to : id);
  return {
    ...file,
    places: file.places.map((place) => ({ ...place, id: stop(place.id) })),
    routes: file.routes.map((route) => ({ ...route, a: stop(route.a), b: stop(route.b) })),
    tickets: (file.tickets ?? []).map((ticket) => ({
      ...ticket,
      stops: ticket.stops.map(stop),
      ...(ticket.options ? { options: ticket.options.map((option) => ({ ...option, stop: stop(option.stop) })) } : {}),
    })),
    ...(file.regions ? { regions: file.regions.map((region) => ({ ...region, places: region.places.map(stop) })) } : {}),
  };
}

/** A place called otherwise. Its id follows the name, as long as it was made from the name. */
export function renamePlace(file: BoardFile, id: string, to: string, language: "en" | "it"): { file: BoardFile; id: string } {
  const place = at(file, id);
  if (!place) return { file, id };
  const others = [...file.places, ...(file.regions ?? [])].map((one) => one.id).filter((other) => other !== id);
  const made = idFor(nameOf(place, language), others) === id;
  const next = made && to.trim() ? idFor(to, others) : id;
  return { file: identify(changePlace(file, id, { name: renamed(place.name, language, to) }), id, next), id: next };
}

/** Without a place: its routes, its tickets and its regions go with it. */
export function removePlace(file: BoardFile, id: string): BoardFile {
  const rest = removeStop({ ...file, places: file.places.filter((place) => place.id !== id) }, id);
  const regions = (file.regions ?? []).map((region) => ({ ...region, places: region.places.filter((place) => place !== id) }));
  const empty = regions.filter((region) => !region.places.length).map((region) => region.id);
  const left = { ...rest, routes: rest.routes.filter((route) => route.a !== id && route.b !== id), ...(file.regions ? { regions: regions.filter((region) => region.places.length) } : {}) };
  return empty.reduce(removeStop, left);
}

function removeStop(file: BoardFile, id: string): BoardFile {
  const tickets = (file.tickets ?? []).flatMap((ticket) => {
    if (ticket.stops.includes(id)) return [];
    const options = ticket.options?.filter((option) => option.stop !== id);
    return options && !options.length && ticket.options?.length ? [] : [options ? { ...ticket, options } : ticket];
  });
  return { ...file, tickets };
}

// -- routes ---------------------------------------------------------------------------------------

export function addRoute(file: BoardFile, a: string, b: string, colour: string, unit = UNIT): BoardFile {
  const route = plain({ a, b, length: spacesDrawn(file, { a, b }, unit), colour: colour || undefined }) as RouteFile;
  return twinned({ ...file, routes: [...file.routes, route] }, a, b);
}

/** Tracks between the same two places lie side by side. */
function twinned(file: BoardFile, a: string, b: string): BoardFile {
  const same = file.routes.filter((route) => pairOf(route.a, route.b) === pairOf(a, b));
  const lanes = same.length === 2 ? [-1, 1] : same.length === 3 ? [-1, 0, 1] : [0];
  return {
    ...file,
    routes: file.routes.map((route) => {
      const n = same.indexOf(route);
      if (n < 0 || lanes[n] === undefined) return route;
      const way = route.a === same[0]!.a ? 1 : -1; // left is left of the first one's way
      return plain({ ...route, lane: lanes[n]! * way || undefined }) as RouteFile;
    }),
  };
}

/** Another track beside a route, as long as it, of the first colour that neither has. */
export function addTwin(file: BoardFile, index: number, colours: readonly string[]): BoardFile {
  const { a, b, length, bend, kind } = file.routes[index]!;
  const used = file.routes.filter((route) => pairOf(route.a, route.b) === pairOf(a, b)).map((route) => route.colour);
  const colour = file.routes[index]!.colour ? colours.find((one) => !used.includes(one)) : undefined;
  const twin = plain({ a, b, length, bend, kind, colour }) as RouteFile;
  return twinned({ ...file, routes: [...file.routes, twin] }, a, b);
}

export function changeRoute(file: BoardFile, index: number, changes: Partial<RouteFile>): BoardFile {
  return { ...file, routes: file.routes.map((route, n) => (n === index ? (plain({ ...route, ...changes }) as RouteFile) : route)) };
}

/** A route, and its twins, swung out; spaces that were counted are counted again. */
export function bendRoute(file: BoardFile, index: number, bend: number, unit = UNIT): BoardFile {
  const chosen = file.routes[index]!;
  const to = Math.abs(bend) < 0.03 ? 0 : Math.round(Math.max(-1, Math.min(1, bend)) * 1000) / 1000;
  return {
    ...file,
    routes: file.routes.map((route) => {
      if (pairOf(route.a, route.b) !== pairOf(chosen.a, chosen.b)) return route;
      const own = route.a === chosen.a ? to : -to;
      const counted = route.length === spacesDrawn(file, route, unit);
      const bent = plain({ ...route, bend: own || undefined, spaces: undefined }) as RouteFile;
      return counted ? { ...bent, length: spacesDrawn(file, bent, unit) } : bent;
    }),
  };
}

export function removeRoute(file: BoardFile, index: number): BoardFile {
  const { a, b } = file.routes[index]!;
  return twinned({ ...file, routes: file.routes.filter((_, n) => n !== index) }, a, b);
}

// -- tickets --------------------------------------------------------------------------------------

/** The places that a stop means: itself, or all of a region. */
export const placesOf = (file: BoardFile, stop: string): string[] => file.regions?.find((region) => region.id === stop)?.places ?? [stop];

/** The fewest spaces from one stop to another; null: there is no way. Nothing runs on through a dead end. */
export function distanceOf(file: BoardFile, from: string, to: string): number | null {
  const ends = new Set(placesOf(file, to));
  const starts = placesOf(file, from);
  const dead = new Set(file.places.filter((place) => place.dead_end).map((place) => place.id));
  const best = new Map<string, number>(starts.map((id) => [id, 0]));
  const left = new Set(starts);
  while (left.size) {
    const here = [...left].reduce((one, two) => (best.get(two)! < best.get(one)! ? two : one));
    left.delete(here);
    if (ends.has(here)) return best.get(here)!;
    if (dead.has(here) && !starts.includes(here)) continue;
    for (const route of file.routes) {
      const there = route.a === here ? route.b : route.b === here ? route.a : null;
      if (there === null) continue;
      const spaces = best.get(here)! + route.length;
      if (spaces < (best.get(there) ?? Infinity)) best.set(there, spaces), left.add(there);
    }
  }
  return null;
}

/** What a ticket should be worth: a point for each space of its shortest way. */
export function worth(file: BoardFile, stops: readonly string[]): number | null {
  let sum = 0;
  for (let n = 1; n < stops.length; n++) {
    const spaces = distanceOf(file, stops[n - 1]!, stops[n]!);
    if (spaces === null) return null;
    sum += spaces;
  }
  return sum;
}

export function addTicket(file: BoardFile, a: string, b: string): BoardFile {
  const points = Math.max(1, worth(file, [a, b]) ?? 5);
  return sorted({ ...file, tickets: [...(file.tickets ?? []), { stops: [a, b], points }] });
}

/** The tickets of a deck stand together. */
export function sorted(file: BoardFile): BoardFile {
  const tickets = file.tickets ?? [];
  const decks = [...new Set(tickets.map((ticket) => ticket.deck ?? "normal"))];
  if (decks.length < 2) return file;
  return { ...file, tickets: decks.flatMap((deck) => tickets.filter((ticket) => (ticket.deck ?? "normal") === deck)) };
}

export function changeTicket(file: BoardFile, index: number, changes: Partial<TicketFile>): BoardFile {
  return { ...file, tickets: (file.tickets ?? []).map((ticket, n) => (n === index ? (plain({ ...ticket, ...changes }) as TicketFile) : ticket)) };
}

export const removeTicket = (file: BoardFile, index: number): BoardFile => ({ ...file, tickets: (file.tickets ?? []).filter((_, n) => n !== index) });

// -- regions, cards -------------------------------------------------------------------------------

export function addRegion(file: BoardFile, name: string, places: string[]): BoardFile {
  const id = idFor(name, [...file.places, ...(file.regions ?? [])].map((one) => one.id), "region");
  return { ...file, regions: [...(file.regions ?? []), { id, name, places }] };
}

export function changeRegion(file: BoardFile, id: string, changes: Partial<RegionFile>): BoardFile {
  return { ...file, regions: (file.regions ?? []).map((region) => (region.id === id ? { ...region, ...changes } : region)) };
}

export function removeRegion(file: BoardFile, id: string): BoardFile {
  const regions = (file.regions ?? []).filter((region) => region.id !== id);
  return plain({ ...removeStop(file, id), regions: regions.length ? regions : undefined }) as BoardFile;
}

/** The colours that cards pay. */
export function coloursOf(file: BoardFile): string[] {
  const cards = (file.decks ?? []).flatMap((deck) => deck.cards).filter((card) => !card.wild && !card.passenger);
  return [...new Set(cards.map((card) => card.colour ?? card.id))];
}

/** What is undefined, empty or nothing is not written. */
export function plain<T extends object>(thing: T): T {
  return Object.fromEntries(Object.entries(thing).filter(([, value]) => value !== undefined)) as T;
}

// -- the file itself ------------------------------------------------------------------------------

/** The file as text, one line for each thing, so that a person can change it. */
export function written(file: BoardFile): string {
  const lines = Object.entries(file)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => {
      const rows = Array.isArray(value) && typeof value[0] === "object" && !Array.isArray(value[0]);
      const text = rows ? `[\n    ${(value as unknown[]).map((one) => JSON.stringify(one)).join(",\n    ")}\n  ]` : JSON.stringify(value);
      return `  ${JSON.stringify(key)}: ${text}`;
    });
  return `{\n${lines.join(",\n")}\n}\n`;
}
