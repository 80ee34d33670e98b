"""A table where everybody may act at once: its time, what happens by itself, its hands, and who was first.

Table time runs with the server's own clock while somebody attends the table, and stands still otherwise. Whatever
happens by itself, of the house or of an automated hand, happens exactly at its moment of table time, also when the
server comes to it a little later. Knows no game: what counts as a race, and what a connection is worth there, the game
says (`engine.clock.Timing`).
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tabbytop.engine.clock import NEVER, Clock, Timing
from tabbytop.engine.luck import SealedLuck
from tabbytop.engine.match import Match
from tabbytop.engine.seats import ALL, CLOCK
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.audience import COMING, Audience, Listener, Watched
from tabbytop.server.runtime.inbox import QueuedCommand
from tabbytop.server.runtime.scheduler import Scheduler, Start, Submit
from tabbytop.server.tables import events
from tabbytop.server.tables.decisions import Draft, Transition, acting_seat, readable
from tabbytop.server.tables.internal import Connections, LateNotice, Slower, TimePassed, TimeStopped
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.table import Table

LOG = logging.getLogger("tabbytop.race_scheduler")
LINGERS = 5.0
"""Seconds for which time runs on when nobody is connected any more: those of a page that is loaded again."""
PROBE_EVERY = 1.0
"""Seconds between two probes of a connection."""
A_TRIFLE = 0.001
"""Part of a millisecond by which the moment of a table time may be missed in computing with seconds."""
LATEST = 2000
"""Milliseconds that may have passed at another server since the last event it wrote."""


SLOW_TELLING = 1000
"""Milliseconds after which a claim is told of so late that answers to it are measured anew."""


class TableTime:
    """Table time, in milliseconds, from moments of the server's clock, in seconds."""

    def __init__(self, now: int) -> None:
        self._base = now
        self._since: float | None = None

    def at(self, moment: float) -> int:
        """The table time at a moment."""
        return self._base if self._since is None else self._base + int((moment - self._since) * 1000 + A_TRIFLE)

    def moment_of(self, now: int) -> float:
        """When a table time comes; infinity while time stands still."""
        return math.inf if self._since is None else self._since + (now - self._base) / 1000

    def run(self, moment: float) -> None:
        """Let time run, from a moment on if it does not run already."""
        if self._since is None:
            self._since = moment

    def catch_up(self, now: int, moment: float) -> None:
        """Be no earlier than a table time from a moment on; what is later already goes on as it is."""
        self._base += max(0, now - self.at(moment))

    def stand(self, moment: float) -> None:
        """Let time stand still."""
        self._base, self._since = self.at(moment), None


@dataclass(frozen=True)
class ScheduledMove:
    """What an automated hand will do, and at which table time."""

    seat: int
    move: int
    due: int


def mood_of(table: Table) -> int:
    """What hands draw their lots from: the same for a table, so that a sleepy day stays one when it is loaded again."""
    assert table.facts.luck is not None
    return SealedLuck.read(table.facts.luck).number("hands")


class Hands:
    """The automated hands at one table. They are asked whenever the table has changed; the latest answer counts."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._asked = -1
        self._scheduled: dict[int, ScheduledMove] = {}

    def scheduled(self, table: Table) -> list[ScheduledMove]:
        """What all of them will do if nothing comes in between."""
        if self._asked != table.facts.seq:
            found = [self._ask(table, seat) for seat in range(table.players) if table.bot_at(seat) is not None]
            self._scheduled = {intended.seat: intended for intended in found if intended is not None}
            self._asked = table.facts.seq
        return list(self._scheduled.values())

    def forget(self, intended: ScheduledMove) -> None:
        """A move is being made."""
        self._scheduled.pop(intended.seat, None)

    def _ask(self, table: Table, seat: int) -> ScheduledMove | None:
        match, hand, level = table.match, table.game.hand, table.bot_at(seat)
        assert match is not None
        assert hand is not None
        assert level is not None
        try:
            found = hand(table.game.state.plain(match.view(seat)), seat, level, mood_of(table))
            if found is None or match.why_not(seat, found[0]) is not None:
                return None
        except Exception:  # a hand that fails waits for the next change of the table
            self._metrics.bot_faults.inc()
            LOG.exception("a hand failed", extra={"table": table.facts.id, "seq": table.facts.seq})
            return None
        intended, before = ScheduledMove(seat, found[0], match.now + max(0, found[1])), self._scheduled.get(seat)
        # what a hand has wanted for a while was due then, though it says "at once" whenever it is asked
        return before if before is not None and before.move == intended.move and before.due < intended.due else intended


@dataclass(frozen=True)
class Claim:
    """A command that claims to be first, when it was sent as far as that is known, and until when it has to wait."""

    queued: QueuedCommand
    sent: float
    until: float


class Window:
    """Claims that wait a little, so that one that was sent earlier over a slower connection can still arrive."""

    def __init__(self) -> None:
        self._claims: list[Claim] = []
        self._behind: list[QueuedCommand] = []

    @property
    def until(self) -> float:
        """When the first claim has waited long enough."""
        return min((claim.until for claim in self._claims), default=math.inf)

    def holds(self, guest: str) -> bool:
        """Whether a claim of somebody waits."""
        return any(claim.queued.person.guest == guest for claim in self._claims)

    def add(self, claim: Claim) -> None:
        """Let a claim wait."""
        self._claims.append(claim)

    def add_behind(self, queued: QueuedCommand) -> None:
        """Let another command of somebody whose claim waits come after it."""
        self._behind.append(queued)

    def released(self, moment: float) -> tuple[list[Claim], list[QueuedCommand]]:
        """All that waits, once the first claim has waited long enough: claims in the order in which they were sent."""
        if moment < self.until:
            return [], []
        claims, behind = sorted(self._claims, key=lambda claim: claim.sent), self._behind
        self._claims, self._behind = [], []
        return claims, behind


class RaceScheduler(Scheduler):
    """The scheduler of a race."""

    def __init__(
        self, watched: Watched, race: Clock, audience: Audience, metrics: Metrics, start: Start, submit: Submit,
    ) -> None:  # fmt: skip
        super().__init__(watched, start, submit)
        self._race = race
        self._timing: Timing = race.timing
        self._audience = audience
        self._hands = Hands(metrics)
        self._window = Window()
        self._time = TableTime(self._now_stored)
        self._sent: int | None = None
        """The table time at which everybody was told of the last claim; None if another server did that."""
        self._coming = set(watched.table.people)
        """The seats of people who have not been here since the table was loaded."""
        self._resumed: float | None = None
        """When somebody came first after that."""
        self._told = (0, 0.0)
        """The last event of which everybody was told, and when."""
        self._probing: asyncio.TimerHandle | None = None

    # ------------------------------------------------------------ time

    def time(self) -> int | None:
        """Table time."""
        has_begun = self._watched.table.match is not None
        return max(self._now_stored, self._time.at(time.monotonic())) if has_begun else None

    @property
    def _now_stored(self) -> int:
        """The table time of the last event."""
        match = self._watched.table.match
        return match.now if match is not None else 0

    def hear_from_elsewhere(self, table: Table, at: int) -> None:
        """Be no earlier than another server, which wrote its last event a moment ago."""
        passed = min(max(0, time.time_ns() // 1_000_000 - at), LATEST)
        if table.match is not None:
            self._time.catch_up(table.match.now + passed, time.monotonic())

    def reschedule(self, absent_since: float | None) -> None:
        """Let time run or stand still, and set the alarm to the next thing that happens by itself."""
        moment = time.monotonic()
        ends = math.inf if absent_since is None else absent_since + LINGERS
        if self._watched.table.facts.stage == "playing" and moment < ends:
            self._time.run(moment)
            self._set_alarm(min(self._next_moment(), self._window.until, ends), moment)
            self._welcome_back(moment)
            self._watch_connections()
            self._keep_probing()
        else:
            self._time.stand(moment)
            self._set_alarm(self._window.until, moment)
            if self._watched.table.actor == ALL and self._now_stored < self._time.at(moment):
                self._ring(TimeStopped())

    def rest(self) -> None:
        """Let no alarm go off, and probe nobody."""
        super().rest()
        if self._probing is not None:
            self._probing.cancel()
            self._probing = None

    def _set_alarm(self, at: float, moment: float) -> None:
        super().rest()
        if at < math.inf:
            seconds = max(0.0, at - moment)
            self._alarm = asyncio.get_running_loop().call_later(seconds, self._ring, TimePassed())

    # ------------------------------------------------------------ what happens by itself

    def due(self, moment: float) -> Draft | None:
        """The next thing that the house or a hand does by a moment, and the time that passes until then."""
        table = self._watched.table
        found = self._next_thing(table)
        if found is None or found[0] > self._time.at(moment):
            return None
        at, intended = found
        draft = Draft(table)
        if intended is None and self._is_waited_for(moment):
            self._let_pass(draft, at - 1)  # what they have to answer does not end before they can be here
            missing = LateNotice(frozenset(self._coming)).moves(draft.table)
            for move in missing:
                draft.play(CLOCK, move)
            if missing:
                return draft
        self._let_pass(draft, at)
        if intended is not None and draft.match.actor == ALL:
            self._hands.forget(intended)
            draft.play(intended.seat, intended.move)
        draft.settle()
        return draft

    def _next_moment(self) -> float:
        found = self._next_thing(self._watched.table)
        return math.inf if found is None else self._time.moment_of(found[0])

    def _next_thing(self, table: Table) -> tuple[int, ScheduledMove | None] | None:
        """What happens next by itself and when: a move of a hand, or None for what the house does."""
        match = table.match
        if match is None or table.actor != ALL:
            return None
        left = match.time_left
        things: list[tuple[int, ScheduledMove | None]] = [(match.now + left, None)] if left != NEVER else []
        things += [(self._due(intended, match), intended) for intended in self._around(table, match)]
        return min(things, key=lambda thing: thing[0], default=None)

    def _around(self, table: Table, match: Match) -> list[ScheduledMove]:
        """The scheduled of all hands; of several at the same time another one is first each ply."""
        return sorted(self._hands.scheduled(table), key=lambda intended: (intended.seat - match.ply) % table.players)

    def _due(self, intended: ScheduledMove, match: Match) -> int:
        """When a move is made: hands wait too for claims that people sent earlier."""
        if not self._timing.is_claim(match.game.state.plain(match.state()), intended.move):
            return intended.due
        return intended.due + self._largest_correction(self._watched.table.people) // 2

    def _let_pass(self, draft: Draft, until: int) -> None:
        match = draft.match
        while match.actor == ALL and match.now < until:
            left = match.time_left
            span = until - match.now if left == NEVER else min(left, until - match.now)
            draft.play(CLOCK, self._race.step(span))

    # ------------------------------------------------------------ commands

    def in_order(self, queued: QueuedCommand) -> Iterator[QueuedCommand]:
        """Claims wait, and with them whatever else those who claim send; everything else goes on."""
        yield from self._released(queued.arrived)
        if self._window.holds(queued.person.guest):
            self._window.add_behind(queued)
        elif (claim := self._claim(queued)) is not None:
            self._window.add(claim)
            yield from self._released(queued.arrived)
        else:
            yield queued

    def _released(self, moment: float) -> Iterator[QueuedCommand]:
        """What has waited long enough. A claim that came to nothing ends no other one's waiting."""
        claims, behind = self._window.released(moment)
        for claim in claims:
            if moment < claim.until and self._claim(claim.queued) is not None:
                self._window.add(claim)
            else:
                yield replace(claim.queued, arrived=max(moment, claim.queued.arrived))
        for queued in behind:
            if self._window.holds(queued.person.guest):
                self._window.add_behind(queued)
            else:
                yield queued

    def _claim(self, queued: QueuedCommand) -> Claim | None:
        """A command as a claim, if it is one that somebody may make."""
        table, command = self._watched.table, queued.command
        if not isinstance(command, messages.Play) or table.actor != ALL:
            return None
        try:
            seat, move = acting_seat(table, queued.person, command.seat), readable(table, command.move)
        except Rejected:
            return None
        match = table.match
        assert match is not None
        if not self._timing.is_claim(table.game.state.plain(match.state()), move):
            return None
        others = [other for other in table.people if other != seat]
        sent = queued.arrived - self._timing.correction(self._round_trips(queued)) / 2000
        return Claim(queued, sent, max(queued.arrived, sent + self._largest_correction(others) / 2000))

    def prepare(self, draft: Draft, queued: QueuedCommand) -> None:
        """Let the time up to the arrival of a command pass, and note what its connection took."""
        if draft.table.actor != ALL or not isinstance(
            queued.command, messages.Play | Connections | TimeStopped | LateNotice
        ):
            return
        self._let_pass(draft, self._time.at(queued.arrived))
        if isinstance(queued.command, messages.Play):
            self._note_answer(queued, queued.command)
            self._note_lag(draft, queued, queued.command)

    def _note_answer(self, queued: QueuedCommand, command: messages.Play) -> None:
        """Remember how soon a command came that knew of the last event."""
        seq, moment = self._told
        if queued.meter is not None and command.seq == seq:
            self._audience.history_of(queued.person.guest).answered((queued.arrived - moment) * 1000)

    def _note_lag(self, draft: Draft, queued: QueuedCommand, command: messages.Play) -> None:
        seat, move = acting_seat(draft.table, queued.person, command.seat), readable(draft.table, command.move)
        state = draft.table.game.state.plain(draft.match.state())
        round_trips = self._round_trips(queued)
        lag = self._timing.lag_before(state, seat, move, self._sent, round_trips)
        if lag is not None:
            draft.play(CLOCK, lag)

    def told(self, transitions: Sequence[Transition]) -> None:
        """Note when everybody was told of a claim: from then on answers to it are measured."""
        game = self._watched.table.game
        self._told = (self._watched.table.facts.seq, time.monotonic())
        for transition in transitions:
            event = transition.event
            if isinstance(event, events.Played) and event.seat >= 0:
                assert transition.before is not None
                if self._timing.is_claim(game.state.plain_of(transition.before), game.moves.from_json(event.move)):
                    self._sent = self._time.at(time.monotonic())
                    if self._sent - self._now_stored > SLOW_TELLING:
                        self._ring(LateNotice(frozenset(self._watched.table.people)))

    # ------------------------------------------------------------ connections

    def heard(self, listener: Listener, echo: messages.Echo) -> None:
        """Take an answer to a probe, and see whether the table should know of what it shows."""
        meter, table = listener.meter, self._watched.table
        moment = time.monotonic()
        if meter is None or not meter.hear(echo, moment):
            return
        history = self._audience.history_of(listener.guest)
        history.add(meter.round_trips[-1], moment)
        self._audience.links_changed()
        for seat in table.seats_of(listener.guest):
            if table.facts.stage == "playing" and seat not in table.facts.slowed:
                if self._timing.is_strange(history.round_trips, history.answers):
                    self._ring(Slower(seat))

    def _round_trips(self, queued: QueuedCommand) -> Sequence[float]:
        """What is known of a sender; nothing is taken off for what comes over no connection that is measured."""
        return self._audience.history_of(queued.person.guest).round_trips if queued.meter is not None else ()

    def _welcome_back(self, moment: float) -> None:
        """Those who come to a table that was just loaded hear only now of what they have to answer."""
        if self._resumed is None and self._audience:
            self._resumed = moment
        places = self._watched.table.facts.places
        here = {seat for seat in self._coming if self._audience.is_here(places[seat].guest or "")}
        if here and self._is_waited_for(moment):
            self._ring(LateNotice(frozenset(here)))
        self._coming -= here

    def _is_waited_for(self, moment: float) -> bool:
        """Whether somebody may not have found back yet to a table that was loaded a moment ago."""
        return bool(self._coming) and self._resumed is not None and moment < self._resumed + COMING

    def _watch_connections(self) -> None:
        """Say so when a connection was lost or is there again; bots are always there."""
        table = self._watched.table
        if table.match is None or table.actor != ALL:
            return
        here = frozenset(seat for seat in range(table.players) if self._is_here(table, seat))
        if Connections(here).moves(table):
            self._ring(Connections(here))

    def _is_here(self, table: Table, seat: int) -> bool:
        guest = table.facts.places[seat].guest
        return guest is None or table.bot_at(seat) is not None or not self._audience.has_lost(guest)

    def _keep_probing(self) -> None:
        """Measure everybody every second, and newcomers at once."""
        if self._probing is None and self._audience:
            self._probe()
        for listener in self._audience.seated():
            if listener.meter is not None and listener.meter.is_new:
                listener.send(listener.meter.probe(time.monotonic()))

    def _probe(self) -> None:
        """Measure everybody who sits here, and do so again soon."""
        self._probing = None
        table, moment = self._watched.table, time.monotonic()
        if table.facts.stage == "playing" and self._audience:
            for listener in self._audience.seated():
                if listener.meter is not None:
                    listener.send(listener.meter.probe(moment))
            self._probing = asyncio.get_running_loop().call_later(PROBE_EVERY, self._probe)

    def _largest_correction(self, seats: list[int]) -> int:
        guests = [self._watched.table.facts.places[seat].guest for seat in seats]
        measured = [self._audience.history_of(guest) for guest in guests if self._audience.meters_of(guest)]
        return max((self._timing.correction(history.round_trips) for history in measured), default=0)
