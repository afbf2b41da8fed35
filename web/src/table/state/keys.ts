/** The keyboard at the table: one key, one thing. */
export interface Keys {
  draw(): void;
  number(n: number): void;
  tickets(): void;
  list(): void;
  enter(): void;
  undo(): void;
  light(): void;
  menu(): void;
  chat(): void;
  history(): void;
  help(): void;
}

/** Where keys have a meaning of their own: writing, choosing in a form, a dialog over the table. */
const busy = (target: EventTarget | null): boolean =>
  target instanceof Element && (target.closest("input:not([type=checkbox]), textarea, select, dialog") !== null || document.querySelector("dialog[open]") !== null);

export function keydown(keys: Keys): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || busy(event.target)) return;
    const plain: Record<string, () => void> = {
      d: keys.draw,
      t: keys.tickets,
      r: keys.list,
      u: keys.undo,
      l: keys.light,
      m: keys.menu,
      c: keys.chat,
      h: keys.history,
      "?": keys.help,
    };
    const found = plain[event.key.toLowerCase()];
    if (found) found();
    else if (/^[1-9]$/.test(event.key)) keys.number(Number(event.key));
    else if (event.key === "Enter" && event.target === document.body) keys.enter();
    else return;
    event.preventDefault();
  };
}
