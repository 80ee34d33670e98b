"""A rule that others reach only through `facts.py`."""

from __future__ import annotations

from tabbytop.engine.rule import rule


@rule
def weight(can: int) -> int:
    """How heavy a can is."""
    return 2 * can + 1
