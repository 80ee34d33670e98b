"""The verbs of Cat Cab: who acts, what a move does, how it is scored, what is legal.

What happens at the table is in `turn.py`, why a move is refused in `refusals.py`, what always holds in `invariants.py`.
"""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.engine.seats import LUCK, OVER
from tabbytop.engine.state import Ids, Wide
from tabbytop.games.cat_cab.board import NOWHERE, SQUARES, START, drive, is_back
from tabbytop.games.cat_cab.crazy_cat import choice_of_crazy_cat
from tabbytop.games.cat_cab.facts import (
    BAD_LUCK,
    BOOSTING,
    CANCELLING,
    COLLECTING,
    DICE,
    DRIVING,
    FIGHT_BACK,
    FINISHED,
    FIRST_D8,
    GREEDY_CAT,
    ITEM_DIE,
    ITEMS,
    ORDER_DIE,
    PASSENGER_ROW,
    POTHOLE,
    REROLLING,
    ROLL_TURN,
    SABOTAGING,
    SURPLUS_BACK,
    TURN_DICE,
    active,
    can_boost,
    fewest_broken,
    is_crazy_cat,
    is_target,
    may_take,
    most_broken,
    points,
    spaces_of_sources,
)
from tabbytop.games.cat_cab.invariants import broken
from tabbytop.games.cat_cab.moves import (
    BACK,
    BOOST,
    CANCEL,
    COLLECT,
    DECLINE,
    DIE,
    END_TURN,
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
from tabbytop.games.cat_cab.options import (
    COLOURS_SLOT,
    CRAZY_SLOT,
    ENTRY_SLOT,
    LOST_DICE_SLOT,
    PUSHED_SLOT,
    QUIET_SLOT,
    SIDE_SLOT,
    SPLIT_SLOT,
    STOPS_SLOT,
    TURN_LIMIT_SLOT,
)
from tabbytop.games.cat_cab.refusals import why_not
from tabbytop.games.cat_cab.state import CatCab
from tabbytop.games.cat_cab.turn import (
    cancel_sources,
    collect_passenger,
    drive_source,
    end_turn,
    enter,
    keep_dice,
    look_for_fight,
    look_for_passenger,
    lose_die,
    lowest_die,
    move_back,
    place_curses,
    resolve_curses,
    show_die,
    speed_boost,
    throw_marked_dice,
    throw_turn_dice,
)

__all__ = ["actor", "apply", "broken", "chance", "imagine", "legal", "rank", "score", "setup", "why_not"]


@rule
def setup(s: CatCab, options: Wide) -> None:
    """The empty city; luck then rolls for the turn order and the first passenger."""
    players = options[0]
    s.solo = 1 if players == 1 else 0
    s.seats = max(2, players)
    s.side = options[SIDE_SLOT]
    s.entry = options[ENTRY_SLOT]
    s.split_sabotage = options[SPLIT_SLOT]
    s.sensible_crazy_cat = options[CRAZY_SLOT]
    s.turn_limit = options[TURN_LIMIT_SLOT]
    s.lost_dice_stay_lost = options[LOST_DICE_SLOT]
    s.crazy_cat_stops = options[STOPS_SLOT]
    s.pushed_cabs_land = options[PUSHED_SLOT]
    s.quiet_squares_stay_quiet = options[QUIET_SLOT]
    for seat in range(players):
        s.colour[seat] = options[COLOURS_SLOT + seat]
    if s.solo:
        s.colour[1] = 1 if s.colour[0] == 0 else 0  # CAB-142
    for seat in range(s.seats):
        s.place[seat] = START  # CAB-21
    enter(s, ORDER_DIE, LUCK)


@rule
def actor(s: CatCab) -> int:
    """Who acts now."""
    return s.acting


@rule
def is_d8_roll(s: CatCab) -> bool:
    """Whether the die in the air has eight faces."""
    if s.phase == TURN_DICE:
        return lowest_die(s.rolling) >= FIRST_D8
    return s.phase == PASSENGER_ROW


@rule
def chance(s: CatCab, ids: Ids, weights: Ids) -> int:
    """One die at a time, every face alike."""
    faces = 8 if is_d8_roll(s) else 6
    for face in range(faces):
        ids[face] = DIE + face
        weights[face] = 1
    return faces


@rule
def apply(s: CatCab, seat: int, move: int) -> None:
    """Carry out one move."""
    if move < ROLL:
        show_die(s, move - DIE + 1)
    elif move == ROLL:
        throw_turn_dice(s)
    elif move < REROLL:
        s.marked |= 1 << (move - MARK)
    elif move == REROLL:
        throw_marked_dice(s)
    elif move == STOP:
        keep_dice(s)
    elif move == ROLL_ITEM:
        s.threes -= 1
        s.item_rolls += 1
        enter(s, ITEM_DIE, LUCK)
    elif move == SKIP_ITEMS:
        resolve_curses(s)
    elif move < MOVE:
        cancel_sources(s, move - CANCEL)
    elif move < BACK:
        drive_source(s, (move - MOVE) // 4 + 1, (move - MOVE) % 4)
    elif move < TAKE_DIE:
        move_back(s, move - BACK)
    elif move < BOOST:
        s.holder[move - TAKE_DIE] = active(s)
        look_for_fight(s)
    elif move < LOSE_DIE:
        speed_boost(s, move - BOOST)
    elif move < SABOTAGE:
        lose_die(s, move - LOSE_DIE)
    elif move < DECLINE:
        place_curses(s, move - SABOTAGE)
    elif move == DECLINE:
        if s.phase == GREEDY_CAT:
            look_for_fight(s)
        else:
            look_for_passenger(s)
    elif move == COLLECT:
        collect_passenger(s)
    else:
        end_turn(s)


@rule
def score(s: CatCab, out: Wide) -> None:
    """Points as they stand."""
    for seat in range(s.seats):
        out[seat] = points(s, seat)


@rule
def rank(s: CatCab, out: Wide) -> None:
    """Places: the winner, then by points and earlier departure (CAB-140), then all the eliminated (CAB-137)."""
    if s.phase != FINISHED:
        for seat in range(s.seats):
            out[seat] = 0
        return
    departed = 0
    for seat in range(s.seats):
        if s.departure[seat] > 0:
            departed += 1
    for seat in range(s.seats):
        place = 1
        if s.departure[seat] == 0:
            place += max(1, departed)  # CAB-161: if nobody has left there is no winner
        elif seat != s.champion:
            for other in range(s.seats):
                if other != seat and s.departure[other] > 0 and is_ahead(s, other, seat):
                    place += 1
        out[seat] = place


@rule
def is_ahead(s: CatCab, seat: int, other: int) -> bool:
    """Whether a departed driver ranks before another one."""
    if seat == s.champion:
        return True
    if points(s, seat) != points(s, other):
        return points(s, seat) > points(s, other)
    return s.departure[seat] < s.departure[other]


@rule
def imagine(s: CatCab, seat: int, luck: Wide) -> None:
    """Nothing is hidden in Cat Cab (CAB-15): a view is already the truth."""


@rule
def legal(s: CatCab, seat: int, out: Ids) -> int:
    """What a seat may do now."""
    if seat != s.acting or seat == LUCK or seat == OVER:
        return 0
    if is_crazy_cat(s, seat):
        out[0] = choice_of_crazy_cat(s)
        return 1
    phase = s.phase
    if phase == REROLLING:
        return legal_rerolling(s, out)
    if phase == DRIVING:
        return legal_driving(s, out)
    if phase == CANCELLING:
        return legal_cancelling(s, out)
    if phase == SURPLUS_BACK or phase == POTHOLE or phase == FIGHT_BACK:
        return legal_back(s, out)
    if phase == GREEDY_CAT:
        return legal_greedy_cat(s, out)
    if phase == BOOSTING:
        return legal_boosting(s, out)
    if phase == BAD_LUCK:
        return legal_bad_luck(s, out)
    if phase == SABOTAGING:
        return legal_sabotaging(s, out)
    if phase == ITEMS:
        out[0] = ROLL_ITEM
        out[1] = SKIP_ITEMS
        return 2
    if phase == ROLL_TURN:
        out[0] = ROLL
    elif phase == COLLECTING:
        out[0] = COLLECT
    else:
        out[0] = END_TURN
    return 1


@rule
def legal_rerolling(s: CatCab, out: Ids) -> int:
    """Mark dice in ascending order and re-roll them, or stop (CAB-38)."""
    n = 0
    for die in range(DICE):
        if s.pool >> die & 1 and s.marked >> die == 0:
            out[n] = MARK + die
            n += 1
    out[n] = REROLL if s.marked else STOP
    return n + 1


@rule
def legal_cancelling(s: CatCab, out: Ids) -> int:
    """Every number of whole sources of 2 that can be kept (CAB-69)."""
    if spaces_of_sources(s) <= s.curses[active(s)]:
        out[0] = CANCEL
        return 1
    n = 0
    for kept in range(s.twos - most_broken(s), s.twos - fewest_broken(s) + 1):
        out[n] = CANCEL + kept
        n += 1
    return n


@rule
def legal_driving(s: CatCab, out: Ids) -> int:
    """Every source left in every direction that has room for it (CAB-76)."""
    n = 0
    place = s.place[active(s)]
    for spaces in range(1, 3):
        if (s.ones if spaces == 1 else s.twos) > 0:
            for direction in range(4):
                if drive(s, place, direction, spaces) != NOWHERE:
                    out[n] = MOVE + 4 * (spaces - 1) + direction
                    n += 1
    return n


@rule
def legal_back(s: CatCab, out: Ids) -> int:
    """The ends of the shortest ways towards the start area (CAB-80)."""
    place = s.place[s.back_seat]
    n = 0
    for end in range(SQUARES + 1):
        if is_back(s, place, s.back_spaces, end):
            out[n] = BACK + end
            n += 1
    return n


@rule
def legal_greedy_cat(s: CatCab, out: Ids) -> int:
    """A die of another player, or none (CAB-89)."""
    n = 0
    for die in range(6):
        if may_take(s, active(s), die):
            out[n] = TAKE_DIE + die
            n += 1
    out[n] = DECLINE
    return n + 1


@rule
def legal_boosting(s: CatCab, out: Ids) -> int:
    """Every direction with something ahead (CAB-95)."""
    n = 0
    for direction in range(4):
        if can_boost(s, direction):
            out[n] = BOOST + direction
            n += 1
    return n


@rule
def legal_bad_luck(s: CatCab, out: Ids) -> int:
    """Any coloured die of the unlucky player (CAB-100)."""
    n = 0
    for die in range(6):
        if s.holder[die] == active(s):
            out[n] = LOSE_DIE + die
            n += 1
    return n


@rule
def legal_sabotaging(s: CatCab, out: Ids) -> int:
    """A rival in the city, or nobody; once begun, a split sabotage is finished (CAB-114)."""
    n = 0
    for seat in range(s.seats):
        if is_target(s, seat):
            out[n] = SABOTAGE + seat
            n += 1
    if s.placed == 0:
        out[n] = DECLINE
        n += 1
    return n
