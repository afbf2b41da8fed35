import { describe, expect, it } from "vitest";
import { Atlas } from "../../src/lib/sight";
import { SPOTS } from "../spots";
import type { Choice, Offer } from "../../src/lib/wire";
import { buttons, even, foreseen, kind, mixes, payments, neededBy, step, thriftiest, ticketGesture, spot } from "../../src/table/state/choices";
import { holder } from "../../src/table/state/people";
import { smallBoard } from "./small_board";

const atlas = new Atlas(smallBoard());
const choice = (text: string, action: Record<string, unknown>): Choice => ({ code: 0, text, action: { do: text.split(" ")[0], ...action } });
const offer = (...choices: Choice[]): Offer => {
  const by: Record<string, Choice[]> = {};
  for (const one of choices) (by[String(one.action.do)] ??= []).push(one);
  return { question: "q", form: "", of: "", groups: Object.fromEntries(Object.keys(by).map((verb) => [verb, [verb]])), about: {}, number: 0, choices: by, ways: {}, payments: {}, needed: {}, spots: SPOTS, facts: {} };
};
const pay = (cards: Record<string, number>): Choice => choice("pay", { cards });

describe("the thriftiest payment", () => {
  it("is called so only where it alone is, and nothing in it is needed elsewhere", () => {
    const said = (needed: number[], ...texts: Record<string, number>[]): boolean =>
      thriftiest(payments(texts.map((cards, n) => ({ ...choice(`pay ${n}`, { cards }), code: n }))), new Set(needed), atlas);
    expect(said([], { red: 2 }, { red: 1, wild: 1 })).toBe(true);
    expect(said([], { red: 2 }, { blue: 2 })).toBe(false); // both cost two plain cards
    expect(said([1], { red: 2 }, { blue: 2 })).toBe(true);
    expect(said([], { red: 1 }, { red: 2 })).toBe(true);
    expect(said([0], { red: 2 }, { red: 1, wild: 1 })).toBe(false); // another ticket asks for the red ones
    expect(said([], { red: 2 })).toBe(false);
  });
});

describe("payments foreseen", () => {
  const claim = { ...choice("claim a-b", { route: "a-b" }), code: 4 };

  it("are those the server says, and no others", () => {
    const turn = { ...offer(claim), ways: { 4: [9, 7] }, payments: { 7: { do: "pay", cards: { red: 2 } }, 9: { do: "pay", cards: { wild: 2 } } } };
    expect(payments(foreseen(turn, claim))).toEqual([{ code: 9, cards: { wild: 2 } }, { code: 7, cards: { red: 2 } }]);
  });

  it("are told apart by what my tickets need", () => {
    const turn = { ...offer(claim), needed: { 4: [9], [-1]: [3] } };
    expect([...neededBy(turn, 4)]).toEqual([9]);
    expect([...neededBy(turn)]).toEqual([3]);
    expect([...neededBy(turn, 5)]).toEqual([]);
  });

  it("are none where the game asks later", () => {
    expect(foreseen(offer(claim), claim)).toEqual([]);
  });
});

describe("tickets", () => {
  it("are answered in the board's order, whatever the order they are shown in", () => {
    expect(ticketGesture(offer(), ["t3", "t1", "t2"], new Set(["t2"]), atlas)).toEqual(["return t1", "keep t2", "return t3"]);
  });

  it("are returned by the verb of this question, whatever else the game throws away", () => {
    const asked = { ...offer(choice("keep t1", {}), choice("return t1", {})), spots: { drop: "no", return: "no", token: "yes", keep: "yes" } };
    expect(ticketGesture(asked, ["t1", "t2"], new Set(["t1"]), atlas)).toEqual(["keep t1", "return t2"]);
  });

});

describe("a mix", () => {
  const four = offer(...[0, 1, 2, 3, 4].map((n) => choice(`tickets ${n}`, { decks: { short: n, long: 4 - n } })));
  const all = mixes(four);

  it("begins evenly and moves by one", () => {
    const start = even(all)!;
    expect(start.decks).toEqual({ short: 2, long: 2 });
    expect(step(all, start, "short", 1)?.decks).toEqual({ short: 3, long: 1 });
    expect(step(all, start, "long", 1)?.decks).toEqual({ short: 1, long: 3 });
    expect(step(all, all[0]!, "short", -1)).toBeUndefined();
  });

  it("need not be there: tickets without decks are no mix", () => {
    expect(mixes(offer(choice("tickets", {})))).toEqual([]);
  });
});

describe("what an offer is", () => {
  const claim = choice("claim a-b", { route: "a-b" });
  it.each([
    ["turn", "turn", "", [claim, choice("draw", {}), choice("tickets", {}), choice("pass", {})]],
    ["turn", "one_of", "card", [choice("draw", {})]],
    ["turn", "one_of", "card_deck", [choice("refill train", { deck: "train" }), choice("refill ship", { deck: "ship" })]],
    ["payment", "payment", "", [pay({ red: 1 })]],
    ["dice", "payment", "", [choice("pay 2", { dice: 2, tokens: 0 }), choice("pay 1 1", { dice: 1, tokens: 1 })]],
    ["dice", "payment", "", [choice("pay station*2", { stations: 2 })]],
    ["other", "payment", "", [choice("dig", {})]],
    ["give", "payment", "card", [choice("give red", { card: "red" })]],
    ["tunnel", "pay_or_stop", "", [choice("stop", {})]],
    ["tickets", "several_of", "ticket", [choice("keep t1", { ticket: "t1" }), choice("return t1", { ticket: "t1" })]],
    ["mix", "mix", "ticket_deck", [choice("tickets s*1", { decks: { s: 1, l: 0 } }), choice("tickets l*1", { decks: { s: 0, l: 1 } })]],
    ["pieces", "mix", "piece", [choice("pieces 1", { pieces: { rail: 1, sea: 2 } }), choice("pieces 2", { pieces: { rail: 2, sea: 1 } })]],
    ["passenger", "one_of", "passenger", [choice("passenger red", { colour: "red" }), choice("passenger none", { colour: null })]],
    ["exchange", "number", "piece", [choice("swap 1", { give: { sea: 1 }, take: { rail: 1 } })]],
    ["tokens", "until_done", "token", [choice("done", {})]],
  ] as const)("%s for %s %s", (expected, form, of, choices) => expect(kind({ ...offer(...choices), form, of })).toBe(expected));

  it("is a list of its answers where nobody has drawn anything for its form", () => {
    const odd = offer(choice("sing high", { tune: "high" }), choice("sing low", { tune: "low" }));
    for (const [form, of] of [["one_of", "tune"], ["number", ""], ["several_of", "tune"], ["until_done", ""], ["mix", "tune"], ["dance", ""]] as const)
      expect(kind({ ...odd, form, of })).toBe("other");
  });

  it("leaves nothing out: what another choice lies on top of is a button", () => {
    const toll = choice("toll a-b", { route: "a-b" });
    expect(buttons(offer(claim, toll))).toEqual([toll]);
  });

  it("leaves nothing out: what does not lie on the table is a button", () => {
    const odd = choice("exchange rail", { take: "rail" });
    expect(spot(offer(claim), claim)).toBe("route");
    expect(buttons(offer(claim, odd, choice("draw", {})))).toEqual([odd]);
  });
});

describe("who holds the screen", () => {
  it("is the only one, or whoever is asked", () => {
    expect(holder([2], [0], null)).toBe(2);
    expect(holder([], [0], null)).toBeNull();
    expect(holder([0, 1], [1], 0)).toBe(1);
    expect(holder([0, 1], [0, 1], 1)).toBe(1);
    expect(holder([0, 1], [2], 1)).toBe(1);
    expect(holder([0, 1], [2], null)).toBe(0);
  });
});
