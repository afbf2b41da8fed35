/** How big names are written, how wide they get, and where they stood before. */
import { type Bench, type Waiting, guess, MapNames, seatsOf, type Wish } from "./labels";
import type { Layout } from "./layout";

/** No letter on the map is smaller, in pixels. */
export const LEAST = 11;
const MOST = 15;
/** How many sizes there are between a size and its double. */
const STEPS = 8;
/** Letters grow or shrink only when they have become so much too large: else names would jump with every panel. */
const SLACK = 1.3;

/**
 * The height of names, in units, when a unit is `scale` pixels: never below what can be read, larger where the map is. The size they
 * had stays as long as it will do; another comes in steps, so that few layouts are ever computed.
 */
export function nameSize(scale: number, wide: number, had = 0, zoom = 1): number {
  const wanted = Math.min(MOST, Math.max(LEAST, LEAST + (scale * wide - 6) * 0.4)) * zoom;
  if (had * scale >= LEAST * zoom && had * scale <= wanted * SLACK) return had;
  return wide * 2 ** (Math.ceil(Math.log2(wanted / scale / wide) * STEPS - 1e-6) / STEPS);
}

/** A size of letters that has room for names and passengers on any board: benches stand where they stand with these. */
const USUAL = 1.1;

interface Known {
  benches: Bench[];
  model: MapNames;
  names: Map<number, MapNames>;
}
const known = new WeakMap<Layout, Map<string, Known>>();

/** Where passengers and names stand; what was found once for a language, a crowd and a size of letters is kept. */
export function placed(layout: Layout, key: string, wish: Wish, crowd: Waiting): { benches: readonly Bench[]; names: MapNames } {
  const all = known.get(layout) ?? new Map<string, Known>();
  known.set(layout, all);
  const usual = { ...wish, size: layout.wide * USUAL };
  const found = all.get(key) ?? first();
  all.set(key, found);
  const names = found.names.get(wish.size) ?? new MapNames(layout, wish, found.benches, found.model);
  found.names.set(wish.size, names);
  return { benches: found.benches, names };

  function first(): Known {
    const benches = seatsOf(layout, usual, crowd);
    return { benches, model: new MapNames(layout, usual, benches), names: new Map() };
  }
}

let pen: CanvasRenderingContext2D | null | undefined;

/** How wide a text is at size 1, in the face the board uses. */
export function measure(text: string): number {
  if (pen === undefined) {
    pen = document.createElement("canvas").getContext("2d");
    const serif = getComputedStyle(document.documentElement).getPropertyValue("--serif") || "serif";
    if (pen) pen.font = `600 100px ${serif}`;
  }
  return pen ? pen.measureText(text).width / 100 : guess(text);
}

/** How much larger than usual somebody wants text to be: on the map half of that, for there is no more room when letters grow. */
export const larger = (): number => Math.sqrt(Math.max(1, parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1));
