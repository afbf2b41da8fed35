import { describe, expect, test, vi } from "vitest";
import { smallBoard } from "../table/small_board";
import { besides, chances, firstOf, marksOf, routesOf, seenBefore, sums, ticketsOf, torn, type Decided, type Moved, type SeatReview } from "../../src/screens/review/reviewed";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("document", { documentElement: {} });

const worth = (win: number) => ({ win, margin: 0 });
const after = (win: number) => ({ win, win_error: 0, margin: 0, margin_error: 0 });
const step = (kind: Moved["kind"], win: number, stands: number, gesture = 1): Moved => ({ kind, gesture, turn: 1, seat: 0, worth: worth(win), after: after(stands) });
const decided = (gesture: number): Decided => ({ gesture }) as Decided;

const own = {
  fair: worth(0.5),
  steps: [step("deal", -0.2, 0.3, 0), step("decision", 0, 0.3, 2), step("chance", 0.02, 0.32, 2), step("decision", -0.3, 0.02, 5), step("others", 0.98, 1.2, 6)],
  decisions: [decided(2), decided(5)],
  dearest: [1],
} as unknown as SeatReview;

describe("a review", () => {
  test("the curve begins with what is fair and never leaves what can be", () => {
    expect(chances(own)).toEqual([0.5, 0.3, 0.3, 0.32, 0.02, 1]);
  });

  test("mistakes and strong strokes of luck are marked, from left to right", () => {
    expect(marksOf(own).map(({ step, kind }) => [step, kind])).toEqual([
      [0, "unlucky"],
      [3, "mistake"],
    ]);
    expect(marksOf(own)[1]!.decided!.gesture).toBe(5);
  });

  test("a stroke of luck that may be chance alone is none; the dearest mistake is looked at first", () => {
    const blurred = { ...own, steps: own.steps.map((one) => ({ ...one, after: { ...one.after, win_error: 0.15 } })) };
    expect(marksOf(blurred).map(({ kind }) => kind)).toEqual(["mistake"]);
    expect(firstOf(own)).toBe(3);
    expect(firstOf({ ...own, dearest: [] })).toBe(0);
    expect(firstOf({ ...blurred, dearest: [] })).toBeNull();
  });

  test("the parts are whole points and come to the result", () => {
    const [margin, none] = [(n: number) => ({ win: 0, margin: n }), { win: 0, margin: 0 }];
    const told = sums({ ...own, skill: margin(-2.5), luck: margin(3.6), others: margin(-7.1), result: margin(-6), doubt: margin(1.2) });
    expect(told).toEqual([
      { key: "review.skill.less", points: 2 },
      { key: "review.luck.more", points: 4 },
      { key: "review.others.less", points: 8 },
      { key: "review.result.less", points: 6 },
      { key: "review.doubt", points: 2 },
    ]);
    expect(sums({ ...own, skill: none, luck: none, others: none, result: none, doubt: none }).map(({ key }) => key.split(".")[2])).toEqual(["none", "none", "none", "none", undefined]);
  });

  test("points and chances that go opposite ways are noticed, as they are told", () => {
    expect([torn({ win: 0.05, margin: -3 }), torn({ win: -0.05, margin: 3 })]).toEqual([true, true]);
    expect([torn({ win: 0.05, margin: 3 }), torn({ win: 0.05, margin: -0.4 }), torn({ win: -0.004, margin: 3 })]).toEqual([false, false, false]);
  });

  test("tickets that are kept or returned are pointed at, cards are not", () => {
    const keep = { verb: "keep", group: "keep", fields: { ticket: "soho-chelsea" } };
    expect(ticketsOf([keep, undefined, { verb: "draw", group: "draw", fields: {} }])).toEqual(["soho-chelsea"]);
  });

  test("a decision is looked at as its seat saw it, before its gesture", () => {
    expect(seenBefore(own.steps[3]!, own.decisions[1]!)).toBe(4);
    expect(seenBefore(own.steps[0]!, null)).toBe(0);
  });

  test("the routes of an answer come first, and each once", () => {
    expect(routesOf({ verb: "claim", group: "claim", fields: { route: "a-b" } }, ["b-c", "a-b"])).toEqual(["a-b", "b-c"]);
    expect(routesOf({ verb: "draw", group: "draw", fields: {} })).toEqual([]);
  });
});

describe("answers side by side", () => {
  const claim = (route: string) => ({ verb: "claim", group: "claim", fields: { route } });
  const twins = async (...colours: string[]) => {
    const { Atlas } = await import("../../src/lib/sight");
    const { Names } = await import("../../src/lib/words/names");
    const { tongue } = await import("../../src/lib/words/language.svelte");
    await tongue.change("en");
    const board = smallBoard();
    const [own, other] = board.routes;
    board.routes = [...colours.map((colour, n) => ({ ...own!, id: `a-b-${n}`, index: n, colour })), { ...other!, index: colours.length }];
    return new Names(new Atlas(board), () => ["Anna", "Bo"], () => 0);
  };

  test("twins are told apart by their colour", async () => {
    const names = await twins("red", "blue");
    expect(besides([claim("a-b-0"), claim("b-c"), claim("a-b-1")], names)).toEqual(["Claim A – B (red)", "Claim B – C", "Claim A – B (blue)"]);
    expect(besides([claim("a-b-1"), claim("b-c")], names)).toEqual(["Claim A – B", "Claim B – C"]);
  });

  test("twins of one colour are counted, and with dice all are", async () => {
    const alike = ["Claim A – B (track 1)", "Claim A – B (track 2)"];
    expect(besides([claim("a-b-0"), claim("a-b-1")], await twins("", ""))).toEqual(alike);
    expect(besides([claim("a-b-0"), claim("a-b-1")], await twins("red", "blue"), true)).toEqual(alike);
  });
});
