/** Routes where colours mean nothing: those that lie alone, and those with another beside them. */
export interface Plain {
  fill: string;
  edge: string;
  ink: string;
  /** In a box of 24 × 24: one track, or two. */
  symbol: string;
}

const sleepers = (top: number, bottom: number): string => [4, 10.500, 17].map((x) => `M${x} ${top}h3V${bottom}h-3z`).join("");
const track = (y: number): string => `M0 ${y}h24v1.800H0zM0 ${y + 4.200}h24V${y + 6}H0z${sleepers(y - 1.500, y + 7.500)}`;

export const TRACKS: Record<string, Plain> = {
  single: { fill: "#ead9b0", edge: "#7b6430", ink: "#4a3a14", symbol: track(9) },
  double: { fill: "#a9c3d1", edge: "#2f5266", ink: "#17394c", symbol: track(2.500) + track(15.500) },
};

/** Which of the two a route is. */
export const plainKind = (route: { twins: readonly unknown[] }): string => (route.twins.length ? "double" : "single");
