"""The verbs of Cat Cab: who acts, what a move does, how it is scored, what is legal.

What happens at the table is in `turn.py`, why a move is refused in `refusals.py`, what always holds in `invariants.py`.
"""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.engine.seats import LUCK, OVER
from tabbytop.engine.state import Ids, Wide
from tabbytop.games.cat_cab import board, crazy_cat, facts, moves, turn
from tabbytop.games.cat_cab import options as slots
from tabbytop.games.cat_cab.invariants import broken
from tabbytop.games.cat_cab.refusals import why_not
from tabbytop.games.cat_cab.state import CatCab

__all__ = ["actor", "apply", "broken", "chance", "imagine", "legal", "rank", "score", "setup", "why_not"]


@rule
def setup(s: CatCab, options: Wide) -> None:
    """The empty city; luck then rolls for the turn order and the first passenger."""
    players = options[0]
    s.solo = 1 if players == 1 else 0
    s.seats = max(2, players)
    s.side = options[slots.SIDE_SLOT]
    s.entry = options[slots.ENTRY_SLOT]
    s.split_sabotage = options[slots.SPLIT_SLOT]
    s.sensible_crazy_cat = options[slots.CRAZY_SLOT]
    s.turn_limit = options[slots.TURN_LIMIT_SLOT]
    s.lost_dice_stay_lost = options[slots.LOST_DICE_SLOT]
    s.crazy_cat_stops = options[slots.STOPS_SLOT]
    s.pushed_cabs_land = options[slots.PUSHED_SLOT]
    s.quiet_squares_stay_quiet = options[slots.QUIET_SLOT]
    for seat in range(players):
        s.colour[seat] = options[slots.COLOURS_SLOT + seat]
    if s.solo:
        s.colour[1] = 1 if s.colour[0] == 0 else 0  # CAB-142
    for seat in range(s.seats):
        s.place[seat] = board.START  # CAB-21
    turn.enter(s, facts.ORDER_DIE, LUCK)


@rule
def actor(s: CatCab) -> int:
    """Who acts now."""
    return s.acting


@rule
def is_d8_roll(s: CatCab) -> bool:
    """Whether the die in the air has eight faces."""
    if s.phase == facts.TURN_DICE:
        return facts.lowest(s.rolling) >= facts.FIRST_D8
    return s.phase == facts.PASSENGER_ROW


@rule
def chance(s: CatCab, ids: Ids, weights: Ids) -> int:
    """One die at a time, every face alike."""
    faces = 8 if is_d8_roll(s) else 6
    for face in range(faces):
        ids[face] = moves.DIE + face
        weights[face] = 1
    return faces


@rule
def apply(s: CatCab, seat: int, move: int) -> None:
    """Carry out one move."""
    if move < moves.ROLL:
        turn.show_die(s, move - moves.DIE + 1)
    elif move == moves.ROLL:
        turn.throw_turn_dice(s)
    elif move < moves.REROLL:
        s.marked |= 1 << (move - moves.MARK)
    elif move == moves.REROLL:
        turn.throw_marked_dice(s)
    elif move == moves.STOP:
        turn.keep_dice(s)
    elif move == moves.ROLL_ITEM:
        s.threes -= 1
        s.item_rolls += 1
        turn.enter(s, facts.ITEM_DIE, LUCK)
    elif move == moves.SKIP_ITEMS:
        turn.resolve_curses(s)
    elif move < moves.MOVE:
        turn.cancel_sources(s, move - moves.CANCEL)
    elif move < moves.BACK:
        turn.drive_source(s, (move - moves.MOVE) // 4 + 1, (move - moves.MOVE) % 4)
    elif move < moves.TAKE_DIE:
        turn.move_back(s, move - moves.BACK)
    elif move < moves.BOOST:
        s.holder[move - moves.TAKE_DIE] = facts.active(s)
        turn.look_for_fight(s)
    elif move < moves.LOSE_DIE:
        turn.speed_boost(s, move - moves.BOOST)
    elif move < moves.SABOTAGE:
        turn.lose_die(s, move - moves.LOSE_DIE)
    elif move < moves.DECLINE:
        turn.place_curses(s, move - moves.SABOTAGE)
    elif move == moves.DECLINE:
        if s.phase == facts.GREEDY_CAT:
            turn.look_for_fight(s)
        else:
            turn.look_for_passenger(s)
    elif move == moves.COLLECT:
        turn.collect_passenger(s)
    else:
        turn.end_turn(s)


@rule
def score(s: CatCab, out: Wide) -> None:
    """Points as they stand."""
    for seat in range(s.seats):
        out[seat] = facts.points(s, seat)


@rule
def rank(s: CatCab, out: Wide) -> None:
    """Places: the winner, then by points and earlier departure (CAB-140), then all the eliminated (CAB-137)."""
    if s.phase != facts.FINISHED:
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
    if facts.points(s, seat) != facts.points(s, other):
        return facts.points(s, seat) > facts.points(s, other)
    return s.departure[seat] < s.departure[other]


@rule
def imagine(s: CatCab, seat: int, luck: Wide) -> None:
    """Nothing is hidden in Cat Cab (CAB-15): a view is already the truth."""


@rule
def legal(s: CatCab, seat: int, out: Ids) -> int:
    """What a seat may do now."""
    if seat != s.acting or seat == LUCK or seat == OVER:
        return 0
    if facts.is_crazy_cat(s, seat):
        out[0] = crazy_cat.choice_of_crazy_cat(s)
        return 1
    phase = s.phase
    if phase == facts.REROLLING:
        return legal_rerolling(s, out)
    if phase == facts.DRIVING:
        return legal_driving(s, out)
    if phase == facts.CANCELLING:
        return legal_cancelling(s, out)
    if phase == facts.SURPLUS_BACK or phase == facts.POTHOLE or phase == facts.FIGHT_BACK:
        return legal_back(s, out)
    if phase == facts.GREEDY_CAT:
        return legal_greedy_cat(s, out)
    if phase == facts.BOOSTING:
        return legal_boosting(s, out)
    if phase == facts.BAD_LUCK:
        return legal_bad_luck(s, out)
    if phase == facts.SABOTAGING:
        return legal_sabotaging(s, out)
    if phase == facts.ITEMS:
        out[0] = moves.ROLL_ITEM
        out[1] = moves.SKIP_ITEMS
        return 2
    if phase == facts.ROLL_TURN:
        out[0] = moves.ROLL
    elif phase == facts.COLLECTING:
        out[0] = moves.COLLECT
    else:
        out[0] = moves.END_TURN
    return 1


@rule
def legal_rerolling(s: CatCab, out: Ids) -> int:
    """Mark dice in ascending order and re-roll them, or stop (CAB-38)."""
    n = 0
    for die in range(facts.DICE):
        if s.pool >> die & 1 and s.marked >> die == 0:
            out[n] = moves.MARK + die
            n += 1
    out[n] = moves.REROLL if s.marked else moves.STOP
    return n + 1


@rule
def legal_cancelling(s: CatCab, out: Ids) -> int:
    """Every number of whole sources of 2 that can be kept (CAB-69)."""
    if facts.spaces_of_sources(s) <= s.curses[facts.active(s)]:
        out[0] = moves.CANCEL
        return 1
    n = 0
    for kept in range(s.twos - facts.most_broken(s), s.twos - facts.fewest_broken(s) + 1):
        out[n] = moves.CANCEL + kept
        n += 1
    return n


@rule
def legal_driving(s: CatCab, out: Ids) -> int:
    """Every source left in every direction that has room for it (CAB-76)."""
    n = 0
    place = s.place[facts.active(s)]
    for spaces in range(1, 3):
        if (s.ones if spaces == 1 else s.twos) > 0:
            for direction in range(4):
                if board.drive(s, place, direction, spaces) != board.NOWHERE:
                    out[n] = moves.MOVE + 4 * (spaces - 1) + direction
                    n += 1
    return n


@rule
def legal_back(s: CatCab, out: Ids) -> int:
    """The ends of the shortest ways towards the start area (CAB-80)."""
    place = s.place[s.back_seat]
    n = 0
    for end in range(board.SQUARES + 1):
        if board.is_back(s, place, s.back_spaces, end):
            out[n] = moves.BACK + end
            n += 1
    return n


@rule
def legal_greedy_cat(s: CatCab, out: Ids) -> int:
    """A die of another player, or none (CAB-89)."""
    n = 0
    for die in range(6):
        if facts.may_take(s, facts.active(s), die):
            out[n] = moves.TAKE_DIE + die
            n += 1
    out[n] = moves.DECLINE
    return n + 1


@rule
def legal_boosting(s: CatCab, out: Ids) -> int:
    """Every direction with something ahead (CAB-95)."""
    n = 0
    for direction in range(4):
        if facts.can_boost(s, direction):
            out[n] = moves.BOOST + direction
            n += 1
    return n


@rule
def legal_bad_luck(s: CatCab, out: Ids) -> int:
    """Any coloured die of the unlucky player (CAB-100)."""
    n = 0
    for die in range(6):
        if s.holder[die] == facts.active(s):
            out[n] = moves.LOSE_DIE + die
            n += 1
    return n


@rule
def legal_sabotaging(s: CatCab, out: Ids) -> int:
    """A rival in the city, or nobody; once begun, a split sabotage is finished (CAB-114)."""
    n = 0
    for seat in range(s.seats):
        if facts.is_target(s, seat):
            out[n] = moves.SABOTAGE + seat
            n += 1
    if s.placed == 0:
        out[n] = moves.DECLINE
        n += 1
    return n
