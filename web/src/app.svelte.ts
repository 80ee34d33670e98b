/** Tabbytop as an app: what works for the page while it is closed or the server is out of reach, and being installed. */

/** Milliseconds after which the page has nothing better to do than to keep itself. */
const LATER = 5000;

interface InstallPrompt extends Event {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
}

let prompt = $state.raw<InstallPrompt | null>(null);
let place = "";

/** Where this page is, whatever its address says. */
export function beAt(path: string): void {
  place = path;
}

/** Begins to listen for what the browser offers, and lets the page be kept when it is at rest. */
export function beAnApp(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    prompt = event as InstallPrompt;
  });
  addEventListener("appinstalled", () => (prompt = null));
  // a part of the page is fetched in vain: after an update of the server it may be gone, and the new page has its own
  addEventListener("vite:preloadError", () => void reloadIfUpdated().catch(() => {}));
  if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
    if (data === "where") ports[0]?.postMessage(place || location.pathname);
  });
  const sparing = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
  if (!sparing) setTimeout(() => void keep().catch(() => {}), LATER);
}

async function keep(): Promise<void> {
  await navigator.serviceWorker.register("/sw.js");
  (await navigator.serviceWorker.ready).active?.postMessage("keep");
}

/** Loads the page again where the server has another one by now; a server that does not answer changes nothing. */
async function reloadIfUpdated(): Promise<void> {
  const script = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.getAttribute("src");
  const newest = await fetch("/index.html", { cache: "no-cache" });
  if (script && newest.ok && !(await newest.text()).includes(`"${script}"`)) location.reload();
}

function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone)").matches;
}

/** How Tabbytop can be put on this screen: by the browser, by hand, or not. */
export function wayToInstall(): "prompt" | "share" | null {
  if (isInstalled()) return null;
  if (prompt) return "prompt";
  return /iPhone|iPad/.test(navigator.userAgent) && window.isSecureContext ? "share" : null;
}

/** Lets the browser ask; says whether it was done. */
export async function install(): Promise<boolean> {
  const asked = prompt;
  prompt = null;
  await asked?.prompt();
  return (await asked?.userChoice)?.outcome === "accepted";
}
