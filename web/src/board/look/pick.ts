/** Which route is meant by a point, and which one lies in a direction. */
import { off } from "../layout/bundles";
import { distance, type Dot } from "../layout/curve";
import type { Layout, Track } from "../layout/layout";

/** The route nearest to a point, no farther than `within`, of those that are wanted. */
export function routeAt(layout: Layout, at: Dot, within: number, wanted: (track: Track) => boolean): Track | null {
  let found: Track | null = null;
  let least = within;
  for (const track of layout.tracks) {
    if (!wanted(track)) continue;
    const size = { long: layout.long * track.scale, wide: layout.wide * track.scale };
    for (const space of track.spaces) {
      const far = off(space, at, size);
      if (far < least || (far === least && !found)) [least, found] = [far, track];
    }
  }
  return found;
}

/** The middle of a route: where the eye looks for it. */
export function heart(track: Track): Dot {
  return track.spaces[Math.floor(track.spaces.length / 2)] ?? { x: 0, y: 0 };
}

const WAYS: Record<string, Dot> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The nearest of some things in an arrow key's direction; null: there is none, or it is no arrow. */
export function towards<T extends Dot>(from: Dot, some: readonly T[], key: string): T | null {
  const way = WAYS[key];
  if (!way) return null;
  let found: T | null = null;
  let least = Infinity;
  for (const one of some) {
    const ahead = (one.x - from.x) * way.x + (one.y - from.y) * way.y;
    if (ahead <= 0.5) continue;
    // What lies aside counts twice: an arrow means straight on.
    const aside = Math.abs((one.x - from.x) * way.y) + Math.abs((one.y - from.y) * way.x);
    if (aside > ahead * 2.5) continue;
    const cost = ahead + aside * 2;
    if (cost < least) [least, found] = [cost, one];
  }
  return found;
}

/** The box around some routes. */
export function boxOf(tracks: readonly Track[]): { x: number; y: number; w: number; h: number } | null {
  const spots = tracks.flatMap((track) => track.spaces);
  if (!spots.length) return null;
  const [xs, ys] = [spots.map((spot) => spot.x), spots.map((spot) => spot.y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

/** The place at a point. */
export function townAt(layout: Layout, at: Dot, within: number, wanted: (id: string) => boolean): string | null {
  const found = layout.towns.filter((town) => wanted(town.id)).map((town) => ({ id: town.id, far: Math.min(...town.at.map((dot) => distance(dot, at))) }));
  const near = found.sort((one, two) => one.far - two.far)[0];
  return near && near.far <= Math.max(within, layout.radius * 1.3) ? near.id : null;
}
