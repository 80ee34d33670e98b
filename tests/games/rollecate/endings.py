"""The ways a game of Rollecate can end; `src/tabbytop/kit/golden.py` keeps a record of each."""

from __future__ import annotations

from typing import Any

from tabbytop.games.rollecate.facts import cards_in_pile, points
from tabbytop.kit.golden import Ending


def leaders(s: Any) -> list[int]:
    """Those with the fewest points."""
    best = min(points(s, seat) for seat in range(s.seats))
    return [seat for seat in range(s.seats) if points(s, seat) == best]


def with_fewest_cards(s: Any) -> list[int]:
    """Those among them with the fewest cards."""
    fewest = min(s.pile_size[seat] for seat in leaders(s))
    return [seat for seat in leaders(s) if s.pile_size[seat] == fewest]


def profiles(s: Any) -> set[tuple[int, ...]]:
    """What the last ones in the running have of each value."""
    return {tuple(cards_in_pile(s, seat, value) for value in (4, 3, 2, 1)) for seat in with_fewest_cards(s)}


def by_points(s: Any) -> bool:
    return len(leaders(s)) == 1


def by_cards(s: Any) -> bool:
    return len(leaders(s)) > 1 and len(with_fewest_cards(s)) == 1


def by_values(s: Any) -> bool:
    return len(with_fewest_cards(s)) > 1 and len(profiles(s)) > 1


def shared(s: Any) -> bool:
    return len(with_fewest_cards(s)) > 1 and len(profiles(s)) == 1


BETSY = {"mode": "betsy"}
BETSY_OTHERWISE = {"mode": "betsy", "betsy_starts": True, "betsy_bends": "human", "setup_build": "auto"}

ENDINGS = {
    "two-players-fewest-points": Ending(2, {}, by_points),
    "two-players-fewer-cards": Ending(2, {}, by_cards),
    "two-players-fewer-cards-of-a-value": Ending(2, {}, by_values),
    "two-players-shared-victory": Ending(2, {}, shared),
    "two-players-named-starter-and-bends-by-chance": Ending(2, {"start_player": "2", "setup_build": "auto"}, by_points),
    "three-players-fewest-points": Ending(3, {}, by_points),
    "three-players-fewer-cards": Ending(3, {}, by_cards),
    "four-players-fewest-points": Ending(4, {}, by_points),
    "four-players-fewer-cards-of-a-value": Ending(4, {}, by_values),
    "four-players-shared-victory": Ending(4, {}, shared),
    "solo": Ending(1, {}, lambda s: True),
    "solo-bends-by-chance": Ending(1, {"setup_build": "auto"}, lambda s: True),
    "solo-hard-lost": Ending(1, {"mode": "solo_hard"}, lambda s: s.lost == 1),
    "solo-hard-survived": Ending(1, {"mode": "solo_hard"}, lambda s: s.lost == 0),
    "betsy-wins": Ending(1, BETSY, lambda s: points(s, 1) < points(s, 0)),
    "betsy-loses": Ending(1, BETSY, lambda s: points(s, 0) < points(s, 1)),
    "betsy-loses-a-tie": Ending(1, BETSY, lambda s: points(s, 0) == points(s, 1)),
    "betsy-starts-and-the-human-bends": Ending(1, BETSY_OTHERWISE, lambda s: True),
}
