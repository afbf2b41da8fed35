/** The real boards, read from their files: only what the drawing needs. */
import { readdirSync, readFileSync } from "node:fs";
import type { Board, Place, Point, Route } from "../src/lib/wire";

const DATA = new URL("../../src/capotreno/board/data/", import.meta.url);

interface File {
  id: string;
  places: (Partial<Omit<Place, "name">> & { id: string; x: number; y: number; name?: string | { en: string; it: string }; also_at?: never })[];
  routes: Record<string, never>[];
  regions?: { id: string; name: string | { en: string; it: string }; places: string[]; at?: [number, number] }[];
  tickets?: { stops: string[]; options?: { stop: string }[] }[];
  picture?: { aspect?: number };
}

const point = (at: [number, number] | undefined): Point | null => (at ? { x: at[0], y: at[1] } : null);

/** A board with only what it is drawn from; all else is empty. */
export function boardOf(file: unknown): Board {
  const { id, places, routes, regions = [], tickets = [], picture } = file as File;
  const both = (name: string | { en: string; it: string } | undefined, id: string): { en: string; it: string } =>
    typeof name === "object" ? name : { en: name ?? id, it: name ?? id };
  const index = new Map(places.map((place, i) => [place.id, i]));
  const ids = new Map<string, number>();
  return {
    id,
    aspect: picture?.aspect ?? 1.5,
    seat_colours: ["blue", "red"],
    places: places.map((place, i) => ({
      kind: "city", landmark: false, port: false, dead_end: false, passengers: 0, tokens: [], token_colour: "", marks: [],
      ...place,
      index: i,
      name: both(place.name, place.id),
      at: { x: place.x, y: place.y },
      also_at: ((place.also_at ?? []) as [number, number][]).map((at) => point(at)!),
    })),
    regions: regions.map((region) => ({
      id: region.id,
      name: both(region.name, region.id),
      places: region.places.map((place) => index.get(place)!),
      at: point(region.at),
    })),
    tickets: tickets.map(({ stops, options = [] }) => ({ stops, options })),
    routes: routes.map((route, i): Route => {
      const { a, b, spaces = [], bend = 0, lane = 0, a_at, b_at, colour, ...rest } = route as Record<string, never> & { a: string; b: string; colour?: string };
      const nth = (ids.get(`${a}-${b}`) ?? 0) + 1;
      ids.set(`${a}-${b}`, nth);
      return {
        kind: "rail", ferry: 0, tunnel: false, rugged: 0, wrap: false, card_set: 0, twins: [], reconstructed: false, length: 1,
        ...(rest as object),
        id: `${a}-${b}/${nth}`,
        index: i,
        a: index.get(a)!,
        b: index.get(b)!,
        colour: colour && colour !== "gray" ? colour : "",
        drawing: {
          bend, lane,
          spaces: (spaces as [number, number, number][]).map(([x, y, angle]) => ({ x, y, angle })),
          a_at: point(a_at), b_at: point(b_at),
        },
      };
    }),
  } as unknown as Board;
}

export const BOARDS: [string, Board][] = readdirSync(DATA)
  .filter((name) => name.endsWith(".json"))
  .map((name) => [name.replace(".json", ""), boardOf(JSON.parse(readFileSync(new URL(name, DATA), "utf-8")))]);
