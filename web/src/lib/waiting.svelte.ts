/** How many of my tables wait for me: in the window's title and on the app's icon, wherever I am. */
import { mine } from "./net/api";
import * as me from "./net/me";
import * as person from "./net/person";

const OFTEN = 60_000; // milliseconds between looks
const SELDOM = 300_000; // while nothing of mine is being played

class MyTurns {
  #count = $state(0);

  get count(): number {
    return this.#count;
  }

  /** What is known of my tables, from a look at them or from a list that was asked for anyway. */
  know(tables: readonly { table: { status: string; asked: number[] }; seats: number[] }[]): boolean {
    const running = tables.filter((one) => one.table.status === "running");
    this.#count = running.filter((one) => one.table.asked.some((seat) => one.seats.includes(seat))).length;
    const badge = navigator as Navigator & { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };
    // A browser may have the words and refuse them all the same.
    void (this.#count ? badge.setAppBadge?.(this.#count) : badge.clearAppBadge?.())?.catch(() => undefined);
    return running.length > 0;
  }

  /** A window's title, with the number before it. */
  titled(title: string): string {
    return this.#count ? `(${this.#count}) ${title}` : title;
  }

  /** Look again and again. */
  begin(): void {
    const look = async (): Promise<void> => {
      const token = me.token();
      let playing = false;
      if (token || person.has()) {
        try {
          playing = this.know((await mine(token ? [token] : [])).tables);
        } catch {
          playing = this.#count > 0; // no server now: what was known stays
        }
      }
      setTimeout(() => void look(), playing ? OFTEN : SELDOM);
    };
    setTimeout(() => void look(), OFTEN / 6);
  }
}

export const waiting = new MyTurns();
