import { expect, test } from "vitest";
import { waters } from "../../src/board/layout/waters";

const FREE = { printed: [], reach: 0, least: 0 };
const sea = { text: "Oceano Atlantico", x: 70, y: 200, size: 16, angle: 0 };

test("a sea's name over the map's edge is pulled back onto it, whole", () => {
  const [named] = waters([sea], 1000, 600, [], FREE);
  expect(named!.x).toBeGreaterThan(sea.x);
  expect(waters([sea], 100, 600, [], FREE)).toEqual([]);
});

test("it steps aside for a route, and is not written over a place's name", () => {
  const free = { ...sea, x: 400 };
  const route = [380, 400, 420].map((x) => ({ x, y: 200 }));
  const [named] = waters([free], 1000, 600, [], { printed: route, reach: 6, least: 0 });
  expect(Math.abs(named!.y - 200)).toBeGreaterThan(6 + free.size / 2);
  expect(waters([free], 1000, 600, [{ x: 200, y: 100, w: 400, h: 200 }], FREE)).toEqual([]);
});
