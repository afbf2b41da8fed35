/** Tables put aside: old ones I do not want to see, others I want to hear nothing of. With a profile on all my devices. */
import * as person from "./net/person";
import { renew } from "./net/push";

const MOST = 500;

function read(kept: string): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(kept) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

class Aside {
  #ids = $state.raw(new Set<string>());

  constructor(private readonly what: "hidden" | "muted") {
    this.#ids = new Set(read(`capotreno.${what}`));
  }

  has(table: string): boolean {
    return this.#ids.has(table);
  }

  add = (table: string): Promise<void> => this.#set([...this.#ids, table]);
  take = (table: string): Promise<void> => this.#set([...this.#ids].filter((one) => one !== table));
  empty = (): Promise<void> => this.#set([]);

  async #set(ids: string[]): Promise<void> {
    this.keep(ids);
    const me = person.has() ? await person.mine() : null;
    if (me) await person.wishing(me, { [this.what]: [...this.#ids] });
    else if (this.what === "muted") await renew();
  }

  keep(ids: string[]): void {
    this.#ids = new Set(ids.slice(-MOST));
    localStorage.setItem(`capotreno.${this.what}`, JSON.stringify([...this.#ids]));
  }
}

export const hidden = new Aside("hidden");
export const muted = new Aside("muted");

/** What my profile says, if I have one. */
export async function loadAside(): Promise<void> {
  const me = person.has() ? await person.mine().catch(() => null) : null;
  if (!me) return;
  hidden.keep(me.wishes.hidden);
  muted.keep(me.wishes.muted);
}
