"""Cat Cab: sabotage."""

from __future__ import annotations

import pytest

from tabbytop.engine.seats import HOUSE, LUCK
from tabbytop.kit.marks import cites
from tests.games.cat_cab.scene import Scene


@cites("CAB-111")
def test_sabotage_waits_until_the_movement_is_over():
    scene = Scene().at(0, (2, 1)).roll(4, 2, 4, 4, 4).play("stop")
    assert scene.refused("sabotage", seat=1) == "CAB-111"
    assert scene.drive((1, "up"), (1, "right"), (1, "up"), (1, "up")).legal(0) == ["sabotage(seat=1)", "decline"]


@cites("CAB-111")
def test_sabotage_comes_after_the_special_square_and_the_fight():
    scene = Scene().at(0, (5, 5)).at(1, (5, 6)).one_step("up", twos=1)
    assert scene.actor == LUCK
    scene.luck(1).luck(3, 4, 1, 1).play("back", to="5,4")
    assert scene.legal(0) == ["sabotage(seat=1)", "decline"]


@cites("CAB-111", "CAB-31")
def test_sabotage_comes_before_the_passenger():
    scene = Scene(passenger=(2, 2)).at(0, (2, 1)).one_step("up", twos=1)
    assert scene.sabotage(1).house("collect").s.held[0] == 1


@cites("CAB-112")
@pytest.mark.parametrize("twos", [1, 2, 3, 4])
def test_as_many_curses_as_final_twos_are_placed(twos):
    scene = Scene().at(0, (2, 1)).one_step("up", twos=twos).sabotage(1)
    assert (scene.s.curses[0], scene.s.curses[1]) == (0, twos)


@cites("CAB-112")
def test_all_sabotage_may_be_declined():
    scene = Scene().at(0, (2, 1)).one_step("up", twos=2)
    assert scene.legal(0) == ["sabotage(seat=1)", "decline"]
    scene.play("decline").end()
    assert (scene.actor, scene.s.curses[1]) == (1, 0)


@cites("CAB-112")
def test_a_two_that_was_rolled_again_does_not_count():
    scene = Scene().at(0, (2, 1)).roll(2, 2, 4, 4, 4).reroll({"white 1": 4}).play("stop")
    scene.drive((1, "up"), (1, "right"), (1, "up"), (1, "up")).sabotage(1)
    assert scene.s.curses[1] == 1


@cites("CAB-112")
def test_without_a_final_two_there_is_no_sabotage():
    scene = Scene().at(0, (2, 1)).one_step("up")
    assert scene.end().actor == 1


@cites("CAB-112")
def test_a_die_lost_to_bad_luck_still_counts_with_its_two():
    scene = Scene().at(0, (4, 3)).holding(0, "red D6").roll(4, 3, 3, 3, 3, 2).play("stop").play("skip_items")
    scene.drive((1, "up")).luck(1).house("lose_die", die="red D6").sabotage(1)
    assert scene.s.curses[1] == 1


@cites("CAB-113")
def test_all_curses_of_a_turn_go_to_one_player():
    scene = Scene(players=3).at(0, (2, 1)).one_step("up", twos=2)
    assert scene.legal(0) == ["sabotage(seat=1)", "sabotage(seat=2)", "decline"]
    scene.sabotage(2)
    assert [scene.s.curses[seat] for seat in range(3)] == [0, 0, 2]
    assert scene.actor == HOUSE


@cites("CAB-114")
def test_with_the_option_each_two_may_go_to_a_different_player():
    scene = Scene(players=3, split_sabotage=True).at(0, (2, 1)).one_step("up", twos=3)
    scene.sabotage(2).sabotage(1).sabotage(2)
    assert [scene.s.curses[seat] for seat in range(3)] == [0, 1, 2]
    assert scene.end().actor == 1


@cites("CAB-114")
def test_a_split_sabotage_is_placed_as_a_whole():
    scene = Scene(players=3, split_sabotage=True).at(0, (2, 1)).one_step("up", twos=2).sabotage(1)
    assert scene.refused("decline") == "CAB-114"
    assert scene.legal(0) == ["sabotage(seat=1)", "sabotage(seat=2)"]


@cites("CAB-114")
def test_a_split_sabotage_may_be_declined_as_a_whole():
    scene = Scene(players=3, split_sabotage=True).at(0, (2, 1)).one_step("up", twos=2).play("decline")
    assert [scene.s.curses[seat] for seat in range(3)] == [0, 0, 0]
    assert scene.end().actor == 1


@cites("CAB-115")
def test_those_who_left_or_are_out_are_no_targets():
    scene = Scene(players=3, picked_up=1).at(0, (2, 1)).gone(1, 1).one_step("up", twos=1)
    assert scene.refused("sabotage", seat=1) == "CAB-115"
    assert scene.legal(0) == ["sabotage(seat=2)", "decline"]
    scene = Scene(players=3).at(0, (2, 1)).eliminated(2).one_step("up", twos=1)
    assert scene.refused("sabotage", seat=2) == "CAB-115"
    assert scene.legal(0) == ["sabotage(seat=1)", "decline"]


@cites("CAB-115")
def test_sabotage_is_skipped_when_nobody_is_left_to_curse():
    scene = Scene(picked_up=1).at(0, (2, 1)).gone(1, 1).one_step("up", twos=2)
    assert scene.end().actor == 0


@cites("CAB-115")
def test_the_start_area_is_no_protection():
    scene = Scene().at(0, (2, 1)).at(1, "start").one_step("up", twos=1).sabotage(1)
    assert (scene.where(1), scene.s.curses[1]) == ("start", 1)


@cites("CAB-115", "CAB-47")
def test_nobody_sabotages_themselves():
    assert Scene().at(0, (2, 1)).one_step("up", twos=1).refused("sabotage", seat=0) == "CAB-47"


@cites("CAB-116")
def test_x20_curses_above_four_are_lost():
    scene = Scene().at(0, (2, 1)).curses(1, 3).one_step("up", twos=3).sabotage(1)
    assert scene.s.curses[1] == 4
    assert scene.end().actor == 1


@cites("CAB-116")
def test_a_split_sabotage_loses_curses_above_four_too():
    scene = Scene(players=3, split_sabotage=True).at(0, (2, 1)).curses(1, 4).one_step("up", twos=2)
    scene.sabotage(1).sabotage(1)
    assert [scene.s.curses[seat] for seat in range(3)] == [0, 4, 0]


@cites("CAB-117")
def test_the_target_begins_the_next_turn_with_the_curses():
    scene = Scene().at(0, (2, 1)).at(1, (4, 2)).one_step("up", twos=2).sabotage(1).end()
    assert scene.roll(6, 6, 4, 2, 2).play("stop").play("cancel", keeping_twos=1).sources == [2, 1]


@cites("CAB-117")
@pytest.mark.parametrize(("twos", "stops"), [(2, False), (3, True)])
def test_placed_curses_count_towards_the_limit_of_four(twos, stops):
    scene = Scene().at(0, (2, 1)).one_step("up", twos=twos).sabotage(1).end().roll(1, 6, 6, 6, 6)
    assert ("stop" not in scene.legal()) == stops


@cites("CAB-118")
def test_a_player_who_leaves_still_places_sabotage():
    scene = Scene(picked_up=1).at(0, (6, 8)).at(1, (3, 3)).one_step("up", twos=2)
    assert scene.where(0) == "left"
    assert scene.legal(0) == ["sabotage(seat=1)", "decline"]
    assert scene.sabotage(1).end().s.curses[1] == 2
