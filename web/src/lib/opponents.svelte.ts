/** Bots as people meet them: how strong they are, what they do on a railway, what they are called. */
import { bots as ask } from "./net/api";
import * as me from "./net/me";
import { say, tongue } from "./words/language.svelte";
import type { BotSummary, SeatSummary } from "./wire";

/** Levels that have a character of their own, weakest first; a stronger bot passes for the last. */
const CHARACTERS = 6;
/** Where nobody knows better: the strongest that needs nothing but the rules. */
const USUAL = 3;

const FIRST = 3; // games against somebody gentle, unless somebody else is chosen
/** The weakest that knows what it wants: who plays for the first time may win. */
const GENTLE = 1;

/** Whose portrait it is: the level's character, and which person of it. */
export interface Likeness {
  level: number;
  who: number;
}

/** A table that is wished for: `plain` if nothing but dice or no dice was chosen. */
export interface TableKind {
  game: string;
  players: number;
  dice: boolean;
  plain: boolean;
}

/** The table of a wish, as one says it to the server. */
export function place(game: string, players: number, options: Record<string, unknown> = {}): TableKind {
  const { dice, ...rest } = options;
  return { game, players, dice: dice === true, plain: !Object.keys(rest).length };
}

class Ladder {
  #bots = $state.raw<BotSummary[]>([]);
  #chosen = $state(""); // in this window; what was chosen before is on the device
  #asked = false;

  /** The bots there are, weakest first; asked once, none until the server has answered. */
  get bots(): readonly BotSummary[] {
    if (!this.#asked) {
      this.#asked = true;
      ask().then(
        (bots) => (this.#bots = bots),
        () => (this.#asked = false), // whoever looks next asks again
      );
    }
    return this.#bots;
  }

  /** Who plays the first games on this device, and the guided one. */
  get gentle(): string {
    return (this.bots[GENTLE] ?? this.bots[0])?.bot ?? "";
  }

  /** Who plays if nobody else is asked for: whoever was chosen last; "": the best there is. */
  get usual(): string {
    const chosen = this.#chosen || me.rival();
    if (this.bots.some((one) => one.bot === chosen)) return chosen;
    return me.begun() < FIRST ? this.gentle : "";
  }

  /** From now on this one is the usual. */
  choose(bot: string): void {
    this.#chosen = bot;
    me.choose(bot);
  }

  /** Whom one may meet at a table, weakest first; without one: at any. */
  offered(at?: TableKind): readonly BotSummary[] {
    const here = (one: BotSummary): boolean => !!at?.plain && one.tables!.some((table) => table.game === at.game && table.players === at.players && table.dice === at.dice);
    return this.bots.filter((one) => !one.tables || here(one));
  }

  /** Who sits down at a table if this one is wished for, "" being the usual one: the strongest there where it is not met. */
  seated(bot: string, at?: TableKind): string {
    const name = bot || this.usual;
    const offered = this.offered(at);
    return !name || offered.some((one) => one.bot === name) ? name : (offered.at(-1)?.bot ?? "");
  }

  /** How far up a bot stands; one that is not named is the usual one. */
  level(bot: string): number {
    const name = bot || this.usual;
    return (this.bots.find((one) => one.bot === name) ?? this.offered().at(-1))?.level ?? USUAL;
  }
}

export const ladder = new Ladder();

export const character = (level: number): number => Math.max(0, Math.min(level, CHARACTERS - 1));

/** How well a level plays, in a word: by its place among those there are. */
export function strength(level: number): string {
  const at = ladder.bots.findIndex((one) => one.level === level);
  const bot = ladder.bots[at];
  return tongue.knows(`level.${at}`) || !bot ? say(`level.${character(bot ? at : level)}`) : tongue.name(bot.name);
}

/** What a level does on a railway. */
export const role = (level: number): string => say(`level.${character(level)}.role`);

const names = (level: number): string[] => say(`level.${character(level)}.names`).split(", ");

/** What the n-th bot of a level is called at a table; nobody is called like somebody else. */
export function called(level: number, n: number): string {
  const known = names(level);
  const round = Math.floor(n / known.length);
  return `${known[n % known.length]}${round ? ` ${round + 1}` : ""}`;
}

/** The face of whoever plays a seat, if it is a bot. */
export function faceOf(seat: SeatSummary): Likeness | null {
  const bot = seat.kind === "bot" ? seat.bot : seat.stand_in;
  if (!bot || !ladder.bots.length) return null;
  const level = ladder.level(bot);
  const known = names(level).indexOf(seat.name);
  return { level, who: known < 0 ? seat.seat : known };
}
