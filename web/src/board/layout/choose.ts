/** Of the positions of many things one for each, so that none lies on another and as much as possible is shown, as well as possible. */
import { type Box, type Candidate } from "./candidates";

const NONE = -1;
const SWEEPS = 8;
/** Nothing moves for less. */
const GAIN = 0.5;
/** One gives way for another only if no more than so many have to. */
const FEW = 4;

const apart = (one: Box, two: Box): boolean => one.x >= two.x + two.w || two.x >= one.x + one.w || one.y >= two.y + two.h || two.y >= one.y + one.h;

/** The cheapest position of a thing that is free; -1: there is none. Those of the others that are -1 or not yet chosen lie nowhere. */
export function freeFor(some: readonly Candidate[], all: readonly Candidate[][], chosen: readonly number[], me: number): number {
  return some.findIndex((spot) => blockers(spot.box, all, chosen, me, 1).length === 0);
}

function blockers(box: Box, all: readonly Candidate[][], chosen: readonly number[], me: number, most: number): number[] {
  const found: number[] = [];
  for (let i = 0; i < chosen.length && found.length < most; i++) {
    if (i !== me && chosen[i]! >= 0 && !apart(box, all[i]![chosen[i]!]!.box)) found.push(i);
  }
  return found;
}

/**
 * For each thing which of its positions (sorted, the cheapest first) it takes, -1 for none. A thing is shown where its worth is more than the
 * position costs. First each takes what is free; then they move, and make others move or go, as long as that is better for all together.
 */
export function choose(all: readonly Candidate[][], worth: readonly number[], start: readonly number[] = []): number[] {
  const chosen = all.map((_, i) => start[i] ?? NONE);
  const value = (i: number, at: number): number => (at < 0 ? 0 : Math.max(0, worth[i]! - all[i]![at]!.cost));
  const order = all.map((_, i) => i).sort((one, two) => worth[two]! - worth[one]! || all[one]!.length - all[two]!.length || one - two);
  for (const i of order) {
    if (chosen[i]! < 0) chosen[i] = worthy(freeFor(all[i]!, all, chosen, i), i);
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    if (!order.map(better).some(Boolean)) break;
  }
  return chosen;

  function worthy(at: number, i: number): number {
    return at >= 0 && all[i]![at]!.cost < worth[i]! ? at : NONE;
  }

  function better(i: number): boolean {
    const now = value(i, chosen[i]!);
    for (let at = 0; at < all[i]!.length; at++) {
      const gain = value(i, at) - now;
      if (gain <= GAIN) return false;
      const others = blockers(all[i]![at]!.box, all, chosen, i, FEW + 1);
      if (others.length > FEW) continue;
      if (!others.length || displaced(i, at, others, gain)) {
        chosen[i] = at;
        return true;
      }
    }
    return false;
  }

  /** Let others give way, if they lose less than is gained; else everything stays. */
  function displaced(i: number, at: number, others: readonly number[], gain: number): boolean {
    const before = [...chosen];
    const had = others.reduce((sum, j) => sum + value(j, chosen[j]!), 0);
    chosen[i] = at;
    for (const j of others) chosen[j] = NONE;
    for (const j of others) chosen[j] = worthy(freeFor(all[j]!, all, chosen, j), j);
    const have = others.reduce((sum, j) => sum + value(j, chosen[j]!), 0);
    if (gain - (had - have) > GAIN) return true;
    before.forEach((was, j) => (chosen[j] = was));
    return false;
  }
}
