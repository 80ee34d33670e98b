"""The routes of reviews: how far one is, as a stream, and the whole of one that is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from tabbytop.server.http.routing import documented
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.reviewing import Reviews, finished
from tabbytop.server.runtime.visiting import Visit
from tabbytop.server.storage.profiles import Guest
from tabbytop.server.storage.store import StoreError
from tabbytop.server.tables import projections
from tabbytop.server.tables.table import Table

Visiting = Callable[[str, Request], Awaitable[tuple[Guest | None, Visit]]]
Opener = Callable[[Request], Awaitable[object]]
HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


class ReviewRoutes:
    """Looking back at finished games."""

    def __init__(self, reviews: Reviews, router: APIRouter, visit: Visiting, asker: Opener) -> None:
        self._reviews = reviews
        self._visit = visit
        self._asker = asker
        about = documented("The review of a finished game, while it is reckoned", messages.ReviewProgress)
        router.get("/tables/{table}/review", **about)(self.review)

    async def review(self, table: str, request: Request) -> Response:
        """A `ReviewProgress` again and again as server-sent events, until it is done. Going away stops it."""
        _, room = await self._visit(table, request)
        kept = await self._reviews.kept(room.table)
        if kept is not None:
            return StreamingResponse(_once(kept), headers=HEADERS, media_type="text/event-stream")
        await self._asker(request)
        self._reviews.check_room(room.table)
        return StreamingResponse(self._lines(room.table), headers=HEADERS, media_type="text/event-stream")

    async def _lines(self, table: Table) -> AsyncIterator[bytes]:
        names = [seat.name for seat in projections.seat_infos(table)]
        following = self._reviews.follow(table, names)
        try:
            async for message in following:
                yield b"data: %b\n\n" % message
        except StoreError:
            told = messages.Error("storage", "The review could not be kept now; try again.", retry_after=1.0)
            yield b"data: %b\n\n" % messages.encode(told)
        finally:
            await following.aclose()  # type: ignore[attr-defined]


async def _once(kept: bytes) -> AsyncIterator[bytes]:
    yield b"data: %b\n\n" % messages.encode(finished(kept))
