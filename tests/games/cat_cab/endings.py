"""The ways a game of Cat Cab can end; `src/tabbytop/kit/golden.py` keeps a record of each."""

from __future__ import annotations

from typing import Any

from tabbytop.games.cat_cab.board import LEFT, OUT
from tabbytop.games.cat_cab.facts import points
from tabbytop.kit.golden import Ending


def left(s: Any) -> list[int]:
    return [seat for seat in range(s.seats) if s.place[seat] == LEFT]


def out(s: Any) -> list[int]:
    return [seat for seat in range(s.seats) if s.place[seat] == OUT]


def tied(s: Any) -> list[int]:
    """Those who share the most points among the departed."""
    best = max((points(s, seat) for seat in left(s)), default=-1)
    leaders = [seat for seat in left(s) if points(s, seat) == best]
    return leaders if len(leaders) > 1 else []


ENDINGS = {
    "two-players-most-points": Ending(2, {}, lambda s: len(left(s)) == 2 and not tied(s)),
    "two-players-final-fight": Ending(2, {}, lambda s: len(tied(s)) == 2),
    "two-players-one-stuck-in-rush-hour": Ending(2, {}, lambda s: len(left(s)) == len(out(s)) == 1),
    "two-players-turn-limit-nobody-wins": Ending(2, {"turn_limit": 7}, lambda s: len(out(s)) == 2),
    "two-players-back-side-gate-b": Ending(2, {"side": "back", "entry_gate": "B"}, lambda s: len(left(s)) == 2),
    "three-players-most-points": Ending(3, {}, lambda s: len(left(s)) == 3 and not tied(s)),
    "three-players-final-fight": Ending(3, {}, lambda s: len(tied(s)) == 2),
    "three-players-one-stuck": Ending(3, {}, lambda s: len(left(s)) == 2 and not tied(s)),
    "three-players-two-stuck": Ending(3, {}, lambda s: len(left(s)) == 1),
    "three-players-split-sabotage": Ending(3, {"split_sabotage": True}, lambda s: len(left(s)) == 2),
    "solo-human-wins": Ending(1, {}, lambda s: len(left(s)) == 2 and s.champion == 0 and not tied(s)),
    "solo-crazy-cat-wins": Ending(1, {}, lambda s: len(left(s)) == 2 and s.champion == 1 and not tied(s)),
    "solo-human-stuck": Ending(1, {}, lambda s: left(s) == [1]),
    "solo-crazy-cat-stuck": Ending(1, {}, lambda s: left(s) == [0]),
    "solo-human-wins-final-fight": Ending(1, {}, lambda s: bool(tied(s)) and s.champion == 0),
    "solo-crazy-cat-wins-final-fight": Ending(1, {}, lambda s: bool(tied(s)) and s.champion == 1),
    "solo-sensible-crazy-cat": Ending(1, {"crazy_cat_rush": "sensible"}, lambda s: left(s) == [0, 1]),
    "solo-turn-limit-nobody-wins": Ending(1, {"turn_limit": 7}, lambda s: len(out(s)) == 2),
}
