"""Rollecate: a state that cannot be is noticed, by the number of what it breaks (section 5 of the clauses)."""

from __future__ import annotations

import pytest

from tabbytop.engine.seats import HOUSE, LUCK
from tabbytop.games.rollecate.facts import LAYING, RIDING, TAKING, THROWING
from tests.games.rollecate.scene import REFEREE, Scene, kind


def lost_card(s):
    s.pile[1, 0] = -1
    s.pile_size[1] = 0


def changed_card(s):
    s.hand[0, kind("2")] -= 1
    s.hand[0, kind("3")] += 1


def wrong_size(s):
    s.hand_size[1] += 1


def another_turn(s):
    s.turns[0] += 1


def shifted_card(s):
    s.x[3] += 1


def card_on_card(s):
    s.x[3] = s.x[2]


def turned_card(s):
    s.heading[1] = 2


def train_beyond_the_end(s):
    s.train = s.end


def train_before_the_start(s):
    s.train = -1


def exchange(s, one, other, place):
    """Put another card at a place of the railway, in exchange with the draw pile."""
    s.track[place] = kind(other)
    s.deck[kind(one)] += 1
    s.deck[kind(other)] -= 1


def neighbours_differ_by_2(s):
    exchange(s, "3", "1", 4)


def chaos_on_the_railway(s):
    exchange(s, "3", "x3", 4)


def taken_without_laying(s):
    s.taken[kind("4")] += 1
    s.taken_size += 1
    s.deck[kind("4")] -= 1
    s.deck_size -= 1
    s.turns[1] += 1


def due_without_taking(s):
    s.due = 1


def taking_nothing(s):
    s.phase, s.acting, s.due = TAKING, HOUSE, 0


def laying_nothing(s):
    s.phase, s.acting = LAYING, 0


def riding_at_the_end(s):
    s.phase, s.acting, s.train = RIDING, HOUSE, s.end - 1


def too_many_wheels(s):
    s.phase, s.acting, s.value, s.built, s.dice, s.wheels = THROWING, LUCK, 3, 1, 1, 3


def dice_left_over(s):
    s.value, s.built, s.dice = 2, 1, 2


def half_a_pair(s):
    value = next(number for number in range(4) if s.combined[number])
    s.combined[value] -= 1
    s.deck[value] += 1
    s.combined[(value + 1) % 4] += 1
    s.deck[(value + 1) % 4] -= 1


def another_seat_acts(s):
    s.acting = 1


def card_of_a_seat_that_is_not_there(s):
    s.hand[0, kind("2")] -= 1
    s.hand_size[0] -= 1
    s.hand[2, kind("2")] += 1
    s.hand_size[2] += 1


@pytest.mark.parametrize(
    ("damage", "number"),
    [
        (lost_card, 1),
        (changed_card, 1),
        (wrong_size, 2),
        (another_turn, 3),
        (shifted_card, 4),
        (card_on_card, 4),
        (turned_card, 4),
        (train_beyond_the_end, 5),
        (train_before_the_start, 5),
        (neighbours_differ_by_2, 6),
        (chaos_on_the_railway, 7),
        (taken_without_laying, 8),
        (due_without_taking, 8),
        (taking_nothing, 8),
        (laying_nothing, 8),
        (riding_at_the_end, 10),
        (too_many_wheels, 11),
        (dice_left_over, 11),
        (half_a_pair, 12),
        (another_seat_acts, 13),
        (card_of_a_seat_that_is_not_there, 1),
    ],
)
def test_damage_is_noticed(damage, number):
    scene = Scene("1-2-[2]-3-3", hand="2 4 x1").pile(1, "4")
    assert REFEREE.broken(scene.state) == 0
    damage(scene.s)
    assert REFEREE.broken(scene.state) == number
