"""The rules of connect four on bitboards. Clause ids (FOR-…, see `clauses.md`) stand beside the lines they govern.

Adding the lowest bit of a column to the filled cells carries into the first empty cell of that column, and a line is
found by laying the stones over themselves, shifted. Both take a few instructions and no loop over cells.
"""

from __future__ import annotations

from tabbytop.benchmarks.connect_four.moves import COLUMNS, ROWS
from tabbytop.benchmarks.connect_four.state import ConnectFour
from tabbytop.engine.rule import rule
from tabbytop.engine.seats import OVER
from tabbytop.engine.state import Ids, Wide

HEIGHT = ROWS + 1
"""Bits from one column to the next; the spare one keeps lines from running on into the next column."""
UPWARD, ACROSS, RISING, FALLING = 1, HEIGHT, HEIGHT + 1, HEIGHT - 1
FLOOR = sum(1 << HEIGHT * column for column in range(COLUMNS))
CEILING = FLOOR << (ROWS - 1)
GRID = FLOOR * ((1 << ROWS) - 1)


@rule
def fours(stones: int, shift: int) -> int:
    """The cells from which four stones run on in the direction of a shift."""
    pairs = stones & (stones >> shift)
    return pairs & (pairs >> 2 * shift)


@rule
def has_line(stones: int) -> bool:
    """Whether four stones lie in a line (FOR-05)."""
    return (fours(stones, UPWARD) | fours(stones, ACROSS) | fours(stones, RISING) | fours(stones, FALLING)) != 0


@rule
def is_full(s: ConnectFour, column: int) -> bool:
    """Whether the topmost cell of a column is taken (FOR-04)."""
    return (s.filled >> (HEIGHT * column + ROWS - 1)) & 1 == 1


@rule
def count(cells: int) -> int:
    """How many cells a set has."""
    number = 0
    while cells != 0:
        cells &= cells - 1
        number += 1
    return number


@rule
def last_to_drop(s: ConnectFour) -> int:
    """The seat whose stones are `waiting`; seat 0 began (FOR-02)."""
    return (count(s.filled) + 1) % 2


# ---------------------------------------------------------------- who, what, and the doing


@rule
def setup(s: ConnectFour, options: Wide) -> None:
    """An empty grid (FOR-01): that is what a blank state says already."""


@rule
def actor(s: ConnectFour) -> int:
    """Who acts now."""
    return s.acting


@rule
def legal(s: ConnectFour, seat: int, out: Ids) -> int:
    """Every column with room (FOR-04). While all have room the answer needs no look at each of them."""
    if seat != s.acting:
        return 0
    if s.filled & CEILING == 0:
        for column in range(COLUMNS):
            out[column] = column
        return COLUMNS
    n = 0
    for column in range(COLUMNS):
        out[n] = column
        n += 1 - ((s.filled >> (HEIGHT * column + ROWS - 1)) & 1)
    return n


@rule
def chance(s: ConnectFour, ids: Ids, weights: Ids) -> int:
    """There is no luck in connect four."""
    return 0


@rule
def apply(s: ConnectFour, seat: int, move: int) -> None:
    """Drop a stone (FOR-03) and see whether it ends the game."""
    filled = s.filled | (s.filled + (1 << HEIGHT * move))
    mine = filled ^ s.waiting
    s.filled = filled
    s.waiting = mine
    if has_line(mine):  # FOR-05
        s.winner = seat
        s.acting = OVER
    elif filled == GRID:  # FOR-06
        s.acting = OVER
    else:
        s.acting = 1 - seat


@rule
def why_not(s: ConnectFour, seat: int, move: int) -> int:
    """0 if the move is legal, else the clause against it."""
    if s.acting == OVER:
        return 7
    if seat != s.acting:
        return 2
    return 4 if is_full(s, move) else 0


@rule
def score(s: ConnectFour, out: Wide) -> None:
    """One point for the line."""
    for seat in range(2):
        out[seat] = 1 if s.winner == seat else 0


@rule
def rank(s: ConnectFour, out: Wide) -> None:
    """The winner is first; a draw is shared (FOR-06)."""
    for seat in range(2):
        if s.acting != OVER:
            out[seat] = 0
        else:
            out[seat] = 1 if s.winner < 0 or s.winner == seat else 2


@rule
def imagine(s: ConnectFour, seat: int, luck: Wide) -> None:
    """Nothing is hidden: a view is already the truth."""


@rule
def broken(s: ConnectFour) -> int:
    """0, or what is wrong: 1 a stone hangs in the air, 2 one seat has too many stones, 3 the winner, 4 the turn."""
    if s.filled & ~GRID != 0 or (s.filled >> 1) & GRID & ~s.filled != 0:
        return 1
    if s.waiting & ~s.filled != 0 or count(s.waiting) != (count(s.filled) + 1) // 2:
        return 2
    won = has_line(s.waiting)
    if has_line(s.filled ^ s.waiting) or s.winner != (last_to_drop(s) if won else -1):
        return 3
    over = won or s.filled == GRID
    if s.acting != (OVER if over else 1 - last_to_drop(s)):
        return 4
    return 0
