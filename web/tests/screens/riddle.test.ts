import { beforeEach, describe, expect, test } from "vitest";
import { answered, forget, isRight, keep, MOST, mistakes, nextOf, toldOfDay, type Mistake } from "../../src/screens/daily/riddle";
import type { Answer, Decided, Review } from "../../src/screens/review/reviewed";
import type { DailyPuzzle, Replay } from "../../src/lib/wire";

const kept = new Map<string, string>();
(globalThis as { localStorage?: unknown }).localStorage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text) };
beforeEach(() => kept.clear());

const replay = {
  game: "new_york",
  title: { en: "New York", it: "New York" },
  seats: ["Anna", "2"],
  view: { cells: { turn_of: 0, row: {} } },
  moves: [
    { seq: 1, by: 1, events: [], changed: { turn_of: 1 }, points: [0, 2], totals: [] },
    { seq: 2, by: 0, events: [{ event: "claimed", route: "a-b" }], changed: { turn_of: 9 }, points: [4, 2], totals: [] },
  ],
} as unknown as Replay;

const answer = (code: number, win: number, samples = 100): Answer => ({ code, samples, value: { win, margin: 0 } }) as unknown as Answer;
const wrong = (over: Partial<Decided> = {}): Decided =>
  ({ gesture: 2, part: 0, turn: 5, verdict: "mistake", played: answer(7, 0.3), instead: [answer(5, 0.5), answer(9, 0.4), answer(3, 0.9, 8)], reason: "r", values: {}, way: [], ...over }) as Decided;
const review = (...decisions: Decided[]): Review =>
  ({ reviews: [{ seat: 0, decisions }], actions: Object.fromEntries([3, 5, 7, 9].map((code) => [code, { verb: "draw", group: "draw", fields: {} }])) }) as unknown as Review;

describe("mistakes of mine", () => {
  test("are kept once, as I saw the table before them, without what was hardly tried", () => {
    keep("t", replay, review(wrong(), wrong({ verdict: "close", gesture: 1 })));
    keep("t", replay, review(wrong()));
    const [one, ...more] = mistakes();
    expect(more).toEqual([]);
    expect(one!.riddle.choices.map(({ code }) => code)).toEqual([5, 7, 9]);
    expect([one!.solution.best, one!.solution.played]).toEqual([5, 7]);
    expect(one!.riddle.cells).toEqual({ turn_of: 1, row: {} });
    expect(one!.riddle.before!.seq).toBe(1);
    expect(one!.riddle.paying).toBe("");
  });

  test("say which route is paid, and are none where something was better than the best", () => {
    keep("t", replay, review(wrong({ part: 1 }), wrong({ gesture: 1, instead: [answer(5, 0.5), answer(9, 0.6)] })));
    expect(mistakes().map(({ riddle }) => riddle.paying)).toEqual(["a-b"]);
  });

  test("the oldest goes first, and those I did not know are asked first", () => {
    for (let n = 0; n <= MOST; n++) keep(`t${n}`, replay, review(wrong()));
    expect(mistakes()).toHaveLength(MOST);
    expect(mistakes()[0]!.id).toBe("t1 0 2 0");
    answered("t1 0 2 0", true);
    answered("t2 0 2 0", false);
    expect(nextOf(mistakes())!.id).toBe("t3 0 2 0");
    const two = mistakes().slice(0, 2);
    expect(nextOf(two)!.id).toBe("t2 0 2 0");
    expect(nextOf(two, "t2 0 2 0")!.id).toBe("t1 0 2 0");
    forget("t1 0 2 0");
    expect(mistakes()[0]!.id).toBe("t2 0 2 0");
    expect(nextOf([])).toBeNull();
  });

  test("what is as good as the best is right", () => {
    keep("t", replay, review(wrong({ instead: [answer(5, 0.5), answer(9, 0.495)] })));
    const { riddle, solution } = mistakes()[0] as Mistake;
    expect([5, 7, 9].map((code) => isRight(riddle, solution, code))).toEqual([true, false, true]);
  });

  test("of a device that keeps nonsense there are none", () => {
    kept.set("capotreno.mistakes", "{");
    expect(mistakes()).toEqual([]);
  });
});

test("nothing is told of the puzzle of the day before it is answered", () => {
  expect(toldOfDay({ best: null, reason: "" } as DailyPuzzle)).toBeNull();
});
