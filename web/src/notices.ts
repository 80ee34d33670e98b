/** Being told that it is one's turn, over HTTP and by this browser. Knows no page. */
import { get, post, remove } from "./api";
import type {
  Acquaintance,
  Acquaintances,
  HookService,
  NoticeHabits,
  NoticeSettings,
  NoticeTried,
  PersonInvited,
  PushWay,
  WayInfo,
  HookWay,
  MailWay,
} from "./generated/protocol";
import { beSomebody } from "./guests";

const HERE = "/api/me/notices";

/** How one is told. Whoever asks becomes a guest: there is somebody to be told then. */
export async function askNotices(): Promise<NoticeSettings> {
  await beSomebody();
  return get<NoticeSettings>(HERE);
}

export const keepHabits = (habits: NoticeHabits) => post<NoticeSettings>(HERE, habits);
export const removeWay = (way: WayInfo) => remove<NoticeSettings>(`${HERE}/ways/${way.id}`);
export const tryWay = (way: WayInfo) => post<NoticeTried>(`${HERE}/ways/${way.id}/trial`, {});
/** Those with whom one has played here, the last ones first; where a table is given, without those who sit there. */
export const askPeople = async (table = "") =>
  (await get<Acquaintances>(`${HERE}/people${table && `?table=${table}`}`)).people;
/** Tells somebody of a free seat, if they want to hear of it; says the same either way. */
export const invite = async (table: string, person: Acquaintance) =>
  (await post<PersonInvited>(`${HERE}/invitations`, { table, person: person.id })).sentence;
export const addHook = (service: HookService, url: string) => add({ type: "hook", service, url });
export const addMail = (address: string) => add({ type: "mail", address });

/** The ways by which one is not told any more because nothing arrived; asked by those who have ways at all. */
export async function waysOff(): Promise<WayInfo[]> {
  const { ways } = await get<NoticeSettings>(HERE);
  return ways.filter(({ off }) => off?.startsWith("Switched off"));
}

/** Confirms the e-mail address whose link was opened: what stands behind the `#`. */
export function confirmMail(secret: string): Promise<WayInfo> {
  const [way = "", word = ""] = secret.split(".");
  return post<WayInfo>(`${HERE}/confirmed`, { way, secret: word });
}

function add(way: PushWay | HookWay | MailWay): Promise<WayInfo> {
  return post<WayInfo>(`${HERE}/ways`, { way });
}

/** Whether this browser can be told anything while the page is closed; a sentence says why not. */
export function whyNotHere(): string {
  if (!window.isSecureContext) return "A browser shows notices only from addresses with https, or on the own machine.";
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return "This browser cannot show notices.";
  if (Notification.permission === "denied") return "Notices of this page are switched off in the browser's settings.";
  return "";
}

/** The address at which this browser gets notices; null where it gets none. */
export async function endpointHere(): Promise<string | null> {
  if (whyNotHere()) return null;
  const worker = await navigator.serviceWorker.getRegistration("/");
  return (await worker?.pushManager.getSubscription())?.endpoint ?? null;
}

/** Asks the browser to show notices, and the server to send them. A refusal is a sentence. */
export async function tellHere(serverKey: string): Promise<WayInfo> {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("The browser was not allowed to.");
  await navigator.serviceWorker.register("/sw.js");
  const worker = await navigator.serviceWorker.ready;
  const given = { userVisibleOnly: true, applicationServerKey: bytesOf(serverKey) };
  const subscription = await worker.pushManager.subscribe(given);
  const { endpoint, keys } = subscription.toJSON();
  return add({ type: "push", endpoint: endpoint ?? "", p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" });
}

/** Ends notices in this browser. */
export async function tellHereNoMore(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration("/");
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}

/** Takes away the notices of a table that somebody has come to. */
export async function forgetNotices(table: string): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const worker = await navigator.serviceWorker.getRegistration("/");
  for (const notice of (await worker?.getNotifications({ tag: table })) ?? []) notice.close();
}

function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
