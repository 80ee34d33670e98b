"""The ways a game of Kitty Paw can end; `src/tabbytop/kit/golden.py` keeps a record of each.

Random hands never build a picture, so games with right ones are played by automated hands.
"""

from __future__ import annotations

from typing import Any

from tabbytop.games.kitty_paw.facts import CARDS_TO_END, IN_PILE, SCORED, cards_at, count_bits
from tabbytop.kit.golden import Ending

FEW = 300
SOME = 12
QUICK = {"round_limit_seconds": 20}


def five(s: Any) -> bool:
    """Somebody has five scored cards, and no extra round was needed."""
    return s.extra == 0 and max(s.scored) >= CARDS_TO_END


def right(s: Any) -> int:
    """How many pictures were right."""
    return sum(s.where[card] in range(SCORED, SCORED + 4) for card in range(48))


def one_winner(s: Any) -> bool:
    return count_bits(s.active) == 1


ENDINGS = {
    "two-players-five-cards": Ending(2, {}, five, games=FEW),
    "three-players-five-cards": Ending(3, {}, five, games=FEW),
    "four-players-five-cards": Ending(4, {}, five, games=FEW),
    "two-players-mixed-deck-tumbled": Ending(2, {"deck": "mixed", "tumbled": True}, five, games=FEW),
    "two-players-empty-pile": Ending(
        2, QUICK, lambda s: s.extra == 0 and cards_at(s, IN_PILE) == 0 and max(s.scored) < CARDS_TO_END, games=FEW
    ),
    "two-players-extra-round": Ending(2, QUICK, lambda s: s.extra == 1 and one_winner(s), games=FEW),
    "three-players-extra-rounds": Ending(3, QUICK, lambda s: s.extra > 1 and one_winner(s), games=4 * FEW),
    "three-players-shared-after-a-quiet-extra-round": Ending(
        3, QUICK, lambda s: s.extra > 0 and not one_winner(s), games=FEW
    ),
    "practice": Ending(1, {}, lambda s: s.round == 10, games=FEW),
    "calm-one-winner": Ending(2, {"calm": True, "calm_rounds": 2, "calm_minutes": 1}, one_winner, games=FEW),
    "calm-shared": Ending(2, {"calm": True, "calm_rounds": 2}, lambda s: not one_winner(s), games=FEW),
    "hands-two-players": Ending(2, {}, lambda s: right(s) > 4, games=SOME, bots=("kitten", "house-cat")),
    "hands-four-players": Ending(
        4, {}, lambda s: right(s) > 3, games=SOME, bots=("kitten", "house-cat", "alley-cat", "top-cat")
    ),
    "hands-mixed-deck": Ending(
        2, {"deck": "mixed"}, lambda s: right(s) > 4, games=SOME, bots=("alley-cat", "alley-cat")
    ),
    "hands-practice": Ending(1, {}, lambda s: right(s) == 10, games=SOME, bots=("top-cat",)),
    "hands-calm": Ending(
        3, {"calm": True}, lambda s: right(s) > 13, games=4, bots=("alley-cat", "alley-cat", "top-cat")
    ),
}
