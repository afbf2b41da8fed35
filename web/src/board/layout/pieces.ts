/** The forms of things on the board, seen from above; a piece lies along x, centred, one space long (1 unit). */
import { type Box, shared } from "./candidates";

export interface PieceForm {
  /** Filled in the owner's colour. */
  body: string;
  /** Details on it, in a darker shade. */
  shade: string;
  /** Details on it, in a lighter shade. */
  light: string;
}

/** A railway wagon: a long roof with ribs, couplings at both ends. */
const wagon: PieceForm = {
  body: "M-.47-.2Q-.5-.2-.5-.16V.16Q-.5.2-.47.2H.47Q.5.2.5.16V-.16Q.5-.2.47-.2z",
  shade: "M-.53-.035H-.47V.035H-.53zM.47-.035H.53V.035H.47zM-.36-.2V.2M.36-.2V.2",
  light: "M-.45-.15H.45V-.085H-.45z",
};

/** A taxi: bonnet, windscreens, roof. */
const taxi: PieceForm = {
  body: "M-.42-.2Q-.5-.2-.5-.1V.1Q-.5.2-.42.2H.36Q.5.2.5.06V-.06Q.5-.2.36-.2z",
  shade: "M.2-.16Q.27 0 .2.16L.3.12Q.36 0 .3-.12zM-.3-.15Q-.34 0-.3.15L-.38.12Q-.41 0-.38-.12z",
  light: "M.42-.15L.47-.1.46-.05.41-.08zM.42.15L.47.1.46.05.41.08z",
};

/** A ship: a bow, a round stern, a deck. */
const ship: PieceForm = {
  body: "M-.5 0Q-.5-.21-.38-.21H.14Q.36-.2.53 0Q.36.2.14.21H-.38Q-.5.21-.5 0z",
  shade: "M-.4-.13H-.3V.13H-.4z",
  light: "M-.27-.13H.12Q.28-.12.4 0Q.28.12.12.13H-.27z",
};

const FORMS: Record<string, PieceForm> = { rail: wagon, road: taxi, sea: ship };
export const formOf = (kind: string): PieceForm => FORMS[kind] ?? wagon;

/** A passenger in a box of 24 × 24, seen from the front: a hat, a coat. */
export const TRAVELLER: PieceForm = {
  body: "M8 4.600 8.500 2.300Q8.800 1 10.100 1h3.800q1.300 0 1.600 1.300L16 4.600h1.500q.9 0 .9.900t-.9.900h-1.200q.3 2.400-1.400 3.800c3.300 1 4.700 3.900 5.600 10.600.2 1.400-.5 2.200-1.700 2.200H5.200c-1.200 0-1.900-.8-1.700-2.200.9-6.700 2.300-9.600 5.600-10.600Q7.400 8.800 7.700 6.400H6.500q-.9 0-.9-.9t.9-.9z",
  shade: "M7.900 4.700 8.200 3.200h7.600l.3 1.500zM17.300 12.700c1.500 1.600 2.200 4.300 2.800 8.300.1.800-.3 1.300-1.100 1.300h-2c.8-3.300.9-6.700.3-9.600z",
  light: "M6.900 13.100c-.9 1.400-1.500 3.500-2 6.300-.1.600.6.800.9.300.9-1.500 1.500-3.900 1.700-6.300 0-.5-.4-.6-.6-.3z",
};
export const PASSENGER = TRAVELLER.body;

/** Things built at places, in a box of 24 × 24. */
const BUILT: Record<string, string> = {
  harbour:
    "M12 2a3 3 0 0 1 1.500 5.600V9H17v2.500h-3.500v7.300c2.400-.5 4.300-2.100 5-4.300l-1.700.6.7-4 3.500 2.200-1.300.9C18.800 18.400 15.700 21.500 12 22c-3.700-.5-6.800-3.600-7.700-7.800L3 13.300l3.500-2.200.7 4-1.700-.6c.7 2.200 2.600 3.800 5 4.300v-7.300H7V9h3.500V7.600A3 3 0 0 1 12 2z",
  station: "M12 2 22 8v2H2V8zM4 11.500h3.500V19H4zm6.200 0h3.600V19h-3.600zm6.300 0H20V19h-3.500zM2 20.300h20V22.500H2z",
};
export const builtForm = (kind: string): string => (kind === "passenger" ? PASSENGER : BUILT[kind]) ?? (BUILT.station as string);

/** A locomotive from the side, in a box of 24 × 24: a ferry asks for wilds. */
export const LOCOMOTIVE = "M3 5h8v2H9.500v4H15V8h-1V6h5v2h-1v3c2 .3 3.500 1.800 3.500 4v2H20a2.600 2.600 0 0 1-5.200 0h-2.100a2.600 2.600 0 0 1-5.200 0H3v-6h1.500V7H3zm3.500 2v4h1.300V7z";
export const STAR = "M12 1l3.200 7.200 7.800.8-5.900 5.200 1.700 7.700L12 17.900l-6.800 4 1.700-7.700L1 9l7.800-.8z";

/** Where a badge lies beside a place, so that the names cover the least of it: below and to the right, if they leave it free. */
export function clearCorner(at: { x: number; y: number }, aside: { x: number; y: number }, radius: number, labels: readonly Box[]): { x: number; y: number } {
  const corners = [[1, 1], [-1, 1], [1, -1], [-1, -1]].map(([x, y]) => ({ x: at.x + x! * aside.x, y: at.y + y! * aside.y }));
  const covered = ({ x, y }: { x: number; y: number }): number =>
    labels.reduce((sum, label) => sum + shared({ x: x - radius, y: y - radius, w: 2 * radius, h: 2 * radius }, label), 0);
  return corners.reduce((best, one) => (covered(one) < covered(best) ? one : best));
}
