"""The table."""

from __future__ import annotations

from tabbytop.engine.state import State, public


class Tin(State):
    """Cans and fish."""

    cans: int = public()
    fish: int = public()
    thrown: int = public()
