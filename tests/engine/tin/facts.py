"""What can be read off the table."""

from __future__ import annotations

from tabbytop.engine.rule import rule, table

from . import box, far
from .state import Tin

LIGHT = 7
OPENED_BY = table([3, 1, 4, 1, 5, 9, 2, 6, 5])


@rule
def may_throw(s: Tin, can: int) -> bool:
    """Only light cans can be thrown, and one must be there."""
    return can < min(s.cans, box.CANS) and far.weight(can) <= LIGHT


@rule
def opened_by(can: int) -> int:
    """Which cat opens a can."""
    return OPENED_BY[can]
