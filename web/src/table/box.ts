/** What the printed box says and no view tells: numbers, by board. Where one is missing nothing is said. */
import type { Counts } from "../lib/sight";
import facts from "./box.json";

interface Facts {
  /** The pieces the rulebook advises beginners to take. */
  pieces?: Counts;
  /** So many completed tickets win at once. */
  goal?: number;
}

export const boxOf = (board: string): Facts => (facts as Record<string, Facts>)[board] ?? {};
