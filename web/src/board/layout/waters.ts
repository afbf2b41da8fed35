/** Where the names of seas, lakes and lands are written: whole, off the names of places, and off the routes where a step aside does it. */
import { type Box, guess, shared } from "./labels";
import type { Dot } from "./curve";

export interface Water extends Dot {
  text: string;
  size: number;
  /** Degrees, clockwise. */
  angle: number;
}

/** The ground that letters with wide gaps take, turned. */
function ground({ text, x, y, size, angle }: Water): Box {
  const [long, turn] = [lengthOf(text, size), (angle * Math.PI) / 180];
  const w = Math.abs(Math.cos(turn)) * long + Math.abs(Math.sin(turn)) * size;
  const h = Math.abs(Math.sin(turn)) * long + Math.abs(Math.cos(turn)) * size;
  return { x: x - w / 2, y: y - h / 2, w, h };
}

const lengthOf = (text: string, size: number): number => (1.08 * guess(text) + text.length * 0.12) * size;

/** How many of the things printed on the map lie under its letters. */
function crossed(name: Water, printed: readonly Dot[], reach: number): number {
  const turn = (name.angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const half = lengthOf(name.text, name.size) / 2;
  return printed.filter((one) => {
    const [dx, dy] = [one.x - name.x, one.y - name.y];
    return Math.abs(dx * cos + dy * sin) < half + reach && Math.abs(dy * cos - dx * sin) < name.size / 2 + reach;
  }).length;
}

const STEPS = [0, -0.6, 0.6, -1.2, 1.2, -1.8, 1.8]; // over the size of its letters
const FAR = 0.35; // what a step away from its own place costs, of a thing that is crossed

const SMALLER = 0.8; // letters, where only those have room

/** What is printed on the map: where, and how far each thing reaches from its middle; letters are no smaller than `least`. */
export interface Print {
  printed: readonly Dot[];
  reach: number;
  least: number;
}

/** Each name as it is written; one that has no ground is not. */
export function waters<Name extends Water>(names: readonly Name[], width: number, height: number, taken: readonly Box[], { printed, reach, least }: Print): Name[] {
  return names.flatMap((name) => {
    let best: Name | null = null;
    let lowest = Infinity;
    const sizes = [name.size, name.size * SMALLER].filter((size) => size >= least);
    for (const [down, along, size] of sizes.flatMap((size) => STEPS.flatMap((down) => STEPS.map((along) => [down, along, size] as const)))) {
      const moved = { ...name, size, x: name.x + 1.5 * along * size, y: name.y + down * size };
      const box = ground(moved);
      // Over the edge it is pulled back: a name is whole or not there.
      moved.x += Math.max(0, 4 - box.x) - Math.max(0, box.x + box.w + 4 - width);
      moved.y += Math.max(0, 2 - box.y) - Math.max(0, box.y + box.h + 2 - height);
      const lies = ground(moved);
      if (lies.x < 0 || lies.y < 0 || taken.some((one) => shared(one, lies) > 0)) continue;
      const cost = crossed(moved, printed, reach) + FAR * (Math.abs(down) + Math.abs(along) + (size < name.size ? 1 : 0));
      if (cost < lowest) [best, lowest] = [moved, cost];
    }
    return best ? [best] : [];
  });
}
