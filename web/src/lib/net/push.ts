/** Notices of this browser: whether it has them, and asking for them. */
import type { PersonWishes, PushKey } from "../wire";
import { tongue } from "../words/language.svelte";
import { call } from "./api";
import * as me from "./me";
import * as person from "./person";

/** Why a browser has none: it cannot, it was told not to; or whether it has them. */
export type Notices = "cannot" | "denied" | "on" | "off";

const supported = (): boolean => import.meta.env.PROD && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

async function current(): Promise<PushSubscription | null> {
  const ready = await navigator.serviceWorker.getRegistration();
  return (await ready?.pushManager.getSubscription()) ?? null;
}

export async function notices(): Promise<Notices> {
  if (!supported()) return "cannot";
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && (await current()) ? "on" : "off";
}

/** What is told to who has no profile: in their language, and nothing of tables they have muted. */
function wishes(): Partial<PersonWishes> {
  const muted = JSON.parse(localStorage.getItem("capotreno.muted") ?? "[]") as string[];
  return { language: tongue.language, zone: person.zone(), muted };
}

/** Ask the browser, then the server. */
export async function begin(): Promise<Notices> {
  if (!supported()) return "cannot";
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const ready = await navigator.serviceWorker.ready;
  const { key } = await call<PushKey>("GET", "/api/push");
  const before = await ready.pushManager.getSubscription();
  const subscription = before ?? (await ready.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  await call("POST", "/api/push", person.has() ? subscription.toJSON() : { ...subscription.toJSON(), wishes: wishes() }, me.token());
  return "on";
}

/** What I wish has changed on this device; a profile says it to the server by itself. */
export async function renew(): Promise<void> {
  if (!person.has() && (await notices()) === "on") await begin();
}

/** I read another language from now on: what I am told comes in it. */
export async function speak(): Promise<void> {
  const mine = person.has() ? await person.mine() : null;
  if (mine && mine.wishes.language !== tongue.language) await person.wishing(mine, { language: tongue.language });
  else await renew();
}

/** No more of them. */
export async function end(): Promise<Notices> {
  const subscription = await current();
  if (subscription) {
    await call("POST", "/api/push/stop", { endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
  return notices();
}
