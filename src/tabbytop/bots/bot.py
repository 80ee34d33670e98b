"""What a bot is: something that is given a moment and answers with a move.

A moment holds what the bot's seat may know and nothing else: there is nothing to peek at in it. Knows no game.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from tabbytop.engine.game import Game
from tabbytop.engine.match import Match, Ply
from tabbytop.engine.state import States


@dataclass(frozen=True)
class Moment:
    """A decision, as the seat that has to make it sees the table."""

    game: Game
    players: int
    options: Mapping[str, Any]
    seat: int
    view: States
    """What the seat may see, as an array of one state; hidden fields are empty."""
    legal: tuple[int, ...]
    """The ids to choose from, ascending."""
    log: tuple[Ply, ...]
    """All moves so far as this seat saw them; a move of which it saw nothing is missing."""

    @property
    def table(self) -> Any:
        """The view with its fields as attributes: `moment.table.place[0]`."""
        return self.game.state.plain(self.view)


class Bot(Protocol):
    """A player. One bot sits at one seat for one game."""

    def choose(self, moment: Moment) -> int:
        """One of `moment.legal`."""


def moment_of(match: Match, seat: int) -> Moment:
    """What a match lets a seat know when it has to decide."""
    return Moment(
        game=match.game,
        players=match.players,
        options=copy.deepcopy(match.options),
        seat=seat,
        view=match.view(seat),
        legal=tuple(match.legal(seat)),
        log=tuple(match.seen_log(seat)),
    )
