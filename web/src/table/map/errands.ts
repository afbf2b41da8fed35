/** My tickets as they lie on the map: each with its own tint, those that are done quiet. */
import type { Errand } from "../../board/types";
import type { Atlas } from "../../lib/sight";
import type { TicketStanding } from "../../lib/wire";

/** Who has got which tint: a ticket keeps its own, after a reload too, and the next takes the first that is free. */
export class Tints {
  readonly #given: Map<string, number>;

  constructor(readonly name = "") {
    this.#given = new Map(recall(name));
  }

  of(ticket: string): number {
    const found = this.#given.get(ticket) ?? this.#free();
    this.#given.set(ticket, found);
    return found;
  }

  /** Only these are still there. */
  keep(tickets: readonly string[]): void {
    for (const ticket of this.#given.keys()) if (!tickets.includes(ticket)) this.#given.delete(ticket);
    for (const ticket of tickets) this.of(ticket);
    if (this.name && tickets.length) remember(this.name, [...this.#given]);
  }

  #free(): number {
    const taken = new Set(this.#given.values());
    let n = 0;
    while (taken.has(n)) n += 1;
    return n;
  }
}

type Handed = [ticket: string, tint: number][];

function recall(name: string): Handed {
  try {
    return JSON.parse((name && sessionStorage.getItem(name)) || "[]") as Handed;
  } catch {
    return [];
  }
}

function remember(name: string, given: Handed): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(given));
  } catch {
    // no room left: until a reload they keep their tints anyway
  }
}

export function errandsOf(tickets: readonly string[], atlas: Atlas, standing: ReadonlyMap<string, TicketStanding>, tints: Tints, looked: string | null): Errand[] {
  tints.keep(tickets);
  return tickets.flatMap((id) => {
    const ticket = atlas.ticket.get(id);
    if (!ticket) return [];
    const stops = [...ticket.stops, ...ticket.options.map(({ stop }) => stop)].map((stop) => atlas.placesOf(stop));
    const quiet = ["done", "blocked"].includes(standing.get(id)?.status ?? "open");
    return [{ id, tint: tints.of(id), stops, options: ticket.options.length > 0, quiet, looked: id === looked }];
  });
}
