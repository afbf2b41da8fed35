/** Small drawings in a box of 100 × 56, standing on a line at the bottom: wagons, cars, ships, by kind. */
export interface Vehicle {
  /** The body, filled. */
  body: string;
  /** Windows, doors, seams: cut out of it. */
  cut: string;
  /** The wheels' centres and their radius; none for a ship. */
  wheels: [number, number][];
}

const bogies: [number, number][] = [
  [20, 6],
  [34, 6],
  [66, 6],
  [80, 6],
];
const axles: [number, number][] = [
  [25, 8],
  [76, 8],
];

const RAIL: Vehicle[] = [
  { body: "M8 12h84v32H8z M4 44h92v4H4z", cut: "M38 16h11v26H38z M51 16h11v26H51z M14 18h2v22h-2z M24 18h2v22h-2z M74 18h2v22h-2z M84 18h2v22h-2z", wheels: bogies },
  { body: "M16 16h68a13 13 0 0 1 0 28H16a13 13 0 0 1 0-28z M42 8h16v8H42z M4 44h92v4H4z", cut: "M28 16h2v28h-2z M49 16h2v28h-2z M70 16h2v28h-2z", wheels: bogies },
  { body: "M10 10q40-6 80 0l4 4v30H6V14z M2 44h96v4H2z", cut: "M13 18h11v11H13z M28 18h11v11H28z M43 18h14v11H43z M61 18h11v11H61z M76 18h11v11H76z M6 34h88v2H6z", wheels: bogies },
  { body: "M6 14h88l-10 30H16z M4 44h92v4H4z", cut: "M30 16h2l2 26h-2z M49 16h2v26h-2z M68 16h2l-2 26h-2z", wheels: bogies },
  { body: "M14 30h72v14H14z M20 30a8 8 0 1 1 16 0z M36 30a8 8 0 1 1 16 0z M52 30a8 8 0 1 1 16 0z M66 30a8 8 0 1 1 16 0z M28 17a8 8 0 1 1 16 0 8 8 0 0 1-16 0z M44 17a8 8 0 1 1 16 0 8 8 0 0 1-16 0z M58 17a8 8 0 1 1 16 0 8 8 0 0 1-16 0z M4 44h92v4H4z", cut: "M18 12h3v32h-3z M80 12h3v32h-3z", wheels: bogies },
  { body: "M8 12h84v32H8z M4 44h92v4H4z", cut: "M12 18h30v3H12z M12 26h30v3H12z M12 34h30v3H12z M58 18h30v3H58z M58 26h30v3H58z M58 34h30v3H58z M46 16h8v28h-8z", wheels: bogies },
  { body: "M8 18h24V8h32v10h28v26H8z M4 44h92v4H4z", cut: "M37 12h9v8h-9z M50 12h9v8h-9z M14 24h12v10H14z M44 26h12v18H44z M74 24h12v10H74z", wheels: bogies },
  { body: "M8 22q6-10 14-6 6-10 16-4 8-8 16 0 8-6 16 2 10-4 14 8l8 0v22H8z M4 44h92v4H4z", cut: "M14 28h72v2H14z M14 36h72v2H14z", wheels: bogies },
];

const ENGINE: Vehicle = {
  body: "M6 8h30v6h-3v10h31v-4h-3V6h16v14h-3v4h8q8 0 8 10v10H6z M44 14q0-6 6-6t6 6v10H44z M88 44l10 6H86z M2 44h94v5H2z",
  cut: "M13 15h14v11H13z M60 28h2v16h-2z M46 28h2v16h-2z",
  wheels: [
    [20, 8],
    [40, 8],
    [60, 6],
    [78, 6],
  ],
};

const ROAD: Vehicle[] = [
  { body: "M6 44V32q0-4 5-5l13-3 11-12q2-3 6-3h24q4 0 6 3l10 12 11 3q4 1 4 6v11z", cut: "M31 23l8-9h9v9z M53 14h11l8 9H53z", wheels: axles },
  { body: "M6 44V16q0-6 6-6h62q4 0 7 4l10 13q3 2 3 7v10z", cut: "M72 15h4l8 11H72z M54 15h12v11H54z M36 15h12v11H36z M14 15h16v11H14z", wheels: axles },
  { body: "M6 44V32q0-5 5-6l9-2 9-11q2-3 6-3h32q5 0 9 4l9 10 6 2q3 1 3 5v13z", cut: "M26 24l8-10h12v10z M51 14h15l9 10H51z", wheels: axles },
  { body: "M3 44V12q0-5 5-5h84q5 0 5 5v32z", cut: "M9 14h12v12H9z M25 14h12v12H25z M41 14h12v12H41z M57 14h12v12H57z M74 14h17v14H74z M3 33h94v2H3z", wheels: axles },
  { body: "M4 44V24h46V12q0-3 4-3h14q4 0 6 3l9 12 9 3q4 1 4 6v11z", cut: "M55 14h11l7 10H55z M8 29h38v2H8z", wheels: axles },
  { body: "M4 44V8h56v36z M62 44V17h16q3 0 5 3l10 12q3 3 3 6v6z", cut: "M67 22h10l7 9H67z M10 14h44v3H10z M10 22h44v3H10z", wheels: axles },
];

const TAXI: Vehicle = {
  body: "M40 2h20v6H40z M6 44V32q0-4 5-5l13-3 11-12q2-3 6-3h24q4 0 6 3l10 12 11 3q4 1 4 6v11z",
  cut: "M31 23l8-9h9v9z M53 14h11l8 9H53z M10 32h6v4h-6z M22 32h6v4h-6z M34 32h6v4h-6z M46 32h6v4h-6z M58 32h6v4h-6z M70 32h6v4h-6z M82 32h6v4h-6z M16 36h6v4h-6z M28 36h6v4h-6z M40 36h6v4h-6z M52 36h6v4h-6z M64 36h6v4h-6z M76 36h6v4h-6z",
  wheels: axles,
};

const SHIP: Vehicle = {
  body: "M4 34h92l-10 16H16z M20 22h56v12H20z M30 12h34v10H30z M38 2h9v10h-9z M52 2h9v10h-9z",
  cut: "M26 26h6v5h-6z M38 26h6v5h-6z M50 26h6v5h-6z M62 26h6v5h-6z M12 39h76v2H12z",
  wheels: [],
};

/** The drawing for the n-th card (or a wild) of a board whose pieces are of this kind. */
export function vehicle(kind: string, n: number, wild: boolean): Vehicle {
  if (kind === "ship" || kind === "sea") return SHIP;
  if (kind === "road") return wild ? TAXI : ROAD[n % ROAD.length]!;
  return wild ? ENGINE : RAIL[n % RAIL.length]!;
}
