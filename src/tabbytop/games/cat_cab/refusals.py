"""Why a move is not possible in Cat Cab: the number of the clause that forbids it, or 0.

Written apart from `legal` on purpose: a test holds the two equal on every state it meets, so each checks the other.
"""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.engine.seats import LUCK, OVER
from tabbytop.games.cat_cab.board import GATE_SQUARE, NOWHERE, OUTWARD, START, drive, exit_gate, in_city, is_back, step
from tabbytop.games.cat_cab.crazy_cat import choice_of_crazy_cat
from tabbytop.games.cat_cab.facts import (
    BAD_LUCK,
    BOOSTING,
    CANCELLING,
    COLLECTING,
    DRIVING,
    ENDING_TURN,
    FIGHT_BACK,
    FIRST_D6,
    FIRST_D8,
    GREEDY_CAT,
    ITEMS,
    MAX_CURSES,
    MAX_ITEMS,
    PASSENGER_ROW,
    POTHOLE,
    REROLLING,
    ROLL_TURN,
    SABOTAGING,
    SURPLUS_BACK,
    TURN_DICE,
    active,
    has_d6,
    is_crazy_cat,
)
from tabbytop.games.cat_cab.moves import (
    BACK,
    BOOST,
    CANCEL,
    COLLECT,
    DECLINE,
    DIE,
    LOSE_DIE,
    MARK,
    MOVE,
    REROLL,
    ROLL,
    ROLL_ITEM,
    SABOTAGE,
    SKIP_ITEMS,
    STOP,
    TAKE_DIE,
)
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
    if clause == 0 and is_crazy_cat(s, seat) and move != choice_of_crazy_cat(s):
        clause = why_not_crazy_cat(s)
    return clause


@rule
def why_not_this_seat(s: CatCab, seat: int) -> int:
    """Somebody else is to act."""
    if seat < 0 or s.acting < 0:
        return STEPS_IN_ORDER
    if s.phase == SURPLUS_BACK or s.phase == POTHOLE or s.phase == FIGHT_BACK:
        return 82
    return 24


@rule
def why_not_crazy_cat(s: CatCab) -> int:
    """Crazy cat does what its algorithm says and nothing else."""
    if s.phase == REROLLING:
        return 145
    if s.phase == ITEMS:
        return 148
    if s.phase == SABOTAGING:
        return 153
    if s.phase == GREEDY_CAT or s.phase == BAD_LUCK or s.phase == BOOSTING:
        return 155
    return 150


@rule
def why_not_now(s: CatCab, move: int) -> int:
    """The clause against a move of whoever is to act."""
    if move < ROLL:
        return why_not_die(s, move - DIE + 1)
    if s.acting == LUCK:
        return STEPS_IN_ORDER
    if move == ROLL:
        return 0 if s.phase == ROLL_TURN else STEPS_IN_ORDER
    if move <= STOP:
        return why_not_reroll(s, move)
    if move == ROLL_ITEM or move == SKIP_ITEMS:
        return why_not_items(s)
    if move < MOVE:
        return why_not_cancel(s, move - CANCEL)
    if move < BACK:
        return why_not_drive(s, (move - MOVE) // 4 + 1, (move - MOVE) % 4)
    if move < TAKE_DIE:
        return why_not_back(s, move - BACK)
    if move < BOOST:
        return why_not_take(s, move - TAKE_DIE)
    if move < LOSE_DIE:
        return why_not_boost(s, move - BOOST)
    if move < SABOTAGE:
        return why_not_lose(s, move - LOSE_DIE)
    if move < DECLINE:
        return why_not_sabotage(s, move - SABOTAGE)
    if move == DECLINE:
        return why_not_decline(s)
    if move == COLLECT:
        return 0 if s.phase == COLLECTING else 119
    return 0 if s.phase == ENDING_TURN else STEPS_IN_ORDER


@rule
def why_not_die(s: CatCab, value: int) -> int:
    """Luck alone rolls, and a D6 shows no 7."""
    if s.acting != LUCK:
        return STEPS_IN_ORDER
    eight_faces = s.phase == PASSENGER_ROW or (s.phase == TURN_DICE and s.rolling & ((1 << FIRST_D8) - 1) == 0)
    return 0 if value <= 6 or eight_faces else 3


@rule
def why_not_reroll(s: CatCab, move: int) -> int:
    """Re-rolling: dice of this turn, marked in ascending order, while there are fewer than four curses."""
    if s.phase != REROLLING:
        return 43 if s.pool != 0 and s.curses[active(s)] == MAX_CURSES else STEPS_IN_ORDER
    if move == REROLL:
        return 0 if s.marked != 0 else 38
    if move == STOP:
        return 0 if s.marked == 0 else 38
    die = move - MARK
    if s.pool & (1 << die) == 0:
        if die < FIRST_D6:
            return 37
        return 66 if s.holder[die - FIRST_D6] == active(s) else 32
    return 0 if (1 << die) > s.marked else 38


@rule
def why_not_items(s: CatCab) -> int:
    """Items come after the rolling and before movement, twice at most, for a final 3 each."""
    if s.phase == ITEMS:
        return 0
    if s.item_rolls == MAX_ITEMS:
        return 54
    return 52 if s.phase > ITEMS else STEPS_IN_ORDER


@rule
def why_not_cancel(s: CatCab, kept: int) -> int:
    """What is left after cancelling must be what the curses leave of the sources."""
    if s.phase != CANCELLING:
        return 68
    curses = s.curses[active(s)]
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
    if s.phase != DRIVING:
        return 67
    if (spaces == 1 and s.ones == 0) or (spaces == 2 and s.twos == 0):
        return 72
    place = s.place[active(s)]
    if drive(s, place, direction, spaces) != NOWHERE:
        return 0
    if place == START:
        return 77
    for _ in range(spaces):
        ahead = step(s, place, direction)
        if ahead == NOWHERE:
            break
        place = ahead
    if place == GATE_SQUARE[s.entry] and direction == OUTWARD[s.entry]:
        return 78
    if place == GATE_SQUARE[exit_gate(s)] and direction == OUTWARD[exit_gate(s)]:
        return 126
    return 76


@rule
def why_not_back(s: CatCab, end: int) -> int:
    """Moving back: only when told to, along a shortest way, all the way."""
    if s.phase != SURPLUS_BACK and s.phase != POTHOLE and s.phase != FIGHT_BACK:
        return STEPS_IN_ORDER
    return 0 if is_back(s, s.place[s.back_seat], s.back_spaces, end) else 80


@rule
def why_not_take(s: CatCab, die: int) -> int:
    """Greedy cat takes from others, a D6 first."""
    if s.phase != GREEDY_CAT or s.holder[die] < 0 or s.holder[die] == active(s):
        return 89
    if die >= 3 and has_d6(s, s.holder[die]):
        return 90
    return 0


@rule
def why_not_boost(s: CatCab, direction: int) -> int:
    """A boost needs something ahead."""
    if s.phase != BOOSTING:
        return 94
    return 95 if step(s, s.place[active(s)], direction) == NOWHERE else 0


@rule
def why_not_lose(s: CatCab, die: int) -> int:
    """Bad luck takes an own coloured die."""
    return 0 if s.phase == BAD_LUCK and s.holder[die] == active(s) else 99


@rule
def why_not_sabotage(s: CatCab, target: int) -> int:
    """Sabotage comes late in the turn and hits others who are still in the city."""
    if s.phase != SABOTAGING:
        return 111
    if target == active(s):
        return 47
    return 0 if target < s.seats and in_city(s.place[target]) else 115


@rule
def why_not_decline(s: CatCab) -> int:
    """Greedy cat and sabotage may be declined, a split sabotage only as a whole."""
    if s.phase == GREEDY_CAT:
        return 0
    if s.phase != SABOTAGING:
        return STEPS_IN_ORDER
    return 0 if s.placed == 0 else 114
