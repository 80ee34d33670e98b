"""Cheap players: pairs of guests at tables of a real server, many in one process, who play random legal moves.

They read of each message only what they need to go on and check nothing, so that the time measured is the server's.
Whoever wants to play well or safely takes `tabbytop.client` instead.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
import random
import time
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import msgspec
from msgspec import Struct

from tabbytop.benchmarks.wire import PATIENCE, Broken, Http, LoadSocket, open_socket
from tabbytop.server.protocol import messages

AT_ONCE = 48
"""Tables that are set up at the same time."""
IN_FLIGHT = 64
"""Commands on their way when a server is to do as much as it can."""
PLAY = b'{"type":"play","key":"%d","seq":%d,"move":%b}'


# ---------------------------------------------------------------- what they hear


class _Choice(Struct):
    move: msgspec.Raw


class _Now(Struct):
    seq: int
    choices: list[_Choice]


class _Welcome(Struct, tag="welcome"):
    now: _Now


class _News(Struct, tag="news"):
    now: _Now


class _Done(Struct, tag="ok"):
    pass


class _Error(Struct, tag="error"):
    sentence: str


class _Bye(Struct, tag="bye"):
    sentence: str


class _Presence(Struct, tag="presence"):
    pass


class _Warming(Struct, tag="warming"):
    pass


class _Tick(Struct, tag="tick"):
    pass


_heard = msgspec.json.Decoder(_Welcome | _News | _Done | _Error | _Bye | _Presence | _Warming | _Tick)


# ---------------------------------------------------------------- those who play


@dataclass
class Tally:
    """What was measured: seconds of single commands, from when they were due."""

    acknowledged: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    """Until somebody who had not sent the command heard of what it did."""
    problems: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Count what was measured at another time as well."""
        self.acknowledged += other.acknowledged
        self.seen += other.seen
        self.problems += other.problems


class Player(ABC):
    """Somebody who sends commands when they are due, but only one at a time: the others wait, and their time runs."""

    def __init__(self) -> None:
        self.tally = Tally()
        self.on_done: Callable[[], None] | None = None
        """Called when a command is done."""
        self._sockets: list[LoadSocket] = []
        self._due: deque[float] = deque()
        self._began: float | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether the last command is not done yet."""
        return self._began is not None

    @property
    def is_cut_off(self) -> bool:
        """Whether the server has ended a connection."""
        return any(line.is_cut for line in self._sockets)

    def want(self) -> None:
        """A command is due now."""
        self._due.append(time.perf_counter())
        self._go_on()

    def stop(self) -> None:
        """Send nothing more."""
        self.on_done = None
        self._due.clear()

    def _go_on(self) -> None:
        if self._began is None and self._due:
            self._began = self._due.popleft()
            self._send()

    @abstractmethod
    def _send(self) -> None:
        """Send the command that is due."""

    def _passed(self) -> float:
        assert self._began is not None
        return time.perf_counter() - self._began

    def _finish(self) -> None:
        self._began = None
        if self.on_done is not None:
            self.on_done()
        self._go_on()


class Echoer(Player):
    """One socket on which everything comes back."""

    MESSAGE = b'{"type":"play","key":"1000","seq":1000,"move":{"mark":{"die":"red D6"}}}'

    async def connect(self, address: str) -> None:
        """Open the socket."""
        self._sockets.append(await open_socket(address, "/", "", self._hear))

    def _send(self) -> None:
        self._sockets[0].send(self.MESSAGE)

    def _hear(self, data: bytes) -> None:
        self.tally.acknowledged.append(self._passed())
        self._finish()


class Pair(Player):
    """Two guests at a table; whoever's turn it is makes a random move."""

    def __init__(self, dice: random.Random) -> None:
        super().__init__()
        self._dice = dice
        self._moments: dict[int, _Now] = {}
        self._mover = 0
        self._number = 0

    async def connect(self, address: str, table: str, tokens: Sequence[str]) -> None:
        """Let everybody look at the table; done when they have seen it."""
        path = f"/api/tables/{table}/socket"
        for seat, token in enumerate(tokens):
            self._sockets.append(await open_socket(address, path, token, functools.partial(self._hear, seat)))
        async with asyncio.timeout(PATIENCE):
            while len(self._moments) < len(tokens):
                await asyncio.sleep(0.01)

    def _send(self) -> None:
        acting = [seat for seat, moment in self._moments.items() if moment.choices]
        if not acting:
            self.tally.problems["A game was over."] += 1
            self._began = None
            self.stop()
            return
        self._mover = acting[0]
        moment = self._moments[self._mover]
        self._number += 1
        self._unheard = len(self._sockets)
        move = bytes(self._dice.choice(moment.choices).move)
        self._sockets[self._mover].send(PLAY % (self._number, moment.seq, move))

    def _hear(self, seat: int, data: bytes) -> None:
        match _heard.decode(data):
            case _News(now) | _Welcome(now):
                self._moments[seat] = now
                if self.is_waiting:
                    self._see(seat)
            case _Done():
                self.tally.acknowledged.append(self._passed())
            case _Error(sentence) | _Bye(sentence):
                self.tally.problems[sentence] += 1
                self._finish()

    def _see(self, seat: int) -> None:
        if seat != self._mover:
            self.tally.seen.append(self._passed())
        self._unheard -= 1
        if self._unheard == 0:
            self._finish()


# ---------------------------------------------------------------- setting up


async def connect_echoers(address: str, number: int) -> list[Player]:
    """So many sockets to an echo."""
    echoers = [Echoer() for _ in range(number)]
    for echoer in echoers:
        await echoer.connect(address)
    return list(echoers)


async def fill_tables(
    address: str, number: int, dice: random.Random, say: Callable[[str], None], through: str | None = None
) -> list[Player]:
    """So many tables with a game begun and two guests connected to each; `say` hears how far it has got.

    Of several servers they may be opened at one and connected to `through` another.
    """
    opened: list[_Opened] = []
    pairs: list[Player] = []
    numbers = iter(range(number))

    async def open_some() -> None:
        async with Http(address) as http:
            for _ in numbers:
                opened.append(await _open_table(http))
                say(f"{len(opened)} of {number} tables opened")

    async def connect_some() -> None:
        while opened:
            pair, table = Pair(dice), opened.pop()
            await pair.connect(through or address, table.id, table.tokens)
            pairs.append(pair)
            say(f"{len(pairs)} of {number} tables connected")

    await asyncio.gather(*(open_some() for _ in range(min(number, AT_ONCE))))
    await asyncio.gather(*(connect_some() for _ in range(min(number, AT_ONCE))))
    return pairs


@dataclass(frozen=True)
class _Opened:
    """A table at which a game has begun, and who sits there."""

    id: str
    tokens: tuple[str, ...]


async def _open_table(http: Http) -> _Opened:
    host, friend = [await http.post("/api/guests", {}, messages.GuestWithToken) for _ in range(2)]
    wanted = {"key": "open", "game": "cat-cab", "seats": [{"type": "me"}, {"type": "friend"}]}
    opened = await http.post("/api/tables", wanted, messages.Opened, host.token)
    commands = f"/api/tables/{opened.id}/commands"
    sit, start = ({"type": kind, "key": kind} for kind in ("sit", "start"))
    await http.post(f"{commands}?invite={opened.invite}", sit, messages.Done, friend.token)
    await http.post(commands, start, messages.Done, host.token)
    return _Opened(opened.id, (host.token, friend.token))


# ---------------------------------------------------------------- measuring


async def at_rate(players: Sequence[Player], rate: float, seconds: float, dice: random.Random) -> Tally:
    """Commands at random moments, so many a second on the whole, whether the server keeps up or not."""
    tally = _begin(players)
    due = time.perf_counter()
    end = due + seconds
    while due < end:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        dice.choice(players).want()
        due += dice.expovariate(rate)
    return await _end(players, tally)


async def flat_out(players: Sequence[Player], seconds: float) -> Tally:
    """As many commands as the server takes: whenever one is done, the next player sends another."""
    tally = _begin(players)
    turns = itertools.cycle(players)
    for player in players:
        player.on_done = lambda: next(turns).want()
    for _ in range(min(len(players), IN_FLIGHT)):
        next(turns).want()
    await asyncio.sleep(seconds)
    return await _end(players, tally)


def _begin(players: Sequence[Player]) -> Tally:
    tally = Tally()
    for player in players:
        player.tally = tally
    return tally


async def _end(players: Sequence[Player], tally: Tally) -> Tally:
    """The tally as it is now; what is still on its way is waited for, but not counted."""
    counted = Tally(list(tally.acknowledged), list(tally.seen), tally.problems)
    for player in players:
        player.stop()
    if any(player.is_cut_off for player in players):
        raise Broken(f"The server ended connections while they were in use. {' '.join(tally.problems)}".strip())
    async with asyncio.timeout(PATIENCE):
        while any(player.is_waiting for player in players):
            await asyncio.sleep(0.01)
    return counted
