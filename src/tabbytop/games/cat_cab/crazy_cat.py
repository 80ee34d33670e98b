"""Crazy cat, the automated opponent of the solo game: the one move that its algorithm makes (CAB-145 to CAB-159)."""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.games.cat_cab.board import (
    BEYOND_ROW,
    CRAZY,
    GATE_SQUARE,
    LEFT,
    LEFT_BIT,
    NOWHERE,
    SQUARES,
    START,
    coast,
    drive,
    exit_gate,
    heads_for_exit,
    reach,
    start_distance,
    steps_between,
    stops_at,
)
from tabbytop.games.cat_cab.components import COLUMNS
from tabbytop.games.cat_cab.facts import (
    BAD_LUCK,
    BOOSTING,
    CANCELLING,
    DRIVING,
    GREEDY_CAT,
    ITEMS,
    REROLLING,
    ROLL_TURN,
    SABOTAGING,
    active_kind,
    can_boost,
    fewest_broken,
    is_target,
    may_take,
    most_broken,
    spaces_of_sources,
)
from tabbytop.games.cat_cab.moves import (
    BACK,
    BOOST,
    CANCEL,
    DECLINE,
    LOSE_DIE,
    MOVE,
    ROLL,
    ROLL_ITEM,
    SABOTAGE,
    STOP,
    TAKE_DIE,
)
from tabbytop.games.cat_cab.state import CatCab

HUMAN = 0
LEAVING = -1
"""Better than every square."""
FAR = 1 << 40


@rule
def distaste(s: CatCab, square: int) -> int:
    """How little Crazy cat likes to end on a square: the tuple of its algorithm as one number (CAB-150, CAB-151)."""
    column, row = square % COLUMNS, square // COLUMNS
    if heads_for_exit(s):
        gate = GATE_SQUARE[exit_gate(s)]
        steps = steps_between(square, gate) + 1
        target_row = BEYOND_ROW[exit_gate(s)]
    else:
        steps = steps_between(square, s.passenger)
        target_row = s.passenger // COLUMNS
    special = 1 if active_kind(s, square) != 0 else 0
    return (((steps * 2 + special) * 16 + abs(row - target_row)) * 8 + column) * 16 + row


@rule
def best_of(s: CatCab, places: int) -> int:
    """The least distaste among places (bits); LEAVING if it may and can leave (CAB-152)."""
    if places & LEFT_BIT and heads_for_exit(s):
        return LEAVING
    best = FAR
    for square in range(SQUARES):
        if places >> square & 1:
            best = min(best, distaste(s, square))
    return best


@rule
def best_end(s: CatCab, place: int, ones: int, twos: int) -> int:
    """The least distaste that driving these sources from a place can end with."""
    if place == LEFT:
        return LEAVING if heads_for_exit(s) else FAR
    return best_of(s, reach(s, place, ones, twos))


@rule
def choose_cancelling(s: CatCab) -> int:
    """Keep the sources that lead nearest to the target."""
    left = spaces_of_sources(s) - s.curses[CRAZY]
    best, choice = FAR, CANCEL
    for broken in range(most_broken(s), fewest_broken(s) - 1, -1):
        kept = s.twos - broken
        end = best_end(s, s.place[CRAZY], left - 2 * kept, kept)
        if end < best:
            best, choice = end, CANCEL + kept
    return choice


@rule
def choose_drive(s: CatCab) -> int:
    """The first source and direction after which the best end is still in reach."""
    place = s.place[CRAZY]
    best, choice = FAR + 1, MOVE
    for spaces in range(1, 3):
        ones = s.ones - (1 if spaces == 1 else 0)
        twos = s.twos - (1 if spaces == 2 else 0)
        if ones < 0 or twos < 0:
            continue
        for direction in range(4):
            ahead = drive(s, place, direction, spaces)
            if ahead != NOWHERE:
                end = distaste(s, ahead) if stops_at(s, ahead) else best_end(s, ahead, ones, twos)
                if end < best:
                    best, choice = end, MOVE + 4 * (spaces - 1) + direction
    return choice


@rule
def choose_back(s: CatCab) -> int:
    """Back along the column to the gate's row, then along that row, then out to the start area."""
    place = s.place[CRAZY]
    if s.back_spaces >= start_distance(s, place):
        return BACK + START
    gate = GATE_SQUARE[s.entry]
    for _ in range(s.back_spaces):
        if place // COLUMNS > gate // COLUMNS:
            place -= COLUMNS
        elif place // COLUMNS < gate // COLUMNS:
            place += COLUMNS
        elif place > gate:
            place -= 1
        else:
            place += 1
    return BACK + place


@rule
def choose_taking(s: CatCab) -> int:
    """A D6 before a D8, the own colour before the others, then red, blue, green."""
    for kind in range(2):
        own = s.colour[CRAZY] + 3 * kind
        if may_take(s, CRAZY, own):
            return TAKE_DIE + own
        for die in range(3 * kind, 3 * kind + 3):
            if may_take(s, CRAZY, die):
                return TAKE_DIE + die
    return DECLINE


@rule
def choose_boost(s: CatCab) -> int:
    """The direction with the best end; leaving only for the exit's sake or for want of another way."""
    best, choice = FAR + 1, BOOST
    for direction in range(4):
        if can_boost(s, direction):
            end = coast(s, s.place[CRAZY], direction, s.boost)
            if end == LEFT:
                value = LEAVING if heads_for_exit(s) else FAR
            else:
                value = distaste(s, end)
            if value < best:
                best, choice = value, BOOST + direction
    return choice


@rule
def choose_loss(s: CatCab) -> int:
    """A D6 before a D8, other colours before the own, then red, blue, green."""
    for kind in range(2):
        own = s.colour[CRAZY] + 3 * kind
        for die in range(3 * kind, 3 * kind + 3):
            if die != own and s.holder[die] == CRAZY:
                return LOSE_DIE + die
        if s.holder[own] == CRAZY:
            return LOSE_DIE + own
    return LOSE_DIE


@rule
def choice_of_crazy_cat(s: CatCab) -> int:
    """What Crazy cat does now; only asked when it is to act."""
    if s.phase == ROLL_TURN:
        return ROLL
    if s.phase == REROLLING:
        return STOP  # CAB-145
    if s.phase == ITEMS:
        return ROLL_ITEM  # CAB-148
    if s.phase == CANCELLING:
        return choose_cancelling(s)
    if s.phase == DRIVING:
        return choose_drive(s)
    if s.phase == GREEDY_CAT:
        return choose_taking(s)
    if s.phase == BOOSTING:
        return choose_boost(s)
    if s.phase == BAD_LUCK:
        return choose_loss(s)
    if s.phase == SABOTAGING:
        return SABOTAGE + HUMAN if is_target(s, HUMAN) else DECLINE  # CAB-153
    return choose_back(s)
