/** Who sits where when a game is to begin at once. */
import type { SeatWish } from "../../lib/wire";

/** A game this short is best alone against one; longer ones come alive with a third. */
const SHORT = 20; // minutes

/** How many play unless somebody says otherwise. */
export function usualPlayers(players: readonly number[], minutes = 0): number {
  const least = players[0] ?? 2;
  const wanted = minutes > SHORT ? Math.min(least + 1, 3) : least;
  return players.includes(wanted) ? wanted : least;
}

/** One person and bots in all other chairs; no bot's name means the usual one. */
export function againstBots(players: number, name: string, bot: string, called: (bot: string, n: number) => string): SeatWish[] {
  const person: SeatWish = { kind: "person", name };
  const rest = Array.from({ length: players - 1 }, (_, n) => botSeat(bot, called(bot, n)));
  return [person, ...rest];
}

export const botSeat = (bot: string, name: string): SeatWish => (bot ? { kind: "bot", name, bot } : { kind: "bot", name });

/** The short games first: they are the way in. */
export function inOrder<T extends { minutes?: number; players: readonly number[] }>(games: readonly T[]): T[] {
  return [...games].sort((a, b) => (a.minutes ?? 60) - (b.minutes ?? 60));
}

/** "2–4", "2", "2, 4": how many can play. */
export function span(players: readonly number[]): string {
  const first = players[0] ?? 0;
  const last = players.at(-1) ?? first;
  if (first === last) return `${first}`;
  return players.length === last - first + 1 ? `${first}–${last}` : players.join(", ");
}
