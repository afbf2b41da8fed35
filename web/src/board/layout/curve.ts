/** Curves and the forms laid along them, in the units of a board's picture. */
export interface Dot {
  x: number;
  y: number;
}

/** A form's centre and its angle, degrees clockwise. */
export interface Pose extends Dot {
  angle: number;
}

export const distance = (a: Dot, b: Dot): number => Math.hypot(a.x - b.x, a.y - b.y);
const between = (a: Dot, b: Dot, t: number): Dot => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });

/** A number as path data writes it: a tenth of a unit is finer than any screen shows. */
export const short = (n: number): string => String(Math.round(n * 10) / 10);
export const point = (p: Dot): string => `${short(p.x)} ${short(p.y)}`;

/** An angle turned so that what stands on it is never upside down: (-90, 90]. */
export function upright(angle: number): number {
  const turned = ((angle % 180) + 180) % 180;
  return turned > 90 ? turned - 180 : turned;
}

/**
 * A line from a to b that swings out to the right by `bend` of its length in the middle, as many dots.
 * `aside` shifts the whole line to its right: the lanes of twins.
 */
export function swing(a: Dot, b: Dot, bend: number, aside: number): Dot[] {
  const length = distance(a, b) || 1;
  const right = { x: -(b.y - a.y) / length, y: (b.x - a.x) / length };
  const control = between(a, b, 0.5);
  control.x += right.x * bend * length * 2;
  control.y += right.y * bend * length * 2;
  const dots: Dot[] = [];
  for (let i = 0; i <= 64; i++) {
    const t = i / 64;
    const from = between(a, control, t);
    const to = between(control, b, t);
    const at = between(from, to, t);
    const step = distance(from, to) || 1;
    dots.push({ x: at.x - ((to.y - from.y) / step) * aside, y: at.y + ((to.x - from.x) / step) * aside });
  }
  return dots;
}

export function lengthOf(dots: readonly Dot[]): number {
  return dots.reduce((sum, dot, i) => sum + (i ? distance(dots[i - 1]!, dot) : 0), 0);
}

/** Where one is after so much of the way, and the direction. */
export function along(dots: readonly Dot[], way: number): Pose {
  let left = way;
  for (let i = 1; i < dots.length; i++) {
    const from = dots[i - 1]!;
    const to = dots[i]!;
    const step = distance(from, to);
    if (left <= step || i === dots.length - 1) {
      const at = between(from, to, step ? left / step : 0);
      return { ...at, angle: (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI };
    }
    left -= step;
  }
  return { ...(dots[0] ?? { x: 0, y: 0 }), angle: 0 };
}

/** A smooth line through all dots, as path data. */
export function smooth(dots: readonly Dot[]): string {
  if (!dots.length) return "";
  let path = `M${point(dots[0]!)}`;
  for (let i = 1; i < dots.length; i++) {
    const before = dots[i - 2] ?? dots[i - 1]!;
    const from = dots[i - 1]!;
    const to = dots[i]!;
    const after = dots[i + 1] ?? to;
    const one = { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 };
    const two = { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 };
    path += `C${point(one)} ${point(two)} ${point(to)}`;
  }
  return path;
}

/** The four corners of a rectangle that lies on a spot, in turn. */
export function corners(spot: Pose, long: number, wide: number): Dot[] {
  const turn = (spot.angle * Math.PI) / 180;
  const along = { x: (Math.cos(turn) * long) / 2, y: (Math.sin(turn) * long) / 2 };
  const across = { x: (-Math.sin(turn) * wide) / 2, y: (Math.cos(turn) * wide) / 2 };
  return [
    { x: spot.x - along.x - across.x, y: spot.y - along.y - across.y },
    { x: spot.x + along.x - across.x, y: spot.y + along.y - across.y },
    { x: spot.x + along.x + across.x, y: spot.y + along.y + across.y },
    { x: spot.x - along.x + across.x, y: spot.y - along.y + across.y },
  ];
}

/** A rectangle with round corners on a spot, as path data. */
export function slab(spot: Pose, long: number, wide: number, round: number): string {
  const four = corners(spot, long, wide);
  let path = "";
  four.forEach((corner, i) => {
    const last = four[(i + 3) % 4]!;
    const next = four[(i + 1) % 4]!;
    const enter = between(corner, last, round / (distance(corner, last) || 1));
    const leave = between(corner, next, round / (distance(corner, next) || 1));
    path += `${i ? "L" : "M"}${point(enter)}A${short(round)} ${short(round)} 0 0 1 ${point(leave)}`;
  });
  return `${path}z`;
}

/** How deep two rectangles lie in each other: the shortest push that parts them, 0 if they share no ground. */
export function depth(one: readonly Dot[], two: readonly Dot[]): number {
  let least = Infinity;
  for (const form of [one, two]) {
    for (let i = 0; i < 2; i++) {
      const [a, b] = [form[i]!, form[i + 1]!];
      const step = distance(a, b) || 1;
      const [ax, ay] = [(b.x - a.x) / step, (b.y - a.y) / step];
      const push = Math.min(reachOf(one, ax, ay) + reachOf(two, -ax, -ay), reachOf(two, ax, ay) + reachOf(one, -ax, -ay));
      if (push <= 0) return 0;
      least = Math.min(least, push);
    }
  }
  return least;
}

/** How far a form reaches in a direction. */
function reachOf(form: readonly Dot[], x: number, y: number): number {
  let most = -Infinity;
  for (const dot of form) most = Math.max(most, dot.x * x + dot.y * y);
  return most;
}
