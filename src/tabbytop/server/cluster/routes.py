"""The way from a visitor of this process to a table, wherever that lives, and however often it moves.

A route leads into a room here or through a tunnel to another process. It keeps what the visitor has asked for until it
is answered, and knows the last event that was passed on. When the table moves, a process dies or the bus has lost
something, it looks again where the table lives, catches up from that event, and asks again what was not answered;
commands are idempotent by their keys. The visitor notices a pause at most.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial

import msgspec
from msgspec import Struct

from tabbytop.server.cluster.envelopes import Down, Envelope, Farewell, Join, Kept, Leave, Moved, Pulse, Traveller, Up
from tabbytop.server.cluster.in_order import InOrder
from tabbytop.server.cluster.peers import Peers
from tabbytop.server.cluster.tunnels import FOR_GOOD
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.audience import Listener
from tabbytop.server.runtime.inbox import Reply
from tabbytop.server.runtime.latency import RoundTripMeter
from tabbytop.server.runtime.room import Room
from tabbytop.server.tables.projections import newest
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.seating import Person
from tabbytop.server.tables.table import Table

LOG = logging.getLogger("tabbytop.routes")
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0
"""Seconds between two looks for a table that could not be reached."""
OPENING = 1.5
"""Seconds in which the other end of a tunnel has to answer."""
CUT_OFF = 1.0
"""Seconds without a way to the table after which whoever asks is told to try again."""
PENDING = 64
"""Commands of one visitor that may wait for an answer."""
GLANCE = ""
"""Under this key it is noted that somebody wants to see the table as it is."""
LOOKING = 5.0
ASKING = 90.0
"""Seconds after which a route of somebody who only asks something ends."""
CANNOT = messages.Error("busy", "The table cannot be reached now; try again.", retry_after=1.0)

_from_server = msgspec.json.Decoder(messages.FromServer)


class _Moment(Struct):
    seq: int


class _Head(Struct):
    """What a route has to know of a message: the command that it answers, and the last event that it tells of."""

    key: str | None = None
    now: _Moment | None = None


_head = msgspec.json.Decoder(_Head)


@dataclass(frozen=True)
class Pending:
    """A command without an answer."""

    command: messages.TableCommand | None
    person: Person | None
    reply: Reply
    meter: RoundTripMeter | None = None


@dataclass
class Tunnel:
    """The beginning of a tunnel: which process it leads to, and what has travelled in it."""

    server: str
    attempt: int
    sent: int = 0
    came: InOrder[bytes] = field(default_factory=InOrder)
    dug: float = field(default_factory=time.monotonic)
    marked: int = 0
    """What had been sent when the other end told last what it has heard."""
    was_short: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the other end has answered."""
        return self.came.heard > 0


@dataclass(frozen=True)
class RouteContext:
    """What routes need of their process."""

    server: str
    peers: Peers
    send: Callable[[str, Envelope], None]
    locate: Callable[[str, str | None], Awaitable[Room | str]]
    """The room of a table, or the process where it lives, given which one that was believed to be."""
    review: Callable[[Table, int], Awaitable[messages.Weighing]]


class Route:
    """The way of one visitor to one table."""

    def __init__(self, table: Table, context: RouteContext, routes: Routes) -> None:
        self.tunnel_id = secrets.randbits(62)
        self.table_id = table.facts.id
        self._table = table
        self._context = context
        self._routes = routes
        self._listener: Listener | None = None
        self._who: tuple[str | None, str] = (None, "")
        self._since: int | None = None
        self._pending: dict[str, Pending] = {}
        self._at: Room | Tunnel | None = None
        self._attempts = 0
        self._believed: str | None = None
        self._begun = self._cut = time.monotonic()
        self._lost = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    # ------------------------------------------------------------ what the visitor does

    @property
    def table(self) -> Table:
        """The table as it is now, or was when the visitor came; only to be looked at."""
        return self._at.table if isinstance(self._at, Room) else self._table

    def join(self, listener: Listener, since: int | None) -> None:
        """Somebody listens from now on, and hears what happened since an event or the table as it is."""
        self._listener, self._since = listener, since
        self._who = (listener.guest, listener.name)
        self._begin()

    def leave(self, listener: Listener) -> None:
        """The connection is gone."""
        self._end()

    def submit(
        self, command: messages.TableCommand, person: Person, reply: Reply, meter: RoundTripMeter | None = None
    ) -> None:
        """Give a command to the table, now or when it is found; the answer comes by `reply`."""
        if len(self._pending) >= PENDING:
            reply(messages.Error("busy", "Too many commands wait at this table.", command.key, retry_after=1.0))
            return
        if self._listener is None:
            self._who = (person.guest, person.name)
        pending = self._pending[command.key] = Pending(command, person, reply, meter)
        self._ask(command.key, pending)
        self._begin()

    def heard(self, listener: Listener, echo: messages.Echo) -> None:
        """The connection has answered a probe."""
        if isinstance(self._at, Room):
            self._at.heard(listener, echo)
        else:
            self._up(messages.encode(echo))

    def attend(self, listener: Listener, *, looking: bool) -> None:
        """The visitor looks from now on, or does not."""
        listener.is_looking = looking
        self._up(messages.encode(messages.Attention(looking)))

    def catch_up(self, listener: Listener, since: int | None) -> None:
        """Bring the listener from the event it knows to the present."""
        if isinstance(self._at, Room):
            self._at.catch_up(listener, since)
        elif isinstance(self._at, Tunnel):
            self._up(messages.encode(messages.Resync(since or 0)))
        else:
            self._since = since

    async def look(self, listener: Listener) -> messages.Welcome:
        """The table as it is, for somebody who does not listen."""
        answer: asyncio.Future[Struct] = asyncio.get_running_loop().create_future()
        self._who = (listener.guest, listener.name)
        self._pending[GLANCE] = Pending(None, None, partial(_settle, answer))
        self._begin()
        try:
            said = await asyncio.wait_for(answer, LOOKING)
        except TimeoutError:
            said = CANNOT
        finally:
            self._end()
        if isinstance(said, messages.Error):
            raise Rejected(said.code, said.sentence, retry_after=said.retry_after)
        assert isinstance(said, messages.Welcome)
        return said

    async def review(self, ply: int) -> messages.Weighing:
        """What a strong bot would have done at a moment of a game that is over."""
        return await self._context.review(self.table, ply)

    # ------------------------------------------------------------ finding the table

    def _begin(self) -> None:
        if self._task is None:
            self._routes.add(self)
            self._begun = self._cut = time.monotonic()
            self._task = asyncio.create_task(self._stay(), name=f"route to {self.table_id}")
            self._task.add_done_callback(_report)

    def _end(self) -> None:
        """The visitor has gone."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self._routes.discard(self)
        self._detach(say=True)

    async def _stay(self) -> None:
        """Look for the table, stay with it until the way is lost, and look again."""
        pause = FIRST_PAUSE
        while True:
            self._lost.clear()
            try:
                where = await self._context.locate(self.table_id, self._believed)
            except Rejected as rejected:
                if rejected.code in FOR_GOOD:
                    self._give_up(rejected)
                    return
            else:
                self._attach(where)
                await self._lost.wait()
                if _reaches(self._at):
                    pause = FIRST_PAUSE
                self._detach()
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, 2 * pause)

    def _attach(self, where: Room | str) -> None:
        if isinstance(where, Room):
            self._at, self._believed = where, None
            if self._listener is not None:
                where.join(self._listener, self._since)
        else:
            self._attempts += 1
            self._at, self._believed = Tunnel(where, self._attempts), where
            me, listening = self._context.server, self._listener is not None
            away = self._listener is not None and not self._listener.is_looking
            join = Join(self.tunnel_id, self._attempts, me, self.table_id, *self._who, self._since, listening, away)
            self._context.send(where, join)
        for key, pending in list(self._pending.items()):
            self._ask(key, pending)

    def _detach(self, *, say: bool = False) -> None:
        """Leave the room or the tunnel; `say` so to the other end, if there is not to be another one."""
        at, self._at = self._at, None
        if _reaches(at):
            self._cut = time.monotonic()
        if isinstance(at, Room) and self._listener is not None:
            at.leave(self._listener)
        elif isinstance(at, Tunnel) and say:
            self._context.send(at.server, Leave(self.tunnel_id))

    def _give_up(self, rejected: Rejected) -> None:
        self._refuse(rejected.error())
        self.dismiss(messages.Bye(rejected.code, str(rejected)))

    def dismiss(self, bye: messages.Bye) -> None:
        """End the visitor's connection; those who only ask something are told to ask again."""
        if self._listener is not None:
            self._listener.close(bye)
        else:
            self._refuse(messages.Error(bye.code, bye.sentence, retry_after=1.0))

    def _refuse(self, error: messages.Error) -> None:
        for key in list(self._pending):
            self._answer(key, msgspec.structs.replace(error, key=key))

    # ------------------------------------------------------------ asking and answering

    def _ask(self, key: str, pending: Pending) -> None:
        """Send a command to where the table lives, if that is known."""
        at = self._at
        if at is None:
            return
        if isinstance(at, Tunnel):
            person = pending.person
            traveller = None if person is None else (person.guest, person.name, person.invited)
            face = "" if person is None else person.face
            self._up(b"" if pending.command is None else messages.encode(pending.command), traveller, face)
        elif pending.command is None:
            self._answer(key, at.welcome(Listener(*self._who, 1)))
        else:
            assert pending.person is not None
            at.submit(pending.command, pending.person, partial(self._answer, key), pending.meter)

    def _up(self, body: bytes, traveller: Traveller | None = None, face: str = "") -> None:
        tunnel = self._at
        if isinstance(tunnel, Tunnel):
            tunnel.sent += 1
            up = Up(self.tunnel_id, tunnel.attempt, self._context.server, tunnel.sent, body, traveller, face)
            self._context.send(tunnel.server, up)

    def _answer(self, key: str, message: Struct) -> None:
        """Pass on the answer to a command, once."""
        pending = self._pending.pop(key, None)
        if pending is not None:
            pending.reply(message)
        if self._listener is None and not self._pending:
            self._end()

    # ------------------------------------------------------------ what comes out of the tunnel

    def _tunnel(self, attempt: int) -> Tunnel | None:
        at = self._at
        return at if isinstance(at, Tunnel) and at.attempt == attempt else None

    def hear(self, down: Down) -> None:
        """Take a message from the other end."""
        tunnel = self._tunnel(down.attempt)
        if tunnel is not None:
            for body in tunnel.came.take(down.number, down.body):
                if body:
                    self._pass_on(body)

    def _pass_on(self, body: bytes) -> None:
        head = _head.decode(body)
        if self._listener is None:
            self._answer(head.key or GLANCE, _from_server.decode(body))
            return
        if head.now is not None:
            self._since = head.now.seq
        if head.key is not None and self._pending.pop(head.key, None) is None:
            return  # it was answered before
        self._listener.send_encoded(body)

    def hear_farewell(self, farewell: Farewell) -> None:
        """The connection has to end."""
        if self._tunnel(farewell.attempt) is not None:
            self._refuse(messages.Error(farewell.code, farewell.sentence))
            self.dismiss(messages.Bye(farewell.code, farewell.sentence))

    def hear_moved(self, moved: Moved) -> None:
        """The tunnel leads nowhere."""
        if self._tunnel(moved.attempt) is not None:
            self._believed = moved.owner
            self._lost.set()

    def hear_pulse(self, server: str, told: tuple[int, int, int] | None) -> None:
        """Compare what the other end has sent and heard with what was heard and sent here."""
        tunnel = self._at
        if not isinstance(tunnel, Tunnel) or tunnel.server != server or not tunnel.is_open:
            return
        if told is None or told[0] != tunnel.attempt:
            self._lost.set()
            return
        _, sent, heard = told
        if sent > tunnel.came.heard or heard < tunnel.marked:
            self._lost.set()
        tunnel.marked = tunnel.sent

    def leave_room(self, room: Room) -> None:
        """The table does not live in this process any more."""
        if self._at is room:
            if self._listener is not None:
                self._since = newest(room.table, self._listener.perspective)
            self._lost.set()

    def tick(self) -> None:
        """See whether the way still holds, and tell those to try again who have waited for too long."""
        now, at = time.monotonic(), self._at
        if isinstance(at, Tunnel):
            is_late = not at.is_open and now - at.dug > OPENING
            if is_late or self._context.peers.is_silent(at.server) or (at.came.is_short and at.was_short):
                self._lost.set()
            at.was_short = at.came.is_short
        if self._pending and not _reaches(at) and now - self._cut > CUT_OFF:
            self._refuse(CANNOT)
        if self._listener is None and now - self._begun > ASKING:
            self._end()

    @property
    def tunnel_to(self) -> str | None:
        """The process to which a tunnel leads."""
        return self._at.server if isinstance(self._at, Tunnel) else None


class Routes:
    """All routes of this process."""

    def __init__(self) -> None:
        self._by_tunnel: dict[int, Route] = {}
        self._by_table: defaultdict[str, set[Route]] = defaultdict(set)

    def __len__(self) -> int:
        return len(self._by_tunnel)

    def add(self, route: Route) -> None:
        """Somebody is on their way."""
        self._by_tunnel[route.tunnel_id] = route
        self._by_table[route.table_id].add(route)

    def discard(self, route: Route) -> None:
        """Somebody has gone."""
        self._by_tunnel.pop(route.tunnel_id, None)
        with contextlib.suppress(KeyError):
            self._by_table[route.table_id].discard(route)
            if not self._by_table[route.table_id]:
                del self._by_table[route.table_id]

    def dismiss(self, bye: messages.Bye) -> None:
        """Send all visitors away, wherever their tables are."""
        for route in list(self._by_tunnel.values()):
            route.dismiss(bye)

    def leave_room(self, room: Room) -> None:
        """A table does not live in this process any more."""
        for route in list(self._by_table.get(room.table.facts.id, ())):
            route.leave_room(room)

    def hear(self, envelope: Down | Farewell | Moved) -> None:
        """Something came out of a tunnel."""
        route = self._by_tunnel.get(envelope.tunnel)
        match envelope:
            case _ if route is None:
                pass
            case Down():
                route.hear(envelope)
            case Farewell():
                route.hear_farewell(envelope)
            case Moved():
                route.hear_moved(envelope)

    def hear_pulse(self, pulse: Pulse) -> None:
        """Another process tells of its ends of tunnels."""
        for tunnel_id, route in list(self._by_tunnel.items()):
            route.hear_pulse(pulse.server, pulse.tunnels.get(tunnel_id))

    def tick(self) -> None:
        """See to all routes."""
        for route in list(self._by_tunnel.values()):
            route.tick()

    def kept(self, server: str) -> dict[str, Kept]:
        """What each other process should know of the tunnels that lead there, which come from this one."""
        tunnels: defaultdict[str, list[int]] = defaultdict(list)
        for tunnel_id, route in self._by_tunnel.items():
            if route.tunnel_to is not None:
                tunnels[route.tunnel_to].append(tunnel_id)
        return {owner: Kept(server, kept) for owner, kept in tunnels.items()}


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (problem := task.exception()) is not None:
        LOG.error("a route has failed", exc_info=problem)


def _reaches(at: Room | Tunnel | None) -> bool:
    """Whether this leads to the table; a tunnel does not before the other end has answered."""
    return at.is_open if isinstance(at, Tunnel) else at is not None


def _settle(answer: asyncio.Future[Struct], said: Struct) -> None:
    if not answer.done():
        answer.set_result(said)
