"""Why a move is not possible in Cat Cab: the number of the clause that forbids it, or 0.

Written apart from `legal` on purpose: a test holds the two equal on every state it meets, so each checks the other.
"""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.engine.seats import LUCK, OVER
from tabbytop.games.cat_cab import board, crazy_cat, facts, moves
from tabbytop.games.cat_cab.state import CatCab

STEPS_IN_ORDER = 31


@rule
def why_not(s: CatCab, seat: int, move: int) -> int:
    """0 if the move is legal, else the clause against it."""
    if s.acting == OVER:
        return 135
    if seat != s.acting:
        return why_not_this_seat(s, seat)
    clause = why_not_now(s, move)
    if clause == 0 and facts.is_crazy_cat(s, seat) and move != crazy_cat.choice_of_crazy_cat(s):
        clause = why_not_crazy_cat(s)
    return clause


@rule
def why_not_this_seat(s: CatCab, seat: int) -> int:
    """Somebody else is to act."""
    if seat < 0 or s.acting < 0:
        return STEPS_IN_ORDER
    if s.phase == facts.SURPLUS_BACK or s.phase == facts.POTHOLE or s.phase == facts.FIGHT_BACK:
        return 82
    return 24


@rule
def why_not_crazy_cat(s: CatCab) -> int:
    """Crazy cat does what its algorithm says and nothing else."""
    if s.phase == facts.REROLLING:
        return 145
    if s.phase == facts.ITEMS:
        return 148
    if s.phase == facts.SABOTAGING:
        return 153
    if s.phase == facts.GREEDY_CAT or s.phase == facts.BAD_LUCK or s.phase == facts.BOOSTING:
        return 155
    return 150


@rule
def why_not_now(s: CatCab, move: int) -> int:
    """The clause against a move of whoever is to act."""
    if move < moves.ROLL:
        return why_not_die(s, move - moves.DIE + 1)
    if s.acting == LUCK:
        return STEPS_IN_ORDER
    if move == moves.ROLL:
        return 0 if s.phase == facts.ROLL_TURN else STEPS_IN_ORDER
    if move <= moves.STOP:
        return why_not_reroll(s, move)
    if move == moves.ROLL_ITEM or move == moves.SKIP_ITEMS:
        return why_not_items(s)
    if move < moves.MOVE:
        return why_not_cancel(s, move - moves.CANCEL)
    if move < moves.BACK:
        return why_not_drive(s, (move - moves.MOVE) // 4 + 1, (move - moves.MOVE) % 4)
    if move < moves.TAKE_DIE:
        return why_not_back(s, move - moves.BACK)
    if move < moves.BOOST:
        return why_not_take(s, move - moves.TAKE_DIE)
    if move < moves.LOSE_DIE:
        return why_not_boost(s, move - moves.BOOST)
    if move < moves.SABOTAGE:
        return why_not_lose(s, move - moves.LOSE_DIE)
    if move < moves.DECLINE:
        return why_not_sabotage(s, move - moves.SABOTAGE)
    if move == moves.DECLINE:
        return why_not_decline(s)
    if move == moves.COLLECT:
        return 0 if s.phase == facts.COLLECTING else 119
    return 0 if s.phase == facts.ENDING_TURN else STEPS_IN_ORDER


@rule
def why_not_die(s: CatCab, value: int) -> int:
    """Luck alone rolls, and a D6 shows no 7."""
    if s.acting != LUCK:
        return STEPS_IN_ORDER
    eight_faces = s.phase == facts.PASSENGER_ROW or (
        s.phase == facts.TURN_DICE and s.rolling & ((1 << facts.FIRST_D8) - 1) == 0
    )
    return 0 if value <= 6 or eight_faces else 3


@rule
def why_not_reroll(s: CatCab, move: int) -> int:
    """Re-rolling: dice of this turn, marked in ascending order, while there are fewer than four curses."""
    if s.phase != facts.REROLLING:
        return 43 if s.pool != 0 and s.curses[facts.active(s)] == facts.MAX_CURSES else STEPS_IN_ORDER
    if move == moves.REROLL:
        return 0 if s.marked != 0 else 38
    if move == moves.STOP:
        return 0 if s.marked == 0 else 38
    die = move - moves.MARK
    if s.pool & (1 << die) == 0:
        if die < facts.FIRST_D6:
            return 37
        return 66 if s.holder[die - facts.FIRST_D6] == facts.active(s) else 32
    return 0 if (1 << die) > s.marked else 38


@rule
def why_not_items(s: CatCab) -> int:
    """Items come after the rolling and before movement, twice at most, for a final 3 each."""
    if s.phase == facts.ITEMS:
        return 0
    if s.item_rolls == facts.MAX_ITEMS:
        return 54
    return 52 if s.phase > facts.ITEMS else STEPS_IN_ORDER


@rule
def why_not_cancel(s: CatCab, kept: int) -> int:
    """What is left after cancelling must be what the curses leave of the sources."""
    if s.phase != facts.CANCELLING:
        return 68
    curses = s.curses[facts.active(s)]
    left = s.ones + 2 * s.twos - curses
    if left <= 0:
        return 0 if kept == 0 else 69
    broken = s.twos - kept
    if broken < 0 or broken > curses:
        return 69
    # spaces that fall on the broken sources beyond their first one, and on the sources of 1
    rest = curses - broken
    return 0 if rest <= broken + s.ones else 69


@rule
def why_not_drive(s: CatCab, spaces: int, direction: int) -> int:
    """A source that is left, in a direction with room for all of it."""
    if s.phase != facts.DRIVING:
        return 67
    if (spaces == 1 and s.ones == 0) or (spaces == 2 and s.twos == 0):
        return 72
    place = s.place[facts.active(s)]
    if board.drive(s, place, direction, spaces) != board.NOWHERE:
        return 0
    if place == board.START:
        return 77
    for _ in range(spaces):
        ahead = board.step(s, place, direction)
        if ahead == board.NOWHERE:
            break
        place = ahead
    if place == board.GATE_SQUARE[s.entry] and direction == board.OUTWARD[s.entry]:
        return 78
    if place == board.GATE_SQUARE[board.exit_gate(s)] and direction == board.OUTWARD[board.exit_gate(s)]:
        return 126
    return 76


@rule
def why_not_back(s: CatCab, end: int) -> int:
    """Moving back: only when told to, along a shortest way, all the way."""
    if s.phase != facts.SURPLUS_BACK and s.phase != facts.POTHOLE and s.phase != facts.FIGHT_BACK:
        return STEPS_IN_ORDER
    return 0 if board.is_back(s, s.place[s.back_seat], s.back_spaces, end) else 80


@rule
def why_not_take(s: CatCab, die: int) -> int:
    """Greedy cat takes from others, a D6 first."""
    if s.phase != facts.GREEDY_CAT or s.holder[die] < 0 or s.holder[die] == facts.active(s):
        return 89
    if die >= 3 and facts.has_d6(s, s.holder[die]):
        return 90
    return 0


@rule
def why_not_boost(s: CatCab, direction: int) -> int:
    """A boost needs something ahead."""
    if s.phase != facts.BOOSTING:
        return 94
    return 95 if board.step(s, s.place[facts.active(s)], direction) == board.NOWHERE else 0


@rule
def why_not_lose(s: CatCab, die: int) -> int:
    """Bad luck takes an own coloured die."""
    return 0 if s.phase == facts.BAD_LUCK and s.holder[die] == facts.active(s) else 99


@rule
def why_not_sabotage(s: CatCab, target: int) -> int:
    """Sabotage comes late in the turn and hits others who are still in the city."""
    if s.phase != facts.SABOTAGING:
        return 111
    if target == facts.active(s):
        return 47
    return 0 if target < s.seats and board.in_city(s.place[target]) else 115


@rule
def why_not_decline(s: CatCab) -> int:
    """Greedy cat and sabotage may be declined, a split sabotage only as a whole."""
    if s.phase == facts.GREEDY_CAT:
        return 0
    if s.phase != facts.SABOTAGING:
        return STEPS_IN_ORDER
    return 0 if s.placed == 0 else 114
