/** Where everything lies around the map: chosen by the window's size, the size of its text and the shape of the board. */

/** Panels on both sides of the map, beside it, around its lower right corner, or below it. */
export type Way = "between" | "beside" | "corner" | "stack";

/** What shares one place and is turned to by a tab: nothing, the other panels, or the cards too. */
export type Tabs = "none" | "others" | "all";

export interface Surroundings {
  width: number;
  height: number;
  /** Pixels of one rem: larger where somebody wants larger text. */
  rem: number;
  /** The board's width for a height of 1. */
  aspect: number;
  /** Things that lie in a row on the table: cards, decks, tickets; none with dice. */
  piles: number;
  /** Whether there is more to do than to take, draw and claim: its buttons need room. */
  more: boolean;
}

export interface Room {
  way: Way;
  tabs: Tabs;
  /** The tabs stand in a column beside the map. */
  rail: boolean;
  /** Nothing but what is needed: no titles, no words under the piles. */
  tight: boolean;
  /** Widths and heights in pixels: the columns, the bars, what lies below the map, the other panels below that. */
  column: number;
  bar: number;
  mine: number;
  others: number;
  /** Below the map around its corner: how tall the cards lie there, how wide the row and the story. */
  low: number;
  zone: number;
  news: number;
  /** A card of the row and one of the hand, and how many lie in a row. */
  pile: number;
  card: number;
  per: number;
  /** How many times as large as the whole map it begins: where all of it would be a stamp. */
  near: number;
}

/** No card is smaller, by the width of its 100 : 140. */
export const LEAST = 40;
const TALL = 1.4;
const BAR = 44; // pixels: what is pressed is as large for everybody
const GAP = 4;
const PAD = 8;
const PANEL = (rem: number): number => 1.5 * rem + 2; // a panel's own edges

/** On a phone held sideways a map of a board that is taller than broad goes beyond the edges, so far at most. */
const SIDEWAYS = 480; // pixels of height
const NEAREST = 2;
const WORTH = 1.3; // a little nearer shows nothing better

/** The share of the window that the map has at least, unless it goes from edge to edge. */
export const SHARE = 0.55;

interface RoomOption extends Omit<Room, "near"> {
  /** Room for the map. */
  w: number;
  h: number;
  /** How much of the map one would give for having everything in sight. */
  ease: number;
}

/** Piles in one row or two, as large as they may be. */
function rows(n: number, width: number, most: number, two = true): { per: number; rows: number; pile: number } {
  const lay = (rows: number): { per: number; rows: number; pile: number } => {
    const per = Math.max(1, Math.ceil(n / rows));
    return { per, rows, pile: Math.floor(Math.min(most, width / per - GAP)) };
  };
  const [one, both] = [lay(1), lay(2)];
  const best = one.pile >= Math.min(most, two ? both.pile : LEAST) ? one : both;
  return { ...best, pile: Math.max(LEAST, best.pile) };
}

const between = (least: number, n: number, most: number): number => Math.max(least, Math.min(n, most));

/** What lies below the map: how tall it is, and how large its cards are. */
function below({ width, height, rem, piles, more }: Surroundings, tight: boolean, corner = false): Pick<Room, "mine" | "low" | "zone" | "news" | "pile" | "card" | "per"> {
  const wide = width >= 42 * rem; // row and hand side by side, each in a panel
  const buttons = more ? 10.5 * rem : 0;
  const pad = tight ? PAD / 2 : PAD;
  const edge = wide ? 1.2 * rem + 2 : pad;
  const room = wide ? (width - 3 * PAD) * 0.55 - PANEL(rem) - buttons : width - 2 * pad;
  const most = tight || !piles ? LEAST : between(LEAST, height * 0.057, 60);
  const { per, rows: lines, pile } = rows(piles, room, most, false);
  const card = tight ? LEAST : between(LEAST, pile, 64);
  const label = tight ? 0 : 1.1 * rem;
  const dice = LEAST + BAR + (wide ? 2.5 : tight ? 3.5 : 6) * rem;
  const market = edge + (piles ? lines * (pile * TALL + label + GAP) + (more && !wide ? BAR + PAD : 0) : dice);
  const hand = edge + card * TALL + (tight ? 0 : pad);
  const prompt = wide ? Math.max(52, 2.75 * rem) : Math.max(BAR, tight ? 2.6 * rem : width < 30 * rem ? 3.9 * rem : 2.75 * rem);
  const low = Math.ceil(wide ? Math.max(market, hand) + 2 * PAD : market + hand + pad);
  const zone = Math.ceil(piles * (pile + 2 * GAP) + PANEL(rem) + buttons);
  // The story beside the hand, where a hand of many colours has room too.
  const story = corner ? between(16 * rem, width * 0.22, 30 * rem) : 0;
  const news = !piles || width - zone - story - 3 * PAD >= 5 * card ? story : 0;
  return { mine: Math.ceil(prompt) + low, low, zone, news, pile, card, per };
}

function* options(space: Surroundings): Generator<RoomOption> {
  const { width, height, rem, aspect, piles } = space;
  const column = Math.max(224, 14 * rem);
  const bar = Math.max(BAR, 2.25 * rem);
  const few = { rail: false, tight: false, column, bar, mine: 0, others: 0, low: 0, zone: 0, news: 0 };

  // Both sides, the map from the top to the bottom between them.
  const side = Math.min((width - height * aspect) / 2, 34 * rem);
  if (side >= column && height >= SIDEWAYS) {
    const lie = rows(piles, side - 2 * PAD - PANEL(rem), between(LEAST, height * 0.11, 110));
    yield { ...few, ...lie, way: "between", tabs: height >= 36 * rem ? "none" : "others", column: Math.floor(side), card: between(LEAST, height * 0.1, 96), w: width - 2 * side, h: height, ease: 1 };
  }

  // One side; a strip for the hand below the map where all has room beside it.
  const open = height >= 40 * rem;
  const crowded = piles > 7 || space.more; // two rows of cards and more: people and tickets want the column
  const strip = open ? LEAST * TALL + 3 * PAD : 0;
  const slim = Math.max(column, open ? Math.max(16 * rem, width * 0.18) : Math.min(15 * rem, width * 0.45));
  const w = Math.min(width - slim, (height - strip) * aspect);
  const beside = height < SIDEWAYS ? slim : Math.min(width - w, 25 * rem);
  if (width - slim > 0) {
    const lie = rows(piles, beside - (open ? 2 * PAD + PANEL(rem) : 2 * PAD + 2), between(LEAST, height * 0.068, 88));
    const card = open ? between(LEAST, (height - w / aspect - 3 * PAD) / TALL, 84) : LEAST;
    yield { ...few, ...lie, way: "beside", tabs: open ? "none" : "all", tight: !open, column: Math.floor(beside), mine: open ? Math.ceil(card * TALL + 3 * PAD) : 0, card, w: width - beside, h: height - strip, ease: open ? (crowded ? 0.85 : 0.95) : 0.75 };
  }

  // Below, and the others beside the map.
  const low = below(space, false);
  const corner = Math.max(column, width * 0.17);
  if (width >= 42 * rem) yield { ...few, ...below(space, false, true), way: "corner", tabs: "none", column: Math.floor(corner), w: width - corner, h: height - low.mine, ease: 1 };

  // Below, with everything in sight; with the others behind tabs; with one thing at a time; and with the least of it.
  const left = height - width / aspect - low.mine - bar;
  const others = Math.min(left, 24 * rem);
  if (width >= 42 * rem && others >= 11 * rem) yield { ...few, ...low, way: "stack", tabs: "none", others: Math.floor(others), w: width, h: height - low.mine - others - bar, ease: 1 };
  if (others - bar >= 8 * rem) yield { ...few, ...low, way: "stack", tabs: "others", others: Math.floor(others - bar), w: width, h: height - low.mine - others - bar, ease: 0.9 };
  const least = below(space, true);
  // Even that may be too much: then some of it lies over the map.
  const floor = Math.floor(height - Math.sqrt((SHARE * width * height) / aspect) - 1);
  const over = { ...least, mine: Math.max(BAR, Math.min(least.mine, floor)) };
  for (const lie of width < height ? [low, least, over] : [low, least]) {
    const tight = lie !== low;
    const ease = lie === low ? 0.75 : lie === least ? 0.65 : 0.5;
    yield { ...few, ...lie, tight, way: "stack", tabs: "all", w: width, h: height - lie.mine - bar, ease };
    yield { ...few, ...lie, tight, way: "stack", tabs: "all", rail: true, w: width - bar, h: height - lie.mine, ease: ease - 0.05 };
  }
}

/** The map's size where it has this room, and how many times as large as the whole it begins. */
function drawn(w: number, h: number, { aspect, width, height }: Surroundings): { w: number; h: number; near: number } {
  const wide = Math.max(0, Math.min(w, h * aspect));
  const near = height < SIDEWAYS && width > height && w > wide * WORTH ? Math.min(NEAREST, w / wide) : 1;
  return { w: wide * near, h: Math.min(h, (wide / aspect) * near), near };
}

/** The arrangement with the largest map, all else considered. */
export function arrange(space: Surroundings): Room & { map: { w: number; h: number } } {
  let best: { option: RoomOption; map: ReturnType<typeof drawn> } | null = null;
  let most = -1;
  for (const option of options(space)) {
    const map = drawn(option.w, option.h, space);
    const share = (map.w * map.h) / (space.width * space.height);
    const fills = share >= SHARE || map.w >= space.width - 0.5 || map.h >= space.height - 0.5;
    const worth = fills ? 10 + share * option.ease : share * Math.sqrt(option.ease); // where it is small, its size counts more
    if (worth > most) [best, most] = [{ option, map }, worth];
  }
  const { w: _w, h: _h, ease: _ease, ...room } = best!.option;
  const { near, ...map } = best!.map;
  return { ...room, near, map };
}
