/** One seat's connection: says hello, comes back by itself, and sends gestures until they are acknowledged. */
import type { Language } from "./language.svelte";
import type { FromClient, FromServer, Gesture } from "./wire";

export interface Hooks {
  heard(message: FromServer): void;
  state(connected: boolean): void;
}

const PING = 25_000;
const SILENCE = 60_000;
const LONGEST = 10_000;

export class Line {
  #socket: WebSocket | null = null;
  #waiting: Gesture[] = []; // sent or to be sent, not yet acknowledged
  #tries = 0;
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;
  #last = 0;
  #greeted = false;

  constructor(
    private readonly table: string,
    private readonly token: string | undefined,
    private readonly seat: number | null,
    private readonly language: () => Language,
    private readonly hooks: Hooks,
  ) {
    this.#open();
    addEventListener("online", this.#again);
    document.addEventListener("visibilitychange", this.#again);
  }

  send(message: FromClient): void {
    if (message.type === "gesture") this.#waiting.push(message);
    if (this.#greeted) this.#socket?.send(JSON.stringify(message));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pulse);
    removeEventListener("online", this.#again);
    document.removeEventListener("visibilitychange", this.#again);
    this.#socket?.close();
  }

  #open(): void {
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/tables/${this.table}/socket`);
    this.#socket = socket;
    this.#last = Date.now();
    socket.onopen = () => {
      const hello: FromClient = { type: "hello", token: this.token ?? null, seat: this.seat, language: this.language() };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.#socket) this.#heard(JSON.parse(event.data) as FromServer);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
    clearInterval(this.#pulse);
    this.#pulse = setInterval(() => {
      if (Date.now() - this.#last > SILENCE) socket.close();
      else if (this.#greeted) this.send({ type: "ping" });
    }, PING);
  }

  #heard(message: FromServer): void {
    this.#last = Date.now();
    if (message.type === "snapshot" && !this.#greeted) {
      this.#greeted = true;
      this.#tries = 0;
      this.hooks.state(true);
      this.hooks.heard(message);
      for (const gesture of this.#waiting) this.#socket?.send(JSON.stringify(gesture));
      return;
    }
    if (message.type === "ack" || message.type === "refused")
      this.#waiting = this.#waiting.filter((gesture) => gesture.key !== message.key);
    if (message.type === "error" && message.closing) {
      this.hooks.heard(message);
      if (["no_table", "token", "origin"].includes(message.error)) this.close();
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
    if (this.#closed || this.#greeted || document.hidden) return;
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.#timer);
    this.#open();
  };
}
