/** How big names are written, how wide they get, and where they stood before. */
import { guess, place, type Wish } from "./labels";
import type { Layout } from "./layout";

const known = new WeakMap<Layout, Map<string, ReturnType<typeof place>>>();

/** Where names stand; what was found once for a language and a size of letters is kept. */
export function placed(layout: Layout, key: string, wish: Wish): ReturnType<typeof place> {
  const kept = known.get(layout) ?? new Map<string, ReturnType<typeof place>>();
  known.set(layout, kept);
  const found = kept.get(key) ?? place(layout, wish);
  kept.set(key, found);
  return found;
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

/**
 * The height of names, in units, when a unit is `scale` pixels: about as big as a newspaper's, but neither lost between
 * the spaces nor across them. In steps, so that few layouts are ever computed.
 */
export function nameSize(scale: number, wide: number, frame: number): number {
  const wanted = (frame < 600 ? 11 : 13) / scale;
  const size = Math.min(wide * 2.3, Math.max(wide * 0.72, wanted));
  return wide * 2 ** (Math.round(Math.log2(size / wide) * 5) / 5);
}
