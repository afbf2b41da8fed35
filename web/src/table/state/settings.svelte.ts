/** How this person likes to play, kept on this device. */
const KEY = "capotreno.table";

export type Speed = "calm" | "quick" | "instant";

interface Kept {
  confirm: boolean;
  volume: number;
  pace: Speed;
}

const MILLISECONDS: Record<Speed, number> = { calm: 1100, quick: 450, instant: 0 };

function kept(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
  } catch {
    return {};
  }
}

class Settings {
  #confirm = $state(true);
  #volume = $state(0);
  #pace = $state<Speed>("calm");

  constructor() {
    const found = kept();
    this.#confirm = found.confirm ?? true;
    if (typeof found.volume === "number") this.#volume = Math.max(0, Math.min(found.volume, 1));
    if (found.pace && found.pace in MILLISECONDS) this.#pace = found.pace;
  }

  get confirm(): boolean {
    return this.#confirm;
  }

  set confirm(value: boolean) {
    this.#confirm = value;
    this.#keep();
  }

  /** How loud it is, 0 to 1; at first nothing is to be heard. */
  get volume(): number {
    return this.#volume;
  }

  set volume(value: number) {
    this.#volume = value;
    this.#keep();
  }

  get pace(): Speed {
    return this.#pace;
  }

  set pace(value: Speed) {
    this.#pace = value;
    this.#keep();
  }

  get milliseconds(): number {
    return MILLISECONDS[this.#pace];
  }

  #keep(): void {
    const now: Kept = { confirm: this.#confirm, volume: this.#volume, pace: this.#pace };
    localStorage.setItem(KEY, JSON.stringify(now));
  }
}

export const settings = new Settings();
/** Whether nothing can be hovered over here: what a thing is must be told after the tap. */
export const touch = (): boolean => !matchMedia("(hover: hover)").matches;

/** Whether there are only fingers here: no mouse, and so hardly a keyboard. */
export const fingers = (): boolean => !matchMedia("(any-pointer: fine)").matches;
export const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
