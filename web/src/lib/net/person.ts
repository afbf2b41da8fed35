/** My profile on this server, if I have one. What opens it is a cookie that no page can read. */
import type { Claimed, PersonFace, Link, Me, MeChange, Past, PersonWishes } from "../wire";
import { call } from "./api";
import * as me from "./me";

const HAS = "capotreno.person"; // that a profile is open here: who has none need not ask

export const has = (): boolean => localStorage.getItem(HAS) !== null;

function known(person: Me | null): Me | null {
  if (person) {
    localStorage.setItem(HAS, "1");
    me.rename(person.name);
  } else localStorage.removeItem(HAS);
  return person;
}

/** The device as its owner would call it: the browser and the system. */
export function device(): string {
  const agent = navigator.userAgent;
  const first = (names: [RegExp, string][]): string => names.find(([sign]) => sign.test(agent))?.[1] ?? "";
  const browser = first([[/Firefox/, "Firefox"], [/Edg\//, "Edge"], [/OPR\//, "Opera"], [/Chrome|CriOS/, "Chrome"], [/Safari/, "Safari"]]);
  const system = first([[/iPhone/, "iPhone"], [/iPad/, "iPad"], [/Android/, "Android"], [/Windows/, "Windows"], [/Mac OS/, "Mac"], [/Linux/, "Linux"]]);
  return [browser, system].filter(Boolean).join(", ");
}

/** Where I live, as the world's clocks are named. */
export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

export const mine = async (): Promise<Me | null> => known(await call<Me | null>("GET", "/api/me"));
export const make = async (wish: { name: string; face: string; wishes: Partial<PersonWishes> }): Promise<Me | null> => known(await call<Me>("POST", "/api/me", { ...wish, device: device(), claim: true }, me.token()));
export const change = async (change: Partial<MeChange>): Promise<Me | null> => known(await call<Me>("PATCH", "/api/me", change));
export const games = (): Promise<Past> => call("GET", "/api/me/games");
export const link = (once: boolean): Promise<Link> => call("POST", "/api/me/links", { once });
export const look = (secret: string): Promise<PersonFace> => call("POST", "/api/me/open", { secret, look: true });
export const open = async (secret: string): Promise<Me | null> =>
  known(await call<Me>("POST", "/api/me/open", { secret, device: device(), claim: true }, me.token()));
export const forget = (mark: string): Promise<Me> => call("DELETE", `/api/me/devices/${mark}`);

/** Close my profile on this device: its token goes too, or it would still hold my seats. */
export async function leave(): Promise<void> {
  await call<null>("POST", "/api/me/leave", {});
  known(null);
  me.lose();
}

export async function remove(): Promise<void> {
  await call<Claimed>("DELETE", "/api/me");
  known(null);
  me.lose();
}

/** The settings with some of them changed. */
export const wishing = (person: Me, some: Partial<PersonWishes>): Promise<Me | null> => change({ wishes: { ...person.wishes, ...some } });
