"""Who may act, and what follows by itself: a bot is asked to think, a clock runs out.

What comes of it is a command like any other and goes through the table's inbox. This is the scheduler of games that
are played by turns, and what it shares with that of races, see `race_scheduler`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any

from tabbytop.bots.bot import moment_of
from tabbytop.bots.pool import Pool
from tabbytop.bots.workers import Question
from tabbytop.engine.luck import stream, toss
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.audience import Listener, Watched
from tabbytop.server.runtime.inbox import QueuedCommand
from tabbytop.server.runtime.pace import Pace
from tabbytop.server.tables.decisions import Draft, Transition
from tabbytop.server.tables.internal import BotMove, InternalCommand, TimeUp
from tabbytop.server.tables.nights import awake
from tabbytop.server.tables.table import Table

LOG = logging.getLogger("tabbytop.scheduler")
LOOK_AGAIN = 10 * 60_000
"""Milliseconds after which a deadline that is far off is looked at again."""

Work = Coroutine[Any, Any, None]
Start = Callable[[Work], "asyncio.Task[None]"]
Submit = Callable[[InternalCommand], Work]


def _wall() -> int:
    """The time on the wall, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Scheduler:
    """One table's scheduler, with an alarm: what all kinds of games need."""

    def __init__(self, watched: Watched, start: Start, submit: Submit) -> None:
        self._watched = watched
        self._start = start
        self._submit = submit
        self._alarm: asyncio.TimerHandle | None = None
        self.began = 0
        """When the present decision began, in milliseconds since 1970; it matters at slow tables alone."""

    # ------------------------------------------------------------ the alarm

    def call_later(self, seconds: float, what: Callable[..., None], *arguments: object) -> None:
        """Set the alarm; there is one, and the last setting counts."""
        self.rest()
        self._alarm = asyncio.get_running_loop().call_later(seconds, what, *arguments)

    def rest(self) -> None:
        """Let no alarm go off."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _ring(self, command: InternalCommand) -> None:
        self._start(self._submit(command))

    # ------------------------------------------------------------ what differs

    def reschedule(self, absent_since: float | None) -> None:
        """See to what comes next; somebody is here, or nobody has been since then."""

    def in_order(self, queued: QueuedCommand) -> Iterator[QueuedCommand]:
        """Which of the commands that have come are to be handled now, each before the next one: mostly this one."""
        yield queued

    def due(self, moment: float) -> Draft | None:
        """The next thing that happens by itself up to a moment, if there is one."""
        return None

    def prepare(self, draft: Draft, queued: QueuedCommand) -> None:
        """Let happen what comes before a command."""

    def told(self, transitions: Sequence[Transition]) -> None:
        """Everybody has just been told what has happened."""

    def heard(self, listener: Listener, echo: messages.Echo) -> None:
        """A connection has answered a probe."""

    def begin_turn(self) -> None:
        """Somebody else decides from now on, or the same one something else."""

    def hear_from_elsewhere(self, table: Table, at: int) -> None:
        """Another server has played on, up to this table, at a moment of the wall clock."""

    def spent(self) -> int:
        """Milliseconds since the present decision began, where they count."""
        return 0

    def running(self) -> int:
        """The same, below 0 as long as the time of whoever decides does not run."""
        return 0

    def time(self) -> int | None:
        """Table time, in a race."""
        return None

    @property
    def is_thinking(self) -> bool:
        """Whether a bot is waited for."""
        return False


class TurnScheduler(Scheduler):
    """The scheduler of a table where one after the other decides."""

    def __init__(
        self, watched: Watched, pool: Pool, metrics: Metrics, pace: Pace, pause: float, patience: float, seed: int,
        start: Start, submit: Submit, began: int | None = None,
    ) -> None:  # fmt: skip
        super().__init__(watched, start, submit)
        self.began = _wall() if began is None else began
        self._pool = pool
        self._metrics = metrics
        self._pace = pace
        self._pause = pause
        self._patience = patience
        self._seed = seed
        self._turn_began = time.monotonic()
        self._thinking: tuple[int, asyncio.Task[None]] | None = None

    def reschedule(self, absent_since: float | None) -> None:
        """Watch the clock, and ask the bot whose turn it is: bots play for those who are there."""
        self._watch_clock()
        if absent_since is None or time.monotonic() - absent_since < self._patience:
            self._ask_bot()

    # ------------------------------------------------------------ clocks

    def begin_turn(self) -> None:
        """Somebody else decides from now on, or the same one something else."""
        self._turn_began = time.monotonic()
        self.began = _wall()

    def spent(self) -> int:
        """Milliseconds since the present decision began, where they count."""
        table = self._watched.table
        seat = table.deciding
        if table.facts.opened.clock == "off" or seat is None or table.bot_at(seat) is not None:
            return 0
        return max(0, self._running(table, seat))

    def running(self) -> int:
        """The same, below 0 as long as the time of whoever decides does not run."""
        table, seat = self._watched.table, self._watched.table.deciding
        return 0 if seat is None or table.bot_at(seat) is not None else self._running(table, seat)

    def _running(self, table: Table, seat: int) -> int:
        """Nobody pays for the time before a first move, within reason: it is spent on learning the game.

        At a slow table it is the time of the wall, without nights.
        """
        if table.terms.slow:
            return awake(self.began, _wall(), table.facts.places[seat].zone)
        given = 0 if table.has_moved(seat) else table.terms.first
        return int((time.monotonic() - self._turn_began) * 1000) - given

    def _watch_clock(self) -> None:
        """Set the alarm to the moment at which the time of whoever decides is up."""
        self.rest()
        table = self._watched.table
        if table.facts.opened.clock == "off":
            return
        seat = table.deciding
        if seat is None or table.match is None or table.bot_at(seat) is not None:
            return
        due = table.deadline(self.began)
        if due is not None and due - _wall() > LOOK_AGAIN:
            self.call_later(LOOK_AGAIN / 1000, self._watch_clock)  # the clock on the wall may be put forward or back
            return
        place = table.facts.places[seat]
        left = table.terms.left(place.bank, place.used)
        if due is not None:
            self.call_later(max(0.0, (due - _wall()) / 1000), self._ring, TimeUp(seat, table.match.ply))
        elif left is not None:
            self.call_later(max(0.0, (left - self.running()) / 1000), self._ring, TimeUp(seat, table.match.ply))

    # ------------------------------------------------------------ bots

    @property
    def is_thinking(self) -> bool:
        """Whether a bot is waited for."""
        return self._thinking is not None and not self._thinking[1].done()

    def _ask_bot(self) -> None:
        """Ask the bot whose turn it is, unless it thinks already."""
        table = self._watched.table
        seat = table.deciding
        if seat is None or table.match is None:
            return
        level, ply = table.bot_at(seat), table.match.ply
        if level is None or (self._thinking is not None and self._thinking[0] == ply and self.is_thinking):
            return
        self._thinking = (ply, self._start(self._think(seat, ply, level)))

    async def _think(self, seat: int, ply: int, level: str) -> None:
        table = self._watched.table
        assert table.match is not None
        if table.match.ply != ply:
            return  # it was asked twice, and has moved since
        began = time.monotonic()
        moment = moment_of(table.match, seat)
        head = f"{table.facts.id}:{seat}:{level}"
        if table.facts.opened.deal is not None:
            head = f"{head}:{ply}"  # a head that remembers nothing: the same moment, the same thought
        answer = await self._pool.choose(Question.about(moment, level, head, self._seed))
        move = answer.move
        if answer.faults:
            self._metrics.bot_faults.inc(len(answer.faults))
            where = {"table": table.facts.id, "seq": table.facts.seq}
            LOG.warning("a bot failed: %s", "; ".join(answer.faults), extra=where)
        if move not in moment.legal:
            move = moment.legal[toss(stream(self._seed, ply), len(moment.legal))]
        self._metrics.bot_seconds.observe(time.monotonic() - began)
        await self._pace.turn()
        await asyncio.sleep(max(0.0, self._pause - (time.monotonic() - began)))
        await self._submit(BotMove(seat, ply, move))
