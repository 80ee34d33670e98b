"""Commands that come from the table itself and not from people: what bots, clocks and connections do to it."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

from tabbytop.engine.match import Refused
from tabbytop.engine.seats import ALL, CLOCK
from tabbytop.server.tables import events
from tabbytop.server.tables.decisions import STANDIN, Draft, decide
from tabbytop.server.tables.seating import Person
from tabbytop.server.tables.table import Table


@dataclass(frozen=True)
class BotMove:
    """A bot has decided; dropped if the game has gone on without it."""

    seat: int
    ply: int
    move: int


@decide.register
def _(command: BotMove, draft: Draft, person: Person, spent: int) -> None:
    table = draft.table
    if table.actor is None or draft.match.ply != command.ply or table.bot_at(command.seat) is None:
        return
    with contextlib.suppress(Refused):
        draft.play(command.seat, command.move)
        draft.settle()


@dataclass(frozen=True)
class TimeUp:
    """A seat's time is over."""

    seat: int
    ply: int


@decide.register
def _(command: TimeUp, draft: Draft, person: Person, spent: int) -> None:
    table = draft.table
    if table.deciding != command.seat or draft.match.ply != command.ply or table.bot_at(command.seat) is not None:
        return
    draft.stand_in(command.seat, STANDIN, "late" if table.terms.turn else "time", spent)
    draft.take_back_if_all_agree(spent)


@dataclass(frozen=True)
class TimePassed:
    """Time has come for something that happens by itself in a race; that has happened already when this is decided."""


@decide.register
def _(command: TimePassed, draft: Draft, person: Person, spent: int) -> None:
    pass


@dataclass(frozen=True)
class TimeStopped:
    """Time stands still in a race from now on: what has passed by now is kept."""


@decide.register
def _(command: TimeStopped, draft: Draft, person: Person, spent: int) -> None:
    pass


@dataclass(frozen=True)
class Connections:
    """Connections were lost in a race, or are there again."""

    here: frozenset[int]
    """The seats whose players are connected, bots among them."""

    def moves(self, table: Table) -> list[int]:
        """The moves of the clock that say so."""
        assert table.race is not None
        assert table.match is not None
        state, timing = table.game.state.plain(table.match.state()), table.race.timing
        found = [(timing.found if seat in self.here else timing.lost)(state, seat) for seat in range(table.players)]
        return [move for move in found if move is not None]


@decide.register
def _(command: Connections, draft: Draft, person: Person, spent: int) -> None:
    if draft.table.actor == ALL:
        for move in command.moves(draft.table):
            draft.play(CLOCK, move)


@dataclass(frozen=True)
class LateNotice:
    """Seats hear only now of what they have to answer in a race, because the server was away or busy."""

    seats: frozenset[int]

    def moves(self, table: Table) -> list[int]:
        """The moves of the clock that say so."""
        assert table.race is not None
        assert table.match is not None
        state = table.game.state.plain(table.match.state())
        found = [table.race.timing.tell(state, seat) for seat in sorted(self.seats)]
        return [move for move in found if move is not None]


@decide.register
def _(command: LateNotice, draft: Draft, person: Person, spent: int) -> None:
    if draft.table.actor == ALL:
        for move in command.moves(draft.table):
            draft.play(CLOCK, move)


@dataclass(frozen=True)
class Slower:
    """The connection of a seat has become strangely slow in a race."""

    seat: int


@decide.register
def _(command: Slower, draft: Draft, person: Person, spent: int) -> None:
    facts = draft.table.facts
    if facts.stage == "playing" and command.seat not in facts.slowed:
        draft.add(events.Slowed(command.seat))


InternalCommand = BotMove | TimeUp | TimePassed | TimeStopped | Connections | LateNotice | Slower
"""What comes from the table itself, and not from people."""
