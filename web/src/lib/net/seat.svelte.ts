/** A table as one seat (or a spectator) sees it: the snapshot, kept up to date by updates. */
import { newKey } from "./key";
import * as me from "./me";
import { tongue } from "../words/language.svelte";
import { QUIET } from "../words/names";
import { noticed, type Notice, Presence } from "../people";
import { BUSY, FINAL, TableSocket } from "./socket";
import type { FromServer, Say, Hinted, Miss, SpokenReason, SeatSummary, Snapshot, SeatStanding, UndoAsked, Update } from "../wire";
import { type Cells, unclaimed } from "../sight";

export type Emote = NonNullable<Say["emote"]>;

export type GameEvent = Record<string, unknown> & { event: string };

/** A move as it is told: who did it and the events this seat may know. Of the kind "people": what was noticed between two moves. */
export interface Told {
  seq: number;
  by: number;
  kind: string;
  events: GameEvent[];
  /** Milliseconds a bot thought of it. */
  thought?: number;
  /** Of an undo: what came after this move is taken back. */
  to?: number | null;
}

/** The story without the moves that were taken back; that they were stays in it. */
export const remaining = (told: readonly Told[]): Told[] => {
  const undone = told.filter((one) => typeof one.to === "number");
  return told.filter((one) => one.kind === "people" || !undone.some(({ to, seq }) => to! < one.seq && one.seq < seq));
};

/** Why a gesture cannot be taken back. */
const UNDO: ReadonlySet<string> = new Set(["undo_nothing", "undo_over", "undo_revealed"]);

/** What is said about the talk stays with the talk. */
const TALK: ReadonlySet<string> = new Set(["silenced", "chat_fast", "nameless", "no_line", "only_spectators", "creator"]);

/** Moves that are remembered. */
const MOST = 200;

/** Sees a move and what lay there before; `again`: it happened earlier and is only shown once more. */
export type Watcher = (move: Told, before: Cells, again: boolean) => void;

/** Whether a move shows on the table; some only ask the next question. */
const visible = (update: Update): boolean => update.events.some((event) => !QUIET.has(String(event.event)));

export class Seat {
  connected = $state(false);
  ready = $state(false);
  gone = $state(""); // why there is nothing to see: the server's sentence
  busy = $state(false); // there is nothing to see only because too many look on
  /** The last snapshot with later updates laid over it. */
  snapshot = $state.raw<Snapshot | null>(null);
  cells = $state.raw<Cells>({});
  /** The table as it lay at a move that is shown again; null: as it lies now. */
  past = $state.raw<Cells | null>(null);
  seats = $state.raw<SeatSummary[]>([]);
  spectators = $state(0);
  rematch = $state<string | null>(null);
  told = $state.raw<Told[]>([]);
  wish = $state.raw<UndoAsked | null>(null);
  refusal = $state.raw<SpokenReason | null>(null);
  sending = $state(false);
  /** What I can almost do, and why not, as far as somebody wanted to know. */
  near = $state.raw<readonly Miss[]>([]);
  /** Why my last words were not said. */
  trouble = $state("");
  /** The line that I have reported last. */
  reported = $state<number | null>(null);
  /** Server time minus ours, in seconds: for clocks. */
  skew = $state(0);
  /** The least time between two moves of others, in milliseconds, so that one can follow them. */
  pace = 0;

  #line: TableSocket;
  #watchers = new Set<Watcher>();
  #misses: { found: Promise<readonly Miss[]>; tell: (near: readonly Miss[]) => void } | null = null;
  #hinted: ((hint: Hinted | null) => void) | null = null;
  #undone: ((refused: SpokenReason | null) => void) | null = null;
  #answers: ((reason: SpokenReason | null) => void)[] = [];
  #pending = new Map<string, (done: boolean) => void>();
  #queue: Update[] = [];
  #held = false;
  #shown = 0; // when the last move that can be seen was shown
  #timer: ReturnType<typeof setTimeout> | undefined;
  #presence = new Presence((notices) => this.#notice(notices));
  #notices = 0;
  #met = false; // the server has told how it stands
  #befores = new Map<number, Cells>(); // the table before each move that was seen here

  constructor(
    readonly table: string,
    token: string | undefined,
    readonly wanted: number | null = null,
    /** All chairs of who sits here. */
    private readonly own: readonly number[] = wanted === null ? [] : [wanted],
    /** What was seen here last, to be shown until the server can be reached. */
    kept: Snapshot | null = null,
  ) {
    if (kept) this.#recall(kept);
    this.#line = new TableSocket(table, token, wanted, () => tongue.language, {
      heard: (message) => this.#heard(message),
      state: (connected) => (this.connected = connected),
    }, me.name);
  }

  /** The table as it is to be drawn. */
  get lying(): Cells {
    return this.past ?? this.cells;
  }

  get offer() {
    return this.snapshot?.offer ?? null;
  }

  get seat(): number | null {
    return this.snapshot?.seat ?? null;
  }

  /** The seats that may answer now. */
  get asked(): number[] {
    return (this.snapshot?.asked ?? []).filter((one) => one.now).map((one) => one.seat);
  }

  get standing(): SeatStanding | null {
    return this.snapshot?.standing ?? null;
  }

  /** A number of this game's rules, if it has that rule. */
  fact(name: string): number | undefined {
    const found = this.snapshot?.facts[name];
    return typeof found === "number" ? found : undefined;
  }

  /** Whether this seat may ask for its last gesture back. */
  get mayUndo(): boolean {
    return this.snapshot?.undo ?? false;
  }

  /** Play actions, all or none. True once they are durable; false: refused, and `refusal` says why. */
  play(actions: (string | number)[]): Promise<boolean> {
    if (!this.snapshot) return Promise.resolve(false);
    this.refusal = null;
    this.sending = true;
    const key = newKey();
    this.#line.send({ type: "gesture", key, seq: this.snapshot.seq, actions });
    return new Promise((resolve) => this.#pending.set(key, resolve));
  }

  /** Why an action is not possible now; null: it is. */
  why(action: string | Record<string, unknown>): Promise<SpokenReason | null> {
    this.#line.send({ type: "why", action });
    return new Promise((resolve) => this.#answers.push(resolve));
  }

  /** What I can almost do now, and why not: asked for when somebody wants to know, once until the next move. */
  misses(): Promise<readonly Miss[]> {
    if (!this.offer) return Promise.resolve([]);
    if (!this.#misses) {
      this.#line.send({ type: "near" });
      let tell = (_: readonly Miss[]): void => undefined;
      const found = new Promise<readonly Miss[]>((resolve) => (tell = resolve));
      this.#misses = { found, tell };
    }
    return this.#misses.found;
  }

  /** The table has moved on: nobody wants to know any more. */
  #forgetMisses(): void {
    this.#misses?.tell([]);
    this.#misses = null;
    this.near = [];
  }

  /** What a strong player would do, or how it would pay after a claim; null: there is no hint to be had. */
  hint(after: string | null = null): Promise<Hinted | null> {
    this.#line.send({ type: "hint", after });
    return new Promise((resolve) => {
      this.#hinted?.(null);
      this.#hinted = resolve;
    });
  }

  chat(text: string, emote: Emote | null = null): void {
    this.trouble = "";
    this.#line.send({ type: "say", text, emote });
  }

  /** Who looks on talks under a name. */
  introduce(name: string): void {
    me.rename(name);
    this.#line.again();
  }

  /** About a line of the talk, or who said it. */
  order(act: "remove" | "silence" | "unsilence" | "put_out" | "block" | "report", line: number): void {
    this.trouble = "";
    this.#line.send(act === "block" || act === "report" ? { type: act, line } : { type: "moderate", act, line });
  }

  /** Ask for my last gesture back. Why not, or null: it is taken back, or the others are asked. */
  undo(): Promise<SpokenReason | null> {
    this.#line.send({ type: "undo" });
    return new Promise((resolve) => {
      this.#undone?.(null);
      this.#undone = resolve;
    });
  }

  #undo(refused: SpokenReason | null): void {
    this.#undone?.(refused);
    this.#undone = null;
  }

  agree(agree: boolean): void {
    this.#line.send({ type: "agree", agree });
  }

  back(): void {
    this.#line.send({ type: "back" });
  }

  /** The sentences anew, in another language. */
  resync(): void {
    this.#line.send({ type: "resync" });
  }

  /** Be told of every update after it has been laid over the view. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Show a move of the story again to whoever watches; nothing changes by it. */
  replay(move: Told): void {
    for (const watcher of this.#watchers) watcher(move, this.cells, true);
  }

  /** The table before a move of the story; for who came later, at least without the routes claimed since. */
  before(seq: number): Cells {
    return this.#befores.get(seq) ?? unclaimed(this.cells, this.told.filter((one) => one.seq >= seq).flatMap((one) => one.events));
  }

  leave(): void {
    clearTimeout(this.#timer);
    this.#presence.end();
    this.#line.close();
  }

  #heard(message: FromServer): void {
    switch (message.type) {
      case "snapshot":
        this.#snapshot(message);
        break;
      case "update":
        this.#queue.push(message);
        this.#next();
        break;
      case "ack":
        this.#settle(message.key, true);
        break;
      case "refused":
        this.refusal = message.reason;
        this.#settle(message.key, false);
        break;
      case "because":
        this.#answers.shift()?.(message.reason);
        break;
      case "misses":
        if (message.seq !== this.snapshot?.seq) break; // an answer to what was asked before
        this.near = message.near;
        this.#misses?.tell(message.near);
        break;
      case "hinted":
        this.#hinted?.(message.seq === this.snapshot?.seq ? message : null);
        this.#hinted = null;
        break;
      case "seats":
        this.#seats(message.seats);
        this.spectators = message.spectators;
        this.rematch = message.rematch;
        this.skew = message.now - Date.now() / 1000;
        if (this.snapshot) this.snapshot = { ...this.snapshot, table: { ...this.snapshot.table, deadline: message.deadline } };
        break;
      case "line":
        if (this.snapshot) this.snapshot = { ...this.snapshot, chat: [...this.snapshot.chat, message].slice(-200) };
        break;
      case "unsaid":
        if (this.snapshot) this.snapshot = { ...this.snapshot, chat: this.snapshot.chat.filter((line) => !message.lines.includes(line.number)) };
        break;
      case "reported":
        this.reported = message.line;
        break;
      case "undo_asked":
        this.wish = message.waiting.length ? message : null;
        this.#undo(null);
        break;
      case "pong":
        this.skew = message.now - Date.now() / 1000;
        if (this.snapshot && message.seq > (this.#queue.at(-1)?.seq ?? this.snapshot.seq)) this.resync();
        break;
      case "error":
        this.#hinted?.(null);
        this.#hinted = null;
        this.#forgetMisses();
        if (message.closing && FINAL.has(message.error)) {
          this.gone = message.text;
          this.busy = message.error === BUSY;
          for (const key of [...this.#pending.keys()]) this.#settle(key, false);
        } else if (TALK.has(message.error)) this.trouble = message.text;
        else if (message.closing) break; // the line comes back by itself
        else this.refusal = { key: message.error, text: message.text, rule: "", values: {} };
        if (UNDO.has(message.error)) this.#undo(this.refusal);
        this.sending = false;
        break;
    }
  }

  /** What others do waits, as long as something of mine is to be seen first. */
  hold(held: boolean): void {
    if (this.#held === held) return;
    this.#held = held;
    if (!held) this.#next();
  }

  /** Show the updates in their order, those of others not faster than one can follow. */
  #next(): void {
    clearTimeout(this.#timer);
    for (let update = this.#queue[0]; update; update = this.#queue[0]) {
      const wait = this.#shown + this.pace - Date.now();
      if ((this.#held || wait > 0) && update.by !== this.seat && visible(update) && !document.hidden) {
        if (!this.#held) this.#timer = setTimeout(() => this.#next(), wait);
        return;
      }
      this.#queue.shift();
      this.#update(update);
      if (visible(update)) this.#shown = Date.now();
    }
  }

  #recall(kept: Snapshot): void {
    this.snapshot = kept;
    this.cells = (kept.view?.cells ?? {}) as Cells;
    this.seats = kept.table.seats;
    this.rematch = kept.table.rematch;
    this.ready = true;
  }

  #snapshot(snapshot: Snapshot): void {
    if (!this.#met) this.seats = []; // of what was kept nothing is news
    this.#queue = [];
    this.past = null;
    this.snapshot = snapshot;
    this.cells = (snapshot.view?.cells ?? {}) as Cells;
    if (!this.#met) this.#presence.begin(this.#others(snapshot.table.seats));
    this.#met = true;
    this.#seats(snapshot.table.seats);
    this.rematch = snapshot.table.rematch;
    this.skew = snapshot.now - Date.now() / 1000;
    this.ready = true;
    this.gone = "";
    this.wish = null;
    this.#undo(null);
    this.#catchUp(snapshot.news as Told[]);
    this.#forgetMisses();
    this.#answers.splice(0).forEach((answer) => answer(null));
  }

  #others = (seats: SeatSummary[]): SeatSummary[] => seats.filter((one) => !this.own.includes(one.seat));

  #seats(seats: SeatSummary[]): void {
    const before = this.seats;
    this.seats = seats;
    if (this.snapshot?.table.status !== "running") return;
    this.#notice(noticed(this.#others(before), seats));
    this.#presence.look(this.#others(seats));
  }

  /** It stands in the story after the last move. */
  #notice(notices: Notice[]): void {
    for (const notice of notices) {
      this.#notices += 1;
      const seq = (this.snapshot?.seq ?? 0) + this.#notices / 1e6;
      this.told = [...this.told.slice(1 - MOST), { seq, by: -1, kind: "people", events: [{ ...notice }] }];
    }
  }

  /** What happened while nobody listened here. */
  #catchUp(news: Told[]): void {
    const known = new Set(this.told.map((one) => one.seq));
    const missed = news.filter((one) => !known.has(one.seq) && (one.events.length || one.kind === "undo"));
    if (missed.length) this.told = remaining([...this.told, ...missed].sort((a, b) => a.seq - b.seq)).slice(-MOST);
  }

  #update(update: Update): void {
    const snapshot = this.snapshot;
    if (!snapshot || update.seq <= snapshot.seq) return;
    if (update.seq !== snapshot.seq + 1 || !snapshot.view) {
      this.resync();
      return;
    }
    this.#forgetMisses();
    const before = this.cells;
    this.#befores.set(update.seq, before);
    this.#befores.delete(update.seq - MOST);
    this.past = null;
    this.cells = { ...before, ...(update.changed as Cells) };
    this.snapshot = {
      ...snapshot,
      ...update,
      type: "snapshot",
      table: { ...snapshot.table, status: update.status, deadline: update.deadline, result: update.result, seq: update.seq },
    };
    this.wish = null;
    this.#undo(null);
    const { seq, by, kind, thought, to } = update;
    const move: Told = { seq, by, kind, events: update.events as GameEvent[], thought, to };
    if (move.events.length || kind === "undo") this.told = remaining([...this.told.filter((one) => one.seq < seq).slice(1 - MOST), move]); // a move is told once
    for (const watcher of this.#watchers) watcher(move, before, false);
  }

  /** Milliseconds a seat thought of what it did last: all its moves in a row. */
  thought(seat: number): number {
    const moves = this.told.filter((one) => one.kind !== "people");
    const end = moves.findLastIndex((one) => one.by === seat);
    const before = moves.findLastIndex((one, n) => n < end && one.by !== seat);
    return moves.slice(before + 1, end + 1).reduce((sum, one) => sum + (one.thought ?? 0), 0);
  }

  #settle(key: string, done: boolean): void {
    this.#pending.get(key)?.(done);
    this.#pending.delete(key);
    this.sending = this.#pending.size > 0;
  }
}
