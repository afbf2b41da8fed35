/** Where the coach's bubble stands: beside what it talks about, inside the window, never on top of it if it can. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 14;

export function place(target: Box | null, bubble: { width: number; height: number }, view: { width: number; height: number }): { left: number; top: number } {
  const inside = (n: number, size: number, whole: number): number => Math.max(GAP, Math.min(n, whole - size - GAP));
  const middle = { left: (view.width - bubble.width) / 2, top: (view.height - bubble.height) / 2 };
  if (!target) return { left: inside(middle.left, bubble.width, view.width), top: inside(middle.top, bubble.height, view.height) };
  const right = target.left + target.width;
  const bottom = target.top + target.height;
  const across = inside(target.left + target.width / 2 - bubble.width / 2, bubble.width, view.width);
  const along = inside(target.top + target.height / 2 - bubble.height / 2, bubble.height, view.height);
  if (view.width - right >= bubble.width + 2 * GAP) return { left: right + GAP, top: along };
  if (target.left >= bubble.width + 2 * GAP) return { left: target.left - bubble.width - GAP, top: along };
  if (view.height - bottom >= bubble.height + 2 * GAP) return { left: across, top: bottom + GAP };
  if (target.top >= bubble.height + 2 * GAP) return { left: across, top: target.top - bubble.height - GAP };
  // No room beside it: in the corner where it covers the least of what is clicked, at the foot of the target.
  return { left: across, top: inside(bottom - bubble.height - GAP, bubble.height, view.height) };
}
