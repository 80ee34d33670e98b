"""The moves of connect four and their ids: the id of a drop is its column, counted from 0."""

from __future__ import annotations

from tabbytop.engine.moves import Moves

COLUMNS, ROWS = 7, 6

MOVES = Moves(drop={"column": range(1, COLUMNS + 1)})
