import { describe, expect, it } from "vitest";
import { besides, dugOf, lay, pricesOf, reachOf, reroll, rerolls, rolled, rollOf, spread } from "../../src/lib/dice";
import type { Offer } from "../../src/lib/wire";
import { SPOTS } from "../spots";

const offer = (choices: object, facts: object = {}): Offer => ({ question: "turn", about: {}, number: 0, choices, spots: SPOTS, facts }) as unknown as Offer;
const again = (dice: Record<string, number>) => ({ text: `reroll ${JSON.stringify(dice)}`, action: { do: "reroll", dice } });

describe("dice", () => {
  it("stay where they lie; those rolled again land in their own places", () => {
    const before = ["single", "double", "station", "single", "locomotive"];
    const after = lay(before, { single: 1, double: 2, station: 1, locomotive: 1 }, new Set([0]), 5);
    expect(after).toEqual(["double", "double", "station", "single", "locomotive"]);
  });

  it("are gone where they were used", () => {
    expect(lay(["single", "single", "double"], { single: 1, double: 1 }, new Set(), 3)).toEqual(["single", "", "double"]);
    expect(lay([], {}, new Set(), 2)).toEqual(["", ""]);
  });

  it("are rolled again by what they show", () => {
    const all = offer({ reroll: [again({ single: 1 }), again({ single: 1, station: 1 }), again({ single: 2 })] });
    expect(reroll(all, ["station", "single"])?.action.dice).toEqual({ single: 1, station: 1 });
    expect(reroll(all, ["double"])).toBeUndefined();
    expect(reroll(all, [])).toBeUndefined();
  });

  it("are rolled, and rolled again, by verbs of any name: the mechanic says which lie with the dice", () => {
    const shake = { text: "shake", action: { do: "shake" } };
    const odd = { ...offer({ shake: [shake], reroll: [again({ single: 1 })], sing: [{ text: "sing", action: { do: "sing" } }] }), spots: { shake: "dice", reroll: "dice", sing: "button" } };
    expect(rollOf(odd)).toEqual(shake);
    expect(rerolls(odd)).toEqual([again({ single: 1 })]);
    expect([rollOf(null), rerolls(null)]).toEqual([undefined, []]);
  });

  it("reach as far as the server says", () => {
    expect(reachOf(offer({}, { reach: { single: 4, double: 2 } }))).toEqual({ single: 4, double: 2 });
    expect([reachOf(offer({})), reachOf(null)]).toEqual([{}, {}]);
  });

  it("buy so many tickets at most, and one station: each is named once", () => {
    const tickets = [1, 2, 3].map((count) => ({ text: `tickets ${count}`, action: { do: "tickets", count } }));
    const station = [{ text: "station roma", action: { do: "station", city: "roma" } }];
    expect(besides(offer({ tickets, station }))).toEqual([
      ["tickets", 3],
      ["station", 1],
    ]);
    expect(besides(offer({ tickets: [{ text: "tickets", action: { do: "tickets", decks: { long: 1, short: 3 } } }] }))).toEqual([["tickets", 4]]);
    expect(besides(null)).toEqual([]);
  });

  it("count only in the turn they were rolled in", () => {
    expect(rolled({ rolls: 1, rolled_in: 4, turns: 4 })).toBe(true);
    expect(rolled({ rolls: 1, rolled_in: 3, turns: 4 })).toBe(false);
    expect(rolled({ rolls: 0, rolled_in: 0, turns: 0 })).toBe(false);
  });

  it("of a tunnel lie there where the server says so", () => {
    expect(dugOf(offer({}, { tunnel_dice: ["tunnel", "tunnel", ""] }))).toEqual(["tunnel", "tunnel", ""]);
    expect(dugOf(offer({}))).toBeNull();
  });

  it("pay, fewest tokens first", () => {
    const pay = (dice: number, tokens: number) => ({ code: dice, text: "", action: { do: "pay", dice, tokens } });
    expect(pricesOf([pay(2, 2), pay(4, 0)]).map((way) => way.dice)).toEqual([4, 2]);
    expect(spread({ single: 2, station: 1 })).toEqual(["single", "single", "station"]);
  });
});
