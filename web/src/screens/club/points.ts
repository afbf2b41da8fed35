/** Points of a tournament as people write them: 2, 1.5, 0.67. */
import { tongue } from "../../lib/words/language.svelte";

export const points = (n: number): string => tongue.figure(n, Number.isInteger(n) ? 0 : Number.isInteger(n * 2) ? 1 : 2);
