/** What is mine and what I need, on the map: tickets with their tints, useful routes, majorities. */
import { describe, expect, it, vi } from "vitest";
import { PAINTS } from "../../src/lib/colours";
import { majorities, rankOf } from "../../src/lib/majorities";
import { dashes, TINTS } from "../../src/lib/tints";
import { Atlas } from "../../src/lib/sight";
import type { TicketStanding } from "../../src/lib/wire";
import { better } from "../../src/table/map/clearest";
import { errandsOf, Tints } from "../../src/table/map/errands";
import { smallBoard } from "./small_board";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });

const standing = (ticket: string, status: string): [string, TicketStanding] => [ticket, { ticket, status, missing: 1, routes: [] } as unknown as TicketStanding];

describe("my tickets", () => {
  const atlas = new Atlas({ ...smallBoard(), regions: [{ id: "north", name: { en: "North", it: "Nord" }, places: [0, 1], at: null }] });

  it("are all on the map, those that are done or lost quiet", () => {
    const found = errandsOf(["t1", "t2", "t3"], atlas, new Map([standing("t1", "done"), standing("t2", "open"), standing("t3", "blocked")]), new Tints(), "t2");
    expect(found.map(({ id, quiet, looked }) => [id, quiet, looked])).toEqual([["t1", true, false], ["t2", false, true], ["t3", true, false]]);
    expect(found[1]!.stops).toEqual([["a"], ["c"]]);
  });

  it("keep their tint when others come and go, and no two have the same", () => {
    const tints = new Tints();
    const of = (tickets: string[]): number[] => errandsOf(tickets, atlas, new Map(), tints, null).map(({ tint }) => tint);
    expect(of(["t2", "t3"])).toEqual([0, 1]);
    expect(of(["t1", "t2", "t3"])).toEqual([2, 0, 1]);
    expect(of(["t1", "t3"])).toEqual([2, 1]);
  });

  it("keep their tint after a reload", () => {
    const kept = new Map<string, string>();
    vi.stubGlobal("sessionStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text) });
    const of = (tints: Tints, tickets: string[]): number[] => errandsOf(tickets, atlas, new Map(), tints, null).map(({ tint }) => tint);
    const first = new Tints("table");
    of(first, ["t2", "t3"]);
    expect(of(first, ["t1", "t2", "t3"])).toEqual([2, 0, 1]);
    const after = new Tints("table");
    of(after, []); // nothing has come from the server yet
    expect(of(new Tints("table"), ["t1", "t2", "t3"])).toEqual([2, 0, 1]);
    expect(of(new Tints("another"), ["t1", "t2", "t3"])).toEqual([0, 1, 2]);
    vi.unstubAllGlobals();
  });

  it("a region stands for all its places", () => {
    expect(atlas.placesOf("north")).toEqual(["a", "b"]);
  });
});

describe("tints", () => {
  const channels = (colour: string): number[] => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const far = (one: string, two: string): number => Math.hypot(...channels(one).map((n, i) => n - channels(two)[i]!));

  it("are none of the colours of routes and seats, and differ in their dashes too", () => {
    for (const { colour } of TINTS) for (const paint of Object.values(PAINTS)) expect(far(colour, paint.fill), `${colour} ${paint.fill}`).toBeGreaterThan(30);
    expect(new Set(TINTS.map((tint) => dashes(tint, 1))).size).toBe(TINTS.length);
  });
});

describe("majorities", () => {
  const found = majorities([
    { red: 3, blue: 1, green: 0, white: 2 },
    { red: 1, blue: 1, green: 0, white: 0 },
    { red: 2, blue: 0, green: 0, white: 2 },
  ]);

  it("the most and the second most of each colour", () => {
    expect(found[0]).toEqual({ colour: "red", held: [3, 1, 2], most: [0], second: [2] });
    expect(rankOf(found, "red", 0)).toBe("most");
    expect(rankOf(found, "red", 2)).toBe("second");
    expect(rankOf(found, "red", 1)).toBe("");
  });

  it("a shared lead leaves no second, and nothing is no lead", () => {
    expect(found[1]).toMatchObject({ most: [0, 1], second: [] });
    expect(found[2]).toMatchObject({ most: [], second: [] });
    expect(found[3]).toMatchObject({ most: [0, 2], second: [] });
  });
});

describe("a hint", () => {
  it("lies above where it would cover below what it is about, unless that is no better", () => {
    const [low, high] = [{ x: 100, y: 500, width: 300, height: 60 }, { x: 100, y: 10, width: 300, height: 60 }];
    const [below, above, aside] = [{ x: 200, y: 520 }, { x: 200, y: 20 }, { x: 900, y: 520 }];
    expect(better(low, high, [])).toBe("low");
    expect(better(low, high, [aside])).toBe("low");
    expect(better(low, high, [below])).toBe("high");
    expect(better(low, high, [below, above])).toBe("low");
    expect(better(low, high, [below, below, above])).toBe("high");
  });
});

describe("cards that fly", () => {
  it("leave the deck they were drawn from", async () => {
    const { flown } = await import("../../src/table/map/flown");
    expect(flown({ event: "drew", seat: 1, card: null, card_deck: "ship" }, 0)).toEqual({ from: ["deck-ship"], to: ["plate-1", "plates"], n: 1 });
    expect(flown({ event: "drew", seat: 0, card: "red" }, 0)).toEqual({ from: ["deck-"], to: ["hand-red", "hand", "plate-0"], n: 1 });
    expect(flown({ event: "kept", seat: 0, ticket: "a-b" }, 0)).toBeNull();
  });
});
