/** What people and bots are called at the table. */
import { paint } from "../../lib/colours";
import { say } from "../../lib/words/language.svelte";
import { called, faceOf } from "../../lib/opponents.svelte";
import type { Board, SeatSummary } from "../../lib/wire";
import { resultOf } from "../../screens/score/result";
import { touch } from "./settings.svelte";

/** Who has not named a bot finds one of its level in the chair, never two of the same name. */
export function seatNames(seats: readonly SeatSummary[]): string[] {
  const nameless = (one: SeatSummary): boolean => one.kind === "bot" && /^\d*$/.test(one.name);
  return seats.map((one) => {
    if (!nameless(one)) return one.name || say("table.lobby.chair");
    const level = faceOf(one)?.level;
    return level === undefined ? say("table.bot", { n: one.seat + 1 }) : called(level, one.seat);
  });
}

/** What a seat's plate says: the points so far, and once they have been counted all of them. */
export function pointsOf(desk: { counted: boolean; seat: { standing: { points: (number | undefined)[] } | null; snapshot: { table: { result: unknown } } | null } }, seat: number): number | undefined {
  const result = desk.counted ? resultOf(desk.seat.snapshot?.table.result) : null;
  return result?.sheets.find((sheet) => sheet.seat === seat)?.total ?? desk.seat.standing?.points[seat];
}

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

/** Whether every claim is asked about: among people it cannot be taken back at once, and nothing is told by hovering with a finger. */
export const asksEvery = ({ seat, seats }: { seat: number | null; seats: readonly SeatSummary[] }): boolean =>
  touch() || seats.some((one) => one.seat !== seat && one.kind !== "bot");
