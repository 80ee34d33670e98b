"""What a server takes off a paw for the connection: pure computing, from its own measurements alone (KIT-87).

Nothing that a player's device says comes in here. Times are milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence

from tabbytop.games.kitty_paw.moves import LAG_STEP, MOST_LAG, MOVES

ROUND_TRIPS = 5
"""Only the last so many round trips count."""
STRANGE = 100
"""A connection that is slower by more than this than at its best may be delaying its answers on purpose."""


def correction(round_trips: Sequence[float]) -> int:
    """What is taken off a reaction: the shortest of the last round trips, up to a limit; nothing without any.

    >>> correction([250, 240, 900]), correction([360, 380]), correction([])
    (240, 300, 0)
    """
    latest = round_trips[-ROUND_TRIPS:]
    return max(0, min(MOST_LAG, int(min(latest)))) if latest else 0


def reaction(sent: float, arrived: float, round_trips: Sequence[float]) -> int:
    """The time that counts for a paw, from sending the Meow to the paw's arrival; never below 0.

    >>> reaction(1000, 1780, [240, 260])
    540
    """
    return max(0, int(arrived - sent) - correction(round_trips))


def lag_move(seat: int, called: float, sent: float, round_trips: Sequence[float]) -> int:
    """The move of CLOCK that a server makes before a paw: what the rules then take off the time since the Meow.

    The Meow was handled at `called` and sent to the seat at `sent`; both and the round trip are the connection's. Lags
    have steps, and are rounded down.
    """
    lag = min(MOST_LAG, int(sent - called) + correction(round_trips))
    return MOVES.lag(seat=seat, ms=lag // LAG_STEP * LAG_STEP)


def is_strange(round_trips: Sequence[float]) -> bool:
    """Whether a connection has become so much slower than it was that somebody should look at it.

    Delaying one's answers gains at most the limit of the correction; this is for telling the table.
    """
    return len(round_trips) > ROUND_TRIPS and min(round_trips[-ROUND_TRIPS:]) > min(round_trips) + STRANGE
