/** Counting up at the end of a game, step by step, as people do around a table. */
import type { Item, Result } from "./result";

/** A line with more than this is read out as one number. */
const READ_OUT = 10;

export interface Tick {
  label: string;
  /** Whose; null: everybody's at once. */
  seat: number | null;
  /** The thing counted; null: the whole line, or what its things leave over. */
  item: string | null;
  points: number;
}

/** What has been counted of one line of one sheet. */
export interface Counted {
  points: number;
  items: Item[];
}

/** The lines of the sheets, in their order; every seat has the same. */
export const labels = (result: Result): string[] => result.sheets[0]?.lines.map((line) => line.label) ?? [];

/** The last first, so that the winner is read out last. */
function byRank(result: Result): number[] {
  return result.sheets.map((_, seat) => seat).sort((a, b) => (result.ranks[b] ?? 0) - (result.ranks[a] ?? 0));
}

/** The steps of the count: what everybody has seen all along at once, then one thing after another. */
export function steps(result: Result): Tick[] {
  return labels(result).flatMap((label, index) => {
    const lines = result.sheets.map((sheet) => sheet.lines[index]);
    const whole = index === 0 || lines.some((line) => (line?.items.length ?? 0) > READ_OUT);
    if (whole || lines.every((line) => !line?.items.length)) return [{ label, seat: null, item: null, points: 0 }];
    return byRank(result).flatMap((seat) => oneByOne(label, seat, lines[seat]?.items ?? [], lines[seat]?.points ?? 0));
  });
}

function oneByOne(label: string, seat: number, items: Item[], points: number): Tick[] {
  const found = items.map(([item, worth]): Tick => ({ label, seat, item, points: worth }));
  const rest = points - items.reduce((sum, [, worth]) => sum + worth, 0);
  return rest ? [...found, { label, seat, item: null, points: rest }] : found;
}

/** The sheets after some steps: per seat and label, null where the count has not come to it. */
export function counted(result: Result, all: readonly Tick[], done: number): { lines: Record<string, Counted>; total: number }[] {
  const taken = all.slice(0, done);
  const reached = new Set(taken.map((step) => step.label));
  return result.sheets.map((sheet) => {
    const lines: Record<string, Counted> = {};
    for (const line of sheet.lines) {
      if (done >= all.length) lines[line.label] = { points: line.points, items: line.items };
      else if (reached.has(line.label)) lines[line.label] = partly(line, taken, sheet.seat);
    }
    return { lines, total: Object.values(lines).reduce((sum, line) => sum + line.points, 0) };
  });
}

function partly(line: { label: string; points: number; items: Item[] }, taken: readonly Tick[], seat: number): Counted {
  const own = taken.filter((step) => step.label === line.label && (step.seat === seat || step.seat === null));
  if (own.some((step) => step.seat === null)) return { points: line.points, items: line.items };
  const items = own.filter((step) => step.item !== null).map((step): Item => [step.item!, step.points]);
  return { points: own.reduce((sum, step) => sum + step.points, 0), items };
}

/** Milliseconds between two steps: calm if few, never tedious if many. */
export const pause = (all: readonly Tick[]): number => Math.round(Math.min(900, Math.max(120, 12_000 / Math.max(1, all.length))));

/** A number of points with its sign: a true minus. */
export const signed = (points: number, plus = false): string =>
  points < 0 ? `−${-points}` : plus && points > 0 ? `+${points}` : `${points}`;
