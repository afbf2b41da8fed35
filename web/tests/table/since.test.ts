import { afterEach, describe, expect, it, vi } from "vitest";
import { clearestOf, spread } from "../../src/table/map/clearest";
import { claimed, dug, since, storyOf, swept } from "../../src/table/story/since";

const told = (seq: number, by: number, kind = "gesture", ...events: object[]) => ({ seq, by, kind, events: events as never });

describe("since my last turn", () => {
  const story = [
    told(0, -1),
    told(1, 0),
    told(2, 1, "gesture", { event: "took", seat: 1 }),
    told(3, 0),
    told(4, 1, "gesture", { event: "drew", seat: 1 }),
    told(5, 1, "gesture", { event: "drew", seat: 1 }),
    told(5.1, -1, "people", { event: "dropped", seat: 2 }),
    told(6, 2, "gesture", { event: "claimed", seat: 2, route: "a-b" }),
  ];

  it("every rival's turn is there once, in order, and nothing of mine", () => {
    expect(since(story, 0, 3).map((turn) => [turn.seat, turn.moves.map((move) => move.seq)])).toEqual([
      [1, [4, 5]],
      [2, [6]],
    ]);
    expect(since(story.slice(0, 4), 0, 3)).toEqual([]);
  });

  it("who looks on sees everybody's last turn", () => {
    expect(since(story, null, 2).map((turn) => turn.seat)).toEqual([1, 2]);
  });

  it("a claim names its route", () => {
    expect(since(story, 0, 3).map(claimed)).toEqual([null, "a-b"]);
  });
});

describe("face-up cards that are swept away", () => {
  const before = { row: { "1": "red", "2": "wild", "3": "wild" } };
  const moved = (...events: object[]) => told(7, 1, "gesture", ...events);

  it("are those that lay there then, with the one that was one too many", () => {
    const move = moved({ event: "took", seat: 1, slot: "1", card: "red" }, { event: "turned", slot: "1", card: "wild" }, { event: "flushed" }, { event: "turned", slot: "1", card: "blue" });
    expect(swept(move, before)).toEqual(["wild", "wild", "wild"]);
  });

  it("are none where nothing is swept away", () => {
    expect(swept(moved({ event: "took", seat: 1, slot: "1", card: "red" }), before)).toEqual([]);
  });

  it("are fewer where the deck had none left for a slot", () => {
    expect(swept(moved({ event: "took", seat: 1, slot: "1", card: "red" }, { event: "flushed" }), before)).toEqual(["wild", "wild"]);
  });
});

describe("the story", () => {
  const drew = (seat: number) => ({ event: "drew", seat });
  const seqs = (...moves: ReturnType<typeof told>[]) => storyOf(moves).map(({ seq, events }) => [seq, events.length]);

  it("tells a turn as one, and where the next begins as another", () => {
    const turn = { event: "turn", seat: 1 };
    expect(seqs(told(1, 0, "gesture", drew(0)), told(2, 0, "gesture", drew(0), turn), told(3, 1, "gesture", drew(1)), told(4, 1, "gesture", drew(1)))).toEqual([
      [1, 3],
      [3, 2],
    ]);
    expect(seqs(told(1, 0, "gesture", turn), told(2, 0, "gesture", drew(0)))).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  it("joins nothing over what somebody took back or who came and went", () => {
    expect(seqs(told(1, 0, "gesture", drew(0)), told(2, 0, "undo"), told(3, 0, "gesture", drew(0)), told(3.1, -1, "people"), told(4, 0, "gesture", drew(0))).map(([seq]) => seq)).toEqual([1, 2, 3, 3.1, 4]);
    expect(seqs(told(0, -1, "start", drew(0)), told(1, -1, "start", drew(1))).map(([seq]) => seq)).toEqual([0, 1]);
  });
});

describe("a tunnel", () => {
  it("shows the cards it turned up, or its dice, and only then", () => {
    expect(dug(told(1, 2, "gesture", { event: "turned_up", card: "red" }, { event: "turned_up", card: "wild" }))).toEqual({ seat: 2, cards: ["red", "wild"], symbols: null });
    expect(dug(told(1, 2, "gesture", { event: "tunnel_rolled", seat: 2, symbols: 0 }))).toEqual({ seat: 2, cards: [], symbols: 0 });
    expect(dug(told(1, 2, "gesture", { event: "claimed", seat: 2 }))).toBeNull();
  });
});

describe("a turn that is shown again", () => {
  afterEach(() => vi.useRealTimers());

  async function looked() {
    vi.useFakeTimers();
    const { Lookback } = await import("../../src/table/story/lookback.svelte");
    const story = [told(1, 0), told(2, 1, "gesture", { event: "drew", seat: 1 }), told(3, 1, "gesture", { event: "claimed", seat: 1, route: "a-b" })];
    const seat = {
      told: story,
      seats: [{}, {}],
      sending: false,
      past: null as unknown,
      drawn: [] as unknown[],
      before: (seq: number) => `before ${seq}`,
      replay(move: { seq: number }) {
        this.drawn.push([this.past, move.seq]);
      },
    };
    const desk = { kind: "turn", plan: null, me: 0, seat, note: null as unknown, route: null as string | null, names: { lines: () => [{ seat: 1, text: "She claims it" }, { seat: 0, text: "You keep two tickets" }] } };
    return { seat, desk, lookback: new Lookback(desk as never) };
  }

  it("begins where the table lay before it, happens move by move, and ends with the table as it is", async () => {
    const { seat, desk, lookback } = await looked();
    const [turn] = lookback.turns;
    expect([turn!.text, turn!.route]).toEqual(["She claims it", "a-b"]); // what her move brought to me is not hers
    lookback.again(turn!);
    expect([seat.past, seat.drawn, desk.route, lookback.playing]).toEqual(["before 2", [], "a-b", 2]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(seat.drawn).toEqual([
      ["before 3", 2],
      ["before 4", 3],
    ]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([seat.past, desk.route, desk.note, lookback.playing]).toEqual([null, null, null, null]);
  });

  it("stops at once where somebody does something else", async () => {
    const { seat, lookback } = await looked();
    lookback.again(lookback.turns[0]!);
    lookback.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([seat.past, seat.drawn]).toEqual([null, []]);
  });
});

describe("a strip on the map's edge", () => {
  const area = { x: 50, y: 0, width: 300, height: 600 };
  const size = { width: 100, height: 40 };

  it("lies above in the middle where nothing is covered, and else where the least is", () => {
    expect(clearestOf(area, size, [{ x: 200, y: 300 }])).toBe("");
    expect(clearestOf(area, size, [{ x: 200, y: 20 }])).toBe("left");
    const above = [60, 200, 340].map((x) => ({ x, y: 20 }));
    expect(clearestOf(area, size, above)).toBe("low");
    expect(clearestOf(area, size, [...above, { x: 200, y: 580 }, { x: 60, y: 590 }])).toBe("low right");
    const corners = [20, 300, 580].flatMap((y) => above.map(({ x }) => ({ x, y })));
    expect(clearestOf(area, size, corners)).toBe("upper left"); // in the middle of none
    expect(clearestOf(area, { ...size, width: 300 }, corners)).toBe(""); // what is broad does not lie across
  });

  it("does not lie within a name, between its ends", () => {
    const small = { width: 50, height: 40 };
    const name = spread({ x: 3, y: 10, width: 110, height: 16 }, 8);
    const others = spread({ x: 150, y: 10, width: 100, height: 16 }, 8);
    expect(clearestOf({ x: 6, y: 6, width: 380, height: 580 }, small, [...name, ...others])).toBe("right");
  });
});
