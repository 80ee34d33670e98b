"""How people who play over connections are kept equal: pure computing, from a server's measurements alone (KIT-87).

Nothing that a player's device says comes in here. Times are milliseconds; views may be states too.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Any

from tabbytop.games.kitty_paw.facts import BUILDING, PAWS
from tabbytop.games.kitty_paw.moves import AWAY, HERE, LAG_STEP, MEOW, MOST_LAG, MOST_SENDING, MOVES, PAW, TELL

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

    The Meow was handled at `called` and sent to the seat at `sent`: that share is the table's own, and the limit is for
    the connection's alone. Lags have steps, and are rounded down.

    >>> MOVES.to_json(lag_move(0, 1000, 1050, [300] * 5))
    {'lag': {'seat': 0, 'ms': 350}}
    """
    lag = min(MOST_SENDING, max(0, int(sent - called))) + correction(round_trips)
    return MOVES.lag(seat=seat, ms=lag // LAG_STEP * LAG_STEP)


def lag_before(view: Any, seat: int, move: int, sent: float | None, round_trips: Sequence[float]) -> int | None:
    """The move of CLOCK before a paw that is due, or a Meow that came second (KIT-80)."""
    if move not in (PAW, MEOW) or view.phase != PAWS or not view.due >> seat & 1:
        return None
    told = int(view.told[seat])
    lag = lag_move(seat, told, told if sent is None else sent, round_trips)
    return None if lag == MOVES.lag(seat=seat, ms=int(view.lag[seat])) else lag


def is_strange(round_trips: Sequence[float], answers: Sequence[float] = ()) -> bool:
    """Whether a connection is so much slower than it was, or than it can be, that somebody should look at it.

    No answer can come sooner than a round trip takes. Delaying one's echoes gains at most the limit of the correction;
    this is for telling the table.

    >>> is_strange([20] * 5 + [300] * 20), is_strange([300] * 25), is_strange([300] * 25, [180])
    (True, False, True)
    """
    before, latest = round_trips[:-STEADILY], round_trips[-STEADILY:]
    if len(latest) < STEADILY:
        return False
    known = [*([statistics.median(before)] if len(before) >= ROUND_TRIPS else []), *answers]
    return bool(known) and min(latest) > min(known) + STRANGE


def is_claim(view: Any, move: int) -> bool:
    """The first Meow of a round counts (KIT-80); in a calm round nobody is first."""
    return move == MEOW and bool(view.phase == BUILDING) and not view.calm


def tell(view: Any, seat: int) -> int | None:
    """The move by which a seat is told of a Meow only now (KIT-131); the same moment twice tells nothing new."""
    return TELL + seat if view.phase == PAWS and view.due >> seat & 1 and view.told[seat] < view.now else None


def round_of(view: Any) -> int:
    """Rounds are counted through, extra ones too."""
    return int(view.round)


def lost(view: Any, seat: int) -> int | None:
    """The move by which a seat's connection is lost (KIT-90)."""
    return AWAY + seat if view.away_since[seat] < 0 else None


def found(view: Any, seat: int) -> int | None:
    """The move by which a seat's connection is there again."""
    return HERE + seat if view.away_since[seat] >= 0 else None
