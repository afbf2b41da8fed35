/** What things are called: the board's names in the reader's language, and events as sentences. */
import { tongue } from "./language.svelte";
import type { GameEvent, Told } from "../net/seat.svelte";
import type { Atlas } from "../sight";
import type { SpokenReason, Route, Ticket } from "../wire";

/** Declared quiet by their mechanics (tests/test_web_verbs.py compares): bookkeeping, and what one sees anyway. */
export const QUIET = new Set(["asked", "answered", "decided", "last_turn_over", "placed", "turned", "passenger_placed", "offered", "turn", "revealed", "chose_pieces", "claim_noted", "taken_back", "cleared_away", "dice_spent", "progress"]);

export class Names {
  constructor(
    readonly atlas: Atlas,
    readonly seats: () => string[],
    readonly you: () => number | null,
  ) {}

  place = (id: string): string => {
    const found = this.atlas.place.get(id) ?? this.atlas.board.regions.find((region) => region.id === id);
    return found ? tongue.name(found.name) : id;
  };

  /** A bonus for a connection: its own name, or the two ends, which a board of your own names it by. */
  bonus = (id: string): string => (tongue.knows(`bonus.${id}`) ? tongue.say(`bonus.${id}`) : id.split("-").map(this.place).join(" – "));

  card = (id: string): string => {
    const found = this.atlas.card.get(id);
    return found ? tongue.name(found.name) : id;
  };

  /** A card with all that is printed on it, for who does not see it: a name need not tell of the harbour's mark. */
  whole(id: string): string {
    const [name, mark] = [this.card(id), tongue.say("table.card.harbour")];
    const card = this.atlas.card.get(id);
    return card?.harbour && !card.wild && !name.includes(mark) ? `${name} ${mark}` : name;
  }

  /** One card with its article; where there are several kinds of a colour, by its own name. */
  aCard(id: string): string {
    const card = this.atlas.card.get(id);
    if (!card) return id;
    if (card.wild) return tongue.say("card.a_wild", { card: tongue.name(card.name) });
    if (card.kind) return tongue.say("card.of_kind", { card: this.whole(id) });
    const key = `colour.${card.colour}.card`;
    const name = tongue.knows(key) ? tongue.say(key) : tongue.name(card.name);
    return tongue.say(/^[aeiou]/i.test(name) ? "card.an" : "card.a", { card: name });
  }

  /** Several cards of one kind: "2 red cards". */
  soMany(id: string, n: number): string {
    const card = this.atlas.card.get(id);
    if (!card || (card.kind && !card.wild)) return `${n} × ${this.card(id)}`;
    const key = `colour.${card.colour}.cards`;
    return tongue.say("card.many", { n, card: !card.wild && tongue.knows(key) ? tongue.say(key) : tongue.name(card.name) });
  }

  cards(counts: Record<string, number>): string {
    return Object.entries(counts)
      .filter(([, n]) => n)
      .map(([id, n]) => (id === "any" ? tongue.say("choice.any", { n }) : `${n} × ${this.card(id)}`))
      .join(" + ");
  }

  route = (id: string): string => {
    const route = this.atlas.route.get(id);
    return route ? this.ends(route) : id;
  };

  ends(route: Route): string {
    const { places } = this.atlas.board;
    return `${tongue.name(places[route.a]!.name)} – ${tongue.name(places[route.b]!.name)}`;
  }

  /** A colour of routes in words, as on the cards that pay that kind of route; a gray one takes any. */
  colour(colour: string, kind = ""): string {
    const card = this.atlas.board.cards.find((one) => colour && one.colour === colour && (!kind || !one.kind || one.kind === kind));
    return card ? tongue.name(card.name) : tongue.say("label.any_colour");
  }

  ticket = (id: string): string => {
    const ticket = this.atlas.ticket.get(id);
    return ticket ? this.stops(ticket) : id;
  };

  stops(ticket: Ticket): string {
    const stops = ticket.stops.map(this.place);
    if (ticket.options.length) stops.push(ticket.options.map((option) => this.place(option.stop)).join(" / "));
    return stops.join(" – ");
  }

  passenger(id: string): string {
    const found = this.atlas.board.passengers.find((one) => one.colour === id);
    return found ? tongue.name(found.name) : id;
  }

  piece(id: string): string {
    const found = this.atlas.board.supplies.find((one) => one.kind === id);
    return found ? tongue.name(found.name) : id;
  }

  /** So many pieces of a kind, "20 trains"; or their name alone. */
  pieces(id: string, n: number, counted = true): string {
    const key = `table.piece.${id}`;
    const name = tongue.knows(key) ? tongue.say(key, { n }) : this.piece(id);
    return counted ? `${n} ${name}` : name;
  }

  /** What everybody builds with, several of them: the board's own word where there is one kind only. */
  get ownPieces(): string {
    const [first, ...more] = this.atlas.board.supplies;
    return first && !more.length ? this.pieces(first.kind, 2, false) : tongue.say("table.pieces.any");
  }

  /** An id of anything the board counts: cards, pieces, passengers, decks. */
  thing(id: string): string {
    const { board } = this.atlas;
    if (tongue.knows(`table.face.${id}`)) return tongue.say(`table.face.${id}`);
    if (this.atlas.card.has(id)) return this.card(id);
    if (board.supplies.some((one) => one.kind === id)) return this.piece(id);
    if (board.passengers.some((one) => one.colour === id)) return this.passenger(id);
    return this.deck(id);
  }

  counts(counts: Record<string, number>): string {
    return Object.entries(counts)
      .filter(([, n]) => n)
      .map(([id, n]) => (tongue.knows(`table.piece.${id}`) ? this.pieces(id, n) : `${n} × ${this.thing(id)}`))
      .join(" + ");
  }

  seat = (seat: number): string => (seat === this.you() ? tongue.say("play.you") : (this.seats()[seat] ?? `${seat + 1}`));

  deck(deck: string, n = 2): string {
    const key = `deck.${deck}`;
    return tongue.knows(key) ? tongue.say(key, { n }) : deck;
  }

  /** A field of an event or a refusal as a person reads it. */
  value(field: string, value: unknown): string | number {
    if (value === null || value === undefined) return "?";
    const text = String(value);
    switch (field) {
      case "seat":
      case "owner":
        return this.seat(Number(value));
      case "card":
        return this.aCard(text);
      case "route":
        return this.route(text);
      case "ticket":
        return this.ticket(text);
      case "place":
      case "district":
        return this.place(text);
      case "passenger":
      case "colour":
        return this.passenger(text);
      case "piece":
        return this.piece(text);
      case "bonus":
        return this.bonus(text);
      case "token":
      case "face":
        return tongue.knows(`table.face.${text}`) ? tongue.say(`table.face.${text}`) : text;
      case "deck":
      case "ticket_deck":
        return this.deck(text);
      case "question":
        return tongue.say(`question.${text}`);
      case "reason":
        return tongue.say(`reason.${text}`);
      default:
        if (typeof value === "number") return value;
        if (tongue.knows(`${field}.${text}`)) return tongue.say(`${field}.${text}`); // a mechanic's own kind of thing
        // "rail*20 sea*40": counts, as actions write them
        return /^\w+\*\d+( \w+\*\d+)*$/.test(text)
          ? this.counts(Object.fromEntries(text.split(" ").map((part) => part.split("*")).map(([id, n]) => [id, Number(n)])) as Record<string, number>)
          : text;
    }
  }

  /** Why not, as a sentence, or said of something: "Soho – Chelsea: it is taken." */
  reason(reason: SpokenReason, what = "", called: Record<string, string> = {}): string {
    const text = this.#why(reason, called);
    return sentence(what ? `${what}: ${text}` : text);
  }

  /** In the reader's words where there are some, else as the server said it; `called`: other names for some values. */
  #why(reason: SpokenReason, called: Record<string, string>): string {
    const { key, values } = reason;
    const spoken: Record<string, string | number> = { wild: this.wild };
    for (const [field, value] of Object.entries(values)) spoken[field] = called[field] ?? this.#plain(field, value);
    const forms = [
      `why.${key}.${values.question ?? ""}`,
      values.owner === this.you() ? `why.${key}.you` : "",
      `why.${key}`,
      key,
    ];
    const form = forms.find((one) => one && tongue.knows(one));
    return form ? tongue.say(form, spoken) : reason.text;
  }

  /** As in `value`, but cards and numbers bare: refusals bring their own articles. */
  #plain(field: string, value: string | number): string | number {
    return field === "card" ? this.card(String(value)) : this.value(field, value);
  }

  /** A move in sentences: what one seat did in a row becomes one. */
  tell = (told: Told): string[] => this.lines(told).map((line) => line.text);

  /** The same, each sentence with whom it is about; null: the table. */
  lines(told: Told): { seat: number | null; text: string }[] {
    if (told.kind === "undo") {
      const key = told.by === this.you() ? "table.undone.you" : "table.undone";
      return [{ seat: told.by, text: tongue.say(key, { seat: this.seat(told.by) }) }];
    }
    if (told.kind === "people")
      return told.events.map(({ event, seat }) => ({ seat: Number(seat), text: tongue.say(`table.people.${event}`, { seat: this.seat(Number(seat)) }) }));
    const lines: { seat: number | null; text: string }[] = [];
    const claimed = told.events.some((event) => event.event === "claimed");
    const asides: string[] = [];
    const up: string[] = []; // turned up for a tunnel: three cards, one sentence
    let run: GameEvent[] = [];
    const close = (): void => {
      const text = this.#run(run);
      if (text) lines.push({ seat: Number(run[0]!.seat), text });
      run = [];
    };
    for (const event of told.events) {
      if (event.event === "turn" && Number(event.passes) > 0) asides.push(this.#passed(event));
      // Cards taken back without a route: the tunnel was given up.
      if (event.event === "taken_back" && !claimed) {
        const key = event.seat === this.you() ? "table.tunnel.given_up.you" : "table.tunnel.given_up";
        lines.push({ seat: Number(event.seat), text: `${this.seat(Number(event.seat))} ${tongue.say(key)}` });
      }
      if (QUIET.has(event.event)) continue;
      if (typeof event.seat === "number") {
        if (run.length && run[0]!.seat !== event.seat) close();
        run.push(event);
      } else if (event.event === "turned_up") up.push(this.card(String(event.card)));
      else asides.push(tongue.say(`event.${event.event}`, this.#values(event)));
    }
    close();
    if (up.length) asides.push(tongue.say("event.turned_up", { card: up.join(", ") }));
    return [...lines, ...[...new Set(asides)].map((text) => ({ seat: null, text }))];
  }

  #passed(event: GameEvent): string {
    const seats = this.seats().length;
    const before = (Number(event.seat) - 1 + seats) % seats;
    return `${this.seat(before)} ${tongue.say(before === this.you() ? "event.passed.you" : "event.passed")}`;
  }

  #run(run: GameEvent[]): string {
    const phrases: string[] = [];
    for (let at = 0; at < run.length; ) {
      const same = run.slice(at).findIndex((other) => !this.#joined(run[at]!, other));
      const group = run.slice(at, same < 0 ? undefined : at + Math.max(1, same));
      phrases.push(this.#phrase(group));
      at += group.length;
    }
    if (!phrases.length) return "";
    const last = phrases.pop()!;
    const told = phrases.length ? [phrases.join(", "), last].join(tongue.say("end.and")) : last;
    return `${this.seat(Number(run[0]!.seat))} ${told}`;
  }

  #joined(first: GameEvent, other: GameEvent): boolean {
    const alike = first.event === "spent" || (first.event === "took" && first.card === other.card) || (first.event === "drew" && !hidden(first) && !hidden(other) && first.deck === other.deck);
    return first.event === other.event && (alike || (hidden(first) && hidden(other)));
  }

  #phrase(group: GameEvent[]): string {
    const first = group[0]!;
    const key = `event.${first.event}${first.again ? ".again" : ""}`;
    if (hidden(first) && tongue.knows(`${key}.hidden`)) return tongue.say(`${key}.hidden`, { n: group.length });
    const form = first.seat === this.you() && tongue.knows(`${key}.you`) ? `${key}.you` : key;
    if (first.event === "spent")
      return tongue.say(form, {
        cards: this.cards(Object.fromEntries(group.map((one) => [String(one.card), Number(one.count)]))),
      });
    const values = this.#values(first);
    if (first.event === "drew" && group.length > 1) values.card = this.#counted(group);
    if (first.event === "took" && group.length > 1) values.card = this.soMany(String(first.card), group.length);
    return tongue.say(form, values);
  }

  /** Cards that came one after another, counted by kind. */
  #counted(group: GameEvent[]): string {
    const counts: Record<string, number> = {};
    for (const one of group) counts[String(one.card)] = (counts[String(one.card)] ?? 0) + 1;
    return this.cards(counts);
  }

  #values(event: GameEvent): Record<string, string | number> {
    const values: Record<string, string | number> = { wild: this.wild };
    for (const [field, value] of Object.entries(event)) if (field !== "event") values[field] = this.value(field, value);
    const faces = Object.entries(event).filter(([field, n]) => Number(n) > 0 && tongue.knows(`table.face.${field}`));
    if (faces.length) values.dice = faces.map(([face, n]) => `${Number(n)} × ${this.value("face", face)}`).join(", ");
    const route = this.atlas.route.get(String(event.route));
    if (route) values.length = route.length;
    return values;
  }

  get wild(): string {
    const card = this.atlas.board.cards.find((one) => one.wild);
    return card ? tongue.name(card.name) : "";
  }
}

/** Whether a field of an event is not for these eyes. */
const hidden = (event: GameEvent): boolean => Object.values(event).includes(null);

/** A sentence begins with a capital and ends with a stop. */
export function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}
