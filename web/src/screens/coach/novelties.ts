/** What a box has of its own, mechanic by mechanic: one short word about each, beside the thing itself. */
import type { Cells } from "../../lib/sight";
import { deckSizes, sum, waiting } from "../../lib/sight";
import type { Board } from "../../lib/wire";

/** All that tells which mechanics a game has. */
export interface Contents {
  cells: Cells;
  board: Board;
  fact(name: string): number | undefined;
}

export interface Novelty {
  /** Its words are `intro.<id>.title` and `intro.<id>`. */
  id: string;
  /** A number its words name. */
  n?: number | undefined;
  /** What it points at, the best first: selectors of the page. */
  at: string[];
}

const part = (name: string): string => `[data-guide~="${name}"]`;
const place = (id: string | undefined): string => `[data-place="${id ?? ""}"]`;
const route = (id: string | undefined): string => `[data-route="${id ?? ""}"]`;
/** What lies in the middle of the table: a question may lie there instead, and then it waits. */
const MARKET = ".market";
const DECK = '[data-anchor^="deck-"]';
const TRAY = ".tray";
const TOKENS = '[data-anchor="hand"]';
/** The place where most routes meet. */
const busiest = (board: Board, fits: (place: Board["places"][number]) => boolean): string => {
  const meet = (index: number): number => board.routes.filter((one) => !one.wrap && (one.a === index || one.b === index)).length;
  return place(board.places.filter(fits).sort((a, b) => meet(b.index) - meet(a.index))[0]?.id);
};
/** A route to point at; one that leaves the map at one edge and comes in at the other would do badly. */
const found = (board: Board, fits: (route: Board["routes"][number]) => unknown): { at: string[] } | false => {
  const one = board.routes.find((route) => fits(route) && !route.wrap);
  return one !== undefined && { at: [route(one.id)] };
};
const ferries = (board: Board): boolean => board.routes.some((one) => one.ferry);
const most = (counts: Record<string, number>): string | undefined => Object.entries(counts).sort((a, b) => b[1] - a[1])[0]?.[0];

type Finder = (box: Contents) => Omit<Novelty, "id"> | false;

/** By mechanic, in the order in which a player meets them. */
const KNOWN: Record<string, Finder> = {
  dice: ({ cells }) => "dice" in cells && { at: [TRAY] },
  tokens: ({ cells }) => "tokens" in cells && { at: [TOKENS] },
  ships: ({ board }) => board.supplies.length > 1 && found(board, (one) => one.kind === board.supplies[1]?.kind),
  decks: ({ cells }) => Object.keys(deckSizes(cells)).length > 1 && { at: [MARKET] },
  blind: ({ cells }) => "deck_size" in cells && !("row" in cells) && { at: [DECK] },
  race: ({ cells, fact }) => "completed" in cells && { at: [part("tickets"), part("players")], n: fact("goal") ?? 0 },
  bonuses: ({ cells }) => "bonuses" in cells && { at: [part("players")] },
  passengers: ({ cells }) => {
    const there = Object.entries(waiting(cells)).map(([id, counts]): [string, number] => [id, sum(counts)]);
    return there.length > 0 && { at: [place(most(Object.fromEntries(there)))] };
  },
  merchandise: ({ cells }) => "goods" in cells && { at: [place(most(cells.goods as Record<string, number>))] },
  journeys: ({ cells }) => "passengers_left" in cells && { at: [part("players")] },
  fares: ({ cells, board }) => "hands" in cells && board.cards.some((one) => one.passenger) && { at: [MARKET] },
  long_wilds: ({ cells, board }) => {
    const n = board.cards.find((one) => one.from_length)?.from_length;
    return "hands" in cells && n !== undefined && { at: [MARKET], n };
  },
  harbours: ({ cells, board }) => "harbours" in cells && { at: [busiest(board, (one) => one.port)] },
  stations: ({ cells, board }) => "stations" in cells && { at: [busiest(board, () => true)] },
  tunnel_wilds: ({ cells, board, fact }) => "hands" in cells && fact("wild_routes") !== undefined && !ferries(board) && { at: [MARKET] },
  ferry_wilds: ({ cells, board, fact }) => "hands" in cells && fact("wild_routes") !== undefined && ferries(board) && { at: [MARKET] },
  ferries: ({ cells, board }) => "hands" in cells && found(board, (one) => one.ferry),
  tunnels: ({ board }) => found(board, (one) => one.tunnel),
  rugged: ({ board }) => found(board, (one) => one.rugged),
  landmarks: ({ board }) => board.places.some((one) => one.landmark) && { at: [busiest(board, (one) => one.landmark)] },
  longest_path: ({ fact }) => fact("longest_path") !== undefined && { at: [part("players")], n: fact("longest_path") },
  tours: ({ board }) => board.tickets.some((one) => one.stops.length > 2) && { at: [part("tickets")] },
  countries: ({ board }) => board.tickets.some((one) => one.options.length) && { at: [part("tickets")] },
  globetrotter: ({ fact }) => fact("globetrotter") !== undefined && { at: [part("tickets")], n: fact("globetrotter") },
};

/** Everything there are words for. */
export const NOVELTIES: readonly string[] = Object.keys(KNOWN);

/** What is to be said of a box. */
export function noveltiesOf(box: Contents): Novelty[] {
  return Object.entries(KNOWN).flatMap(([id, find]) => {
    const novelty = find(box);
    return novelty ? [{ id, ...novelty }] : [];
  });
}

const KEY = "capotreno.met";

function kept(): Record<string, string[]> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return found !== null && typeof found === "object" && !Array.isArray(found) ? (found as Record<string, string[]>) : {};
  } catch {
    return {};
  }
}

/** What has not been said on this device of this box; with dice, only the dice may be new. */
export function unmet(game: string, all: readonly Novelty[]): Novelty[] {
  const known = kept()[game];
  return all.filter((one) => !(Array.isArray(known) && known.includes(one.id)));
}

export function meet(game: string, ids: readonly string[]): void {
  const all = kept();
  localStorage.setItem(KEY, JSON.stringify({ ...all, [game]: [...new Set([...(Array.isArray(all[game]) ? all[game] : []), ...ids])] }));
}
