/** What lies before one person at the table: the seat, what things are called, and what is about to be done. */
import { plainKind } from "../../board/layout/tracks";
import { type Price, pricesOf } from "../../lib/dice";
import { say } from "../../lib/words/language.svelte";
import type { Names } from "../../lib/words/names";
import type { Seat } from "../../lib/net/seat.svelte";
import { type Atlas, type Counts, hand, heaps, owners, ticketsOf, waiting } from "../../lib/sight";
import type { Choice, Hinted, Offer, Reason, Route, TicketStanding } from "../../lib/wire";
import { buttons, by, deckOf, everything, foreseen, kind, mixes, type Payment, payments, thrifty, way } from "./choices";
import { label } from "./labels";
import { settings } from "./settings.svelte";

/** Something chosen but not yet said: it waits for a yes, and for a payment where one is needed. */
export interface Plan {
  choice: Choice;
  ways: Payment[];
  prices: Price[];
}

export interface Note {
  text: string;
  rule: string;
  /** Advice, not a refusal: it stays until the table has moved on. */
  hint?: Hinted;
}

export class Desk {
  #plan = $state.raw<Plan | null>(null);
  #seen = $state(-1); // the move up to which a failed tunnel has been looked at
  #mixing = $state(-1); // the move at which a mix is being put together
  #lit: Pick<Desk, "route" | "ticket"> | null = null; // by the last hint
  #hint = $state.raw<Hinted | null>(null); // the last one
  note = $state.raw<Note | null>(null);
  /** The ticket that is being looked at: its places and its way are lit on the board. */
  ticket = $state<string | null>(null);
  thinking = $state(false);
  /** The route a list is on. */
  route = $state<string | null>(null);

  constructor(
    readonly seat: Seat,
    readonly atlas: Atlas,
    readonly names: Names,
  ) {}

  // -- what there is ------------------------------------------------------------------------------

  get me(): number | null {
    return this.seat.seat;
  }

  get offer(): Offer | null {
    return this.seat.offer;
  }

  get kind() {
    return this.offer ? kind(this.offer) : null;
  }

  get game(): string {
    return this.seat.snapshot?.table.game ?? "";
  }

  /** Where the rules of this table are: with dice, those of the expansion too. */
  get rules(): string {
    return `/rules/${this.game}${this.seat.snapshot?.table.options["dice"] ? "?dice=1" : ""}`;
  }

  /** Whether this table plays with dice: there are no cards, and routes are single or double. */
  get dice(): boolean {
    return this.seat.cells.dice !== undefined;
  }

  readonly hand: Counts = $derived.by(() => hand(this.seat.cells, this.me));
  readonly owners = $derived.by(() => owners(this.seat.cells));
  readonly waiting = $derived.by(() => waiting(this.seat.cells));
  readonly goods = $derived.by(() => heaps(this.seat.cells, this.atlas.board));
  readonly routes = $derived.by(() => by(this.offer, "route"));
  readonly places = $derived.by(() => by(this.offer, "place"));
  readonly cards = $derived.by(() => by(this.kind === "turn" ? this.offer : null, "card"));
  readonly draws = $derived.by(() => new Map([...(this.offer?.choices.draw ?? []), ...(this.offer?.choices.refill ?? [])].map((choice) => [deckOf(choice), choice])));
  readonly tickets = $derived.by(() => (this.offer?.choices.tickets ?? []) as Choice[]);
  readonly buttons = $derived.by(() => buttons(this.offer));
  readonly held: string[] = $derived.by(() => (this.me === null ? [] : ticketsOf(this.seat.cells, "held", this.me)));
  readonly offered: string[] = $derived.by(() =>
    this.me === null ? [] : ticketsOf(this.seat.cells, "offered", this.me),
  );
  readonly chosen: string[] = $derived.by(() => (this.me === null ? [] : ticketsOf(this.seat.cells, "chosen", this.me)));
  /** My tickets, with those I have just chosen: they count as mine only when everybody has chosen. */
  readonly kept: string[] = $derived.by(() => (this.offer ? this.held : [...this.held, ...this.chosen]));
  readonly standing = $derived.by(
    () => new Map((this.seat.standing?.tickets ?? []).map((one): [string, TicketStanding] => [one.ticket, one])),
  );

  /** The tickets I hold and have not done, as they stand. */
  readonly open = $derived.by(() => [...this.standing.values()].filter((one) => one.status === "open" && this.held.includes(one.ticket)));

  /** A route and those beside it: any of them joins the same places. */
  beside(id: string): string[] {
    const route = this.atlas.route.get(id);
    return [id, ...(route?.twins ?? []).map((twin) => this.atlas.board.routes[twin]?.id ?? "")];
  }

  /** The tickets on whose shortest way a route is. */
  helps(id: string): string[] {
    const same = this.beside(id);
    return this.open.filter((one) => one.routes.some((route) => same.includes(route))).map((one) => one.ticket);
  }

  /** The coloured cards that the open tickets still ask for, this route aside. */
  needed(id: string): Counts {
    const aside = this.beside(id);
    const wanted: Counts = {};
    for (const one of new Set(this.open.flatMap((ticket) => ticket.routes))) {
      const route = this.atlas.route.get(one);
      const card = route?.colour && this.atlas.board.cards.find((kind) => kind.colour === route.colour && !kind.wild);
      if (route && card && !aside.includes(one) && !this.owners.has(one)) wanted[card.id] = (wanted[card.id] ?? 0) + route.length;
    }
    return wanted;
  }

  /** A route's worth, by its length. */
  points(route: Route): number {
    return this.atlas.board.route_points[route.length] ?? 0;
  }

  /** What a route takes. */
  cost(route: Route): string {
    const spaces = this.dice
      ? say(`table.route.${plainKind(route)}`, { n: route.length })
      : say(route.colour ? "table.route.cost" : "table.route.cost.any", { n: route.length, colour: this.names.colour(route.colour, route.kind) });
    const marks = [route.tunnel ? say("track.tunnel") : "", route.ferry ? say("table.route.ferry", { n: route.ferry, wild: this.names.wild }) : ""];
    return [spaces, ...marks.filter(Boolean)].join(", ");
  }

  /** A route in one line: its ends, what it takes, what it gives, whose it is. */
  describe = (id: string): string => {
    const route = this.atlas.route.get(id);
    if (!route) return id;
    const owner = this.owners.get(id);
    const parts = [
      this.names.ends(route),
      this.cost(route),
    ];
    if (this.points(route)) parts.push(say("table.points", { n: this.points(route) }));
    if (owner !== undefined) parts.push(owner === this.me ? say("table.route.mine") : say("table.route.owner", { seat: this.names.seat(owner) }));
    else if (this.seat.standing?.closed.includes(id)) parts.push(say("table.route.closed"));
    else if (this.routes.has(id)) parts.push(say("table.route.possible"));
    return parts.join(", ");
  };

  /** The other end of a route. */
  farEnd(id: string, place: string): string {
    const route = this.atlas.route.get(id);
    const [a, b] = [route?.a, route?.b].map((end) => this.atlas.board.places[end ?? -1]?.id ?? "");
    return (a === place ? b : a) ?? "";
  }

  /** The merchandise at a place in words; nothing where none lies. */
  goodsAt(place: string): string {
    const heap = this.goods[place];
    return heap ? say("table.goods", { n: heap.left, value: heap.value }) : "";
  }

  /** A place in one line: its name and the merchandise there. */
  describePlace = (id: string): string => [this.names.place(id), this.goodsAt(id)].filter(Boolean).join(", ");

  /** Points that the journey under way has brought so far. */
  get gathered(): number {
    const events = this.seat.told.flatMap((told) => told.events);
    const begun = events.findLastIndex((event) => event.event === "departed");
    return events.slice(begun + 1).reduce((sum, event) => sum + (event.event === "goods_taken" ? Number(event.points) : 0), 0);
  }

  /** The tunnel that has just failed me: what its dice say lies there until I have seen it. */
  get failed(): { seq: number; more: number } | null {
    const mine = this.seat.told.findLast((told) => told.by === this.me && told.kind === "gesture");
    if (!mine || mine.seq <= this.#seen || !mine.events.some((event) => event.event === "tunnel_failed")) return null;
    return { seq: mine.seq, more: Number(mine.events.findLast((event) => event.event === "tunnel_rolled")?.symbols ?? 0) };
  }

  seen(): void {
    this.#seen = this.failed?.seq ?? this.#seen;
  }

  // -- the plan -----------------------------------------------------------------------------------

  /** What is about to be done; it is off as soon as it is no longer possible. */
  get plan(): Plan | null {
    const plan = this.#plan;
    return plan && everything(this.offer).some((choice) => choice.text === plan.choice.text) ? plan : null;
  }

  get mixing(): boolean {
    return this.#mixing === this.seat.snapshot?.seq && mixes(this.offer).length > 0;
  }

  /** Somebody has clicked on something possible: do it, or plan it. */
  choose(choice: Choice): void {
    if (this.seat.sending) return;
    this.cancel();
    switch (way(choice)) {
      case "route": {
        if (this.kind !== "turn") return void this.play([choice.text]);
        const known = foreseen(this.offer, choice);
        const ways = thrifty(payments(known), this.hand, this.atlas, this.needed(String(choice.action.route)));
        const prices = pricesOf(known);
        if (settings.confirm || known.length > 1) this.#plan = { choice, ways, prices };
        else void this.play([choice.text, ...known.map((one) => one.code)]);
        break;
      }
      case "tickets":
        if (choice.action.decks) this.#mixing = this.seat.snapshot?.seq ?? -1;
        else this.#ask(choice);
        break;
      case "card":
      case "deck":
        void this.play([choice.text]);
        break;
      default:
        this.#ask(choice);
    }
  }

  #ask(choice: Choice): void {
    if (settings.confirm) this.#plan = { choice, ways: [], prices: [] };
    else void this.play([choice.text]);
  }

  /** Yes, with this payment where one is needed. */
  async confirm(payment?: number): Promise<void> {
    const plan = this.plan;
    if (!plan) return;
    this.#plan = null;
    await this.play([plan.choice.text, ...(payment === undefined ? [] : [payment])]);
  }

  cancel(): void {
    this.#plan = null;
    this.#mixing = -1;
    this.note = null;
  }

  async play(actions: (string | number)[]): Promise<boolean> {
    if (this.seat.sending) return false;
    this.note = null;
    this.#mixing = -1;
    this.#unlight();
    const done = await this.seat.play(actions);
    const refusal = this.seat.refusal;
    // Too late by a blink: the update that is on its way says it all.
    if (!done && refusal && refusal.key !== "server.stale") this.refuse(refusal);
    return done;
  }

  // -- a hint -------------------------------------------------------------------------------------

  /** Ask what a strong player would do: it is said in words and drawn on the board. */
  async hint(): Promise<void> {
    this.thinking = true;
    const found = await this.seat.hint();
    this.thinking = false;
    if (!found) {
      this.note = { text: say("table.hint.none"), rule: "" };
      return;
    }
    this.#hint = found;
    const { action } = found.choice;
    const { route, ticket, place } = { ...found.reason.values, ...action } as Record<string, unknown>;
    this.route = typeof route === "string" ? route : null;
    this.ticket = typeof ticket === "string" ? ticket : null;
    this.#lit = { route: this.route, ticket: this.ticket };
    // A route has two ends: who rides it is told the one it leads to.
    const choice = action.do === "ride" && typeof place === "string" ? say("table.hint.ride", { place: this.names.place(place) }) : label(found.choice, this.names);
    this.note = { text: `${choice}. ${this.names.reason(found.reason, "", this.#named(found))}`, rule: "", hint: found };
  }

  /** What the advice has just named is not named again: "Claim Soho – Chelsea. This route is on the way …" */
  #named({ choice: { action }, reason: { values } }: Hinted): Record<string, string> {
    const called: Record<string, string> = {};
    for (const field of ["route", "ticket"] as const)
      if (action[field] && values[field] && this.names.value(field, String(action[field])) === this.names.value(field, values[field])) called[field] = say(`table.hint.${field}`);
    return called;
  }

  /** Once something is done, what a hint has lit goes out; what somebody looks at meanwhile stays. */
  #unlight(): void {
    if (this.route === this.#lit?.route) this.route = null;
    if (this.ticket === this.#lit?.ticket) this.ticket = null;
    this.#lit = null;
    this.#hint = null;
  }

  /** The choice somebody was advised to make: it is marked wherever it lies. */
  get advised(): string | null {
    return this.note?.hint?.choice.text ?? null;
  }

  get advisedCode(): number | null {
    return this.note?.hint?.choice.code ?? null;
  }

  /** The way of the ticket that is being looked at: the one a hint has just planned for it, else the shortest. */
  get way(): string[] {
    const hint = this.#hint;
    if (hint?.way.length && hint.seq === this.seat.snapshot?.seq && hint.reason.values.ticket === this.ticket) return hint.way;
    return (this.ticket && this.standing.get(this.ticket)?.routes) || [];
  }

  /** The place the advice is about. */
  get place(): string | null {
    const hint = this.note?.hint;
    const { place } = { ...hint?.reason.values, ...hint?.choice.action } as Record<string, unknown>;
    return typeof place === "string" ? place : null;
  }

  // -- why not ------------------------------------------------------------------------------------

  refuse(reason: Reason, what = ""): void {
    this.note = { text: this.names.reason(reason, what), rule: reason.rule };
  }

  /** Say why an action is not possible now. */
  async explain(action: string, what = ""): Promise<void> {
    const offer = this.seat.offer;
    if (this.me === null) this.note = { text: say("table.looking_on"), rule: "" };
    else if (this.seat.sending) return;
    else if (!offer) {
      const text = [what, this.whose()].filter(Boolean).join(". ");
      this.note = text ? { text, rule: "" } : null; // after the end nobody is waited for
    }
    else {
      const near = offer.near.find((miss) => miss.text === action);
      const reason = near?.reason ?? (await this.seat.why(action));
      if (reason) this.refuse(reason, what);
    }
  }

  /** Say why nothing of a kind is possible now, where no single action is meant. */
  async explainVerb(verb: string): Promise<void> {
    const offer = this.seat.offer;
    const near = offer?.near.find((miss) => miss.action.do === verb);
    if (near) this.refuse(near.reason);
    else if (offer && offer.question !== "turn")
      this.refuse({ key: "not_asked", text: "", rule: "", values: { question: offer.question } });
    else if (Object.keys(this.seat.cells).length && verb === "tickets" && !this.tickets.length) this.note = { text: say("table.tickets.not_so"), rule: "" };
    else await this.explain(verb);
  }

  clickRoute = (id: string): void => {
    const choice = this.routes.get(id);
    if (choice) this.choose(choice);
    else void this.explain(`${this.kind === "journey" ? "ride" : "claim"} ${id}`, this.names.route(id));
  };

  clickPlace = (id: string): void => {
    const choice = this.places.get(id);
    if (choice) this.choose(choice);
  };

  /** Whom the table waits for, in words. */
  whose(): string {
    const { asked } = this.seat;
    if (!asked.length) return "";
    if (asked.length === 1) return say("table.turn_of", { seat: this.names.seat(asked[0]!) });
    return say("table.waiting_for", { seats: asked.map(this.names.seat).join(", ") });
  }
}
