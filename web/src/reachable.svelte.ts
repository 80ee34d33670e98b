/** By which address others come to this server, where the page was opened at the machine on which it runs. */
import { get } from "./api";
import type { Reach } from "./generated/protocol";

const HERE = ["localhost", "127.0.0.1", "[::1]"];
let told = $state.raw<Reach | null>(null);

/** What links for others begin with. */
export function reachableAt(): string {
  return told?.address ?? location.origin;
}

/** Whether nobody comes to this server from another machine. */
export function isAlone(): boolean {
  return told !== null && told.address === null;
}

/** Asks for it anew: a server may have been opened to its network meanwhile. */
export function askReach(): void {
  if (!HERE.includes(location.hostname)) return;
  get<Reach>("/api/reach").then(
    (reach) => (told = reach),
    () => {},
  );
}
