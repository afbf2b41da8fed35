/** Days as people say them, and the deals of a day that are played on this device. */
import { tongue } from "../../lib/words/language.svelte";

const region = (): string => navigator.languages.find((tag) => tag.startsWith(tongue.language)) ?? tongue.language;

/** "Thursday, 19 November": a day of the server's, which is one for everybody. */
export const dayName = (day: string): string => new Intl.DateTimeFormat(region(), { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" }).format(new Date(`${day}T12:00Z`));

/** At what o'clock here something ends. */
export const clock = (seconds: number): string => new Intl.DateTimeFormat(region(), { hour: "2-digit", minute: "2-digit" }).format(seconds * 1000);

export const dayBefore = (day: string): string => new Date(Date.parse(`${day}T12:00Z`) - 86_400_000).toISOString().slice(0, 10);

const KEY = "capotreno.daily";

/** Which table was the deal of which day. */
export interface Played {
  table: string;
  day: string;
}

/** Told to who has just finished that table: there are others' results. */
export const remember = (played: Played): void => localStorage.setItem(KEY, JSON.stringify(played));

export function dayOf(table: string): string {
  try {
    const known = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Played>;
    return known.table === table ? (known.day ?? "") : "";
  } catch {
    return "";
  }
}

const LONGEST = 2 ** 31 - 1; // milliseconds a browser can wait

/** Calls when a day is over, also after a night's sleep; the answer stops it. */
export function atEnd(ends: number, call: () => void): () => void {
  const look = (): void => {
    if (Date.now() >= ends * 1000) call();
  };
  const timer = setTimeout(look, Math.min(LONGEST, Math.max(0, ends * 1000 - Date.now()) + 1000));
  document.addEventListener("visibilitychange", look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
