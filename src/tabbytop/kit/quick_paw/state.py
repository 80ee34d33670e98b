"""The table of Quick paw."""

from __future__ import annotations

from tabbytop.engine.state import Ints, State, nobody, public


class QuickPaw(State):
    """Times are milliseconds."""

    players: int = public()
    phase: int = public()
    mice: int = public()
    now: int = public(type="i4")
    until: int = public(type="i4")
    hole: int = nobody(empty=-1)
    shown: int = public(empty=-1)
    out: int = public()
    """Bits of those who have slapped."""
    points: Ints = public(3, by_seat=True)
