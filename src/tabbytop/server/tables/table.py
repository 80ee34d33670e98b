"""A table: what follows from its log of events. It stores nothing, sends nothing and knows no clock on the wall.

A table is changed by events alone, one after the other. A move that is made becomes an event with the hash of the state
it led to; when the log is read again, the same move has to lead to the same hash. Who may do what is decided elsewhere
(`decisions`), on a fork of the table, so that nothing has to be rolled back.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tabbytop import games
from tabbytop.engine.clock import Clock
from tabbytop.engine.errors import UserError
from tabbytop.engine.game import Game, all_seen
from tabbytop.engine.luck import SealedLuck
from tabbytop.engine.match import Match, Refused, Saved
from tabbytop.engine.moves import BadMove
from tabbytop.engine.seats import SPECTATOR
from tabbytop.server.protocol.messages import BotSeat, ClockName, Friend, Learning, Stage
from tabbytop.server.tables import events, forgetting
from tabbytop.server.tables.cats import cat_for
from tabbytop.server.tables.nights import deadline

MINUTE = 60_000
DAY = 24 * 60 * MINUTE


@dataclass(frozen=True)
class Terms:
    """The terms of a clock: how much time there is, in milliseconds; 0 means that there is no such limit."""

    words: str
    turn: int = 0
    """For one turn; when it is over a bot plays on, until the player returns."""
    bank: int = 0
    """For the whole game; when it is used up a bot plays on to the end."""
    increment: int = 0
    """Added to the bank after each turn."""
    first: int = 0
    """Before a player's first move, which may have to be learned: only what it takes beyond this counts."""
    slow: bool = False
    """Whether the time is that of the wall: it runs while nobody is there, but not in the night of whose turn it is."""

    def left(self, bank: int, used: int) -> int | None:
        """What is left of the turn or of the bank, for a seat with this bank that has used so much of its turn."""
        if self.turn:
            return self.turn - used
        return bank if self.bank else None


CLOCKS: dict[ClockName, Terms] = {
    "off": Terms("No clock: think as long as you like."),
    "relaxed": Terms(
        "Five minutes for a turn; then a bot plays for you until you are back.", turn=5 * MINUTE, first=10 * MINUTE
    ),
    "timed": Terms(
        "Ten minutes for the game and ten seconds more after each turn; then a bot plays on for you.",
        bank=10 * MINUTE,
        increment=10_000,
        first=10 * MINUTE,
    ),
    "day": Terms(
        "A day for a turn, nights not counted; then a bot plays for you until you are back.", turn=DAY, slow=True
    ),
    "three-days": Terms(
        "Three days for a turn, nights not counted; then a bot plays for you until you are back.",
        turn=3 * DAY,
        slow=True,
    ),
}


class Outdated(UserError):
    """A stored table that this version cannot play on without risking to play it differently."""


class Place(Struct, frozen=True):
    """A seat and who is in it."""

    kind: Literal["guest", "bot", "friend", "open", "absent"]
    name: str = ""
    face: str = ""
    guest: str | None = None
    level: str | None = None
    """The bot that plays here, whether the seat is its own or it stands in for the guest."""
    away: str | None = None
    """Why a bot stands in: "left", "away", "late", "time" or "removed"."""
    bank: int = 0
    used: int = 0
    """Milliseconds of the seat's last turn that are over."""
    free_for: Literal["friend", "open"] = "friend"
    """Whom the seat is for when its guest leaves before the game."""
    learning: Learning | None = None
    """Its guest has gone to learn the game, and the seat is kept."""
    zone: str = ""
    """Where its guest lives, if that is known and matters."""

    @property
    def is_free(self) -> bool:
        """Whether somebody could sit down here."""
        return self.kind in ("friend", "open")


class PlannedSteps(Struct, frozen=True, gc=False):
    """The last moves of the game, as long as only the seat that made them may know of them."""

    seat: int = SPECTATOR
    steps: int = 0

    def hidden_from(self, seats: Collection[int]) -> int:
        """How many of the last moves somebody with these seats does not know of yet."""
        return 0 if self.seat in seats else self.steps


NO_PLAN = PlannedSteps()
NO_RUN = (0, 0, SPECTATOR)
"""In place of the last run of private events, where there is none."""


class Facts(Struct):
    """Everything about a table but the game itself; plain data, so that it can be kept in a snapshot."""

    id: str
    opened: events.Opened
    places: list[Place]
    host: str
    seq: int = 0
    stage: Stage = "lobby"
    moment: int = 0
    """The number of the last event that changed the game, or in a race the round: commands that know only less are
    stale."""
    round: int = -1
    """The round of a race."""
    turn: int | None = None
    """The seat whose turn it is, as clocks see it."""
    luck: str | None = None
    opening: int = 0
    asked: events.TakebackAsked | None = None
    asked_at: int = 0
    """The number of the event in which a takeback was asked for last: answers that know only less mean another one."""
    plan: PlannedSteps = NO_PLAN
    private: tuple[tuple[int, int, int], ...] = ()
    """Events that one seat alone hears of, planned steps and those taken back again: of each run of them the first
    number, the last, and the seat. However often somebody plans and takes back, it is one run."""
    rematch: str | None = None
    removed: list[str] = []
    """Guests whom the host has sent away."""
    slowed: list[int] = []
    """Seats whose connections have become strangely slow in this game."""


class Snapshot(Struct):
    """A table as it is kept while nobody is there. It is a cache: without it the log is played again."""

    facts: Facts
    log: bytes = b""
    states: bytes = b""


class _Before(NamedTuple):
    """What has to be known of a game when moves of it were taken back."""

    ply: int
    turns: list[int]
    deciding: int | None


class Table:
    """One table."""

    def __init__(self, table_id: str, opened: events.Opened) -> None:
        self.game = _game_of(opened)
        terms = CLOCKS[opened.clock]
        places = [_place(sitting, terms) for sitting in opened.seats]
        self.facts = Facts(id=table_id, opened=opened, places=places, host=opened.host)
        self.match: Match | None = None
        self._name_cats()

    def fork(self) -> Table:
        """The same table on a path of its own."""
        other = Table.__new__(Table)
        other.game = self.game
        other.facts = replace(self.facts, places=list(self.facts.places))
        other.match = self.match.fork() if self.match else None
        return other

    # ------------------------------------------------------------ snapshots

    def snapshot(self) -> bytes:
        """The table as bytes."""
        saved = self.match.saved() if self.match else Saved(b"", b"")
        return msgspec.msgpack.encode(Snapshot(self.facts, saved.log, saved.states))

    @classmethod
    def from_snapshot(cls, body: bytes) -> Table:
        """The table that was saved; raises ValueError if these are not the bytes of one."""
        saved = msgspec.msgpack.decode(body, type=Snapshot)
        table = cls(saved.facts.id, saved.facts.opened)
        table.facts = saved.facts
        table._name_cats()
        if saved.facts.luck is not None:
            table._begin(saved.facts.luck, saved.facts.opening).restore(Saved(saved.log, saved.states))
        return table

    # ------------------------------------------------------------ asking

    @property
    def players(self) -> int:
        """How many players the game has."""
        return len(self.facts.places)

    @property
    def terms(self) -> Terms:
        """The kind of clock."""
        return CLOCKS[self.facts.opened.clock]

    @property
    def race(self) -> Clock | None:
        """How time passes here, if everybody may act at once."""
        return self.game.clock

    @property
    def actor(self) -> int | None:
        """Who acts now, while a game is being played."""
        return self.match.actor if self.match is not None and self.facts.stage == "playing" else None

    @property
    def deciding(self) -> int | None:
        """The seat of the player who has to decide now, if it is one."""
        match, facts = self.match, self.facts
        if match is None or facts.stage != "playing":
            return None
        actor = match.actor
        return actor if 0 <= actor < len(facts.places) else None

    def deadline(self, began: int) -> int | None:
        """When the time of whoever decides is over at a slow table, if the decision began at this moment."""
        seat = self.deciding
        if not self.terms.slow or seat is None or self.bot_at(seat) is not None:
            return None
        place = self.facts.places[seat]
        return deadline(began, self.terms.turn - place.used, place.zone)

    def seats_of(self, guest: str | None) -> list[int]:
        """The seats that a guest holds, also while bots play there."""
        if guest is None:
            return []
        return [seat for seat, place in enumerate(self.facts.places) if place.guest == guest]

    @property
    def people(self) -> list[int]:
        """The seats that are played by people now."""
        return [seat for seat, place in enumerate(self.facts.places) if place.kind == "guest" and place.level is None]

    def seats_at(self, perspective: int) -> list[int]:
        """The seats of whoever looks from one, itself included; nobody's for spectators."""
        if perspective == SPECTATOR:
            return []
        return self.seats_of(self.facts.places[perspective].guest) or [perspective]

    def number(self, seq: int, seats: Collection[int]) -> int:
        """The number of an event as those with these seats count: only what they hear of. For an event that they do
        not hear of it is that of the last one before it."""
        if not self.facts.private:
            return seq
        runs = [(first, last) for first, last, seat in self.facts.private if first <= seq and seat not in seats]
        return seq - sum(min(last, seq) - first + 1 for first, last in runs)

    @property
    def heard_by(self) -> int | None:
        """The only seat that hears of the last event; None if it is everybody's."""
        _, last, seat = self.facts.private[-1] if self.facts.private else NO_RUN
        return seat if last == self.facts.seq else None

    def has_moved(self, seat: int) -> bool:
        """Whether a seat has made a move that everybody knows of."""
        told = self.match.log[: self.match.ply - self.facts.plan.steps] if self.match else []
        return any(entry.seat == seat for entry in told)

    def bot_at(self, seat: int) -> str | None:
        """The level of the bot that plays at a seat now."""
        return self.facts.places[seat].level

    # ------------------------------------------------------------ changing

    def play(self, seat: int, move: int, spent: int = 0) -> events.Played:
        """Make a move, of whomever, and return the event that it is; raises `Refused`, and then nothing has changed.

        Time that is spent on a plan is charged with the move that ends it: until then the others see a clock that
        runs on, however many steps were planned meanwhile.
        """
        assert self.match is not None
        before = self.match.packed
        self.match.accept(seat, move)
        is_planned = self._is_private(before, seat, move)
        made = self.game.moves.as_json(move)
        event = events.Played(seat, made, self.match.fingerprint, charged(spent, is_planned=is_planned))
        self.facts.seq += 1
        self._moved(event, is_planned=is_planned)
        return event

    def take_back(self, seat: int, ply: int, spent: int, *, consent: bool) -> events.TookBack:
        """Go back to an earlier moment, and return the event that this is.

        The time that was spent is not taken back; within a plan it runs on.
        """
        assert self.match is not None
        spent = charged(spent, is_planned=self._is_within_plan(ply) and not consent)
        was = _Before(self.match.ply, self._turns_since(ply), self.deciding)
        self.match.undo_to(ply)
        event = events.TookBack(seat, ply, self.match.fingerprint, consent, spent)
        self.facts.seq += 1
        self._went_back(event, was)
        return event

    def apply(self, event: events.TableEvent) -> events.TableEvent:
        """Let the next event of the log happen, and return it."""
        facts = self.facts
        facts.seq += 1
        match event:
            case events.Sat(seat, who):
                free_for = facts.places[seat].free_for
                facts.places[seat] = replace(_place(who, self.terms), free_for=free_for)
            case events.Arranged(seat, who):
                facts.places[seat] = _place(who, self.terms)
                self._name_cats()
            case events.HostPassed(guest):
                facts.host = guest
            case events.Closed():
                facts.stage = "closed"
            case events.Started(luck, opening):
                facts.luck, facts.opening, facts.stage = luck, opening, "playing"
                self._begin(luck, opening)
                self._pass_turn()
            case events.Learned(seat, chapter, of):
                learning = Learning(chapter, of) if chapter is not None else None
                facts.places[seat] = replace(facts.places[seat], learning=learning)
            case events.Zoned(seat, zone):
                facts.places[seat] = replace(facts.places[seat], zone=zone)
            case events.Played():
                self._play_again(event)
            case events.TookBack():
                self._take_back_again(event)
            case events.TakebackAsked():
                facts.asked, facts.asked_at = event, facts.seq
            case events.TakebackAnswered(seat, agree):
                assert facts.asked is not None
                waiting = [other for other in facts.asked.waiting if other != seat]
                facts.asked = replace(facts.asked, waiting=waiting) if agree else None
            case events.Substituted(seat, level, why, spent):
                facts.places[seat] = replace(facts.places[seat], level=level, away=why, learning=None)
                self._charge(seat, spent)
                self._ask_no_more(seat)
            case events.Returned(seat):
                facts.places[seat] = replace(facts.places[seat], level=None, away=None, used=0)
            case events.Removed(seat, guest, level, spent):
                self._remove(seat, guest, level, spent)
            case events.Forgotten(was, now):
                self.facts = forgetting.forgotten(facts, was, now)
            case events.Slowed(seat):
                facts.slowed = [*facts.slowed, seat]
            case events.Rematched(table):
                facts.rematch = table
            case events.Opened() | events.Spoke():
                pass
        return event

    def _remove(self, seat: int, guest: str, level: str, spent: int) -> None:
        facts, place = self.facts, self.facts.places[seat]
        facts.removed = [*facts.removed, guest]
        if facts.stage == "lobby":
            facts.places[seat] = Place(place.free_for, free_for=place.free_for)
        else:
            facts.places[seat] = replace(place, level=level, away="removed", learning=None)
            self._charge(seat, spent)
            self._ask_no_more(seat)

    def _name_cats(self) -> None:
        """Bots that were seated without a name, as they were before cats had any, get one: always the same."""
        places = self.facts.places
        for seat, place in enumerate(places):
            if place.kind == "bot" and place.name in ("", place.level):
                taken = [other.name for other in places]
                places[seat] = replace(place, name=cat_for(self.facts.id, seat, taken))

    def _begin(self, luck: str, opening: int) -> Match:
        options, sealed = self.facts.opened.options, SealedLuck.read(luck)
        self.match = Match(self.game, self.players, options, luck=sealed, opening=opening)
        return self.match

    def _play_again(self, event: events.Played) -> None:
        """Make a move of the log, which has to be legal and to lead where it led."""
        assert self.match is not None
        before = self.match.packed
        try:
            move = self.game.moves.from_json(event.move)
            self.match.accept(event.seat, move)
        except (Refused, BadMove) as problem:
            raise Outdated(f"Event {self.facts.seq} of table {self.facts.id} cannot be played: {problem}") from None
        self._compare(event.hash)
        self._moved(event, is_planned=self._is_private(before, event.seat, move))

    def _moved(self, event: events.Played, *, is_planned: bool) -> None:
        """What follows for the table from a move that was made."""
        if 0 <= event.seat < self.players:
            self._charge(event.seat, event.spent)
            self._be_back(event.seat, is_planned=is_planned)
        if is_planned:
            self._plan(event.seat, self.facts.plan.steps + 1)
        else:
            self.facts.plan = NO_PLAN
        self._pass_turn()

    def _take_back_again(self, event: events.TookBack) -> None:
        """Go back as the log says."""
        assert self.match is not None
        was = _Before(self.match.ply, self._turns_since(event.ply), self.deciding)
        self.match.undo_to(event.ply)
        self._compare(event.hash)
        self._went_back(event, was)

    def _went_back(self, event: events.TookBack, was: _Before) -> None:
        """What follows for the table from moves that were taken back."""
        undone = was.ply - event.ply
        if undone <= self.facts.plan.steps and not event.consent:
            self._plan(event.seat, self.facts.plan.steps - undone)
        else:
            self.facts.plan = self._found_plan()
        if was.deciding is not None:
            self._charge(was.deciding, event.spent)
        for seat, after in pairwise([*was.turns, was.deciding]):
            if seat is not None and after is not None and seat != after:
                self._add_time(seat, -self.terms.increment)  # it will end this turn once more
        self._game_changed()
        self.facts.turn = self.deciding

    def _turns_since(self, ply: int) -> list[int]:
        """The players whose moves have been made since a moment."""
        assert self.match is not None
        return [entry.seat for entry in self.match.log[ply:] if 0 <= entry.seat < self.players]

    def _is_within_plan(self, ply: int) -> bool:
        """Whether nothing but steps of a plan would be taken back by going back to an earlier moment."""
        assert self.match is not None
        return self.match.ply - ply <= self.facts.plan.steps

    def _is_private(self, before: bytes, seat: int, move: int) -> bool:
        """Whether nobody but the player who makes a move may know that anything was done."""
        if self.game.seen is all_seen or not 0 <= seat < self.players:
            return False
        return self.game.seen(self.game.state.plain_of(before), seat, move, SPECTATOR) < 0

    def _plan(self, seat: int, steps: int) -> None:
        """The present event is heard of by a seat alone, which has planned so many steps now."""
        facts = self.facts
        facts.plan = PlannedSteps(seat, steps)
        first, last, whose = facts.private[-1] if facts.private else NO_RUN
        if (last, whose) == (facts.seq - 1, seat):
            facts.private = (*facts.private[:-1], (first, facts.seq, seat))
        else:
            facts.private += ((facts.seq, facts.seq, seat),)

    def _found_plan(self) -> PlannedSteps:
        """The plan that the last moves are, if they are one."""
        assert self.match is not None
        plan = PlannedSteps()
        for ply in range(self.match.ply - 1, -1, -1):
            entry = self.match.log[ply]
            if not self._is_private(self.match.state(ply).tobytes(), entry.seat, entry.move):
                break
            plan = PlannedSteps(entry.seat, plan.steps + 1)
        return plan

    def _compare(self, wanted: str) -> None:
        """Hold the state against the hash in the log: a game is never played on differently in silence."""
        assert self.match is not None
        if wanted != self.match.fingerprint:
            raise Outdated(
                f"Table {self.facts.id} does not lead to the state that its log tells of at event {self.facts.seq}. "
                "It was played by other rules, or the log was damaged; it is kept, but cannot be played on."
            )

    def _charge(self, seat: int, spent: int) -> None:
        if spent:
            place = self.facts.places[seat]
            self.facts.places[seat] = replace(place, bank=place.bank - spent, used=place.used + spent)

    def _be_back(self, seat: int, *, is_planned: bool) -> None:
        """Whoever makes a move that others hear of does not learn any more."""
        place = self.facts.places[seat]
        if place.learning is not None and not is_planned:
            self.facts.places[seat] = replace(place, learning=None)

    def _add_time(self, seat: int, time: int) -> None:
        if time:
            place = self.facts.places[seat]
            self.facts.places[seat] = replace(place, bank=place.bank + time)

    def _ask_no_more(self, seat: int) -> None:
        """A bot plays at a seat now: it agrees to what others ask for, and what it asked for itself is forgotten."""
        asked = self.facts.asked
        if asked is not None:
            waiting = [other for other in asked.waiting if other != seat]
            self.facts.asked = None if asked.seat == seat else replace(asked, waiting=waiting)

    def _game_changed(self) -> None:
        assert self.match is not None
        if self.heard_by is None:
            self.facts.asked = None
        if self.match.over:
            self.facts.stage = "over"
        if self.race is None or self._is_new_round(self.race):
            self.facts.moment = self.facts.seq

    def _is_new_round(self, race: Clock) -> bool:
        assert self.match is not None
        before, self.facts.round = self.facts.round, race.timing.round_of(self.game.state.plain(self.match.state()))
        return before != self.facts.round

    def _pass_turn(self) -> None:
        self._game_changed()
        before, now = self.facts.turn, self.deciding
        if now is None or now == before:
            return
        if before is not None:
            self._add_time(before, self.terms.increment)
        if self.facts.places[now].used:
            self.facts.places[now] = replace(self.facts.places[now], used=0)
        self.facts.turn = now


def charged(spent: int, *, is_planned: bool) -> int:
    """The time that an event charges: a step of a plan none, since nobody may know that it was made."""
    return 0 if is_planned else spent


def _place(sitting: events.Sitting, terms: Terms) -> Place:
    match sitting:
        case events.GuestSeat(guest, name, face):
            return Place("guest", name, face, guest, bank=terms.bank)
        case BotSeat(level, name):
            return Place("bot", name or "", level=level)
        case events.Absent(name):
            return Place("absent", name)
        case Friend():
            return Place("friend")
        case _:
            return Place("open", free_for="open")


def _game_of(opened: events.Opened) -> Game:
    try:
        game = games.load(opened.game)
    except games.UnknownGame as problem:
        raise Outdated(str(problem)) from None
    if game.version != opened.rules:
        raise Outdated(
            f"This game of {game.name} was begun by rules version {opened.rules!r}; this Tabbytop has version "
            f"{game.version!r} and might play it differently, so it does not try."
        )
    return game
