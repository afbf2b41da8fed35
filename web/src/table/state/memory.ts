/** What a seat has been told, kept while the window is open, so that the story survives a reload. */
import type { Seat, Told } from "../../lib/net/seat.svelte";

const key = (seat: Seat): string => `capotreno.told.${seat.table}.${seat.wanted ?? "-"}`;

function recall(seat: Seat): Told[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key(seat)) ?? "[]");
    return Array.isArray(kept) ? (kept as Told[]) : [];
  } catch {
    return [];
  }
}

/** Take up what was kept and keep what is told from now on. */
export function remember(seat: Seat): void {
  seat.told = recall(seat);
  seat.watch(() => {
    try {
      sessionStorage.setItem(key(seat), JSON.stringify(seat.told));
    } catch {
      // no room left: the story of this window will do
    }
  });
}
