"""Cat Cab: what always holds. Each invariant notices its breach; all that is not named still adds up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tabbytop.games.cat_cab.board import LEFT, OUT, SQUARES, START
from tabbytop.games.cat_cab.facts import DICE, FINISHED, MAX_ITEMS, SABOTAGING
from tests.games.cat_cab.scene import REFEREE, Scene


def die_of_nobody_there(s: Any) -> None:
    s.holder[0] = s.seats


def die_nowhere(s: Any) -> None:
    s.holder[0] = -2


def die_of_a_colour_that_does_not_play(s: Any) -> None:
    s.holder[2] = 0  # green, of which there is no driver at a table of two


def face_of_a_die_in_the_box(s: Any) -> None:
    s.face[5] = 3


def seven_on_a_d6(s: Any) -> None:
    s.pool = 0b11111
    s.face[4] = 7


def nine_on_a_d8(s: Any) -> None:
    s.pool = 0b100011111
    s.face[8] = 9


def less_than_nothing_on_a_die(s: Any) -> None:
    s.pool = 0b11111
    s.face[0] = -1


def too_many_dice_on_a_first_turn(s: Any) -> None:
    s.turns[0] = 0
    s.pool = 0b11111


def five_curses(s: Any) -> None:
    s.curses[1] = 5


def less_than_no_curse(s: Any) -> None:
    s.curses[0] = -1


def curses_of_somebody_who_is_out(s: Any) -> None:
    s.place[1] = OUT
    s.curses[1] = 1


def passenger_from_nowhere(s: Any) -> None:
    s.held[0] += 1


def passenger_lost_by_nobody(s: Any) -> None:
    s.lost += 1


def less_than_no_passenger(s: Any) -> None:
    s.held[0], s.held[1] = -1, 1


def fifth_passenger(s: Any) -> None:
    s.picked_up = s.lost = 5
    s.passenger = -1


def nobody_waits(s: Any) -> None:
    s.passenger = -1


def somebody_waits_after_the_fourth(s: Any) -> None:
    s.picked_up = s.lost = 4


def passenger_beyond_the_grid(s: Any) -> None:
    s.passenger = SQUARES


def driver_who_is_not_there(s: Any) -> None:
    s.place[2] = 5


def driver_off_the_board(s: Any) -> None:
    s.place[1] = -1


def driver_beyond_all_places(s: Any) -> None:
    s.place[1] = OUT + 1


def driver_gone_without_leaving(s: Any) -> None:
    s.place[1] = LEFT


def driver_who_left_and_is_there(s: Any) -> None:
    s.departure[1] = 1


def driver_gone_before_the_first_passenger(s: Any) -> None:
    s.picked_up = s.lost = 0
    s.place[1] = LEFT
    s.departure[1] = 1


def too_many_items(s: Any) -> None:
    s.item_rolls = MAX_ITEMS + 1


def less_than_no_item(s: Any) -> None:
    s.item_rolls = -1


def less_than_no_three(s: Any) -> None:
    s.threes = -1


def less_than_no_source(s: Any) -> None:
    s.twos = -1


def less_than_no_single_source(s: Any) -> None:
    s.ones = -1


def too_many_sources(s: Any) -> None:
    s.ones, s.twos = DICE, MAX_ITEMS + 1


def rush_hour_before_anybody_left(s: Any) -> None:
    s.rush[0] = 1


def rush_hour_that_does_not_run(s: Any) -> None:
    s.place[1] = LEFT
    s.departure[1] = 1


def rush_hour_too_long(s: Any) -> None:
    s.place[1] = LEFT
    s.departure[1] = 1
    s.rush[0] = 100


def rush_hour_beyond_its_end(s: Any) -> None:
    s.rush[0] = -1


def two_on_the_square_of_a_landing(s: Any) -> None:
    s.phase = SABOTAGING
    s.landed = 1
    s.place[1] = s.place[0]


@pytest.mark.parametrize(
    ("number", "breach"),
    [
        (1, die_of_nobody_there),
        (1, die_nowhere),
        (1, die_of_a_colour_that_does_not_play),
        (2, face_of_a_die_in_the_box),
        (2, seven_on_a_d6),
        (2, nine_on_a_d8),
        (2, less_than_nothing_on_a_die),
        (2, too_many_dice_on_a_first_turn),
        (3, five_curses),
        (3, less_than_no_curse),
        (3, curses_of_somebody_who_is_out),
        (4, passenger_from_nowhere),
        (4, passenger_lost_by_nobody),
        (4, less_than_no_passenger),
        (4, fifth_passenger),
        (4, nobody_waits),
        (4, somebody_waits_after_the_fourth),
        (5, passenger_beyond_the_grid),
        (6, driver_who_is_not_there),
        (6, driver_off_the_board),
        (6, driver_beyond_all_places),
        (6, driver_gone_without_leaving),
        (6, driver_who_left_and_is_there),
        (6, driver_gone_before_the_first_passenger),
        (7, too_many_items),
        (7, less_than_no_item),
        (7, less_than_no_three),
        (8, less_than_no_source),
        (8, less_than_no_single_source),
        (8, too_many_sources),
        (10, rush_hour_before_anybody_left),
        (10, rush_hour_that_does_not_run),
        (10, rush_hour_too_long),
        (10, rush_hour_beyond_its_end),
        (11, two_on_the_square_of_a_landing),
    ],
)
def test_every_invariant_notices_its_breach(number: int, breach: Callable[[Any], None]):
    scene = Scene(2, picked_up=1).at(0, (2, 2)).at(1, (4, 4))
    assert REFEREE.broken(scene.state) == 0
    breach(scene.s)
    assert REFEREE.broken(scene.state) == number


def test_what_stands_at_the_edge_of_an_invariant_holds():
    scene = Scene(2, picked_up=1).at(0, (2, 2)).at(1, "start").curses(0, 4)
    s = scene.s
    s.item_rolls, s.ones, s.twos = MAX_ITEMS, DICE, MAX_ITEMS
    s.holder[0], s.holder[4] = 0, 1
    s.passenger = SQUARES - 1
    assert s.place[1] == START
    assert REFEREE.broken(scene.state) == 0
    s.place[1] = OUT
    assert REFEREE.broken(scene.state) == 0


def test_two_may_stand_together_unless_one_has_landed_there():
    scene = Scene(2, picked_up=1).at(0, (2, 2)).at(1, (2, 2))
    scene.s.phase = SABOTAGING
    assert REFEREE.broken(scene.state) == 0


def left(scene: Scene, held: tuple[int, ...]) -> Scene:
    """All have left the city, one after another, with so many passengers each."""
    s = scene.s
    s.phase = FINISHED
    s.passenger = -1
    s.picked_up, s.lost = 4, 4 - sum(held)
    for seat, number in enumerate(held):
        s.place[seat] = LEFT
        s.departure[seat] = seat + 1
        s.held[seat] = number
    return scene


@pytest.mark.parametrize("held", [(4, 0), (0, 4), (4, 0, 0), (1, 2, 1)])
def test_all_points_that_can_be_had_are_not_too_many(held: tuple[int, ...]):
    assert REFEREE.broken(left(Scene(len(held)), held).state) == 0


def test_nobody_has_more_points_than_there_are():
    scene = left(Scene(2), (4, 0))
    scene.s.departure[1] = 1
    assert REFEREE.broken(scene.state) == 9
