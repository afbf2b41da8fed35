/** What the studio suggests for a board: colours, pieces, tickets, people. */
import { type BoardFile, coloursOf, distanceOf, pairOf, plain, type RouteFile, sorted, type TicketFile } from "./file";

const GRAY = 0.25; // of the spaces take any colour

/** Colours for all routes: as many spaces of each, neighbours and twins of different ones; ferries and some others gray. */
export function colourRoutes(file: BoardFile): BoardFile {
  const colours = coloursOf(file);
  if (!colours.length) return file;
  const total = file.routes.reduce((sum, route) => sum + route.length, 0);
  let gray = file.routes.filter((route) => route.ferry).reduce((sum, route) => sum + route.length, 0);
  const spaces = new Map(colours.map((colour) => [colour, 0]));
  const chosen = new Map<number, string>();
  const order = file.routes.map((_, n) => n).filter((n) => !file.routes[n]!.ferry).sort((one, two) => file.routes[two]!.length - file.routes[one]!.length || one - two);
  order.forEach((n, turn) => {
    const { a, b, length } = file.routes[n]!;
    const twins = file.routes.some((route, at) => at !== n && pairOf(route.a, route.b) === pairOf(a, b));
    // Every fourth stays gray, long and short alike, until there is enough of it.
    if (!twins && turn % 4 === 3 && gray + length <= GRAY * total) return void (gray += length);
    const near = [...chosen].filter(([at]) => [file.routes[at]!.a, file.routes[at]!.b].some((end) => end === a || end === b));
    const beside = near.filter(([at]) => pairOf(file.routes[at]!.a, file.routes[at]!.b) === pairOf(a, b)).map(([, colour]) => colour);
    const cost = (colour: string): number => spaces.get(colour)! + 2 * near.filter(([, other]) => other === colour).length + (beside.includes(colour) ? 1000 : 0);
    const best = colours.reduce((one, two) => (cost(two) < cost(one) ? two : one));
    chosen.set(n, best);
    spaces.set(best, spaces.get(best)! + length);
  });
  return { ...file, routes: file.routes.map((route, n) => plain({ ...route, colour: chosen.get(n) }) as RouteFile) };
}

const TIGHT = 0.73; // pieces of all players over the spaces of the map, as on the printed boards

/** How many pieces each of the most players should have, so that it gets tight and comes to an end. */
export function piecesWanted(file: BoardFile): number {
  const spaces = file.routes.reduce((sum, route) => sum + route.length, 0);
  return Math.max(4, Math.min(45, Math.round((TIGHT * spaces) / (file.players?.[1] ?? 5))));
}

const NEAR = 3; // spaces of a suggested ticket, at least, where there are enough of them

/** So many tickets more, near and far, every place about equally often; fewer where there are no more pairs. */
export function suggestTickets(file: BoardFile, more: number): BoardFile {
  const used = new Map<string, number>();
  const known = new Set<string>();
  const note = ([a, b]: [string, string]): void => {
    known.add(pairOf(a, b));
    for (const id of [a, b]) used.set(id, (used.get(id) ?? 0) + 1);
  };
  for (const ticket of file.tickets ?? []) if (ticket.stops.length === 2) note(ticket.stops as [string, string]);
  const joined = new Set(file.routes.map((route) => pairOf(route.a, route.b)));
  const pairs = file.places.flatMap((one, n) => file.places.slice(n + 1).flatMap((two) => {
    const spaces = distanceOf(file, one.id, two.id);
    return spaces === null || known.has(pairOf(one.id, two.id)) ? [] : [{ a: one.id, b: two.id, spaces, last: Number(joined.has(pairOf(one.id, two.id)) || spaces < NEAR) }];
  })).sort((one, two) => one.last - two.last || one.spaces - two.spaces);
  const found: TicketFile[] = [];
  const good = pairs.filter((pair) => !pair.last);
  for (let n = 0; n < more; n++) {
    // By turns of the near, the middling and the far third; of these the pair whose places are named least.
    const third = good.filter((_, at) => Math.floor((at * 3) / good.length) === n % 3);
    const some = [third, good, pairs].map((each) => each.filter((pair) => !known.has(pairOf(pair.a, pair.b)))).find((each) => each.length);
    if (!some) break;
    const often = (pair: { a: string; b: string }): number => 4 * Math.max(used.get(pair.a) ?? 0, used.get(pair.b) ?? 0) + (used.get(pair.a) ?? 0) + (used.get(pair.b) ?? 0);
    const best = some.reduce((one, two) => (often(two) < often(one) ? two : one));
    note([best.a, best.b]);
    found.push({ stops: [best.a, best.b], points: best.spaces });
  }
  return found.length ? sorted({ ...file, tickets: [...(file.tickets ?? []), ...found] }) : file;
}

/** Tickets that everybody is dealt. */
const dealt = (file: BoardFile): number => (file.game as { tickets?: { opening?: [number, number] } } | undefined)?.tickets?.opening?.[0] ?? 3;

/** How many tickets a game of so many needs, and some to draw later. */
export const ticketsWanted = (file: BoardFile): number => Math.max(dealt(file) * (file.players?.[1] ?? 5) + 8, file.places.length);

/** For how many people the tickets that there are suffice. */
export const peopleDealt = (file: BoardFile): number => Math.floor((file.tickets ?? []).length / Math.max(1, dealt(file)));

/** How many pairs of places hang together and have no ticket yet. */
export function pairsLeft(file: BoardFile): number {
  const head = new Map(file.places.map((place) => [place.id, place.id]));
  const find = (id: string): string => (head.get(id) === id ? id : find(head.get(id)!));
  for (const route of file.routes) head.set(find(route.a), find(route.b));
  const sizes = new Map<string, number>();
  for (const { id } of file.places) sizes.set(find(id), (sizes.get(find(id)) ?? 0) + 1);
  const pairs = [...sizes.values()].reduce((sum, n) => sum + (n * (n - 1)) / 2, 0);
  const known = new Set((file.tickets ?? []).filter((one) => one.stops.length === 2 && one.stops.every((stop) => head.has(stop))).map((one) => pairOf(one.stops[0]!, one.stops[1]!)));
  return Math.max(0, pairs - known.size);
}
