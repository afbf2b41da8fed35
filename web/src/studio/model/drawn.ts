/** A draft as a board that can be laid out and drawn, whatever is still wrong with it. */
import type { Board, Place, Point, Route } from "../../lib/wire";
import { aspectOf, coloursOf, LONGEST, type BoardFile, nameOf, pairOf, routeIds, ticketIds, type XY } from "./file";

const point = (at: unknown): Point | null => (Array.isArray(at) ? { x: (at as XY)[0], y: (at as XY)[1] } : null);

export function drawn(file: BoardFile): Board {
  const both = (thing: Parameters<typeof nameOf>[0]): { en: string; it: string } => ({ en: nameOf(thing, "en"), it: nameOf(thing, "it") });
  const index = new Map(file.places.map((place, n) => [place.id, n]));
  const ids = routeIds(file.routes);
  const tracks = new Map<string, number[]>();
  file.routes.forEach((route, n) => tracks.set(pairOf(route.a, route.b), [...(tracks.get(pairOf(route.a, route.b)) ?? []), n]));
  const tickets = ticketIds(file.tickets ?? []);
  return {
    id: file.id,
    name: both({ id: file.id, name: file.name }),
    aspect: aspectOf(file),
    players: file.players ?? [2, 5],
    seat_colours: [],
    colours: coloursOf(file),
    cards: [],
    supplies: [],
    passengers: [],
    route_points: [],
    notes: [],
    witnesses: [],
    doubts: [],
    reconstructed: [],
    minutes: 0,
    game: null,
    places: file.places.map((place, n): Place => ({
      kind: "city", landmark: false, port: false, dead_end: false, passengers: 0, tokens: [], token_colour: "", marks: [],
      ...(place as object),
      id: place.id,
      index: n,
      name: both(place),
      at: { x: place.x, y: place.y },
      also_at: ((place.also_at ?? []) as XY[]).map((at) => point(at)!),
    })),
    regions: (file.regions ?? []).map((region) => ({
      id: region.id,
      name: both(region),
      places: region.places.flatMap((id) => index.get(id) ?? []),
      at: point(region.at),
    })).filter((region) => region.places.length),
    routes: file.routes.map((route, n): Route => ({
      id: ids[n]!,
      index: n,
      a: index.get(route.a)!,
      b: index.get(route.b)!,
      length: Math.max(1, Math.min(LONGEST * 2, route.length)),
      colour: !route.colour || route.colour === "gray" ? "" : route.colour,
      kind: route.kind ?? "rail",
      ferry: route.ferry ?? 0,
      tunnel: route.tunnel ?? false,
      rugged: route.rugged ?? 0,
      wrap: route.wrap ?? false,
      card_set: route.card_set ?? 0,
      twins: tracks.get(pairOf(route.a, route.b))!.filter((other) => other !== n),
      reconstructed: false,
      drawing: {
        bend: route.bend ?? 0,
        lane: route.lane ?? 0,
        spaces: ((route.spaces ?? []) as [number, number, number][]).slice(0, route.length).map(([x, y, angle]) => ({ x, y, angle })),
        a_at: point(route.a_at),
        b_at: point(route.b_at),
      },
    })),
    tickets: (file.tickets ?? []).map((ticket, n) => ({
      id: tickets[n]!, index: n, deck: ticket.deck ?? "normal", stops: ticket.stops, options: ticket.options ?? [], points: ticket.points ?? 0,
      points_in_order: ticket.points_in_order ?? 0, penalty: ticket.penalty ?? 0, points_in: [], marks: [], reconstructed: false,
    })),
  } as Board;
}
