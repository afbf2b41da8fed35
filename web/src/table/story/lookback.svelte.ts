/** Looking back: the rivals' turns since my last one, and any of them shown again from where it began. */
import type { Desk } from "../state/desk.svelte";
import { claimed, dug, joined, since, type Turn } from "./since";

/** Milliseconds: the table as it lay before, from one move to the next, and what came of it. */
const BEFORE = 700;
const BETWEEN = 900;
const AFTER = 3000;

export type Retold = Turn & { text: string; route: string | null };

export class Lookback {
  #timers: ReturnType<typeof setTimeout>[] = [];
  /** The turn that is being shown again, by its first move. */
  playing = $state<number | null>(null);

  constructor(readonly desk: Desk) {}

  /** They are there when I may look back: at the beginning of my turn, until I do something. */
  readonly turns: Retold[] = $derived.by(() => {
    const { desk } = this;
    const { seat } = desk;
    if (desk.kind !== "turn" || desk.plan || seat.sending) return [];
    return since(seat.told, desk.me, seat.seats.length)
      .map((turn) => ({ ...turn, text: this.#sentence(turn), route: claimed(turn) }))
      .filter((turn) => turn.text);
  });

  /** A turn is told like one move: its name stands there once. */
  #sentence = (turn: Turn): string =>
    this.desk.names
      .lines(joined(turn.moves))
      .filter((line) => line.seat === turn.seat || line.seat === null) // what it brought to others is theirs
      .map((line) => line.text)
      .join(". ");

  /** The table goes back to where the turn began, and it happens again. */
  again(turn: Retold): void {
    this.stop();
    const { desk } = this;
    const { seat } = desk;
    const route = claimed(turn);
    const note = turn.moves.some(dug) ? null : { text: turn.text, rule: "" }; // a tunnel says it itself
    desk.note = note;
    desk.route = route;
    this.playing = turn.moves[0]!.seq;
    seat.past = seat.before(this.playing);
    turn.moves.forEach((move, n) =>
      this.#later(BEFORE + n * BETWEEN, () => {
        seat.past = seat.before(move.seq + 1);
        seat.replay(move);
      }),
    );
    this.#later(BEFORE + (turn.moves.length - 1) * BETWEEN + AFTER, () => {
      if (desk.route === route) desk.route = null;
      if (desk.note === note) desk.note = null;
      this.stop();
    });
  }

  #later(after: number, what: () => void): void {
    this.#timers.push(setTimeout(what, after));
  }

  /** The table lies there as it is now. */
  stop(): void {
    this.#timers.forEach(clearTimeout);
    this.#timers = [];
    this.playing = null;
    this.desk.seat.past = null;
  }
}
