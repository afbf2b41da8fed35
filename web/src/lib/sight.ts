/** What a view says, by the names of its parts. A part a game does not have is simply not there. */
import type { Heap } from "../board/types";
import type { Board } from "./wire";

/** A view's cells: the parts of a position, `null` where this seat may not know. */
export type Cells = Record<string, unknown>;
export type Counts = Record<string, number>;

/** Counts per seat; a hidden one is null. */
export const perSeat = (cells: Cells, part: string): Record<string, number | null>[] =>
  (cells[part] as Record<string, number | null>[] | undefined) ?? [];

/** A seat's cards by kind; empty if hidden. */
export function hand(cells: Cells, seat: number | null): Counts {
  const found = seat === null ? undefined : perSeat(cells, "hands")[seat];
  const known: Counts = {};
  for (const [card, count] of Object.entries(found ?? {})) if (count) known[card] = count;
  return known;
}

/** Cards of a hand that everybody has seen taken, by kind. */
export function handSeen(cells: Cells, seat: number): Counts {
  const known: Counts = {};
  for (const [card, count] of Object.entries(perSeat(cells, "hands_seen")[seat] ?? {})) if (count) known[card] = count;
  return known;
}

export function sum(counts: Record<string, number | null> | undefined): number {
  return Object.values(counts ?? {}).reduce<number>((total, n) => total + (n ?? 0), 0);
}

/** How many cards a seat holds, of all decks. */
export function handSize(cells: Cells, seat: number): number {
  const size = (cells.hand_sizes as (number | Counts)[] | undefined)?.[seat] ?? 0;
  return typeof size === "number" ? size : sum(size);
}

/** How many cards each deck still holds; a game with one deck calls it "". */
export function deckSizes(cells: Cells): Counts {
  const size = cells.deck_size as number | Counts | undefined;
  return size === undefined ? {} : typeof size === "number" ? { "": size } : size;
}

/** Who owns each claimed route. */
export function owners(cells: Cells): Map<string, number> {
  const found = new Map<string, number>();
  ((cells.owned as string[][] | undefined) ?? []).forEach((routes, seat) => routes.forEach((route) => found.set(route, seat)));
  return found;
}

/** As it was before these events, as far as the map goes: without the routes they claimed. */
export function unclaimed(cells: Cells, events: readonly Record<string, unknown>[]): Cells {
  const since = new Set(events.filter((event) => event.event === "claimed").map((event) => event.route));
  const owned = cells.owned as string[][] | undefined;
  return owned && since.size ? { ...cells, owned: owned.map((routes) => routes.filter((route) => !since.has(route))) } : cells;
}

/** A ticket's place as the view tells it: "held 0", "offered 1", "chosen 0", …; null: unknown. */
export function ticketsOf(cells: Cells, where: string, seat: number): string[] {
  const tickets = (cells.tickets as Record<string, string | null> | undefined) ?? {};
  return Object.keys(tickets).filter((ticket) => tickets[ticket] === `${where} ${seat}`);
}

/** The face-up cards, slot by slot; null: an empty slot. */
export function row(cells: Cells): [string, string | null][] {
  return Object.entries((cells.row as Record<string, string | null> | undefined) ?? {});
}

/** Passengers that wait at each place, by colour. */
export const waiting = (cells: Cells): Record<string, Counts> => (cells.waiting as Record<string, Counts> | undefined) ?? {};

/** Merchandise that still lies at places; of a stack the last tokens are left, the first of them on top. */
export function heaps(cells: Cells, board: Board): Record<string, Heap> {
  const found: Record<string, Heap> = {};
  for (const { id, tokens, token_colour: colour } of board.places) {
    const left = (cells.goods as Counts | undefined)?.[id] ?? 0;
    if (left) found[id] = { left, value: tokens[tokens.length - left] ?? 0, colour };
  }
  return found;
}

export const turnOf = (cells: Cells): number => (cells.turn_of as number | undefined) ?? -1;

/** Fast look-ups of a board by id. */
export class Atlas {
  readonly place;
  readonly route;
  readonly ticket;
  readonly card;

  constructor(readonly board: Board) {
    this.place = new Map(board.places.map((one) => [one.id, one]));
    this.route = new Map(board.routes.map((one) => [one.id, one]));
    this.ticket = new Map(board.tickets.map((one) => [one.id, one]));
    this.card = new Map(board.cards.map((one) => [one.id, one]));
  }

  /** The places a ticket's stop means: one, or all of a region. */
  placesOf(stop: string): string[] {
    if (this.place.has(stop)) return [stop];
    const region = this.board.regions.find((one) => one.id === stop);
    return (region?.places ?? []).map((index) => this.board.places[index]?.id ?? "").filter(Boolean);
  }

  /** All places and regions a ticket names, and the places of those regions. */
  stopsOf(ticket: string): string[] {
    const found = this.ticket.get(ticket);
    const stops = found ? [...found.stops, ...found.options.map((option) => option.stop)] : [];
    return [...new Set(stops.flatMap((stop) => [stop, ...this.placesOf(stop)]))];
  }

  /** All places a ticket names. */
  placesOfTicket(ticket: string): string[] {
    const found = this.ticket.get(ticket);
    if (!found) return [];
    return [...found.stops, ...found.options.map((option) => option.stop)].flatMap((stop) => this.placesOf(stop));
  }
}
