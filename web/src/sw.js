/**
 * What the app can do without a server: its own files, the rules, and what was looked at before.
 *
 * It is built into /sw.js with the list of the build's files. Nothing here is ever a seat's: only
 * what anybody may ask for is kept, and never a call that carries a token.
 */
const FILES = __FILES__;
const BUILD = __BUILD__;

const SHELL = `shell-${BUILD}`;
const SEEN = "seen";
const MOST = 150; // things seen that are kept; the oldest go
/** What answers with the same for everybody: games, boards, rules, words, replays of finished games. */
const OPEN = /^\/api\/(games|bots|words)(\/|$)|^\/api\/(tables|logs)\/\w+\/replay$|^\/preview\/|^\/manifest\.webmanifest$|^\/icon/;
const KEPT = "x-kept"; // the mark of an answer that is not from the server

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll(["/", ...FILES])));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith("shell-") && name !== SHELL).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || request.headers.has("authorization")) return;
  if (pathname.startsWith("/assets/")) event.respondWith(file(request));
  else if (OPEN.test(pathname)) event.respondWith(seen(event, request));
  else if (request.mode === "navigate" && !pathname.startsWith("/api/")) event.respondWith(page(request));
});

/** The rules of every game in the reader's language, while there is a server: they may be wanted in a train. */
self.addEventListener("message", (event) => {
  if (typeof event.data?.rules === "string") event.waitUntil(learn(event.data.rules));
});

/** Somebody who is away is told something. Whatever comes must be shown: browsers allow no silent notices. */
self.addEventListener("push", (event) => {
  let said = {};
  try {
    said = event.data?.json() ?? {};
  } catch {
    // not ours: an empty notice
  }
  const { title = "Capotreno", body = "", tag = "", path = "/tables" } = said;
  const shown = self.registration.showNotification(title, { body, tag, renotify: tag !== "", icon: "/icon-192.png", badge: "/icon-mask.png", data: { path } });
  event.waitUntil(shown.then(counted));
});

/** What waits is on the app's icon too, while the app is shut; opened, it counts the tables themselves. */
async function counted() {
  const waiting = await self.registration.getNotifications();
  await navigator.setAppBadge?.(waiting.length).catch(() => undefined);
}

/** A notice was touched: its page, in the window that shows it, in any window of ours, or in a new one. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(event.notification.data?.path ?? "/tables", location.origin);
  if (address.origin === location.origin) event.waitUntil(goTo(address.href));
});

/** The browser has moved to another endpoint: the server is told which one it takes the place of. */
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(moved(event)));

async function goTo(address) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((one) => one.url.split(/[?#]/)[0] === address);
  if (there) return there.focus();
  return self.clients.openWindow(address);
}

async function moved({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options;
  const next = newSubscription ?? (options && (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: options.applicationServerKey })));
  if (!next) return;
  const body = { ...next.toJSON(), before: oldSubscription?.endpoint ?? null };
  await fetch("/api/push", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}

/** A file of the build: its name changes with its content. */
async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** A page is the client, whatever its address; from the server as long as there is one. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (fault) {
    const shell = await (await caches.open(SHELL)).match("/");
    if (shell) return shell;
    throw fault;
  }
}

/** From the server, and kept; without a server as it was seen last. */
async function seen(event, request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) event.waitUntil(keep(request, answer.clone()));
    return answer;
  } catch (fault) {
    const found = await (await caches.open(SEEN)).match(request, { ignoreVary: true });
    if (!found) throw fault;
    const headers = new Headers(found.headers);
    headers.set(KEPT, "1");
    return new Response(found.body, { status: found.status, headers });
  }
}

async function keep(request, answer) {
  const cache = await caches.open(SEEN);
  await cache.delete(request, { ignoreVary: true }); // so that it is the newest
  await cache.put(request, answer);
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - MOST)).map((old) => cache.delete(old)));
}

async function learn(language) {
  const cache = await caches.open(SEEN);
  const games = await fetch("/api/games");
  if (!games.ok) return;
  await keep("/api/games", games.clone());
  for (const { game, options } of await games.json()) {
    const forms = options.dice ? ["", "&dice=true"] : [""];
    for (const form of forms) {
      const address = `/api/games/${game}/rules?language=${language}${form}`;
      if (await cache.match(address, { ignoreVary: true })) continue;
      const answer = await fetch(address);
      if (answer.status >= 429) return; // busy: another time
      if (answer.ok) await keep(address, answer);
    }
  }
}
