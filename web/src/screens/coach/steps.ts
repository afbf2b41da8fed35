/** The first game, step by step: what is said when, and what makes it understood. */

/** All that the coach looks at. */
export interface Glance {
  /** How what I am asked is answered; "" if somebody else is asked. */
  form: string;
  /** The kind of things the answers name. */
  of: string;
  /** Where on the table the choices lie. */
  spots: ReadonlySet<string>;
  /** Routes I own, cards I hold. */
  owned: number;
  cards: number;
  /** A wild lies face up. */
  wild: boolean;
  over: boolean;
}

/** Parts of the table, by their mark `data-guide`. */
export type Part = "" | "board" | "ask" | "hand" | "market" | "tickets" | "players" | "help";

export interface Step {
  /** Its words are `guide.<id>.title` and `guide.<id>`. */
  id: string;
  at: Part;
  /** It waits for this moment. */
  ready?: (now: Glance) => boolean;
  /** It goes by itself, once this is so; without it, there is a button. */
  done?: (now: Glance, then: Glance) => boolean;
  /** A turn of its own: it waits until somebody else has played since the step before. */
  later?: true;
  /** Other words of it, after a stop: `guide.<id>.<words>`. */
  words?: (now: Glance) => string;
  /** It need not be said at all. */
  needless?: (now: Glance) => boolean;
}

const mine = (now: Glance): boolean => now.form !== "";
const turn = (now: Glance): boolean => now.form === "turn";
const choosing = (now: Glance): boolean => now.form === "several_of" && now.of === "ticket";
const drawing = (now: Glance): boolean => turn(now) && (now.spots.has("row") || now.spots.has("deck"));
const claiming = (now: Glance): boolean => turn(now) && now.spots.has("route");
/** Asked for the second card of a turn. */
const second = (now: Glance): boolean => now.form === "one_of" && now.of === "card";

export const STEPS: readonly Step[] = [
  { id: "welcome", at: "" },
  { id: "board", at: "board" },
  { id: "keep", at: "market", ready: choosing, done: (now) => mine(now) && !choosing(now), needless: turn },
  { id: "hand", at: "hand", ready: mine },
  { id: "draw", at: "market", words: (now) => (now.wild ? "wild" : ""), ready: drawing, done: (now, then) => now.cards > then.cards || second(now) },
  // A face-up wild was the only card: said why, until my next turn. Otherwise the second card is asked for at once.
  { id: "alone", at: "market", ready: (now) => !turn(now), done: turn, needless: second },
  {
    id: "second",
    at: "market",
    ready: second,
    done: (now) => !second(now),
    needless: (now) => !second(now),
  },
  { id: "others", at: "players" },
  { id: "lit", at: "tickets", ready: mine },
  {
    id: "collect",
    at: "market",
    ready: (now) => turn(now) && !claiming(now),
    done: claiming,
    needless: (now) => claiming(now) || now.owned > 0,
  },
  { id: "claim", at: "board", ready: claiming, done: (now) => now.owned > 0, needless: (now) => now.owned > 0 },
  { id: "claimed", at: "players", ready: (now) => now.owned > 0 && now.form !== "payment" },
  { id: "more", at: "ask", ready: turn, later: true },
  { id: "help", at: "help", ready: turn, later: true },
];

/** Where the coach is after a look: past all that is done or needless. `then` is the look it began its step with. */
export function advance(at: number, now: Glance, then: Glance): number {
  if (now.over) return STEPS.length;
  const step = STEPS[at];
  if (!step) return at;
  if (step.needless?.(now) || step.done?.(now, then)) return advance(at + 1, now, now);
  return at;
}

/** Whether the step is to be seen now; `waited`: somebody else has played since the step before. */
export const visible = (step: Step | undefined, now: Glance, waited = true): boolean =>
  step !== undefined && (waited || !step.later) && (step.ready?.(now) ?? true);

/** The key of its words now. */
export const words = (step: Step, now: Glance): string => ["guide", step.id, step.words?.(now)].filter(Boolean).join(".");
