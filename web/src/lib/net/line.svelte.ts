/** Whether the server can be reached: people are told when what they see was kept on this device. */

class ServerLine {
  #down = $state(false);

  get down(): boolean {
    return this.#down;
  }

  /** A call has come back; `kept`: not from the server, but as it was seen last. */
  heard(kept: boolean): void {
    this.#down = kept;
  }

  lost(): void {
    this.#down = true;
  }
}

export const line = new ServerLine();

/** The mark that the service worker puts on what it has kept. */
export const KEPT = "x-kept";

const LATER = 3000; // milliseconds after the page is there: what it needs itself comes first

/** Let the app be installed and opened without a server. Only where it was built, and only over a safe line. */
export function install(language: () => string): void {
  addEventListener("offline", () => line.lost());
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  setTimeout(() => {
    void navigator.serviceWorker
      .register("/sw.js")
      .then(() => navigator.serviceWorker.ready)
      .then((ready) => ready.active?.postMessage({ rules: language() }))
      .catch(() => undefined); // a browser that allows none: everything else works as before
  }, LATER);
}
