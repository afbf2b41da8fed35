/** One line that always says what to do now, in words. */
import { say, tongue } from "../../lib/words/language.svelte";
import { sentence } from "../../lib/words/names";
import type { Choice, Offer } from "../../lib/wire";
import { rerolls, rollOf } from "../../lib/dice";
import { at, kind, spot } from "./choices";
import type { Desk, Plan } from "./desk.svelte";
import { label } from "./labels";

/** "a", "a or b", "a, b or c". */
export function either(parts: string[]): string {
  if (parts.length < 2) return parts.join("");
  return say("table.or", { first: parts.slice(0, -1).join(", "), last: parts.at(-1) ?? "" });
}

/** A verb without words of its own: what its button says, or at least what it is about. */
function unforeseen(desk: Desk, choices: Choice[]): string {
  const text = choices[0] ? label(choices[0], desk.names) : "";
  return (choices.length > 1 ? text.replace(/:.*/, "") : text).toLowerCase();
}

export const lastRound = (desk: Desk): boolean => Number(desk.seat.cells.last_turns ?? 0) > 0;

/** Whoever has begun the last round, as far as it has been told here. */
function lastRoundBy(desk: Desk): number | null {
  const began = lastRound(desk) && desk.seat.told.flatMap((told) => told.events).findLast((event) => event.event === "last_round");
  return began ? Number(began.seat) : null;
}

/** What a turn offers, verb by verb. */
function turn(desk: Desk, offer: Offer): string {
  const verbs = Object.keys(offer.choices);
  const left = (verb: string): number => Number(offer.facts[`${verb}_left`] ?? 0);
  if (rerolls(offer).length) {
    const also = verbs.filter((verb) => tongue.knows(`table.also.${verb}`)).map((verb) => say(`table.also.${verb}`, { n: left(verb) }));
    return [say("table.prompt.dice.again"), ...also].join(" ");
  }
  // A verb is said in its own words, in those of its group, or as its button is called.
  const known = Object.entries(offer.groups).flatMap(([group, own]) =>
    own.map((verb) => {
      const key = [`table.can.${verb}`, `table.can.${group}`].find((one) => tongue.knows(one));
      return key ? say(key, { n: left(verb) }) : unforeseen(desk, offer.choices[verb] ?? []);
    }),
  );
  const what = either([...new Set(known)]);
  if (desk.dice && !rollOf(offer)) return say("table.prompt.dice", { what });
  const ender = lastRoundBy(desk);
  if (ender !== null) return say(ender === desk.me ? "table.last_turn.why.you" : "table.last_turn.why", { seat: desk.names.seat(ender), pieces: desk.names.ownPieces, what });
  return say("table.your_turn", { what });
}

function question(desk: Desk, offer: Offer): string {
  if (offer.form === "turn") {
    const noRoute = at(offer, "route").length || rollOf(offer) ? "" : ` ${say(desk.dice ? "table.no_route.dice" : lastRound(desk) ? "table.no_route.last" : "table.no_route")}`;
    return turn(desk, offer) + noRoute;
  }
  const sole = `table.sole.${Object.keys(offer.choices).join()}`;
  if (tongue.knows(sole)) return sentence(say(sole));
  const nothing = `table.ask.${offer.question}.none`;
  const plain = tongue.knows(nothing) && !at(offer, "yes").length ? nothing : `table.ask.${offer.question}`;
  const key = desk.dice && tongue.knows(`${plain}.dice`) ? `${plain}.dice` : plain;
  const values = Object.fromEntries(Object.entries(offer.about).map(([field, value]) => [field, desk.names.value(field, value)]));
  if (tongue.knows(key)) return say(key, { ...values, n: offer.number });
  if (tongue.knows(`question.${offer.question}`)) return sentence(say(`question.${offer.question}`));
  return kind(offer) === "turn" ? turn(desk, offer) : sentence(offer.question);
}

/** What is to be said about what is planned. */
function planned(desk: Desk, { choice, ways }: Plan): string {
  if (spot(desk.offer, choice) !== "route") return "table.prompt.plan";
  if (!ways.length) return "table.prompt.plan.plain";
  return desk.atlas.route.get(String(choice.action.route))?.tunnel ? "table.prompt.plan_tunnel" : "table.prompt.plan_claim";
}

export function prompt(desk: Desk): string {
  const { seat } = desk;
  const status = seat.snapshot?.table.status;
  if (status === "open") return say("table.prompt.open");
  if (seat.sending) return say(seat.connected ? "table.prompt.sending" : "table.prompt.kept");
  if (desk.plan) return say(planned(desk, desk.plan));
  if (desk.mixing) return say("table.ask.ticket_mix");
  if (seat.offer) return question(desk, seat.offer);
  return desk.me === null && desk.whose() ? `${say("table.looking_on")} ${desk.whose()}` : desk.whose();
}
