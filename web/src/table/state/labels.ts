/** What a choice is called on a button, also one that nobody foresaw. */
import { priceOf, spoken as price } from "../../lib/dice";
import { tongue } from "../../lib/words/language.svelte";
import { type Names, sentence } from "../../lib/words/names";
import type { Choice, Offer, TicketStanding } from "../../lib/wire";

const FIELDS: Record<string, string> = { take: "piece", deck: "deck", colour: "colour" };

/** A value of an action in words: an id by its name, counts one by one. */
function spoken(names: Names, field: string, value: unknown): string {
  if (value && typeof value === "object") return names.counts(value as Record<string, number>);
  if (typeof value === "string") return String(names.value(FIELDS[field] ?? field, value));
  return String(value);
}

/** What a question says, as a title. */
export function asked(offer: Offer): string {
  const key = `question.${offer.question}`;
  return sentence(tongue.knows(key) ? tongue.say(key) : offer.question).replace(/\.$/, "");
}

/** The words of a sheet that were written for one question; the same form may be asked for by another. */
export const own = (offer: Offer, words: string): string => (tongue.knows(`table.ask.${offer.question}`) ? words : "");

/** How a ticket stands. One that is blocked has no way left, or takes more pieces than there are. */
export function stands({ status, missing, lent }: TicketStanding): string {
  if (status === "done") return tongue.say(lent.length ? "ticket.done_lent" : "ticket.done");
  if (status === "blocked") return tongue.say(missing ? "ticket.too_far" : "ticket.blocked", { n: missing });
  return tongue.say("ticket.missing", { n: missing });
}

/** What a payment is for: a route, or something built at a place. */
export function payingFor(offer: Offer, names: Names): string {
  const { route, place } = offer.about;
  const built = `table.pay_for.${offer.question}`;
  if (place && tongue.knows(built)) return tongue.say(built, { place: names.place(place) });
  const what = route ? names.route(route) : place ? names.place(place) : "";
  return what ? tongue.say("table.pay_for", { route: what }) : tongue.say("table.pay");
}

/** On a button among others of its kind; where it says less, its whole name is read out. */
export function label(choice: Choice, names: Names, short = false): string {
  const { do: verb, ...rest } = choice.action;
  const fields = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined);
  const values = Object.fromEntries(fields.map(([field, value]) => [field, spoken(names, field, value)]));
  if (typeof rest.take === "string") {
    // Of two kinds, who wants one gives the other.
    const take = String(rest.take);
    const give = names.atlas.board.supplies.find((one) => one.kind !== take)?.kind ?? "";
    Object.assign(values, { take: names.pieces(take, 2, false), give: names.pieces(give, 2, false) });
  }
  if (typeof rest.dice === "number" || typeof rest.stations === "number") values.cards = price(priceOf(choice));
  const none = Object.keys(rest).length > fields.length ? ".none" : "";
  for (const key of [short ? `table.choice.${String(verb)}.short` : "", `table.choice.${String(verb)}${none}`, `table.choice.${String(verb)}`, `choice.${String(verb)}`]) {
    const text = tongue.knows(key) ? tongue.say(key, values) : "{";
    if (!text.includes("{")) return sentence(text).replace(/\.$/, "");
  }
  const word = sentence(String(verb)).replace(/\.$/, "");
  return fields.length ? `${word}: ${Object.values(values).join(", ")}` : word;
}
