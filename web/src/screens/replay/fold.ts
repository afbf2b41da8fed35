/** A finished game as a film: the position after every move, what moved, and how to find one's way in it. */
import type { Cells } from "../../lib/sight";
import type { Replay, ReplayMove } from "../../lib/wire";

/** The position at the deal and after every move: each move lays what it changed over the last. */
export function positions(replay: Pick<Replay, "view" | "moves">): Cells[] {
  const first = (replay.view.cells ?? {}) as Cells;
  const found = [first];
  for (const move of replay.moves) found.push({ ...found.at(-1)!, ...(move.changed as Cells) });
  return found;
}

/** The points as they stood: on the way those for routes, at the end the whole score sheet. */
export function pointsAt({ moves }: Pick<Replay, "moves">, at: number): number[] | undefined {
  return at === moves.length ? moves.at(-1)?.totals : moves[at - 1]?.points;
}

/** The routes a move claimed. */
export function claims(move: ReplayMove | undefined): string[] {
  return (move?.events ?? []).filter((event) => event.event === "claimed").map((event) => String(event.route));
}

/** Where something was claimed: position and seat, for the marks along the film. */
export function milestones(moves: readonly ReplayMove[]): { at: number; seat: number }[] {
  return moves.flatMap((move, n) => (claims(move).length ? [{ at: n + 1, seat: move.by }] : []));
}

/** The next (or last) position at which another turn begins; the ends of the film count too. */
export function turnFrom(moves: readonly ReplayMove[], at: number, forward: boolean): number {
  const step = forward ? 1 : -1;
  for (let n = at + step; n > 0 && n < moves.length; n += step)
    if (moves[n - 1]!.events.some((event) => event.event === "turn")) return n;
  return forward ? moves.length : 0;
}

/** The next (or last) position where there is something to tell; the ends of the film count too. */
export function stepFrom(told: readonly (readonly string[])[], at: number, forward: boolean): number {
  const step = forward ? 1 : -1;
  for (let n = at + step; n > 0 && n < told.length; n += step) if (told[n - 1]!.length) return n;
  return forward ? told.length : 0;
}

/** Sentences in a row, each with its full stop. */
export const inARow = (lines: readonly string[]): string => lines.map((line) => (/[.!?…]$/.test(line) ? line : `${line}.`)).join(" ");

export const clamp = (n: number, most: number): number => Math.max(0, Math.min(most, Math.round(n) || 0));

/** How long a position is shown before the next one, in milliseconds: what says nothing passes quickly. */
export function dwell(move: ReplayMove | undefined, told: number, speed: number): number {
  const base = !move || !told ? 60 : claims(move).length ? 1500 : 800;
  return base / speed;
}
