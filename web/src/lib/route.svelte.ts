/** Where in the program we are: the address, as a list of words. */
class Address {
  #path = $state(location.pathname);
  #search = $state(location.search);

  constructor() {
    addEventListener("popstate", () => this.#look());
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
    history[replace ? "replaceState" : "pushState"](null, "", path);
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
