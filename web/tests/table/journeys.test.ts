/** Merchandise and the passengers that gather it: what the view says, what the table shows. */
import { describe, expect, it } from "vitest";
import { heaps } from "../../src/lib/sight";
import { SPOTS } from "../spots";
import type { Asked, Board, Choice, Offer } from "../../src/lib/wire";
import { built, toBuild, travellers } from "../../src/table/state/built";
import { buttons, kind, spot } from "../../src/table/state/choices";

const board = {
  places: [
    { id: "berlin", tokens: [7, 6, 5, 4], token_colour: "black" },
    { id: "kiel", tokens: [2], token_colour: "white" },
    { id: "austria", tokens: [], token_colour: "" },
  ],
} as unknown as Board;

const choice = (text: string, action: Record<string, unknown>): Choice => ({ code: 0, text, action });
const offer = (form: string, of: string, ...choices: Choice[]): Offer => {
  const groups: Record<string, Choice[]> = {};
  for (const one of choices) (groups[String(one.action.do)] ??= []).push(one);
  return { question: "q", form, of, groups: Object.fromEntries(Object.keys(groups).map((verb) => [verb, [verb]])), about: {}, number: 0, choices: groups, ways: {}, payments: {}, needed: {}, spots: SPOTS, facts: {} };
};

describe("merchandise", () => {
  it("shows the top one of the tokens that are left", () => {
    expect(heaps({ goods: { berlin: 4, kiel: 1, austria: 0 } }, board)).toEqual({
      berlin: { value: 7, left: 4, colour: "black" },
      kiel: { value: 2, left: 1, colour: "white" },
    });
    expect(heaps({ goods: { berlin: 1, kiel: 0, austria: 0 } }, board)).toEqual({ berlin: { value: 4, left: 1, colour: "black" } });
    expect(heaps({}, board)).toEqual({});
  });
});

describe("what a seat can still build", () => {
  it("is what the rules give it less what stands, as one counts it at a table", () => {
    const cells = { stations: [["berlin"], []], harbours: [[], ["kiel"]] };
    expect(toBuild(cells, { stations: 3 }, 0)).toEqual([["station", 2]]);
    expect(toBuild(cells, { stations: 3 }, 1)).toEqual([["station", 3]]);
    expect(toBuild(cells, { harbours: 3 }, 1)).toEqual([["harbour", 2]]);
    expect(toBuild(cells, undefined, 0)).toEqual([]);
  });
});

describe("passengers", () => {
  it("stand where the view counts them, several at one place too", () => {
    const cells = { passengers_at: [{ berlin: 2, kiel: 0 }, { berlin: 0, kiel: 1 }], merchandise: [{ berlin: 7 }, { berlin: 0 }] };
    expect(built(cells, board)).toEqual([
      { seat: 0, place: "berlin", kind: "passenger" },
      { seat: 0, place: "berlin", kind: "passenger" },
      { seat: 1, place: "kiel", kind: "passenger" },
    ]);
  });

  it("are seen on the board while they ride", () => {
    const asked: Asked[] = [{ question: "ride", form: "route_by_route", seat: 1, about: { place: "kiel" }, number: 0, now: true }, { question: "turn", form: "turn", seat: 0, about: {}, number: 0, now: true }];
    expect(travellers(asked)).toEqual([{ seat: 1, place: "kiel", kind: "passenger" }]);
  });

  it("are put, sent and moved each in its own way", () => {
    const [put, none] = [choice("place kiel", { do: "place", place: "kiel" }), choice("place none", { do: "place", place: null })];
    expect(kind(offer("one_of", "place", put, none))).toBe("stand");
    expect(kind(offer("route_by_route", "", choice("ride a", { do: "ride", route: "a" }), choice("alight", { do: "alight" })))).toBe("journey");
    expect(kind(offer("route_by_route", "", choice("alight", { do: "alight" })))).toBe("journey");
    const depart = choice("depart kiel", { do: "depart", place: "kiel" });
    const turn = offer("turn", "", choice("draw", { do: "draw" }), depart);
    expect([kind(turn), spot(turn, depart), buttons(turn)]).toEqual(["turn", "piece", [depart]]);
  });
});
