/** Dice and tokens: what a view says about them, how they lie, how they are drawn. */
import { LOCOMOTIVE } from "../board/layout/pieces";
import { TRACKS } from "../board/layout/tracks";
import { say } from "./words/language.svelte";
import type { Cells, Counts } from "./sight";
import type { Choice, Offer } from "./wire";

/** The rules of tokens, as the game tells them: how many of a kind one may hold, the dice that buy one. */
export interface Shop {
  limit: number;
  price: number;
}

export const shopOf = (seat: { fact(name: string): number | undefined }): Shop => ({ limit: seat.fact("token_limit") ?? 0, price: seat.fact("token_price") ?? Infinity });

export interface Face {
  fill: string;
  edge: string;
  ink: string;
  /** A symbol in a box of 24 × 24. */
  symbol: string;
}

const FACES: Record<string, Face> = {
  ...TRACKS,
  station: {
    fill: "#b8493a",
    edge: "#6e2118",
    ink: "#fff",
    symbol: "M12 1 22 7v3H2V7zm0 3.200a1.700 1.700 0 1 0 0 3.400 1.700 1.700 0 0 0 0-3.400zM4 11.500h3.500V19H4zm6.200 0h3.600V19h-3.600zm6.300 0H20V19h-3.500zM2 20.300h20V22.500H2z",
  },
  tunnel: { fill: "#8a7f6a", edge: "#3c372d", ink: "#1b1a17", symbol: "M2 21v-8a10 10 0 0 1 20 0v8h-4.500v-7.500a5.500 5.500 0 0 0-11 0V21z" },
  locomotive: { fill: "#2c4a46", edge: "#12231f", ink: "#f2c25a", symbol: LOCOMOTIVE },
};

/** How a face is drawn; one that nobody foresaw is blank. */
export const faceOf = (face: string): Face => FACES[face] ?? { fill: "#fffaf0", edge: "#8b8678", ink: "#26241f", symbol: "" };

/** The unused dice by face; null in a game without. */
export function diceOf(cells: Cells): Counts | null {
  return (cells.dice as Counts | undefined) ?? null;
}

/** Whether the dice that lie there were rolled in this turn. */
export const rolled = (cells: Cells): boolean => !!cells.rolls && cells.rolled_in === cells.turns;

/** The tunnel dice as they lie in this turn, those that show a tunnel first; null where none were rolled. */
export const dugOf = (offer: Offer): string[] | null => (offer.facts.tunnel_dice as string[] | undefined) ?? null;

/** The most spaces of each kind that the dice that lie there pay, with the tokens of whoever is asked. */
export const reachOf = (offer: Offer | null): Counts => (offer?.facts.reach as Counts | undefined) ?? {};

/** A seat's tokens by kind; null in a game without. */
export function tokensOf(cells: Cells, seat: number): Counts | null {
  return (cells.tokens as Counts[] | undefined)?.[seat] ?? null;
}

/** Counts one by one: {single: 2, station: 1} is single, single, station. */
export const spread = (counts: Counts): string[] => Object.entries(counts).flatMap(([face, n]) => Array<string>(n).fill(face));

/**
 * The dice where they lie: those that still show what they showed stay where they are, the others fill the gaps.
 * `moved` are the places whose dice were rolled again; "" is a die that has been used.
 */
export function lay(before: readonly string[], now: Counts, moved: ReadonlySet<number>, places: number): string[] {
  const left = { ...now };
  const lying = Array<string>(places).fill("");
  before.forEach((face, at) => {
    if (at >= places || moved.has(at) || !left[face]) return;
    lying[at] = face;
    left[face]! -= 1;
  });
  const rest = spread(left);
  // A die rolled again lands in its own place; only then are other gaps filled.
  const gaps = [...lying.keys()].filter((at) => !lying[at]).sort((a, b) => Number(moved.has(b)) - Number(moved.has(a)) || a - b);
  gaps.slice(0, rest.length).forEach((at, i) => (lying[at] = rest[i]!));
  return lying;
}

/** What an offer adds to the routes these dice pay for: how many tickets at most, and one of what else is built. */
export function besides(offer: Offer | null): [verb: string, n: number][] {
  return Object.entries(offer?.choices ?? {}).map(([verb, choices]) => {
    const counts = choices.map(({ action }) => Number(action.count ?? Object.values((action.decks ?? {}) as Counts).reduce((total, n) => total + n, 0)));
    return [verb, Math.max(1, ...counts)];
  });
}

const thrown = (offer: Offer | null): Choice[] =>
  Object.entries(offer?.choices ?? {}).flatMap(([verb, choices]) => (offer?.spots[verb] === "dice" ? (choices as Choice[]) : []));

/** The roll of all dice that begins a turn. */
export const rollOf = (offer: Offer | null): Choice | undefined => thrown(offer).find(({ action }) => !action.dice);

/** The choices that roll some dice once more. */
export const rerolls = (offer: Offer | null): Choice[] => thrown(offer).filter(({ action }) => action.dice);

/** The choice that rolls exactly these dice again. */
export function reroll(offer: Offer | null, faces: readonly string[]): Choice | undefined {
  const wanted: Counts = {};
  for (const face of faces) wanted[face] = (wanted[face] ?? 0) + 1;
  return rerolls(offer).find((choice) => {
    const dice = choice.action.dice as Counts;
    const all = new Set([...Object.keys(dice), ...Object.keys(wanted)]);
    return [...all].every((face) => (dice[face] ?? 0) === (wanted[face] ?? 0));
  });
}

/** One way to pay without cards. */
export interface Price {
  code: number;
  dice: number;
  tokens: number;
  stations: number;
}

/** What is paid without cards, in words. */
export const spoken = (price: Omit<Price, "code">): string =>
  [
    price.dice ? say("table.dice.n", { n: price.dice }) : "",
    price.stations ? say("table.dice.stations", { n: price.stations }) : "",
    price.tokens ? say("table.tokens.n", { n: price.tokens }) : "",
  ]
    .filter(Boolean)
    .join(" + ");

/** What a choice takes of dice and tokens. */
export const priceOf = ({ action, code }: Choice): Price => ({ code, dice: Number(action.dice ?? 0), tokens: Number(action.tokens ?? 0), stations: Number(action.stations ?? 0) });

/** The ways to pay with dice and tokens, fewest tokens first. */
export const pricesOf = (choices: readonly Choice[]): Price[] =>
  choices
    .filter(({ action }) => typeof action.dice === "number" || typeof action.stations === "number")
    .map(priceOf)
    .sort((a, b) => a.tokens - b.tokens);
