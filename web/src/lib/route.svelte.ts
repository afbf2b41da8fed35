/** Where in the program we are: the address, as a list of words. */
class Address {
  #path = $state(location.pathname);
  #search = $state(location.search);
  #sheets: (() => void)[] = []; // what lies over the page, the topmost last
  #guarded = false; // an entry of the history stands for them; it stays for those to come

  constructor() {
    addEventListener("popstate", () => this.#popped());
  }

  /** Something lies over the page: Back closes it first. To be called when it is gone, the answer says so. */
  cover(close: () => void): () => void {
    this.#sheets.push(close);
    this.#guard();
    return () => {
      this.#sheets = this.#sheets.filter((one) => one !== close);
    };
  }

  #guard(): void {
    if (this.#guarded || !this.#sheets.length) return;
    history.pushState(null, "");
    this.#guarded = true;
  }

  #popped(): void {
    const guarded = this.#guarded;
    const close = guarded ? this.#sheets.pop() : undefined;
    this.#guarded = false;
    this.#guard();
    if (close) close();
    else if (guarded) history.back(); // nothing lay there any more: Back means back
    else this.#look();
  }

  #look(): void {
    this.#path = location.pathname;
    this.#search = location.search;
  }

  get words(): string[] {
    return this.#path.split("/").filter(Boolean).map(decodeURIComponent);
  }

  /** What stands after the question mark: "1" in `?dice=1` for "dice", otherwise nothing. */
  asks(name: string): string {
    return new URLSearchParams(this.#search).get(name) ?? "";
  }

  go(path: string, replace = false): void {
    // The entry of the sheets becomes the new page's: Back from there leads here.
    history[replace || this.#guarded ? "replaceState" : "pushState"](null, "", path);
    this.#guarded = false;
    this.#look();
    scrollTo(0, 0);
  }
}

export const address = new Address();

/** For links: a plain click goes there without loading the page anew. */
export function link(node: HTMLAnchorElement): { destroy(): void } {
  const click = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    address.go(node.pathname + node.search + node.hash);
  };
  node.addEventListener("click", click);
  return { destroy: () => node.removeEventListener("click", click) };
}
