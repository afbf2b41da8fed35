/** Things that stand at places, and whose they are. */
import type { Piece } from "../../board/types";
import type { Cells, Counts } from "../../lib/sight";
import type { Asked, Board } from "../../lib/wire";

/** Passengers on a journey stand where their rider is asked for the way. */
export const travellers = (asked: readonly Asked[]): Piece[] =>
  asked.flatMap(({ form, seat, about }) => (form === "route_by_route" && about.place ? [{ seat, place: about.place, kind: "passenger" }] : []));

/** What one thing is called that stands at places, by the cells that say where. */
export const STANDING: Readonly<Record<string, string>> = { harbours: "harbour", stations: "station", passengers_at: "passenger" };

/** Any part of the view that lists places per seat, and those of the things above that are counted by place. */
export function built(cells: Cells, board: Board): Piece[] {
  const ids = new Set(board.places.map((one) => one.id));
  return Object.entries(cells).flatMap(([part, value]) => {
    const kind = STANDING[part] ?? part;
    return (Array.isArray(value) ? value : []).flatMap((of: unknown, seat): Piece[] => {
      const places = Array.isArray(of) ? of.map(String) : part in STANDING ? Object.entries(of as Record<string, number>).flatMap(([place, n]) => Array.from({ length: n }, () => place)) : [];
      return places.filter((place) => ids.has(place)).map((place) => ({ seat, place, kind }));
    });
  });
}

/** What a seat can still build, by what it is called: of each part as many as the rules give, less those that stand. */
export function toBuild(cells: Cells, most: Counts | undefined, seat: number): [kind: string, n: number][] {
  return Object.entries(most ?? {}).map(([part, n]) => [STANDING[part] ?? part, n - ((cells[part] as string[][] | undefined)?.[seat]?.length ?? 0)]);
}

/** The routes of every seat, one list each. */
export function owned(owners: ReadonlyMap<string, number>, seats: number): string[][] {
  const found = Array.from({ length: seats }, (): string[] => []);
  for (const [route, seat] of owners) found[seat]?.push(route);
  return found;
}
