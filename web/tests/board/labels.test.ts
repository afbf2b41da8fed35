import { describe, expect, test } from "vitest";
import { tokenSize } from "../../src/board/layout/candidates";
import { type Box, broken, farFrom, guess, type Label, MapNames, seatsOf, settings, shared, shortened, type Wish } from "../../src/board/layout/labels";
import { layoutOf, type Layout, type Town } from "../../src/board/layout/layout";
import { LEAST, nameSize, placed } from "../../src/board/layout/lettering";
import { fitOf, nearest } from "../../src/board/look/camera.svelte";
import type { Board } from "../../src/lib/wire";
import { BOARDS, boardOf } from "../board_data";

/** A board of somebody's own: many places as they fall, some of them close together, and a region. */
function ownBoard(): Board {
  let seed = 11;
  const chance = (): number => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const places = Array.from({ length: 44 }, (_, i) => ({ id: `p${i}`, name: ["Ost", "Neustadt", "San Michele Terra", "Kirkkonummi"][i % 4]! + i, x: 0, y: 0 }));
  for (const [i, place] of places.entries()) {
    do [place.x, place.y] = [0.04 + chance() * 0.92, 0.04 + chance() * 0.92];
    while (places.slice(0, i).some((other) => Math.hypot(other.x - place.x, (other.y - place.y) / 1.4) < 0.06));
  }
  const routes = places.slice(1).map((place, i) => ({ a: place.id, b: `p${Math.floor((i + 1) / 2)}`, length: 1 + (i % 4) }));
  const tickets = places.slice(2).map((place, i) => ({ stops: [place.id, `p${(i * 7) % 44}`] })).filter(({ stops: [a, b] }) => a !== b);
  return boardOf({ id: "own", picture: { aspect: 1.4 }, places, routes, tickets, regions: [{ id: "south", name: "The Far South", places: ["p1", "p2", "p3"] }] });
}

const ALL: [string, Board][] = [...BOARDS, ["a board of your own", ownBoard()]];

/** Every screen from a small phone to a large monitor. */
const SCREENS: [number, number][] = [[320, 568], [360, 640], [390, 844], [844, 390], [768, 1024], [820, 1180], [1024, 768], [1366, 768], [1920, 1080], [2560, 1440]];

/** The map as large as a screen allows, and as small as the table makes it: from edge to edge, or more than half of the screen. */
function scalesOf({ width, height }: Layout): number[] {
  return SCREENS.flatMap(([w, h]) => {
    const most = fitOf({ w, h }, { w: width, h: height });
    return [most, Math.min(most, Math.sqrt((0.55 * w * h) / (width * height)))];
  });
}

/** Every size of letters that comes up on a board, over all screens and zooms. */
function sizesOf(layout: Layout): number[] {
  const found = new Set<number>();
  for (const fit of scalesOf(layout)) {
    for (let zoom = 1; zoom <= nearest(fit); zoom *= 1.25) found.add(nameSize(fit * zoom, layout.wide));
  }
  return [...found].sort((one, two) => two - one);
}

const WIDER = 1.12; // another face of letters
const crowd = (layout: Layout): { guests: (town: Town) => number; guest: number } => ({ guests: (town) => town.passengers, guest: layout.long * 0.52 });

/** What is wrong with some names: each fault in words. */
function faults(layout: Layout, labels: readonly Label[], benches: readonly Box[], size: number, strict: (id: string) => boolean): string[] {
  const found: string[] = [];
  const middle = ({ x, y, w, h }: Box): Box => ({ x: x + w / 2, y: y + h / 2, w: 0, h: 0 });
  labels.forEach((label, i) => {
    const name = label.lines.join(" ");
    if (label.x < 0 || label.y < 0 || label.x + label.w > layout.width || label.y + label.h > layout.height) found.push(`${name} leaves the map`);
    for (const other of labels.slice(i + 1)) if (shared(label, other) > 0) found.push(`${name} lies on ${other.lines.join(" ")}`);
    if (label.kind === "region") return;
    const own = layout.town.get(label.id)!;
    if (strict(label.id) && benches.some((bench) => shared(label, bench) > 0)) found.push(`${name} lies on passengers`);
    for (const town of layout.towns) {
      const r = town.stall ? tokenSize(layout, size) * 1.42 : layout.radius;
      if (town === own ? strict(label.id) && farFrom(label, town) < r : farFrom(label, town) < r) found.push(`${name} lies on ${town.id}`);
      if (town === own) continue;
      if (farFrom(label, town) <= farFrom(label, own)) found.push(`${name} stands at ${town.id}`);
      if (strict(label.id) && farFrom(middle(label), town) <= farFrom(middle(label), own)) found.push(`the middle of ${name} is at ${town.id}`);
    }
  });
  return found;
}

/** So many hands of tickets, dealt by a chance of their own. */
function hands(board: Board, n: number, each: number): Set<string>[] {
  let seed = 7;
  const chance = (): number => (seed = (seed * 16807) % 2147483647);
  return Array.from({ length: n }, () => new Set(Array.from({ length: each }, () => board.tickets[chance() % board.tickets.length]!.stops).flat()));
}

describe.each(ALL)("%s", (_, board) => {
  const layout = layoutOf(board);
  const sizes = sizesOf(layout);

  describe.each(["en", "it"] as const)("in %s", { timeout: 120_000 }, (language) => {
    const texts = new Map([...board.places, ...board.regions].map((one) => [one.id, one.name[language]]));
    const wish = (size: number, wide = 1): Wish => ({ text: ({ id }) => texts.get(id)!, size, measure: (text) => guess(text) * wide });
    const at = (size: number): ReturnType<typeof placed> => placed(layout, language, wish(size), crowd(layout));
    const towns = layout.towns.filter((town) => !town.unnamed);

    test("a name stands at its own place, on the map, and off all else, at every size and zoom", () => {
      for (const size of sizes) {
        const { names, benches } = at(size);
        expect(faults(layout, names.shown(new Set()), benches, size, () => true), `letters of ${size}`).toEqual([]);
      }
    });

    test("and with other letters", () => {
      for (const size of [sizes[0]!, sizes[Math.floor(sizes.length / 2)]!]) {
        const benches = seatsOf(layout, wish(layout.wide * 1.1, WIDER), crowd(layout));
        const names = new MapNames(layout, wish(size, WIDER), benches);
        expect(faults(layout, names.shown(new Set()), benches, size, () => true)).toEqual([]);
      }
    });

    test("the names of a hand's tickets are always there, and at their own places", () => {
      for (const size of sizes) {
        const { names, benches } = at(size);
        for (const hand of hands(board, 4, board.id === "world" ? 4 : 5)) {
          const stops = [...hand].flatMap((stop) => (layout.town.has(stop) ? [[stop]] : [[stop, ...layout.regions.find(({ id }) => id === stop)!.towns.map(({ id }) => id)]]));
          const wanted = new Set(stops.flat());
          const labels = names.shown(wanted);
          const shown = new Set(labels.map(({ id }) => id));
          expect(stops.filter((some) => !some.some((id) => shown.has(id))), `letters of ${size}`).toEqual([]);
          const wrong = faults(layout, labels, benches, size, (id) => !wanted.has(id));
          expect(wrong, `letters of ${size}`).toEqual([]);
        }
      }
    });

    test("each ticket's names are there on the smallest phone too, with wider letters", () => {
      const size = sizes[0]!;
      const benches = seatsOf(layout, wish(layout.wide * 1.1, WIDER), crowd(layout));
      const names = new MapNames(layout, wish(size, WIDER), benches);
      const stops = [...new Set(board.tickets.flatMap((ticket) => ticket.stops))].filter((stop) => layout.town.has(stop));
      for (const stop of stops) expect(names.shown(new Set([stop])).some(({ id }) => id === stop), stop).toBe(true);
    });

    test("a place without room for its name has it when somebody points at it", () => {
      for (const size of sizes) {
        const { names } = at(size);
        for (const town of towns) expect(names.only(town.id)?.lines.join(""), town.id).toBeTruthy();
      }
    });

    test("on a laptop every place has its name, and on a phone held upright most have", () => {
      const count = (w: number, h: number): number => {
        const names = at(nameSize(fitOf({ w, h }, { w: layout.width, h: layout.height }), layout.wide)).names;
        return names.shown(new Set()).filter(({ kind }) => kind === "place").length;
      };
      expect(count(1366, 720)).toBe(towns.length);
      expect(count(390, 500)).toBeGreaterThan(towns.length * (board.id === "own" ? 0.6 : 0.8));
    });

    test("regions have their names where their places have others", () => {
      const named = board.regions.filter(({ id }) => !layout.regions.find((one) => one.id === id)!.towns.some((town) => texts.get(town.id) === texts.get(id)));
      const shown = new Set(at(nameSize(0.9, layout.wide)).names.shown(new Set()).map(({ id }) => id));
      expect(named.filter(({ id }) => !shown.has(id))).toEqual([]);
    });

    test("names stay on their side when letters grow a step", () => {
      const small = sizes.filter((size) => size <= layout.wide * 1.4);
      let [kept, all] = [0, 0];
      small.slice(1).forEach((size, i) => {
        const [now, before] = [at(size).names, at(small[i]!).names];
        for (let n = 0; n < towns.length; n++) {
          if (before.sideOf(n) === null || now.sideOf(n) === null) continue;
          [kept, all] = [kept + Number(now.sideOf(n) === before.sideOf(n)), all + 1];
        }
      });
      expect(kept / all).toBeGreaterThan(0.7);
    });
  });
});

test("what Ghost Train's bonus names is on the map at every size", () => {
  const board = new Map(BOARDS).get("ghost_train")!;
  const layout = layoutOf(board);
  for (const language of ["en", "it"] as const) {
    const texts = new Map([...board.places, ...board.regions].map((one) => [one.id, one.name[language]]));
    for (const size of sizesOf(layout)) {
      const { names } = placed(layout, language, { text: ({ id }) => texts.get(id)!, size, measure: guess }, crowd(layout));
      expect(names.shown(new Set()).filter(({ kind }) => kind === "region").map(({ id }) => id).sort()).toEqual(["coast", "dark_forest"]);
    }
  }
});

const cross = (routes: object[]): Layout => {
  const places = [["m", 0.5, 0.5], ["e", 0.8, 0.5], ["w", 0.2, 0.5], ["n", 0.5, 0.2], ["s", 0.5, 0.8]].map(([id, x, y]) => ({ id, x, y }));
  return layoutOf(boardOf({ id: "cross", picture: { aspect: 1 }, places, routes: routes.map((route) => ({ length: 3, ...route })) }));
};

test("a name keeps off the routes", () => {
  const layout = cross(["e", "w", "n"].map((b) => ({ a: "m", b })));
  const label = new MapNames(layout, { text: ({ id }) => (id === "m" ? "Middle" : ""), size: 30, measure: guess }, []).shown(new Set())[0]!;
  expect(label.y).toBeGreaterThan(500); // the south is free
  expect(Math.abs(label.x + label.w / 2 - 500)).toBeLessThan(60);
});

test("names without room are hidden; what is wanted is there, and the rest stays where it was", () => {
  const places = Array.from({ length: 16 }, (_, i) => ({ id: `p${i}`, x: 0.35 + 0.1 * (i % 4), y: 0.35 + 0.1 * Math.floor(i / 4) }));
  const routes = [0, 3, 12, 15, 6].map((i) => ({ a: "p5", b: `p${i}`, length: 1 }));
  const layout = layoutOf(boardOf({ id: "crowd", picture: { aspect: 1 }, places, routes }));
  const names = new MapNames(layout, { text: () => "Names", size: 50, measure: guess }, []);
  const usual = names.shown(new Set());
  expect(usual.length).toBeLessThan(16);
  const hidden = places.find(({ id }) => !usual.some((label) => label.id === id))!.id;
  const wanted = names.shown(new Set([hidden]));
  expect(wanted.some(({ id }) => id === hidden)).toBe(true);
  expect(wanted.filter((label) => usual.some((other) => other.id === label.id && other.x === label.x && other.y === label.y)).length).toBeGreaterThan(usual.length - 4);
});

test("a long name may stand on two lines or three, as even as they get, and only then be broken", () => {
  expect(settings("Wien")).toEqual([["Wien"]]);
  expect(settings("New York")).toEqual([["New York"], ["New", "York"]]);
  expect(settings("Empire State Building")).toEqual([["Empire State Building"], ["Empire State", "Building"], ["Empire", "State", "Building"]]);
  expect(broken("Wien")).toEqual([]);
  expect(broken("Saarbrücken")).toEqual([["Saar-", "brücken"], ["Saar-", "brüc-", "ken"]]);
  expect(["Wien", "Kreuzlingen", "Dar es Salaam"].map(shortened)).toEqual([[], [["Kreuz."]], [["Dar."]]]);
  expect(broken("Rio de Janeiro")[0]).toEqual(["Rio", "de", "Ja-", "neiro"]);
});

test("letters are never too small to read, nor much larger than they need be", () => {
  for (let scale = 0.1; scale < 8; scale *= 1.01) {
    expect(nameSize(scale, 13) * scale).toBeGreaterThanOrEqual(LEAST);
    expect(nameSize(scale, 13) * scale).toBeLessThan(18.5);
  }
});

test("a map that grows or shrinks a little keeps its names as they are", () => {
  for (let scale = 0.15; scale < 4; scale *= 1.13) {
    const size = nameSize(scale * 1.08, 13);
    expect(nameSize(scale * 1.15, 13, size)).toBe(size);
    expect(nameSize(scale * 1.08, 13, size)).toBe(size);
  }
});
