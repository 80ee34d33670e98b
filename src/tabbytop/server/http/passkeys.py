"""Passkeys (WebAuthn): for hosts who want it, a way into one's profile that nobody can read out or look up.

A device makes a pair of keys for this server's name and keeps one half. To come in it signs a challenge, which is good
for five minutes and once; what was signed for another site or another challenge is worth nothing here. Challenges and
keys are in the database, so it does not matter which of several processes asks and which one hears the answer.
"""

from __future__ import annotations

import hashlib
import ipaddress
import json
import secrets
import time
from base64 import urlsafe_b64decode
from collections.abc import Awaitable, Callable, Iterable
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

import msgspec
from fastapi import APIRouter, Request, Response

from tabbytop.engine.errors import UserError
from tabbytop.server.http import guard, limits
from tabbytop.server.http.guests import Guests, label_of
from tabbytop.server.http.hosts import name_in
from tabbytop.server.http.limits import Limit, Spending
from tabbytop.server.http.profiles import guest_info, with_cookie
from tabbytop.server.http.responses import respond
from tabbytop.server.http.routing import documented, read_json
from tabbytop.server.operating.settings import Settings
from tabbytop.server.protocol import messages
from tabbytop.server.storage.passkeys import Challenge, Passkey, PasskeyBox
from tabbytop.server.storage.profiles import Guest
from tabbytop.server.tables.refusals import Rejected

LASTS = 5 * 60 * 1000
"""Milliseconds for which a challenge is good."""
MOST = 10
"""Passkeys of one guest."""
HERE = "Tabbytop"

Who = Callable[[Request], Awaitable[Guest]]


def library() -> ModuleType:
    """What reads and checks what devices sign; a host who wants passkeys installs it."""
    try:
        import webauthn
    except ImportError:
        raise UserError("Passkeys need the Python package webauthn: pip install 'tabbytop[passkeys]'.") from None
    return webauthn


class PasskeyRoutes:
    """Making, listing and removing passkeys, and coming in with one."""

    def __init__(
        self,
        settings: Settings,
        box: PasskeyBox,
        guests: Guests,
        router: APIRouter,
        who: Who,
        spending: Spending | None,
    ) -> None:
        self._settings, self._box, self._guests, self._who = settings, box, guests, who
        self._webauthn = library() if settings.passkeys else None
        self._tries = Limit(limits.PASSKEYS.times(settings.generosity), spending)
        get, post = router.get, router.post
        get("/me/passkeys", **documented("One's passkeys", messages.Passkeys))(self.mine)
        post("/me/passkeys/begin", **documented("Begin to make a passkey", messages.PasskeyOptions))(self.begin)
        post("/me/passkeys", **documented("Keep a new passkey", messages.Passkeys, messages.NewPasskey))(self.add)
        router.delete("/me/passkeys/{passkey}", **documented("Remove a passkey", messages.Passkeys))(self.remove)
        post("/enter/passkey/begin", **documented("Begin to come in by passkey", messages.PasskeyOptions))(self.ask)
        post("/enter/passkey", **documented("Come in by passkey", messages.Guest, messages.EnterByPasskey))(self.enter)

    async def mine(self, request: Request) -> Response:
        """Nothing that is told of them lets anybody in."""
        self._library()
        return await self._told(await self._who(request))

    async def begin(self, request: Request) -> Response:
        """What the browser is to ask its device for."""
        webauthn = self._library()
        guest = await self._who(request)
        site = self._site(request)
        challenge = await self._challenge(request, site, guest.id)
        structs = webauthn.helpers.structs
        options = webauthn.generate_registration_options(
            rp_id=site,
            rp_name=HERE,
            user_id=guest.id.encode(),
            user_name=guest.name,
            user_display_name=guest.name,
            challenge=challenge,
            timeout=LASTS,
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[
                structs.PublicKeyCredentialDescriptor(id=passkey.id)
                for passkey in await self._box.of(guest.id)
                if passkey.site == site
            ],
        )
        return respond(messages.PasskeyOptions(json.loads(webauthn.options_to_json(options))))

    async def add(self, request: Request) -> Response:
        """Only for whoever has begun it."""
        webauthn = self._library()
        guest = await self._who(request)
        wanted = await read_json(request, msgspec.json.Decoder(messages.NewPasskey).decode)
        site = self._site(request)
        challenge = await self._answered(request, wanted.credential, site, guest.id)
        try:
            made = webauthn.verify_registration_response(
                credential=wanted.credential,
                expected_challenge=challenge,
                expected_rp_id=site,
                expected_origin=self._origins(request, site),
            )
        except Exception as problem:  # whatever strangers make a decoder stumble over
            raise _refused(problem) from None
        label = label_of(request.headers.get("user-agent", ""))
        passkey = Passkey(
            made.credential_id, guest.id, site, made.credential_public_key, made.sign_count, _now(), None, label
        )
        if not await self._box.add(passkey, MOST):
            raise Rejected("bad_passkey", f"This passkey is known already, or you have {MOST}; remove one first.")
        return await self._told(guest, 201)

    async def remove(self, passkey: str, request: Request) -> Response:
        """From now on it lets nobody in; one that is not there is no problem."""
        self._library()
        guest = await self._who(request)
        for each in await self._box.of(guest.id):
            if _name(each.id) == passkey:
                await self._box.remove(guest.id, each.id)
        return await self._told(guest)

    async def ask(self, request: Request) -> Response:
        """What the browser is to ask its device for; the device knows which profiles it has keys of."""
        webauthn = self._library()
        site = self._site(request)
        challenge = await self._challenge(request, site, None)
        options = webauthn.generate_authentication_options(rp_id=site, challenge=challenge, timeout=LASTS)
        return respond(messages.PasskeyOptions(json.loads(webauthn.options_to_json(options))))

    async def enter(self, request: Request) -> Response:
        """This device gets a token of its own, as with words."""
        webauthn = self._library()
        wanted = await read_json(request, msgspec.json.Decoder(messages.EnterByPasskey).decode)
        site = self._site(request)
        challenge = await self._answered(request, wanted.credential, site, None)
        passkey = await self._box.find(_bytes(wanted.credential.get("rawId")))
        if passkey is None or passkey.site != site:
            raise Rejected("no_guest", "This server does not know that passkey (any more).")
        try:
            checked = webauthn.verify_authentication_response(
                credential=wanted.credential,
                expected_challenge=challenge,
                expected_rp_id=site,
                expected_origin=self._origins(request, site),
                credential_public_key=passkey.public_key,
                credential_current_sign_count=passkey.count,
            )
        except Exception as problem:  # whatever strangers make a decoder stumble over
            raise _refused(problem) from None
        guest = await self._guests.profiles.guest(passkey.guest)
        if guest is None or not await self._box.note_use(passkey, checked.new_sign_count, _now()):
            raise Rejected("no_guest", "This server does not know that passkey (any more).")
        if (reason := self._guests.banned(guest.id)) is not None:
            raise Rejected("banned", reason)
        token = await self._guests.another_token(guest, "device", request.headers.get("user-agent", ""))
        return with_cookie(respond(guest_info(guest)), request, token)

    # ------------------------------------------------------------ challenges

    async def _challenge(self, request: Request, site: str, guest: str | None) -> bytes:
        wait = self._tries.wait(guard.address_of(request.scope))
        if wait:
            raise Rejected("slow_down", f"Too many {self._tries.rate.name}.", retry_after=round(wait, 3))
        challenge = secrets.token_bytes(32)
        now = _now()
        await self._box.ask(Challenge(hashlib.sha256(challenge).digest(), guest, site, now + LASTS), now)
        return challenge

    async def _answered(self, request: Request, credential: dict[str, Any], site: str, guest: str | None) -> bytes:
        """The challenge that a device says it has signed; it is used up, whatever comes of it."""
        response = credential.get("response")
        try:
            said = json.loads(_bytes(response.get("clientDataJSON") if isinstance(response, dict) else None))
            challenge = _bytes(said["challenge"])
        except (ValueError, TypeError, KeyError, RecursionError):
            raise Rejected("bad_passkey", "This is nothing that a device with a passkey says.") from None
        asked = await self._box.take(hashlib.sha256(challenge).digest(), _now())
        if asked is None or (asked.guest, asked.site) != (guest, site):
            raise Rejected("bad_passkey", "That took too long, or was answered before; begin again.")
        return challenge

    # ------------------------------------------------------------ names

    def _site(self, request: Request) -> str:
        """The name to which keys belong: that by which the server was called; the guard knows it for its own."""
        name = name_in(request.headers.get("host", ""))
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name
        raise Rejected("bad_passkey", "A passkey belongs to a name: open this page by the server's name, not a number.")

    def _origins(self, request: Request, site: str) -> list[str]:
        """The addresses of pages that may ask for a signature: those of this server by that name."""
        host = request.headers.get("host", "")
        own = [f"https://{host}", *([f"http://{host}"] if site == "localhost" else [])]
        return [*own, *_by_name(self._settings.origins, site)]

    def _library(self) -> ModuleType:
        if self._webauthn is None:
            raise Rejected("not_found", "There are no passkeys on this server; its owner can let them in.")
        return self._webauthn

    async def _told(self, guest: Guest, status: int = 200) -> Response:
        kept = await self._box.of(guest.id)
        told = [messages.Passkey(_name(each.id), each.label, each.site, each.created, each.used) for each in kept]
        return respond(messages.Passkeys(told), status)


def _by_name(origins: Iterable[str], site: str) -> list[str]:
    return [origin for origin in origins if name_in(urlsplit(origin).netloc) == site]


def _name(passkey_id: bytes) -> str:
    """How a passkey is named to its owner: nothing can be done with it but removing it."""
    return hashlib.sha256(b"passkey " + passkey_id).hexdigest()[:16]


def _bytes(text: object) -> bytes:
    """What somebody has written in Base64 for addresses; nothing where it is none."""
    if not isinstance(text, str):
        return b""
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return b""


def _refused(problem: Exception) -> Rejected:
    return Rejected("bad_passkey", f"This passkey does not hold: {problem or type(problem).__name__}.")


def _now() -> int:
    return time.time_ns() // 1_000_000
