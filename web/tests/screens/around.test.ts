/** The pages around the game: their words, tables to be, the end, the chart, the film, the guide. */
import { describe, expect, it } from "vitest";
import type { ReplayMove } from "../../src/lib/wire";
import { cut, place } from "../../src/screens/coach/place";
import { advance, STEPS, visible, words, type Glance } from "../../src/screens/coach/steps";
import { chair, notes, seated, seconds, wish, type Chair, type Form, type Pace } from "../../src/screens/new/wish";
import { claims, clamp, dwell, inARow, milestones, pointsAt, positions, stepFrom, turnFrom } from "../../src/screens/replay/fold";
import { againstBots, inOrder, span, usualPlayers } from "../../src/screens/start/plan";
import en from "../../src/words/around.en.json";
import common from "../../src/words/common.en.json";
import comune from "../../src/words/common.it.json";
import it_ from "../../src/words/around.it.json";

const gaps = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)[|}]/g)].map((match) => match[1]!))].sort();

describe("words", () => {
  it("are the same in both languages, with the same gaps", () => {
    expect(Object.keys(it_).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of Object.entries(en)) expect(gaps((it_ as Record<string, string>)[key]!), key).toEqual(gaps(text));
  });

  it("tell every step of the guide", () => {
    for (const step of STEPS) for (const key of [`guide.${step.id}`, `guide.${step.id}.title`]) expect(en, key).toHaveProperty([key]);
  });

  it("have names for every opponent, and none twice", () => {
    for (const words of [common, comune] as Record<string, string>[]) {
      const names = [0, 1, 2, 3].flatMap((level) => words[`level.${level}.names`]!.split(", "));
      expect(names.length).toBeGreaterThanOrEqual(20);
      expect(new Set(names).size).toBe(names.length);
    }
    expect(Object.keys(comune)).toEqual(Object.keys(common));
  });
});

describe("who sits at a new table", () => {
  const at = (...kinds: Chair["kind"][]): Chair[] => kinds.map((kind) => ({ kind, name: "", bot: "" }));

  it("hears of the link where a friend will use it, and of passing the device on where two do", () => {
    expect(notes(at("person", "bot", "bot"))).toEqual([]);
    expect(notes(at("person", "open"))).toEqual(["new.seats.line"]);
    expect(notes(at("person", "person", "bot"))).toEqual(["new.hotseat"]);
    expect(notes(at("person", "person", "open"))).toEqual(["new.hotseat", "new.seats.line"]);
    for (const key of notes(at("person", "person", "open"))) expect(en).toHaveProperty([key]);
  });
});

describe("a game at once", () => {
  it("is small if it is short, and a table of three if it is long", () => {
    expect(usualPlayers([2, 3, 4], 15)).toBe(2);
    expect(usualPlayers([2, 3, 4, 5], 45)).toBe(3);
    expect(usualPlayers([3, 4, 5], 45)).toBe(3);
    expect(usualPlayers([2], 90)).toBe(2);
    expect(usualPlayers([2, 4], 90)).toBe(2);
  });

  it("seats one person and bots with names", () => {
    expect(againstBots(3, "Anna", "greedy", (_, n) => `T${n}`)).toEqual([
      { kind: "person", name: "Anna" },
      { kind: "bot", name: "T0", bot: "greedy" },
      { kind: "bot", name: "T1", bot: "greedy" },
    ]);
    expect(againstBots(2, "Anna", "", () => "T")[1]).toEqual({ kind: "bot", name: "T" });
  });

  it("shows short games first and says how many play", () => {
    const games = [{ minutes: 45, players: [2] }, { players: [2] }, { minutes: 15, players: [2] }];
    expect(inOrder(games).map((game) => game.minutes)).toEqual([15, 45, undefined]);
    expect([span([2, 3, 4]), span([2]), span([2, 4])]).toEqual(["2–4", "2", "2, 4"]);
  });
});

describe("a new table", () => {
  const form: Form = {
    game: "x",
    chairs: [
      { kind: "person", name: " Anna ", bot: "" },
      { kind: "person", name: " ", bot: "" },
      { kind: "bot", name: "", bot: "greedy" },
      { kind: "open", name: "left over", bot: "greedy" },
      { kind: "bot", name: "", bot: "" },
    ],
    shuffle: false,
    pace: "free",
    seconds: 60,
    days: 3,
    public: true,
    hints: null,
    options: {},
  };

  const called = (_: string, n: number): string => `Train ${n}`;

  it("asks for the chairs as the form says", () => {
    const made = wish(form, (seat) => `Player ${seat + 1}`, called);
    expect(made).toEqual({
      game: "x",
      seats: [
        { kind: "person", name: "Anna" },
        { kind: "person", name: "Player 2" },
        { kind: "bot", name: "Train 0", bot: "greedy" },
        { kind: "open" },
        { kind: "bot", name: "Train 1" },
      ],
      shuffle: false,
      public: true,
      hints: true,
      pace: "free",
    });
  });

  it("forbids hints among strangers who play against the clock, unless somebody says otherwise", () => {
    const hints = (said: boolean | null, listed: boolean, pace: Pace): boolean | null | undefined => wish({ ...form, hints: said, public: listed, pace }, String, called).hints;
    expect([hints(null, true, "live"), hints(null, true, "free"), hints(null, false, "live")]).toEqual([false, true, true]);
    expect([hints(true, true, "live"), hints(false, false, "free")]).toEqual([true, false]);
  });

  it("gives no two at the table the same name", () => {
    const bots = { ...form, chairs: [chair(0, "Train 0", ""), ...Array.from({ length: 3 }, (): Chair => ({ kind: "bot", name: "", bot: "greedy" }))] };
    expect(wish(bots, String, called).seats.map((seat) => seat.name)).toEqual(["Train 0", "Train 1", "Train 2", "Train 3"]);
  });

  it("has time in seconds only where there is a clock", () => {
    expect(seconds({ pace: "free", seconds: 60, days: 3 })).toBe(0);
    expect(seconds({ pace: "live", seconds: 60, days: 3 })).toBe(60);
    expect(seconds({ pace: "correspondence", seconds: 60, days: 3 })).toBe(259_200);
    expect(wish({ ...form, pace: "live" }, String, called).seconds).toBe(60);
    expect(wish({ ...form, options: { dice: true } }, String, called).options).toEqual({ dice: true });
  });

  it("keeps the chairs there are when more or fewer play", () => {
    const fresh = (seat: number) => chair(seat, "", "greedy");
    const two = seated([], 2, fresh);
    expect(two.map((one) => one.kind)).toEqual(["person", "open"]);
    two[1]!.kind = "bot";
    expect(seated(two, 3, fresh).map((one) => one.kind)).toEqual(["person", "bot", "open"]);
    expect(seated(two, 1, fresh)).toHaveLength(1);
  });
});

const move = (by: number, changed: Record<string, unknown>, ...events: Record<string, unknown>[]): ReplayMove => ({
  seq: 0,
  by,
  events,
  changed,
  asked: [],
  points: [0, 0],
  totals: [0, 0],
});

describe("a film", () => {
  const moves = [
    move(0, { row: 1 }, { event: "took" }),
    move(0, {}, { event: "turn", seat: 1 }),
    move(1, { owned: [[], ["a-b"]] }, { event: "claimed", seat: 1, route: "a-b" }),
    move(1, { row: 2 }, { event: "turn", seat: 0 }),
  ];

  it("lays every move over the one before and leaves the earlier ones alone", () => {
    const film = positions({ view: { cells: { row: 0, owned: [[], []] } }, moves });
    expect(film.map((cells) => cells.row)).toEqual([0, 1, 1, 1, 2]);
    expect(film[2]!.owned).toEqual([[], []]);
    expect(film[4]!.owned).toEqual([[], ["a-b"]]);
  });

  it("counts routes on the way and the whole sheet at the end", () => {
    const scored = [{ points: [1, 2], totals: [-3, 0] }, { points: [15, 17], totals: [35, 29] }] as ReplayMove[];
    expect([0, 1, 2].map((at) => pointsAt({ moves: scored }, at))).toEqual([undefined, [1, 2], [35, 29]]);
  });

  it("knows where something was claimed", () => {
    expect(claims(moves[2])).toEqual(["a-b"]);
    expect(claims(undefined)).toEqual([]);
    expect(milestones(moves)).toEqual([{ at: 3, seat: 1 }]);
  });

  it("goes from turn to turn and from word to word", () => {
    expect(turnFrom(moves, 0, true)).toBe(2);
    expect(turnFrom(moves, 2, true)).toBe(4);
    expect(turnFrom(moves, 4, false)).toBe(2);
    expect(turnFrom(moves, 1, false)).toBe(0);
    const told = [["a"], [], ["b"], []];
    expect([stepFrom(told, 1, true), stepFrom(told, 3, true), stepFrom(told, 3, false), stepFrom(told, 1, false)]).toEqual([3, 4, 1, 0]);
  });

  it("stays inside, ends its sentences, and hurries past silence", () => {
    expect([clamp(-1, 4), clamp(9, 4), clamp(Number.NaN, 4), clamp(2, 4)]).toEqual([0, 4, 0, 2]);
    expect(inARow(["Anna draws", "It is over."])).toBe("Anna draws. It is over.");
    expect(dwell(moves[2], 1, 1)).toBeGreaterThan(dwell(moves[0], 1, 1));
    expect(dwell(moves[0], 0, 1)).toBeLessThan(100);
    expect(dwell(moves[0], 1, 4)).toBe(dwell(moves[0], 1, 1) / 4);
  });
});

describe("the guide", () => {
  const glance = (form: string, of = "", spots: string[] = [], more: Partial<Glance> = {}): Glance => ({
    form,
    of,
    spots: new Set(spots),
    owned: 0,
    cards: 2,
    wild: false,
    over: false,
    ...more,
  });
  const at = (id: string): number => STEPS.findIndex((step) => step.id === id);
  const name = (n: number): string | undefined => STEPS[n]?.id;

  it("waits for the tickets to be chosen", () => {
    const asked = glance("several_of", "ticket", ["yes", "no"]);
    expect(visible(STEPS[at("keep")], asked)).toBe(true);
    expect(advance(at("keep"), asked, asked)).toBe(at("keep"));
    expect(visible(STEPS[at("keep")], glance(""))).toBe(false);
    expect(name(advance(at("keep"), glance("turn", "", ["deck"]), asked))).toBe("hand");
  });

  it("goes on when a card was drawn, and says why a face-up wild was the only one", () => {
    const turn = glance("turn", "", ["deck", "row"]);
    expect(name(advance(at("draw"), turn, turn))).toBe("draw");
    expect(name(advance(at("draw"), glance("one_of", "card", ["deck"], { cards: 3 }), turn))).toBe("second");
    expect(name(advance(at("draw"), glance("", "", [], { cards: 3 }), turn))).toBe("alone");
    expect(name(advance(at("alone"), glance(""), turn))).toBe("alone"); // while the others play
    expect(name(advance(at("alone"), turn, turn))).toBe("others"); // it does not lie over my next turn
    // Before it costs the second card: where a wild lies there.
    expect(words(STEPS[at("draw")]!, turn)).toBe("guide.draw");
    expect(words(STEPS[at("draw")]!, { ...turn, wild: true })).toBe("guide.draw.wild");
    expect(name(advance(at("second"), turn, turn))).toBe("others");
  });

  it("says to collect only as long as nothing can be claimed", () => {
    const poor = glance("turn", "", ["deck"]);
    const rich = glance("turn", "", ["deck", "route"]);
    expect(name(advance(at("collect"), poor, poor))).toBe("collect");
    expect(name(advance(at("collect"), rich, poor))).toBe("claim");
    expect(name(advance(at("claim"), glance("payment", "", ["button"], { owned: 1 }), rich))).toBe("claimed");
  });

  it("has a few last words, each in a turn of its own", () => {
    expect(STEPS.slice(at("claimed")).map((step) => step.id)).toEqual(["claimed", "more", "help"]);
    const turn = glance("turn", "", ["deck"], { owned: 1 });
    expect(visible(STEPS[at("more")], turn, false)).toBe(false);
    expect(visible(STEPS[at("more")], turn, true)).toBe(true);
  });

  it("frames of the map only what a question leaves free", () => {
    const map = { left: 0, top: 0, width: 390, height: 560 };
    const sheet = { left: 0, top: 515, width: 390, height: 285 };
    expect(cut(map, [sheet])).toEqual({ ...map, height: 515 });
    expect(cut(sheet, [sheet])).toEqual(sheet);
    expect(cut(map, [{ left: 0, top: 20, width: 390, height: 60 }])).toEqual(map);
  });

  it("is over with the game, and every step that goes by itself also has its moment", () => {
    expect(advance(0, glance("", "", [], { over: true }), glance(""))).toBe(STEPS.length);
    for (const step of STEPS) if (step.done) expect(step.ready, step.id).toBeDefined();
  });

  it("stands beside what it talks about and inside the window", () => {
    const view = { width: 1366, height: 768 };
    const bubble = { width: 320, height: 200 };
    const left = place({ left: 0, top: 50, width: 470, height: 700 }, bubble, view);
    expect(left.left).toBeGreaterThanOrEqual(470);
    const right = place({ left: 1000, top: 50, width: 366, height: 700 }, bubble, view);
    expect(right.left + bubble.width).toBeLessThanOrEqual(1000);
    const clear = { left: 0, top: 420, width: 390, height: 424 };
    const dot = { left: 180, top: 300, width: 30, height: 30 };
    const phone = { width: 390, height: 844 };
    expect(place(dot, bubble, phone).top).toBeGreaterThan(300);
    expect(place(dot, bubble, phone, [clear]).top + bubble.height).toBeLessThanOrEqual(300);
    // On the smallest phone it points at the cards from above the word on what to do.
    const small = { width: 320, height: 568 };
    const prompt = { left: 0, top: 380, width: 320, height: 60 };
    const cards = { left: 0, top: 440, width: 320, height: 80 };
    const slim = { width: 292, height: 200 };
    expect(place(cards, slim, small).top + slim.height).toBeGreaterThan(prompt.top);
    expect(place(cards, slim, small, [prompt]).top + slim.height).toBeLessThanOrEqual(prompt.top);
    const under = place({ left: 0, top: 60, width: 390, height: 100 }, bubble, phone);
    expect(under.top).toBeGreaterThanOrEqual(160);
    for (const target of [null, { left: 0, top: 0, width: 390, height: 844 }]) {
      const at = place(target, bubble, phone);
      expect(at.left >= 0 && at.left + bubble.width <= 390 && at.top >= 0 && at.top + bubble.height <= 844).toBe(true);
    }
  });
});

