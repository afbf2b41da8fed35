import { beforeEach, describe, expect, it, vi } from "vitest";
import { SPOTS } from "../spots";
import type { Choice, Offer } from "../../src/lib/wire";
import { smallBoard } from "./small_board";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });

const claim: Choice = { code: 1, text: "claim a-b", action: { do: "claim", route: "a-b" } };
const draw: Choice = { code: 2, text: "draw", action: { do: "draw" } };
const near = { text: "tickets", action: { do: "tickets" }, reason: { key: "no_tickets", text: "none", rule: "G-43", values: {} } };
const turn = (...choices: Choice[]): Offer => ({
  question: "turn",
  form: "turn",
  of: "",
  groups: Object.fromEntries(choices.map((one) => [String(one.action.do), [String(one.action.do)]])),
  about: {},
  number: 0,
  choices: Object.fromEntries(choices.map((one) => [String(one.action.do), [one]])),
  // A wild is no joker here, as on plain routes of some boards: only the server knows.
  ways: { 1: [7] },
  spots: SPOTS,
  facts: {},
  payments: { 7: { do: "pay", cards: { red: 2 } } },
  needed: {},
});

/** A seat of paper: it notes what is played, and refuses what it is told to. */
function paper(offer: Offer | null, refuses: (actions: (string | number)[]) => boolean = () => false) {
  return {
    seat: 0 as number | null,
    seats: [{ seat: 0, kind: "person" }, { seat: 1, kind: "bot" }],
    told: [] as { kind: string }[],
    sending: false,
    refusal: null as unknown,
    cells: { hands: [{ red: 2, blue: 0, wild: 1 }, null], owned: [[], []] },
    offer,
    asked: [1],
    snapshot: { seq: 7, asked: [{ seat: 1, question: "turn", about: {}, number: 0, now: true }], table: { game: "g" }, facts: {} },
    standing: null,
    played: [] as (string | number)[][],
    play(actions: (string | number)[]) {
      this.played.push(actions);
      if (refuses(actions)) this.refusal = { key: "payment_short", text: "no", rule: "", values: {} };
      return Promise.resolve(!refuses(actions));
    },
    undo: vi.fn(() => Promise.resolve<unknown>(null)),
    misses: vi.fn(() => Promise.resolve([near])),
    why: vi.fn(() => Promise.resolve({ key: "k", text: "asked", rule: "G-1", values: {} })),
  };
}

async function desk(seat: ReturnType<typeof paper>) {
  const { Desk } = await import("../../src/table/state/desk.svelte");
  const { Atlas } = await import("../../src/lib/sight");
  const { Names } = await import("../../src/lib/words/names");
  const atlas = new Atlas(smallBoard());
  return new Desk(seat as never, atlas, new Names(atlas, () => ["Anna", "Bo"], () => 0));
}

/** Whether things can be hovered over. */
let hover = false;
vi.stubGlobal("matchMedia", () => ({ matches: hover }));

beforeEach(async () => {
  hover = false;
  const { settings } = await import("../../src/table/state/settings.svelte");
  settings.confirm = true;
});

describe("a claim", () => {
  it("is planned first, with its payments; nothing is said until one is chosen", async () => {
    const seat = paper(turn(claim, draw));
    const at = await desk(seat);
    at.clickRoute("a-b");
    expect(seat.played).toEqual([]);
    expect(at.plan?.ways.map((one) => one.cards)).toEqual([{ red: 2 }]);
    await at.confirm(at.plan!.ways[0]?.code);
    expect(seat.played).toEqual([["claim a-b", 7]]);
    expect(at.plan).toBeNull();
  });

  it("is off when it is no longer possible", async () => {
    const seat = paper(turn(claim));
    const at = await desk(seat);
    at.clickRoute("a-b");
    expect(at.plan).not.toBeNull();
    seat.offer = turn(draw);
    expect(at.plan).toBeNull();
  });

  it("goes without asking where that is switched off and there is one way to pay", async () => {
    const { settings } = await import("../../src/table/state/settings.svelte");
    settings.confirm = false;
    const seat = paper(turn(claim));
    seat.cells.hands[0] = { red: 2, blue: 0, wild: 0 };
    const at = await desk(seat);
    at.clickRoute("a-b");
    expect(seat.played).toEqual([["claim a-b", 7]]);
  });
});

describe("a claim with one way to pay, with a mouse", () => {
  beforeEach(() => void (hover = true));

  it("is made at once among bots: hovering has told it all, and it can be taken back", async () => {
    const seat = paper(turn(claim, draw));
    (await desk(seat)).clickRoute("a-b");
    expect(seat.played).toEqual([["claim a-b", 7]]);
  });

  it("is asked about where another person would have to agree to take it back", async () => {
    const seat = paper(turn(claim, draw));
    seat.seats[1]!.kind = "person";
    const at = await desk(seat);
    at.clickRoute("a-b");
    expect(seat.played).toEqual([]);
    expect(at.plan).not.toBeNull();
  });

  it("is asked about where chance will speak", async () => {
    const at = await desk(paper(turn(claim, draw)));
    Object.assign(at.atlas.route.get("a-b")!, { tunnel: true });
    at.clickRoute("a-b");
    expect(at.plan).not.toBeNull();
  });
});

describe("a payment that is asked for", () => {
  const pay = (...codes: number[]): Offer => ({
    ...turn(...codes.map((code): Choice => ({ code, text: `pay ${code}`, action: { do: "pay", cards: { red: code } } }))),
    choices: { pay: codes.map((code) => ({ code, text: `pay ${code}`, action: { do: "pay", cards: { red: code } } })) },
    question: "payment",
    form: "payment",
  });

  it("answers itself where there is one way, and only then", async () => {
    expect((await desk(paper(pay(3)))).sole).toBe(3);
    expect((await desk(paper(pay(3, 4)))).sole).toBeNull();
    expect((await desk(paper(turn(draw)))).sole).toBeNull();
    expect((await desk(paper(null))).sole).toBeNull();
  });

  it("waits for who has just taken it back, and while something is being sent", async () => {
    expect((await desk(Object.assign(paper(pay(3)), { told: [{ kind: "undo" }] }))).sole).toBeNull();
    expect((await desk(Object.assign(paper(pay(3)), { sending: true }))).sole).toBeNull();
  });
});

describe("nothing to undo", () => {
  it("is said, with the server's reason", async () => {
    const seat = paper(turn(draw));
    seat.undo.mockResolvedValue({ key: "undo_nothing", text: "you have done nothing yet", rule: "", values: {} });
    const at = await desk(seat);
    await at.undo();
    expect(at.note?.text).toBe("You have done nothing yet.");
    seat.undo.mockResolvedValue(null);
    at.note = null;
    await at.undo();
    expect(at.note).toBeNull();
  });

  it("is said to who looks on, too", async () => {
    const seat = Object.assign(paper(null), { seat: null });
    const at = await desk(seat);
    await at.undo();
    expect(at.note).not.toBeNull();
    expect(seat.undo).not.toHaveBeenCalled();
  });
});

describe("a harbour city", () => {
  async function harbours() {
    const seat = Object.assign(paper(turn(draw)), {});
    Object.assign(seat.cells, { harbours: [[], ["b"]] });
    Object.assign(seat.snapshot.facts, { sites: { build: ["a", "b"] } });
    return { seat, at: await desk(seat) };
  }

  it("says why no harbour can be built there, and one inland says nothing", async () => {
    const { seat, at } = await harbours();
    expect(at.clickPlace("a")).toBe(true);
    await vi.waitFor(() => expect(at.note?.rule).toBe("G-1"));
    expect(seat.why).toHaveBeenCalledWith("build a");
    seat.why.mockClear();
    expect(at.clickPlace("c")).toBe(false);
    expect(seat.why).not.toHaveBeenCalled();
  });

  it("tells what it is and whose harbour stands there", async () => {
    vi.stubGlobal("document", { documentElement: {} });
    const { tongue } = await import("../../src/lib/words/language.svelte");
    await tongue.speak("en");
    const { at } = await harbours();
    expect(at.describePlace("a")).toBe("A, harbour city");
    expect(at.describePlace("b")).toBe("B, Bo's harbour");
    expect(at.describePlace("c")).toBe("C");
  });
});

describe("the keys of the decks", () => {
  it("are one for each", async () => {
    const { keydown, DECKS } = await import("../../src/table/state/keys");
    const drawn: number[] = [];
    vi.stubGlobal("Element", class {});
    vi.stubGlobal("document", { querySelector: () => null, documentElement: {} });
    const press = keydown(new Proxy({}, { get: () => (n: number) => drawn.push(n) }) as never);
    for (const key of DECKS) press({ key: key.toLowerCase(), target: null, preventDefault: () => undefined } as never);
    expect(drawn).toEqual([0, 1]);
  });
});

describe("a lost connection", () => {
  it("says why, and what becomes of my move", async () => {
    const { offline } = await import("../../src/table/state/offline");
    const { tongue } = await import("../../src/lib/words/language.svelte");
    vi.stubGlobal("document", { documentElement: {} });
    await tongue.speak("en");
    const lost = (more: object, seconds = 0, status = "running"): string =>
      offline({ sending: false, offer: null, seat: 0, snapshot: { table: { status, seconds } }, ...more } as never);
    vi.stubGlobal("navigator", { onLine: true });
    expect(lost({ sending: true })).toMatch(/server does not answer.*kept/);
    expect(lost({ offer: turn(draw) })).toMatch(/waits for you/);
    expect(lost({ offer: turn(draw) }, 60)).toMatch(/a bot plays for you/);
    expect(lost({})).toMatch(/others play on/);
    expect(lost({ seat: null })).toBe("The server does not answer. Trying again…");
    expect(lost({}, 0, "finished")).not.toMatch(/play on/);
    vi.stubGlobal("navigator", { onLine: false });
    expect(lost({ sending: true })).toMatch(/^This device is offline/);
  });
});

describe("tickets kept in secret", () => {
  it("stay in sight until everybody has chosen", async () => {
    const seat = paper(null);
    Object.assign(seat.cells, { tickets: { t1: "chosen 0", t2: "refused 0" } });
    const at = await desk(seat);
    expect(at.held).toEqual([]);
    expect(at.kept).toEqual(["t1"]);
  });
});

describe("a click on what is not possible", () => {
  it("tells what is almost possible at a spot, with the rule", async () => {
    const seat = paper(turn(claim));
    const at = await desk(seat);
    void at.explainSpot("ticket_deck");
    await vi.waitFor(() => expect(at.note?.rule).toBe("G-43"));
    expect(seat.why).not.toHaveBeenCalled();
  });

  it("asks the server why, where a single action is meant", async () => {
    const seat = paper(turn(draw));
    seat.why.mockResolvedValueOnce({ key: "cards_short", text: "short", rule: "G-43", values: { missing: 2 } } as never);
    const at = await desk(seat);
    at.clickRoute("b-c");
    await vi.waitFor(() => expect(at.note?.rule).toBe("G-43"));
    expect(at.note?.text).toMatch(/ – .+: [a-z].+\.$/); // one sentence: after the colon it goes on
    expect([seat.why.mock.calls, seat.misses.mock.calls]).toEqual([[["claim b-c"]], []]);
  });

  it("says what the server says about it", async () => {
    const seat = paper(turn(draw));
    const at = await desk(seat);
    at.clickRoute("a-b");
    await vi.waitFor(() => expect(at.note?.rule).toBe("G-1"));
    expect(seat.why).toHaveBeenCalledWith("claim a-b");
    expect(seat.played).toEqual([]);
  });

  it("says whose turn it is when it is not mine, without asking anybody", async () => {
    const seat = paper(null);
    const at = await desk(seat);
    at.clickRoute("a-b");
    await vi.waitFor(() => expect(at.note).not.toBeNull());
    expect(seat.why).not.toHaveBeenCalled();
  });
});

describe("words", () => {
  it("a route on the way of a ticket of mine says so, to who cannot see it glow", async () => {
    const seat = paper(turn(claim));
    Object.assign(seat.cells, { tickets: { t1: "held 0" } });
    Object.assign(seat, { standing: { closed: [], points: [], tickets: [{ ticket: "t1", status: "open", missing: 2, routes: ["a-b"] }] } });
    const it = await desk(seat);
    expect(it.describe("a-b")).toContain("on the way of one of your tickets");
    expect(it.describe("b-c")).not.toContain("on the way");
    expect(it.errands.map(({ id, quiet }) => [id, quiet])).toEqual([["t1", false]]);
  });

  beforeEach(async () => {
    vi.stubGlobal("document", { documentElement: {} });
    const { tongue } = await import("../../src/lib/words/language.svelte");
    await tongue.speak("en");
  });

  it("of a hint name a route once, and a ticket's places by name where they are not the same", async () => {
    const reason = { key: "advice.claim_plan", text: "", rule: "", values: { route: "a-b", ticket: "t1" } };
    const at = await desk(Object.assign(paper(turn(claim)), { hint: () => Promise.resolve({ choice: claim, reason }) }));
    await at.advice.ask();
    expect(at.note?.text).toMatch(/^Claim A – B\. This route is on the way planned for (?!this ticket)/);
    const other = { key: "advice.draw_for", text: "", rule: "", values: { route: "a-b" } };
    const drawn = await desk(Object.assign(paper(turn(draw)), { hint: () => Promise.resolve({ choice: draw, reason: other }) }));
    await drawn.advice.ask();
    expect(drawn.note?.text).toContain("A – B could do with more cards");
  });

  it("of a ferry tell which cards it asks for", async () => {
    const at = await desk(paper(null));
    const wild = at.atlas.board.cards.find((card) => card.wild)!.name.en;
    expect(at.cost({ ...at.atlas.route.get("a-b")!, ferry: 2 })).toContain(`ferry with 2 × ${wild}`);
  });
});

describe("a hint that lies there", () => {
  it("is followed by one key, lights its route, and goes dark when it is closed", async () => {
    const claim = { code: 3, text: "claim a-b", action: { do: "claim", route: "a-b" } };
    const draw = { code: 1, text: "draw", action: { do: "draw" } };
    const found = { choice: claim, reason: { key: "none", text: "", values: {} }, way: [], seq: 1 };
    const at = await desk(Object.assign(paper(turn(draw, claim)), { hint: () => Promise.resolve(found) }));
    expect(at.advice.follow()).toBe(false);
    await at.advice.ask();
    expect([at.advice.route, at.route]).toEqual(["a-b", "a-b"]);
    at.hush();
    expect([at.advice.route, at.route, at.note]).toEqual([null, null, null]);
    await at.advice.ask();
    expect(at.advice.follow()).toBe(true);
    expect(at.seat.sending || at.plan !== null).toBe(true);
  });
});

describe("what a hint has lit", () => {
  const found = { choice: draw, reason: { key: "k", text: "because", rule: "", values: { ticket: "t1", route: "a-b" } } };

  it("goes out with the next thing done", async () => {
    const at = await desk(Object.assign(paper(turn(draw)), { hint: () => Promise.resolve(found) }));
    await at.advice.ask();
    expect([at.ticket, at.route]).toEqual(["t1", "a-b"]);
    await at.play(["draw"]);
    expect([at.ticket, at.route]).toEqual([null, null]);
  });

  it("leaves alone the ticket somebody looks at", async () => {
    const at = await desk(Object.assign(paper(turn(draw)), { hint: () => Promise.resolve(found) }));
    await at.advice.ask();
    at.ticket = "t2";
    await at.play(["draw"]);
    expect(at.ticket).toBe("t2");
  });
});

describe("with dice", () => {
  const station: Choice = { code: 3, text: "station a", action: { do: "station", place: "a" } };
  const only: Choice = { code: 4, text: "no_action", action: { do: "no_action" } };
  const reroll: Choice = { code: 5, text: "reroll", action: { do: "reroll", dice: {} } };

  async function said(...choices: Choice[]): Promise<string> {
    const { prompt } = await import("../../src/table/state/prompt");
    const { tongue } = await import("../../src/lib/words/language.svelte");
    vi.stubGlobal("document", { documentElement: {} });
    await tongue.speak("en");
    const seat = paper(turn(...choices));
    Object.assign(seat.cells, { dice: {} });
    return prompt(await desk(seat));
  }

  it("it is said what can be built, and only where it can", async () => {
    expect(await said(claim, station, only)).toContain("station");
    expect(await said(claim, station, reroll, only)).toContain("station");
    expect(await said(claim, only)).not.toContain("station");
    expect(await said(claim, reroll, only)).not.toContain("station");
  });
});

describe("a tunnel whose dice ask for too much", () => {
  const told = (seq: number, by: number, ...events: object[]) => ({ seq, by, kind: "gesture", events });
  const failed = told(8, 0, { event: "tunnel_rolled", seat: 0, symbols: 2 }, { event: "tunnel_failed", seat: 0 });

  it("lies there until it has been seen, whatever the others do", async () => {
    const at = await desk(Object.assign(paper(null), { told: [failed, told(9, 1, { event: "rolled", seat: 1 })] }));
    expect(at.failed?.more).toBe(2);
    at.seen();
    expect(at.failed).toBeNull();
  });

  it("is not mine if it was another's, and is over when I have moved on", async () => {
    const others = await desk(Object.assign(paper(null), { told: [{ ...failed, by: 1 }] }));
    expect(others.failed).toBeNull();
    const later = await desk(Object.assign(paper(null), { told: [failed, told(12, 0, { event: "rolled", seat: 0 })] }));
    expect(later.failed).toBeNull();
  });
});

describe("a tunnel paid with cards", () => {
  const lines = async (...events: object[]) => {
    const { names } = await desk(paper(null));
    return names.lines({ seq: 8, by: 1, kind: "gesture", events: events as never }).filter((line) => /given_up|gives up the tunnel/.test(line.text));
  };

  it("that is given up is in the story, and one that is dug is not said to be", async () => {
    expect(await lines({ event: "taken_back", seat: 1 }, { event: "cleared_away" })).toHaveLength(1);
    expect(await lines({ event: "taken_back", seat: 1 }, { event: "claimed", seat: 1, route: "a-b" })).toHaveLength(0);
  });
});

describe("for who does not see the table", () => {
  it("a card is called by all that is printed on it: its kind and the harbour's mark", async () => {
    vi.stubGlobal("document", { documentElement: {} });
    const { tongue } = await import("../../src/lib/words/language.svelte");
    await tongue.speak("en");
    const { names } = await desk(paper(null));
    const card = names.atlas.card.get("red")!;
    expect([names.whole("red"), names.aCard("red")]).toEqual(["red", "a red card"]);
    Object.assign(card, { kind: "sea", harbour: true, name: { en: "red double ship", it: "nave doppia rossa" } });
    expect([names.whole("red"), names.aCard("red")]).toEqual(["red double ship with harbour", "one red double ship with harbour"]);
    Object.assign(card, { name: { en: "red train with harbour", it: "treno rosso con porto" } });
    expect(names.whole("red")).toBe("red train with harbour");
  });

  it("the routes stand in a list, by owner", async () => {
    const { owned } = await import("../../src/table/state/built");
    expect(owned(new Map([["a-b", 1], ["b-c", 0], ["a-c", 1]]), 3)).toEqual([["b-c"], ["a-b", "a-c"], []]);
  });
});

describe("cards of any kind in a payment", () => {
  it("are called so in the reader's language", async () => {
    const { names } = await desk(paper(null));
    expect(names.cards({ red: 1, any: 3 })).not.toMatch(/× any$/);
  });
});

describe("a bonus for a connection", () => {
  it("of a board of your own is called by its two ends", async () => {
    const { names } = await desk(paper(null));
    const [one, other] = smallBoard().places;
    expect(names.value("bonus", `${one!.id}-${other!.id}`)).toBe(`${one!.name.en} – ${other!.name.en}`);
  });
});

describe("Escape", () => {
  it("puts away a word on the map, then somebody's routes, then nothing", async () => {
    const one = await desk(paper(turn(claim, draw)));
    one.note = { text: "a word", rule: "" };
    one.spotlight = 1;
    expect([one.putAway(), one.note, one.spotlight]).toEqual([true, null, 1]);
    expect([one.putAway(), one.spotlight]).toEqual([true, null]);
    expect(one.putAway()).toBe(false);
  });
});

describe("somebody's routes that are looked at", () => {
  it("are put away by a move of mine: the map is whole again", async () => {
    const one = await desk(paper(turn(claim, draw)));
    one.spotlight = 1;
    await one.play(["draw"]);
    expect(one.spotlight).toBeNull();
  });
});

describe("a tunnel", () => {
  it("is announced as what it is: more may be asked for", async () => {
    const { prompt } = await import("../../src/table/state/prompt");
    const { tongue } = await import("../../src/lib/words/language.svelte");
    vi.stubGlobal("document", { documentElement: {} });
    await tongue.speak("en");
    const one = await desk(paper({ ...turn(claim, draw), ways: { 1: [7, 8] }, payments: { 7: { do: "pay", cards: { red: 2 } }, 8: { do: "pay", cards: { red: 1, wild: 1 } } } }));
    one.choose(claim);
    expect(prompt(one)).not.toContain("tunnel");
    Object.assign(one.atlas.route.get("a-b")!, { tunnel: true });
    expect(prompt(one)).toContain("tunnel may then ask");
  });
});
