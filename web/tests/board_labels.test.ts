import { describe, expect, test } from "vitest";
import { distance } from "../src/board/layout/curve";
import { guess, place, settings, shared, type Box, type Label, type Wish } from "../src/board/layout/labels";
import { layoutOf, type Layout } from "../src/board/layout/layout";
import { nameSize } from "../src/board/layout/names";
import { BOARDS, boardOf } from "./board_data";

const box = (label: Label): Box => {
  const w = Math.max(...label.lines.map(guess)) * label.size;
  const h = label.lines.length * label.size;
  return { x: label.x - w / 2, y: label.y - h / 2, w, h };
};

const wish = (layout: Layout, size: number, text: Wish["text"]): Wish => ({
  text, size, measure: guess, guests: (town) => town.passengers, guest: layout.long * 0.52,
});

describe.each(BOARDS)("%s", (_, board) => {
  const layout = layoutOf(board);
  describe.each(["en", "it"] as const)("in %s", (language) => {
    const names = new Map(board.places.map((one) => [one.id, one.name[language]]));
    const found = place(layout, wish(layout, layout.wide * 1.05, (town) => names.get(town.id)!));
    const shown = found.labels.filter((label) => !label.hidden);

    test("every place has its name, on the picture", () => {
      const named = layout.towns.filter((town) => !town.unnamed).map((town) => town.id);
      expect(shown.filter((label) => !label.minor).map((label) => label.id).sort()).toEqual(named.sort());
      for (const label of shown) {
        const { x, y, w, h } = box(label);
        expect(Math.min(x, y), label.lines.join(" ")).toBeGreaterThanOrEqual(0);
        expect(x + w).toBeLessThanOrEqual(layout.width);
        expect(y + h).toBeLessThanOrEqual(layout.height);
      }
    });

    test("no name lies on another, on passengers or on a place", () => {
      const names = shown.map((label) => ({ name: label.lines.join(" "), box: box(label) }));
      names.forEach((one, i) => {
        for (const other of [...names.slice(i + 1), ...found.benches.map((bench) => ({ name: `bench ${bench.id}`, box: bench }))]) {
          expect(shared(one.box, other.box), `${one.name} / ${other.name}`).toBe(0);
        }
        for (const town of layout.towns) {
          const { x, y, w, h } = one.box;
          const near = { x: Math.max(x, Math.min(town.x, x + w)), y: Math.max(y, Math.min(town.y, y + h)) };
          expect(distance(near, town), `${one.name} on ${town.id}`).toBeGreaterThan(layout.radius * 0.5);
        }
      });
    });

    test("hardly a name is written across a space", () => {
      const across = shown.flatMap((label) => {
        const { x, y, w, h } = box(label);
        const spaces = layout.tracks.flatMap((track) => track.spaces);
        return spaces.some((space) => space.x > x && space.x < x + w && space.y > y && space.y < y + h) ? [label.id] : [];
      });
      expect(across.length, across.join(", ")).toBeLessThanOrEqual(4);
    });

    test("big letters, as on a phone, leave out hardly a name", () => {
      const big = place(layout, wish(layout, layout.wide * 1.9, (town) => names.get(town.id)!)).labels;
      expect(big.filter((label) => label.hidden && !label.minor).length).toBeLessThanOrEqual(1);
    });

    test("a name is near its place", () => {
      for (const label of shown.filter((one) => !one.minor)) {
        const town = layout.town.get(label.id)!;
        const { x, y, w, h } = box(label);
        const near = { x: Math.max(x, Math.min(town.x, x + w)), y: Math.max(y, Math.min(town.y, y + h)) };
        expect(distance(near, town), label.id).toBeLessThan(layout.radius * 1.25 + label.size * 2.6);
      }
    });
  });

  test("the same twice", () => {
    const again = (): unknown => place(layout, wish(layout, layout.wide, (town) => town.id));
    expect(again()).toEqual(again());
  });
});

const cross = (routes: object[]): Layout => {
  const places = [["m", 0.5, 0.5], ["e", 0.8, 0.5], ["w", 0.2, 0.5], ["n", 0.5, 0.2], ["s", 0.5, 0.8]].map(([id, x, y]) => ({ id, x, y }));
  return layoutOf(boardOf({ id: "cross", picture: { aspect: 1 }, places, routes: routes.map((route) => ({ length: 3, ...route })) }));
};

test("a name keeps off the routes", () => {
  const layout = cross(["e", "w", "n"].map((b) => ({ a: "m", b })));
  const label = place(layout, wish(layout, 30, (town) => (town.id === "m" ? "Middle" : ""))).labels[0]!;
  expect(label.y).toBeGreaterThan(500); // the south is free
  expect(Math.abs(label.x - 500)).toBeLessThan(60);
});

test("names without room are hidden, the best connected stays", () => {
  const places = Array.from({ length: 16 }, (_, i) => ({ id: `p${i}`, x: 0.35 + 0.1 * (i % 4), y: 0.35 + 0.1 * Math.floor(i / 4) }));
  const routes = [0, 3, 12, 15, 6].map((i) => ({ a: "p5", b: `p${i}`, length: 1 }));
  const layout = layoutOf(boardOf({ id: "crowd", picture: { aspect: 1 }, places, routes }));
  const { labels } = place(layout, wish(layout, 45, () => "Nameswithoutroom"));
  expect(labels.find((label) => label.id === "p5")!.hidden).toBe(false);
  expect(labels.filter((label) => label.hidden).length).toBeGreaterThan(2);
});

test("a long name may stand on two lines or three, as even as they get", () => {
  expect(settings("Wien")).toEqual([["Wien"]]);
  expect(settings("New York")).toEqual([["New York"], ["New", "York"]]);
  expect(settings("Empire State Building")).toEqual([["Empire State Building"], ["Empire State", "Building"], ["Empire", "State", "Building"]]);
});

test("names are about one size on screen, and never lost between the spaces", () => {
  expect(nameSize(1, 13, 900) * 1).toBeCloseTo(13, -1);
  expect(nameSize(0.7, 13, 900) * 0.7).toBeGreaterThan(10.5);
  expect(nameSize(4, 13, 900)).toBeGreaterThan(13 * 0.65);
  expect(nameSize(0.1, 13, 390)).toBeLessThan(13 * 2.5);
});
