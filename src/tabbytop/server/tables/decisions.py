"""What a command leads to: events, or a refusal in words. Knows neither sockets nor the database.

A decision is made on a draft: a fork of the table to which events are added. Only when they are stored does the draft
take the table's place; if anything goes wrong before that, nothing has happened.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from tabbytop.engine.errors import UserError
from tabbytop.engine.luck import SealedLuck
from tabbytop.engine.match import Match, Ply, Refused
from tabbytop.server.protocol import messages
from tabbytop.server.protocol.phrases import PHRASES
from tabbytop.server.tables import cats, events, seating
from tabbytop.server.tables.names import isolated, same_name, seat_name
from tabbytop.server.tables.nights import is_zone
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.seating import Person, chapter_of, check_level, check_name, guest_seat, names_at, sitting
from tabbytop.server.tables.table import PlannedSteps, Table

ONE_SCREEN_EACH = "Everybody acts at once in this game, so everybody needs a screen and a seat of their own."
STANDIN = "alley-cat"
"""The level that plays on for somebody who left or ran out of time."""


class Transition(Struct, frozen=True, gc=False):
    """An event with the truth before and after it."""

    seq: int
    event: events.TableEvent
    names: tuple[str, ...]
    """What the people and bots at the seats are called; for a seat that was just left, who sat there."""
    ply: int
    """How many moves had been made before."""
    before: bytes | None
    """The state of the game, packed; so is the next."""
    after: bytes | None
    heard_by: int | None
    """The only seat that hears of it; None for what everybody hears of."""
    planned: PlannedSteps
    """The plan that was under way before."""
    plan: PlannedSteps
    """The one that is under way after it."""
    entry: Ply | None
    """The move, if it is one."""

    @property
    def is_private(self) -> bool:
        """Whether one seat alone hears of it."""
        return self.heard_by is not None


def transition(table: Table, change: Callable[[], events.TableEvent], last: Transition | None = None) -> Transition:
    """Let something change a table, and keep what is needed to tell of it; `last` is what has just changed it."""
    places, planned = list(table.facts.places), table.facts.plan
    ply, before = table.match.ply if table.match else 0, last.after if last else _state(table)
    event = change()
    called = tuple([old.name or place.name for old, place in zip(places, table.facts.places, strict=True)])
    after = _state(table)
    entry = table.match.log[-1] if table.match and isinstance(event, events.Played) else None
    return Transition(
        table.facts.seq, event, called, ply, before, after, table.heard_by, planned, table.facts.plan, entry
    )


def _state(table: Table) -> bytes | None:
    return table.match.packed if table.match else None


class Draft:
    """A fork of a table, and the events that lead from the table to it."""

    def __init__(self, table: Table) -> None:
        self.table = table.fork()
        self.transitions: list[Transition] = []

    @property
    def match(self) -> Match:
        """The game; only asked for when there is one."""
        assert self.table.match is not None
        return self.table.match

    @property
    def is_private(self) -> bool:
        """Whether one seat alone hears of all that happens here."""
        return all(transition.is_private for transition in self.transitions)

    def add(self, event: events.TableEvent) -> None:
        """Let an event happen here."""
        self._record(lambda: self.table.apply(event))

    def play(self, seat: int, move: int, spent: int = 0) -> None:
        """Let a move happen, of whomever; raises `Refused` if the rules forbid it."""
        self._record(lambda: self.table.play(seat, move, spent))

    def take_back(self, seat: int, ply: int, spent: int, *, consent: bool) -> None:
        """Go back to an earlier moment."""
        self._record(lambda: self.table.take_back(seat, ply, spent, consent=consent))

    def _record(self, change: Callable[[], events.TableEvent]) -> None:
        self.transitions.append(transition(self.table, change, self.transitions[-1] if self.transitions else None))

    def take_back_if_all_agree(self, spent: int) -> None:
        """Go back as somebody asked, if nobody's answer is missing any more."""
        asked, deciding = self.table.facts.asked, self.table.deciding
        if asked is not None and not asked.waiting:
            is_bots_turn = deciding is not None and self.table.bot_at(deciding) is not None
            self.take_back(asked.seat, asked.ply, 0 if is_bots_turn else spent, consent=True)

    def stand_in(self, seat: int, level: str, why: str, spent: int) -> None:
        """Let a bot play on for a guest, who is charged for the turn that it takes over."""
        self.add(events.Substituted(seat, level, why, spent if seat == self.table.deciding else 0))

    def sit(self, seat: int, who: events.GuestSeat) -> None:
        """Let somebody take a seat; a cat of the same name makes way for another one."""
        self.add(events.Sat(seat, who))
        for other, place in enumerate(self.table.facts.places):
            if place.kind == "bot" and place.level is not None and same_name(place.name, who.name):
                self.arrange(other, messages.BotSeat(place.level))

    def arrange(self, seat: int, who: events.Sitting) -> None:
        """Give a seat to somebody else; a bot gets a name that nobody has here."""
        if isinstance(who, messages.BotSeat):
            before, others = self.table.facts.places[seat], names_at(self.table, but=seat)
            if who.name is None and before.kind == "bot":
                who = replace(who, name=cats.called(before.name))  # the same cat at another level
            who = cats.named(who, self.table.facts.id, seat, others)
        self.add(events.Arranged(seat, who))

    def begin(self, luck: SealedLuck | None = None) -> None:
        """Let the game begin, with luck that nobody can foresee, or with this one."""
        self.add(events.Started((luck or SealedLuck.new()).written))
        self.settle()

    def settle(self) -> None:
        """Let luck, the house and automated seats play until a player has to decide."""
        while (choice := self.match.undecided()) is not None:
            self.play(choice.seat, choice.move)


# ---------------------------------------------------------------- commands at a table


@functools.singledispatch
def decide(command: object, draft: Draft, person: Person, spent: int) -> None:
    """Add to the draft what a command leads to, or refuse it. `spent` is the time on the clock of whose turn it is."""
    raise TypeError(f"{type(command).__name__} is no command that changes a table")


@decide.register
def _(command: messages.Play, draft: Draft, person: Person, spent: int) -> None:
    seat = acting_seat(draft.table, person, command.seat)
    check_playing(draft.table)
    check_fresh(draft.table, person, command.seq)
    _check_present(draft.table, seat)
    move = readable(draft.table, command.move)
    try:
        draft.play(seat, move, spent)
    except Refused as refused:
        raise Rejected("illegal", refused.refusal.sentence, clause=refused.refusal.clause) from None
    draft.settle()


@decide.register
def _(command: messages.Undo, draft: Draft, person: Person, spent: int) -> None:
    seat = acting_seat(draft.table, person, command.seat)
    check_playing(draft.table)
    check_fresh(draft.table, person, command.seq)
    _check_present(draft.table, seat)
    _check_no_race(draft.table)
    floor = draft.match.undo_floor(seat)
    if floor == draft.match.ply:
        raise Rejected("no_undo", "There is nothing to take back: luck or somebody else came in between.")
    draft.take_back(seat, floor if command.turn else draft.match.last_decision(seat), spent, consent=False)


@decide.register
def _(command: messages.Takeback, draft: Draft, person: Person, spent: int) -> None:
    seat = acting_seat(draft.table, person, command.seat)
    check_playing(draft.table)
    check_fresh(draft.table, person, command.seq)
    _check_present(draft.table, seat)
    _check_no_race(draft.table)
    _check_no_deal(draft.table, "no_undo", "What luck has shown in a deal stays, for everybody alike.")
    if draft.table.facts.asked is not None:
        raise Rejected("already_asked", "A takeback is being asked for already; it has to be answered first.")
    if draft.table.facts.plan.steps > 0 and draft.table.facts.plan.seat == seat:
        raise Rejected("no_undo", "Nobody has seen this yet; take it back yourself, without asking.")
    ply = draft.match.last_decision(seat)
    if ply < 0:
        raise Rejected("no_undo", "You have not decided anything yet.")
    others = [other for other in draft.table.people if draft.table.facts.places[other].guest != person.guest]
    draft.add(events.TakebackAsked(seat, ply, others))
    draft.take_back_if_all_agree(spent)


@decide.register
def _(command: messages.Answer, draft: Draft, person: Person, spent: int) -> None:
    asked = draft.table.facts.asked
    if asked is None:
        raise Rejected("not_asked", "Nobody asks for a takeback now.")
    if command.seat is not None:
        acting_seat(draft.table, person, command.seat)
    mine = [seat for seat in draft.table.seats_of(person.guest) if seat in asked.waiting]
    if not mine:
        raise Rejected("not_asked", "Nobody waits for your answer.")
    _check_known(draft.table, person, command.seq, draft.table.facts.asked_at)
    for seat in mine:
        if draft.table.facts.asked is not None:
            draft.add(events.TakebackAnswered(seat, command.agree))
    draft.take_back_if_all_agree(spent)


@decide.register
def _(command: messages.Sit, draft: Draft, person: Person, spent: int) -> None:
    table = draft.table
    _check_lobby(table)
    seating.check_stays(table, person)
    free = [seat for seat, place in enumerate(table.facts.places) if place.is_free and _may_take(table, seat, person)]
    if command.seat is not None:
        check_seat(table, command.seat)
        if command.seat not in free and command.seat not in table.seats_of(person.guest):
            raise Rejected("taken", "That seat is not free for you; choose another one, or ask for an invitation.")
    if table.seats_of(person.guest) and command.seat is None:
        raise Rejected("seated", "You sit at this table already.")
    _check_one_seat(table, person, command.seat)
    if command.seat is None and not free:
        raise Rejected("full", "No seat is free at this table; you can still watch.")
    seat = free[0] if command.seat is None else command.seat
    who = guest_seat(person, command.name, seating.own_names(table, person, but=seat))
    if command.name:
        check_name(who.name, names_at(table, but=seat, kind="guest"))
    draft.sit(seat, who)


@decide.register
def _(command: messages.Arrange, draft: Draft, person: Person, spent: int) -> None:
    table = draft.table
    _check_lobby(table)
    check_host(table, person)
    check_seat(table, command.seat)
    who = sitting(command.who, person, table.game, seating.own_names(table, person, but=command.seat))
    if isinstance(command.who, messages.Me):
        _check_one_seat(table, person, command.seat)
        if command.who.name:
            check_name(seat_name(command.who.name), names_at(table, but=command.seat, kind="guest"))
    if table.seats_of(person.guest) == [command.seat] and not isinstance(command.who, messages.Me):
        raise Rejected("seated", "Keep a seat for yourself, or leave the table: somebody else becomes host then.")
    draft.arrange(command.seat, who)


@decide.register
def _(command: messages.Start, draft: Draft, person: Person, spent: int) -> None:
    table = draft.table
    _check_lobby(table)
    check_host(table, person)
    free = [seat for seat, place in enumerate(table.facts.places) if place.is_free]
    if free and command.fill is None:
        raise Rejected("seats_free", "Not everybody is here yet; wait, or give the free seats to bots.")
    learning = [place for place in table.facts.places if place.learning is not None and place.guest != person.guest]
    if learning and not command.now:
        raise Rejected("learning", f"{isolated(learning[0].name)} still learns the game; wait, or start now.")
    for seat in table.seats_of(person.guest):
        if table.facts.places[seat].learning is not None:
            draft.add(events.Learned(seat))
    for seat in free:
        assert command.fill is not None
        check_level(command.fill, table.game)
        draft.arrange(seat, messages.BotSeat(command.fill))
    draft.begin()


@decide.register
def _(command: messages.Learn, draft: Draft, person: Person, spent: int) -> None:
    table = draft.table
    if table.facts.stage not in ("lobby", "playing"):
        raise Rejected("wrong_stage", "This game is over; there is nothing to keep a seat for.")
    learning = chapter_of(table.game, command.lesson, command.chapter) if command.chapter is not None else None
    mine = [seat for seat in _own_seats(table, person) if table.facts.places[seat].learning != learning]
    if not mine:
        raise Rejected("unchanged", "The table knows that already.")
    for seat in mine:
        draft.add(events.Learned(seat, learning.chapter, learning.of) if learning else events.Learned(seat))


@decide.register
def _(command: messages.Nights, draft: Draft, person: Person, spent: int) -> None:
    table = draft.table
    mine = [seat for seat in _own_seats(table, person) if table.facts.places[seat].zone != command.zone]
    if not table.terms.slow or not is_zone(command.zone):
        raise Rejected("bad_message", "Time zones are asked for at tables with days for a turn; one is Europe/Vienna.")
    if not mine:
        raise Rejected("unchanged", "The table knows that already.")
    for seat in mine:
        draft.add(events.Zoned(seat, command.zone))


@decide.register
def _(command: messages.Leave, draft: Draft, person: Person, spent: int) -> None:
    table = draft.table
    mine = _own_seats(table, person)
    _check_no_deal(table, "wrong_stage", "Nobody plays a deal for you: close the page, and it waits for you.")
    if table.facts.stage not in ("lobby", "playing"):
        raise Rejected("wrong_stage", "The game is over; there is nothing to leave.")
    vacate(draft, mine, spent)
    if not draft.transitions:
        raise Rejected("wrong_stage", "You have left already; a bot plays for you.")
    pass_host(draft, person.guest)
    draft.take_back_if_all_agree(spent)


@decide.register
def _(command: messages.Return, draft: Draft, person: Person, spent: int) -> None:
    table = draft.table
    mine = _own_seats(table, person)
    check_playing(table)
    back = [seat for seat in mine if table.facts.places[seat].away in ("left", "away", "late")]
    if not back:
        seating.check_stays(table, person)
        late = any(table.facts.places[seat].away == "time" for seat in mine)
        raise Rejected(
            "wrong_stage", "Your time is used up; the bot plays to the end." if late else "Your seat is yours."
        )
    for seat in back:
        draft.add(events.Returned(seat))


@decide.register
def _(command: messages.Substitute, draft: Draft, person: Person, spent: int) -> None:
    table = draft.table
    _own_seats(table, person)
    check_playing(table)
    check_seat(table, command.seat)
    check_level(command.level, table.game)
    place = table.facts.places[command.seat]
    if place.kind != "guest" or place.level is not None:
        raise Rejected("wrong_stage", "A bot plays at that seat already.")
    draft.stand_in(command.seat, command.level, "away", spent)
    assert place.guest is not None
    if not any(table.facts.places[seat].level is None for seat in table.seats_of(place.guest)):
        pass_host(draft, place.guest)
    draft.take_back_if_all_agree(spent)


@decide.register
def _(command: messages.Say, draft: Draft, person: Person, spent: int) -> None:
    mine = _own_seats(draft.table, person)
    if command.phrase not in PHRASES:
        raise Rejected("no_phrase", f"There is no phrase '{command.phrase}'; phrases are {', '.join(PHRASES)}.")
    if draft.table.facts.stage == "over":
        _check_no_deal(draft.table, "wrong_stage", "The deal is over, and nobody is left to hear it.")
    draft.add(events.Spoke(mine[0], command.phrase))


# ---------------------------------------------------------------- what several commands ask


def acting_seat(table: Table, person: Person, seat: int | None) -> int:
    """The seat for which somebody acts: the one that was named, or the one that is theirs without doubt."""
    mine = _own_seats(table, person)
    if seat is None:
        deciding = table.deciding
        return deciding if deciding in mine and deciding is not None else mine[0]
    check_seat(table, seat)
    if seat not in mine:
        raise Rejected("not_yours", "That is somebody else's seat.")
    return seat


def readable(table: Table, move: messages.Move) -> int:
    """The id of a move as it came over the wire."""
    try:
        return table.game.moves.from_json(move)
    except UserError as error:
        raise Rejected("bad_move", str(error)) from None


def check_seat(table: Table, seat: int) -> None:
    """Refuse a seat that the table does not have."""
    if seat >= table.players:
        raise Rejected("no_seat", f"This table has the seats 0 to {table.players - 1}, not {seat}.")


def _own_seats(table: Table, person: Person) -> list[int]:
    mine = table.seats_of(person.guest)
    if not mine:
        raise Rejected("not_seated", "You do not sit at this table; you can watch.")
    return mine


def _may_take(table: Table, seat: int, person: Person) -> bool:
    return person.invited or (table.facts.opened.listed and table.facts.places[seat].kind == "open")


def check_playing(table: Table) -> None:
    """Refuse what is possible only while a game is played."""
    if table.facts.stage != "playing":
        words = {"lobby": "The game has not begun yet.", "over": "The game is over.", "closed": "This table is closed."}
        raise Rejected("wrong_stage", words[table.facts.stage])


def _check_lobby(table: Table) -> None:
    if table.facts.stage != "lobby":
        closed = table.facts.stage == "closed"
        raise Rejected("wrong_stage", "This table is closed." if closed else "The game has begun already.")


def check_host(table: Table, person: Person) -> None:
    """Refuse what only the host of a table may do."""
    if table.facts.host != person.guest:
        raise Rejected("not_host", "Only the host can do that.")


def check_fresh(table: Table, person: Person, seq: int) -> None:
    """Refuse a decision that was made before the present moment was known."""
    _check_known(table, person, seq, table.facts.moment)


def _check_known(table: Table, person: Person, seq: int, needed: int) -> None:
    """Refuse a command that was sent without knowing of an event, or that knows what has not happened."""
    mine = table.seats_of(person.guest)
    oldest, newest = (table.number(event, mine) for event in (needed, table.facts.seq))
    if not oldest <= seq <= newest:
        raise Rejected("stale", "The game has gone on; look again and decide anew.", seq=newest)


def _check_no_race(table: Table) -> None:
    if table.race is not None:
        raise Rejected("no_undo", "Everybody acts at once in this game, so nothing can be taken back.")


def _check_no_deal(table: Table, code: str, sentence: str) -> None:
    """A deal of the day is alike for everybody, so some things are not possible there."""
    if table.facts.opened.deal is not None:
        raise Rejected(code, sentence)


def _check_one_seat(table: Table, person: Person, seat: int | None) -> None:
    """In a race nobody plays for two."""
    if table.race is not None and any(mine != seat for mine in table.seats_of(person.guest)):
        raise Rejected("seated", ONE_SCREEN_EACH)


def _check_present(table: Table, seat: int) -> None:
    if table.facts.places[seat].level is not None:
        raise Rejected("away", "A bot plays for you now; take your seat back first.")


def vacate(draft: Draft, seats: Iterable[int], spent: int) -> None:
    """Somebody rises from their seats: in the lobby they are free again, in a game a bot plays on."""
    facts = draft.table.facts
    for seat in seats:
        if facts.stage == "lobby":
            free = messages.Open() if facts.places[seat].free_for == "open" else messages.Friend()
            draft.add(events.Arranged(seat, free, rose=True))
        elif facts.stage == "playing" and facts.places[seat].level is None:
            draft.stand_in(seat, STANDIN, "left", spent)


def pass_host(draft: Draft, guest: str) -> None:
    """The host's right goes to somebody who is still there; the lobby that everybody left is closed."""
    facts = draft.table.facts
    if facts.host != guest:
        return
    for place in facts.places:
        if place.kind == "guest" and place.guest and place.guest != guest and place.level is None:
            draft.add(events.HostPassed(place.guest))
            return
    if facts.stage == "lobby":
        draft.add(events.Closed())
