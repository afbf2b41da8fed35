/** Who I am on this device: one secret token holds all my seats; my name is what I last gave. */
import { newKey } from "./key";

const TOKEN = "capotreno.token";
const NAME = "capotreno.name";
const RIVAL = "capotreno.rival";
const BEGUN = "capotreno.begun";

export const token = (): string | undefined => localStorage.getItem(TOKEN) ?? undefined;

/** The server tells a token once: keep it. */
export function keep(token: string): void {
  localStorage.setItem(TOKEN, token);
}

/** My secret on this device, made here where the server has not given me one: who looks on may talk under it. */
export function secret(): string {
  const own = token() ?? newKey();
  keep(own);
  return own;
}

/** My profile was closed here: what it held, this device holds no more. */
export const lose = (): void => ["token", "last", "mine"].forEach((one) => localStorage.removeItem(`capotreno.${one}`));

export const name = (): string => localStorage.getItem(NAME) ?? "";
export const rename = (name: string): void => localStorage.setItem(NAME, name);

/** Against whom I chose to play last, by the bot's name; "": I never chose. */
export const rival = (): string => localStorage.getItem(RIVAL) ?? "";
export const choose = (rival: string): void => localStorage.setItem(RIVAL, rival);

/** How many games were begun on this device. */
export const begun = (): number => Number(localStorage.getItem(BEGUN)) || 0;
export const beginOne = (): void => localStorage.setItem(BEGUN, String(begun() + 1));
