/** One seat's connection: says hello, comes back by itself, and sends gestures until they are acknowledged. */
import * as me from "./me";
import type { Language } from "../words/language.svelte";
import type { FromClient, FromServer, Gesture } from "../wire";

export interface Hooks {
  heard(message: FromServer): void;
  state(connected: boolean): void;
}

const PULSE = 200;
const PING = 800; // of silence while somebody looks, then a sign of life is asked for
const UNSEEN = 15_000; // of silence while nobody does
const SLOW = 1_800; // without an answer: people are told, within three seconds of the last sign of life
const DEAD = 12_000; // without an answer: another connection
const LONGEST = 10_000; // between two tries

/** Why a spectator is not let in now: the person may try again. */
export const BUSY = "busy_spectators";

/** Errors after which a line does not come back by itself. */
export const FINAL: ReadonlySet<string> = new Set(["no_table", "token", "origin", "put_out", BUSY]);

export class TableSocket {
  #socket: WebSocket | null = null;
  #waiting: Gesture[] = []; // sent or to be sent, not yet acknowledged
  #tries = 0;
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;
  #last = 0; // when something was heard
  #asked = 0; // since when an answer is awaited; 0: none is
  #greeted = false;
  #unsaid: FromClient[] = []; // said to nobody yet

  constructor(
    private readonly table: string,
    private readonly token: string | undefined,
    private readonly seat: number | null,
    private readonly language: () => Language,
    private readonly hooks: Hooks,
    /** What I am called while I look on; "": I do not talk. */
    private readonly guest: () => string = () => "",
  ) {
    this.#open();
    addEventListener("online", this.#again);
    addEventListener("offline", this.#drop);
    document.addEventListener("visibilitychange", this.#again);
  }

  send(message: FromClient): void {
    if (message.type === "gesture") this.#waiting.push(message);
    if (this.#greeted) this.#say(message);
    else if (message.type === "say") this.#unsaid.push(message);
  }

  #say(message: FromClient): void {
    if (message.type === "gesture" || message.type === "ping") this.#asked ||= Date.now();
    this.#socket?.send(JSON.stringify(message));
  }

  /** Say hello anew: I have a name now. */
  again(): void {
    this.#drop();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pulse);
    removeEventListener("online", this.#again);
    removeEventListener("offline", this.#drop);
    document.removeEventListener("visibilitychange", this.#again);
    this.#socket?.close();
  }

  #open(): void {
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/tables/${this.table}/socket`);
    this.#socket = socket;
    this.#last = this.#asked = Date.now();
    socket.onopen = () => {
      const name = this.token ? "" : this.guest();
      const hello: FromClient = { type: "hello", token: this.token ?? (name ? me.secret() : null), seat: this.seat, language: this.language() };
      socket.send(JSON.stringify(name ? { ...hello, name } : hello));
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.#socket) this.#heard(JSON.parse(event.data) as FromServer);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
    clearInterval(this.#pulse);
    this.#pulse = setInterval(() => this.#listen(), PULSE);
  }

  /** A dead network says nothing: who waits in vain for an answer is told soon, and tries another connection. */
  #listen(): void {
    const waited = this.#asked && Date.now() - this.#asked;
    if (waited > DEAD) this.#drop();
    else if (waited > SLOW) this.hooks.state(false);
    else if (this.#greeted && !this.#asked && Date.now() - this.#last > (document.hidden ? UNSEEN : PING)) this.#say({ type: "ping" });
  }

  /** Give this connection up: it may take minutes to notice by itself. */
  #drop = (): void => {
    const socket = this.#socket;
    if (!socket || this.#closed) return;
    this.#socket = null;
    socket.close();
    this.#lost();
  };

  #heard(message: FromServer): void {
    this.#last = Date.now();
    this.#asked = 0;
    if (message.type === "snapshot" && !this.#greeted) {
      this.#greeted = true;
      this.#tries = 0;
      this.hooks.state(true);
      this.hooks.heard(message);
      for (const unsaid of [...this.#waiting, ...this.#unsaid.splice(0)]) this.#say(unsaid);
      return;
    }
    if (this.#greeted) this.hooks.state(true);
    if (message.type === "ack" || message.type === "refused")
      this.#waiting = this.#waiting.filter((gesture) => gesture.key !== message.key);
    if (message.type === "error" && message.closing) {
      this.hooks.heard(message);
      if (FINAL.has(message.error)) this.close();
      return;
    }
    this.hooks.heard(message);
  }

  #lost(): void {
    this.#greeted = false;
    clearInterval(this.#pulse);
    this.hooks.state(false);
    if (this.#closed) return;
    const pause = Math.min(LONGEST, 300 * 2 ** this.#tries) * (0.7 + Math.random() * 0.6);
    this.#tries += 1;
    this.#timer = setTimeout(() => this.#open(), pause);
  }

  /** The network or the person is back: do not wait for the next try. */
  #again = (): void => {
    if (this.#closed || document.hidden) return;
    if (this.#greeted) return this.#say({ type: "ping" });
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.#timer);
    this.#open();
  };
}
