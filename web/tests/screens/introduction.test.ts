/** The first time at a box: what is said of it, and that it is said once. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Cells } from "../../src/lib/sight";
import type { Board } from "../../src/lib/wire";
import { meet, NOVELTIES, noveltiesOf, unmet } from "../../src/screens/coach/novelties";
import en from "../../src/words/around.en.json";
import it_ from "../../src/words/around.it.json";
import { BOARDS } from "../board_data";

const board = (name: string, more: Partial<Board> = {}): Board => Object.assign({ cards: [], supplies: [] }, BOARDS.find(([id]) => id === name)![1], more);
const said = (cells: Cells, map: Board, facts: Record<string, number> = {}): string[] =>
  noveltiesOf({ cells, board: map, fact: (name) => facts[name] }).map((one) => one.id);

describe("what a box has of its own", () => {
  it("is told by its mechanics, in both languages", () => {
    for (const id of NOVELTIES) for (const key of [`intro.${id}`, `intro.${id}.title`]) for (const words of [en, it_]) expect(words, key).toHaveProperty([key]);
    const spoken = Object.keys(en).filter((key) => key.startsWith("intro.") && key.endsWith(".title") && key !== "intro.title");
    expect(spoken.map((key) => key.split(".")[1]).sort()).toEqual([...NOVELTIES].sort());
  });

  it("is what the position, the map and the rules show", () => {
    const cards = { hands: [], hand_sizes: [], deck_size: 90, row: {} };
    const dice = { dice: [], tokens: [] };
    expect(said({ ...cards, waiting: { berlin: { red: 2 } } }, board("germany"), { globetrotter: 15 })).toEqual(["passengers", "globetrotter"]);
    expect(said({ ...dice, waiting: { berlin: { red: 2 } } }, board("germany"), { globetrotter: 15 })).toEqual(["dice", "tokens", "passengers", "globetrotter"]);
    expect(said({ ...cards, stations: [[], []] }, board("europe"), { longest_path: 10 })).toEqual(["stations", "ferries", "tunnels", "longest_path"]);
    expect(said({ ...dice, stations: [[], []] }, board("europe"))).toEqual(["dice", "tokens", "stations", "tunnels"]);
    expect(said({ hands: [], deck_size: 60, completed: [0, 0], bonuses: [{}, {}] }, board("ghost_train"), { goal: 6 })).toEqual(["blind", "race", "bonuses"]);
    expect(said({ ...cards, deck_size: { train: 40, ship: 40 }, harbours: [[], []] }, board("world", { supplies: [{ kind: "rail" }, { kind: "sea" }] as Board["supplies"] }))).toEqual(["ships", "decks", "harbours", "rugged", "tours"]);
    expect(said(cards, board("switzerland"), { wild_routes: 8 })).toEqual(["tunnel_wilds", "tunnels", "countries"]);
    expect(said(cards, board("nordic"), { wild_routes: 20 })).toEqual(["ferry_wilds", "ferries", "tunnels"]);
    expect(said({ ...dice }, board("nordic"), { wild_routes: 20 })).toEqual(["dice", "tokens", "tunnels"]); // there are no wilds
    expect(said(cards, board("new_york"))).toEqual(["landmarks"]);
    expect(said(cards, board("usa"), { longest_path: 10 })).toEqual(["longest_path"]);
    const fares = [{ passenger: true, from_length: 0 }, { passenger: false, from_length: 4 }] as Board["cards"];
    expect(said({ ...cards, goods: { berlin: 4, kiel: 1 }, passengers_left: [3, 3] }, board("maerklin", { cards: fares }))).toEqual(["merchandise", "journeys", "fares", "long_wilds"]);
  });

  it("points at the place where most is to be seen", () => {
    const [first] = noveltiesOf({ cells: { waiting: { kiel: { red: 1 }, berlin: { red: 2, blue: 3 } } }, board: board("germany"), fact: () => undefined });
    expect(first!.at).toEqual(['[data-place="berlin"]']);
  });
});

describe("an introduction", () => {
  const store = new Map<string, string>();
  beforeEach(() => {
    store.clear();
    vi.stubGlobal("localStorage", { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => store.set(key, value) });
  });
  afterEach(() => vi.unstubAllGlobals());

  const all = ["dice", "passengers"].map((id) => ({ id, at: [] }));

  it("is told once for each box", () => {
    expect(unmet("germany", all)).toEqual(all);
    meet("germany", ["passengers"]);
    expect(unmet("germany", all).map((one) => one.id)).toEqual(["dice"]); // with dice, only the dice are new
    meet("germany", ["dice"]);
    expect(unmet("germany", all)).toEqual([]);
    expect(unmet("usa", all)).toEqual(all);
  });

  it("is told again where nothing sensible was kept", () => {
    for (const kept of ["", "null", "[]", "{", '{"germany": 7}']) {
      store.set("capotreno.met", kept);
      expect(unmet("germany", all), kept).toEqual(all);
    }
  });
});

describe("who plays against a newcomer", () => {
  it("is gentle for three games on this device, unless somebody else is chosen", async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
    vi.stubGlobal("history", { pushState: () => undefined });
    vi.stubGlobal("location", { origin: "http://here", pathname: "/", search: "", hash: "", href: "http://here/" });
    vi.stubGlobal("addEventListener", () => undefined);
    vi.stubGlobal("scrollTo", () => undefined);
    const bots = ["first", "second", "third", "best"].map((bot, level) => ({ bot, name: { en: bot, it: bot }, about: { en: bot, it: bot }, level, tables: null }));
    const asked: (string | undefined)[] = [];
    vi.stubGlobal("fetch", (_: string, call?: { body?: string }) => {
      if (!call?.body) return Promise.resolve(new Response(JSON.stringify(bots)));
      asked.push((JSON.parse(call.body) as { seats: { bot?: string }[] }).seats[1]!.bot);
      return Promise.resolve(new Response(JSON.stringify({ table: "t", token: "a-token-of-some-length", seats: [0] })));
    });
    const { begin } = await import("../../src/screens/start/begin");
    const { ladder } = await import("../../src/lib/opponents.svelte");
    void ladder.bots;
    await vi.waitFor(() => expect(ladder.bots).toHaveLength(4));
    const against = (bot?: string) => begin({ game: "usa", seats: [{ kind: "person" }, { kind: "bot", ...(bot ? { bot } : {}) }] });
    expect(ladder.level("")).toBe(1);
    await against();
    await against("third");
    await against();
    await against();
    expect(asked).toEqual(["second", "third", "second", undefined]);
    expect(ladder.level("")).toBe(3);
    ladder.choose("third"); // on any card: from now on it holds for all of them
    await against();
    expect(asked.at(-1)).toBe("third");
    expect(ladder.level("")).toBe(2);
    kept.delete("capotreno.begun"); // a choice holds in the first games too
    expect(ladder.level("")).toBe(2);
    vi.unstubAllGlobals();
  });
});
