/** Old tables that I do not want to see any more: on this device, and with a profile on all of mine. */
import * as person from "./net/person";

const KEPT = "capotreno.hidden";
const MOST = 500;

function read(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

class Hidden {
  #ids = $state.raw(new Set(read()));

  has(table: string): boolean {
    return this.#ids.has(table);
  }

  get count(): number {
    return this.#ids.size;
  }

  /** What my profile says, if I have one. */
  async load(): Promise<void> {
    const me = person.has() ? await person.mine().catch(() => null) : null;
    if (me) this.#keep(me.wishes.hidden);
  }

  async hide(table: string): Promise<void> {
    await this.#set([...this.#ids, table]);
  }

  async showAll(): Promise<void> {
    await this.#set([]);
  }

  async #set(ids: string[]): Promise<void> {
    this.#keep(ids);
    const me = person.has() ? await person.mine() : null;
    if (me) await person.wishing(me, { hidden: [...this.#ids] });
  }

  #keep(ids: string[]): void {
    this.#ids = new Set(ids.slice(-MOST));
    localStorage.setItem(KEPT, JSON.stringify([...this.#ids]));
  }
}

export const hidden = new Hidden();
