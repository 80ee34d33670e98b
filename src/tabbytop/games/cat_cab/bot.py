"""What a driver of Cat Cab knows without thinking: which moves look natural, and who seems ahead.

The search of `tabbytop.bots` leans on both: `policy` weighs the legal moves of a seat, cheaply enough to guide whole
games, and `evaluate` guesses the result of a game that is not played out.
"""

from __future__ import annotations

import math

from tabbytop.engine.rule import rule, table
from tabbytop.engine.state import Ids, Reals
from tabbytop.games.cat_cab import board, facts, moves
from tabbytop.games.cat_cab.state import CatCab

SURE, LIKELY, ODD = 100, 20, 2
PACE = 3
"""Spaces that a cab makes good in a turn, rather a little less than more."""
LEAD_BY_PASSENGERS = table([0, 890, 970, 1070, 1080])
"""What one more than the rival has is worth, in thousandths of a logit, by passengers picked up so far. Fitted to the
results of a quarter of a million games played by `policy`; so are the numbers of `hope_in_rush_hour`."""
LEAD_BY_EXIT = table([30, 90, 100, 150, 260])
LEAD_BY_PASSENGER_NEAR = table([50, 20, 20, 25, 0])
LEAD_BY_D6 = table([170, 200, 200, 270, 300])
LEAD_BY_D8 = table([240, 270, 300, 370, 390])
LEAD_BY_CURSES = table([70, 90, 120, 120, 180])
LEAD_BY_TURN = table([180, 230, 250, 270, 370])
EVEN_IN_RUSH_HOUR, BY_MARGIN, BY_SPARE_TURN, BY_MISSING_TURN, BY_TIE = -1.75, 1.72, 0.27, 1.13, 0.4
"""What a driver in rush hour may hope for, as a logit."""
BY_NEARER_IN_RUSH_HOUR = 0.3
NEAR = 3
"""A passenger so much nearer than the exit is picked up on the way."""


@rule
def steps_to_square(s: CatCab, place: int, square: int) -> int:
    """Spaces to drive from a place to a square."""
    if place == board.START:
        return board.steps_between(board.GATE_SQUARE[s.entry], square) + 1
    return board.steps_between(place, square)


@rule
def steps_to_exit(s: CatCab, place: int) -> int:
    """Spaces to drive from a place out of the city."""
    return steps_to_square(s, place, board.GATE_SQUARE[board.exit_gate(s)]) + 1


@rule
def wants_out(s: CatCab, seat: int) -> bool:
    """Whether a driver should head for the exit rather than for the passenger.

    Leaving first is strong: it pays 5 points more than leaving second, and the others have five turns left. So whoever
    has at least as many passengers as the rivals goes, and whoever would be behind after leaving stays for one more.
    """
    if s.picked_up == 0:
        return False
    if s.passenger < 0:
        return True
    place = s.place[seat]
    out = steps_to_exit(s, place)
    there = steps_to_square(s, place, s.passenger)
    if s.rush[seat] == 0:
        lead = s.held[seat] - most_held_by_others(s, seat)
        if lead >= 0:
            return out <= there + NEAR
        return lead == -1 and 2 * out < there
    gone, best = 0, 0
    for other in range(s.seats):
        if s.departure[other] > 0:
            gone += 1
            best = max(best, facts.points(s, other))
    mine = facts.PASSENGER_POINTS * s.held[seat] + facts.LEAVING_POINTS[gone + 1]
    if mine > best:
        return True
    return mine == best and there + steps_to_exit(s, s.passenger) > PACE * s.rush[seat]


@rule
def most_held_by_others(s: CatCab, seat: int) -> int:
    """Passengers of the best of the rivals."""
    most = 0
    for other in range(s.seats):
        if other != seat:
            most = max(most, s.held[other])
    return most


@rule
def steps_to_target(s: CatCab, place: int, out: int) -> int:
    """Spaces to what a driver is after: the exit (out = 1) or the passenger."""
    if out == 1:
        return steps_to_exit(s, place)
    if s.passenger < 0:
        return 0
    return steps_to_square(s, place, s.passenger)


@rule
def misses(steps: int, spaces: int, out: int) -> int:
    """By how much `spaces` miss a target that many steps away: short of it, or past it by an odd number."""
    if spaces < steps:
        return steps - spaces
    if out == 1:
        return 0
    return (spaces - steps) % 2


@rule
def faces_move(s: CatCab) -> int:
    """Spaces that the dice on the table give."""
    spaces = 0
    for die in range(facts.DICE):
        if s.face[die] > 0 and facts.FACES[s.face[die], 0] == facts.MOVE_FACE:
            spaces += facts.FACES[s.face[die], 1]
    return spaces


@rule
def is_poor(face: int) -> bool:
    """A curse or a sabotage: a die worth rolling again."""
    return face <= 2


@rule
def weigh_rerolls(s: CatCab, seat: int, ids: Ids, n: int, weights: Ids) -> None:
    """Roll poor dice again until the target is in reach or the curses are three."""
    out = 1 if wants_out(s, seat) else 0
    curses = s.curses[seat]
    there = misses(steps_to_target(s, s.place[seat], out), max(0, faces_move(s) - curses), out) == 0
    content = there or curses >= 3
    poor_left = False
    for i in range(n):
        if ids[i] < moves.REROLL:
            die = ids[i] - moves.MARK
            poor = is_poor(s.face[die])
            weights[i] = LIKELY if poor and not content else 1
            poor_left = poor_left or poor
    last = n - 1
    if ids[last] == moves.STOP:
        weights[last] = SURE if content or not poor_left else ODD
    else:
        weights[last] = LIKELY if poor_left and not content else SURE


@rule
def weigh_driving(s: CatCab, seat: int, ids: Ids, n: int, weights: Ids) -> None:
    """Drive so that the target can still be met exactly, or else as near to it as possible."""
    out = 1 if wants_out(s, seat) else 0
    place = s.place[seat]
    for i in range(n):
        spaces = (ids[i] - moves.MOVE) // 4 + 1
        end = board.drive(s, place, (ids[i] - moves.MOVE) % 4, spaces)
        if end == board.LEFT:
            weights[i] = SURE * 4 if out == 1 else ODD
        else:
            left = s.ones + 2 * s.twos - spaces
            miss = misses(steps_to_target(s, end, out), left, out)
            weights[i] = SURE if miss == 0 else max(1, LIKELY >> min(miss, 5))
            if left == 0 and facts.active_kind(s, end) == 2:
                weights[i] = max(1, weights[i] // 2)


@rule
def weigh_places(s: CatCab, seat: int, ids: Ids, n: int, weights: Ids) -> None:
    """Boosts and moves back: end as near to the target as possible."""
    out = 1 if wants_out(s, seat) else 0
    for i in range(n):
        if s.phase == facts.BOOSTING:
            end = board.coast(s, s.place[seat], ids[i] - moves.BOOST, s.boost)
        else:
            end = ids[i] - moves.BACK
        if end == board.LEFT:
            weights[i] = SURE * 4 if out == 1 else ODD
        else:
            weights[i] = max(1, SURE >> min(6, steps_to_target(s, end, out)))


@rule
def policy(s: CatCab, seat: int, ids: Ids, n: int, weights: Ids) -> None:
    """How natural each legal move looks: a positive weight for each of the `n` ids."""
    phase = s.phase
    if phase == facts.REROLLING:
        weigh_rerolls(s, seat, ids, n, weights)
    elif phase == facts.DRIVING:
        weigh_driving(s, seat, ids, n, weights)
    elif phase == facts.BOOSTING or phase == facts.SURPLUS_BACK or phase == facts.POTHOLE or phase == facts.FIGHT_BACK:
        weigh_places(s, seat, ids, n, weights)
    else:
        for i in range(n):
            weights[i] = LIKELY
            if ids[i] == moves.DECLINE:
                weights[i] = 1
            elif phase == facts.ITEMS and ids[i] != moves.ROLL_ITEM:
                weights[i] = ODD
            elif phase == facts.SABOTAGING:
                weights[i] = LIKELY + 2 * facts.points(s, ids[i] - moves.SABOTAGE)


@rule
def chance(z: float) -> float:
    """From any number to a chance: 0 is even."""
    return 1.0 / (1.0 + math.exp(-z))


@rule
def by_passengers(s: CatCab, seat: int) -> int:
    """What the passengers of a driver are worth while nobody has left, in thousandths of a logit; so are the rest."""
    return LEAD_BY_PASSENGERS[s.picked_up] * s.held[seat]


@rule
def by_exit(s: CatCab, seat: int) -> int:
    """What the way to the exit costs a driver."""
    return -LEAD_BY_EXIT[s.picked_up] * steps_to_exit(s, s.place[seat])


@rule
def by_passenger_near(s: CatCab, seat: int) -> int:
    """What the way to the passenger costs a driver."""
    if s.passenger < 0:
        return 0
    return -LEAD_BY_PASSENGER_NEAR[s.picked_up] * steps_to_square(s, s.place[seat], s.passenger)


@rule
def by_dice(s: CatCab, seat: int) -> int:
    """What the coloured dice of a driver are worth."""
    worth = 0
    for die in range(6):
        if s.holder[die] == seat:
            worth += LEAD_BY_D6[s.picked_up] if die < 3 else LEAD_BY_D8[s.picked_up]
    return worth


@rule
def by_curses(s: CatCab, seat: int) -> int:
    """What the curses on a driver cost."""
    return -LEAD_BY_CURSES[s.picked_up] * s.curses[seat]


@rule
def by_turn(s: CatCab, seat: int) -> int:
    """What it is worth to be on turn."""
    return LEAD_BY_TURN[s.picked_up] if seat == facts.active(s) else 0


@rule
def standing(s: CatCab, seat: int) -> int:
    """How good a driver's position is while nobody has left; `reasons.py` names what it is made of."""
    where = by_exit(s, seat) + by_passenger_near(s, seat)
    return by_passengers(s, seat) + where + by_dice(s, seat) + by_curses(s, seat) + by_turn(s, seat)


@rule
def margin_in_rush_hour(s: CatCab, seat: int, best: int, gone: int) -> float:
    """By how many passengers a driver who leaves next is ahead of `best` points, as far as it matters."""
    margin = (facts.PASSENGER_POINTS * s.held[seat] + facts.LEAVING_POINTS[gone + 1] - best) / facts.PASSENGER_POINTS
    return max(-3.0, min(3.0, margin))


@rule
def spare_turns(s: CatCab, seat: int) -> float:
    """Turns of rush hour that a driver will probably not need to leave."""
    return s.rush[seat] - steps_to_exit(s, s.place[seat]) / 3.0


@rule
def hope_for_more(s: CatCab, margin: float) -> float:
    """What a driver with such a margin can hope for: passengers who still wait, where it is behind."""
    return 0.5 if margin > 0 else 0.5 * (facts.PASSENGERS - s.picked_up)


@rule
def hope_in_rush_hour(s: CatCab, seat: int, best: int, gone: int) -> float:
    """How likely a driver still in the city ends before one who left with `best` points."""
    margin = margin_in_rush_hour(s, seat, best, gone)
    spare = spare_turns(s, seat)
    z = EVEN_IN_RUSH_HOUR + BY_MARGIN * margin + BY_SPARE_TURN * spare + BY_MISSING_TURN * min(0.0, spare)
    return chance(z + hope_for_more(s, margin) + (BY_TIE if margin == 0 else 0.0))


@rule
def drivers_gone(s: CatCab) -> int:
    """How many have left the city."""
    gone = 0
    for seat in range(s.seats):
        if s.departure[seat] > 0:
            gone += 1
    return gone


@rule
def ahead_of(s: CatCab, seat: int, other: int, gone: int) -> float:
    """How likely one driver ends before another."""
    here, there = board.in_city(s.place[seat]), board.in_city(s.place[other])
    if here and there:
        if gone == 0:
            return chance((standing(s, seat) - standing(s, other)) / 1000.0)
        nearer = steps_to_exit(s, s.place[other]) - steps_to_exit(s, s.place[seat])
        return chance(s.held[seat] - s.held[other] + BY_NEARER_IN_RUSH_HOUR * nearer)
    if here:
        return hope_in_rush_hour(s, seat, facts.points(s, other), gone) if s.departure[other] > 0 else 1.0
    if there:
        return 1.0 - hope_in_rush_hour(s, other, facts.points(s, seat), gone) if s.departure[seat] > 0 else 0.0
    if facts.points(s, seat) == facts.points(s, other):
        return 0.5
    return 1.0 if facts.points(s, seat) > facts.points(s, other) else 0.0


@rule
def evaluate(s: CatCab, out: Reals) -> None:
    """A guess at each seat's result, from 0 (last) to 1 (first): the rivals it will probably leave behind."""
    gone = drivers_gone(s)
    for seat in range(s.seats):
        total = 0.0
        for other in range(s.seats):
            if other != seat:
                total += ahead_of(s, seat, other, gone)
        out[seat] = total / (s.seats - 1)
