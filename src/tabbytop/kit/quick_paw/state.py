"""The table of Quick paw."""

from __future__ import annotations

from tabbytop.engine.state import Ints, State, nobody, public


class QuickPaw(State):
    """Times are milliseconds."""

    players: int = public()
    """How many players there are."""
    phase: int = public()
    """What is going on."""
    mice: int = public()
    """How many mice have come."""
    now: int = public(type="i4")
    """The time."""
    until: int = public(type="i4")
    """When the phase ends."""
    hole: int = nobody(empty=-1)
    shown: int = public(empty=-1)
    """Where the mouse is; -1 if none is out."""
    out: int = public()
    """Bits of those who have slapped."""
    points: Ints = public(3, by_seat=True)
    """The points of each seat."""
