/** How a table stands, in a few words, for somebody who holds some of its seats (or none). */
import { say } from "../../lib/words/language.svelte";
import type { Summary } from "../../lib/wire";
import { resultOf } from "../score/result";

export interface Stand {
  /** It is my turn. */
  turn: boolean;
  text: string;
}

export function standing(table: Summary, mine: readonly number[]): Stand {
  if (table.status === "open") return { turn: false, text: waiting(table) };
  if (table.status === "finished") return { turn: false, text: ended(table, mine) };
  if (table.asked.some((seat) => mine.includes(seat))) return { turn: true, text: say("tables.your_turn") };
  const names = table.asked.map((seat) => table.seats[seat]?.name ?? "");
  return { turn: false, text: names.length ? say("tables.turn_of", { who: names.join(", ") }) : say("tables.running") };
}

function waiting(table: Summary): string {
  return say("tables.waiting", { n: table.seats.filter((seat) => seat.kind === "open").length });
}

function ended(table: Summary, mine: readonly number[]): string {
  const result = resultOf(table.result);
  if (!result) return say("tables.finished");
  const won = result.winners.some((seat) => mine.includes(seat));
  if (won && result.winners.length === 1 && mine.length === 1) return say("tables.you_won");
  return say("tables.won", { who: result.winners.map((seat) => table.seats[seat]?.name ?? "").join(", ") });
}

/** Mine, sorted into what waits for me, what goes on without me, and what is over. */
export function sorted<T extends { table: Summary; seats: number[] }>(tables: readonly T[]): { running: T[]; finished: T[] } {
  const running = tables.filter((one) => one.table.status !== "finished");
  running.sort((a, b) => Number(standing(b.table, b.seats).turn) - Number(standing(a.table, a.seats).turn));
  return { running, finished: tables.filter((one) => one.table.status === "finished") };
}
