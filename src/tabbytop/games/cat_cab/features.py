"""What a net looks at in Cat Cab: the drivers, the city and the dice, seen by the driver on turn."""

from __future__ import annotations

from tabbytop.engine.luck import MASK, scramble
from tabbytop.engine.rule import rule
from tabbytop.engine.state import Floats
from tabbytop.games.cat_cab import board, bot, facts
from tabbytop.games.cat_cab.state import CatCab

SEATS = 3
PHASES = 25
FACES = 9
DRIVER = 23
"""Numbers for each driver, beside the square it stands on."""
PLACES = board.SQUARES + 2
"""Squares, the start, and out of the city or out of the game."""
TURN = PHASES + 2 * FACES + 16
SIZE = SEATS * (DRIVER + PLACES) + board.SQUARES + 8 + TURN + SEATS


@rule
def look_at_driver(s: CatCab, seat: int, out: Floats, at: int) -> None:
    """One driver: what it has, and how far it is from where it may want to go."""
    out[at] = s.held[seat] / 3.0
    out[at + 1] = s.curses[seat] / 4.0
    out[at + 2] = s.rush[seat] / 5.0
    out[at + 3] = 1.0 if s.departure[seat] > 0 else 0.0
    out[at + 4] = facts.points(s, seat) / 20.0
    for die in range(6):
        if s.holder[die] == seat:
            out[at + 5 + die // 3] += 0.5
    out[at + 7] = min(20, s.turns[seat]) / 20.0
    place = s.place[seat]
    if board.in_city(place):
        out[at + 8] = bot.steps_to_exit(s, place) / 12.0
        out[at + 9] = 1.0 if bot.wants_out(s, seat) else 0.0
        out[at + 10] = bot.by_passengers(s, seat) / 2000.0
        out[at + 11] = bot.by_dice(s, seat) / 1000.0
        if s.passenger >= 0:
            there = bot.steps_to_square(s, place, s.passenger)
            out[at + 12] = there / 12.0
            out[at + 13] = (there + bot.steps_to_exit(s, s.passenger)) / 24.0
            out[at + 14] = 1.0 if there <= 4 else 0.0
            out[at + 15] = 1.0 if there <= 8 else 0.0
        out[at + 16] = 1.0 if s.rush[seat] > 0 and bot.spare_turns(s, seat) < 0.0 else 0.0
        out[at + 17] = 1.0 if bot.steps_to_exit(s, place) <= 5 else 0.0
        if board.on_grid(place):
            out[at + 18] = place % 6 / 5.0
            out[at + 19] = place // 6 / 7.0
        out[at + 20] = 1.0
    out[at + 21] = min(3, s.curses[seat]) * out[at + 8] / 3.0


@rule
def look_at_dice(s: CatCab, out: Floats, at: int) -> None:
    """The dice on the table, and what is left of the turn."""
    out[at + s.phase] = 1.0
    at += PHASES
    for die in range(facts.DICE):
        out[at + s.face[die]] += 0.25
        if s.marked >> die & 1:
            out[at + FACES + s.face[die]] += 0.25
    at += 2 * FACES
    spaces = bot.faces_move(s)
    seat = facts.active(s)
    place = s.place[seat]
    out[at] = s.ones / 4.0
    out[at + 1] = s.twos / 4.0
    out[at + 2] = s.threes / 2.0
    out[at + 3] = s.item_rolls / 2.0
    out[at + 4] = s.boost / 4.0
    out[at + 5] = s.to_place / 3.0
    out[at + 6] = spaces / 8.0
    left = max(0, spaces - s.curses[seat])
    if s.phase == facts.DRIVING:
        left = s.ones + 2 * s.twos
    if board.in_city(place) and s.phase >= facts.REROLLING and s.phase <= facts.DRIVING:
        out[at + 7] = min(6, bot.misses(bot.steps_to_exit(s, place), left, 1)) / 6.0
        out[at + 8] = 1.0 if bot.misses(bot.steps_to_exit(s, place), left, 1) == 0 else 0.0
        if s.passenger >= 0:
            miss = bot.misses(bot.steps_to_square(s, place, s.passenger), left, 0)
            out[at + 9] = min(6, miss) / 6.0
            out[at + 10] = 1.0 if miss == 0 else 0.0
    dice = 0
    for die in range(facts.DICE):
        dice += s.pool >> die & 1
    out[at + 11] = dice / 6.0
    out[at + 12] = s.landed
    out[at + 13] = s.moved
    out[at + 14] = left / 8.0
    out[at + 15] = s.placed / 3.0


@rule
def features(s: CatCab, out: Floats) -> int:
    """The drivers from the one on turn on, the passenger, the dice."""
    first = max(0, facts.active(s))
    at = 0
    for k in range(s.seats):
        seat = (first + k) % s.seats
        look_at_driver(s, seat, out, at)
        for ahead in range(1, s.seats):
            if s.order[(s.turn + ahead) % s.seats] == seat:
                out[at + 22] = ahead / 2.0
        place = s.place[seat]
        out[at + DRIVER + (place if 0 <= place < PLACES - 1 else PLACES - 1)] = 1.0
        at += DRIVER + PLACES
    at = SEATS * (DRIVER + PLACES)
    if s.passenger >= 0:
        out[at + s.passenger] = 1.0
    else:
        out[at + board.SQUARES] = 1.0
    out[at + board.SQUARES + 1 + min(5, s.picked_up)] = 1.0
    out[at + board.SQUARES + 7] = bot.drivers_gone(s) / 2.0
    at += board.SQUARES + 8
    if s.order[s.turn] >= 0:
        look_at_dice(s, out, at)
        if s.acting >= 0:
            out[at + TURN + (s.acting - first + s.seats) % s.seats] = 1.0
    return first


@rule
def settle(s: CatCab) -> int:
    """White dice are alike: what they show is put in order before anybody decides what to roll again."""
    if s.phase == facts.REROLLING and s.marked == 0:
        for die in range(1, facts.WHITE):
            if s.pool >> die & 1:
                here = die
                while here > 0 and s.pool >> (here - 1) & 1 and s.face[here - 1] > s.face[here]:
                    shown = s.face[here]
                    s.face[here] = s.face[here - 1]
                    s.face[here - 1] = shown
                    here -= 1
    told = (s.phase * 64 + s.passenger) & MASK
    for die in range(facts.DICE):
        told = scramble((told * 9 + s.face[die]) & MASK)
    for die in range(6):
        told = (told * 5 + s.holder[die] + 2) & MASK
    told = scramble(told)
    for seat in range(s.seats):
        told = (told * 64 + s.place[seat] + 2) & MASK
        told = (told * 16 + s.held[seat]) & MASK
        told = scramble((told * 16 + s.curses[seat]) & MASK)
    told = scramble((told + s.ones * 97 + s.twos * 1009 + s.threes * 10007 + s.boost * 100003) & MASK)
    return scramble((told + s.back_spaces * 97 + s.back_seat * 1009 + s.acting * 10007) & MASK) >> 2
