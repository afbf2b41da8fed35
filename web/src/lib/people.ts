/** What people at a table notice about each other. */
import type { SeatSummary } from "./wire";

export interface Notice {
  event: "left" | "dropped" | "returned" | "stood_in" | "plays_again";
  seat: number;
}

/** Who has left a chair for good, whom a bot stands in for, who plays again. */
export function noticed(before: readonly SeatSummary[], after: readonly SeatSummary[]): Notice[] {
  return after.flatMap((now): Notice[] => {
    const was = before.find((one) => one.seat === now.seat);
    if (was?.kind !== "person") return [];
    if (now.kind === "bot") return [{ event: "left", seat: now.seat }];
    if (!was.stand_in && now.stand_in) return [{ event: "stood_in", seat: now.seat }];
    if (was.stand_in && !now.stand_in) return [{ event: "plays_again", seat: now.seat }];
    return [];
  });
}

/** Milliseconds after which somebody who is away is said to be: a page that is loaded again is no news. */
const PATIENCE = 3_000;

/** Who of the others is here; who has been away for a moment is told to be, and told to be back. */
export class Presence {
  #away = new Set<number>();
  #timers = new Map<number, ReturnType<typeof setTimeout>>();

  constructor(private readonly tell: (notices: Notice[]) => void) {}

  /** Whoever is away when I come is no news. */
  begin(seats: readonly SeatSummary[]): void {
    this.#away = new Set(seats.filter((one) => one.kind === "person" && !one.present).map((one) => one.seat));
  }

  look(seats: readonly SeatSummary[]): void {
    for (const { seat, kind, present } of seats) {
      if (present || kind !== "person") {
        clearTimeout(this.#timers.get(seat));
        this.#timers.delete(seat);
        if (this.#away.delete(seat) && present) this.tell([{ event: "returned", seat }]);
      } else if (!this.#away.has(seat) && !this.#timers.has(seat)) this.#timers.set(seat, setTimeout(() => this.#gone(seat), PATIENCE));
    }
  }

  #gone(seat: number): void {
    this.#timers.delete(seat);
    this.#away.add(seat);
    this.tell([{ event: "dropped", seat }]);
  }

  end(): void {
    this.#timers.forEach((timer) => clearTimeout(timer));
    this.#timers.clear();
  }
}
