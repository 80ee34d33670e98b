/*
 * Works for the page while it is closed: shows notices that the server sends, and does what is pressed on one.
 * A newer notice takes the place of an older one of the same table; none is shown of a table that somebody looks at, and
 * those of tables that do not wait any more go. The app's icon says how many tables wait.
 *
 * And while the server is out of reach: keeps the page itself, the guides, the lessons that were opened, and today's puzzles.
 * Files under /assets have a hash in their name and never change. Those of the newest page and of the one before it are
 * kept, so that a table which was opened before an update finds what it still needs. Nothing of a table or of a guest
 * is kept, and whatever can be asked of the server is.
 */
const FILES = "tabbytop-files";
const TOLD = "tabbytop-told";
const SHELL = "/offline";
const LISTED = "/files.json";
/* What the page before the newest one had; kept until there is another update, however often somebody comes. */
const BEFORE = "/files.json?before";
/* What is told to everybody alike, and may be read again later. */
const PUZZLE = /^\/api\/puzzles\/[^/]+\/[^/]+$/;
const READABLE = [/^\/api\/games$/, /^\/api\/games\/[^/]+\/(guide|lessons\/[^/]+)$/, /^\/api\/puzzles$/, PUZZLE];
const ASIDE = ["/theme.js", "/favicon.svg", "/manifest.webmanifest"];

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const ACTIONS = [
  { action: "play", title: "Play" },
  { action: "later", title: "Not now" },
  { action: "mute", title: "Mute this table" },
];
self.addEventListener("message", (event) => {
  if (event.data === "keep") event.waitUntil(keep().catch(() => {}));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith("/assets/")) event.respondWith(fromFiles(request));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch((problem) => fromShell(problem)));
  else if (ASIDE.includes(pathname) || READABLE.some((each) => each.test(pathname)))
    event.respondWith(asked(request));
});

async function fromFiles(request) {
  const kept = await caches.match(request.url, { cacheName: FILES });
  if (kept) return kept;
  const came = await fetch(request);
  if (came.ok) await (await caches.open(FILES)).put(request.url, came.clone());
  return came;
}

async function fromShell(problem) {
  const kept = await caches.match(SHELL, { cacheName: TOLD });
  if (kept) return kept;
  throw problem;
}

/* The server's answer; what it said the last time where it cannot be reached. */
async function asked(request) {
  try {
    const came = await fetch(request);
    if (came.ok) await (await caches.open(TOLD)).put(request.url, came.clone());
    return came;
  } catch (problem) {
    const kept = await caches.match(request.url, { cacheName: TOLD });
    if (kept) return kept;
    throw problem;
  }
}

/* Fetches what is missing of the newest page, and lets go of what neither it nor the one before it has. */
async function keep() {
  const told = await caches.open(TOLD);
  const listed = await fetch(LISTED, { cache: "no-cache" });
  if (!listed.ok) return;
  const last = await told.match(LISTED);
  const now = filesIn(await listed.clone().json());
  if (last && String(filesIn(await last.clone().json())) !== String(now)) await told.put(BEFORE, last);
  const before = await told.match(BEFORE);
  const files = await caches.open(FILES);
  for (const file of now) if (!(await files.match(file))) await files.add(file);
  const needed = new Set([...now, ...(before ? filesIn(await before.json()) : [])]);
  for (const { url } of await files.keys()) if (!needed.has(new URL(url).pathname)) await files.delete(url);
  await told.put(LISTED, listed);
  await told.add(SHELL);
  for (const aside of ASIDE) await told.add(aside);
  const games = await (await asked(new Request("/api/games"))).json();
  for (const { id } of games.games) await told.add(`/api/games/${encodeURIComponent(id)}/guide`);
  await keepPuzzles(told);
}

/* Those of today, and no others. */
async function keepPuzzles(told) {
  const { puzzles } = await (await asked(new Request("/api/puzzles"))).json();
  const today = puzzles.map(({ game, id }) => `/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(id)}`);
  for (const { url } of await told.keys()) {
    const { pathname } = new URL(url);
    if (PUZZLE.test(pathname) && !today.includes(pathname)) await told.delete(url);
  }
  for (const path of today) if (!(await told.match(path))) await told.add(path);
}

function filesIn(list) {
  return Object.values(list).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets].map((each) => `/${each}`));
}

self.addEventListener("push", (event) => {
  const notice = readNotice(event);
  if (notice) event.waitUntil(take(notice));
});

function readNotice(event) {
  try {
    return event.data.json();
  } catch {
    return null;
  }
}

async function take(notice) {
  if (notice.waiting) await keepOnly(notice.waiting);
  if (notice.title) await show(notice);
}

async function keepOnly(waiting) {
  for (const shown of await self.registration.getNotifications()) {
    const { tables = [] } = shown.data ?? {};
    if (tables.length && !tables.some((table) => waiting.includes(table))) shown.close();
  }
  if ("setAppBadge" in self.navigator)
    await (waiting.length ? self.navigator.setAppBadge(waiting.length) : self.navigator.clearAppBadge());
}

async function show({ title, text, path, tag, tables = [], actions = false }) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const visible = windows.filter((each) => each.visibilityState === "visible");
  if ((await Promise.all(visible.map((each) => shows(each, path)))).includes(true)) return;
  if (tables.length > 1) await closeThoseOf(tables);
  const data = { path, tables };
  const more = actions ? { actions: ACTIONS, data } : { data };
  await self.registration.showNotification(title, { body: text, tag, icon: "/favicon.svg", ...more });
}

/** One notice for several tables takes the place of theirs. */
async function closeThoseOf(tables) {
  for (const tag of tables) for (const shown of await self.registration.getNotifications({ tag })) shown.close();
}

self.addEventListener("notificationclick", (event) => {
  const { notification, action } = event;
  const { path, tables = [] } = notification.data;
  notification.close();
  event.waitUntil(action === "later" || action === "mute" ? answer(tables[0], action) : openPage(path));
});

async function answer(table, action) {
  await fetch("/api/me/notices/answer", {
    method: "POST",
    credentials: "same-origin",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ table, answer: action }),
  });
}

async function openPage(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = await Promise.all(windows.map((each) => shows(each, path)));
  const there = windows[found.indexOf(true)];
  return there ? there.focus() : self.clients.openWindow(path);
}

/* Whether a window shows a table: the address of one may be an invitation, so the page itself is asked. */
function shows(client, path) {
  if (new URL(client.url).pathname === path) return true;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === path);
    setTimeout(() => resolve(false), 500);
    client.postMessage("where", [port2]);
  });
}
