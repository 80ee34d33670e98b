"""The routes of notices: by which ways one is told that it is one's turn, when, and whether it arrives."""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

import msgspec
from fastapi import APIRouter, Request, Response
from msgspec.structs import replace

from tabbytop.server.http import guard, limits
from tabbytop.server.http.limits import Limit, Spending
from tabbytop.server.http.responses import respond
from tabbytop.server.http.routing import documented, read_json
from tabbytop.server.notices import letters
from tabbytop.server.notices.bell import HOUR, UNCONFIRMED, Bell, read_summary, read_way
from tabbytop.server.notices.outgoing import Unsent
from tabbytop.server.notices.wishes import read_habits, wish
from tabbytop.server.protocol import messages
from tabbytop.server.storage.notices import NoticeBox, Way, person_id
from tabbytop.server.storage.profiles import Guest
from tabbytop.server.tables.nights import is_zone
from tabbytop.server.tables.refusals import Rejected

MOST_WAYS = 8
"""Ways that one guest may have."""
MOST_MUTED = 200
"""Tables that one guest may have muted; the oldest are forgotten."""


class NoticeApi:
    """The routes, for guests who are found by `who`."""

    def __init__(
        self,
        box: NoticeBox,
        bell: Bell,
        who: Callable[[Request], Awaitable[Guest]],
        generosity: float,
        spending: Spending | None,
    ) -> None:
        self._box, self._bell, self._who = box, bell, who
        self._ways = Limit(limits.WAYS.times(generosity), spending)
        self._trials = Limit(limits.TRIALS.times(generosity), spending)
        self._invited = Limit(limits.INVITED.times(generosity), spending)
        self.router = APIRouter(prefix="/api/me/notices")
        get, post = self.router.get, self.router.post
        get("", **documented("How one is told", messages.NoticeSettings))(self.settings)
        post("", **documented("When one is told", messages.NoticeSettings, messages.NoticeHabits))(self.habits)
        post("/ways", **documented("Be told by one more way", messages.WayInfo, messages.NewWay))(self.add)
        self.router.delete("/ways/{way}", **documented("Be told so no longer", messages.NoticeSettings))(self.remove)
        post("/ways/{way}/trial", **documented("Send a notice to try a way", messages.NoticeTried))(self.trial)
        post("/answer", **documented("Answer a notice", messages.NoticeSettings, messages.NoticeAnswer))(self.answer)
        get("/people", **documented("Those with whom one has played", messages.Acquaintances))(self.people)
        post("/invitations", **documented("Invite somebody", messages.PersonInvited, messages.InvitePerson))(
            self.invite
        )
        post("/confirmed", **documented("Confirm an e-mail address", messages.WayInfo, messages.MailConfirmed))(
            self.confirm
        )

    async def settings(self, request: Request) -> Response:
        """Nobody else is told any of it."""
        return await self._settings(await self._who(request))

    async def habits(self, request: Request) -> Response:
        """In place of those before."""
        guest = await self._who(request)
        wanted = await read_json(request, read_habits)
        if wanted.quiet is not None and not is_zone(wanted.quiet.zone):
            raise Rejected("bad_notice", f"There is no time zone {wanted.quiet.zone!r}; one is Europe/Vienna.")
        await self._box.keep_habits(guest.id, msgspec.json.encode(wanted))
        return await self._settings(guest)

    async def add(self, request: Request) -> Response:
        """The same way a second time is the same way; an e-mail address has to be confirmed first."""
        guest = await self._who(request)
        wanted = (await read_json(request, msgspec.json.Decoder(messages.NewWay).decode)).way
        _limit(self._ways, guard.address_of(request.scope))
        try:
            self._bell.check(wanted)
        except Unsent as problem:
            raise Rejected("bad_notice", str(problem)) from None
        is_mail = isinstance(wanted, messages.MailWay)
        way = Way(
            id=secrets.token_hex(8),
            guest=guest.id,
            address=msgspec.json.encode(wanted),
            secret=secrets.token_bytes(24),
            site=str(request.base_url).rstrip("/"),
            created=time.time_ns() // 1_000_000,
            off=UNCONFIRMED if is_mail else None,
        )
        if not await self._box.add_way(way, MOST_WAYS):
            raise Rejected("bad_notice", f"There are {MOST_WAYS} ways already; take one away first.")
        if is_mail:
            try:
                await self._bell.try_out(way, letters.question(way.site, way.id, way.secret.hex()))
            except Unsent as problem:
                await self._box.remove_way(guest.id, way.id)
                raise Rejected("bad_notice", str(problem)) from None
        return respond(_info(way, show_secret=_is_signed(wanted)), 201)

    async def remove(self, way: str, request: Request) -> Response:
        """One that is not there is no problem."""
        guest = await self._who(request)
        await self._box.remove_way(guest.id, way)
        return await self._settings(guest)

    async def trial(self, way: str, request: Request) -> Response:
        """A way that was switched off goes on if the notice arrives."""
        guest = await self._who(request)
        _limit(self._trials, guest.id)
        found = await self._way(guest, way)
        if found.off == UNCONFIRMED:
            return respond(messages.NoticeTried(False, UNCONFIRMED))
        try:
            await self._bell.try_out(found, letters.trial())
        except Unsent as problem:
            return respond(messages.NoticeTried(False, str(problem)))
        await self._box.change_way(found, failures=0, off=None)
        return respond(messages.NoticeTried(True, "It has arrived."))

    async def answer(self, request: Request) -> Response:
        """Pressed on a notice: not now, or no more of this table."""
        guest = await self._who(request)
        wanted = await read_json(request, msgspec.json.Decoder(messages.NoticeAnswer).decode)
        if wanted.answer == "later":
            await self._box.put_off(guest.id, wanted.table, time.time_ns() // 1_000_000 + HOUR)
            return await self._settings(guest)
        habits = await self._habits(guest)
        if wanted.table not in habits.muted:
            muted = [*habits.muted, wanted.table][-MOST_MUTED:]
            await self._box.keep_habits(guest.id, msgspec.json.encode(replace(habits, muted=muted)))
        return await self._settings(guest)

    async def people(self, request: Request) -> Response:
        """What one wants to hear of each; with `table`, those alone who do not sit there with oneself."""
        guest = await self._who(request)
        habits = await self._habits(guest)
        finished = (await self._box.finished_with([guest.id]))[guest.id]
        card = await self._box.card(request.query_params.get("table", ""))
        here = card.guests if card is not None and guest.id in card.guests else ()
        people = []
        for known in await self._box.known_to(guest.id):
            if known.guest in here:
                continue
            told = wish(habits, guest.id, known.guest, finished)
            people.append(messages.Acquaintance(person_id(guest.id, known.guest), known.name, known.face, told))
        return respond(messages.Acquaintances(people))

    async def invite(self, request: Request) -> Response:
        """To a table with a free seat; the answer is the same whether they are told or not."""
        guest = await self._who(request)
        wanted = await read_json(request, msgspec.json.Decoder(messages.InvitePerson).decode)
        _limit(self._invited, guest.id)
        card = await self._box.card(wanted.table)
        if card is None or guest.id not in card.guests:
            raise Rejected("not_found", "You do not sit at this table.")
        kinds = {seat.kind for seat in read_summary(card.summary).seats}
        if card.stage != "lobby" or card.invite is None or not kinds & {"friend", "open"}:
            raise Rejected("wrong_stage", "No seat is free at this table.")
        known = await self._box.known_to(guest.id)
        person = next((each for each in known if person_id(guest.id, each.guest) == wanted.person), None)
        if person is None:
            raise Rejected("not_found", "You have not played with them.")
        if person.guest in card.guests:
            raise Rejected("unchanged", f"{person.name} sits here already.")
        await self._bell.invite(person.guest, guest.id, card.id)
        return respond(messages.PersonInvited(f"{person.name} is told if they want to hear of your invitations."))

    async def confirm(self, request: Request) -> Response:
        """Whoever reads the e-mail confirms it, on whichever device."""
        wanted = await read_json(request, msgspec.json.Decoder(messages.MailConfirmed).decode)
        found = await self._box.way(wanted.way)
        if found is None or not secrets.compare_digest(found.secret.hex().encode(), wanted.secret.encode()):
            raise Rejected("bad_notice", "This link does not fit; open the one in the newest e-mail.")
        await self._box.change_way(found, off=None)
        return respond(_info(found))

    async def _way(self, guest: Guest, way_id: str) -> Way:
        found = next((way for way in await self._box.ways_of([guest.id]) if way.id == way_id), None)
        if found is None:
            raise Rejected("not_found", "You are not told by this way any more.")
        return found

    async def _habits(self, guest: Guest) -> messages.NoticeHabits:
        kept = (await self._box.habits_of([guest.id])).get(guest.id)
        return read_habits(kept) if kept is not None else messages.NoticeHabits()

    async def _settings(self, guest: Guest) -> Response:
        ways = [_info(way) for way in await self._box.ways_of([guest.id])]
        habits = await self._habits(guest)
        return respond(messages.NoticeSettings(ways, habits, await self._bell.push_key(), self._bell.has_mail))


def _info(way: Way, *, show_secret: bool = False) -> messages.WayInfo:
    kind = read_way(way.address)
    secret = way.secret.hex() if show_secret else None
    match kind:
        case messages.PushWay(endpoint):
            return messages.WayInfo(way.id, "push", "A browser", endpoint, way.off)
        case messages.HookWay(service, url):
            words = f"{SERVICES[service]} at {urlsplit(url).hostname}"
            return messages.WayInfo(way.id, "hook", words, None, way.off, secret)
    return messages.WayInfo(way.id, "mail", kind.address, None, way.off)


SERVICES = {"discord": "Discord", "slack": "Slack", "ntfy": "ntfy", "json": "A program"}


def _is_signed(way: messages.PushWay | messages.HookWay | messages.MailWay) -> bool:
    return isinstance(way, messages.HookWay) and way.service == "json"


def _limit(limit: Limit, who: str) -> None:
    wait = limit.wait(who)
    if wait:
        raise Rejected("slow_down", f"Too many {limit.rate.name}.", retry_after=round(wait, 3))
