/** The first game, step by step: what is said when, and what makes it understood. */

/** All that the coach looks at. */
export interface Glance {
  /** What I am asked; "" if somebody else is. */
  question: string;
  /** What I can do, by verb. */
  verbs: ReadonlySet<string>;
  /** Routes I own, cards I hold. */
  owned: number;
  cards: number;
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
  /** It need not be said at all. */
  needless?: (now: Glance) => boolean;
}

const mine = (now: Glance): boolean => now.question !== "";
const turn = (now: Glance): boolean => now.question === "turn";
const choosing = (now: Glance): boolean => now.verbs.has("keep") || now.verbs.has("return");
const drawing = (now: Glance): boolean => turn(now) && (now.verbs.has("take") || now.verbs.has("draw"));
const claiming = (now: Glance): boolean => turn(now) && now.verbs.has("claim");

export const STEPS: readonly Step[] = [
  { id: "welcome", at: "" },
  { id: "board", at: "board" },
  { id: "keep", at: "market", ready: choosing, done: (now) => mine(now) && !choosing(now), needless: turn },
  { id: "hand", at: "hand", ready: mine },
  { id: "draw", at: "market", ready: drawing, done: (now, then) => now.cards > then.cards || now.question === "second_card" },
  {
    id: "second",
    at: "market",
    ready: (now) => now.question === "second_card",
    done: (now) => now.question !== "second_card",
    needless: (now) => now.question !== "second_card",
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
  { id: "claimed", at: "players", ready: (now) => now.owned > 0 && now.question !== "payment" },
  { id: "more", at: "ask", ready: turn },
  { id: "why", at: "board" },
  { id: "help", at: "help" },
  { id: "off", at: "" },
];

/** Where the coach is after a look: past all that is done or needless. `then` is the look it began its step with. */
export function advance(at: number, now: Glance, then: Glance): number {
  if (now.over) return STEPS.length;
  const step = STEPS[at];
  if (!step) return at;
  if (step.needless?.(now) || step.done?.(now, then)) return advance(at + 1, now, now);
  return at;
}

/** Whether the step is to be seen now. */
export const visible = (step: Step | undefined, now: Glance): boolean => step !== undefined && (step.ready?.(now) ?? true);
