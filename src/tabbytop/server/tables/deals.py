"""Deals of the day: one game a day in a week that the cards of the games make, with the same options, rivals and luck.

The luck of a day follows from a secret of the server and the date, so that every process deals the same without
asking anybody. Its commitment can be shown days before, and the luck itself when the day is over. What is the same for
everybody is what meets the same moves: the dice and cards of a table are a function of its luck and the number of moves
before them, and so are the thoughts of the bots (see `bots_of`). In a race that number is everybody's own, so there
luck counts by kind: the cards come in the same order for everybody.
"""

from __future__ import annotations

import base64
import datetime
import functools
import hashlib
import hmac
import itertools
from dataclasses import dataclass
from typing import Any

from tabbytop import games
from tabbytop.engine import english
from tabbytop.engine.game import Game, Setup
from tabbytop.engine.luck import SealedLuck
from tabbytop.engine.match import Match
from tabbytop.server.protocol import messages
from tabbytop.server.tables import events
from tabbytop.server.tables.cats import CATS, all_named
from tabbytop.server.tables.decisions import Draft
from tabbytop.server.tables.opening import invitation
from tabbytop.server.tables.seating import Person
from tabbytop.server.tables.table import Table

RIVALS = "house-cat"
"""The level of the rivals: the strongest whose thoughts no busy machine cuts short, so that they come out the same."""
DAYS = 7


@functools.cache
def week() -> tuple[tuple[Game, Setup], ...]:
    """What is played from Monday to Sunday: every game in its first way, then in its second, until the week is full."""
    cards = [games.load(game_id) for game_id in games.ids()]
    rounds = range(max(len(card.deals) for card in cards))
    ways = [(card, card.deals[number]) for number in rounds for card in cards if number < len(card.deals)]
    return tuple(itertools.islice(itertools.cycle(ways), DAYS))


@dataclass(frozen=True)
class Deal:
    """The deal of one day."""

    day: datetime.date
    luck: SealedLuck

    @classmethod
    def of(cls, secret: bytes, day: datetime.date) -> Deal:
        """The deal of a day at the server with this secret."""
        is_race = week()[day.weekday()][0].clock is not None
        seed = hmac.digest(secret, f"deal {day.isoformat()}".encode(), "sha256")
        return cls(day, SealedLuck(seed, by_kind=is_race))

    @property
    def setup(self) -> Setup:
        """In which way it is played."""
        return week()[self.day.weekday()][1]

    @property
    def game(self) -> Game:
        """The card of the game."""
        return week()[self.day.weekday()][0]

    @property
    def options(self) -> dict[str, Any]:
        """All options of the table."""
        return self.game.complete(self.setup.players, self.setup.options)

    @property
    def title(self) -> str:
        """The game and against whom: "Patrician, against two house cats"."""
        return f"{self.game.name}, {self._company}"

    @property
    def _company(self) -> str:
        automata = self.game.automata(self.setup.players, self.options)
        rivals = self.setup.players - 1
        if automata:
            return f"against {' and '.join(automata)}"
        if rivals == 0:
            return "alone"
        return f"against {english.in_words(rivals)} house cat{'s' if rivals > 1 else ''}"

    def table_of(self, guest: str) -> str:
        """The id of the one table at which a guest plays this deal, so that nobody plays it twice."""
        digest = hashlib.blake2b(f"deal {self.day.isoformat()}:{guest}".encode(), digest_size=10).digest()
        return base64.b32encode(digest).decode().lower()


def open_deal(table_id: str, deal: Deal, person: Person) -> Draft:
    """A table at which somebody plays the deal of a day. It starts at once."""
    first = deal.day.toordinal()
    cats = [CATS[(first + number) % len(CATS)] for number in range(deal.setup.players - 1)]
    seats: list[events.Sitting] = [events.GuestSeat(person.guest, person.name, person.face)]
    seats += [messages.BotSeat(RIVALS, cat) for cat in cats]
    opened = events.Opened(
        game=deal.game.id,
        rules=deal.game.version,
        options=deal.options,
        seats=all_named(seats, deal.day.isoformat()),
        host=person.guest,
        clock="off",
        listed=False,
        hints=False,
        invite=invitation(),
        deal=deal.day.isoformat(),
    )
    draft = Draft(Table(table_id, opened))
    draft.add(opened)
    draft.begin(deal.luck)
    return draft


@functools.lru_cache(64)
def beginning(deal: Deal) -> Match:
    """The game up to the first decision: where everybody begins. Only to be looked at."""
    match = Match(deal.game, deal.setup.players, deal.options, luck=deal.luck)
    match.advance()
    return match


def bots_of(table: Table) -> int | None:
    """The seed of the bots at a table of a deal: the same for everybody who plays it."""
    if table.facts.opened.deal is None or table.facts.luck is None:
        return None
    return SealedLuck.read(table.facts.luck).number("bots")
