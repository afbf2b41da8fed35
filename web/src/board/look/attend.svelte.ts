/** What brings the camera to something: a map that begins near, routes somebody looks at first, what is looked at and out of sight. */
import { untrack } from "svelte";
import type { Layout } from "../layout/layout";
import type { Camera } from "./camera.svelte";
import { boxOf } from "./pick";

interface Attended {
  layout: Layout;
  /** How near it begins, and around which places: mine. */
  near: number;
  wanted: ReadonlySet<string>;
  /** Routes somebody looks at first. */
  focus: readonly string[];
  covered: number;
  /** What is looked at: places, routes. */
  litPlaces: ReadonlySet<string>;
  litRoutes: ReadonlySet<string>;
  chosen: string | null;
}

type Frame = { x: number; y: number; w: number; h: number };

const around = (spots: readonly { x: number; y: number }[]): Frame | null => {
  if (!spots.length) return null;
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
};

const wider = ({ x, y, w, h }: Frame, room: number): Frame => ({ x: x - room, y: y - room, w: w + room * 2, h: h + room * 2 });

/** To be called where the board is made. */
export function attend(camera: Camera, given: Attended): void {
  const seen = $derived(camera.frame.w > 0);
  const places = (ids: ReadonlySet<string>) => given.layout.towns.filter((town) => ids.has(town.id));
  const tracks = (ids: Iterable<string>) => [...ids].map((id) => given.layout.track.get(id)).filter((one) => !!one);

  // A map that is nearer than the whole begins at my places, as near as all of them are seen; wherever it has been moved since, it is anew when that changes.
  const near = $derived(given.near);
  let begun = 1;
  $effect(() => {
    if (!seen || near === begun) return;
    begun = near;
    untrack(() => {
      const { layout, wanted } = given;
      const mine = near > 1 ? around(places(wanted)) : null;
      const middle = { x: layout.width / 2, y: layout.height / 2, w: 0, h: 0 };
      camera.begin(near, mine ? wider(mine, layout.long) : middle); // with their names
    });
  });

  $effect(() => {
    const { focus, layout } = given;
    const box = boxOf(tracks(focus));
    // Once per wish: afterwards the board may be moved away again.
    if (box && seen) untrack(() => camera.show(wider(box, layout.long)));
  });

  // What was pulled up goes back down with what it was pulled up for; what is looked at comes out from beneath, or from beyond the edge.
  $effect(() => {
    const { covered, layout, litPlaces, litRoutes, chosen } = given;
    const towns = around(places(litPlaces));
    const routes = boxOf(tracks(chosen === null ? litRoutes : [...litRoutes, chosen]));
    untrack(() => {
      camera.resize(camera.frame);
      if (covered && towns) camera.show(wider(towns, layout.long * 1.5)); // with their names
      else if (near > 1 && towns) camera.show(wider(towns, layout.long));
      else if (near > 1 && routes) camera.show(wider(routes, layout.wide));
    });
  });
}
