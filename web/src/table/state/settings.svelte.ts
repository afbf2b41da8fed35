/** How this person likes to play, kept on this device. */
const KEY = "capotreno.table";

export type Pace = "calm" | "quick" | "instant";

interface Kept {
  confirm: boolean;
  sound: boolean;
  pace: Pace;
}

const MILLISECONDS: Record<Pace, number> = { calm: 1100, quick: 450, instant: 0 };

function kept(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
  } catch {
    return {};
  }
}

class Settings {
  #confirm = $state(true);
  #sound = $state(false);
  #pace = $state<Pace>("calm");

  constructor() {
    const found = kept();
    this.#confirm = found.confirm ?? true;
    this.#sound = found.sound ?? false;
    if (found.pace && found.pace in MILLISECONDS) this.#pace = found.pace;
  }

  get confirm(): boolean {
    return this.#confirm;
  }

  set confirm(value: boolean) {
    this.#confirm = value;
    this.#keep();
  }

  get sound(): boolean {
    return this.#sound;
  }

  set sound(value: boolean) {
    this.#sound = value;
    this.#keep();
  }

  get pace(): Pace {
    return this.#pace;
  }

  set pace(value: Pace) {
    this.#pace = value;
    this.#keep();
  }

  get milliseconds(): number {
    return MILLISECONDS[this.#pace];
  }

  #keep(): void {
    const now: Kept = { confirm: this.#confirm, sound: this.#sound, pace: this.#pace };
    localStorage.setItem(KEY, JSON.stringify(now));
  }
}

export const settings = new Settings();
export const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
