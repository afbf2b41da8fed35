/** What an offer invites to, by the shape of its actions. No game's name, no rule of the game. */
import type { Atlas, Counts } from "../../lib/sight";
import { sum } from "../../lib/sight";
import type { Choice, Offer } from "../../lib/wire";

/** The choices of an offer, those of a group together. */
export const everything = (offer: Offer | null): Choice[] =>
  Object.values(offer?.groups ?? {})
    .flat()
    .flatMap((verb) => (offer?.choices[verb] ?? []) as Choice[]);

/** The choices whose action has this field, by its value. */
export function by(offer: Offer | null, field: string): Map<string, Choice> {
  const found = new Map<string, Choice>();
  for (const choice of everything(offer)) {
    const value = choice.action[field];
    if (typeof value === "string" && !found.has(value)) found.set(value, choice);
  }
  return found;
}

/** What is drawn for a question, by its form and, where that matters, by the kind of things it is a choice of. */
const DRAWN = {
  turn: "turn",
  "one_of card": "turn",
  "one_of card_deck": "turn",
  "one_of passenger": "passenger",
  "one_of place": "stand",
  "payment card": "give",
  pay_or_stop: "tunnel",
  "several_of ticket": "tickets",
  "number piece": "exchange",
  "mix piece": "pieces",
  mix: "mix",
  route_by_route: "journey",
  "until_done token": "tokens",
} as const;

export type Kind = (typeof DRAWN)[keyof typeof DRAWN] | "payment" | "dice" | "other";

/** What the table shows to answer an offer: the table itself ("turn"), one of the choosers, or a list of the answers ("other"). */
export function kind(offer: Offer): Kind {
  const drawn: Partial<Record<string, Kind>> = DRAWN;
  const found = drawn[`${offer.form} ${offer.of}`] ?? drawn[offer.form] ?? "other";
  if (found === "mix") return mixes(offer).length ? "mix" : "other";
  return offer.form === "payment" && found === "other" ? paidWith(offer) : found;
}

/** What a payment is made with: cards, or dice and tokens; something may have to be done before it. */
function paidWith(offer: Offer): Kind {
  const all = everything(offer);
  if (all.every((choice) => "cards" in choice.action)) return "payment";
  return all.every((choice) => "dice" in choice.action || "stations" in choice.action) ? "dice" : "other";
}

/** Where on the table a choice is found, as its mechanic has declared; "button": it lies nowhere. */
export function spot(offer: Offer | null, { action }: Pick<Choice, "action">): string {
  const found = offer?.spots[String(action.do)] ?? "button";
  // "Nowhere" is an answer about places too, and it has a button.
  return action.place === null || action.route === null ? "button" : found;
}

/** The choices that are found at a spot. */
export const at = (offer: Offer | null, where: string): Choice[] => everything(offer).filter((choice) => spot(offer, choice) === where);

/** The verb that is found at a spot: one that is possible now, else any of the game's. */
export function verbAt(offer: Offer, where: string): string {
  const all = Object.keys(offer.spots).filter((verb) => offer.spots[verb] === where);
  return all.find((verb) => offer.choices[verb]) ?? all[0] ?? "";
}

/** What has a button: whoever stands on the board too, for they are few, and what another choice lies on top of. */
export function buttons(offer: Offer | null): Choice[] {
  const [routes, places] = [by(offer, "route"), by(offer, "place")];
  const hidden = ({ action, text }: Choice): boolean => [routes.get(String(action.route)), places.get(String(action.place))].some((top) => top !== undefined && top.text !== text);
  return everything(offer).filter((choice) => ["button", "piece"].includes(spot(offer, choice)) || hidden(choice));
}

/** The deck a draw is from; a game with one deck calls it "". */
export const deckOf = (choice: Choice): string => String(choice.action.deck ?? "");

// -- paying ---------------------------------------------------------------------------------------

export interface Payment {
  code: number;
  cards: Counts;
}

/** The payments with cards among some choices. */
export const payments = (choices: readonly Choice[]): Payment[] =>
  choices.filter((choice) => "cards" in choice.action).map(({ code, action }) => ({ code, cards: action.cards as Counts }));

const wilds = (cards: Counts, atlas: Atlas): number => Object.entries(cards).reduce((n, [id, count]) => n + (atlas.card.get(id)?.wild ? count : 0), 0);

/** The payments of a claim (of what is asked for now) that take what my tickets still need, as the server says. */
export const neededBy = (offer: Offer | null, claim?: number): ReadonlySet<number> => new Set(offer?.needed[claim ?? -1]);

/** Whether the first of some payments, as the server has put them in order, costs less than any other, and nothing that is needed elsewhere. */
export function thriftiest([first, second]: readonly Payment[], needed: ReadonlySet<number>, atlas: Atlas): boolean {
  if (!first || !second || needed.has(first.code)) return false;
  return needed.has(second.code) || wilds(first.cards, atlas) < wilds(second.cards, atlas) || sum(first.cards) < sum(second.cards);
}

/** What a choice of a turn can be paid with, as the server foresees it; none where the game asks for it later. */
export const foreseen = (offer: Offer | null, choice: Choice): Choice[] =>
  (offer?.ways[choice.code] ?? []).map((code) => ({ code, text: "", action: offer!.payments[code]! }));

// -- tickets --------------------------------------------------------------------------------------

/** The answer about all offered tickets at once, in the order they are asked: the board's. */
export function ticketGesture(offer: Offer, offered: readonly string[], kept: ReadonlySet<string>, atlas: Atlas): string[] {
  const [yes, no] = [verbAt(offer, "yes"), verbAt(offer, "no")];
  const order = (id: string): number => atlas.ticket.get(id)?.index ?? 0;
  return [...offered].sort((a, b) => order(a) - order(b)).map((id) => `${kept.has(id) ? yes : no} ${id}`);
}

// -- announcing a mix -----------------------------------------------------------------------------

/** So many of each: tickets by deck, pieces by kind. */
export interface Mix {
  text: string;
  verb: string;
  decks: Counts;
}

/** The choices of an offer that announce counts, other than payments. */
export function mixes(offer: Offer | null): Mix[] {
  return everything(offer).flatMap((choice) => {
    const field = Object.keys(choice.action).find((key) => !["cards", "dice"].includes(key) && counts(choice.action[key]));
    return field ? [{ text: choice.text, verb: String(choice.action.do), decks: choice.action[field] as Counts }] : [];
  });
}

const counts = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.values(value).length > 0 && Object.values(value).every((n) => typeof n === "number");

/** The most even mix: a beginner's start. */
export function even(all: readonly Mix[]): Mix | undefined {
  const spread = (mix: Mix): number => Math.max(...Object.values(mix.decks)) - Math.min(...Object.values(mix.decks));
  return [...all].sort((a, b) => spread(a) - spread(b))[0];
}

/** The mix with one more (or less) of a deck, nearest to this one; undefined if there is none. */
export function step(all: readonly Mix[], from: Mix, deck: string, change: number): Mix | undefined {
  const wanted = (from.decks[deck] ?? 0) + change;
  const far = (mix: Mix): number => Object.keys(mix.decks).reduce((n, id) => n + Math.abs((mix.decks[id] ?? 0) - (from.decks[id] ?? 0)), 0);
  return all.filter((mix) => (mix.decks[deck] ?? 0) === wanted).sort((a, b) => far(a) - far(b))[0];
}
