"""The moves."""

from __future__ import annotations

from tabbytop.engine.moves import Moves

SIZES = ("small", "large")
MOVES = Moves(
    open={"size": SIZES},
    throw={"can": range(9)},
)
OPEN = MOVES.open.first
THROW = MOVES.throw.first
