/** A hint: asked for, said in words, drawn on the board, and gone once something is done. */
import { say } from "../../lib/words/language.svelte";
import type { Hinted } from "../../lib/wire";
import { everything, spot } from "./choices";
import type { Desk } from "./desk.svelte";
import { label } from "./labels";

export class Advice {
  #lit: Pick<Desk, "route" | "ticket"> | null = null; // by the last hint
  #hint = $state.raw<Hinted | null>(null); // the last one
  thinking = $state(false);

  constructor(readonly desk: Desk) {}

  /** Ask what a strong player would do: it is said in words and drawn on the board. */
  async ask(): Promise<void> {
    const { desk } = this;
    this.thinking = true;
    // Whoever is choosing how to pay has decided about the rest.
    const paying = desk.plan?.ways.length ? desk.plan.choice : null;
    const found = await desk.seat.hint(paying?.text);
    this.thinking = false;
    if (!found) {
      desk.note = { text: say("table.hint.none"), rule: "" };
      return;
    }
    this.#hint = found;
    const { action } = found.choice;
    const { route, ticket, place } = { ...found.reason.values, ...paying?.action, ...action } as Record<string, unknown>;
    desk.route = typeof route === "string" ? route : null;
    desk.ticket = typeof ticket === "string" ? ticket : null;
    this.#lit = { route: desk.route, ticket: desk.ticket };
    // A route has two ends: who rides it is told the one it leads to.
    const choice = spot(desk.offer, found.choice) === "next_route" && typeof place === "string" ? say("table.hint.ride", { place: desk.names.place(place) }) : label(found.choice, desk.names);
    desk.note = { text: `${choice}. ${desk.names.reason(found.reason, "", this.#named(found))}`, rule: "", hint: found };
  }

  /** What the advice has just named is not named again: "Claim Soho – Chelsea. This route is on the way …" */
  #named({ choice: { action }, reason: { values } }: Hinted): Record<string, string> {
    const { names } = this.desk;
    const called: Record<string, string> = {};
    for (const field of ["route", "ticket"] as const)
      if (action[field] && values[field] && names.value(field, String(action[field])) === names.value(field, values[field])) called[field] = say(`table.hint.${field}`);
    return called;
  }

  /** Once something is done, what a hint has lit goes out; what somebody looks at meanwhile stays. */
  unlight(): void {
    const { desk } = this;
    if (desk.route === this.#lit?.route) desk.route = null;
    if (desk.ticket === this.#lit?.ticket) desk.ticket = null;
    this.#lit = null;
    this.#hint = null;
  }

  get #lying(): Hinted | undefined {
    return this.desk.note?.hint;
  }

  /** The choice somebody was advised to make: it is marked wherever it lies. */
  get text(): string | null {
    return this.#lying?.choice.text ?? null;
  }

  get code(): number | null {
    return this.#lying?.choice.code ?? null;
  }

  /** The route somebody was advised to take now. */
  get route(): string | null {
    const route = this.#lying?.choice.action.route;
    return typeof route === "string" && this.desk.routes.has(route) ? route : null;
  }

  /** The place the advice is about. */
  get place(): string | null {
    const { place } = { ...this.#lying?.reason.values, ...this.#lying?.choice.action } as Record<string, unknown>;
    return typeof place === "string" ? place : null;
  }

  /** The way it has just planned for the ticket that is being looked at, if it has. */
  get way(): string[] | null {
    const hint = this.#hint;
    return hint?.way.length && hint.seq === this.desk.seat.snapshot?.seq && hint.reason.values.ticket === this.desk.ticket ? hint.way : null;
  }

  /** Do what the hint that lies there says; false: there is none, or it is one answer of several. */
  follow(): boolean {
    const { desk } = this;
    const choice = this.#lying && everything(desk.offer).find((one) => one.text === this.text);
    if (!choice || desk.kind !== "turn") return false;
    desk.choose(choice);
    return true;
  }
}
