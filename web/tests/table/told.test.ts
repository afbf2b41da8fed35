import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Told } from "../../src/lib/net/seat.svelte";
import { SPOTS } from "../spots";
import { smallBoard } from "./small_board";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("document", { documentElement: {} });
vi.stubGlobal("fetch", () => Promise.reject(new Error("no server here")));

const told = (...events: Record<string, unknown>[]): Told => ({ seq: 1, by: 1, kind: "gesture", events }) as unknown as Told;

describe("what somebody did", () => {
  beforeEach(async () => {
    const { tongue } = await import("../../src/lib/words/language.svelte");
    await tongue.change("it");
  });

  async function names() {
    const { Atlas } = await import("../../src/lib/sight");
    const { Names } = await import("../../src/lib/words/names");
    return new Names(new Atlas(smallBoard()), () => ["Anna", "Bo"], () => 0);
  }

  it("counts cards of one colour", async () => {
    const took = (card: string, slot: number) => ({ event: "took", seat: 1, slot, card });
    const { tell } = await names();
    expect(tell(told(took("red", 1), took("red", 4)))).toEqual(["Bo prende 2 carte rosse"]);
    expect(tell(told(took("red", 1), took("blue", 4)))).toEqual(["Bo prende una carta rossa e prende una carta blu"]);
  });

  it("counts what was drawn one by one", async () => {
    const drew = (card: string, deck = "") => ({ event: "drew", seat: 0, deck, card });
    const { tell } = await names();
    expect(tell(told(drew("red"), drew("blue"), drew("red")))).toEqual(["Tu peschi 2 × red + 1 × blue dal mazzo"]);
    expect(tell(told(drew("red"), drew("blue", "ship")))).toEqual(["Tu peschi una carta rossa dal mazzo e peschi una carta blu dal mazzo"]);
  });

  it("joins the last thing with a word, and says what the number of a route is", async () => {
    const { tell } = await names();
    const [line] = tell(told({ event: "spent", seat: 1, card: "red", count: 2 }, { event: "claimed", seat: 1, route: "a-b" }));
    expect(line).toMatch(/^Bo gioca 2 × \S+ e prende la linea .* caselle\)$/);
  });

  it("asks for the second card in words", async () => {
    expect((await names()).reason({ key: "not_asked", text: "", rule: "", values: { question: "second_card" } })).toBe("Prima prendi la seconda carta.");
  });
});

describe("the line that says what to do", () => {
  const offer = { question: "turn", form: "turn", of: "", groups: { draw: ["draw"] }, about: {}, number: 0, choices: { draw: [{ code: 2, text: "draw", action: { do: "draw" } }] }, ways: {}, spots: SPOTS, facts: {}, payments: {}, needed: {} };

  async function line(seat: object) {
    const { tongue } = await import("../../src/lib/words/language.svelte");
    await tongue.change("it");
    const { Atlas } = await import("../../src/lib/sight");
    const { Names } = await import("../../src/lib/words/names");
    const { Desk } = await import("../../src/table/state/desk.svelte");
    const { prompt } = await import("../../src/table/state/prompt");
    const atlas = new Atlas(smallBoard());
    const whole = { seat: 0, seats: [], told: [], sending: false, connected: true, cells: {}, offer: null, asked: [1], snapshot: { seq: 1, asked: [], table: { status: "running" }, facts: {} }, ...seat };
    return prompt(new Desk(whole as never, atlas, new Names(atlas, () => ["Anna", "Bo"], () => whole.seat)));
  }

  it("tells on the last turn who has begun the end, and promises no later one", async () => {
    const said = await line({ offer, cells: { last_turns: 2 }, told: [told({ event: "last_round", seat: 1 })] });
    expect(said).toMatch(/^Bo ha quasi finito i .*: pesca carte\. Non hai le carte per una linea\.$/);
    expect(await line({ offer })).toContain("Non hai ancora le carte");
  });

  it("tells who only looks on that they do", async () => {
    expect(await line({ seat: null })).toBe("Stai guardando la partita. È il turno di Bo.");
    expect(await line({ seat: 0 })).toBe("È il turno di Bo.");
  });
});

describe("how a ticket stands", () => {
  it("says of one that is blocked whether no way is left, or too few pieces", async () => {
    const { tongue } = await import("../../src/lib/words/language.svelte");
    const { stands } = await import("../../src/table/state/labels");
    const ticket = { ticket: "t", status: "blocked", missing: 0, routes: [], points: 20, lent: [] };
    await tongue.change("en");
    expect(stands(ticket)).toBe("blocked: no way is left");
    expect(stands({ ...ticket, missing: 20 })).toBe("too few pieces: the shortest way takes 20");
    expect(stands({ ...ticket, status: "open", missing: 20 })).toBe("20 spaces to go");
    expect(stands({ ...ticket, status: "done" })).toBe("done");
    await tongue.change("it");
    expect(stands({ ...ticket, missing: 20 })).toBe("pezzi insufficienti: la via più breve ne richiede 20");
  });
});
