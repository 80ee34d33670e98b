"""Games by the real code of tables, without sockets: at random, with everything that people do beside moves."""

from __future__ import annotations

import contextlib
import random
from dataclasses import dataclass, replace
from typing import Any

from tabbytop.server.protocol import messages
from tabbytop.server.protocol.messages import (
    Answer,
    BotSeat,
    Friend,
    Leave,
    Me,
    Play,
    Remove,
    Return,
    Sit,
    Start,
    Takeback,
    Undo,
)
from tabbytop.server.storage.store import Card, Entry, Store
from tabbytop.server.tables import events, removing
from tabbytop.server.tables.decisions import Draft, decide
from tabbytop.server.tables.internal import BotMove, TimeUp
from tabbytop.server.tables.opening import open_table
from tabbytop.server.tables.projections import card_of
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.results import results_of
from tabbytop.server.tables.seating import Person

PEOPLE = [Person(name.lower(), name, invited=True) for name in ("Ann", "Ben", "Eve", "Joe")]
COMMANDS = (decide, removing)
"""Where commands are decided, see `room`."""
GAMES = ("rollecate", "patrician")
"""Games that are soon over, and have winners even if they are played at random."""


@dataclass(frozen=True)
class Played:
    """A finished game as it is stored."""

    card: Card
    log: tuple[tuple[int, bytes], ...]

    async def store(self, store: Store) -> None:
        entries = [Entry(seq, at, body) for seq, (at, body) in enumerate(self.log, start=1)]
        await store.append(self.card.id, entries, self.card)

    def copy(self, number: int, company: int, later: int) -> Played:
        """The same game at another table, by other people, and so much later."""
        log = tuple((at + later, self._elsewhere(body, company)) for at, body in self.log)
        guests = tuple(guest and f"{guest}{company}" for guest in self.card.guests)
        card = replace(self.card, id=f"{number:016d}", guests=guests, updated=self.card.updated + later)
        return Played(card, log)

    @staticmethod
    def _elsewhere(body: bytes, company: int) -> bytes:
        for person in PEOPLE:
            body = body.replace(f'"{person.guest}"'.encode(), f'"{person.guest}{company}"'.encode())
        return body


class Game:
    """One game; a mixed one has take-backs, stand-ins and leaving in it."""

    def __init__(
        self,
        seed: int,
        *,
        mixed: bool = True,
        seats: list[messages.Wanted] | None = None,
        at: int = 0,
        start: bool = True,
    ) -> None:
        self.chance = random.Random(seed)
        self.people = self.chance.sample(PEOPLE, 3)
        self.mixed = mixed
        self.log: list[tuple[int, events.TableEvent]] = []
        self.at = at or 1_700_000_000_000 + self.chance.randrange(10**10)
        seats = seats or [Me(), *self.chance.choices([Friend(), BotSeat("kitten"), BotSeat("house-cat")], k=1)]
        if mixed and self.chance.random() < 0.3:
            seats.append(self.chance.choice([Friend(), BotSeat("top-cat"), Me()]))
        game = self.chance.choice(GAMES) if mixed else GAMES[0]
        wanted = messages.NewTable("open", game, seats)
        self.id = f"{seed:016d}"
        draft = open_table(self.id, wanted, self.people[0])
        self.table = draft.table
        self._keep(draft)
        free = [seat for seat, place in enumerate(self.table.facts.places) if place.is_free]
        for number, seat in enumerate(free, start=1):
            self.do(self.people[number], Sit("sit", seat))
        if start and self.table.facts.stage == "lobby":
            self.do(self.people[0], Start("start"))

    def _keep(self, draft: Draft) -> None:
        self.table = draft.table
        self.at += self.chance.randrange(1, 60_000)
        self.log += [(self.at, transition.event) for transition in draft.transitions]

    def do(self, person: Person, command: Any) -> None:
        draft = Draft(self.table)
        decide(command, draft, person, 0)
        self._keep(draft)

    def try_to(self, person: Person, command: Any) -> None:
        with contextlib.suppress(Rejected):
            self.do(person, command)

    def play(self) -> Game:
        """Play to the end, or until everybody has left and nobody comes back."""
        while self.table.facts.stage == "playing":
            if self.mixed and self.chance.random() < 0.08:
                self._do_something()
                continue
            seat, match = self.table.deciding, self.table.match
            assert seat is not None
            assert match is not None
            move, place = self.chance.choice(match.legal(seat)), self.table.facts.places[seat]
            if place.level is not None:
                self.do(PEOPLE[0], BotMove(seat, match.ply, move))
            else:
                person = next(each for each in PEOPLE if each.guest == place.guest)
                seq = self.table.number(self.table.facts.seq, self.table.seats_of(person.guest))
                self.do(person, Play("play", seq, self.table.game.moves.to_json(move), seat))
        return self

    def _do_something(self) -> None:
        person, table = self.chance.choice(self.people), self.table
        seq = table.number(table.facts.seq, table.seats_of(person.guest))
        match self.chance.choice(["undo", "takeback", "agree", "leave", "return", "return", "late", "remove"]):
            case "undo":
                self.try_to(person, Undo("undo", seq))
            case "takeback":
                self.try_to(person, Takeback("takeback", seq))
            case "agree":
                self.try_to(person, Answer("answer", seq, agree=True))
            case "leave" if self.chance.random() < 0.3:
                self.try_to(person, Leave("leave"))
            case "return":
                self.try_to(person, Return("return"))
            case "late" if table.deciding is not None and table.match is not None and self.chance.random() < 0.2:
                self.do(person, TimeUp(table.deciding, table.match.ply))
            case "remove":
                host = next(each for each in PEOPLE if each.guest == table.facts.host)
                self.try_to(host, Remove("remove", self.chance.randrange(table.players)))

    @property
    def played(self) -> Played:
        """The game as it is stored."""
        return Played(card_of(self.table, self.at), tuple((at, events.pack(event)) for at, event in self.log))

    async def store(self, store: Store) -> None:
        await self.played.store(store)

    def results(self) -> Any:
        assert self.table.match is not None
        result = self.table.match.result
        assert result is not None
        return results_of(self.id, self.log, result.places, result.scores)
