"""The city of Mew York: squares, gates, special squares, and the ways between them.

A square is column - 1 + 6 * (row - 1). Sets of squares are the bits of one integer. The board is read from the
component file; `entry` is the number of the gate where everybody starts, and the other gate is the exit.
"""

from __future__ import annotations

from tabbytop.engine.rule import rule, scratch, table
from tabbytop.games.cat_cab.components import COLUMNS, EDGES, ROWS, load
from tabbytop.games.cat_cab.state import CatCab

BOX = load()
COLOURS = tuple(BOX.game.colours)
GATES = (BOX.gates.A, BOX.gates.B)

SQUARES = COLUMNS * ROWS
START = SQUARES
"""The start area at the entry gate (CAB-21)."""
LEFT = SQUARES + 1
"""Out through the exit (CAB-127)."""
OUT = SQUARES + 2
"""Removed from the game (CAB-134)."""
NOWHERE = -1
CRAZY = 1
"""The seat of Crazy cat in a solo game."""

UP, RIGHT, DOWN = 0, 1, 2
"""Directions; the fourth is left."""
PLAIN, NIBBLES, PATROL = 0, 1, 2

_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def square_at(column: int, row: int) -> int:
    """The number of square (column, row), both counted from 1 (CAB-04)."""
    return column - 1 + COLUMNS * (row - 1)


def square_name(square: int) -> str:
    """The square as players write it: column, then row."""
    return f"{square % COLUMNS + 1},{square // COLUMNS + 1}"


def _neighbour(square: int, direction: int) -> int:
    column, row = square % COLUMNS + 1 + _STEPS[direction][0], square // COLUMNS + 1 + _STEPS[direction][1]
    return square_at(column, row) if 1 <= column <= COLUMNS and 1 <= row <= ROWS else NOWHERE


NEXT = table([_neighbour(square, direction) for direction in range(4)] for square in range(SQUARES))
GATE_SQUARE = table(square_at(*gate.square) for gate in GATES)
OUTWARD = table(_STEPS.index(EDGES[gate.edge]) for gate in GATES)
BEYOND_ROW = table(gate.square[1] - 1 + EDGES[gate.edge][1] for gate in GATES)
"""The row, counted from 0, of the space outside each gate."""
KIND = table(
    [".NP".index(side.rows[ROWS - 1 - square // COLUMNS][square % COLUMNS]) for square in range(SQUARES)]
    for side in (BOX.board.front, BOX.board.back)
)


def _numbered(kinds: list[int]) -> list[int]:
    """The special squares of a side counted from 0, in the order of the squares; -1 for all others."""
    return [sum(map(bool, kinds[:square])) if kind else NOWHERE for square, kind in enumerate(kinds)]


SPECIAL = table(_numbered(kinds) for kinds in KIND.tolist())
"""By side and square: the number of a special square, or NOWHERE."""
ALL_SQUARES = (1 << SQUARES) - 1
FIRST_COLUMN = sum(1 << square_at(1, row) for row in range(1, ROWS + 1))
LAST_COLUMN = sum(1 << square_at(COLUMNS, row) for row in range(1, ROWS + 1))
START_BIT = 1 << START
LEFT_BIT = 1 << LEFT


@rule
def on_grid(place: int) -> bool:
    """Whether a place is one of the 48 squares."""
    return 0 <= place < SQUARES


@rule
def in_city(place: int) -> bool:
    """Whether a driver there is still in the game and has not left."""
    return 0 <= place <= START


@rule
def exit_gate(s: CatCab) -> int:
    """The gate that is not the entry (CAB-17)."""
    return 1 - s.entry


@rule
def step(s: CatCab, place: int, direction: int) -> int:
    """The place one space on, or NOWHERE."""
    if place == START:  # CAB-77: through the entry gate, and in no other direction
        inward = (OUTWARD[s.entry] + 2) % 4
        return GATE_SQUARE[s.entry] if direction == inward else NOWHERE
    out = exit_gate(s)
    if place == GATE_SQUARE[out] and direction == OUTWARD[out] and s.picked_up > 0:  # CAB-126, CAB-127
        return LEFT
    return NEXT[place, direction]


@rule
def heads_for_exit(s: CatCab) -> bool:
    """The target of Crazy cat is the passenger while one waits, otherwise the exit (CAB-149, CAB-157)."""
    return s.passenger < 0 or (s.sensible_crazy_cat == 1 and s.rush[CRAZY] > 0)


@rule
def stop_square(s: CatCab) -> int:
    """The square at which driving ends, as an option: Crazy cat's at the passenger that it is after (CAB-163)."""
    if s.crazy_cat_stops == 0 or s.order[s.turn] != CRAZY or heads_for_exit(s):
        return NOWHERE
    return s.passenger


@rule
def drive(s: CatCab, place: int, direction: int, spaces: int) -> int:
    """Where a source of `spaces` leads, or NOWHERE if the grid ends before (CAB-72, CAB-76)."""
    stop = stop_square(s)
    for _ in range(spaces):
        place = step(s, place, direction)
        if place == LEFT:  # CAB-128: what is left over is lost
            return LEFT
        if place == NOWHERE or place == stop:
            return place
    return place


@rule
def coast(s: CatCab, place: int, direction: int, spaces: int) -> int:
    """Where a speed boost leads: it stops early at the edge (CAB-95) and may leave the city (CAB-96)."""
    stop = stop_square(s)
    for _ in range(spaces):
        ahead = step(s, place, direction)
        if ahead == NOWHERE:
            return place
        place = ahead
        if place == LEFT or place == stop:
            return place
    return place


@rule
def steps_between(square: int, other: int) -> int:
    """Spaces on the shortest way between two squares."""
    return abs(square % COLUMNS - other % COLUMNS) + abs(square // COLUMNS - other // COLUMNS)


@rule
def start_distance(s: CatCab, place: int) -> int:
    """Spaces on the shortest way back to the start area (CAB-80)."""
    if place == START:
        return 0
    return steps_between(place, GATE_SQUARE[s.entry]) + 1


@rule
def is_back(s: CatCab, place: int, spaces: int, end: int) -> bool:
    """Whether `end` is where `spaces` steps towards the start area can lead (CAB-80)."""
    if spaces >= start_distance(s, place):
        return end == START
    if not on_grid(end):
        return False
    return steps_between(place, end) == spaces and start_distance(s, end) == start_distance(s, place) - spaces


@rule
def lone_back(s: CatCab, place: int, spaces: int) -> bool:
    """Whether a move back leaves no choice: it reaches the gate, or only one axis is left to go along."""
    if spaces >= start_distance(s, place) - 1:
        return True
    gate = GATE_SQUARE[s.entry]
    return place % COLUMNS == gate % COLUMNS or place // COLUMNS == gate // COLUMNS


@rule
def spread(s: CatCab, places: int, spaces: int) -> int:
    """All places that one source of `spaces` leads to from any of `places` (bits; LEFT included)."""
    found = 0
    stop = stop_bit(s)
    out = exit_gate(s)
    exit_bit = 1 << GATE_SQUARE[out]
    for direction in range(4):
        ahead = places
        for _ in range(spaces):
            here = ahead
            squares = here & ALL_SQUARES
            if direction == UP:
                ahead = (squares << COLUMNS) & ALL_SQUARES
            elif direction == RIGHT:
                ahead = (squares & ~LAST_COLUMN) << 1
            elif direction == DOWN:
                ahead = squares >> COLUMNS
            else:
                ahead = (squares & ~FIRST_COLUMN) >> 1
            if here & START_BIT and direction == (OUTWARD[s.entry] + 2) % 4:
                ahead |= 1 << GATE_SQUARE[s.entry]
            if here & exit_bit and direction == OUTWARD[out] and s.picked_up > 0:
                found |= LEFT_BIT
            found |= ahead & stop
            ahead &= ~stop
        found |= ahead
    return found


@rule
def stop_bit(s: CatCab) -> int:
    """The square at which driving ends, as a bit; 0 if there is none."""
    stop = stop_square(s)
    return 1 << stop if stop >= 0 else 0


@rule
def reach(s: CatCab, place: int, ones: int, twos: int) -> int:
    """Every place where driving all these sources, in any order and direction, can end (bits)."""
    ways = scratch((ones + 1) * (twos + 1))
    ended, ending = 0, LEFT_BIT | stop_bit(s)
    for used in range(ones + 1):
        for used_twos in range(twos + 1):
            here = 0
            if used > 0:
                here |= spread(s, ways[(used - 1) * (twos + 1) + used_twos], 1)
            if used_twos > 0:
                here |= spread(s, ways[used * (twos + 1) + used_twos - 1], 2)
            ended |= here & ending
            here &= ~ending
            if used == 0 and used_twos == 0:
                here = 1 << place
            ways[used * (twos + 1) + used_twos] = here
    return ways[(ones + 1) * (twos + 1) - 1] | ended
