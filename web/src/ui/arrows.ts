/** For a group of buttons: the arrow keys walk through it, Home and End jump. */
export function arrows(node: HTMLElement): { destroy(): void } {
  const keydown = (event: KeyboardEvent): void => {
    const all = [...node.querySelectorAll<HTMLElement>("button:not(:disabled), input:not(:disabled), a[href]")];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
    const step = steps[event.key];
    let next: HTMLElement | undefined;
    if (step) next = all[(at + step + all.length) % all.length];
    else if (event.key === "Home") next = all[0];
    else if (event.key === "End") next = all.at(-1);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  };
  node.addEventListener("keydown", keydown);
  return { destroy: () => node.removeEventListener("keydown", keydown) };
}
