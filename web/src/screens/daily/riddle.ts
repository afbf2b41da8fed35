/** A position in which somebody erred, and what one may answer: of the day, or kept from my own games. */
import type { DailyPuzzle, Replay, ReplayMove } from "../../lib/wire";
import type { Cells } from "../../lib/sight";
import { claims, positions } from "../replay/fold";
import type { Deed, Decided, Review } from "../review/reviewed";

export interface RiddleAnswer extends Deed {
  code: number;
  /** Known once one has answered. */
  win: number | null;
  margin: number | null;
  /** By how many people. */
  given: number | null;
}

export interface Riddle {
  game: string;
  title: Record<string, string>;
  seat: number;
  seats: string[];
  turn: number;
  /** As the seat saw it. */
  cells: Cells;
  points: number[];
  /** What happened just before. */
  before: ReplayMove | null;
  /** The route that is being paid, where it is about how to pay. */
  paying: string;
  choices: RiddleAnswer[];
}

/** What was found out, told to who has answered. */
export interface Solution {
  best: number;
  played: number;
  reason: string;
  values: Record<string, string | number>;
  way: string[];
}

function asked(replay: Replay, seat: number, gesture: number, turn: number, choices: RiddleAnswer[], part: number): Riddle {
  const at = Math.max(0, gesture - 1);
  return {
    game: replay.game,
    title: replay.title,
    seat,
    seats: replay.seats,
    turn,
    cells: positions(replay)[at] ?? {},
    points: replay.moves[at - 1]?.points ?? [],
    before: replay.moves[at - 1] ?? null,
    paying: part ? (claims(replay.moves[gesture - 1])[0] ?? "") : "",
    choices,
  };
}

/** The puzzle of the day, with the replay of its game. */
export const ofDay = (puzzle: DailyPuzzle, replay: Replay): Riddle =>
  asked(replay, puzzle.seat, puzzle.gesture, puzzle.turn, puzzle.answers as RiddleAnswer[], 0);

/** Of the day what is told to who has answered. */
export const toldOfDay = (puzzle: DailyPuzzle): Solution | null =>
  puzzle.best === null ? null : { best: puzzle.best, played: puzzle.played ?? -1, reason: puzzle.reason, values: puzzle.values as Solution["values"], way: puzzle.way };

/** A mistake of mine, kept on this device alone. */
export interface Mistake {
  /** Where it was made: the same one is kept once. */
  id: string;
  riddle: Riddle;
  solution: Solution;
  /** How often I have answered it, and whether I was right the last time. */
  tries: number;
  known: boolean;
}

const POINTS_OF_A_WIN = 150; // as in a review
const AS_GOOD = 0.01; // victories, by which a right answer may be worth less than the best

const dearness = (one: { win: number | null; margin: number | null }): number => (one.win ?? 0) + (one.margin ?? 0) / POINTS_OF_A_WIN;

/** Whether an answer is the best one, or as good as it. */
export function isRight(riddle: Riddle, solution: Solution, code: number): boolean {
  const worth = (wanted: number): number => dearness(riddle.choices.find((one) => one.code === wanted) ?? { win: 0, margin: 0 });
  return worth(solution.best) - worth(code) <= AS_GOOD;
}

const KEY = "capotreno.mistakes";
export const MOST = 24; // the oldest goes first
const ENOUGH = 20; // games, or nobody can say what an answer is worth
const SHOWN = 4; // answers to choose from, as in the puzzle of the day

export function mistakes(): Mistake[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as Mistake[]) : [];
  } catch {
    return [];
  }
}

/** Keep them, the oldest left out until there is room. */
function save(all: Mistake[]): void {
  for (let n = 0; n < all.length || n === 0; n++) {
    try {
      localStorage.setItem(KEY, JSON.stringify(all.slice(n)));
      return;
    } catch {
      // no room for so many
    }
  }
}

/** What I answered once more. */
export function answered(id: string, known: boolean): void {
  save(mistakes().map((one) => (one.id === id ? { ...one, tries: one.tries + 1, known } : one)));
}

export const forget = (id: string): void => save(mistakes().filter((one) => one.id !== id));

/** The mistakes of a review of mine with one best answer: each becomes a puzzle. Those that are known already stay as they are. */
export function keep(table: string, replay: Replay, review: Review): void {
  const known = mistakes();
  const own = review.reviews[0];
  if (!own) return;
  const fresh = own.decisions
    .filter((one) => one.verdict === "mistake")
    .map((one) => mistakeOf(table, replay, own.seat, one, review.actions))
    .filter(({ riddle, solution }) => riddle.choices.reduce((a, b) => (dearness(b) > dearness(a) ? b : a)).code === solution.best)
    .filter(({ id }) => known.every((old) => old.id !== id));
  if (fresh.length) save([...known, ...fresh].slice(-MOST));
}

function mistakeOf(table: string, replay: Replay, seat: number, one: Decided, actions: Review["actions"]): Mistake {
  const choices = [one.played, ...one.instead.filter(({ samples }, n) => n === 0 || samples >= ENOUGH)]
    .slice(0, SHOWN)
    .map(({ code, value }) => ({ code, ...actions[code]!, win: value.win, margin: value.margin, given: null }))
    .sort((a, b) => a.code - b.code);
  return {
    id: `${table} ${seat} ${one.gesture} ${one.part}`,
    riddle: asked(replay, seat, one.gesture, one.turn, choices, one.part),
    solution: { best: one.instead[0]!.code, played: one.played.code, reason: one.reason, values: one.values, way: one.way },
    tries: 0,
    known: false,
  };
}

/** Which to ask next: those I did not know first, the least asked of them, never the same twice in a row. */
export function nextOf(all: readonly Mistake[], last = ""): Mistake | null {
  const others = all.length > 1 ? all.filter(({ id }) => id !== last) : all;
  return [...others].sort((a, b) => Number(a.known) - Number(b.known) || a.tries - b.tries)[0] ?? null;
}
