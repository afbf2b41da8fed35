/** Tickets on the map and in the list: each has a tint and a way of drawing its line, so that nobody needs to tell hues apart. */
export interface Tint {
  colour: string;
  /** The dashes of its line, over the line's width. */
  dash: readonly number[];
}

/** None of them is a route's colour, a seat's, or the light of what may be claimed. */
export const TINTS: readonly Tint[] = [
  { colour: "#b3126d", dash: [] },
  { colour: "#1b4d8f", dash: [3, 2] },
  { colour: "#8a4b00", dash: [0.1, 2] },
  { colour: "#5b2a9d", dash: [6, 2, 0.1, 2] },
  { colour: "#0c6b4f", dash: [6, 3] },
  { colour: "#c2410c", dash: [3, 2, 0.1, 2] },
  { colour: "#4b5f78", dash: [1.5, 2] },
  { colour: "#a21c3a", dash: [8, 2, 2, 2] },
];

export const tintOf = (n: number): Tint => TINTS[n % TINTS.length]!;

/** A dash array for a line of a width. */
export const dashes = ({ dash }: Tint, wide: number): string | undefined => (dash.length ? dash.map((n) => n * wide).join(" ") : undefined);
