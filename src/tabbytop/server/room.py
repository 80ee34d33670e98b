"""An awake table: one task that takes commands from a bounded inbox, one after the other.

Commit, then acknowledge, then broadcast: a command is decided on a draft, its events are stored, and only then do its
sender and everybody else hear of it. The room also wakes bots when it is their turn and watches clocks; what they
lead to comes through the same inbox.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import msgspec
from msgspec import Struct

from tabbytop.bots.bot import moment_of
from tabbytop.bots.pool import Pool
from tabbytop.bots.workers import NoThought, Question
from tabbytop.engine.luck import stream, toss
from tabbytop.engine.match import Match
from tabbytop.server import events, messages, tellings
from tabbytop.server.cards import card_of
from tabbytop.server.decisions import (
    BotMove,
    Draft,
    Happening,
    No,
    Person,
    TimeUp,
    acting_seat,
    decide,
    happen,
    no_table,
    readable,
)
from tabbytop.server.listeners import Listener
from tabbytop.server.metrics import Metrics
from tabbytop.server.pace import Pace
from tabbytop.server.settings import Settings
from tabbytop.server.store import Conflict, Entry, Store, StoreTrouble
from tabbytop.server.table import Outdated, Table

LOG = logging.getLogger("tabbytop.room")
NOBODY = Person("", "")
TRY_AGAIN = 1.0
"""Seconds after which a table that could not be stored goes on by itself."""
DAMAGED = "it is of a newer Tabbytop, or the log was damaged. It is kept, but cannot be played on."
PRESENCE_PAUSE = 0.2
"""Comings and goings are told together, at most so often."""

Reply = Callable[[Struct], None]
Past = deque[tuple[int, Happening]]
"""The last happenings with their times: what is told to those who come back after a moment."""


@dataclass(frozen=True)
class Surroundings:
    """What all rooms of a house share."""

    settings: Settings
    store: Store
    pool: Pool
    metrics: Metrics
    bot_pace: Pace
    open_rematch: Callable[[Table], Awaitable[str]]
    troubled: Callable[[StoreTrouble], None]


@dataclass(frozen=True)
class Woken:
    """A table fresh from the database."""

    table: Table
    past: Past
    saved: int
    """The event at which its snapshot was taken; 0 if it has none."""


@dataclass(frozen=True)
class Job:
    """A command in the inbox."""

    command: messages.TableCommand | BotMove | TimeUp
    person: Person
    reply: Reply
    arrived: float


class Room:
    """One awake table."""

    def __init__(self, woken: Woken, house: Surroundings) -> None:
        self.table = woken.table
        self._house = house
        self._past = woken.past
        self._listeners: list[Listener] = []
        self._inbox: asyncio.Queue[Job] = asyncio.Queue(house.settings.inbox)
        self._keys: OrderedDict[str, tuple[str, int]] = OrderedDict()
        self._saved = woken.saved
        self._busy = False
        self._seed = secrets.randbits(62)
        self._gone: dict[str, float] = {}
        """When guests without a connection were last seen; unknown ones since the table woke."""
        self._woke = self._touched = time.monotonic()
        self._turn_began = time.monotonic()
        self._thinking: tuple[int, asyncio.Task[None]] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._telling_presence: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._task = asyncio.create_task(self._live(), name=f"table {woken.table.facts.id}")

    # ------------------------------------------------------------ commands

    def submit(self, command: messages.TableCommand, person: Person, reply: Reply) -> None:
        """Put a command into the inbox; the answer comes by `reply`, before anybody else hears of it."""
        self._touched = time.monotonic()
        job = Job(command, person, reply, self._touched)
        try:
            self._inbox.put_nowait(job)
        except asyncio.QueueFull:
            self._house.metrics.commands.labels(_kind(command), "busy").inc()
            reply(messages.Error("busy", "Too many commands wait at this table.", command.key, retry_after=1.0))

    async def _live(self) -> None:
        while True:
            job = await self._inbox.get()
            self._busy = True
            outcome = await self._answer(job)
            self._house.metrics.commands.labels(_kind(job.command), outcome).inc()
            self._house.metrics.command_seconds.observe(time.monotonic() - job.arrived)
            self._inbox.task_done()
            self._busy = False
            if outcome in ("storage", "fault"):
                self._attend_later()
            else:
                self._attend()

    async def _answer(self, job: Job) -> str:
        """Carry out one command; whatever goes wrong, its sender gets an answer and the table lives on."""
        key = getattr(job.command, "key", None)
        try:
            await self._carry_out(job)
            return "ok"
        except No as no:
            answer = no.error(key)
        except StoreTrouble as trouble:
            self._house.troubled(trouble)
            answer = messages.Error("storage", "This could not be stored now; try again.", key, retry_after=1.0)
        except Conflict:
            answer = messages.Error("busy", "Another server writes to this table; try again.", key, retry_after=0.1)
        except Exception:
            LOG.exception("a command failed", extra=self._where())
            answer = messages.Error("fault", "Something went wrong here; nothing was changed.", key)
        if key is not None and answer.code not in ("storage", "fault"):
            try:
                if await self._was_done(job):
                    return "again"
            except No as reused:
                answer = reused.error(key)
        job.reply(answer)
        return answer.code

    async def _carry_out(self, job: Job) -> None:
        match job.command:
            case messages.WhyNot():
                job.reply(self._reason(job.command, job.person))
                return
            case messages.Hint():
                self._start(self._hint(job, job.command))
                return
            case BotMove() | TimeUp():
                key = digest = None
            case _:
                key = _key_of(job)
                digest = _digest(job.command)
                if self._reply_again(job, key, self._keys.get(key)):
                    return
        if isinstance(job.command, messages.Substitute):
            self._check_away(job.command.seat)
        try:
            await self._decide(job, key, digest)
        except Conflict:
            # another process wrote to this table, or to this key before it fell asleep: read what is true and try again
            await self._reload()
            if key is None or not self._reply_again(job, key, await self._stored_key(key)):
                await self._decide(job, key, digest)

    async def _decide(self, job: Job, key: str | None, digest: str | None) -> None:
        if isinstance(job.command, messages.Rematch):
            draft = await self._rematch(job.person)
        else:
            draft = Draft(self.table)
            decide(job.command, draft, job.person, self._spent())
        if not draft.happenings:
            return
        at = await self._commit(draft, key, digest)
        first = draft.happenings[0].seq
        if key is not None and digest is not None:
            self._remember_key(key, digest, first)
            job.reply(messages.Done(job.command.key, first))  # type: ignore[union-attr]
        self._take_over(draft, at)

    async def _commit(self, draft: Draft, key: str | None, digest: str | None) -> int:
        at = time.time_ns() // 1_000_000
        entries = [
            Entry(happening.seq, at, events.pack(happening.event), *((key, digest) if number == 0 else (None, None)))
            for number, happening in enumerate(draft.happenings)
        ]
        began = time.monotonic()
        await self._house.store.append(self.table.facts.id, entries, card_of(draft.table, at))
        self._house.metrics.commit_seconds.observe(time.monotonic() - began)
        self._house.metrics.events.inc(len(entries))
        LOG.debug("stored", extra={**self._where(), "seq": draft.table.facts.seq})
        return at

    def _take_over(self, draft: Draft, at: int) -> None:
        """Let the draft take the table's place, and tell everybody."""
        before, self.table = self.table, draft.table
        returned = [
            happening.event.seat for happening in draft.happenings if isinstance(happening.event, events.Returned)
        ]
        if self.table.facts.moment != before.facts.moment or self.table.deciding in returned:
            self._turn_began = time.monotonic()
        told = [(at, happening) for happening in draft.happenings]
        self._past.extend(told)
        self._broadcast(before, told)
        if self.table.facts.seq - self._saved >= self._house.settings.snapshot_every:
            self._saved = self.table.facts.seq
            self._start(self.save())

    # ------------------------------------------------------------ the same command again

    def _reply_again(self, job: Job, key: str, known: tuple[str, int] | None) -> bool:
        """Answer a command that was carried out before as it was answered then."""
        if known is None:
            return False
        digest, seq = known
        assert not isinstance(job.command, BotMove | TimeUp)
        if digest != _digest(job.command):
            raise No("key_reused", "This key was used for another command; take a new one for each.")
        job.reply(messages.Done(job.command.key, seq))
        return True

    async def _was_done(self, job: Job) -> bool:
        """Whether a command that is refused now had been carried out long ago."""
        if isinstance(job.command, BotMove | TimeUp | messages.WhyNot | messages.Hint):
            return False
        try:
            key = _key_of(job)
            return self._reply_again(job, key, await self._stored_key(key))
        except StoreTrouble:
            return False

    async def _stored_key(self, key: str) -> tuple[str, int] | None:
        entry = await self._house.store.by_key(self.table.facts.id, key)
        if entry is None or entry.digest is None:
            return None
        self._remember_key(key, entry.digest, entry.seq)
        return entry.digest, entry.seq

    def _remember_key(self, key: str, digest: str, seq: int) -> None:
        self._keys[key] = (digest, seq)
        if len(self._keys) > self._house.settings.remember:
            self._keys.popitem(last=False)

    async def _reload(self) -> None:
        woken = await wake(self.table.facts.id, self._house)
        self.table, self._past = woken.table, woken.past
        for listener in self._listeners:
            listener.send(self.welcome(listener))

    # ------------------------------------------------------------ what changes nothing

    def _reason(self, command: messages.WhyNot, person: Person) -> messages.Reason:
        seat = acting_seat(self.table, person, command.seat)
        move = readable(self.table, command.move)
        match = self.table.match
        if match is None or self.table.facts.stage != "playing":
            raise No("wrong_stage", "No game is being played here now.")
        refusal = match.why_not(seat, move)
        if refusal is None:
            return messages.Reason(command.key, True, None, "That is possible now.")
        return messages.Reason(command.key, False, refusal.clause, refusal.sentence)

    async def _hint(self, job: Job, command: messages.Hint) -> None:
        try:
            job.reply(await self._weigh(command, job.person))
            self._house.metrics.hints.labels("ok").inc()
        except No as no:
            self._house.metrics.hints.labels(no.code).inc()
            job.reply(no.error(command.key))
        except NoThought as problem:
            self._house.metrics.hints.labels("no_hint").inc()
            job.reply(messages.Error("no_hint", f"There is no hint: {problem}.", command.key, retry_after=2.0))
        except asyncio.CancelledError:
            job.reply(messages.Error("no_hint", "The table stops before there is one.", command.key, retry_after=2.0))
            raise

    async def _weigh(self, command: messages.Hint, person: Person) -> messages.Hinted:
        table = self.table
        seat = acting_seat(table, person, command.seat)
        if not table.facts.opened.hints:
            raise No("no_hint", "This table was opened without hints.")
        if table.match is None or table.deciding != seat or table.bot_at(seat) is not None:
            raise No("no_hint", "Hints are given when it is your turn.")
        return messages.Hinted(command.key, table.facts.seq, seat, await self._weighed(table.match, seat, "hint"))

    async def review(self, ply: int) -> messages.Weighing:
        """What a strong bot would have done at a moment of a game that is over."""
        match = self.table.match
        if match is None or self.table.facts.stage != "over":
            raise No("wrong_stage", "Moments are weighed when the game is over.")
        if not 0 <= ply < match.ply:
            raise No("no_moment", f"This game has the moments 0 to {match.ply - 1} to decide.")
        then = match.fork()
        then.undo_to(ply)
        if not 0 <= then.actor < self.table.players:
            raise No("no_moment", "Nobody had to decide anything at that moment.")
        try:
            return messages.Weighing(ply, then.actor, await self._weighed(then, then.actor, f"review {ply}"))
        except NoThought as problem:
            raise No("no_hint", f"This moment was not weighed: {problem}.", retry_after=2.0) from None

    async def _weighed(self, match: Match, seat: int, what: str) -> list[messages.Weighed]:
        question = Question.about(moment_of(match, seat), "top-cat", self._head(seat, what), self._seed)
        thought = await self._house.pool.weigh(question)
        total = max(1, sum(candidate.visits for candidate in thought.candidates))
        return [
            messages.Weighed(
                match.game.moves.to_json(candidate.move),
                match.label(candidate.move, seat),
                round(candidate.win_chance, 4) if candidate.visits else None,
                round(candidate.visits / total, 4),
            )
            for candidate in thought.candidates
        ]

    # ------------------------------------------------------------ listeners

    def join(self, listener: Listener, since: int | None) -> None:
        """Somebody listens from now on: what happened since, if that is known and little, or the table as it is."""
        self._listeners.append(listener)
        self._touched = time.monotonic()
        if listener.guest is not None:
            self._gone.pop(listener.guest, None)
        self.catch_up(listener, since)
        self._presence_changed()
        self._attend()
        if self._house.pool.readiness(self.table.game.id).state != "ready":
            self.tell_readiness()

    def leave(self, listener: Listener) -> None:
        """A connection is gone."""
        if listener not in self._listeners:
            return
        self._listeners.remove(listener)
        self._touched = time.monotonic()
        if listener.guest is not None and not self._is_here(listener.guest):
            self._gone[listener.guest] = time.monotonic()
        self._presence_changed()

    def catch_up(self, listener: Listener, since: int | None) -> None:
        """Bring a listener from the event it knows to the present."""
        missed = self._missed(since)
        if missed is None:
            listener.send(self.welcome(listener))
            return
        before, perspective = listener.perspective, listener.look(self.table)
        several = len(self.table.seats_of(listener.guest)) > 1
        whole = several or (before != perspective and since == 0)
        listener.send_encoded(self._news(missed, perspective, tabled=True, whole=whole))

    def _missed(self, since: int | None) -> list[tuple[int, Happening]] | None:
        """What happened after an event, unless that is unknown, too much, or changed who sits where."""
        if since is None or not 0 < since <= self.table.facts.seq:
            return None
        missed = [(at, happening) for at, happening in self._past if happening.seq > since]
        if len(missed) != self.table.facts.seq - since:
            return None
        quiet = events.Played | events.TookBack | events.Spoke | events.TakebackAsked | events.TakebackAnswered
        return missed if all(isinstance(happening.event, quiet) for _, happening in missed) else None

    def welcome(self, listener: Listener) -> messages.Welcome:
        """The table as it is, for one listener."""
        table, perspective = self.table, listener.look(self.table)
        connected, watching = self._presence()
        return messages.Welcome(
            protocol=messages.PROTOCOL,
            table=tellings.table_info(table),
            you=tellings.you(table, listener.guest, listener.name),
            connected=connected,
            watching=watching,
            view=tellings.view_of(table, table.match.state(), perspective) if table.match else None,
            now=tellings.now(table, perspective, self._running()),
        )

    def _broadcast(self, before: Table, told: list[tuple[int, Happening]]) -> None:
        tabled = tellings.table_info(before) != tellings.table_info(self.table)
        ready: dict[tuple[int, bool], bytes] = {}
        for listener in self._listeners:
            if _stands_differently(listener.guest, before, self.table):
                listener.send(self.welcome(listener))
                continue
            old, new = listener.perspective, listener.look(self.table)
            form = (new, new != old or before.match is None)
            if form not in ready:
                ready[form] = self._news(told, new, tabled=tabled, whole=form[1])
            listener.send_encoded(ready[form])

    def _news(self, told: list[tuple[int, Happening]], perspective: int, *, tabled: bool, whole: bool) -> bytes:
        table = self.table
        view = tellings.view_of(table, table.match.state(), perspective) if whole and table.match else None
        return messages.encode(
            messages.News(
                events=tellings.Teller(table, perspective).tell(told),
                now=tellings.now(table, perspective, self._running()),
                table=tellings.table_info(table) if tabled else None,
                view=view,
            )
        )

    def _presence_changed(self) -> None:
        if self._telling_presence is None:
            self._telling_presence = asyncio.get_running_loop().call_later(PRESENCE_PAUSE, self._tell_presence)

    def _tell_presence(self) -> None:
        self._telling_presence = None
        message = messages.encode(messages.Presence(*self._presence()))
        for listener in self._listeners:
            listener.send_encoded(message)

    def _presence(self) -> tuple[list[bool], int]:
        here = {listener.guest for listener in self._listeners}
        connected = [place.guest is not None and place.guest in here for place in self.table.facts.places]
        watching = sum(not self.table.seats_of(listener.guest) for listener in self._listeners)
        return connected, watching

    def _is_here(self, guest: str) -> bool:
        return any(listener.guest == guest for listener in self._listeners)

    def _check_away(self, seat: int) -> None:
        places = self.table.facts.places
        guest = places[seat].guest if seat < len(places) else None
        if guest is None:
            return
        away = time.monotonic() - self._gone.get(guest, self._woke)
        if self._is_here(guest) or away < self._house.settings.away_after:
            raise No("present", f"{places[seat].name} was here a moment ago; give them a little time.")

    # ------------------------------------------------------------ bots and clocks

    def _attend(self) -> None:
        """See whose turn it is: a bot is asked to think, a clock is set."""
        self._set_alarm()
        table = self.table
        seat = table.deciding
        if seat is None or table.match is None or not self._is_attended():
            return
        level, ply = table.bot_at(seat), table.match.ply
        if level is None or (self._thinking is not None and self._thinking[0] == ply and not self._thinking[1].done()):
            return
        self._thinking = (ply, self._start(self._think(seat, ply, level)))

    def _attend_later(self) -> None:
        """After a failure: a bot that found its move or a clock that ran out would otherwise try again at once."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = asyncio.get_running_loop().call_later(TRY_AGAIN, self._attend)

    def _is_attended(self) -> bool:
        """Whether anybody is there for whom bots should play."""
        return bool(self._listeners) or time.monotonic() - self._touched < self._house.settings.sleep_after

    def tell_readiness(self) -> None:
        """Tell everybody how far the bots of this game are, while one of them is waited for."""
        if self._thinking is None or self._thinking[1].done():
            return
        ready = self._house.pool.readiness(self.table.game.id)
        message = messages.encode(messages.Warming(ready.state, round(ready.share, 3)))
        for listener in self._listeners:
            listener.send_encoded(message)

    async def _think(self, seat: int, ply: int, level: str) -> None:
        assert self.table.match is not None
        began = time.monotonic()
        moment = moment_of(self.table.match, seat)
        answer = await self._house.pool.choose(Question.about(moment, level, self._head(seat, level), self._seed))
        move = answer.move
        if answer.faults:
            self._house.metrics.bot_faults.inc(len(answer.faults))
            LOG.warning("a bot failed: %s", "; ".join(answer.faults), extra=self._where())
        if move not in moment.legal:
            move = moment.legal[toss(stream(self._seed, ply), len(moment.legal))]
        self._house.metrics.bot_seconds.observe(time.monotonic() - began)
        await self._house.bot_pace.turn()
        await asyncio.sleep(max(0.0, self._house.settings.bot_pause - (time.monotonic() - began)))
        await self._inbox.put(Job(BotMove(seat, ply, move), NOBODY, _to_nobody, time.monotonic()))

    def _head(self, seat: int, what: str) -> str:
        return f"{self.table.facts.id}:{seat}:{what}"

    def _spent(self) -> int:
        """Milliseconds since the present decision began, where they count."""
        seat = self.table.deciding
        if self.table.facts.opened.clock == "off" or seat is None or self.table.bot_at(seat) is not None:
            return 0
        return int((time.monotonic() - self._turn_began) * 1000)

    def _running(self) -> int | None:
        return None if self.table.facts.opened.clock == "off" else self._spent()

    def _set_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        seat = self.table.deciding
        if seat is None or self.table.match is None or self.table.bot_at(seat) is not None:
            return
        place = self.table.facts.places[seat]
        left = self.table.terms.left(place.bank, place.used)
        if left is not None:
            up = TimeUp(seat, self.table.match.ply)
            seconds = max(0.0, (left - self._spent()) / 1000)
            self._alarm = asyncio.get_running_loop().call_later(seconds, self._ring, up)

    def _ring(self, up: TimeUp) -> None:
        self._start(self._inbox.put(Job(up, NOBODY, _to_nobody, time.monotonic())))

    # ------------------------------------------------------------ rematch

    async def _rematch(self, person: Person) -> Draft:
        if not self.table.seats_of(person.guest):
            raise No("not_seated", "You do not sit at this table.")
        if self.table.facts.stage != "over":
            raise No("wrong_stage", "The game is not over yet.")
        if self.table.facts.rematch is not None:
            raise No("rematched", "The group plays again already; follow it to the new table.")
        draft = Draft(self.table)
        draft.add(events.Rematched(await self._house.open_rematch(self.table)))
        return draft

    # ------------------------------------------------------------ sleeping

    @property
    def listeners(self) -> int:
        """How many connections there are."""
        return len(self._listeners)

    @property
    def is_idle(self) -> bool:
        """Whether the table may go to sleep."""
        quiet = time.monotonic() - self._touched >= self._house.settings.sleep_after
        return quiet and not self._listeners and not self._busy and self._inbox.empty()

    async def save(self) -> None:
        """Keep a snapshot; without one the table wakes more slowly, nothing else."""
        with contextlib.suppress(StoreTrouble):
            await self._house.store.save_snapshot(
                self.table.facts.id, self.table.facts.seq, self.table.snapshot()
            )  # fmt: skip

    async def settle(self) -> None:
        """Wait until every command in the inbox is answered."""
        await self._inbox.join()

    def dismiss(self, bye: messages.Bye) -> None:
        """Send everybody away."""
        for listener in self._listeners:
            listener.close(bye)

    async def close(self) -> None:
        """Stop. The table is in the log; it can wake again at any time."""
        for timer in (self._alarm, self._telling_presence):
            if timer is not None:
                timer.cancel()
        stopping = [self._task, *self._tasks]
        for task in stopping:
            task.cancel()
        await asyncio.gather(*stopping, return_exceptions=True)
        if self.table.facts.seq > self._saved:
            await self.save()

    def _start(self, work: Awaitable[None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        assert isinstance(task, asyncio.Task)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            LOG.error("work for a table failed", exc_info=problem, extra=self._where())

    def _where(self) -> dict[str, object]:
        return {"table": self.table.facts.id, "seq": self.table.facts.seq}


async def wake(table_id: str, house: Surroundings) -> Woken:
    """A table from its snapshot and the events after it, or from the log alone; refuses one that does not exist."""
    past: Past = deque(maxlen=house.settings.remember)
    table = await _from_snapshot(table_id, house.store)
    saved = table.facts.seq if table else 0
    entries = await house.store.entries(table_id, after=saved)
    for number, entry in enumerate(entries):
        event = _unpack(table_id, entry)
        if table is None:
            if not isinstance(event, events.Opened):
                raise Outdated(f"The log of table {table_id} does not begin with its opening; {DAMAGED}")
            table = Table(table_id, event)
        past.append((entry.at, _happen(table, event, entry.seq)))
        if number % 25 == 24:
            await asyncio.sleep(0)  # a long log must not hold up other tables
    if table is None:
        raise no_table()
    return Woken(table, past, saved)


async def _from_snapshot(table_id: str, store: Store) -> Table | None:
    found = await store.snapshot(table_id)
    if found is None:
        return None
    seq, body = found
    try:
        table = Table.from_snapshot(body)
    except (ValueError, msgspec.MsgspecError):
        LOG.warning("a snapshot cannot be read; the log is played again", extra={"table": table_id, "seq": seq})
        return None
    return table if table.facts.seq == seq else None


def _unpack(table_id: str, entry: Entry) -> events.TableEvent:
    try:
        return events.unpack(entry.body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as problem:
        raise Outdated(f"Event {entry.seq} of table {table_id} cannot be read ({problem}); {DAMAGED}") from None


def _happen(table: Table, event: events.TableEvent, seq: int) -> Happening:
    if seq != table.facts.seq + 1:
        raise Outdated(f"Table {table.facts.id} lacks event {table.facts.seq + 1}; {DAMAGED}")
    return happen(table, event)


def _stands_differently(guest: str | None, before: Table, after: Table) -> bool:
    """Whether somebody is another one at this table than before: has other seats, or became host or ceased to be."""
    if guest is None:
        return False
    was_host, is_host = (table.facts.host == guest for table in (before, after))
    return before.seats_of(guest) != after.seats_of(guest) or was_host != is_host


def _kind(command: object) -> str:
    return type(command).__name__.lower()


def _key_of(job: Job) -> str:
    assert not isinstance(job.command, BotMove | TimeUp)
    return f"{job.person.guest}:{job.command.key}"


def _digest(command: messages.TableCommand) -> str:
    return hashlib.blake2b(messages.encode(command), digest_size=8).hexdigest()


def _to_nobody(message: Struct) -> None:
    """Bots and clocks do not wait for answers."""
