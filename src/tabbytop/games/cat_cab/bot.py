"""What a driver of Cat Cab knows without thinking: which moves look natural, and who seems ahead.

The search of `tabbytop.bots` leans on both: `policy` weighs the legal moves of a seat, cheaply enough to guide whole
games, and `evaluate` guesses the result of a game that is not played out.
"""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.engine.state import Ids, Reals
from tabbytop.games.cat_cab.board import GATE_SQUARE, LEFT, START, coast, drive, exit_gate, in_city
from tabbytop.games.cat_cab.components import COLUMNS
from tabbytop.games.cat_cab.facts import (
    BAD_LUCK,
    BOOSTING,
    DICE,
    DRIVING,
    FACES,
    FIGHT_BACK,
    GREEDY_CAT,
    ITEMS,
    LEAVING_POINTS,
    MOVE_FACE,
    PASSENGER_POINTS,
    PASSENGERS,
    POTHOLE,
    REROLLING,
    SABOTAGING,
    SURPLUS_BACK,
    active_kind,
    dice_held,
    points,
)
from tabbytop.games.cat_cab.moves import BACK, BOOST, DECLINE, MARK, MOVE, REROLL, ROLL_ITEM, SABOTAGE, STOP
from tabbytop.games.cat_cab.state import CatCab

SURE, LIKELY, ODD = 100, 20, 2
PACE = 3
"""Spaces that a cab makes good in a turn, rather a little less than more."""


@rule
def steps_between(place: int, square: int) -> int:
    """Spaces from a place to a square, the start area being one step before its gate."""
    return abs(place % COLUMNS - square % COLUMNS) + abs(place // COLUMNS - square // COLUMNS)


@rule
def steps_to_square(s: CatCab, place: int, square: int) -> int:
    """Spaces to drive from a place to a square."""
    if place == START:
        return steps_between(GATE_SQUARE[s.entry], square) + 1
    return steps_between(place, square)


@rule
def steps_to_exit(s: CatCab, place: int) -> int:
    """Spaces to drive from a place out of the city."""
    return steps_to_square(s, place, GATE_SQUARE[exit_gate(s)]) + 1


@rule
def wants_out(s: CatCab, seat: int) -> bool:
    """Whether a driver should head for the exit rather than for the passenger."""
    if s.picked_up == 0:
        return False
    if s.passenger < 0:
        return True
    place = s.place[seat]
    out = steps_to_exit(s, place)
    there = steps_to_square(s, place, s.passenger)
    if s.rush[seat] > 0:  # only a detour that surely leaves time to get out
        detour = there + steps_to_exit(s, s.passenger)
        return detour > PACE * (s.rush[seat] - 1)
    # leaving first is worth a passenger more than leaving second, and ends the hunt for the others soon
    return 2 * out < there


@rule
def steps_to_target(s: CatCab, seat: int, place: int, out: int) -> int:
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
    for die in range(DICE):
        if s.face[die] > 0 and FACES[s.face[die], 0] == MOVE_FACE:
            spaces += FACES[s.face[die], 1]
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
    there = misses(steps_to_target(s, seat, s.place[seat], out), max(0, faces_move(s) - curses), out) == 0
    content = there or curses >= 3
    poor_left = False
    for i in range(n):
        if ids[i] < REROLL:
            die = ids[i] - MARK
            poor = is_poor(s.face[die])
            weights[i] = LIKELY if poor and not content else 1
            poor_left = poor_left or poor
    last = n - 1
    if ids[last] == STOP:
        weights[last] = SURE if content or not poor_left else ODD
    else:
        weights[last] = LIKELY if poor_left and not content else SURE


@rule
def weigh_driving(s: CatCab, seat: int, ids: Ids, n: int, weights: Ids) -> None:
    """Drive so that the target can still be met exactly, or else as near to it as possible."""
    out = 1 if wants_out(s, seat) else 0
    place = s.place[seat]
    for i in range(n):
        spaces = (ids[i] - MOVE) // 4 + 1
        end = drive(s, place, (ids[i] - MOVE) % 4, spaces)
        if end == LEFT:
            weights[i] = SURE * 4 if out == 1 else ODD
        else:
            left = s.ones + 2 * s.twos - spaces
            miss = misses(steps_to_target(s, seat, end, out), left, out)
            weights[i] = SURE if miss == 0 else max(1, LIKELY >> min(miss, 5))
            if left == 0 and active_kind(s, end) == 2:
                weights[i] = max(1, weights[i] // 2)


@rule
def weigh_places(s: CatCab, seat: int, ids: Ids, n: int, weights: Ids) -> None:
    """Boosts and moves back: end as near to the target as possible."""
    out = 1 if wants_out(s, seat) else 0
    for i in range(n):
        if s.phase == BOOSTING:
            end = coast(s, s.place[seat], ids[i] - BOOST, s.boost)
        else:
            end = ids[i] - BACK
        if end == LEFT:
            weights[i] = SURE * 4 if out == 1 else ODD
        else:
            weights[i] = max(1, SURE >> min(6, steps_to_target(s, seat, end, out)))


@rule
def policy(s: CatCab, seat: int, ids: Ids, n: int, weights: Ids) -> None:
    """How natural each legal move looks: a positive weight for each of the `n` ids."""
    phase = s.phase
    if phase == REROLLING:
        weigh_rerolls(s, seat, ids, n, weights)
    elif phase == DRIVING:
        weigh_driving(s, seat, ids, n, weights)
    elif phase == BOOSTING or phase == SURPLUS_BACK or phase == POTHOLE or phase == FIGHT_BACK:
        weigh_places(s, seat, ids, n, weights)
    else:
        for i in range(n):
            weights[i] = LIKELY
            if ids[i] == DECLINE:
                weights[i] = 1
            elif phase == ITEMS and ids[i] != ROLL_ITEM:
                weights[i] = ODD
            elif phase == SABOTAGING:
                weights[i] = LIKELY + 2 * points(s, ids[i] - SABOTAGE)


@rule
def prospect(s: CatCab, seat: int) -> float:
    """Points that a driver may hope for in the end, from what lies on the table."""
    place = s.place[seat]
    if not in_city(place):
        return float(points(s, seat))
    gone = 0
    for other in range(s.seats):
        if s.departure[other] > 0:
            gone += 1
    held = float(PASSENGER_POINTS * s.held[seat])
    way = steps_to_exit(s, place)
    if gone > 0:
        time = PACE * s.rush[seat] + 2
        chance = min(1.0, max(0.05, 0.5 + 0.12 * (time - way)))
        return (held + LEAVING_POINTS[gone + 1]) * chance
    hope = held + 6.5 - 0.15 * way + 0.5 * dice_held(s, seat) - 0.25 * s.curses[seat]
    if s.passenger >= 0:
        near = steps_to_square(s, place, s.passenger)
        waiting = PASSENGERS - s.picked_up
        hope += 0.25 * waiting + 2.5 / (1.0 + 0.35 * near)
    return hope


@rule
def evaluate(s: CatCab, out: Reals) -> None:
    """A guess at each seat's result, from 0 (last) to 1 (first)."""
    for seat in range(s.seats):
        ahead = 0.0
        mine = prospect(s, seat)
        for other in range(s.seats):
            if other != seat:
                gap = (mine - prospect(s, other)) / 6.0
                ahead += 0.5 + 0.5 * gap / (1.0 + abs(gap))
        out[seat] = ahead / (s.seats - 1)
