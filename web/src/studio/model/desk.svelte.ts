/** A draft on the desk: what is chosen, what was done and undone, what the server says of it. */
import { tongue } from "../../lib/words/language.svelte";
import { type Layout, layoutOf } from "../../board/layout/layout";
import { check, type Complaint, type Looked } from "./ask";
import { drawn } from "./drawn";
import * as files from "./file";
import type { BoardFile, Thing } from "./file";
import { type Draft, put } from "./shelf";
import { BoardQuestion } from "./study.svelte";

export type Tool = "move" | "place" | "route" | "ticket" | "shape";
export type Role = "land" | "sea" | "lake" | "forest" | "river";

const MOST_STEPS = 200;
const SAVE = 300; // milliseconds after the last change
const LOOK = 450;
const NOTHING: Looked = { faults: [], notes: [], rules: [] };

export class DrawingDesk {
  #file: BoardFile = $state.raw({} as BoardFile);
  #past = $state.raw<BoardFile[]>([]);
  #future = $state.raw<BoardFile[]>([]);
  #saving: ReturnType<typeof setTimeout> | undefined;
  #looking: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  #joined = ""; // changes of one field while it is typed are one step
  tool = $state<Tool>("move");
  role = $state<Role>("land");
  /** The colour of the next route. */
  colour = $state("");
  chosen = $state.raw<Thing | null>(null);
  /** The first end of a route or a ticket that is being drawn. */
  from = $state<string | null>(null);
  pinned = $state.raw<ReadonlySet<string>>(new Set());
  unit = $state(files.UNIT);
  picture = $state.raw<Draft["picture"]>(undefined);
  looked = $state.raw<Looked>(NOTHING);
  /** The server cannot be asked. */
  offline = $state(false);
  /** The device does not keep it. */
  unsaved = $state(false);
  saved = $state(true);
  /** Is it good? What was asked, and what games between bots say. */
  readonly question = new BoardQuestion();
  readonly key: string;

  constructor(draft: Draft) {
    this.key = draft.key;
    this.#file = draft.file;
    this.pinned = new Set(draft.pinned);
    this.unit = draft.unit ?? files.UNIT;
    this.picture = draft.picture;
    if (!draft.file.places.length) this.tool = "place";
    this.look();
  }

  get file(): BoardFile {
    return this.#file;
  }

  board = $derived(drawn(this.#file));
  #laid: { as: string; layout: Layout } | null = null;
  /** Where everything lies: laid out anew only when something lies elsewhere. */
  layout = $derived.by(() => {
    const { aspect, places, routes } = this.board;
    const as = JSON.stringify([aspect, places.map(({ id, at, also_at, kind, landmark, port, marks, tokens }) => [id, at, also_at, kind, landmark, port, marks, tokens]), routes]);
    if (this.#laid?.as !== as) this.#laid = { as, layout: layoutOf(this.board) };
    return this.#laid.layout;
  });
  routeIds = $derived(files.routeIds(this.#file.routes));
  ticketIds = $derived(files.ticketIds(this.#file.tickets ?? []));
  colours = $derived(files.coloursOf(this.#file));
  names = $derived(new Map([...this.#file.places, ...(this.#file.regions ?? [])].map((one) => [one.id, files.nameOf(one, tongue.language)])));
  name = (id: string): string => this.names.get(id) ?? id;

  /** Faults and notes by what they are about; a fault comes first. */
  about = $derived.by(() => {
    const found = new Map<string, (Complaint & { fault: boolean })[]>();
    const add = (key: string, one: Complaint, fault: boolean): void => void found.set(key, [...(found.get(key) ?? []), { ...one, fault }]);
    for (const [some, fault] of [[this.looked.faults, true], [this.looked.notes, false], [this.question.notes, false]] as const)
      for (const one of some) {
        one.routes.forEach((id) => add(`route ${id}`, one, fault));
        one.stops.forEach((id) => add(`place ${id}`, one, fault));
        one.tickets.forEach((id) => add(`ticket ${id}`, one, fault));
      }
    return found;
  });

  /** What somebody would have to look at: a thing of the map. */
  thingOf(one: Complaint): Thing | null {
    const [route, stop, ticket] = [one.routes[0], one.stops[0], one.tickets[0]];
    if (route !== undefined && this.routeIds.includes(route)) return { kind: "route", at: this.routeIds.indexOf(route) };
    if (ticket !== undefined && this.ticketIds.includes(ticket)) return { kind: "ticket", at: this.ticketIds.indexOf(ticket) };
    if (stop === undefined || !this.names.has(stop)) return null;
    return { kind: this.#file.places.some((place) => place.id === stop) ? "place" : "region", id: stop };
  }

  keyOf(thing: Thing | null): string {
    if (!thing) return "";
    if (thing.kind === "route") return `route ${this.routeIds[thing.at]}`;
    if (thing.kind === "ticket") return `ticket ${this.ticketIds[thing.at]}`;
    return `place ${thing.id}`;
  }

  /** There is something that could be wrong. */
  get begun(): boolean {
    return this.#file.places.length > 1 && this.#file.routes.length > 0;
  }

  /** Another length of a space: routes whose spaces were counted are counted again. */
  measure(unit: number): void {
    const before = this.unit;
    this.unit = unit;
    this.change(files.recounted(this.#file, before, unit));
    this.keep();
  }

  // -- changes ------------------------------------------------------------------------------------

  /** One step that can be undone. `join`: further changes of the same are the same step. */
  change(next: BoardFile, join = ""): void {
    if (next === this.#file) return;
    if (!join || join !== this.#joined) this.#past = [...this.#past.slice(-MOST_STEPS), this.#file];
    this.#joined = join;
    this.#future = [];
    this.#set(next);
  }

  #set(next: BoardFile): void {
    this.#file = next;
    if (this.chosen && !this.#there(this.chosen)) this.chosen = null;
    if (this.from !== null && !this.names.has(this.from)) this.from = null;
    this.keep();
    this.look();
  }

  #there(thing: Thing): boolean {
    if (thing.kind === "route") return thing.at < this.#file.routes.length;
    if (thing.kind === "ticket") return thing.at < (this.#file.tickets ?? []).length;
    return (thing.kind === "place" ? this.#file.places : (this.#file.regions ?? [])).some((one) => one.id === thing.id);
  }

  get undoable(): boolean {
    return this.#past.length > 0;
  }

  get redoable(): boolean {
    return this.#future.length > 0;
  }

  undo(): void {
    const last = this.#past.at(-1);
    if (!last) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.#file];
    this.#joined = "";
    this.#set(last);
  }

  redo(): void {
    const next = this.#future.at(-1);
    if (!next) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, this.#file];
    this.#joined = "";
    this.#set(next);
  }

  remove(thing: Thing | null): void {
    if (!thing) return;
    this.chosen = null;
    if (thing.kind === "place") this.change(files.removePlace(this.#file, thing.id));
    else if (thing.kind === "region") this.change(files.removeRegion(this.#file, thing.id));
    else if (thing.kind === "route") this.change(files.removeRoute(this.#file, thing.at));
    else this.change(files.removeTicket(this.#file, thing.at));
  }

  /** Whether a place or a route stays when the rest is invented again. */
  pin(key: string): void {
    const next = new Set(this.pinned);
    if (!next.delete(key)) next.add(key);
    this.pinned = next;
    this.keep();
  }

  choose(tool: Tool): void {
    this.tool = tool;
    this.from = null;
  }

  /** A place was tapped while something is drawn from place to place. */
  join(id: string): void {
    if (this.from === null || this.from === id) {
      this.from = this.from === id ? null : id;
      return;
    }
    const from = this.from;
    this.from = null;
    if (this.tool === "route") {
      this.change(files.addRoute(this.#file, from, id, this.colour, this.unit));
      this.chosen = { kind: "route", at: this.#file.routes.length - 1 };
    } else {
      const ticket = files.addTicket(this.#file, from, id);
      this.change(ticket);
      this.chosen = { kind: "ticket", at: (this.#file.tickets ?? []).findIndex((one) => one.stops[0] === from && one.stops[1] === id) };
    }
  }

  // -- kept and looked at -------------------------------------------------------------------------

  keep(): void {
    this.saved = false;
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => void this.save(), SAVE);
  }

  async save(): Promise<void> {
    clearTimeout(this.#saving);
    if (this.saved) return;
    this.saved = true;
    const { key, picture, unit } = this;
    try {
      await put({ key, file: this.#file, changed: Date.now(), pinned: [...this.pinned], unit, ...(picture ? { picture } : {}) });
      this.unsaved = false;
    } catch {
      this.unsaved = true;
      this.saved = false;
    }
  }

  /** Ask the server, a little after the last change; an older answer is not heard. */
  look(now = false): void {
    clearTimeout(this.#looking);
    const asked = ++this.#asked;
    this.#looking = setTimeout(
      async () => {
        try {
          const found = await check(files.written(this.#file), tongue.language);
          if (asked !== this.#asked) return;
          this.looked = found;
          this.offline = false;
        } catch {
          if (asked === this.#asked) this.offline = true;
        }
      },
      now ? 0 : LOOK,
    );
  }

  close(): void {
    clearTimeout(this.#looking);
    this.#asked++;
    this.question.leave();
    void this.save();
  }
}
