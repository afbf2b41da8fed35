/**
 * What a seat has been told, kept while the window is open, so that the story survives a reload;
 * and how the table lay that was looked at last, kept on this device, for who has no connection.
 */
import type { Seat, Told } from "../../lib/net/seat.svelte";
import type { Snapshot, TableSummary } from "../../lib/wire";

const LAST = "capotreno.last";

/** A table as it was seen last, by each of my chairs or, without one, by who looks on. */
export interface LastView {
  table: string;
  summary: TableSummary;
  own: number[];
  seats: { seat: number | null; snapshot: Snapshot }[];
}

/** Keep it, in the place of another table. */
export function keepView(summary: TableSummary, own: readonly number[], seats: readonly Seat[]): void {
  const views = seats.flatMap((one) => (one.snapshot ? [{ seat: one.wanted, snapshot: one.snapshot }] : []));
  if (!views.length || views.length < seats.length) return;
  const view: LastView = { table: summary.table, summary, own: [...own], seats: views };
  try {
    localStorage.setItem(LAST, JSON.stringify(view));
  } catch {
    // no room left: without a connection this table is not shown
  }
}

/** How a table was seen last, if it was the last one. */
export function lastView(table: string): LastView | null {
  try {
    const kept = JSON.parse(localStorage.getItem(LAST) ?? "null") as LastView | null;
    return kept?.table === table ? kept : null;
  } catch {
    return null;
  }
}

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
