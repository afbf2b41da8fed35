/** Is the board on the desk good? What games between bots say, and what would make it more even. */
import { Refusal } from "../../lib/net/api";
import { tongue } from "../../lib/words/language.svelte";
import type { BoardStudy, EvenBoard, EvenChange, StudyAnswer } from "../../lib/wire";
import * as ask from "./ask";
import type { Complaint } from "./ask";
import { type BoardFile, plain, type RouteFile, type TicketFile, written } from "./file";

const SOON = 700; // milliseconds until one asks again

export class BoardQuestion {
  found = $state.raw<BoardStudy | null>(null);
  even = $state.raw<EvenBoard | null>(null);
  /** The file that each of them is about. */
  foundOf = $state.raw<BoardFile | null>(null);
  evenOf = $state.raw<BoardFile | null>(null);
  /** How far it has come; null where nothing is asked. */
  soFar = $state.raw<{ done: number; total: number } | null>(null);
  fault = $state.raw<unknown>(null);
  /** Routes on the map are coloured by how often they are taken. */
  shown = $state(true);
  #id = "";
  #asking = 0;

  async study(file: BoardFile, players: number): Promise<void> {
    const answer = await this.#asked(() => ask.study(written(file), players));
    if (answer?.found) [this.found, this.foundOf, this.even] = [answer.found, file, null];
  }

  async makeEven(file: BoardFile, players: number, change: string[]): Promise<void> {
    const answer = await this.#asked(() => ask.even(written(file), players, change));
    if (answer?.even) [this.even, this.evenOf] = [answer.even, file];
  }

  async #asked(begin: () => Promise<StudyAnswer>): Promise<StudyAnswer | null> {
    const mine = ++this.#asking;
    [this.soFar, this.fault] = [{ done: 0, total: 0 }, null];
    try {
      let answer = await begin();
      while (!answer.found && !answer.even) {
        this.#id = answer.study;
        this.soFar = answer;
        await new Promise((done) => setTimeout(done, SOON));
        if (mine !== this.#asking) return null;
        answer = await ask.studied(answer.study).catch((error) => {
          // Another server, or it was long ago: it is asked for again.
          if (error instanceof Refusal && error.code === "no_study") return begin();
          throw error;
        });
      }
      return mine === this.#asking ? answer : null;
    } catch (error) {
      if (mine === this.#asking) this.fault = error;
      return null;
    } finally {
      if (mine === this.#asking) this.soFar = null;
    }
  }

  /** End it early: what was played counts. */
  stop(): void {
    if (this.#id) void ask.stop(this.#id).catch(() => {});
    if (this.soFar && !this.soFar.done) this.leave();
  }

  /** Nobody wants the answer any more. */
  leave(): void {
    this.#asking++;
    this.soFar = null;
  }

  /** What stands out, as notes about things of the map. */
  get notes(): Complaint[] {
    return (this.found?.findings ?? []).map((one) => ({ text: tongue.name(one.text), part: "", field: "", routes: one.routes, stops: one.stops, tickets: one.tickets }));
  }

  /** In which part of the games each route is taken, by its id. */
  get taken(): ReadonlyMap<string, number> | null {
    return this.found && this.shown ? new Map(this.found.routes.map((one) => [one.id, one.taken])) : null;
  }
}

/** The file with some of the changes. */
export function balanced(file: BoardFile, changes: readonly EvenChange[]): BoardFile {
  const tickets = [...(file.tickets ?? [])];
  const routes = [...file.routes];
  for (const { kind, number, after } of changes) {
    if (kind === "ticket") tickets[number] = { ...tickets[number], points: after } as TicketFile;
    else if (kind === "colour") routes[number] = plain({ ...routes[number], colour: after === "gray" ? undefined : after }) as unknown as RouteFile;
    else routes[number] = { ...routes[number], length: after } as RouteFile;
  }
  return { ...file, routes, ...(file.tickets ? { tickets } : {}) };
}

/** From pale over blue to red: how often a route is taken. */
export function heat(part: number): string {
  const warm = Math.max(0, Math.min(1, part)) * 2;
  const [from, to] = warm < 1 ? [[223, 231, 242], [127, 156, 200]] : [[127, 156, 200], [178, 24, 43]];
  const share = warm < 1 ? warm : warm - 1;
  return `rgb(${from!.map((one, n) => Math.round(one + (to![n]! - one) * share)).join(" ")})`;
}
