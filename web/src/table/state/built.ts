/** Things that stand at places: any part of the view that lists places per seat. */
import type { Piece } from "../../board/types";
import type { Cells } from "../../lib/sight";
import type { Asked, Board } from "../../lib/wire";

/** Passengers on a journey stand where their rider is asked for the way. */
export const travellers = (asked: readonly Asked[]): Piece[] =>
  asked.flatMap(({ question, seat, about }) => (question === "ride" && about.place ? [{ seat, place: about.place, kind: "passenger" }] : []));

/** Parts are named by what they hold, in the plural: harbours, stations; passengers_at counts them by place. */
export function built(cells: Cells, board: Board): Piece[] {
  const places = new Set(board.places.map((one) => one.id));
  const found: Piece[] = [];
  for (const [part, value] of Object.entries(cells)) {
    if (!part.endsWith("_at") || !Array.isArray(value)) continue;
    (value as Record<string, number>[]).forEach((counts, seat) => {
      for (const [place, n] of Object.entries(counts)) for (let i = 0; i < n; i++) found.push({ seat, place, kind: part.replace(/s_at$/, "") });
    });
  }
  for (const [part, value] of Object.entries(cells)) {
    if (!Array.isArray(value) || !value.some((list) => Array.isArray(list) && list.length)) continue;
    value.forEach((list: unknown, seat) => {
      if (!Array.isArray(list)) return;
      for (const place of list) if (places.has(String(place))) found.push({ seat, place: String(place), kind: part.replace(/s$/, "") });
    });
  }
  return found;
}
