"""Betsy, the automated opponent: the one move that her algorithm makes (ROL-109 to ROL-118)."""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.games.rollecate.board import (
    BENDS,
    BOX,
    LEFT,
    RIGHT,
    STRAIGHT,
    TURN,
    end_heading,
    free_run,
    is_chaos,
    is_curve,
    value_of,
)
from tabbytop.games.rollecate.facts import BETSY, can_build, top_value
from tabbytop.games.rollecate.moves import BUILD, CHAOS, PASS
from tabbytop.games.rollecate.state import Rollecate

LOOK_AHEAD = BOX.betsy_bend.look_ahead
IF_EQUAL = BENDS.index(BOX.betsy_bend.tie)


@rule
def bend_of_betsy(s: Rollecate, kind: int) -> int:
    """A curve goes where more cells are free ahead (ROL-112)."""
    if not is_curve(kind):
        return STRAIGHT
    left = free_run(s, (end_heading(s) + TURN[LEFT]) % 4, LOOK_AHEAD)
    right = free_run(s, (end_heading(s) + TURN[RIGHT]) % 4, LOOK_AHEAD)
    if left == right:
        return IF_EQUAL
    return LEFT if left > right else RIGHT


@rule
def choice_of_betsy(s: Rollecate) -> int:
    """What Betsy does with the card she has drawn; only asked when she is to act."""
    value = value_of(s.shown)
    if is_chaos(s.shown):  # ROL-110, ROL-118
        return CHAOS + 2 * (value - 1) + (1 if top_value(s, BETSY) == value else 0)
    if can_build(s, value):  # ROL-111
        return BUILD + 3 * s.shown + bend_of_betsy(s, s.shown)
    return PASS  # ROL-113
