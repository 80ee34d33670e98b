"""Betsy, the automated opponent: the one move that her algorithm makes (ROL-109 to ROL-118)."""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.games.rollecate import board, facts, moves
from tabbytop.games.rollecate.board import BOX
from tabbytop.games.rollecate.state import Rollecate

LOOK_AHEAD = BOX.betsy_bend.look_ahead
IF_EQUAL = board.BENDS.index(BOX.betsy_bend.tie)


@rule
def bend_of_betsy(s: Rollecate, kind: int) -> int:
    """A curve goes where more cells are free ahead (ROL-112)."""
    if not board.is_curve(kind):
        return board.STRAIGHT
    left = board.free_run(s, (board.end_heading(s) + board.TURN[board.LEFT]) % 4, LOOK_AHEAD)
    right = board.free_run(s, (board.end_heading(s) + board.TURN[board.RIGHT]) % 4, LOOK_AHEAD)
    if left == right:
        return IF_EQUAL
    return board.LEFT if left > right else board.RIGHT


@rule
def choice_of_betsy(s: Rollecate) -> int:
    """What Betsy does with the card she has drawn; only asked when she is to act."""
    value = board.value_of(s.shown)
    if board.is_chaos(s.shown):  # ROL-110, ROL-118
        return moves.CHAOS + 2 * (value - 1) + (1 if facts.top_value(s, facts.BETSY) == value else 0)
    if facts.can_build(s, value):  # ROL-111
        return moves.BUILD + 3 * s.shown + bend_of_betsy(s, s.shown)
    return moves.PASS  # ROL-113
