/** What to say when the server refuses: its reason in the reader's language, or that it does not answer. */
import { Refusal } from "../lib/net/api";
import { say, tongue } from "../lib/words/language.svelte";

export function sorry(error: unknown): string {
  if (!(error instanceof Refusal) || error.code === "unreachable") return say("web.unreachable");
  const key = `server.${error.code}`;
  // A sentence with gaps is filled in by the server, in its own language.
  if (tongue.knows(key) && !say(key).includes("{")) return capital(say(key));
  return error.message ? capital(error.message) : say("web.unreachable");
}

/** A sentence begins with a capital. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
