/** Who I am on this device: one secret token holds all my seats; my name is what I last gave. */
const TOKEN = "capotreno.token";
const NAME = "capotreno.name";

export const token = (): string | undefined => localStorage.getItem(TOKEN) ?? undefined;

/** The server tells a token once: keep it. */
export function keep(token: string): void {
  localStorage.setItem(TOKEN, token);
}

export const name = (): string => localStorage.getItem(NAME) ?? "";
export const rename = (name: string): void => localStorage.setItem(NAME, name);
