"""The routes of profiles: one's face and settings, other devices, everything that is kept of one, and its deletion."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

import msgspec
from fastapi import APIRouter, Request, Response, WebSocket

from tabbytop.server.http import guard, limits
from tabbytop.server.http.exports import Exports
from tabbytop.server.http.guests import WORDS_LAST, Guests, device_id, hash_of
from tabbytop.server.http.hosts import address_in_network
from tabbytop.server.http.limits import Limit, Rate, Spending
from tabbytop.server.http.responses import respond
from tabbytop.server.http.routing import documented, read_json
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.farewells import Farewells
from tabbytop.server.runtime.visiting import Visit
from tabbytop.server.storage.moderation import Moderation
from tabbytop.server.storage.profiles import DELETED, Guest
from tabbytop.server.tables.refusals import Rejected

COOKIE = "tabbytop"
COOKIE_AGE = 400 * 24 * 3600
MOST_SETTINGS = 4 * 1024
OWN_NAMES = ("localhost", "127.0.0.1", "::1")
"""By which a machine calls itself: they lead nowhere from another one."""
EVERYBODY = "everybody"
"""Wrong words are counted for all visitors together, too: many networks guess no better than one."""

Who = Callable[[Request], Awaitable[Guest]]
Visiting = Callable[[str, Request], Awaitable[tuple[Guest | None, Visit]]]


class ProfileRoutes:
    """Routes for those who are found by `who`."""

    def __init__(
        self,
        guests: Guests,
        moderation: Moderation,
        farewells: Farewells,
        exports: Exports,
        router: APIRouter,
        who: Who,
        visit: Visiting,
        host: str,
        generosity: float,
        spending: Spending | None,
    ) -> None:
        self._guests, self._moderation, self._farewells, self._exports = guests, moderation, farewells, exports
        self._who, self._visit, self._host = who, visit, host
        rates = (limits.ENTERING, limits.WRONG_WORDS, limits.FAREWELLS, limits.EXPORTS, limits.OFFERS)
        self._limits = {rate: Limit(rate.times(generosity), spending) for rate in rates}
        get, post = router.get, router.post
        get("/me/settings", **documented("The settings of the page", messages.PageSettings))(self.settings)
        post("/me/settings", **documented("Keep them", messages.PageSettings, messages.KeepSettings))(self.keep)
        get("/me/devices", **documented("The devices known as oneself", messages.Devices))(self.devices)
        router.delete("/me/devices/{device}", **documented("Sign a device out", messages.Devices))(self.sign_out)
        post("/me/handover", **documented("Play on another device", messages.Handover))(self.offer)
        post("/enter", **documented("Continue as oneself here", messages.Guest, messages.Enter))(self.enter)
        get("/me/export", **documented("Everything that is kept of one, as a ZIP file", None))(self.export)
        post("/me/delete", **documented("Delete one's profile", messages.Guest, messages.DeleteProfile))(self.delete)
        get("/tables/{table}/mutes", **documented("Whom one does not hear", messages.MutedSeats))(self.mutes)
        post("/tables/{table}/mutes", **documented("Hear no more", messages.MutedSeats, messages.MuteSeat))(self.mute)

    async def settings(self, request: Request) -> Response:
        """The same on all devices; none before some were kept."""
        kept = await self._guests.profiles.settings_of((await self._who(request)).id)
        return respond(messages.PageSettings(msgspec.json.decode(kept) if kept is not None else None))

    async def keep(self, request: Request) -> Response:
        """What they mean is the page's business; only their size is looked at."""
        guest = await self._who(request)
        wanted = await read_json(request, msgspec.json.Decoder(messages.KeepSettings).decode)
        body = msgspec.json.encode(wanted.settings)
        if len(body) > MOST_SETTINGS:
            raise Rejected("too_large", f"Settings may have {MOST_SETTINGS // 1024} kB.")
        await self._guests.profiles.change(guest.id, settings=body)
        return respond(messages.PageSettings(wanted.settings))

    # ------------------------------------------------------------ devices

    async def devices(self, request: Request) -> Response:
        """Also links that were made and not used up."""
        return await self._devices(await self._who(request), request)

    async def sign_out(self, device: str, request: Request) -> Response:
        """Its secret is worthless at once, at every server process; one that is not there is no problem."""
        guest = await self._who(request)
        await self._guests.sign_out(guest, device)
        return await self._devices(guest, request)

    async def _devices(self, guest: Guest, request: Request) -> Response:
        here, now = hash_of(token_of(request) or ""), time.time_ns() // 1_000_000
        tokens = [token for token in await self._guests.profiles.tokens_of(guest.id) if token.is_worth(now)]
        return respond(
            messages.Devices(
                [
                    messages.Device(
                        device_id(token.hash), token.label, token.kind, token.created, token.last_used,
                        token.hash == here,
                    )
                    for token in tokens
                ]
            )
        )  # fmt: skip

    async def offer(self, request: Request) -> Response:
        """Four words, and a code with the same words in it; the ones before are worthless."""
        guest = await self._who(request)
        self._limit(limits.OFFERS, guest.id)
        words, _ = await self._guests.offer(guest)
        path = f"/enter#{words}"
        code = qr_of(f"{site_for_others(request, self._host)}{path}")
        return respond(messages.Handover(words, path, WORDS_LAST, code), 201)

    async def enter(self, request: Request) -> Response:
        """This device gets a token of its own."""
        wanted = await read_json(request, msgspec.json.Decoder(messages.Enter).decode)
        network = guard.address_of(request.scope)
        if wanted.words:
            self._limit(limits.ENTERING, network)
            self._limit(limits.WRONG_WORDS, EVERYBODY)
            guest = await self._guests.take(wanted.words)
            if guest is None:
                raise Rejected("no_guest", "These words do not work (any more); ask for new ones on the other device.")
            self._limits[limits.WRONG_WORDS].spend(EVERYBODY, -1)
        else:
            guest = await self._guests.who(wanted.token)
            if guest is None:
                raise Rejected("no_guest", "This link does not work any more; ask for a new one on the other device.")
        token = await self._guests.another_token(guest, "device", request.headers.get("user-agent", ""))
        return with_cookie(respond(guest_info(guest)), request, token)

    # ------------------------------------------------------------ one's data

    async def export(self, request: Request) -> Response:
        """Profile, results and records; nobody else's secrets."""
        guest = await self._who(request)
        self._limit(limits.EXPORTS, guest.id)
        body = await self._exports.of(guest, guard.address_of(request.scope))
        headers = {"content-disposition": 'attachment; filename="tabbytop.zip"', "cache-control": "no-store"}
        return Response(body, 200, headers, "application/zip")

    async def delete(self, request: Request) -> Response:
        """At once, and for good. Tables that cannot be reached now follow by themselves."""
        guest = await self._who(request)
        wanted = await read_json(request, msgspec.json.Decoder(messages.DeleteProfile).decode)
        if wanted.name.strip().casefold() != guest.name.casefold():
            raise Rejected("bad_name", f"Type your name, {guest.name}, to delete your profile.")
        self._limit(limits.FAREWELLS, guard.address_of(request.scope))
        await self._guests.say_goodbye(guest)
        await self._moderation.note(DELETED, "delete", DELETED)
        await self._farewells.forget(guest.id)
        response = respond(messages.Guest(None, ""))
        response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
        return response

    # ------------------------------------------------------------ others

    async def mutes(self, table: str, request: Request) -> Response:
        """By seat, as long as the same person sits there."""
        guest = await self._who(request)
        _, room = await self._visit(table, request)
        return await self._mutes(guest, room)

    async def mute(self, table: str, request: Request) -> Response:
        """Kept with one's profile: for this table and all others. The other one is not told."""
        guest = await self._who(request)
        wanted = await read_json(request, msgspec.json.Decoder(messages.MuteSeat).decode)
        _, room = await self._visit(table, request)
        places = room.table.facts.places
        other = places[wanted.seat].guest if wanted.seat < len(places) else None
        if other is None or other == guest.id or await self._guests.profiles.guest(other) is None:
            raise Rejected("no_seat", "Nobody else sits there whom you could hear.")
        await self._moderation.mute(guest.id, other, muted=wanted.muted)
        return await self._mutes(guest, room)

    async def _mutes(self, guest: Guest, room: Visit) -> Response:
        sitting = {place.guest for place in room.table.facts.places if place.guest is not None}
        muted = await self._moderation.muted_among(guest.id, sitting)
        seats = [seat for seat, place in enumerate(room.table.facts.places) if place.guest in muted]
        return respond(messages.MutedSeats(seats))

    def _limit(self, rate: Rate, who: str) -> None:
        wait = self._limits[rate].wait(who)
        if wait:
            raise Rejected("slow_down", f"Too many {rate.name}.", retry_after=round(wait, 3))


def guest_info(guest: Guest | None) -> messages.Guest:
    """A guest as they are told themselves."""
    return messages.Guest(None, "") if guest is None else messages.Guest(guest.id, guest.name, guest.face)


def qr_of(text: str) -> messages.QrCode:
    """A text as a code to be scanned."""
    import segno

    rows = [list(row) for row in segno.make(text, micro=False, error="m").matrix]
    dark = (f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, module in enumerate(row) if module)
    return messages.QrCode(len(rows), "".join(dark))


def token_of(request: Request | WebSocket) -> str | None:
    """The token that a request carries: programs send it openly, browsers as a cookie."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else request.cookies.get(COOKIE)


def with_cookie(response: Response, request: Request, token: str) -> Response:
    """An answer that makes a browser remember a token."""
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, COOKIE_AGE, path="/", secure=secure, httponly=True, samesite="lax")
    return response


def site_for_others(request: Request, listens: str) -> str:
    """The address by which the page is reached, from another device too; browsers say it, whatever stands between."""
    origin = urlsplit(request.headers.get("origin", ""))
    if origin.scheme not in ("http", "https") or not origin.netloc:
        origin = urlsplit(str(request.base_url))
    here = f"{origin.scheme}://{origin.netloc}"
    return (address_in_network(listens, origin.port) or here) if origin.hostname in OWN_NAMES else here
