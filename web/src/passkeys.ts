/**
 * Passkeys: a key that this device makes and keeps, by which one comes in without words. What devices and browsers say is
 * bytes, what the server says is the JSON of WebAuthn; here one becomes the other.
 */
import { get, post, remove } from "./api";
import type { Guest, PasskeyOptions, Passkeys } from "./generated/protocol";

/** Whether this browser can, and may at this address: keys belong to names, not to numbers. */
export function canPasskeys(): boolean {
  const hasName = !/^[\d.]+$|:/.test(location.hostname);
  return window.isSecureContext && hasName && "PublicKeyCredential" in window;
}

export const askPasskeys = () => get<Passkeys>("/api/me/passkeys");
export const removePasskey = (id: string) => remove<Passkeys>(`/api/me/passkeys/${encodeURIComponent(id)}`);

/** Makes a passkey on this device. */
export async function makePasskey(): Promise<Passkeys> {
  const { options } = await post<PasskeyOptions>("/api/me/passkeys/begin", {});
  const made = await asked(() => navigator.credentials.create({ publicKey: creation(options as never) }));
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  return await post<Passkeys>("/api/me/passkeys", {
    credential: written(made, { clientDataJSON, attestationObject }),
  });
}

/** Comes in by a passkey of this device. */
export async function enterByPasskey(): Promise<Guest> {
  const { options } = await post<PasskeyOptions>("/api/enter/passkey/begin", {});
  const found = await asked(() => navigator.credentials.get({ publicKey: request(options as never) }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = found.response as AuthenticatorAssertionResponse;
  return await post<Guest>("/api/enter/passkey", {
    credential: written(found, { clientDataJSON, authenticatorData, signature, userHandle }),
  });
}

/** What a device answers; whoever closes its question has chosen nothing. */
async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  let answer: Credential | null;
  try {
    answer = await ask();
  } catch (problem) {
    const { name } = problem as DOMException;
    if (name === "InvalidStateError") throw new Error("This device has a passkey for you already.");
    if (name === "NotAllowedError") throw new Error("No passkey was chosen.");
    throw new Error("This browser could not ask for a passkey.");
  }
  if (!answer) throw new Error("No passkey was chosen.");
  return answer as PublicKeyCredential;
}

function creation(options: PublicKeyCredentialCreationOptionsJSON): PublicKeyCredentialCreationOptions {
  const { challenge, user, excludeCredentials = [] } = options;
  return {
    ...(options as unknown as PublicKeyCredentialCreationOptions),
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: excludeCredentials.map(({ id }) => ({ type: "public-key", id: bytesOf(id) })),
  };
}

function request(options: PublicKeyCredentialRequestOptionsJSON): PublicKeyCredentialRequestOptions {
  return {
    ...(options as unknown as PublicKeyCredentialRequestOptions),
    challenge: bytesOf(options.challenge),
    allowCredentials: [],
  };
}

function written(credential: PublicKeyCredential, response: Record<string, ArrayBuffer | null>): object {
  const id = textOf(credential.rawId);
  const said = Object.entries(response).flatMap(([name, bytes]) => (bytes ? [[name, textOf(bytes)]] : []));
  return { id, rawId: id, type: credential.type, response: Object.fromEntries(said) as object };
}

/** Bytes as text in Base64 for addresses. */
export function textOf(bytes: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The bytes of such a text. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
