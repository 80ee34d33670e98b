"""A loaded table: commands are taken from a bounded inbox, one after the other, by a task that lasts until it is empty.

Commit, then acknowledge, then broadcast: a command is decided on a draft, its events are stored, and only then do its
sender and everybody else hear of it. What its scheduler does, the moves of bots and clocks that run out, comes through
the same inbox.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeGuard

from tabbytop.bots.pool import Pool
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.operating.settings import Settings
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.advice import Adviser
from tabbytop.server.runtime.audience import Audience, Listener, Past
from tabbytop.server.runtime.inbox import NOBODY, IdempotencyKeys, QueuedCommand, Reply, digest_of, key_of, to_nobody
from tabbytop.server.runtime.latency import RoundTripMeter
from tabbytop.server.runtime.loading import LoadedTable, read_on
from tabbytop.server.runtime.pace import Pace
from tabbytop.server.runtime.race_scheduler import RaceScheduler
from tabbytop.server.runtime.scheduler import Scheduler, TurnScheduler, Work
from tabbytop.server.storage.moderation import Moderation
from tabbytop.server.storage.store import Conflict, Entry, Fenced, Hold, Store, StoreError
from tabbytop.server.tables import events, removing
from tabbytop.server.tables.deals import bots_of
from tabbytop.server.tables.decisions import Draft, Transition, acting_seat, decide, readable
from tabbytop.server.tables.internal import InternalCommand, TimeStopped
from tabbytop.server.tables.looking import explained, previewed
from tabbytop.server.tables.name_filter import check_names
from tabbytop.server.tables.names import isolated
from tabbytop.server.tables.projections import card_of
from tabbytop.server.tables.refusals import Rejected, again
from tabbytop.server.tables.seating import Person, check_stays
from tabbytop.server.tables.table import Table

LOG = logging.getLogger("tabbytop.room")
TRY_AGAIN = 1.0
"""Seconds after which a table that could not be stored goes on by itself."""
COMMANDS = (decide, removing)
"""Where commands are decided: importing both is what makes them known."""
FAILED = {"storage", "fault"}
_lower = functools.cache(str.lower)
Keyed = tuple[str, str] | tuple[None, None]
"""The key by which a command was asked for, and its digest."""


@dataclass(frozen=True)
class RoomContext:
    """What all rooms of a server share."""

    settings: Settings
    store: Store
    pool: Pool
    metrics: Metrics
    bot_pace: Pace
    open_rematch: Callable[[Table], Awaitable[str]]
    store_failed: Callable[[StoreError], None]
    is_refused: Callable[[str], bool] = lambda name: False
    """Whether a name is not wanted on this server."""
    taken_over: Callable[[Room], None] = lambda room: None
    """Called when a room finds out that its table lives in another process by now."""


class Room:
    """One loaded table, held by this process if there are several."""

    def __init__(self, loaded: LoadedTable, context: RoomContext, hold: Hold | None = None) -> None:
        self.table = loaded.table
        self.hold = hold
        self._context = context
        self.past = loaded.past
        self._saved = loaded.saved
        self._inbox: list[QueuedCommand] = []
        self._is_working = False
        self._unanswered = 0
        """Commands that have come and have no answer yet, also those that others come before."""
        self._settled: asyncio.Future[None] | None = None
        self._closed = False
        self._touched = time.monotonic()
        self._tasks: set[asyncio.Task[None]] = set()
        seed = bots_of(loaded.table) or secrets.randbits(62)
        self._audience = Audience(self)
        self._idempotency = IdempotencyKeys(loaded.table.facts.id, context.store, context.settings.remember)
        self._adviser = Adviser(context.pool, seed)
        self._scheduler = self._make_scheduler(seed, loaded.began)

    def _make_scheduler(self, seed: int, began: int | None) -> Scheduler:
        context, race = self._context, self.table.race
        if race is not None:
            return RaceScheduler(self, race, self._audience, context.metrics, self._start, self._put)
        settings = context.settings
        return TurnScheduler(
            self, context.pool, context.metrics, context.bot_pace, settings.bot_pause, settings.unload_after, seed,
            self._start, self._put, began,
        )  # fmt: skip

    # ------------------------------------------------------------ commands

    def submit(
        self, command: messages.TableCommand, person: Person, reply: Reply, meter: RoundTripMeter | None = None
    ) -> None:
        """Put a command into the inbox; the answer comes by `reply`, before anybody else hears of it."""
        self._touched = time.monotonic()
        if len(self._inbox) >= self._context.settings.inbox:
            self._context.metrics.answered(_kind(command), "busy").inc()
            reply(messages.Error("busy", "Too many commands wait at this table.", command.key, retry_after=1.0))
            return
        self._take(QueuedCommand(command, person, reply, self._touched, meter))

    async def _put(self, command: InternalCommand) -> None:
        self._take(QueuedCommand(command, NOBODY, to_nobody, time.monotonic()))

    def _take(self, queued: QueuedCommand) -> None:
        self._inbox.append(queued)
        self._unanswered += 1
        if not self._is_working:
            self._is_working = True
            self._start(self._work())

    async def _work(self) -> None:
        try:
            while self._inbox and not self._closed:
                came = self._inbox.pop(0)
                outcomes = [await self._handle(queued) for queued in self._scheduler.in_order(came)]
                if FAILED.isdisjoint(outcomes):
                    self._reschedule()
                else:
                    self._scheduler.call_later(TRY_AGAIN, self._reschedule)  # else the same would fail again at once
        finally:
            self._is_working = False

    async def _handle(self, queued: QueuedCommand) -> str:
        outcome = await self._answer(queued)
        self._context.metrics.answered(_kind(queued.command), outcome).inc()
        self._context.metrics.command_seconds.observe(time.monotonic() - queued.arrived)
        self._unanswered -= 1
        if not self._unanswered and self._settled is not None:
            self._settled.set_result(None)
            self._settled = None
        return outcome

    async def _answer(self, queued: QueuedCommand) -> str:
        """Carry out one command; whatever goes wrong, its sender gets an answer and the table lives on."""
        key = getattr(queued.command, "key", None)
        try:
            await self._carry_out(queued)
            return "ok"
        except Rejected as rejected:
            answer = rejected.error(key)
        except StoreError as error:
            self._context.store_failed(error)
            answer = _try_again(key)
        except Fenced:  # whoever asked asks again where the table lives now
            self._context.taken_over(self)
            return "moved"
        except Conflict:
            answer = messages.Error("busy", "Another server writes to this table; try again.", key, retry_after=0.1)
        except Exception:
            LOG.exception("a command failed", extra=self._where())
            answer = messages.Error("fault", "Something went wrong here; nothing was changed.", key)
        if key is not None and answer.code not in ("storage", "fault"):
            try:
                if await self._was_done(queued):
                    return "again"
            except Rejected as reused:
                answer = reused.error(key)
            except StoreError as error:  # it may have been done: a refusal could be untrue
                self._context.store_failed(error)
                answer = _try_again(key)
        if answer.retry_after is None and _is_keyed(queued.command):
            self._idempotency.remember_refusal(key_of(queued.command, queued.person), queued.command, answer)
        queued.reply(answer)
        return answer.code

    async def _carry_out(self, queued: QueuedCommand) -> None:
        match queued.command:
            case messages.WhyNot():
                queued.reply(self._reason(queued.command, queued.person))
            case messages.LookAhead():
                queued.reply(previewed(self.table, queued.command, queued.person))
            case messages.Explain():
                queued.reply(explained(self.table, queued.command))
            case messages.Hint():
                self._start(self._hint(queued, queued.command))
            case command if isinstance(command, InternalCommand):
                await self._decide_or_read_on(queued)
            case _:
                key = key_of(queued.command, queued.person)
                known = self._idempotency.remembered(key, queued.command)
                if known is None and (refusal := self._idempotency.refused(key, queued.command)) is not None:
                    raise again(refusal)
                if not self._acknowledge(queued, known):
                    await self._decide_or_read_on(queued)

    async def _decide_or_read_on(self, queued: QueuedCommand) -> None:
        """Decide; after a conflict a key that was forgotten is told from a table that another server plays on."""
        try:
            await self._decide(queued)
        except Fenced:
            raise
        except Conflict:
            known = await self._stored(queued)
            if known is None or known > self.table.facts.seq:
                await self._read_on()
            if not self._acknowledge(queued, known):
                await self._decide(queued)

    async def _decide(self, queued: QueuedCommand) -> None:
        while (due := self._scheduler.due(queued.arrived)) is not None:
            self._take_over(due, await self._commit(due))
        if isinstance(queued.command, messages.Substitute):
            self._check_away(queued.command.seat)
        if isinstance(queued.command, messages.Sit | messages.Arrange):
            check_names(queued.command, self._context.is_refused)
        draft = Draft(self.table)
        self._scheduler.prepare(draft, queued)
        first = draft.table.facts.seq + 1
        if isinstance(queued.command, messages.Rematch):
            await self._rematch(draft, queued.person)
        else:
            decide(queued.command, draft, queued.person, self._scheduler.spent())
        if not draft.transitions:
            return
        keyed = key, digest = _key_and_digest(queued)
        at = await self._commit(draft, {first: keyed})
        if key is not None and digest is not None:
            self._idempotency.remember(key, digest, first)
            self._acknowledge(queued, first, draft.table)
        self._take_over(draft, at)
        if isinstance(queued.command, messages.Remove):
            guests = {made.event.guest for made in draft.transitions if isinstance(made.event, events.Removed)}
            moderation = Moderation(self._context.store)
            for guest in guests:
                self._start(moderation.note(queued.person.guest, "remove", guest, f"table {self.table.facts.id}"))

    async def _commit(self, draft: Draft, keys: Mapping[int, Keyed] = MappingProxyType({})) -> int:
        """Store what a draft led to, and with which keys people asked for it."""
        at = time.time_ns() // 1_000_000
        entries = [
            Entry(transition.seq, at, events.pack(transition.event), *keys.get(transition.seq, (None, None)))
            for transition in draft.transitions
        ]
        began = time.monotonic()
        card = card_of(
            draft.table, at, None if _begins_turn(self.table, draft.table, draft.transitions) else self._scheduler.began
        )
        same = card.guests == tuple(place.guest for place in self.table.facts.places)
        await self._context.store.append(
            self.table.facts.id, entries, card, same_guests=same, unnoticed=draft.is_private, hold=self.hold
        )
        self._context.metrics.commit_seconds.observe(time.monotonic() - began)
        self._context.metrics.events.inc(len(entries))
        if LOG.isEnabledFor(logging.DEBUG):
            LOG.debug("stored", extra={**self._where(), "seq": draft.table.facts.seq})
        return at

    def _take_over(self, draft: Draft, at: int) -> None:
        """Let the draft take the table's place, and tell everybody."""
        self._go_on(draft.table, [(at, transition) for transition in draft.transitions])

    def _go_on(self, table: Table, told: list[tuple[int, Transition]]) -> None:
        before, self.table = self.table, table
        if _begins_turn(before, table, [transition for _, transition in told]):
            self._scheduler.begin_turn()
        if any(isinstance(transition.event, events.Forgotten) for _, transition in told):
            self.past = Past(self._context.settings.remember)  # what was told before has names in it
            self._start(self.save())
        self.past.extend(told)
        self._audience.tell_happened(before, told)
        self._scheduler.told([transition for _, transition in told])
        if self.table.facts.seq - self._saved >= self._context.settings.snapshot_every:
            self._saved = self.table.facts.seq
            self._start(self.save())

    async def _was_done(self, queued: QueuedCommand) -> bool:
        """Whether a command that cannot be carried out now had been carried out long ago; it is answered then."""
        if not _is_keyed(queued.command):
            return False
        return self._acknowledge(queued, await self._stored(queued))

    async def _stored(self, queued: QueuedCommand) -> int | None:
        """The event in the log that a command led to, if it was carried out before."""
        if isinstance(queued.command, InternalCommand):
            return None
        return await self._idempotency.stored(key_of(queued.command, queued.person), queued.command)

    def _acknowledge(self, queued: QueuedCommand, event: int | None, table: Table | None = None) -> bool:
        """Tell the sender of a command which event it has led to, if to any, as the sender counts."""
        if event is None or isinstance(queued.command, InternalCommand):
            return False
        table = table or self.table
        queued.reply(messages.Done(queued.command.key, table.number(event, table.seats_of(queued.person.guest))))
        return True

    async def _read_on(self) -> None:
        """Let happen here what another server has written; everybody hears of it as of anything else."""
        table = self.table.fork()
        written = await read_on(table, self._context.store)
        if written:
            self._scheduler.hear_from_elsewhere(table, written[-1][0])
            self._go_on(table, written)

    def _check_away(self, seat: int) -> None:
        places = self.table.facts.places
        guest = places[seat].guest if seat < len(places) else None
        if guest is not None and not self._audience.is_away(guest, self._context.settings.away_after):
            raise Rejected("present", f"{isolated(places[seat].name)} was here a moment ago; give them a little time.")

    # ------------------------------------------------------------ what changes nothing

    def _reason(self, command: messages.WhyNot, person: Person) -> messages.Reason:
        seat = acting_seat(self.table, person, command.seat)
        move = readable(self.table, command.move)
        match = self.table.match
        if match is None or self.table.facts.stage != "playing":
            raise Rejected("wrong_stage", "No game is being played here now.")
        refusal = match.why_not(seat, move)
        if refusal is None:
            return messages.Reason(command.key, True, None, "That is possible now.")
        return messages.Reason(command.key, False, refusal.clause, refusal.sentence)

    async def _hint(self, queued: QueuedCommand, command: messages.Hint) -> None:
        try:
            queued.reply(await self._adviser.hint(self.table, command, queued.person))
            self._context.metrics.hints.labels("ok").inc()
        except Rejected as rejected:
            self._context.metrics.hints.labels(rejected.code).inc()
            queued.reply(rejected.error(command.key))
        except asyncio.CancelledError:
            queued.reply(
                messages.Error("no_hint", "The table stops before there is one.", command.key, retry_after=2.0)
            )
            raise

    async def review(self, ply: int) -> messages.Weighing:
        """What a strong bot would have done at a moment of a game that is over."""
        return await self._adviser.review(self.table, ply)

    # ------------------------------------------------------------ those who listen

    def join(self, listener: Listener, since: int | None) -> None:
        """Somebody listens from now on, and hears what happened since an event or the table as it is."""
        self._touched = time.monotonic()
        self._audience.join(listener, since)
        self._reschedule()
        if self._context.pool.readiness(self.table.game.id).state != "ready":
            self.tell_readiness()

    def is_looked_at_by(self, guest: str) -> bool:
        """Whether somebody is connected and looks."""
        return self._audience.is_looked_at_by(guest)

    def lookers(self) -> set[str]:
        """The guests who look."""
        return self._audience.lookers()

    def attend(self, listener: Listener, *, looking: bool) -> None:
        """Somebody at a connection looks from now on, or does not."""
        listener.is_looking = looking

    def heard(self, listener: Listener, echo: messages.Echo) -> None:
        """A connection has answered a probe."""
        self._scheduler.heard(listener, echo)

    def leave(self, listener: Listener) -> None:
        """A connection is gone."""
        self._touched = time.monotonic()
        self._audience.leave(listener)
        if not self._closed:
            self._reschedule()

    def catch_up(self, listener: Listener, since: int | None) -> None:
        """Bring a listener from the event it knows to the present."""
        self._audience.catch_up(listener, since)

    def welcome(self, listener: Listener) -> messages.Welcome:
        """The table as it is, for one listener."""
        return self._audience.welcome(listener)

    async def look(self, listener: Listener) -> messages.Welcome:
        """The table as it is, for somebody who does not listen."""
        return self.welcome(listener)

    def tell_readiness(self) -> None:
        """Tell everybody how far the bots of this game are, while one of them is waited for, or if they only guess."""
        ready = self._context.pool.readiness(self.table.game.id)
        guessing = ready.state == "failed" and any(self.table.bot_at(seat) for seat in range(self.table.players))
        if self._scheduler.is_thinking or guessing:
            self._audience.tell(messages.Warming(ready.state, round(ready.share, 3)))

    def running(self) -> int | None:
        """Milliseconds since the present decision began, below 0 while time does not run; None without a clock."""
        return None if self.table.facts.opened.clock == "off" else self._scheduler.running()

    def time(self) -> int | None:
        """Table time in a race; None in other games."""
        return self._scheduler.time()

    def check_clock(self) -> None:
        """Look at the clock: somebody's time may be over."""
        self._touched = time.monotonic()
        self._reschedule()

    def _reschedule(self) -> None:
        self._scheduler.reschedule(None if self._audience else self._touched)

    # ------------------------------------------------------------ rematch

    async def _rematch(self, draft: Draft, person: Person) -> None:
        if not self.table.seats_of(person.guest):
            raise Rejected("not_seated", "You do not sit at this table.")
        check_stays(self.table, person)
        if self.table.facts.stage != "over":
            raise Rejected("wrong_stage", "The game is not over yet.")
        if self.table.facts.opened.deal is not None:
            raise Rejected("wrong_stage", "A deal of the day is played once; open a table of your own to play again.")
        if self.table.facts.rematch is not None:
            raise Rejected("rematched", "The group plays again already; follow it to the new table.")
        draft.add(events.Rematched(await self._context.open_rematch(self.table)))

    # ------------------------------------------------------------ unloading

    @property
    def listeners(self) -> int:
        """How many connections there are."""
        return len(self._audience)

    @property
    def quiet(self) -> float:
        """Seconds since somebody came, went or asked for something."""
        return time.monotonic() - self._touched

    @property
    def is_raced(self) -> bool:
        """Whether people race here now, and every moment counts."""
        return self.table.game.clock is not None and self.table.facts.stage == "playing" and bool(self._audience)

    @property
    def is_idle(self) -> bool:
        """Whether the table may be unloaded."""
        is_quiet = self.quiet >= self._context.settings.unload_after
        return is_quiet and not self._audience and not self._unanswered

    async def save(self) -> None:
        """Keep a snapshot; without one the table is loaded more slowly, nothing else."""
        with contextlib.suppress(StoreError, Fenced):
            await self._context.store.save_snapshot(
                self.table.facts.id, self.table.facts.seq, self.table.snapshot(), self.hold
            )

    async def settle(self) -> None:
        """Wait until every command in the inbox is answered, and the time of a race is kept."""
        if self.is_raced:
            await self._put(TimeStopped())
        while self._unanswered:
            self._settled = self._settled or asyncio.get_running_loop().create_future()
            await asyncio.shield(self._settled)

    def dismiss(self, bye: messages.Bye) -> None:
        """Send everybody away."""
        self._audience.dismiss(bye)

    async def close(self, *, save: bool = True) -> None:
        """Stop. The table is in the log; it can be loaded again at any time."""
        self._closed = True
        self._scheduler.rest()
        self._audience.close()
        stopping = list(self._tasks)
        for task in stopping:
            task.cancel()
        await asyncio.gather(*stopping, return_exceptions=True)
        if save and self.table.facts.seq > self._saved:
            await self.save()

    def let_go(self) -> None:
        """Break the circles of a closed room that nobody uses any more.

        Its memory is free at once then, and not when the collector looks through everything, see `operating.gc`.
        """
        del self._audience, self._scheduler

    def _start(self, work: Work) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            LOG.error("work for a table failed", exc_info=problem, extra=self._where())

    def _where(self) -> dict[str, object]:
        return {"table": self.table.facts.id, "seq": self.table.facts.seq}


def _begins_turn(before: Table, after: Table, transitions: Sequence[Transition]) -> bool:
    """Whether somebody else decides, or the same one something else, or whoever decides has just come back."""
    if after.facts.moment != before.facts.moment and not all(transition.is_private for transition in transitions):
        return True
    happened = [transition.event for transition in transitions]
    return any(isinstance(event, events.Returned) and event.seat == after.deciding for event in happened)


def _kind(command: object) -> str:
    return _lower(type(command).__name__)


def _try_again(key: str | None) -> messages.Error:
    return messages.Error("storage", "This could not be stored now; try again.", key, retry_after=1.0)


def _is_keyed(command: messages.TableCommand | InternalCommand) -> TypeGuard[messages.TableCommand]:
    """Whether it matters that a command is carried out once: neither questions nor what the table does by itself."""
    questions = messages.WhyNot | messages.Hint | messages.LookAhead | messages.Explain
    return not isinstance(command, InternalCommand | questions)


def _key_and_digest(queued: QueuedCommand) -> Keyed:
    """Bots and clocks have no keys: they never ask twice."""
    if isinstance(queued.command, InternalCommand):
        return None, None
    return key_of(queued.command, queued.person), digest_of(queued.command)
