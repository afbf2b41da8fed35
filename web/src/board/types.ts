/** What the board widget is told. It draws this and reports clicks; it knows no rules. */
import type { Board } from "../lib/wire";

export interface Drawing {
  format: string;
  board: string;
  size: [number, number];
  theme?: Record<string, string>;
  layers: { role: string; paths: string[] }[];
  labels?: { text: Record<string, string>; x: number; y: number; size?: number; angle?: number; role?: string }[];
}

export interface Piece {
  seat: number;
  place: string;
  kind: string; // "harbour", "station", …
}

/** Merchandise that lies at a place: what the top token is worth, how many there are, their colour. */
export interface Heap {
  value: number;
  left: number;
  colour: string;
}

/** A ticket of mine on the map. */
export interface Errand {
  id: string;
  /** Which of the tints. */
  tint: number;
  /** Its stops in order, each with all places that will do. */
  stops: readonly (readonly string[])[];
  /** One of the later stops is enough: no line is drawn to them. */
  options: boolean;
  /** Done, or not to be done any more. */
  quiet: boolean;
  /** Somebody looks at it. */
  looked: boolean;
}

export interface BoardProps {
  board: Board;
  drawing?: Drawing | null;
  /** Who owns each claimed route. */
  owners?: ReadonlyMap<string, number>;
  /** A colour name per seat, as in lib/colours. */
  seatColours?: readonly string[];
  seatNames?: readonly string[];
  /** Passengers waiting at places, by colour. */
  waiting?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Things built at places. */
  built?: readonly Piece[];
  /** Merchandise at places. */
  goods?: Readonly<Record<string, Heap>>;
  /** My seat: my pieces have a rim of their own. */
  me?: number | null;
  /** What invites a click, and which of those routes a ticket of mine asks for. */
  inviting?: ReadonlySet<string>;
  useful?: ReadonlySet<string>;
  invitingPlaces?: ReadonlySet<string>;
  /** What is lit: a ticket's places, the path it still needs. */
  litPlaces?: ReadonlySet<string>;
  litRoutes?: ReadonlySet<string>;
  /** My tickets. */
  errands?: readonly Errand[];
  /** A seat whose routes are looked at; all others step back. */
  spotlight?: number | null;
  /** Places and regions whose names are always there: those of my tickets. */
  wanted?: ReadonlySet<string>;
  /** A tour that is looked at: its stops in order. */
  tour?: readonly string[];
  /** The one route or place being talked about (a payment, a passenger at this place). */
  chosen?: string | null;
  /** Routes nobody can claim any more. */
  closed?: ReadonlySet<string>;
  /** Colours mean nothing: routes are drawn as single or double tracks. */
  plain?: boolean;
  /** Routes claimed just now: their pieces roll in. */
  fresh?: ReadonlySet<string>;
  /** Routes somebody looks at first: brought into view. */
  focus?: readonly string[];
  /** A click, tap or Enter. */
  onroute?: (id: string) => void;
  onplace?: (id: string) => boolean;
  /** The pointer or the focus is on a route; null: it has gone. `at` is in page coordinates. */
  onlook?: (id: string | null, at?: { x: number; y: number }) => void;
  /** For screen readers: a route's whole description. */
  describe?: (id: string) => string;
  /** A place's whole description: its name, and what lies there. */
  describePlace?: (id: string) => string;
  /** A picture only: no zoom, no focus, no clicks (start page, score sheet). */
  still?: boolean;
  /** The route that is advised: nothing on the map is stronger. */
  advised?: string | null;
  /** Pixels from below that something lies on: the board can be pulled up from beneath it. */
  covered?: number;
  /** How many times as large as the whole board it begins, around the places that are wanted. */
  near?: number;
}
