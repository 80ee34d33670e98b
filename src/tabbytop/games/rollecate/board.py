"""Cards and the railway: what kinds of cards there are, and how the line runs over the cells of an endless grid.

A kind is a value and what is printed on the card, as one number: four values of straight tracks, then of curves, of
broken straights, of broken curves, and of chaos cards. Knows nothing of turns.
"""

from __future__ import annotations

from tabbytop.engine.rule import rule, table
from tabbytop.games.rollecate.components import BENDS as CURVE_BENDS
from tabbytop.games.rollecate.components import VALUES, count_of, load
from tabbytop.games.rollecate.state import Rollecate

BOX = load()

PRINTS = (
    ("straight", "track", "straight"),
    ("curve", "track", "curve"),
    ("broken straight", "broken", "straight"),
    ("broken curve", "broken", "curve"),
    ("chaos", "chaos", None),
)
CARDS = tuple(f"{value} {name}" for name, _, _ in PRINTS for value in VALUES)
"""The names of the kinds, by number."""
COUNT = table(count_of(BOX, kind, value, shape) for _, kind, shape in PRINTS for value in VALUES)
"""How many cards of each kind there are (ROL-05)."""
KINDS = len(CARDS)
TRACKS = 16
"""Kinds below this one are track cards, the others chaos cards (ROL-09)."""
BROKEN = 8
"""Track cards from this kind on are broken."""
ALL_CARDS = int(COUNT.sum())
TRACK_CARDS = int(COUNT[:TRACKS].sum())
INITIAL = BOX.setup.initial_track_cards

BENDS = ("straight", *CURVE_BENDS)
STRAIGHT, LEFT, RIGHT = range(3)
HEADINGS = ("east", "north", "west", "south")
TURN = table([0, 1, 3])
"""Quarter turns against the clock, by bend."""
EAST_OF = table([1, 0, -1, 0])
NORTH_OF = table([0, 1, 0, -1])


@rule
def value_of(kind: int) -> int:
    """The value of a card, from 1 to 4 (ROL-04)."""
    return kind % 4 + 1


@rule
def is_chaos(kind: int) -> bool:
    """Whether a card is a chaos card."""
    return kind >= TRACKS


@rule
def is_broken(kind: int) -> bool:
    """Whether a card is a broken track."""
    return BROKEN <= kind < TRACKS


@rule
def is_curve(kind: int) -> bool:
    """Whether the rails of a track card lie on neighbouring sides (ROL-10)."""
    return kind < TRACKS and kind // 4 % 2 == 1


@rule
def bend_fits(kind: int, bend: int) -> bool:
    """A curve goes left or right, a straight has no choice (ROL-12)."""
    return (bend != STRAIGHT) == is_curve(kind)


@rule
def is_free(s: Rollecate, x: int, y: int) -> bool:
    """Whether no card of the railway lies on a cell (ROL-67)."""
    for place in range(s.first, s.end):
        if s.x[place] == x and s.y[place] == y:
            return False
    return True


@rule
def end_heading(s: Rollecate) -> int:
    """In which direction the next card is entered; the first card of all is entered heading east (ROL-23)."""
    return s.heading[s.end - 1] if s.end > 0 else 0


@rule
def end_x(s: Rollecate) -> int:
    """The column of the end cell, where the next card would go."""
    return s.x[s.end - 1] + EAST_OF[s.heading[s.end - 1]] if s.end > 0 else 0


@rule
def end_y(s: Rollecate) -> int:
    """The row of the end cell."""
    return s.y[s.end - 1] + NORTH_OF[s.heading[s.end - 1]] if s.end > 0 else 0


@rule
def end_is_free(s: Rollecate) -> bool:
    """Whether the line has room to go on (ROL-71)."""
    return is_free(s, end_x(s), end_y(s))


@rule
def free_run(s: Rollecate, heading: int, furthest: int) -> int:
    """Free cells in a straight line from the end cell, not counting itself, as far as one looks."""
    x, y = end_x(s), end_y(s)
    for steps in range(furthest):
        x += EAST_OF[heading]
        y += NORTH_OF[heading]
        if not is_free(s, x, y):
            return steps
    return furthest
