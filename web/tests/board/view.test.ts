import { describe, expect, test } from "vitest";
import { clamped, fitOf, holding, nearer, nearest, showing, type View } from "../../src/board/look/camera.svelte";
import { dusk } from "../../src/board/draw/dusk";
import { layoutOf } from "../../src/board/layout/layout";
import { clearCorner } from "../../src/board/layout/pieces";
import { boxOf, heart, routeAt, towards, townAt } from "../../src/board/look/pick";
import type { Drawing } from "../../src/board/types";
import { boardOf } from "../board_data";

const frame = { w: 800, h: 600 };
const board = { w: 1000, h: 500 };
const whole: View = { x: 0, y: 100, zoom: 1 };

describe("the camera", () => {
  test("the whole board fits and stands in the middle", () => {
    expect(fitOf(frame, board)).toBe(0.8);
    expect(clamped({ x: 77, y: -5, zoom: 0.3 }, frame, board)).toEqual(whole);
  });

  test("what is under the pointer stays there", () => {
    const view = nearer(whole, 2, 200, 300, frame, board);
    const at = (one: View): number[] => [(200 - one.x) / (0.8 * one.zoom), (300 - one.y) / (0.8 * one.zoom)];
    expect(view.zoom).toBe(2);
    expect(at(view)).toEqual(at(whole));
  });

  test("no edge is pulled inwards, and there is an end to zooming", () => {
    const view = nearer(whole, 1000, 0, 100, frame, board);
    expect(view.zoom).toBe(nearest(0.8));
    expect(clamped({ ...view, x: 500, y: 500 }, frame, board)).toEqual({ x: 0, y: 0, zoom: view.zoom });
    const far = clamped({ ...view, x: -1e6, y: -1e6 }, frame, board);
    expect(far.x).toBeCloseTo(800 - 1000 * 0.8 * view.zoom);
  });

  test("what something lies on can be pulled up from beneath it, and is where it is asked for", () => {
    const covered = 250;
    expect(clamped(whole, frame, board, covered)).toEqual(whole); // it does not move by itself
    expect(clamped({ ...whole, y: -1e6 }, frame, board, covered).y).toBe(100 - covered);
    const box = { x: 400, y: 420, w: 80, h: 50 };
    expect(showing(whole, box, frame, board)).toBe(whole);
    const moved = showing(whole, box, frame, board, covered);
    expect(moved.y + (box.y + box.h) * 0.8).toBeLessThanOrEqual(frame.h - covered);
  });

  test("zooming in and out again is the whole board", () => {
    expect(nearer(nearer(whole, 3, 790, 590, frame, board), 1 / 3, 5, 5, frame, board)).toEqual(whole);
  });

  test("it begins no nearer than all of what is meant is seen, and never further than the whole board", () => {
    expect(holding(2, { w: 100, h: 50 }, frame, board)).toBe(2);
    const zoom = holding(2, { w: 600, h: 100 }, frame, board);
    expect(zoom).toBeGreaterThan(1);
    expect(600 * 0.8 * zoom).toBeLessThan(frame.w);
    expect(holding(2, { w: 100, h: 600 }, frame, board)).toBeLessThan(2); // by its height too
    expect(holding(2, { w: 1000, h: 500 }, frame, board)).toBe(1);
  });

  test("what is asked for comes into view, what is in view stays", () => {
    const view = nearer(whole, 2, 0, 0, frame, board);
    expect(showing(view, { x: 20, y: 20, w: 100, h: 50 }, frame, board)).toBe(view);
    const moved = showing(view, { x: 900, y: 400, w: 80, h: 50 }, frame, board);
    expect(moved.zoom).toBe(2);
    const [left, right] = [moved.x + 900 * 1.6, moved.x + 980 * 1.6];
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(800);
    expect(showing(view, { x: 0, y: 0, w: 1000, h: 500 }, frame, board).zoom).toBe(1);
  });
});

describe("picking", () => {
  const layout = layoutOf(
    boardOf({
      id: "pick",
      picture: { aspect: 1 },
      places: [["a", 0.1, 0.5], ["b", 0.9, 0.5], ["c", 0.1, 0.9]].map(([id, x, y]) => ({ id, x, y })),
      routes: [{ a: "a", b: "b", length: 4, lane: -1 }, { a: "a", b: "b", length: 4, lane: 1 }, { a: "a", b: "c", length: 2 }],
    }),
  );
  const any = (): boolean => true;
  const [left, right, down] = layout.tracks.map((track) => track.id);

  test("the nearest route is meant, of twins the right one", () => {
    const { x, y } = heart(layout.track.get(left!)!);
    expect(routeAt(layout, { x, y }, 1, any)?.id).toBe(left);
    expect(routeAt(layout, { x, y: 1000 - y }, 1, any)?.id).toBe(right);
    expect(routeAt(layout, { x, y: y - layout.wide }, layout.wide, any)?.id).toBe(left);
  });

  test("nothing is meant far off, and nothing unwanted", () => {
    expect(routeAt(layout, { x: 500, y: 100 }, 40, any)).toBeNull();
    const { x, y } = heart(layout.track.get(left!)!);
    expect(routeAt(layout, { x, y }, 200, (track) => track.id === right)?.id).toBe(right);
  });

  test("a place is hit near its medallion", () => {
    expect(townAt(layout, { x: 100, y: 500 + layout.radius }, 1, any)).toBe("a");
    expect(townAt(layout, { x: 300, y: 300 }, 1, any)).toBeNull();
    expect(townAt(layout, { x: 100, y: 500 }, 1, (id) => id === "b")).toBeNull();
  });

  test("arrows go to the nearest thing that way", () => {
    const things = [{ id: "far", x: 400, y: 0 }, { id: "near", x: 100, y: 20 }, { id: "up", x: 0, y: -80 }];
    const from = { x: 0, y: 0 };
    expect(towards(from, things, "ArrowRight")?.id).toBe("near");
    expect(towards(from, things, "ArrowUp")?.id).toBe("up");
    expect(towards(from, things, "ArrowLeft")).toBeNull();
    expect(towards(from, things, "Enter")).toBeNull();
  });

  test("the box around routes holds all their spaces", () => {
    const found = boxOf([layout.track.get(down!)!])!;
    expect(found.x).toBeCloseTo(100, 0);
    expect(found.h).toBeGreaterThan(layout.long);
    expect(boxOf([])).toBeNull();
  });
});

test("a night scene is told from a day's by its ground", () => {
  const drawing = (theme: Record<string, string>): Drawing => ({ format: "", board: "", size: [1000, 1000], layers: [], theme });
  expect(dusk(drawing({ land: "#3f3a63", night: "#1c1a38" }))).toBe(true);
  expect(dusk(drawing({ land: "#f3ecd9", sea: "#bcd7e3", grave: "#000000" }))).toBe(false);
  expect(dusk(null)).toBe(false);
});

test("what is built lies beside its place where no name covers it", () => {
  const corner = (...labels: { x: number; y: number; w: number; h: number }[]): [number, number] => {
    const { x, y } = clearCorner({ x: 100, y: 100 }, { x: 10, y: 10 }, 13, labels);
    return [x, y];
  };
  const below = { x: 105, y: 105, w: 60, h: 15 };
  expect(corner()).toEqual([110, 110]);
  expect(corner(below)).toEqual([90, 110]);
  expect(corner({ ...below, x: 70 })).toEqual([110, 90]);
  expect(corner({ ...below, y: 300 })).toEqual([110, 110]);
});
