/** A part of the world's coasts as the drawing of a board. */
import type { Dot } from "../../board/layout/curve";
import type { Drawing } from "../../board/types";
import { aspectOf, type BoardFile } from "../model/file";
import { path, sea, simple, THEME, WIDTH } from "../model/shapes";

/** What is looked at: the middle, and how many degrees of longitude are in sight. */
export interface Window {
  lon: number;
  lat: number;
  span: number;
}

export const WORLD: Window = { lon: 10, lat: 30, span: 300 };
export const NEAREST = 2; // degrees: nearer the coasts are too coarse
const UNIT = 100; // parts of a degree in the file
const HALF = 180 * UNIT;
const EDGE = 5; // units a shape runs out of the picture
const SMALL = 14; // square units: islands of less are not seen
const FINE = 0.8; // units a corner may lie off the line that is kept
const BLUNT = 7; // units: between longer sides a corner is rounded, for seen from near coasts are coarse
const ROUNDS = 2;

/** Parts of the world that are quickly found: ISO codes, which the browser has names for, and continents. */
export const PARTS: [string, number, number, number][] = [
  ["europe", 12, 50, 54], ["IT", 12.5, 42, 15], ["FR", 2.3, 46.6, 15], ["ES", -3.5, 40, 16], ["PT", -8, 39.6, 8], ["DE", 10.4, 51.2, 15], ["GB", -3.4, 55, 19],
  ["IE", -8, 53.4, 8], ["GR", 24, 38.3, 12], ["IS", -18.7, 65, 14], ["NO", 14, 64.5, 36], ["DK", 10.6, 56, 9], ["TR", 35, 39, 22], ["JP", 137, 37.5, 28],
  ["IN", 80, 22, 40], ["AU", 134, -27, 52], ["NZ", 173, -41, 22], ["ZA", 25, -29, 24], ["EG", 30, 27, 18], ["MX", -102, 23.5, 40], ["CU", -79.5, 21.5, 13],
  ["US", -97, 38.5, 66], ["BR", -54, -14, 52], ["ID", 118, -2, 50], ["PH", 122, 12, 20], ["africa", 18, 3, 84], ["asia", 90, 32, 120],
];

export type Ring = Dot[];

/** The rings of the file: longitude to the right, latitude up, in degrees. */
export function rings(data: { rings: number[][] }): Ring[] {
  return data.rings.map((steps) => {
    const ring: Ring = [];
    let [x, y] = [0, 0];
    for (let n = 0; n < steps.length; n += 2) {
      x += steps[n]!;
      // Over the date line a coast goes on, and does not leap around the world.
      if (n && steps[n]! > HALF) x -= 2 * HALF;
      else if (n && steps[n]! < -HALF) x += 2 * HALF;
      y += steps[n + 1]!;
      ring.push({ x: x / UNIT, y: y / UNIT });
    }
    return ring;
  });
}

/** A window that shows some of the world, and no more than there is. */
export function kept(view: Window, aspect: number): Window {
  const span = Math.min(300, Math.max(NEAREST, view.span));
  const lat = Math.min(80, Math.max(-75, view.lat));
  const high = (span * Math.cos((lat * Math.PI) / 180)) / aspect / 2;
  return { span, lat: Math.min(Math.max(lat, Math.min(0, -80 + high)), Math.max(0, 84 - high)), lon: ((((view.lon + 180) % 360) + 360) % 360) - 180 };
}

/** Units of the picture for a degree, from west to east and from south to north. */
export function scales(view: Window): { x: number; y: number } {
  const x = WIDTH / view.span;
  return { x, y: x / Math.cos((view.lat * Math.PI) / 180) };
}

/** The coasts of a window, as land in a sea. */
export function drawing(file: BoardFile, world: readonly Ring[], view: Window): Drawing {
  const height = WIDTH / aspectOf(file);
  const scale = scales(view);
  const shapes: string[] = [];
  for (const ring of world)
    for (const around of [-360, 0, 360]) {
      const dots = ring.map((dot) => ({ x: (dot.x + around - view.lon) * scale.x + WIDTH / 2, y: (view.lat - dot.y) * scale.y + height / 2 }));
      const inside = clipped(dots, -EDGE, -EDGE, WIDTH + EDGE, height + EDGE);
      if (inside.length < 3 || size(inside) < SMALL) continue;
      const open = simple([...inside, inside[0]!], FINE).slice(0, -1);
      if (open.length > 2) shapes.push(path(rounded(open, (dot) => dot.x > -EDGE && dot.y > -EDGE && dot.x < WIDTH + EDGE && dot.y < height + EDGE), true));
    }
  const water = sea(file);
  if (!shapes.length) return water;
  // One path for all: a lake is a hole in it.
  return { ...water, source: "Coasts: Natural Earth, public domain", theme: { sea: THEME.sea!, land: THEME.land! }, layers: [...water.layers, { role: "land", paths: [shapes.join("")] }] } as Drawing;
}

/** A ring with its corners cut, again and again (Chaikin); those of the frame stay. */
export function rounded(ring: Ring, inside: (dot: Dot) => boolean, rounds = ROUNDS): Ring {
  if (!rounds) return ring;
  const next = ring.flatMap((dot, n) => {
    const sides = [ring.at(n - 1)!, ring[(n + 1) % ring.length]!].map((other) => ({ other, long: Math.hypot(other.x - dot.x, other.y - dot.y) }));
    if (!inside(dot) || sides.some(({ long }) => long < BLUNT)) return [dot];
    return sides.map(({ other }) => ({ x: dot.x + (other.x - dot.x) / 4, y: dot.y + (other.y - dot.y) / 4 }));
  });
  return rounded(next, inside, rounds - 1);
}

const size = (ring: Ring): number => Math.abs(ring.reduce((sum, dot, n) => sum + dot.x * ring[(n + 1) % ring.length]!.y - ring[(n + 1) % ring.length]!.x * dot.y, 0)) / 2;

/** What of a ring lies in a box (Sutherland–Hodgman). */
export function clipped(ring: Ring, left: number, top: number, right: number, bottom: number): Ring {
  const [xs, ys] = [ring.map((dot) => dot.x), ring.map((dot) => dot.y)];
  if (Math.max(...xs) < left || Math.min(...xs) > right || Math.max(...ys) < top || Math.min(...ys) > bottom) return [];
  const sides: ((dot: Dot) => number)[] = [
    (dot) => dot.x - left, (dot) => right - dot.x, (dot) => dot.y - top, (dot) => bottom - dot.y,
  ];
  let found = ring;
  for (const inside of sides) {
    const next: Ring = [];
    found.forEach((dot, n) => {
      const last = found[(n + found.length - 1) % found.length]!;
      const [here, there] = [inside(dot), inside(last)];
      if (here >= 0 !== there >= 0) {
        const part = there / (there - here);
        next.push({ x: last.x + (dot.x - last.x) * part, y: last.y + (dot.y - last.y) * part });
      }
      if (here >= 0) next.push(dot);
    });
    found = next;
  }
  return found;
}
