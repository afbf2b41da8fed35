/** What lies before one person at the table: the seat, what things are called, and what is about to be done. */
import { plainKind } from "../../board/layout/tracks";
import { type Price, pricesOf } from "../../lib/dice";
import { say, tongue } from "../../lib/words/language.svelte";
import type { Names } from "../../lib/words/names";
import type { Seat } from "../../lib/net/seat.svelte";
import { type Atlas, type Counts, hand, heaps, owners, ticketsOf } from "../../lib/sight";
import type { Choice, Hinted, Offer, SpokenReason, Route, TicketStanding } from "../../lib/wire";
import { Advice } from "./advice.svelte";
import { built } from "./built";
import { at, buttons, by, deckOf, everything, foreseen, kind, mixes, type Payment, payments, neededBy, spot, verbAt } from "./choices";
import { errandsOf, Tints } from "../map/errands";
import { settings } from "./settings.svelte";
import { asksEvery } from "./people";

/** Something chosen but not yet said: it waits for a yes, and for a payment where one is needed. */
export interface Plan {
  choice: Choice;
  ways: Payment[];
  prices: Price[];
  /** Of the ways those that take what my tickets still need. */
  needed: ReadonlySet<number>;
}

export interface Note {
  text: string;
  rule: string;
  /** Advice, not a refusal: it stays until the table has moved on. */
  hint?: Hinted;
  /** The routes and places it is about: it must not lie on them. */
  about?: readonly string[];
  /** It only says whom the table waits for: no longer true once that is me. */
  waits?: boolean;
}

export class Desk {
  #plan = $state.raw<Plan | null>(null);
  #seen = $state(-1); // the move up to which a failed tunnel has been looked at
  #mixing = $state(-1); // the move at which a mix is being put together
  note = $state.raw<Note | null>(null);
  /** The points of the end have been counted before my eyes. */
  counted = $state(false);
  /** The ticket that is being looked at: its places and its way are lit on the board. */
  ticket = $state<string | null>(null);
  /** The statement at which the rules lie open beside the game: "" their beginning, null they are shut. */
  rule = $state<string | null>(null);
  /** The route a list is on. */
  route = $state<string | null>(null);
  /** The seat whose routes are looked at. */
  spotlight = $state<number | null>(null);
  readonly #tints: Tints;
  readonly advice = new Advice(this);

  constructor(
    readonly seat: Seat,
    readonly atlas: Atlas,
    readonly names: Names,
  ) {
    this.#tints = new Tints(`capotreno.tints.${seat.table}.${seat.wanted ?? "-"}`);
  }

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
    return `/rules/${this.game}${this.withDice ? "?dice=1" : ""}`;
  }

  get withDice(): boolean {
    return Boolean(this.seat.snapshot?.table.options["dice"]);
  }

  /** For links to the rules: a plain click opens them beside the game. */
  read = (event: MouseEvent, rule = ""): void => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    this.rule = rule;
    this.note = null;
  };

  /** Whether this table plays with dice: there are no cards, and routes are single or double. */
  get dice(): boolean {
    return this.seat.cells.dice !== undefined;
  }

  readonly hand: Counts = $derived.by(() => hand(this.seat.cells, this.me));
  readonly owners = $derived.by(() => owners(this.seat.cells));
  readonly goods = $derived.by(() => heaps(this.seat.cells, this.atlas.board));
  readonly routes = $derived.by(() => by(this.offer, "route"));
  readonly places = $derived.by(() => by(this.offer, "place"));
  readonly cards = $derived.by(() => new Map(at(this.offer, "row").map((choice) => [String(choice.action.card), choice])));
  readonly draws = $derived.by(() => new Map(at(this.offer, "deck").map((choice) => [deckOf(choice), choice])));
  readonly tickets = $derived.by(() => at(this.offer, "ticket_deck"));
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

  /** My tickets, and those I choose from, as they lie on the map. */
  readonly errands = $derived.by(() => errandsOf([...new Set([...this.kept, ...this.offered])], this.atlas, this.standing, this.#tints, this.ticket));

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

  /** The way of the ticket that is being looked at: the one a hint has just planned for it, else the shortest. */
  get way(): string[] {
    return this.advice.way ?? ((this.ticket && this.standing.get(this.ticket)?.routes) || []);
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
    if (owner === undefined && this.helps(id).length) parts.push(say("table.claimable.wanted"));
    return parts.join(", ");
  };

  /** The places a route joins; of anything else, none. */
  endsOf(id: string): string[] {
    const route = this.atlas.route.get(id);
    return [route?.a, route?.b].flatMap((end) => this.atlas.board.places[end ?? -1]?.id ?? []);
  }

  /** The other end of a route. */
  farEnd(id: string, place: string): string {
    return this.endsOf(id).find((end) => end !== place) ?? "";
  }

  /** The merchandise at a place in words; nothing where none lies. */
  goodsAt(place: string): string {
    const heap = this.goods[place];
    return heap ? say("table.goods", { n: heap.left, value: heap.value }) : "";
  }

  /** What stands or may be built at a place, in words. */
  builtAt(id: string): string {
    const found = built(this.seat.cells, this.atlas.board).filter((one) => one.place === id && tongue.knows(`table.place.${one.kind}`));
    if (found.length) return found.map(({ kind, seat }) => say(seat === this.me ? `table.place.${kind}.mine` : `table.place.${kind}`, { seat: this.names.seat(seat) })).join(", ");
    const site = `table.site.${this.builds(id)}${this.places.has(id) ? ".now" : ""}`;
    return tongue.knows(site) ? say(site) : "";
  }

  /** A place in one line: its name, what is built there, the merchandise. */
  describePlace = (id: string): string => [this.names.place(id), this.builtAt(id), this.goodsAt(id)].filter(Boolean).join(", ");

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
    switch (spot(this.offer, choice)) {
      case "route":
      case "next_route": {
        if (this.kind !== "turn") return void this.play([choice.text]);
        const known = foreseen(this.offer, choice);
        const [ways, prices] = [payments(known), pricesOf(known)];
        if (known.length > 1 || this.#tells(choice)) this.#plan = { choice, ways, prices, needed: neededBy(this.offer, choice.code) };
        else void this.play([choice.text, ...known.map((one) => one.code)]);
        break;
      }
      case "ticket_deck":
        if (choice.action.decks) this.#mixing = this.seat.snapshot?.seq ?? -1;
        else this.#ask(choice);
        break;
      case "row":
      case "deck":
        void this.play([choice.text]);
        break;
      default:
        this.#ask(choice);
    }
  }

  /** Whether it is worth asking before a claim with one way to pay: where it cannot be taken back at once, or nothing was told by hovering. */
  #tells(choice: Choice): boolean {
    if (!settings.confirm) return false;
    return asksEvery(this.seat) || Boolean(this.atlas.route.get(String(choice.action.route))?.tunnel);
  }

  /** The one way there is to pay what is asked for: it is paid without a word, unless it has just been taken back. */
  get sole(): number | null {
    const offer = this.offer;
    if (offer?.form !== "payment" || this.seat.sending || this.seat.told.at(-1)?.kind === "undo") return null;
    const all = everything(offer);
    return all.length === 1 ? all[0]!.code : null;
  }

  #ask(choice: Choice): void {
    if (settings.confirm) this.#plan = { choice, ways: [], prices: [], needed: new Set() };
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

  /** What is only looked at goes: a word on the map, else somebody's routes. False: there was nothing. */
  putAway(): boolean {
    const something = this.note !== null || this.spotlight !== null;
    if (this.note) this.hush();
    else this.spotlight = null;
    return something;
  }

  /** The word on the map goes, and with a hint what it has lit. */
  hush(): void {
    if (this.note?.hint) this.advice.unlight();
    this.note = null;
  }

  async play(actions: (string | number)[]): Promise<boolean> {
    if (this.seat.sending) return false;
    this.note = null;
    this.spotlight = null;
    this.#mixing = -1;
    this.advice.unlight();
    const done = await this.seat.play(actions);
    const refusal = this.seat.refusal;
    // Too late by a blink: the update that is on its way says it all.
    if (!done && refusal && refusal.key !== "server.stale") this.refuse(refusal);
    return done;
  }

  /** Take my last move back, or say why not. */
  async undo(): Promise<void> {
    const refused = this.me === null ? null : await this.seat.undo();
    if (refused) this.refuse(refused);
    else if (this.me === null) this.note = { text: say("table.looking_on"), rule: "" };
  }

  // -- why not ------------------------------------------------------------------------------------

  refuse(reason: SpokenReason, what = "", about: readonly string[] = []): void {
    this.hush();
    this.note = { text: this.names.reason(reason, what), rule: reason.rule, about };
  }

  /** Say why an action is not possible now; what it is about, in words and by its id. */
  async explain(action: string, what = "", about: readonly string[] = []): Promise<void> {
    const offer = this.seat.offer;
    if (this.me === null) this.note = { text: say("table.looking_on"), rule: "" };
    else if (this.seat.sending) return;
    else if (!offer) {
      const text = [what, this.whose()].filter(Boolean).join(". ");
      this.note = text ? { text, rule: "", waits: true, about } : null; // after the end nobody is waited for
    }
    else {
      const reason = await this.seat.why(action);
      if (reason) this.refuse(reason, what, about);
    }
  }

  /** Say why nothing that is found at a spot is possible now, where no single action is meant. */
  async explainSpot(where: string, meant: (action: Choice["action"]) => boolean = () => true): Promise<void> {
    const offer = this.seat.offer;
    const near = (await this.seat.misses()).find((miss) => spot(offer, miss) === where && meant(miss.action));
    if (near) this.refuse(near.reason);
    else if (offer && offer.form !== "turn")
      this.refuse({ key: "not_asked", text: "", rule: "", values: { question: offer.question } });
    else if (Object.keys(this.seat.cells).length && where === "ticket_deck" && !this.tickets.length) this.note = { text: say("table.tickets.not_so"), rule: "" };
    else await this.explain(offer ? verbAt(offer, where) : "");
  }

  /** The action of a spot on one thing, in words; a table without an offer needs none. */
  said(where: string, id: string): string {
    return this.offer ? `${verbAt(this.offer, where)} ${id}` : "";
  }

  clickRoute = (id: string): void => {
    const choice = this.routes.get(id);
    if (choice) this.choose(choice);
    else void this.explain(this.said(this.offer?.form === "route_by_route" ? "next_route" : "route", id), this.names.route(id), [id]);
  };

  /** Whether a place has something to say: what can be done there, or why not. */
  clickPlace = (id: string): boolean => {
    const choice = this.places.get(id);
    const verb = this.builds(id);
    if (choice) this.choose(choice);
    else if (verb) void this.explain(`${verb} ${id}`, this.names.place(id), [id]);
    return Boolean(choice || verb);
  };

  /** What may be built at a place in this game, by its verb; nothing where nothing can be. */
  builds(id: string): string {
    const sites = (this.seat.snapshot?.facts.sites ?? {}) as Record<string, string[]>;
    return Object.keys(sites).find((verb) => sites[verb]!.includes(id)) ?? "";
  }

  /** Whom the table waits for, in words. */
  whose(): string {
    const { asked } = this.seat;
    if (!asked.length) return "";
    if (asked.length === 1) return say("table.turn_of", { seat: this.names.seat(asked[0]!) });
    return say("table.waiting_for", { seats: asked.map(this.names.seat).join(", ") });
  }
}
