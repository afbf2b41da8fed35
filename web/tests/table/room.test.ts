import { describe, expect, test } from "vitest";
import { arrange, LEAST, SHARE, type Surroundings } from "../../src/table/state/room";
import { BOARDS } from "../board_data";

const SIZES = [
  [320, 568],
  [360, 640],
  [390, 844],
  [844, 390],
  [768, 1024],
  [820, 1180],
  [1024, 768],
  [1366, 768],
  [1920, 1080],
  [2560, 1440],
] as const;

const at = (width: number, height: number, aspect: number, rest: Partial<Surroundings> = {}): Surroundings => ({ width, height, aspect, rem: 16, piles: 7, more: false, ...rest });

describe.each(BOARDS)("%s", (_, { aspect }) => {
  test.each(SIZES)("the map comes first at %i x %i", (width, height) => {
    for (const piles of [0, 2, 7, 9])
      for (const more of [false, true]) {
        const { map, pile, card } = arrange(at(width, height, aspect, { piles, more }));
        const share = (map.w * map.h) / (width * height);
        const touches = map.w >= width - 0.5 || map.h >= height - 0.5;
        expect(share >= SHARE || touches, `${piles} piles: ${share}`).toBe(true);
        expect(Math.min(pile, card)).toBeGreaterThanOrEqual(LEAST);
      }
  });
});

test("a wide window has panels on both sides of an upright board, and everything in sight", () => {
  expect(arrange(at(1366, 768, 0.66))).toMatchObject({ way: "between", tabs: "none" });
});

test("on a phone held sideways an upright board begins near, beside one slim column", () => {
  for (const aspect of [0.646, 0.66]) {
    const { way, near, map, column } = arrange(at(844, 390, aspect));
    expect([way, near > 1.5, column <= 240]).toEqual(["beside", true, true]);
    expect(map.w).toBeGreaterThan(480); // all of it from the top to the bottom would be 252 broad
  }
});

test("anywhere else all of it is in sight at first", () => {
  for (const [width, height] of SIZES)
    for (const [, { aspect }] of BOARDS)
      if (height >= 480 || aspect > 1) expect(arrange(at(width, height, aspect)).near).toBe(1);
});

test("a broad board has them beside it, and the hand below", () => {
  expect(arrange(at(1366, 768, 1.55))).toMatchObject({ way: "beside", tabs: "none" });
});

test("around the corner the hand has room for five colours, or the story stays in the column", () => {
  for (const [width, height] of SIZES)
    for (const [, { aspect }] of BOARDS) {
      const { way, zone, news, card } = arrange(at(width, height, aspect));
      if (way === "corner") expect(width - zone - news).toBeGreaterThanOrEqual(5 * card);
    }
});

test("larger text is a smaller window: tabs come, the map stays", () => {
  const { tabs, map } = arrange(at(1366, 768, 1.55, { rem: 32 }));
  expect(tabs).toBe("all");
  expect(map.w).toBeGreaterThan(600);
});

test("no window is too small for an answer", () => {
  for (const [width, height] of [[200, 200], [120, 900], [900, 120], [1, 1]] as const) expect(arrange(at(width, height, 1.5)).pile).toBe(LEAST);
});
