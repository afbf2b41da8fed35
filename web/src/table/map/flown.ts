/** Which way the cards of an event fly over the table: from one anchor to another. */
import type { GameEvent } from "../../lib/net/seat.svelte";

/** Anchors, the best first, and how many cards fly. */
export interface Course {
  from: string[];
  to: string[];
  n: number;
}

const MOST = 4; // cards that fly at once are few enough to be seen

/** Where an event's cards come from and go to, as `me` sees it; null: nothing flies. */
export function flown(event: GameEvent, me: number | null): Course | null {
  const seat = Number(event.seat);
  const plate = `plate-${seat}`;
  const own = seat === me ? [`hand-${String(event.card ?? "")}`, "hand", plate] : [plate, "plates"];
  switch (event.event) {
    case "took":
      return { from: [`row-${String(event.slot)}`], to: own, n: 1 };
    case "drew":
      return { from: [`deck-${String(event.card_deck ?? "")}`], to: own, n: 1 };
    case "spent":
      return { from: own, to: ["discard"], n: Math.min(MOST, Number(event.count)) };
    case "offered":
      return { from: ["tickets"], to: [plate], n: 1 };
    default:
      return null;
  }
}
