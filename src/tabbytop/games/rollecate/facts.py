"""What can be read off Rollecate's table: phases, numbers from the component file, and questions several rules ask."""

from __future__ import annotations

import math

from tabbytop.engine.rule import rule, table
from tabbytop.games.rollecate.board import BOX, TRACKS, end_is_free, value_of
from tabbytop.games.rollecate.state import Rollecate

(
    CHOOSING_STARTER,
    TURNING_UP,
    PLACING,
    RETURNING,
    REMOVING,
    DEALING,
    DRAWING,
    ACTING,
    BUILDING,
    DISCARDING,
    THROWING,
    RIDING,
    TAKING,
    LAYING,
    BETSY_DRAWING,
    BETSY_ACTING,
    BETSY_BENDING,
    SCORING,
    FINISHED,
) = range(19)

AT_A_TABLE, SOLO, SOLO_HARD, AGAINST_BETSY = range(4)
"""Modes: two to four players, or one alone in three ways."""
HUMAN, BETSY = 0, 1
"""Seats of a game against Betsy."""

DICE = BOX.totals.dice
TRAIN_ON = BOX.setup.train_on_card - 1
DEALT = BOX.setup.cards_dealt
REMOVED = table([0, *(getattr(BOX.setup.removed, f"players_{players}") for players in range(1, 5))])
"""Cards removed, by number of players (ROL-27 to ROL-29, ROL-98)."""
FORBIDDEN_DIFFERENCE = BOX.rules.forbidden_difference
PASS_STEPS = BOX.rules.pass_steps
PASS_PENALTY = BOX.rules.pass_penalty
BROKEN_PENALTY = BOX.rules.broken_penalty
DERAILMENTS_ALLOWED = BOX.solo_hard.derailments_allowed
BETSY_DERAIL_PENALTY = BOX.betsy.derail_penalty

_WHEEL_FACES = BOX.die.faces.count("wheel")
_BLANK_FACES = BOX.die.faces.count("blank")
WHEEL_WEIGHTS = table(
    [
        math.comb(dice, wheels) * _WHEEL_FACES**wheels * _BLANK_FACES ** (dice - wheels) if wheels <= dice else 0
        for wheels in range(DICE + 1)
    ]
    for dice in range(DICE + 1)
)
"""In how many ways so many dice show so many wheels (ROL-08)."""


@rule
def is_betsy(s: Rollecate, seat: int) -> bool:
    """Betsy sits behind the one human of her game (ROL-105)."""
    return s.mode == AGAINST_BETSY and seat == BETSY


@rule
def in_setup(s: Rollecate) -> bool:
    """Whether the first turn has not begun."""
    return s.phase < DRAWING


@rule
def cards_ahead(s: Rollecate) -> int:
    """Cards between the train and the end of the railway."""
    return s.end - 1 - s.train


@rule
def cards_behind(s: Rollecate) -> int:
    """Cards between the start of the railway and the train: all that penalties can take (ROL-47)."""
    return s.train - s.first


@rule
def next_dealt(s: Rollecate) -> int:
    """Who is dealt the next card, or -1 when everybody has a hand (ROL-31)."""
    for seat in range(s.players):
        if s.hand_size[seat] < DEALT:
            return seat
    return -1


@rule
def values_fit(one: int, other: int) -> bool:
    """Whether cards of two values may follow each other (ROL-68)."""
    return abs(one - other) != FORBIDDEN_DIFFERENCE


@rule
def last_value(s: Rollecate) -> int:
    """The value of the railway's last card."""
    return value_of(s.track[s.end - 1])


@rule
def can_build(s: Rollecate, value: int) -> bool:
    """Whether a track card of a value may be laid at the end of the railway (ROL-67, ROL-68)."""
    return values_fit(value, last_value(s)) and end_is_free(s)


@rule
def top_value(s: Rollecate, seat: int) -> int:
    """The value of the top card of a discard pile; 0 if it is empty."""
    size = s.pile_size[seat]
    return value_of(s.pile[seat, size - 1]) if size > 0 else 0


@rule
def only_way_to_lay(s: Rollecate, seat: int) -> int:
    """The kind of the next penalty card if neither its choice nor combining is left to the player; else -1."""
    only = -1
    for kind in range(TRACKS):
        if s.taken[kind] > 0:
            if only >= 0:
                return -1
            only = kind
    return -1 if value_of(only) == top_value(s, seat) else only


@rule
def sum_of_pile(s: Rollecate, seat: int) -> int:
    """The values of all cards in a discard pile together (ROL-93)."""
    total = 0
    for index in range(s.pile_size[seat]):
        total += value_of(s.pile[seat, index])
    return total


@rule
def cards_in_pile(s: Rollecate, seat: int, value: int) -> int:
    """How many cards of a value lie in a discard pile."""
    count = 0
    for index in range(s.pile_size[seat]):
        if value_of(s.pile[seat, index]) == value:
            count += 1
    return count


@rule
def points(s: Rollecate, seat: int) -> int:
    """Points as they stand: the fewer, the better. Betsy counts cards (ROL-119); a lost game has none (ROL-102)."""
    if s.lost == 1:
        return 0
    return s.pile_size[seat] if is_betsy(s, seat) else sum_of_pile(s, seat)
