/** Who has the most passengers of each colour, and who the second most. */
export interface Majority {
  colour: string;
  /** How many each seat has. */
  held: number[];
  /** The seats that have the most, and the second most; a shared lead leaves no second. */
  most: number[];
  second: number[];
}

export function majorities(seats: readonly Readonly<Record<string, number | null>>[]): Majority[] {
  const colours = Object.keys(seats[0] ?? {});
  return colours.map((colour) => {
    const held = seats.map((counts) => counts[colour] ?? 0);
    const having = (n: number): number[] => (n ? held.flatMap((own, seat) => (own === n ? [seat] : [])) : []);
    const most = having(Math.max(...held));
    const second = most.length === 1 ? having(Math.max(0, ...held.filter((_, seat) => !most.includes(seat)))) : [];
    return { colour, held, most, second };
  });
}

/** How a seat stands with a colour: "most", "second" or "". */
export const rankOf = (all: readonly Majority[], colour: string, seat: number): "most" | "second" | "" => {
  const one = all.find((majority) => majority.colour === colour);
  return one?.most.includes(seat) ? "most" : one?.second.includes(seat) ? "second" : "";
};
