"""The ends of tunnels where tables live: each stands in a room for a visitor whose connection another process has."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any

import msgspec

from tabbytop.server.cluster.envelopes import Down, Envelope, Farewell, Join, Kept, Moved, Pulse, Up
from tabbytop.server.cluster.in_order import InOrder
from tabbytop.server.cluster.peers import Peers
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.audience import Listener
from tabbytop.server.runtime.latency import RoundTripMeter
from tabbytop.server.runtime.room import Room
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.seating import Person

ORPHANED = 2.0
"""Seconds after which an end that its beginning does not name any more is given up."""
GONE = 5.0
"""Seconds of silence after which the visitors of another process are gone for those here."""
FOR_GOOD = ("no_table", "outdated")

Send = Callable[[str, Envelope], None]
FindRoom = Callable[[str], Awaitable[Room]]


class Elsewhere(Exception):
    """The table lives in another process."""

    def __init__(self, owner: str | None) -> None:
        super().__init__(f"The table lives at {owner}.")
        self.owner = owner


class Delegate(Listener):
    """A listener whose connection is elsewhere: nothing waits here, everything goes into the tunnel."""

    def __init__(self, end: TunnelEnd, guest: str | None, name: str, meter: RoundTripMeter | None) -> None:
        super().__init__(guest, name, 1, meter)
        self._end = end

    def send_encoded(self, message: bytes) -> None:
        """Send a message on its way."""
        if self.bye is None:
            self._end.send(message)

    def close(self, bye: messages.Bye) -> None:
        """End the connection at the other end."""
        if self.bye is None:
            self.bye = bye
            self._end.say_farewell(bye)


class TunnelEnd:
    """One end. It takes what comes before the room is found, and hands it on in its order."""

    def __init__(self, join: Join, send: Send) -> None:
        self.join = join
        self.sent = 0
        self.came: InOrder[Up] = InOrder()
        self.dug = time.monotonic()
        self._send = send
        self._room: Room | None = None
        self._waiting: list[Up] = []
        meter = RoundTripMeter() if join.listening else None
        self._delegate = Delegate(self, join.guest, join.name, meter)
        self._delegate.is_looking = not join.away

    def open(self, room: Room, before: TunnelEnd | None) -> None:
        """Let the visitor in, in the place of an earlier attempt."""
        self._room = room
        if self.join.listening:
            room.join(self._delegate, self.join.since)
        else:
            self.send(b"")
        if before is not None:
            before.close()
        for up in self._waiting:
            self._hand_on(room, up)
        self._waiting.clear()

    def hear(self, up: Up) -> None:
        """Take a message of the visitor."""
        for each in self.came.take(up.number, up):
            if self._room is None:
                self._waiting.append(each)
            else:
                self._hand_on(self._room, each)

    def close(self) -> None:
        """The visitor has gone from here."""
        if self._room is not None and self.join.listening:
            self._room.leave(self._delegate)
        self._room = None

    def send(self, body: bytes) -> None:
        """Send a message to the visitor."""
        self.sent += 1
        self._send(self.join.edge, Down(self.join.tunnel, self.join.attempt, self.sent, body))

    def say_farewell(self, bye: messages.Bye) -> None:
        """End the visitor's connection."""
        self._send(self.join.edge, Farewell(self.join.tunnel, self.join.attempt, bye.code, bye.sentence))

    def say_moved(self, owner: str | None) -> None:
        """Send the visitor elsewhere."""
        self._send(self.join.edge, Moved(self.join.tunnel, self.join.attempt, owner))

    def _hand_on(self, room: Room, up: Up) -> None:
        if not up.body:
            self._delegate.send(room.welcome(self._delegate))
            return
        try:
            message = messages.read_message(up.body)
        except msgspec.DecodeError:  # a message of a newer version, which a newer process has let through
            return
        match message:
            case messages.Ping():
                pass
            case messages.Echo():
                room.heard(self._delegate, message)
            case messages.Resync(since):
                room.catch_up(self._delegate, since)
            case messages.Attention(looking):
                room.attend(self._delegate, looking=looking)
            case command if up.traveller is not None:
                room.submit(command, Person(*up.traveller, up.face), self._delegate.send, self._delegate.meter)


class Tunnels:
    """All tunnels that end in this process."""

    def __init__(self, server: str, peers: Peers, send: Send, find_room: FindRoom) -> None:
        self._server = server
        self._peers = peers
        self._send = send
        self._find_room = find_room
        self._ends: dict[int, TunnelEnd] = {}
        self._by_table: defaultdict[str, set[TunnelEnd]] = defaultdict(set)

    def __len__(self) -> int:
        return len(self._ends)

    def dig(self, join: Join) -> Coroutine[Any, Any, None] | None:
        """Take what comes through a tunnel from now on; what is left to do is to find the room."""
        before = self._ends.get(join.tunnel)
        if before is not None and before.join.attempt >= join.attempt:
            return None
        end = self._ends[join.tunnel] = TunnelEnd(join, self._send)
        return self._let_in(end, before)

    async def _let_in(self, end: TunnelEnd, before: TunnelEnd | None) -> None:
        """Let a visitor of another process in, or say where to look instead."""
        join = end.join
        try:
            room = await self._find_room(join.table)
        except Elsewhere as elsewhere:
            end.say_moved(elsewhere.owner)
        except Rejected as rejected:
            if rejected.code in FOR_GOOD:
                end.say_farewell(messages.Bye(rejected.code, str(rejected)))
            else:
                end.say_moved(None)
        else:
            if self._ends.get(join.tunnel) is end:
                self._by_table[join.table].add(end)
                end.open(room, before)
                if before is not None:
                    self._by_table[join.table].discard(before)
            return
        self._drop(end)
        if before is not None:
            self._drop(before)

    def hear(self, up: Up) -> None:
        """Take a message of a visitor; whoever sends into a tunnel that is not there has to dig it first."""
        end = self._ends.get(up.tunnel)
        if end is None or end.join.attempt < up.attempt:
            self._send(up.edge, Moved(up.tunnel, up.attempt, self._server))
        elif end.join.attempt == up.attempt:
            end.hear(up)

    def leave(self, tunnel: int) -> None:
        """A visitor has gone."""
        if tunnel in self._ends:
            self._drop(self._ends[tunnel])

    def move(self, table: str, owner: str | None) -> None:
        """Send all visitors of a table elsewhere."""
        for end in list(self._by_table.get(table, ())):
            end.say_moved(owner)
            self._drop(end)

    def hear_kept(self, kept: Kept) -> None:
        """Give up the ends of tunnels that are not kept any more."""
        now, named = time.monotonic(), set(kept.tunnels)
        self._drop_all(
            end
            for end in self._ends.values()
            if end.join.edge == kept.edge and end.join.tunnel not in named and now - end.dug > ORPHANED
        )

    def tick(self) -> None:
        """Say what was sent and heard, so that both ends find out what is missing; forget those who are gone."""
        self._drop_all(end for end in self._ends.values() if self._peers.silence(end.join.edge) > GONE)
        pulses: defaultdict[str, dict[int, tuple[int, int, int]]] = defaultdict(dict)
        for end in self._ends.values():
            pulses[end.join.edge][end.join.tunnel] = (end.join.attempt, end.sent, end.came.heard)
        for edge, tunnels in pulses.items():
            self._send(edge, Pulse(self._server, tunnels))

    def _drop_all(self, ends: Iterable[TunnelEnd]) -> None:
        for end in list(ends):
            self._drop(end)

    def _drop(self, end: TunnelEnd) -> None:
        end.close()
        if self._ends.get(end.join.tunnel) is end:
            del self._ends[end.join.tunnel]
        at_table = self._by_table.get(end.join.table)
        if at_table is not None:
            at_table.discard(end)
            if not at_table:
                del self._by_table[end.join.table]
