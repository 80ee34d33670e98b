"""How sure one may be of what was counted: intervals of 95 %."""

from __future__ import annotations

import math

SURE = 1.96
"""Standard errors to either side of what was measured: nineteen in twenty such intervals hold the truth."""


def wilson(hits: int, count: int) -> tuple[float, float]:
    """The interval of a share for 95 %.

    >>> [round(end, 2) for end in wilson(8, 10)]
    [0.49, 0.94]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if count == 0:
        return 0.0, 1.0
    share, square = hits / count, SURE * SURE
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = SURE * math.sqrt(share * (1 - share) / count + square / (4 * count * count)) / (1 + square / count)
    return max(0.0, middle - half), min(1.0, middle + half)
