"""The routes of the deal of the day."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
from fastapi import APIRouter, Request, Response

from tabbytop.server.http.responses import respond
from tabbytop.server.http.routing import documented, read_json
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.registry import TableRegistry
from tabbytop.server.storage.profiles import Guest
from tabbytop.server.tables.seating import Person

Who = Callable[[Request], Awaitable[Guest | None]]
Opener = Callable[[Request], Awaitable[Person]]


class DealRoutes:
    """What is dealt, and sitting down to it."""

    def __init__(self, registry: TableRegistry, router: APIRouter, who: Who, opener: Opener) -> None:
        self._registry = registry
        self._who = who
        self._opener = opener
        router.get("/deals", **documented("This week's deals", messages.DealWeek))(self.week)
        router.get("/deals/{day}", **documented("The deal of a day", messages.DealDocument))(self.deal)
        router.post("/deals/{day}/play", **documented("Play a deal", messages.Opened, messages.PlayDeal))(self.play)

    async def week(self, request: Request) -> Response:
        """What is dealt from Monday to Sunday, and which of it one has played."""
        guest = await self._who(request)
        return respond(await self._registry.deals.week(guest.id if guest else None))

    async def deal(self, day: str, request: Request) -> Response:
        """Where everybody begins, and how they did; "today" is a day, too."""
        guest, deals = await self._who(request), self._registry.deals
        return respond(await deals.document(await deals.deal(self._day(day)), guest.id if guest else None))

    async def play(self, day: str, request: Request) -> Response:
        """Today's deal has one table for each guest, which is answered however often it is asked for."""
        person = await self._opener(request)
        wanted = await read_json(request, msgspec.json.Decoder(messages.PlayDeal).decode)
        deal = await self._registry.deals.deal(self._day(day))
        return respond(await self._registry.open_deal(deal, wanted.key, person), 201)

    def _day(self, day: str) -> str:
        return self._registry.deals.today().isoformat() if day == "today" else day
