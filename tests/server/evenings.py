"""Evenings at a table without server and database: who comes, what they do, and what it led to."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tabbytop import games
from tabbytop.engine.luck import SealedLuck
from tabbytop.engine.match import Match
from tabbytop.engine.seats import SPECTATOR
from tabbytop.server.protocol import messages
from tabbytop.server.protocol.messages import Friend, Me, Play, Sit, Start
from tabbytop.server.tables import events, projections, removing
from tabbytop.server.tables.decisions import Draft, decide
from tabbytop.server.tables.internal import BotMove
from tabbytop.server.tables.opening import open_table
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.seating import Person
from tabbytop.server.tables.table import Table

ANN, BEN, EVE = (Person(name.lower(), name, invited=True) for name in ("Ann", "Ben", "Eve"))
STRANGER = Person("stranger", "Stranger")
CAT_CAB = games.load("cat-cab")
COMMANDS = (decide, removing)
"""Where commands are decided, see `room`."""


@pytest.fixture
def known_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game every time."""
    monkeypatch.setattr(SealedLuck, "new", classmethod(lambda cls: cls(b"the luck of these tests, 32 byte")))


class Evening:
    """A table and everything that happened at it, decision by decision."""

    def __init__(self, *seats: messages.Wanted, host: Person = ANN, game: str = "cat-cab", **more: Any) -> None:
        draft = open_table("table", messages.NewTable("open", game, list(seats), **more), host)
        self.table = draft.table
        self.bodies = [events.pack(transition.event) for transition in draft.transitions]
        self.last = draft.transitions

    def do(self, person: Person, command: Any, spent: int = 0) -> None:
        """Let somebody do something; a refusal is raised."""
        draft = Draft(self.table)
        decide(command, draft, person, spent)
        self.table, self.last = draft.table, draft.transitions
        self.bodies += [events.pack(transition.event) for transition in draft.transitions]

    def refuses(self, person: Person, command: Any) -> Rejected:
        """Let somebody try something that is refused, and make sure that nothing came of it."""
        before = picture(self.table)
        with pytest.raises(Rejected) as caught:
            self.do(person, command)
        assert picture(self.table) == before
        return caught.value

    @property
    def seq(self) -> int:
        return self.table.facts.seq

    def known(self, person: Person) -> int:
        """The number of the last event that somebody has heard of."""
        return self.table.number(self.seq, self.table.seats_of(person.guest))

    @property
    def match(self) -> Match:
        assert self.table.match is not None
        return self.table.match

    @property
    def deciding(self) -> int:
        assert self.table.deciding is not None
        return self.table.deciding

    def play(self, person: Person, choice: int = 0, spent: int = 0, seat: int | None = None) -> None:
        """Let somebody make one of the legal moves of whoever is to decide."""
        move = self.table.game.moves.to_json(self.match.legal(self.deciding)[choice])
        self.do(person, Play("k", self.known(person), move, seat), spent)

    def play_until(self, family: str, person: Person) -> None:
        """Play first moves until one of a family can be made."""
        moves = self.table.game.moves
        while not any(moves.family(move).name == family for move in self.match.legal(self.deciding)):
            self.play(person, seat=self.deciding)

    def finish(self, *people: Person) -> None:
        """Play at random to the end."""
        chance = random.Random(3)
        while self.table.facts.stage == "playing":
            person = next(p for p in people if self.deciding in self.table.seats_of(p.guest))
            self.play(person, chance.randrange(len(self.match.legal(self.deciding))), seat=self.deciding)

    @property
    def told(self) -> list[str]:
        """What a spectator was told of the last command."""
        told = projections.Projection(self.table, SPECTATOR).project((0, transition) for transition in self.last)
        return [event.sentence for event in told]

    def kinds(self) -> list[str]:
        return [place.kind for place in self.table.facts.places]


def picture(table: Table) -> tuple[Any, ...]:
    """All there is to know of a table."""
    return messages.encode(table.facts), table.match and (table.match.fingerprint, tuple(table.match.log))


def hot_seat(**more: Any) -> Evening:
    return Evening(Me(), Me(), **more)


def duel(**more: Any) -> Evening:
    """Ann and Ben, and it is Ann's turn: she takes the seat that begins."""
    for seats in ((Me(), Friend()), (Friend(), Me())):
        evening = Evening(*seats, **more)
        evening.do(BEN, Sit("k"))
        evening.do(ANN, Start("k"))
        if evening.table.facts.places[evening.deciding].guest == ANN.guest:
            return evening
    raise AssertionError("neither seat begins")


def bots_move(evening: Evening) -> None:
    evening.do(ANN, BotMove(evening.deciding, evening.match.ply, evening.match.legal(evening.deciding)[0]))
