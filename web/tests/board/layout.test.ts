import { describe, expect, test } from "vitest";
import { corners, distance, type Dot, type Pose } from "../../src/board/layout/curve";
import { layoutOf, runs, WIDTH, type Layout, type Track } from "../../src/board/layout/layout";
import { BOARDS, boardOf } from "../board_data";

const two = (a: string, b: string, more: object = {}): object => ({ a, b, length: 3, ...more });
const small = (routes: object[], places?: object[]): Layout =>
  layoutOf(
    boardOf({
      id: "small",
      picture: { aspect: 1 },
      places: places ?? [{ id: "a", x: 0.2, y: 0.5 }, { id: "b", x: 0.8, y: 0.5 }],
      routes,
    }),
  );

/** Whether a dot is inside a form with straight sides, all of them turned the same way. */
const inside = (dot: Dot, form: readonly Dot[]): boolean =>
  form.every((one, i) => {
    const next = form[(i + 1) % form.length]!;
    return (next.x - one.x) * (dot.y - one.y) - (next.y - one.y) * (dot.x - one.x) > 0.01;
  });

/** Dots all over a space. */
function grid(space: Pose, long: number, wide: number): Dot[] {
  return [0.999, 0.66, 0.33, 0.01].flatMap((share) => corners(space, long * share, wide * 0.999).concat(corners(space, long * 0.999, wide * share)));
}

const sized = (layout: Layout, track: Track): [number, number] => [layout.long * track.scale, layout.wide * track.scale];

describe.each(BOARDS)("%s", (_, board) => {
  const layout = layoutOf(board);

  test("every route has its spaces, on the picture", () => {
    board.routes.forEach((route) => {
      const track = layout.track.get(route.id)!;
      expect(track.spaces).toHaveLength(route.length);
      for (const space of track.spaces) {
        expect(space.x).toBeGreaterThan(0);
        expect(space.x).toBeLessThan(WIDTH);
        expect(space.y).toBeGreaterThan(0);
        expect(space.y).toBeLessThan(layout.height);
        expect(Math.abs(space.angle)).toBeLessThanOrEqual(90);
      }
    });
  });

  test("no space lies on another", () => {
    const all = layout.tracks.flatMap((track) => {
      const [long, wide] = sized(layout, track);
      return track.spaces.map((space, i) => ({ name: `${track.id} ${i}`, space, form: corners(space, long, wide), dots: grid(space, long, wide) }));
    });
    const clashes = all.flatMap((one) =>
      all
        .filter((other) => other !== one && distance(one.space, other.space) < layout.long * 1.2 && one.dots.some((dot) => inside(dot, other.form)))
        .map((other) => `${one.name} on ${other.name}`),
    );
    expect(clashes).toEqual([]);
  });

  test("its spaces are of one size, give or take a little", () => {
    expect(Math.min(...layout.tracks.map((track) => track.scale))).toBeGreaterThan(0.85);
    expect(layout.tracks.filter((track) => track.scale < 1).length).toBeLessThan(layout.tracks.length / 10);
  });

  test("spaces run from a to b", () => {
    for (const track of layout.tracks.filter((one) => !one.wrap && one.spaces.length > 1)) {
      const route = board.routes.find((one) => one.id === track.id)!;
      if (route.drawing.a_at ?? route.drawing.b_at) continue; // a country is met elsewhere than at its medallion
      const [a, b] = [layout.town.get(track.a)!, layout.town.get(track.b)!];
      const [first, last] = [track.spaces[0]!, track.spaces[track.spaces.length - 1]!];
      expect(distance(a, first) + distance(last, b), track.id).toBeLessThan(distance(a, last) + distance(first, b));
    }
  });

  test("is laid out the same twice", () => {
    expect(layoutOf(structuredClone(board))).toEqual(layout);
  });
});

test("twins run side by side, in the order of their lanes", () => {
  const layout = small([two("a", "b", { lane: 1 }), two("a", "b", { lane: -1 })]);
  const [right, left] = layout.tracks;
  // From west to east the right hand is south.
  right!.spaces.forEach((space, i) => {
    expect(space.y).toBeGreaterThan(500);
    expect(space.y - left!.spaces[i]!.y).toBeGreaterThan(layout.wide);
  });
});

test("twins written from opposite ends do not change sides", () => {
  const layout = small([two("a", "b", { lane: 1 }), two("b", "a", { lane: 1 })]);
  expect(layout.tracks[0]!.spaces[0]!.y).toBeGreaterThan(500);
  expect(layout.tracks[1]!.spaces[0]!.y).toBeLessThan(500);
  expect(layout.tracks[1]!.spaces[0]!.x).toBeGreaterThan(500); // it begins at b
});

test("a bend swings to the right of a → b", () => {
  const layout = small([two("a", "b", { bend: 0.2 })]);
  expect(layout.tracks[0]!.spaces[1]!.y).toBeCloseTo(500 + 0.2 * 600, 0);
});

test("printed spaces lie as the data lists them, from a to b, and none upside down", () => {
  const layout = small([two("a", "b", { spaces: [[0.3, 0.5, 180], [0.5, 0.5, 180], [0.7, 0.5, 180]] })]);
  expect(layout.tracks[0]!.spaces.map((space) => Math.round(space.x))).toEqual([300, 500, 700]);
  expect(layout.tracks[0]!.spaces[0]!.angle).toBe(0);
});

test("a route over the edge takes the short way and comes in again", () => {
  const places = [{ id: "a", x: 0.9, y: 0.5 }, { id: "b", x: 0.1, y: 0.5 }];
  const track = small([two("a", "b", { wrap: true, length: 2 })], places).tracks[0]!;
  expect(track.spaces[0]!.x).toBeGreaterThan(900);
  expect(track.spaces[1]!.x).toBeLessThan(100);
  expect(track.line.match(/M/g)).toHaveLength(2);
});

test("a way over the edge is cut in two that run on", () => {
  const cut = runs([{ x: 900, y: 0 }, { x: 50, y: 10 }]);
  expect(cut).toEqual([[{ x: 900, y: 0 }, { x: 1050, y: 10 }], [{ x: -100, y: 0 }, { x: 50, y: 10 }]]);
});

test("locomotives and rugged marks stand in the middle", () => {
  const track = small([two("a", "b", { ferry: 1, rugged: 3 })]).tracks[0]!;
  expect([...track.ferry]).toEqual([1]);
  expect([...track.rugged]).toEqual([0, 1, 2]);
});

test("crossing routes give way", () => {
  const places = [["a", 0.2, 0.5], ["b", 0.8, 0.5], ["c", 0.2, 0.56]].map(([id, x, y]) => ({ id, x, y }));
  const layout = small([two("a", "b"), two("c", "b")], places);
  const [one, other] = layout.tracks;
  for (const space of one!.spaces) {
    const form = corners(space, ...sized(layout, one!));
    for (const that of other!.spaces) expect(grid(that, ...sized(layout, other!)).some((dot) => inside(dot, form))).toBe(false);
  }
});
