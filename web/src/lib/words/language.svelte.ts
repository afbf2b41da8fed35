/** The language people read: the browser's at first, then whatever the switch says. */
import { fill, type Values } from "./message";
import { added } from "../net/api";
import type { Name } from "../wire";

export type Language = "en" | "it";

const KEY = "capotreno.language";

function first(): Language {
  const kept = localStorage.getItem(KEY);
  if (kept === "en" || kept === "it") return kept;
  return navigator.languages.find((tag) => /^(en|it)\b/i.test(tag))?.slice(0, 2).toLowerCase() === "it" ? "it" : "en";
}

class Tongue {
  #language = $state<Language>("en");
  #messages = $state.raw<Record<string, string>>({});
  #also: ((language: Language) => Promise<Record<string, string>>)[] = [];

  get language(): Language {
    return this.#language;
  }

  /** A screen's own messages, which come with it: in this language, and in the other when it is spoken. */
  async also(load: (language: Language) => Promise<Record<string, string>>): Promise<void> {
    if (!this.#also.includes(load)) this.#also.push(load);
    const more = await load(this.#language);
    this.#messages = { ...this.#messages, ...more };
  }

  /** Load a language's messages and speak it from now on. */
  async speak(language: Language): Promise<void> {
    const loaded = language === "it" ? await import("../../words/it") : await import("../../words/en");
    const more = await Promise.all(this.#also.map((load) => load(language)));
    this.#messages = Object.assign({}, loaded.messages, ...more) as Record<string, string>;
    this.#language = language;
    document.documentElement.lang = language;
    void this.#learn(language);
  }

  /** Messages of mechanics that did not ship with this client: the server knows them. */
  async #learn(language: Language): Promise<void> {
    const more = await added(language);
    if (this.#language === language && Object.keys(more).length) this.#messages = { ...this.#messages, ...more };
  }

  async begin(): Promise<void> {
    await this.speak(first());
  }

  /** What else is done when somebody turns the switch. */
  onchange: () => void = () => undefined;

  async change(language: Language): Promise<void> {
    localStorage.setItem(KEY, language);
    await this.speak(language);
    this.onchange();
  }

  /** A message with its forms chosen and its values filled in; an unknown key shows itself. */
  say(key: string, values: Values = {}): string {
    const message = this.#messages[key];
    return message === undefined ? key : fill(message, values, this.#language);
  }

  /** The language as it is written where people are: for dates. */
  get region(): string {
    return navigator.languages.find((tag) => tag.startsWith(this.#language)) ?? this.#language;
  }

  /** A number as the language writes it, with so many decimals, or with those it has. */
  figure(value: number, decimals?: number): string {
    return new Intl.NumberFormat(this.#language, decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value);
  }

  /** Whether a message asks for nothing but these values. */
  fits(key: string, values: Values): boolean {
    return [...(this.#messages[key] ?? "").matchAll(/\{(\w+)/g)].every(([, name]) => name! in values);
  }

  knows(key: string): boolean {
    return key in this.#messages;
  }

  /** A name of the board, in this language. */
  name(name: Name | Record<string, string>): string {
    return (name as Record<string, string>)[this.#language] ?? "";
  }
}

export const tongue = new Tongue();
export const say = (key: string, values?: Values): string => tongue.say(key, values);
