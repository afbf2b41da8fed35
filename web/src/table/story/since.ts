/** The story turn by turn, and what the others have done since I last did something: a turn of theirs each, the latest last. */
import type { Told } from "../../lib/net/seat.svelte";
import { type Cells, row } from "../../lib/sight";

export interface Turn {
  seat: number;
  moves: Told[];
}

/** What one seat did in one turn is told as one: "draws 2 cards", not a card and a card. Whatever else happened stays alone. */
export function storyOf(told: readonly Told[]): Told[] {
  const story: Told[] = [];
  let open = false; // the turn goes on with the next move
  for (const move of told) {
    const last = story.at(-1);
    const own = move.kind === "gesture" && move.by >= 0;
    if (own && open && last?.by === move.by) story[story.length - 1] = joined([last, move]);
    else story.push(move);
    open = own && !move.events.some((event) => event.event === "turn");
  }
  return story;
}

/** Several moves as one: where it begins is where they began. */
export const joined = (moves: readonly Told[]): Told => ({ ...moves[0]!, events: moves.flatMap((move) => move.events) });

/** The turns after my last move; for who looks on, everybody's last one. */
export function since(told: readonly Told[], me: number | null, seats: number): Turn[] {
  const turns: Turn[] = [];
  for (const move of told) {
    if (move.kind !== "gesture" || move.by < 0) continue;
    if (move.by === me) turns.length = 0;
    else if (turns.at(-1)?.seat === move.by) turns.at(-1)!.moves.push(move);
    else turns.push({ seat: move.by, moves: [move] });
  }
  return turns.slice(-(me === null ? seats : 2 * seats));
}

/** The route that was claimed in a turn, if one was. */
export const claimed = (turn: Turn): string | null =>
  (turn.moves.flatMap((move) => move.events).find((event) => event.event === "claimed")?.route as string | undefined) ?? null;

/** What a tunnel has brought up: cards, or faces of dice; null: nothing was dug in this move. */
export interface Dug {
  seat: number;
  cards: string[];
  /** Of the tunnel dice, how many show that more is to be paid; null: there are no dice. */
  symbols: number | null;
}

export function dug(move: Pick<Told, "by" | "events">): Dug | null {
  const cards = move.events.filter((event) => event.event === "turned_up").map((event) => String(event.card));
  const rolled = move.events.find((event) => event.event === "tunnel_rolled");
  if (!cards.length && !rolled) return null;
  return { seat: move.by, cards, symbols: rolled ? Number(rolled.symbols) : null };
}

/** The face-up cards that a move has swept away, as they lay there: too many wilds. Empty: none were. */
export function swept(move: Pick<Told, "events">, before: Cells): string[] {
  const lying = new Map(row(before));
  for (const event of move.events) {
    if (event.event === "took") lying.set(String(event.slot), null);
    else if (event.event === "turned") lying.set(String(event.slot), String(event.card));
    else if (event.event === "flushed") return [...lying.values()].filter((card) => card !== null);
  }
  return [];
}
