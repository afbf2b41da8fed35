/** Whom I do not want to hear at a table: known by the mark of their lines, and only on this device. */
const KEY = "capotreno.muted";
const MOST = 100;

class Muted {
  #marks = $state.raw<string[]>(JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[]);

  has(by: string): boolean {
    return by !== "" && this.#marks.includes(by);
  }

  turn(by: string): void {
    this.#marks = this.has(by) ? this.#marks.filter((one) => one !== by) : [by, ...this.#marks].slice(0, MOST);
    localStorage.setItem(KEY, JSON.stringify(this.#marks));
  }
}

export const muted = new Muted();
