/** The keyboard at the table: one key, one thing. */
export interface Keys {
  /** From the first deck, or from the second where there are two. */
  draw(deck: number): void;
  number(n: number): void;
  tickets(): void;
  list(): void;
  enter(): void;
  undo(): void;
  hint(): void;
  light(): void;
  menu(): void;
  chat(): void;
  history(): void;
  help(): void;
  /** Put away what lies over the map; false: nothing does. */
  escape(): boolean;
}

/** Where keys have a meaning of their own: writing, choosing in a form, a dialog over the table. */
const busy = (target: EventTarget | null): boolean =>
  target instanceof Element && (target.closest("input:not([type=checkbox]), textarea, select, dialog") !== null || document.querySelector("dialog[open]") !== null);

/** Nothing of its own is meant: the focus is nowhere, or on a question as a whole. */
const free = (target: EventTarget | null): boolean => target === document.body || (target instanceof Element && target.matches(".sheet"));

/** The keys that draw, a deck each. */
export const DECKS = ["D", "S"];

export function keydown(keys: Keys): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || busy(event.target)) return;
    const plain: Record<string, () => void> = {
      d: () => keys.draw(0),
      s: () => keys.draw(1),
      t: keys.tickets,
      r: keys.list,
      u: keys.undo,
      i: keys.hint,
      l: keys.light,
      m: keys.menu,
      c: keys.chat,
      h: keys.history,
      "?": keys.help,
    };
    const found = plain[event.key.toLowerCase()];
    if (found) found();
    else if (/^[1-9]$/.test(event.key)) keys.number(Number(event.key));
    else if (event.key === "Enter" && free(event.target)) keys.enter();
    else if (event.key !== "Escape" || !keys.escape()) return;
    event.preventDefault();
  };
}
