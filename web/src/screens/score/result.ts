/** The end of a game as the server tells it: score sheets, ranks and reasons. */
export type Item = [id: string, points: number];

export interface ScoreLine {
  label: string;
  points: number;
  items: Item[];
}

export interface Sheet {
  seat: number;
  total: number;
  lines: ScoreLine[];
}

export interface Result {
  reason: string;
  winners: number[];
  ranks: number[];
  tie_break: string;
  sheets: Sheet[];
}

/** A result, if that is what was sent. */
export function resultOf(sent: unknown): Result | null {
  return sent && typeof sent === "object" && "sheets" in sent && "winners" in sent ? (sent as Result) : null;
}
