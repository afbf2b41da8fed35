/** A review as the server sends it (docs/review.md), and what a person looks for in it. */
import { tongue } from "../../lib/words/language.svelte";
import type { Names } from "../../lib/words/names";
import type { SpokenReason } from "../../lib/wire";

export interface Worth {
  win: number;
  margin: number;
}

export interface Expected extends Worth {
  win_error: number;
  margin_error: number;
}

export interface Answer {
  code: number;
  value: Expected;
  difference: Expected;
  samples: number;
}

export interface Decided {
  gesture: number;
  part: number;
  turn: number;
  answers: number;
  before: Expected;
  played: Answer;
  instead: Answer[];
  verdict: "mistake" | "close" | "right";
  cost: Worth;
  reason: string;
  values: Record<string, string | number>;
  way: string[];
}

export interface Moved {
  kind: "deal" | "chance" | "decision" | "others" | "end";
  gesture: number;
  turn: number;
  seat: number;
  worth: Worth;
  after: Expected;
}

export interface SeatReview {
  seat: number;
  fair: Worth;
  result: Worth;
  skill: Worth;
  luck: Worth;
  others: Worth;
  doubt: Worth;
  steps: Moved[];
  decisions: Decided[];
  dearest: number[];
  verdict: string;
  values: Record<string, string | number>;
}

/** What an answer is about: its group, and its fields as in an offer. */
export interface Deed {
  verb: string;
  group: string;
  fields: Record<string, string | number | Record<string, number> | null>;
}

export interface Review {
  judge: string;
  budget: number;
  reviews: SeatReview[];
  /** By code. */
  actions: Record<string, Deed>;
}

/** From here on a stroke of luck is worth a mark: so many victories in a hundred. */
const FELT = 0.08;
/** ... unless it may be chance alone: it must be so many times its own standard error. */
const SURE = 2;
/** So many strokes of luck stand in the list. */
const STROKES = 3;

/** Something on the curve that one may look at. */
export interface Mark {
  /** Which step of the curve. */
  step: number;
  kind: "mistake" | "lucky" | "unlucky";
  decided: Decided | null;
}

/** All marks, from left to right: the dearest mistakes and the strongest strokes of luck. */
export function marksOf(own: SeatReview): Mark[] {
  const dearest = new Set(own.dearest);
  const luck = own.steps
    .map(({ kind, worth, after }, step) => ({
      step,
      win: kind === "deal" || kind === "chance" ? worth.win : 0,
      error: Math.hypot(after.win_error, own.steps[step - 1]?.after.win_error ?? 0),
    }))
    .filter(({ win, error }) => Math.abs(win) >= Math.max(FELT, SURE * error))
    .sort((one, two) => Math.abs(two.win) - Math.abs(one.win))
    .slice(0, STROKES);
  const found: Mark[] = luck.map(({ step, win }) => ({ step, kind: win > 0 ? "lucky" : "unlucky", decided: null }));
  let n = 0;
  own.steps.forEach(({ kind }, step) => {
    if (kind !== "decision") return;
    if (dearest.has(n)) found.push({ step, kind: "mistake", decided: own.decisions[n]! });
    n += 1;
  });
  return found.sort((one, two) => one.step - two.step);
}

/** What one looks at first: the dearest mistake, or else the first mark. */
export function firstOf(own: SeatReview): number | null {
  const marks = marksOf(own);
  const dearest = own.decisions[own.dearest[0] ?? -1];
  return (marks.find(({ decided }) => decided && decided === dearest) ?? marks[0])?.step ?? null;
}

/** The position one looks at: what the seat saw before the gesture. */
export const seenBefore = (moved: Moved, decided: Decided | null): number => Math.max(0, (decided?.gesture ?? moved.gesture) - 1);

/** The chances to win, in 0 to 1, from what is fair to the end. */
export const chances = (own: SeatReview): number[] => [own.fair, ...own.steps.map(({ after }) => after)].map(({ win }) => Math.max(0, Math.min(1, win)));

/** Whom the points came from, part by part, and what they come to: keys of sentences and their points. */
export function sums(own: SeatReview): { key: string; points: number }[] {
  const [skill, luck, result] = [own.skill, own.luck, own.result].map(({ margin }) => Math.round(margin)) as [number, number, number];
  const way = (points: number): string => (points > 0 ? "more" : points < 0 ? "less" : "none");
  const parts = Object.entries({ skill, luck, others: result - skill - luck, result });
  return [
    ...parts.map(([name, points]) => ({ key: `review.${name}.${way(points)}`, points: Math.abs(points) })),
    { key: "review.doubt", points: Math.max(1, Math.ceil(own.doubt.margin)) },
  ];
}

/** Whether what is told of a moment brings points and takes chances to win, or the other way round. */
export const torn = ({ win, margin }: Worth): boolean => Math.round(100 * win) * Math.round(margin) < 0;

/** Routes that an answer or its reason names. */
export function routesOf(deed: Deed | undefined, way: readonly string[] = []): string[] {
  const own = deed?.fields.route;
  return [...new Set([...(own === undefined ? [] : [String(own)]), ...way])];
}

/** The tickets that some answers are about. */
export const ticketsOf = (deeds: readonly (Deed | undefined)[]): string[] =>
  deeds.map((deed) => deed?.fields.ticket).filter((ticket) => typeof ticket === "string");

/** Groups of actions whose labels say what is done without the name of the group. */
const WHOLE = new Set(["keep", "other", "roll", "tickets"]);

/** An answer in a few words: "Claim: Soho – Chelsea". */
export function said(deed: Deed | undefined, names: Names): string {
  if (!deed) return "";
  const values: Record<string, string | number> = {};
  for (const [field, value] of Object.entries(deed.fields)) {
    if (value === null) continue;
    values[field] = typeof value === "object" ? names.cards(value) : names.value(field, value);
  }
  const own = `deed.${deed.verb}`;
  if (tongue.knows(own) && tongue.fits(own, values)) return tongue.say(own, values);
  const key = `choice.${deed.verb}`;
  const label = tongue.knows(key) && tongue.fits(key, values) ? tongue.say(key, values) : Object.values(values).join(", ");
  const group = tongue.knows(`group.${deed.group}`) ? tongue.say(`group.${deed.group}`) : "";
  if (!label) return group;
  return WHOLE.has(deed.group) || !group ? label.charAt(0).toUpperCase() + label.slice(1) : `${group}: ${label}`;
}

/** Answers side by side: tracks that are called the same are told apart by their colour, where it counts, or else counted. */
export function besides(deeds: readonly (Deed | undefined)[], names: Names, dice = false): string[] {
  const apart = (texts: readonly string[], more: (text: string, at: number) => string): string[] =>
    texts.map((text, at) => (texts.filter((one) => one === text).length > 1 ? more(text, at) : text));
  const coloured = (text: string, at: number): string => {
    const route = names.atlas.route.get(String(deeds[at]?.fields.route));
    return route ? `${text} (${names.colour(route.colour, route.kind)})` : text;
  };
  const called = deeds.map((deed) => said(deed, names));
  const told = apart(called, coloured);
  const alike = dice || new Set(told).size < told.length;
  return alike ? apart(called, (answer, at) => tongue.say("review.track", { answer, n: called.slice(0, at + 1).filter((one) => one === answer).length })) : told;
}

export const spoken = (decided: Decided): SpokenReason => ({ key: decided.reason, values: decided.values, text: "", rule: "" });
