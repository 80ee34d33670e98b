"""How people who play over connections are kept equal: pure computing, from a server's measurements alone (KIT-87).

Nothing that a player's device says comes in here. Times are milliseconds; views may be states too.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Any

from tabbytop.games.kitty_paw.facts import BUILDING, PAWS
from tabbytop.games.kitty_paw.moves import AWAY, HERE, LAG_STEP, MEOW, MOST_LAG, MOVES, PAW

ROUND_TRIPS = 5
"""Only the last so many round trips count."""
STRANGE = 100
"""A connection that is slower by more than this than it usually was may be delaying its answers on purpose …"""
STEADILY = 20
"""… if so many round trips in a row are; those of an honest one come and go."""


def correction(round_trips: Sequence[float]) -> int:
    """What is taken off a reaction: the shortest of the last round trips, up to a limit; nothing without any.

    >>> correction([250, 240, 900]), correction([360, 380]), correction([])
    (240, 300, 0)
    """
    latest = round_trips[-ROUND_TRIPS:]
    return max(0, min(MOST_LAG, int(min(latest)))) if latest else 0


def lag_move(seat: int, called: float, sent: float, round_trips: Sequence[float]) -> int:
    """The move of CLOCK that a server makes before a paw: what the rules then take off the time since the Meow.

    The Meow was handled at `called` and sent to the seat at `sent`; both and the round trip are the connection's. Lags
    have steps, and are rounded down.
    """
    lag = min(MOST_LAG, int(sent - called) + correction(round_trips))
    return MOVES.lag(seat=seat, ms=lag // LAG_STEP * LAG_STEP)


def lag_before(view: Any, seat: int, move: int, sent: float, round_trips: Sequence[float]) -> int | None:
    """The move of CLOCK before a paw that is due, or a Meow that came second (KIT-80)."""
    if move not in (PAW, MEOW) or view.phase != PAWS or not view.due >> seat & 1:
        return None
    lag = lag_move(seat, view.called, sent, round_trips)
    return None if lag == MOVES.lag(seat=seat, ms=int(view.lag[seat])) else lag


def is_strange(round_trips: Sequence[float]) -> bool:
    """Whether a connection has become so much slower than it was that somebody should look at it.

    Delaying one's answers gains at most the limit of the correction; this is for telling the table.
    """
    before, latest = round_trips[:-STEADILY], round_trips[-STEADILY:]
    return len(before) >= ROUND_TRIPS and min(latest) > statistics.median(before) + STRANGE


def is_claim(view: Any, move: int) -> bool:
    """The first Meow of a round counts (KIT-80); in a calm round nobody is first."""
    return move == MEOW and bool(view.phase == BUILDING) and not view.calm


def round_of(view: Any) -> int:
    """Rounds are counted through, extra ones too."""
    return int(view.round)


def lost(view: Any, seat: int) -> int | None:
    """The move by which a seat's connection is lost (KIT-90)."""
    return AWAY + seat if view.away_since[seat] < 0 else None


def found(view: Any, seat: int) -> int | None:
    """The move by which a seat's connection is there again."""
    return HERE + seat if view.away_since[seat] >= 0 else None
