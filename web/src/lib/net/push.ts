/** Notices of this browser: whether it has them, and asking for them. */
import type { PushKey } from "../wire";
import { call } from "./api";
import * as me from "./me";

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

/** Ask the browser, then the server. */
export async function begin(): Promise<Notices> {
  if (!supported()) return "cannot";
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const ready = await navigator.serviceWorker.ready;
  const { key } = await call<PushKey>("GET", "/api/push");
  const before = await ready.pushManager.getSubscription();
  const subscription = before ?? (await ready.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  await call("POST", "/api/push", subscription.toJSON(), me.token());
  return "on";
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
