"""The mat of Kitty Paw: 49 cells of a hexagonal lattice and the borders between them, as numbers.

A *place* is a cell (0 to 48, row by row) or the border of two neighbouring cells (49 and up). Knows no card and no
player.
"""

from __future__ import annotations

from tabbytop.engine.rule import rule, table
from tabbytop.games.kitty_paw.components import BOX, ROTATIONS, Cell

COLUMNS, ROWS = BOX.mat.columns, BOX.mat.rows
CELLS = COLUMNS * ROWS
DIRECTIONS = BOX.lattice.directions
OFF_MAT = -1
NOWHERE = -1
"""The place of a piece that is not on the mat and not in the hand."""
IN_HAND = -2


def cell_at(column: int, row: int) -> int:
    """The cell of a column and a row, both from 0."""
    return column + COLUMNS * row


def coordinates(cell: int) -> Cell:
    """The lattice coordinates (q, r) of a cell (KIT-36)."""
    row, column = divmod(cell, COLUMNS)
    return column - (row - row % 2) // 2, row


_CELL_AT = {coordinates(cell): cell for cell in range(CELLS)}


def _neighbour(cell: int, direction: int) -> int:
    q, r = coordinates(cell)
    dq, dr = DIRECTIONS[direction]
    return _CELL_AT.get((q + dq, r + dr), OFF_MAT)


NEXT = table([[_neighbour(cell, direction) for direction in range(ROTATIONS)] for cell in range(CELLS)])
"""The neighbour of a cell in each direction, or OFF_MAT (KIT-35)."""

BORDERS = [
    (cell, _neighbour(cell, direction))
    for cell in range(CELLS)
    for direction in (0, 1, 2)
    if _neighbour(cell, direction) != OFF_MAT
]
"""Every border of two cells of the mat, once (KIT-43)."""
PLACES = CELLS + len(BORDERS)
START = cell_at(*BOX.mat.box_start)


def _centre(place: int) -> Cell:
    """Twice the coordinates of a place's centre: the sum of its two cells, a cell counting twice (KIT-44)."""
    first, second = (place, place) if place < CELLS else BORDERS[place - CELLS]
    (q, r), (other_q, other_r) = coordinates(first), coordinates(second)
    return q + other_q, r + other_r


CENTRE_Q = table([_centre(place)[0] for place in range(PLACES)])
CENTRE_R = table([_centre(place)[1] for place in range(PLACES)])
PLACE_AT = {_centre(place): place for place in range(PLACES)}
"""The place with a centre."""


def cell_name(cell: int) -> str:
    """A cell as "column,row", both from 1."""
    return f"{cell % COLUMNS + 1},{cell // COLUMNS + 1}"


def place_name(place: int) -> str:
    """A place as "column,row", or as the two cells of its border."""
    if place < CELLS:
        return cell_name(place)
    first, second = BORDERS[place - CELLS]
    return f"{cell_name(first)}|{cell_name(second)}"


@rule
def is_border(place: int) -> bool:
    """Whether a place is the border of two cells."""
    return place >= CELLS


@rule
def are_apart(place: int, other: int) -> bool:
    """Whether tiles centred on two borders do not touch each other (KIT-44)."""
    dq = CENTRE_Q[place] - CENTRE_Q[other]
    dr = CENTRE_R[place] - CENTRE_R[other]
    return dq * dq + dq * dr + dr * dr >= 4
