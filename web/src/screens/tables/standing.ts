/** How a table stands, in a few words, for somebody who holds some of its seats (or none). */
import { say, tongue } from "../../lib/words/language.svelte";
import type { TableSummary } from "../../lib/wire";
import { seatNames } from "../../table/state/people";
import { resultOf } from "../score/result";

export interface Stand {
  /** It is my turn. */
  turn: boolean;
  text: string;
  /** By when, where there are days for it, and what happens then. */
  until?: string;
}

export function standing(table: TableSummary, mine: readonly number[]): Stand {
  if (table.status === "open") return { turn: false, text: waiting(table) };
  if (table.status === "finished") return { turn: false, text: ended(table, mine) };
  const turn = table.asked.some((seat) => mine.includes(seat));
  const until = deadline(table, turn);
  if (turn) return { turn, text: say("tables.your_turn"), until };
  const called = seatNames(table.seats);
  const names = table.asked.map((seat) => called[seat] ?? "");
  return { turn, until, text: names.length ? say("tables.turn_of", { who: names.join(", ") }) : say("tables.running") };
}

/** Until when a table by correspondence waits; a bot's time is nobody's business. */
function deadline(table: TableSummary, turn: boolean): string | undefined {
  const persons = table.asked.every((seat) => table.seats[seat]?.kind === "person" && !table.seats[seat]?.stand_in);
  if (table.pace !== "correspondence" || table.deadline === null || !persons) return undefined;
  const when = new Intl.DateTimeFormat(tongue.region, { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" }).format(table.deadline * 1000);
  return say(turn ? "tables.until.yours" : "tables.until", { when });
}

function waiting(table: TableSummary): string {
  return say("tables.waiting", { n: table.seats.filter((seat) => seat.kind === "open").length });
}

function ended(table: TableSummary, mine: readonly number[]): string {
  const result = resultOf(table.result);
  if (!result) return say("tables.finished");
  const won = result.winners.some((seat) => mine.includes(seat));
  if (won && result.winners.length === 1 && mine.length === 1) return say("tables.you_won");
  const called = seatNames(table.seats);
  return say("tables.won", { who: result.winners.map((seat) => called[seat] ?? "").join(", ") });
}

/** Mine, sorted into what waits for me, what goes on without me, and what is over. */
export function sorted<T extends { table: TableSummary; seats: number[] }>(tables: readonly T[]): { running: T[]; finished: T[] } {
  const running = tables.filter((one) => one.table.status !== "finished");
  running.sort((a, b) => Number(standing(b.table, b.seats).turn) - Number(standing(a.table, a.seats).turn));
  return { running, finished: tables.filter((one) => one.table.status === "finished") };
}
