"""What a host may choose for a table of Hot Tin Roof, and where the rules find it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tabbytop.engine.listing import listed
from tabbytop.engine.options import BadOption, Choice, Flag, Options, Whole
from tabbytop.games.hot_tin_roof.board import COLOURS


@dataclass(frozen=True)
class FirstPlayer(Choice):
    """Luck, or the colour of a seat at the table: three players sit without the last colour."""

    def samples(self, players: int) -> list[Any]:
        return list(self.values[1 : players + 1])

    def numbers(self, value: Any, players: int) -> list[int]:
        seated = self.values[: players + 1]
        if value not in seated:
            raise BadOption(f"Option {self.name} is {listed(seated, 'or')} with {players} players; not {value!r}.")
        return [self.values.index(value)]


OPTIONS = Options(
    FirstPlayer("first_player", "Who begins: luck decides, or a colour.", values=("random", *COLOURS)),
    Choice(
        "shelter_toll",
        "When a rival's shelter costs its toll: whenever a cat enters it, or only if it stops there.",
        values=("entering", "stopping"),
    ),
    Choice(
        "tie_break",
        "Who wins a tie: the next on the left of whoever ended the game, or whoever used the most home tiles.",
        values=("left_of_trigger", "home_tiles"),
    ),
    Flag("deluxe_catwalks", "The expansion: everybody has one more catwalk, which costs rivals 2 cans."),
    Flag("manual_exchange", "Fish and cans may be exchanged by hand, once in each direction in a turn."),
    Whole(
        "turn_limit",
        "The game ends after this many turns of all players together; 0 means no limit before 16 000.",
        default=400,
        low=0,
        high=10_000,
        tries=(40, 0),
    ),
    Flag(
        "free_exchange",
        "Fish and cans may be exchanged by hand in your own turn, any number of times.",
        later=True,
        counts_with=("manual_exchange", False),
    ),
)

FIRST_PLAYER_SLOT = OPTIONS.slot("first_player")
SHELTER_TOLL_SLOT = OPTIONS.slot("shelter_toll")
TIE_BREAK_SLOT = OPTIONS.slot("tie_break")
DELUXE_SLOT = OPTIONS.slot("deluxe_catwalks")
EXCHANGE_SLOT = OPTIONS.slot("manual_exchange")
TURN_LIMIT_SLOT = OPTIONS.slot("turn_limit")
FREE_EXCHANGE_SLOT = OPTIONS.slot("free_exchange")
