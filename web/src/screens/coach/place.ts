/** Where the coach's bubble stands: beside what it talks about, inside the window, never on top of it if it can. */

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 14;
const LEAST = 44; // pixels: a ring around a dot on the map also holds what stands beside it

/** Where the best of these things is to be seen on the page: a panel, or on a small screen the way to it. */
export function seen(selectors: readonly string[]): Rect | null {
  for (const selector of selectors) {
    for (const one of document.querySelectorAll(selector)) {
      const box = one.getBoundingClientRect();
      if (!box.width || !box.height) continue;
      const [wide, high] = [Math.max(0, LEAST - box.width) / 2, Math.max(0, LEAST - box.height) / 2];
      const [left, top] = [Math.max(0, box.left - wide), Math.max(0, box.top - high)];
      const [width, height] = [Math.min(innerWidth, box.right + wide) - left, Math.min(innerHeight, box.bottom + high) - top];
      if (width > 0 && height > 0) return { left, top, width, height };
    }
  }
  return null;
}

const inside = (n: number, size: number, whole: number): number => Math.max(GAP, Math.min(n, whole - size - GAP));

export const overlap = (a: Rect, b: Rect): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

/** What of a thing is to be seen above what lies on its lower edge: a question on the foot of the map. */
export function cut(target: Rect | null, over: readonly Rect[]): Rect | null {
  if (!target) return null;
  const [middle, bottom] = [target.top + target.height / 2, target.top + target.height];
  const edge = Math.min(bottom, ...over.filter((one) => overlap(one, target) && one.top > middle && one.top + one.height >= bottom && one.width > target.width / 2).map((one) => one.top));
  return edge === bottom ? target : { ...target, height: edge - target.top };
}

/** `clear` is what had better stay free as well: a question on the table, the word on what to do. */
export function place(
  target: Rect | null,
  bubble: { width: number; height: number },
  view: { width: number; height: number },
  clear: readonly Rect[] = [],
): { left: number; top: number } {
  if (!target) return { left: inside((view.width - bubble.width) / 2, bubble.width, view.width), top: inside((view.height - bubble.height) / 2, bubble.height, view.height) };
  const right = target.left + target.width;
  const bottom = target.top + target.height;
  const across = inside(target.left + target.width / 2 - bubble.width / 2, bubble.width, view.width);
  const along = inside(target.top + target.height / 2 - bubble.height / 2, bubble.height, view.height);
  const beside = [
    { left: right + GAP, top: along },
    { left: target.left - bubble.width - GAP, top: along },
    { left: across, top: bottom + GAP },
    { left: across, top: target.top - bubble.height - GAP },
    // A little farther off, where something lies between that is to stay free.
    ...clear.flatMap((one) => [
      { left: across, top: one.top - bubble.height - GAP },
      { left: across, top: one.top + one.height + GAP },
    ]),
  ].filter((at) => at.left >= 0 && at.top >= 0 && at.left + bubble.width <= view.width && at.top + bubble.height <= view.height && !overlap({ ...at, ...bubble }, target));
  const free = beside.find((at) => !clear.some((one) => overlap({ ...at, ...bubble }, one)));
  // No room beside it: in the corner where it covers the least of what is clicked, at the foot of the target.
  return free ?? beside[0] ?? { left: across, top: inside(bottom - bubble.height - GAP, bubble.height, view.height) };
}
