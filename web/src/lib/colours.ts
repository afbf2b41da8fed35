/** Colours as they are painted, each with a symbol of its own, so that nobody needs to tell hues apart. */
export interface Paint {
  /** The colour itself. */
  fill: string;
  /** A darker edge of it. */
  edge: string;
  /** What can be read on it. */
  ink: string;
  /** A symbol in a box of 24 × 24, as path data. */
  symbol: string;
}

const SYMBOLS = {
  circle: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  square: "M4 4h16v16H4z",
  triangle: "M12 3 22 21H2z",
  diamond: "M12 1 22 12 12 23 2 12z",
  cross: "M8.5 2h7v6.5H22v7h-6.5V22h-7v-6.5H2v-7h6.5z",
  star: "M12 1l3.2 7.2 7.8.8-5.9 5.2 1.7 7.7L12 17.9l-6.8 4 1.7-7.7L1 9l7.8-.8z",
  drop: "M12 1c4 6 7 9.300 7 13.500A7 7 0 0 1 5 14.500C5 10.300 8 7 12 1z",
  hexagon: "M7 3h10l5 9-5 9H7l-5-9z",
  heart: "M12 21C5 15.500 2 12 2 8a5 5 0 0 1 10-1.500A5 5 0 0 1 22 8c0 4-3 7.500-10 13z",
  wave: "M2 9c3.300-5 6.700-5 10 0s6.700 5 10 0v6c-3.300 5-6.700 5-10 0s-6.700-5-10 0z",
  wheel:
    "M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22zm0 4a7 7 0 0 1 2 .3V9.300a3.400 3.400 0 0 0-4 0V5.300A7 7 0 0 1 12 5zM5 12c0-1 .2-2 .6-2.900l3.200 1.800a3.400 3.400 0 0 0 0 2.200l-3.200 1.800A7 7 0 0 1 5 12zm7 7a7 7 0 0 1-2-.3v-4a3.400 3.400 0 0 0 4 0v4a7 7 0 0 1-2 .3zm6.400-4.100-3.200-1.800a3.400 3.400 0 0 0 0-2.200l3.200-1.800a7 7 0 0 1 0 5.800z",
  ring: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 5a5 5 0 1 1 0 10 5 5 0 0 1 0-10z",
};

export const PAINTS: Record<string, Paint> = {
  red: { fill: "#c8372d", edge: "#7d1d17", ink: "#fff", symbol: SYMBOLS.diamond },
  blue: { fill: "#2f6fb5", edge: "#173f6c", ink: "#fff", symbol: SYMBOLS.drop },
  green: { fill: "#3f8f47", edge: "#1f5326", ink: "#fff", symbol: SYMBOLS.triangle },
  yellow: { fill: "#e9c02f", edge: "#8d7010", ink: "#2a2205", symbol: SYMBOLS.star },
  orange: { fill: "#e07f26", edge: "#8a4709", ink: "#2a1500", symbol: SYMBOLS.hexagon },
  black: { fill: "#3a3a3c", edge: "#121214", ink: "#fff", symbol: SYMBOLS.square },
  white: { fill: "#f3f0e8", edge: "#8b8678", ink: "#26241f", symbol: SYMBOLS.circle },
  purple: { fill: "#7d4a98", edge: "#472659", ink: "#fff", symbol: SYMBOLS.cross },
  pink: { fill: "#df7fae", edge: "#8d3a64", ink: "#2b0c1b", symbol: SYMBOLS.heart },
  brown: { fill: "#8a5a33", edge: "#4d2f17", ink: "#fff", symbol: SYMBOLS.wave },
  gray: { fill: "#b3afa6", edge: "#6d695f", ink: "#26241f", symbol: SYMBOLS.ring },
  wild: { fill: "#d9c9a3", edge: "#7b6430", ink: "#2a2205", symbol: SYMBOLS.wheel },
};

/** How a colour is painted; "" is a route that takes any colour, and so is a colour not known here. */
export function paint(colour: string): Paint {
  return PAINTS[colour] ?? (PAINTS.gray as Paint);
}

/** How a card is painted: wilds have a look of their own. */
export const cardPaint = (card: { colour: string; wild: boolean }): Paint => paint(card.wild ? "wild" : card.colour);

/** The gradient of a wild card, from left to right. */
export const RAINBOW = ["#c8372d", "#e07f26", "#e9c02f", "#3f8f47", "#2f6fb5", "#7d4a98"];
