"""Cat Cab: collecting passengers and the end of a turn."""

from __future__ import annotations

import pytest

from tabbytop.engine.seats import HOUSE, LUCK
from tabbytop.kit.marks import cites
from tests.games.cat_cab.scene import Scene

D6 = [1, 2, 3, 4, 5, 6]


@cites("CAB-119")
def test_landing_exactly_on_the_passenger_collects_it():
    scene = Scene(passenger=(2, 2)).at(0, (2, 1)).one_step("up").house("collect")
    assert (scene.s.held[0], scene.scores()) == (1, [5, 0])


@cites("CAB-119")
def test_passing_a_passenger_does_not_collect_it():
    scene = Scene(passenger=(3, 2)).at(0, (3, 1)).roll(6, 3, 3, 3, 3).play("stop").play("skip_items").drive((2, "up"))
    assert scene.refused("collect") == "CAB-119"
    assert scene.end().passenger_at == (3, 2)


@cites("CAB-119", "CAB-84")
def test_standing_on_the_passenger_without_landing_does_not_collect_it():
    scene = Scene(passenger=(2, 2)).at(0, (2, 2)).idle()
    assert (scene.s.held[0], scene.passenger_at) == (0, (2, 2))


@cites("CAB-119")
def test_the_winner_of_a_fight_over_a_passenger_collects_it():
    scene = Scene(passenger=(4, 6)).at(0, (4, 5)).at(1, (4, 6)).one_step("up").luck(3, 4, 1, 1).play("back", to="4,4")
    assert scene.house("collect").s.held[0] == 1


@cites("CAB-119")
def test_a_rival_who_wins_the_fight_on_the_passengers_square_did_not_land_and_collects_nothing():
    scene = Scene(passenger=(4, 6)).at(0, (4, 5)).at(1, (4, 6)).one_step("up").luck(1, 1, 3, 4).play("back", to="4,4")
    scene.end()
    assert (scene.s.held[0], scene.s.held[1], scene.passenger_at) == (0, 0, (4, 6))


@cites("CAB-120")
def test_a_pick_up_takes_the_passenger_off_its_square():
    scene = Scene(passenger=(2, 2)).at(0, (2, 1)).one_step("up").house("collect").luck(4, 5).end().idle()
    assert scene.passenger_at == (4, 5)
    scene.roll(4, 4, 3, 3, 3).play("stop").play("skip_items").drive((1, "up"), (1, "down"))
    assert scene.where(0) == (2, 2)
    assert scene.end().s.held[0] == 1


@cites("CAB-120", "CAB-58")
def test_a_lucky_charm_leaves_one_passenger_on_the_grid():
    scene = Scene(passenger=(2, 2)).at(0, (2, 1)).roll(4, 3, 2, 2, 2).play("stop").play("roll_item").luck(4, 5, 5)
    scene.drive((1, "up")).play("decline")
    assert scene.end().passenger_at == (5, 5)


@cites("CAB-121")
def test_a_new_passenger_is_rolled_with_a_d6_and_a_d8():
    scene = Scene(passenger=(2, 2)).at(0, (2, 1)).one_step("up").house("collect")
    assert (scene.actor, scene.outcomes()) == (LUCK, D6)
    assert scene.luck(4).outcomes() == [*D6, 7, 8]
    assert scene.luck(7).passenger_at == (4, 7)


@cites("CAB-121", "CAB-28")
def test_a_new_passenger_is_not_placed_on_a_meeple():
    scene = Scene(passenger=(2, 2)).at(0, (2, 1)).at(1, (5, 5)).one_step("up").house("collect").luck(2, 2, 5, 5, 6, 1)
    assert scene.passenger_at == (6, 1)


@cites("CAB-121", "CAB-122")
@pytest.mark.parametrize(("before", "another"), [(1, True), (2, True), (3, False)])
def test_no_passenger_follows_the_fourth(before, another):
    scene = Scene(passenger=(2, 2)).passengers(1, before).at(0, (2, 1)).one_step("up").house("collect")
    assert (scene.actor == LUCK) == another


@cites("CAB-122")
def test_nobody_collects_a_fifth_passenger():
    scene = Scene(passenger=(2, 2)).passengers(1, 3).at(0, (2, 1)).one_step("up").house("collect").end().idle()
    scene.roll(4, 4, 3, 3, 3).play("stop").play("skip_items").drive((1, "up"), (1, "down"))
    assert scene.refused("collect") == "CAB-119"
    assert scene.end().scores() == [5, 15]


@cites("CAB-123", "CAB-124")
def test_x18_nibbles_under_a_passenger_rest_until_it_is_gone():
    scene = Scene(passenger=(2, 3)).at(0, (2, 2)).at(1, (2, 4)).one_step("up")
    scene.house("collect").luck(6, 6).end().idle()
    scene.roll(4, 3, 3, 3, 3).play("stop").play("skip_items").drive((1, "left")).end()
    assert scene.one_step("down").luck(1).dice_of(1) == ["blue D6"]


@cites("CAB-123")
def test_a_patrol_under_a_passenger_rests():
    scene = Scene(passenger=(4, 4)).at(0, (4, 3)).passengers(0, 1).one_step("up")
    assert scene.actor == HOUSE
    assert scene.house("collect").s.held[0] == 2


@cites("CAB-123")
def test_other_special_squares_act_while_one_rests():
    assert Scene(passenger=(2, 3)).at(0, (5, 5)).one_step("up").luck(1).dice_of(0) == ["red D6"]


@cites("CAB-124")
def test_a_patrol_acts_again_once_a_lucky_charm_took_the_passenger_away():
    scene = Scene(passenger=(4, 4)).at(0, (4, 3)).passengers(0, 1)
    scene.roll(4, 3, 2, 2, 2).play("stop").play("roll_item").luck(4, 1, 1).drive((1, "up")).luck(5)
    assert scene.s.held[0] == 0


@cites("CAB-125")
def test_own_and_placed_curses_go_at_the_end_of_the_turn():
    scene = Scene().at(0, (3, 3)).curses(0, 1).curses(1, 2).roll(1, 4, 4, 3, 3).play("stop").play("skip_items")
    assert scene.house("cancel", keeping_twos=0).s.curses[0] == 2
    scene.end()
    assert (scene.s.curses[0], scene.s.curses[1]) == (0, 2)


@cites("CAB-125")
def test_a_turn_starts_without_the_curses_of_the_last_one():
    scene = Scene().at(0, (3, 3)).roll(1, 4, 3, 3, 3).play("stop").play("skip_items").house("cancel", keeping_twos=0)
    scene.end().idle()
    assert scene.roll(4, 3, 3, 3, 3).play("stop").play("skip_items").sources == [1]
