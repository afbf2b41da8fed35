/** What the form of a new table says, and the table it asks for. */
import { botSeat } from "../start/plan";
import type { NewTable, SeatWish } from "../../lib/wire";

/** A chair of the form: somebody at this screen, a friend who gets the link, or a bot. */
export interface Chair {
  kind: "person" | "open" | "bot";
  name: string;
  bot: string;
}

export type Pace = "free" | "live" | "correspondence";

export interface Form {
  game: string;
  chairs: Chair[];
  shuffle: boolean;
  pace: Pace;
  /** Seconds per decision of a live game. */
  seconds: number;
  /** Days per decision by correspondence. */
  days: number;
  public: boolean;
  /** Whether hints may be asked for; null: as is usual. */
  hints: boolean | null;
  options: Record<string, unknown>;
}

const DAY = 86_400;

/** The first chair is mine, a friend's are the others. */
export const chair = (seat: number, name: string, bot: string): Chair => ({ kind: seat ? "open" : "person", name, bot });

/** What is to be known of those who sit there: of who shares this screen, of who comes by the link. */
export function notes(chairs: readonly Chair[]): string[] {
  const some = (kind: Chair["kind"], least: number): boolean => chairs.filter((one) => one.kind === kind).length >= least;
  return [...(some("person", 2) ? ["new.hotseat"] : []), ...(some("open", 1) ? ["new.seats.line"] : [])];
}

/** As many chairs as play: those there are stay as they are. */
export function seated(chairs: readonly Chair[], players: number, fresh: (seat: number) => Chair): Chair[] {
  return Array.from({ length: players }, (_, seat) => chairs[seat] ?? fresh(seat));
}

export function seconds(form: Pick<Form, "pace" | "seconds" | "days">): number {
  if (form.pace === "free") return 0;
  return form.pace === "live" ? form.seconds : form.days * DAY;
}

/** Strangers who play against the clock play without hints, unless they say otherwise. */
export const usualHints = (form: Pick<Form, "public" | "pace">): boolean => !(form.public && form.pace !== "free");

/** A table for the server; who has no name gets the one that `name` gives, a bot the next of its level's that nobody has. */
export function wish(form: Form, name: (seat: number) => string, called: (bot: string, n: number) => string): NewTable {
  const taken = new Set(form.chairs.filter((one) => one.kind === "person").map((one) => one.name.trim()));
  const next = (bot: string): string => {
    let n = 0;
    while (taken.has(called(bot, n))) n += 1;
    taken.add(called(bot, n));
    return called(bot, n);
  };
  const made: NewTable = {
    game: form.game,
    seats: form.chairs.map((one, seat) => (one.kind === "bot" ? botSeat(one.bot, next(one.bot)) : sitting(one, name(seat)))),
    shuffle: form.shuffle,
    public: form.public,
    hints: form.hints ?? usualHints(form),
    pace: form.pace,
  };
  if (form.pace !== "free") made.seconds = seconds(form);
  if (Object.keys(form.options).length) made.options = form.options;
  return made;
}

function sitting(one: Chair, name: string): SeatWish {
  if (one.kind === "open") return { kind: "open" };
  return { kind: "person", name: one.name.trim() || name };
}
