import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Choice, Offer } from "../src/lib/wire";
import { smallBoard } from "./table_board";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });

const claim: Choice = { code: 1, text: "claim a-b", action: { do: "claim", route: "a-b" } };
const draw: Choice = { code: 2, text: "draw", action: { do: "draw" } };
const near = { text: "claim b-c", action: { do: "claim", route: "b-c" }, reason: { key: "cards_short", text: "short", rule: "G-43", values: { missing: 2 } } };
const turn = (...choices: Choice[]): Offer => ({
  question: "turn",
  form: "turn",
  of: "",
  groups: Object.fromEntries(choices.map((one) => [String(one.action.do), [String(one.action.do)]])),
  about: {},
  number: 0,
  choices: Object.fromEntries(choices.map((one) => [String(one.action.do), [one]])),
  near: [near],
  // A wild is no joker here, as on plain routes of some boards: only the server knows.
  ways: { 1: [7] },
  payments: { 7: { do: "pay", cards: { red: 2 } } },
});

/** A seat of paper: it notes what is played, and refuses what it is told to. */
function paper(offer: Offer | null, refuses: (actions: (string | number)[]) => boolean = () => false) {
  return {
    seat: 0,
    sending: false,
    refusal: null as unknown,
    cells: { hands: [{ red: 2, blue: 0, wild: 1 }, null], owned: [[], []] },
    offer,
    asked: [1],
    snapshot: { seq: 7, asked: [{ seat: 1, question: "turn", about: {}, number: 0, now: true }], table: { game: "g" } },
    standing: null,
    played: [] as (string | number)[][],
    play(actions: (string | number)[]) {
      this.played.push(actions);
      if (refuses(actions)) this.refusal = { key: "payment_short", text: "no", rule: "", values: {} };
      return Promise.resolve(!refuses(actions));
    },
    why: vi.fn(() => Promise.resolve({ key: "k", text: "asked", rule: "G-1", values: {} })),
  };
}

async function desk(seat: ReturnType<typeof paper>) {
  const { Desk } = await import("../src/table/state/desk.svelte");
  const { Atlas } = await import("../src/lib/sight");
  const { Names } = await import("../src/lib/words/names");
  const atlas = new Atlas(smallBoard());
  return new Desk(seat as never, atlas, new Names(atlas, () => ["Anna", "Bo"], () => 0));
}

beforeEach(async () => {
  const { settings } = await import("../src/table/state/settings.svelte");
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
    const { settings } = await import("../src/table/state/settings.svelte");
    settings.confirm = false;
    const seat = paper(turn(claim));
    seat.cells.hands[0] = { red: 2, blue: 0, wild: 0 };
    const at = await desk(seat);
    at.clickRoute("a-b");
    expect(seat.played).toEqual([["claim a-b", 7]]);
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
  it("tells the near miss at once, with the rule", async () => {
    const seat = paper(turn(claim));
    const at = await desk(seat);
    at.clickRoute("b-c");
    await vi.waitFor(() => expect(at.note?.rule).toBe("G-43"));
    expect(at.note?.text).toMatch(/ – .+: [a-z].+\.$/); // one sentence: after the colon it goes on
    expect(seat.why).not.toHaveBeenCalled();
  });

  it("asks the server about the rest", async () => {
    const seat = paper(turn(draw));
    seat.offer!.near = [];
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
  beforeEach(async () => {
    vi.stubGlobal("document", { documentElement: {} });
    const { tongue } = await import("../src/lib/words/language.svelte");
    await tongue.speak("en");
  });

  it("of a hint name a route once, and a ticket's places by name where they are not the same", async () => {
    const reason = { key: "advice.claim_plan", text: "", rule: "", values: { route: "a-b", ticket: "t1" } };
    const at = await desk(Object.assign(paper(turn(claim)), { hint: () => Promise.resolve({ choice: claim, reason }) }));
    await at.hint();
    expect(at.note?.text).toMatch(/^Claim A – B\. This route is on the way planned for (?!this ticket)/);
    const other = { key: "advice.draw_for", text: "", rule: "", values: { route: "a-b" } };
    const drawn = await desk(Object.assign(paper(turn(draw)), { hint: () => Promise.resolve({ choice: draw, reason: other }) }));
    await drawn.hint();
    expect(drawn.note?.text).toContain("A – B could do with more cards");
  });

  it("of a ferry tell which cards it asks for", async () => {
    const at = await desk(paper(null));
    const wild = at.atlas.board.cards.find((card) => card.wild)!.name.en;
    expect(at.cost({ ...at.atlas.route.get("a-b")!, ferry: 2 })).toContain(`ferry with 2 × ${wild}`);
  });
});

describe("what a hint has lit", () => {
  const found = { choice: draw, reason: { key: "k", text: "because", rule: "", values: { ticket: "t1", route: "a-b" } } };

  it("goes out with the next thing done", async () => {
    const at = await desk(Object.assign(paper(turn(draw)), { hint: () => Promise.resolve(found) }));
    await at.hint();
    expect([at.ticket, at.route]).toEqual(["t1", "a-b"]);
    await at.play(["draw"]);
    expect([at.ticket, at.route]).toEqual([null, null]);
  });

  it("leaves alone the ticket somebody looks at", async () => {
    const at = await desk(Object.assign(paper(turn(draw)), { hint: () => Promise.resolve(found) }));
    await at.hint();
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
    const { prompt } = await import("../src/table/state/prompt");
    const { tongue } = await import("../src/lib/words/language.svelte");
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

describe("cards of any kind in a payment", () => {
  it("are called so in the reader's language", async () => {
    const { names } = await desk(paper(null));
    expect(names.cards({ red: 1, any: 3 })).not.toMatch(/× any$/);
  });
});
