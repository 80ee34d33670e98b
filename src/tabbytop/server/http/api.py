"""The HTTP interface: guests, tables, commands and event streams. Sockets speak the same messages.

Each route reads a structure, asks the registry, and answers with a structure; the structures are in `messages`.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager

import msgspec
from fastapi import APIRouter, Request, Response, WebSocket
from fastapi.responses import StreamingResponse
from msgspec import Struct
from starlette.types import Receive, Scope, Send

from tabbytop import games
from tabbytop.engine.match import Match
from tabbytop.engine.moves import BadMove
from tabbytop.engine.record import BadRecord, parsing_record
from tabbytop.engine.seats import SPECTATOR
from tabbytop.engine.steps import Steps
from tabbytop.server.http import guard, lessons, limits
from tabbytop.server.http.catalogue import catalogue_of, guide_of
from tabbytop.server.http.connections import EXTENSION
from tabbytop.server.http.deals import DealRoutes
from tabbytop.server.http.exports import Exports
from tabbytop.server.http.game_logs import GameLogCache
from tabbytop.server.http.guests import Guests
from tabbytop.server.http.home import HomeRoutes
from tabbytop.server.http.invitations import Invitations
from tabbytop.server.http.limits import Limit, Rate, Spending
from tabbytop.server.http.passkeys import PasskeyRoutes
from tabbytop.server.http.profiles import ProfileRoutes, guest_info, token_of, with_cookie
from tabbytop.server.http.puzzles import PuzzleRoutes
from tabbytop.server.http.responses import as_json, read_body, respond
from tabbytop.server.http.reviews import ReviewRoutes
from tabbytop.server.http.routing import documented, read_json
from tabbytop.server.http.slicing import SliceScheduler
from tabbytop.server.http.sockets import PING_EVERY, PING_PATIENCE, REVOKED, Conversation, table_socket
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.audience import Listener
from tabbytop.server.runtime.farewells import Farewells
from tabbytop.server.runtime.registry import TableRegistry, is_invited
from tabbytop.server.runtime.reviewing import Reviews
from tabbytop.server.runtime.visiting import Visit
from tabbytop.server.storage.consents import Consents
from tabbytop.server.storage.moderation import Moderation
from tabbytop.server.storage.own_tables import OwnTables
from tabbytop.server.storage.passkeys import PasskeyBox
from tabbytop.server.storage.profiles import Guest
from tabbytop.server.storage.store import StoreError
from tabbytop.server.tables import projections
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.rematches import importing, playing_on
from tabbytop.server.tables.seating import Person
from tabbytop.server.tables.table import Table

HINT_PATIENCE = 60.0


class Api:
    """All routes, over one registry of tables."""

    def __init__(self, registry: TableRegistry, guests: Guests, spending: Spending | None = None) -> None:
        self._registry = registry
        self._guests = guests
        self.slices = SliceScheduler(registry.settings.generosity, registry.metrics)
        self._game_logs = GameLogCache(self.slices)
        generosity = registry.settings.generosity
        self._limits = {rate: Limit(rate.times(generosity), spending) for rate in (
            limits.GUESTS, limits.TABLES, limits.TABLES_HERE, limits.COMMANDS
        )}  # fmt: skip
        self.router = APIRouter(prefix="/api")
        get, post = self.router.get, self.router.post
        get("/games", **documented("What can be played here", messages.Catalogue))(self.catalogue)
        get("/games/{game}/guide", **documented("How a game is played", messages.GuideInfo))(self.guide)
        get("/games/{game}/lessons/{lesson}", **documented("A lesson", messages.LessonDocument))(self.lesson)
        post("/games/{game}/lessons/{lesson}/tries", **documented("Try a move", messages.Verdict, messages.LessonTry))(
            self.try_move
        )
        get("/me", **documented("Who one is", messages.Guest))(self.me)
        post("/guests", **documented("Become a guest", messages.GuestWithToken, messages.NewGuest))(self.new_guest)
        post("/me", **documented("Take another name or face", messages.Guest, messages.NewGuest))(self.rename)
        post("/me/link", **documented("A link that continues as oneself elsewhere", messages.SeatLink))(self.link)
        post("/me/revoke", **documented("Make all other devices and links worthless", messages.Guest))(self.revoke)
        get("/me/lessons", **documented("How far one is in which lessons", messages.LessonsUnderWay))(self.progress)
        post(
            "/me/lessons/{game}/{lesson}",
            **documented("Keep one's place", messages.LessonProgress, messages.LessonPlace),
        )(self.keep_place)
        get("/tables", **documented("Tables to join or watch, and one's own", messages.Tables))(self.tables)
        post("/tables", **documented("Open a table", messages.Opened, messages.NewTable))(self.open_table)
        post("/tables/{table}/again", **documented("Play on from a moment", messages.Opened, messages.Again))(
            self.again
        )
        post("/records", **documented("Look at a finished game from elsewhere", messages.Opened))(self.import_record)
        get("/tables/{table}", **documented("A table as it is now", messages.Welcome))(self.table)
        post("/tables/{table}/commands", **documented("Send a command", messages.Done, messages.Play))(self.command)
        get("/tables/{table}/stream", **documented("Messages as server-sent events", None))(self.stream)
        get("/tables/{table}/log", **documented("The log as one may read it", messages.Log))(self.log)
        get("/tables/{table}/moments/{ply}", **documented("An earlier moment", messages.Sight))(self.moment)
        get("/tables/{table}/moments/{ply}/weighed", **documented("Advice after the end", messages.Weighing))(
            self.review
        )
        get("/tables/{table}/record", **documented("The record of a finished game", None))(self.record)
        self.router.websocket("/tables/{table}/socket")(self.socket)
        self.farewells = Farewells(registry, guests.profiles)
        ProfileRoutes(
            guests,
            Moderation(registry.store),
            self.farewells,
            Exports(registry, guests.profiles, self._game_logs),
            self.router,
            self.need_guest,
            self._visit,
            registry.settings.host,
            generosity,
            spending,
        )
        passkeys = PasskeyBox(registry.store)
        PasskeyRoutes(registry.settings, passkeys, guests, self.router, self.need_guest, spending)
        own = OwnTables(registry.store)
        self.invitations = Invitations(own, generosity, registry.metrics, spending)
        self.home = HomeRoutes(
            *(
                self.router,
                registry.settings.host,
                own,
                self.invitations,
                self.slices,
                self._guest,
                self.need_guest,
                self._visit,
            )
        )
        DealRoutes(registry, self.router, self._guest, self._opener)
        reviews = Reviews(registry.store, registry.pool, registry.settings.workers, registry.claims)
        ReviewRoutes(reviews, self.router, self._visit, self._asker)
        PuzzleRoutes(
            self.router,
            registry.deals.today,
            self._limit_address,
            registry.settings.data,
            Consents(registry.store),
            self.need_guest,
        )

    # ------------------------------------------------------------ guests

    async def catalogue(self) -> Response:
        """Games, levels, clocks, phrases."""
        settings = self._registry.settings
        return respond(catalogue_of(self._registry.pool, settings.club, passkeys=settings.passkeys))

    async def guide(self, game: str) -> Response:
        """Chapters, clauses and positions."""
        if game not in games.ids():
            raise Rejected("not_found", f"There is no game '{game}' here.")
        return respond(guide_of(game))

    async def lesson(self, game: str, lesson: str) -> Response:
        """Chapters and steps, with everything that a table would say while they are played."""
        return as_json(lessons.document(game, lesson))

    async def try_move(self, game: str, lesson: str, request: Request) -> Response:
        """Whether a move is legal at a step of a lesson, and why not. Nothing is kept of it."""
        tried = await read_json(request, msgspec.json.Decoder(messages.LessonTry).decode)
        self._limit(limits.COMMANDS, guard.address_of(request.scope))
        try:
            return respond(lessons.verdict(game, lesson, tried))
        except BadMove as problem:
            raise Rejected("bad_move", str(problem)) from None

    async def progress(self, request: Request) -> Response:
        """For the landing page: a lesson that was left goes on at any device."""
        guest = await self._guest(request)
        begun = await self._registry.store.progress_of(guest.id) if guest else []
        told = [lessons.progress_info(progress) for progress in begun]
        return respond(messages.LessonsUnderWay(told, kept=guest is not None))

    async def keep_place(self, game: str, lesson: str, request: Request) -> Response:
        """Where one is in a lesson; what was finished once stays finished."""
        guest = await self.need_guest(request)
        place = await read_json(request, msgspec.json.Decoder(messages.LessonPlace).decode)
        self._limit(limits.COMMANDS, guest.id)
        progress = lessons.progress(guest.id, game, lesson, place)
        await self._registry.store.keep_progress(progress)
        return respond(lessons.progress_info(progress))

    async def me(self, request: Request) -> Response:
        """The guest whose cookie or token this is."""
        guest = await self._guest(request)
        return respond(guest_info(guest))

    async def new_guest(self, request: Request) -> Response:
        """A new guest, remembered by a cookie; programs keep the token instead."""
        wanted = await read_json(request, msgspec.json.Decoder(messages.NewGuest).decode, messages.NewGuest())
        guest, token = await self._welcome(request, wanted)
        return with_cookie(
            respond(messages.GuestWithToken(guest.id, guest.name, token, guest.face), 201), request, token
        )

    async def _welcome(self, request: Request, wanted: messages.NewGuest) -> tuple[Guest, str]:
        self._limit(limits.GUESTS, guard.address_of(request.scope))
        guest, token = await self._guests.welcome(wanted.name, request.headers.get("user-agent", ""))
        if wanted.face is not None:
            guest = await self._guests.change(guest, None, wanted.face)
        return guest, token

    async def rename(self, request: Request) -> Response:
        """Another name or face, for tables to come."""
        guest = await self.need_guest(request)
        wanted = await read_json(request, msgspec.json.Decoder(messages.NewGuest).decode)
        return respond(guest_info(await self._guests.change(guest, wanted.name, wanted.face)))

    async def link(self, request: Request) -> Response:
        """The secret is behind the `#`, so that it is never sent in a request line."""
        guest = await self.need_guest(request)
        return respond(messages.SeatLink(f"/enter#{await self._guests.another_token(guest, 'link')}"), 201)

    async def revoke(self, request: Request) -> Response:
        """Only this device goes on."""
        guest = await self.need_guest(request)
        await self._guests.revoke_others(guest, token_of(request) or "")
        return respond(guest_info(guest))

    # ------------------------------------------------------------ tables

    async def tables(self, request: Request) -> Response:
        """For the landing page."""
        guest = await self._guest(request)
        return respond(await self._registry.tables(guest.id if guest else None))

    async def open_table(self, request: Request) -> Response:
        """A table starts at once if no seat is free. With `as=guest` somebody new becomes a guest by it."""
        wanted = await read_json(request, msgspec.json.Decoder(messages.NewTable).decode)
        becomes = request.query_params.get("as") == "guest" and await self._guest(request) is None
        if not becomes:
            return respond(await self._registry.open(wanted, await self._opener(request)), 201)
        self._limit(limits.TABLES_HERE, guard.address_of(request.scope))
        guest, token = await self._welcome(request, messages.NewGuest())
        try:
            person = Person(guest.id, guest.name, invited=True, face=guest.face)
            answer = respond(await self._registry.open(wanted, person), 201)
        except Rejected as problem:
            answer = respond(problem.error())
        return with_cookie(answer, request, token)

    async def again(self, table: str, request: Request) -> Response:
        """A new table that begins with the first moves of this one."""
        person = await self._opener(request)
        wanted = await read_json(request, msgspec.json.Decoder(messages.Again).decode)
        _, room = await self._visit(table, request)
        body, network = messages.encode(wanted), guard.address_of(request.scope)
        return respond(
            await self._registry.open_draft(
                person,
                wanted.key,
                body,
                lambda table_id: self.slices.make(network, playing_on(table_id, room.table, wanted, person)),
            ),
            201,
        )

    async def import_record(self, request: Request) -> Response:
        """The body is the text of a record; it is played again and checked line by line."""
        person = await self._opener(request)
        body, network = await read_body(request, guard.LARGEST_RECORD), guard.address_of(request.scope)
        try:
            record = await self.slices.make(network, parsing_record(body.decode()))
        except (BadRecord, UnicodeDecodeError) as problem:
            raise Rejected("bad_record", f"This record does not hold: {problem}") from None
        key = f"record-{hashlib.blake2b(body, digest_size=12).hexdigest()}"
        opened = await self._registry.open_draft(
            person, key, body, lambda table_id: self.slices.make(network, importing(table_id, record, person))
        )
        return respond(opened, 201)

    async def table(self, table: str, request: Request) -> Response:
        """Everything, once."""
        guest, room = await self._visit(table, request)
        listener = Listener(guest.id if guest else None, guest.name if guest else "", 1)
        return respond(await room.look(listener))

    async def command(self, table: str, request: Request) -> Response:
        """The same commands as on the socket; the answer is that of the command."""
        guest = await self.need_guest(request)
        command = await read_json(request, messages.read_command)
        self._limit(limits.COMMANDS, guest.id)
        room = await self._registry.visit(table, guest.id, request.query_params.get("invite"))
        invited = is_invited(room.table, guest.id, request.query_params.get("invite"))
        answer: asyncio.Future[Struct] = asyncio.get_running_loop().create_future()
        room.submit(command, Person(guest.id, guest.name, invited, guest.face), lambda said: _settle(answer, said))
        try:
            return respond(await asyncio.wait_for(answer, HINT_PATIENCE))
        except TimeoutError:
            raise Rejected("busy", "The table did not answer in time; send the same command again.") from None

    async def stream(self, table: str, request: Request) -> Response:
        """What a socket would say, as server-sent events; `Last-Event-ID` or `since` resume it."""
        guest, room = await self._visit(table, request)
        since = _number(request.headers.get("last-event-id") or request.query_params.get("since"))
        listener = Listener(guest.id if guest else None, guest.name if guest else "", self._registry.settings.outbox)
        listener.is_looking = "away" not in request.query_params
        listening = self._listening(room, listener, since)
        dismissible = self._guests.connected(guest, token_of(request), lambda: listener.close(REVOKED))
        return EventStream(self._lines(listener), listening, dismissible)

    @contextmanager
    def _listening(self, room: Visit, listener: Listener, since: int | None) -> Iterator[None]:
        gauge = self._registry.metrics.connections.labels("stream")
        gauge.inc()
        room.join(listener, since)
        try:
            yield
        finally:
            room.leave(listener)
            gauge.dec()

    async def _lines(self, listener: Listener) -> AsyncIterator[bytes]:
        while True:
            message = await listener.next(min(PING_EVERY, self._registry.settings.tick))
            if message is not None:
                yield server_sent(message)
            elif listener.bye is None:
                yield b": tick\n\n"
            else:
                yield server_sent(messages.encode(listener.bye))
                return

    async def log(self, table: str, request: Request) -> Response:
        """All moves that still stand, in sentences."""
        guest, room = await self._visit(table, request)
        seat = _perspective(room.table, guest, request)
        return as_json(await self._game_logs.log(room.table, seat, guard.address_of(request.scope)))

    async def moment(self, table: str, ply: int, request: Request) -> Response:
        """The view after so many moves."""
        guest, room = await self._visit(table, request)
        match, seat = room.table.match, _perspective(room.table, guest, request)
        last = projections.plies(room.table, seat)
        if match is None or not 0 <= ply <= last:
            raise Rejected("no_moment", f"This game has the moments 0 to {last}.")
        sight = _sight(room.table, match, ply, seat, last)
        return respond(await self.slices.make(guard.address_of(request.scope), sight))

    async def review(self, table: str, ply: int, request: Request) -> Response:
        """What a strong bot thinks of a moment, once the game is over."""
        guest = await self.need_guest(request)
        self._limit(limits.COMMANDS, guest.id)
        _, room = await self._visit(table, request)
        return respond(await room.review(ply))

    async def record(self, table: str, request: Request) -> Response:
        """Everything, luck included, once the game is over."""
        _, room = await self._visit(table, request)
        if room.table.match is None or room.table.facts.stage != "over":
            raise Rejected("wrong_stage", "The record can be had when the game is over.")
        self._registry.deals.check_record(room.table)
        text = await self._game_logs.record(room.table, names_of(room.table), guard.address_of(request.scope))
        headers = {"content-disposition": f'attachment; filename="{room.table.game.id}-{table}.jsonl"'}
        return Response(text, 200, headers, "application/jsonl")

    async def socket(self, socket: WebSocket, table: str) -> None:
        """The conversation of a page with its table."""
        token = token_of(socket)
        line = table_socket(socket.scope)
        conversation = Conversation(line, self._registry, self._limits[limits.COMMANDS])
        await socket.accept()
        try:
            guest = await self._guests.who(token)
        except Rejected as rejected:
            await conversation.refuse(rejected)
            return
        except StoreError as error:
            self._registry.store_failed(error)
            await conversation.refuse(Rejected("storage", "The database cannot be reached now; try again."))
            return
        query = socket.query_params
        line.when_lost(self._guests.connect(guest, token, conversation.dismiss))
        since, away = _number(query.get("since")), "away" in query
        await conversation.begin(table, guest, query.get("invite"), since, away=away)

    # ------------------------------------------------------------ what several routes ask

    async def _guest(self, request: Request) -> Guest | None:
        return await self._guests.who(token_of(request), request.headers.get("user-agent", ""))

    async def need_guest(self, request: Request) -> Guest:
        """The guest who asks; nobody else may."""
        guest = await self._guest(request)
        if guest is None:
            raise Rejected("no_guest", "Become a guest first: POST /api/guests.")
        return guest

    async def _opener(self, request: Request) -> Person:
        """Somebody who may open one more table now."""
        guest = await self.need_guest(request)
        self._limit(limits.TABLES, guest.id)
        self._limit(limits.TABLES_HERE, guard.address_of(request.scope))
        return Person(guest.id, guest.name, invited=True, face=guest.face)

    async def _asker(self, request: Request) -> Person:
        """Somebody who may ask for something that takes a bot's thoughts."""
        guest = await self.need_guest(request)
        self._limit(limits.COMMANDS, guest.id)
        return Person(guest.id, guest.name)

    async def _visit(self, table: str, request: Request) -> tuple[Guest | None, Visit]:
        guest = await self._guest(request)
        invite = request.query_params.get("invite")
        return guest, await self._registry.visit(table, guest.id if guest else None, invite)

    def _limit_address(self, request: Request) -> None:
        self._limit(limits.COMMANDS, guard.address_of(request.scope))

    def _limit(self, rate: Rate, who: str) -> None:
        wait = self._limits[rate].wait(who)
        if wait:
            self._registry.metrics.limited.labels(rate.name).inc()
            raise Rejected("slow_down", f"Too many {rate.name}.", retry_after=round(wait, 3))


class EventStream(StreamingResponse):
    """Messages as server-sent events. What has to hold while it lasts ends with it, however it ends."""

    def __init__(self, lines: AsyncIterator[bytes], *holding: AbstractContextManager[None]) -> None:
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        super().__init__(lines, media_type="text/event-stream", headers=headers)
        self._holding = holding

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until nobody listens; one who is silently gone is noticed like on a socket."""
        if (connection := scope.get("extensions", {}).get(EXTENSION)) is not None:
            connection["end_if_silent"](PING_PATIENCE)
        with ExitStack() as stack:
            for holds in self._holding:
                stack.enter_context(holds)
            await super().__call__(scope, receive, send)


class _Moment(Struct):
    seq: int


class _Dated(Struct):
    now: _Moment | None = None


_dated = msgspec.json.Decoder(_Dated)


def server_sent(message: bytes) -> bytes:
    """A message as a server-sent event. Its id is the last event that it tells of: from there a stream resumes."""
    now = _dated.decode(message).now
    return b"data: %b\n\n" % message if now is None else b"id: %d\ndata: %b\n\n" % (now.seq, message)


def names_of(table: Table) -> list[str]:
    """The names at the seats, as a record keeps them."""
    return [seat.name for seat in projections.seat_infos(table)]


def _sight(table: Table, match: Match, ply: int, perspective: int, last: int) -> Steps[messages.Sight]:
    """An earlier moment; the way to it from the next one that is kept is short."""
    then = match.fork()
    then.undo_to(ply)
    yield
    view = projections.view_of(table, then.state(), perspective)
    words = (then.picture(perspective), then.prompt(perspective))
    return messages.Sight(ply, last, view, *words, projections.scores(then, then.view(perspective)))


def _perspective(table: Table, guest: Guest | None, request: Request) -> int:
    """The seat that somebody looks from: their own, or after the end any they like."""
    mine = table.seats_of(guest.id if guest else None)
    wanted = _number(request.query_params.get("seat"))
    if wanted is None:
        return mine[0] if mine else SPECTATOR
    if wanted in mine or (table.facts.stage == "over" and wanted < table.players):
        return wanted
    raise Rejected("not_yours", "Others' seats can be looked from when the game is over.")


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 16 else None


def _settle(answer: asyncio.Future[Struct], said: Struct) -> None:
    if not answer.done():
        answer.set_result(said)
