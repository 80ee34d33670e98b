"""The ways a game of Patrician can end; `src/tabbytop/kit/golden.py` keeps a record of each."""

from __future__ import annotations

from typing import Any

from tabbytop.games.patrician.facts import points
from tabbytop.games.patrician.turn import help_in_messenger_cities
from tabbytop.kit.golden import Ending


def leaders(s: Any) -> list[int]:
    """Those with the most points."""
    best = max(points(s, seat) for seat in range(s.seats))
    return [seat for seat in range(s.seats) if points(s, seat) == best]


def clear(s: Any) -> bool:
    """One player has most points."""
    return len(leaders(s)) == 1


def by_towers(s: Any) -> bool:
    """A tie in points, and one of the best has most towers."""
    most = max(s.towers[seat] for seat in leaders(s))
    return len(leaders(s)) > 1 and sum(s.towers[seat] == most for seat in leaders(s)) == 1


def shared(s: Any) -> bool:
    """A tie in points and towers."""
    most = max(s.towers[seat] for seat in leaders(s))
    return sum(s.towers[seat] == most for seat in leaders(s)) > 1


def helps(s: Any) -> list[tuple[int, int]]:
    """Towers and floors in messenger cities, the fewest first."""
    return sorted(help_in_messenger_cities(s, seat) for seat in range(s.seats))


def penalty_by_towers(s: Any) -> bool:
    return s.penalised >= 0 and helps(s)[0][0] < helps(s)[1][0]


def penalty_by_floors(s: Any) -> bool:
    return s.penalised >= 0 and helps(s)[0][0] == helps(s)[1][0]


def penalty_tied(s: Any) -> bool:
    return s.penalised < 0 and helps(s)[0] == helps(s)[1] and helps(s)[0][0] > 0


def late_messenger(s: Any) -> bool:
    """A city whose messengers all came late, and somebody was penalised."""
    return s.penalised >= 0 and any(s.beside[city] > 0 and s.counted[city] == 0 for city in range(s.cities))


MESSENGERS = {"messengers": True}

ENDINGS = {
    "two-players-most-points": Ending(2, {}, clear),
    "three-players-most-points": Ending(3, {}, clear),
    "four-players-most-points": Ending(4, {}, clear),
    "five-players-most-points": Ending(5, {}, clear),
    "three-players-tie-by-towers": Ending(3, {}, by_towers),
    "three-players-shared-victory": Ending(3, {}, shared),
    "four-players-tie-by-towers": Ending(4, {}, by_towers),
    "five-players-shared-victory": Ending(5, {}, shared),
    "two-players-take-before-move": Ending(2, {"draw_before_move": True}, clear),
    "four-players-open-piles": Ending(4, {"open_piles": True}, clear),
    "two-players-penalty-by-towers": Ending(2, MESSENGERS, penalty_by_towers),
    "two-players-penalty-by-floors": Ending(2, MESSENGERS, penalty_by_floors),
    "two-players-penalty-tied": Ending(2, MESSENGERS, penalty_tied),
    "two-players-penalty-makes-a-tie": Ending(2, MESSENGERS, lambda s: s.penalised >= 0 and len(leaders(s)) == 2),
    "three-players-penalty-by-towers": Ending(3, MESSENGERS, penalty_by_towers),
    "three-players-penalty-by-floors": Ending(3, MESSENGERS, penalty_by_floors),
    "three-players-penalty-tied": Ending(3, MESSENGERS, penalty_tied),
    "three-players-late-messenger": Ending(3, MESSENGERS, late_messenger),
    "three-players-late-messenger-counts": Ending(3, {**MESSENGERS, "late_messengers_count": True}, late_messenger),
    "four-players-penalty-by-floors": Ending(4, MESSENGERS, penalty_by_floors),
    "five-players-penalty-by-towers": Ending(5, MESSENGERS, penalty_by_towers),
    "five-players-penalty-tied": Ending(5, MESSENGERS, penalty_tied),
}
