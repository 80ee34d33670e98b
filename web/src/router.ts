/**
 * Which page an address means, and how to get from one to another without loading the document again. Knows no page's
 * contents.
 */
import { createSubscriber } from "svelte/reactivity";

export type Route =
  | { page: "home" }
  | { page: "landing" }
  | { page: "create"; game: string }
  | { page: "start"; game: string }
  | { page: "table"; id: string }
  | { page: "guide"; game: string }
  | { page: "lesson"; game: string; lesson: string }
  | { page: "daily"; day: string | null }
  | { page: "review"; id: string }
  | { page: "puzzles"; game: string | null; id: string | null }
  | { page: "enter" }
  | { page: "notices" }
  | { page: "you" }
  | { page: "ratings" }
  | { page: "club" }
  | { page: "offline" }
  | { page: "lost" };

/** The page that a path means. */
export function match(path: string): Route {
  const parts = path.split("/").filter((part) => part !== "");
  const [first, second, third] = parts;
  if (first === undefined) return { page: "home" };
  if (parts.length === 1 && first === "games") return { page: "landing" };
  if (parts.length === 1 && first === "enter") return { page: "enter" };
  if (parts.length === 1 && first === "notices") return { page: "notices" };
  if (parts.length === 1 && first === "you") return { page: "you" };
  if (parts.length === 1 && first === "puzzles") return { page: "puzzles", game: null, id: null };
  if (parts.length === 1 && first === "ratings") return { page: "ratings" };
  if (parts.length === 1 && first === "club") return { page: "club" };
  if (parts.length === 1 && first === "offline") return { page: "offline" };
  if (parts.length <= 2 && first === "daily") return { page: "daily", day: second ?? null };
  if (parts.length === 2 && second !== undefined) {
    if (first === "new") return { page: "create", game: second };
    if (first === "start") return { page: "start", game: second };
    if (first === "t") return { page: "table", id: second };
    if (first === "review") return { page: "review", id: second };
    if (first === "guide") return { page: "guide", game: second };
  }
  if (parts.length === 3 && first === "puzzles") return { page: "puzzles", game: second!, id: third! };
  if (parts.length === 3 && first === "learn") return { page: "lesson", game: second!, lesson: third! };
  return { page: "lost" };
}

let tell = () => {};

const follow = createSubscriber((update) => {
  tell = update;
  addEventListener("popstate", update);
  return () => removeEventListener("popstate", update);
});

/** The present route; whoever reads it in an effect or a template is told when it changes. */
export function route(): Route {
  follow();
  return match(location.pathname);
}

/** Goes to another page; "back" returns. */
export function go(path: string): void {
  history.pushState(null, "", path);
  tell();
}

/** Goes to another page in place of this one, which "back" then skips. */
export function goInstead(path: string): void {
  history.replaceState(null, "", path);
  tell();
}

/** The path that a click on a link inside the page leads to; null where the browser should see to it. */
export function pathOfClick(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return null;
  if (link.pathname.startsWith("/api/")) return null;
  const onThisPage = link.pathname === location.pathname && link.hash !== "";
  return onThisPage ? null : link.pathname + link.search + link.hash;
}
