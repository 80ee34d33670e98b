"""Crazy cat, the automated opponent of the solo game: the one move that its algorithm makes (CAB-145 to CAB-159)."""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.games.cat_cab import board, components, facts, moves
from tabbytop.games.cat_cab.state import CatCab

HUMAN = 0
LEAVING = -1
"""Better than every square."""
FAR = 1 << 40


@rule
def distaste(s: CatCab, square: int) -> int:
    """How little Crazy cat likes to end on a square: the tuple of its algorithm as one number (CAB-150, CAB-151)."""
    column, row = square % components.COLUMNS, square // components.COLUMNS
    if board.heads_for_exit(s):
        gate = board.GATE_SQUARE[board.exit_gate(s)]
        steps = board.steps_between(square, gate) + 1
        target_row = board.BEYOND_ROW[board.exit_gate(s)]
    else:
        steps = board.steps_between(square, s.passenger)
        target_row = s.passenger // components.COLUMNS
    special = 1 if facts.active_kind(s, square) != 0 else 0
    return (((steps * 2 + special) * 16 + abs(row - target_row)) * 8 + column) * 16 + row


@rule
def best_of(s: CatCab, places: int) -> int:
    """The least distaste among places (bits); LEAVING if it may and can leave (CAB-152)."""
    if places & board.LEFT_BIT and board.heads_for_exit(s):
        return LEAVING
    best = FAR
    for square in range(board.SQUARES):
        if places >> square & 1:
            best = min(best, distaste(s, square))
    return best


@rule
def best_end(s: CatCab, place: int, ones: int, twos: int) -> int:
    """The least distaste that driving these sources from a place can end with."""
    if place == board.LEFT:
        return LEAVING if board.heads_for_exit(s) else FAR
    return best_of(s, board.reach(s, place, ones, twos))


@rule
def choose_cancelling(s: CatCab) -> int:
    """Keep the sources that lead nearest to the target."""
    left = facts.spaces_of_sources(s) - s.curses[board.CRAZY]
    best, choice = FAR, moves.CANCEL
    for broken in range(facts.most_broken(s), facts.fewest_broken(s) - 1, -1):
        kept = s.twos - broken
        end = best_end(s, s.place[board.CRAZY], left - 2 * kept, kept)
        if end < best:
            best, choice = end, moves.CANCEL + kept
    return choice


@rule
def choose_drive(s: CatCab) -> int:
    """The first source and direction after which the best end is still in reach."""
    place = s.place[board.CRAZY]
    best, choice = FAR + 1, moves.MOVE
    for spaces in range(1, 3):
        ones = s.ones - (1 if spaces == 1 else 0)
        twos = s.twos - (1 if spaces == 2 else 0)
        if ones < 0 or twos < 0:
            continue
        for direction in range(4):
            ahead = board.drive(s, place, direction, spaces)
            if ahead != board.NOWHERE:
                end = distaste(s, ahead) if ahead == board.stop_square(s) else best_end(s, ahead, ones, twos)
                if end < best:
                    best, choice = end, moves.MOVE + 4 * (spaces - 1) + direction
    return choice


@rule
def choose_back(s: CatCab) -> int:
    """Back along the column to the gate's row, then along that row, then out to the start area."""
    place = s.place[board.CRAZY]
    if s.back_spaces >= board.start_distance(s, place):
        return moves.BACK + board.START
    gate = board.GATE_SQUARE[s.entry]
    for _ in range(s.back_spaces):
        if place // components.COLUMNS > gate // components.COLUMNS:
            place -= components.COLUMNS
        elif place // components.COLUMNS < gate // components.COLUMNS:
            place += components.COLUMNS
        elif place > gate:
            place -= 1
        else:
            place += 1
    return moves.BACK + place


@rule
def choose_taking(s: CatCab) -> int:
    """A D6 before a D8, the own colour before the others, then red, blue, green."""
    for kind in range(2):
        own = s.colour[board.CRAZY] + 3 * kind
        if facts.may_take(s, board.CRAZY, own):
            return moves.TAKE_DIE + own
        for die in range(3 * kind, 3 * kind + 3):
            if facts.may_take(s, board.CRAZY, die):
                return moves.TAKE_DIE + die
    return moves.DECLINE


@rule
def choose_boost(s: CatCab) -> int:
    """The direction with the best end; leaving only for the exit's sake or for want of another way."""
    best, choice = FAR + 1, moves.BOOST
    for direction in range(4):
        if facts.can_boost(s, direction):
            end = board.coast(s, s.place[board.CRAZY], direction, s.boost)
            if end == board.LEFT:
                value = LEAVING if board.heads_for_exit(s) else FAR
            else:
                value = distaste(s, end)
            if value < best:
                best, choice = value, moves.BOOST + direction
    return choice


@rule
def choose_loss(s: CatCab) -> int:
    """A D6 before a D8, other colours before the own, then red, blue, green."""
    for kind in range(2):
        own = s.colour[board.CRAZY] + 3 * kind
        for die in range(3 * kind, 3 * kind + 3):
            if die != own and s.holder[die] == board.CRAZY:
                return moves.LOSE_DIE + die
        if s.holder[own] == board.CRAZY:
            return moves.LOSE_DIE + own
    return moves.LOSE_DIE


@rule
def choice_of_crazy_cat(s: CatCab) -> int:
    """What Crazy cat does now; only asked when it is to act."""
    if s.phase == facts.ROLL_TURN:
        return moves.ROLL
    if s.phase == facts.REROLLING:
        return moves.STOP  # CAB-145
    if s.phase == facts.ITEMS:
        return moves.ROLL_ITEM  # CAB-148
    if s.phase == facts.CANCELLING:
        return choose_cancelling(s)
    if s.phase == facts.DRIVING:
        return choose_drive(s)
    if s.phase == facts.GREEDY_CAT:
        return choose_taking(s)
    if s.phase == facts.BOOSTING:
        return choose_boost(s)
    if s.phase == facts.BAD_LUCK:
        return choose_loss(s)
    if s.phase == facts.SABOTAGING:
        return moves.SABOTAGE + HUMAN if facts.is_target(s, HUMAN) else moves.DECLINE  # CAB-153
    return choose_back(s)
