/** What people and bots are called at the table. */
import { paint } from "../lib/colours";
import { say } from "../lib/language.svelte";
import type { Board, SeatSummary } from "../lib/wire";

/** A bot nobody named has only its chair's number for a name. */
export const seatNames = (seats: readonly SeatSummary[]): string[] =>
  seats.map((one) =>
    one.kind === "bot" && /^\d*$/.test(one.name) ? say("table.bot", { n: one.seat + 1 }) : one.name || say("table.lobby.chair"),
  );

/** A seat's colour as a line on the page: white would not be seen by day, nor black by night. */
export function seatInk(board: Board, seat: number | null): string {
  const colour = board.seat_colours[seat ?? -1] ?? "";
  const look = paint(colour);
  if (seat === null) return "var(--line)";
  return colour === "white" ? look.edge : colour === "black" ? `color-mix(in srgb, ${look.fill} 65%, var(--soft))` : look.fill;
}

/** Whose turn it is to hold the screen: who holds it, while asked; else the first of mine who is. */
export function holder(own: readonly number[], asked: readonly number[], now: number | null): number | null {
  if (own.length < 2) return own[0] ?? null;
  if (now !== null && asked.includes(now)) return now;
  return own.find((seat) => asked.includes(seat)) ?? now ?? own[0] ?? null;
}
