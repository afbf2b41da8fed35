/** One line that always says what to do now, in words. */
import { say, tongue } from "../../lib/words/language.svelte";
import { sentence } from "../../lib/words/names";
import type { Choice, Offer } from "../../lib/wire";
import { kind } from "./choices";
import type { Desk } from "./desk.svelte";
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

/** What a turn offers, verb by verb. */
function turn(desk: Desk, offer: Offer): string {
  const verbs = Object.keys(offer.choices);
  if (desk.dice && offer.choices.reroll) return [say("table.prompt.dice.again"), ...verbs.map((verb) => `table.also.${verb}`).filter((key) => tongue.knows(key)).map((key) => say(key))].join(" ");
  const known: string[] = [];
  if (verbs.includes("take") || verbs.includes("draw")) known.push(say("table.can.cards"));
  for (const verb of verbs) {
    if (verb === "take" || verb === "draw") continue;
    known.push(tongue.knows(`table.can.${verb}`) ? say(`table.can.${verb}`) : unforeseen(desk, offer.choices[verb] ?? []));
  }
  return say(desk.dice && offer.choices.no_action ? "table.prompt.dice" : "table.your_turn", { what: either(known) });
}

function question(desk: Desk, offer: Offer): string {
  if (offer.question === "turn") {
    const unrolled = "roll" in offer.choices;
    const noRoute = offer.choices.claim || unrolled ? "" : ` ${say(desk.dice ? "table.no_route.dice" : "table.no_route")}`;
    return turn(desk, offer) + noRoute;
  }
  const sole = `table.sole.${Object.keys(offer.choices).join()}`;
  if (tongue.knows(sole)) return sentence(say(sole));
  const plain = offer.question === "tokens" && !offer.choices.token ? "table.ask.tokens.none" : `table.ask.${offer.question}`;
  const key = desk.dice && tongue.knows(`${plain}.dice`) ? `${plain}.dice` : plain;
  const values = Object.fromEntries(Object.entries(offer.about).map(([field, value]) => [field, desk.names.value(field, value)]));
  if (tongue.knows(key)) return say(key, { ...values, n: offer.number });
  if (tongue.knows(`question.${offer.question}`)) return sentence(say(`question.${offer.question}`));
  return kind(offer) === "turn" ? turn(desk, offer) : sentence(offer.question);
}

export function prompt(desk: Desk): string {
  const { seat } = desk;
  const status = seat.snapshot?.table.status;
  if (status === "open") return say("table.prompt.open");
  if (seat.sending) return say(seat.connected ? "table.prompt.sending" : "table.prompt.kept");
  if (desk.plan) return say(desk.plan.choice.action.do !== "claim" ? "table.prompt.plan" : desk.plan.ways.length ? "table.prompt.plan_claim" : "table.prompt.plan.plain");
  if (desk.mixing) return say("table.ask.ticket_mix");
  if (seat.offer) return question(desk, seat.offer);
  return desk.whose();
}
