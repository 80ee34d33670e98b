/*
 * Works for the page while it is closed: shows notices that the server sends, and opens the table when one is pressed.
 * A newer notice takes the place of an older one of the same table; none is shown of a table that somebody looks at.
 */
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const notice = readNotice(event);
  if (notice) event.waitUntil(show(notice));
});

function readNotice(event) {
  try {
    return event.data.json();
  } catch {
    return null;
  }
}

async function show({ title, text, path, tag }) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const isSeen = windows.some((each) => each.visibilityState === "visible" && new URL(each.url).pathname === path);
  if (isSeen) return;
  await self.registration.showNotification(title, { body: text, tag, icon: "/favicon.svg", data: { path } });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.path));
});

async function openPage(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((each) => new URL(each.url).pathname === path);
  return there ? there.focus() : self.clients.openWindow(path);
}
