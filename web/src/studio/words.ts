/** The studio's own words: they come with the studio, not with the first page. */
import type { Language } from "../lib/words/language.svelte";

export async function load(language: Language): Promise<Record<string, string>> {
  return (language === "it" ? await import("../words/studio.it.json") : await import("../words/studio.en.json")).default;
}
