"""The routes of somebody who comes back: one's tables, what happened there, and where an invitation leads."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable, Sequence

from fastapi import APIRouter, Request, Response
from msgspec import Struct

from tabbytop import games
from tabbytop.engine.seats import SPECTATOR
from tabbytop.engine.steps import Steps
from tabbytop.server.http import guard
from tabbytop.server.http.game_logs import entries_of
from tabbytop.server.http.hosts import address_in_network
from tabbytop.server.http.invitations import Invitations
from tabbytop.server.http.profiles import guest_info
from tabbytop.server.http.responses import respond
from tabbytop.server.http.routing import documented
from tabbytop.server.http.slicing import SliceScheduler
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.visiting import Visit
from tabbytop.server.storage.own_tables import OwnTables, Place
from tabbytop.server.storage.profiles import Guest
from tabbytop.server.storage.store import Card, StoreError
from tabbytop.server.tables import projections
from tabbytop.server.tables.names import table_name
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.table import Table
from tabbytop.server.tables.telling import called, most_telling

Who = Callable[[Request], Awaitable[Guest | None]]
NeedGuest = Callable[[Request], Awaitable[Guest]]
VisitTable = Callable[[str, Request], Awaitable[tuple[Guest | None, Visit]]]
FIRST = ("", "games")
"""The pages that people come to first."""
PAGE = 20
"""Finished games that are told at once."""
REACH = 24
"""How many moves back the last one of a player is looked for."""


class HomeRoutes:
    """What the page of somebody who comes back asks for."""

    def __init__(
        self,
        router: APIRouter,
        host: str,
        own: OwnTables,
        invitations: Invitations,
        slices: SliceScheduler,
        who: Who,
        need_guest: NeedGuest,
        visit: VisitTable,
    ) -> None:
        self._host = host
        self._own, self._invitations, self._slices = own, invitations, slices
        self._who, self._need_guest, self._visit = who, need_guest, visit
        router.get("/me/games", **documented("One's tables, running and finished", messages.OwnGames))(self.games)
        router.post("/me/games/{table}/clear", **documented("Put a table away", messages.OwnGames))(self.clear)
        router.get("/tables/{table}/glance", **documented("How a table looks", messages.Glance))(self.glance)
        router.get("/reach", **documented("By which address others come", messages.Reach))(self.reach)
        router.get("/invitations/{words}", **documented("Where an invitation leads", messages.Invitation))(self.invited)

    async def games(self, request: Request) -> Response:
        """`game` chooses among those that are over, `find` (a name) among all; `after` is where the list ended."""
        guest, query = await self._who(request), request.query_params
        game, find, after = query.get("game"), query.get("find", ""), _place(query.get("after"))
        if guest is None:
            return respond(messages.OwnGames([], [], None, 0))
        if not find:
            return respond(await self.own_games(guest.id, game, after))
        running = await self._own.running(guest.id) if after is None else []
        running = [card for card in running if card.game == (game or card.game)]
        found = _found(running, await self._own.search(guest.id, game), guest.id, find, after)
        return respond(await self._slices.make(guard.address_of(request.scope), found))

    async def own_games(self, guest: str, game: str | None = None, after: Place | None = None) -> messages.OwnGames:
        """The tables of a guest; those that run are told with the first of the others."""
        running = await self._own.running(guest) if after is None else []
        over = await self._own.finished(guest, game, after, PAGE + 1)
        told = [projections.listed(card, guest) for card in over]
        total = await self._own.count_finished(guest, game)
        return _told([projections.listed(card, guest) for card in running], told, total)

    async def carried(self, request: Request, path: str) -> dict[str, Struct]:
        """What the pages that people come to first begin with, so that they need not ask; nothing elsewhere."""
        if path not in FIRST:
            return {}
        try:
            guest = await self._who(request)
            told: dict[str, Struct] = {"me": guest_info(guest)}
            if not path:
                told["home"] = await self.own_games(guest.id) if guest else messages.OwnGames([], [], None, 0)
            return told
        except StoreError:
            return {}  # the page asks for itself, and tells what is wrong

    async def clear(self, table: str, request: Request) -> Response:
        """A table that was left is not listed any more, until something happens there."""
        guest = await self._need_guest(request)
        if table not in [card.id for card in await self._own.running(guest.id)]:
            raise Rejected("no_table", "There is no such table of yours that is not over.")
        await self._own.clear(guest.id, table)
        return respond(await self.own_games(guest.id))

    async def glance(self, table: str, request: Request) -> Response:
        """For a little picture of it, and a line of words."""
        guest, visit = await self._visit(table, request)
        glance = _glance(visit.table, guest.id if guest else None)
        return respond(await self._slices.make(guard.address_of(request.scope), glance))

    async def reach(self, request: Request) -> Response:
        """Links that name this very machine work nowhere else; here is what does."""
        return respond(messages.Reach(address_in_network(self._host, request.url.port)))

    async def invited(self, words: str, request: Request) -> Response:
        """An invitation is words that can be read out, however they are written."""
        guest = await self._who(request)
        return respond(await self._invitations.find(request, words, guest.id if guest else None))


def _glance(table: Table, guest: str | None) -> Steps[messages.Glance]:
    """The table from the first seat of a guest, and the last thing that somebody else did; or, without one, anybody."""
    mine = table.seats_of(guest)
    seat = table.deciding if table.deciding in mine else (mine[0] if mine else SPECTATOR)
    assert seat is not None
    if table.match is None:
        return messages.Glance(None if seat == SPECTATOR else seat, None, None, "")
    plies = projections.plies(table, seat)
    told: list[tuple[int, messages.LogEntry]] = []
    for entry in entries_of(table, seat, max(0, plies - REACH), plies):
        if isinstance(entry.actor, int) and entry.sentence:
            told.append((entry.actor, entry))
        yield
    actor = next((each for each, _ in reversed(told) if each not in mine), told[-1][0] if told else None)
    turns = [list(turn) for who, turn in itertools.groupby(told, key=lambda each: each[0]) if who == actor]
    view = projections.view_of(table, table.match.state(), seat)
    viewer = None if seat == SPECTATOR else seat
    if actor is None:
        return messages.Glance(viewer, view, None, "")
    done = {entry.sentence: entry for _, entry in turns[-1]}
    most = done[most_telling(list(done), called(table, actor))]
    return messages.Glance(viewer, view, actor, most.sentence, most.move)


def _found(
    running: Sequence[Card], over: Sequence[Card], guest: str, find: str, after: Place | None
) -> Steps[messages.OwnGames]:
    """Those of the tables of a guest that may be meant by a name."""
    meant: dict[str, messages.Listed] = {}
    for card in (*running, *over):
        listed = projections.listed(card, guest)
        if _is_meant(card, listed, find):
            meant[card.id] = listed
        yield
    told = [card for card in over if after is None or (-card.updated, card.id) > (-after[0], after[1])]
    return _told(
        [meant[card.id] for card in running if card.id in meant],
        [meant[card.id] for card in told if card.id in meant],
        sum(card.id in meant for card in over),
    )


def _told(running: list[messages.Listed], over: list[messages.Listed], total: int) -> messages.OwnGames:
    """As many of the tables that are over as are told at once."""
    shown = over[:PAGE]
    more = f"{shown[-1].updated}.{shown[-1].id}" if len(over) > PAGE else None
    return messages.OwnGames(running, shown, more, total)


def _is_meant(card: Card, listed: messages.Listed, find: str) -> bool:
    """Whether somebody who looks for a name may mean this table."""
    wanted = find.casefold().strip()
    called = listed.name or table_name(card.id)
    names = [
        f"table {called}",
        games.load(card.game).name if card.game in games.ids() else card.game,
        card.id,
        card.invite,
    ]
    return any(wanted in name.casefold() for name in [*names, *(seat.name for seat in listed.seats)] if name)


def _place(text: str | None) -> Place | None:
    then, _, table = (text or "").partition(".")
    return (int(then), table) if then.isascii() and then.isdigit() and len(then) < 16 else None
