"""Cat Cab: set-up."""

from __future__ import annotations

import pytest

from tabbytop.engine.seats import LUCK
from tabbytop.kit.marks import cites
from tests.games.cat_cab.scene import Scene


def order_of(scene):
    return list(scene.s.order)[: scene.s.seats]


@cites("CAB-27")
def test_x1_a_6_and_an_8_put_the_passenger_on_6_8():
    assert Scene.before_play().luck(6, 5).luck(6, 8).passenger_at == (6, 8)


# ---------------------------------------------------------------- the start area


@cites("CAB-21")
def test_all_meeples_begin_outside_the_grid():
    scene = Scene.before_play(3).luck(6, 5, 4).luck(3, 3)
    assert [scene.where(seat) for seat in (0, 1, 2)] == ["start", "start", "start"]


@cites("CAB-21")
@pytest.mark.parametrize(("entry", "way_in", "beside"), [("A", "up", (1, 1)), ("B", "down", (6, 8))])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_everybody_enters_by_the_same_gate(entry, way_in, beside, seat):
    assert Scene(3, entry_gate=entry).turn_of(seat).one_step(way_in).where(seat) == beside


# ---------------------------------------------------------------- turn order


@cites("CAB-22")
@pytest.mark.parametrize("players", [2, 3])
def test_each_player_rolls_one_d6_for_the_turn_order(players):
    scene = Scene.before_play(players)
    for seat in range(players):
        assert scene.actor == LUCK
        assert scene.outcomes() == [1, 2, 3, 4, 5, 6]
        scene.luck(seat + 1)
    assert list(scene.s.order_roll)[:players] == list(range(1, players + 1))


@cites("CAB-23")
def test_only_players_with_equal_numbers_roll_again():
    assert order_of(Scene.before_play(3).luck(4, 4, 2).luck(1, 6)) == [1, 2, 0]


@cites("CAB-23")
def test_a_second_number_that_meets_a_third_player_is_rolled_again_with_it():
    assert order_of(Scene.before_play(3).luck(4, 4, 2).luck(2, 5).luck(6, 1)) == [0, 1, 2]


@cites("CAB-23")
@pytest.mark.parametrize("players", [2, 3])
def test_equal_numbers_are_rolled_until_all_differ(players):
    scene = Scene.before_play(players)
    for face in (3, 6, 1):
        scene.luck(*[face] * players)
        assert order_of(scene) == [-1] * players
    assert order_of(scene.luck(*(1, 2, 3)[:players])) == [2, 1, 0][-players:]


@cites("CAB-24")
@pytest.mark.parametrize(
    ("rolls", "order"), [((2, 5, 3), [1, 2, 0]), ((1, 2, 6), [2, 1, 0]), ((6, 1, 4), [0, 2, 1]), ((3, 4), [1, 0])]
)
def test_turns_go_from_the_highest_number_down(rolls, order):
    scene = Scene.before_play(len(rolls)).luck(*rolls)
    assert order_of(scene) == order
    assert scene.luck(3, 3).actor == order[0]


@cites("CAB-24")
def test_the_turn_order_holds_for_the_whole_game():
    scene = Scene.before_play(3).luck(2, 5, 3).luck(3, 3)
    turns = []
    for _ in range(7):
        turns.append(scene.actor)
        scene.idle()
    assert turns == [1, 2, 0, 1, 2, 0, 1]


@cites("CAB-24")
def test_nobody_plays_out_of_turn():
    scene = Scene.before_play(3).luck(2, 5, 3).luck(3, 3)
    assert scene.refused("roll", 2) == "CAB-24"


# ---------------------------------------------------------------- the first passenger


@cites("CAB-25")
def test_a_d6_and_a_d8_are_rolled_for_the_first_passenger_before_the_first_turn():
    scene = Scene.before_play(3).luck(2, 5, 3)
    assert (scene.actor, scene.outcomes()) == (LUCK, [1, 2, 3, 4, 5, 6])
    assert (scene.luck(1).actor, scene.outcomes()) == (LUCK, [1, 2, 3, 4, 5, 6, 7, 8])
    assert (scene.luck(1).actor, scene.legal()) == (1, ["roll"])


@cites("CAB-26")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_nobody_can_refuse_the_first_passenger(seat):
    scene = Scene.before_play(3).luck(2, 5, 3)
    assert scene.legal(seat) == []
    assert scene.refused("decline", seat) == "CAB-31"
    assert scene.refused("roll", seat) == "CAB-31"


@cites("CAB-27")
@pytest.mark.parametrize(("d6", "d8"), [(1, 8), (6, 1), (2, 5), (5, 2)])
def test_the_passenger_stands_where_the_dice_say(d6, d8):
    assert Scene.before_play().luck(6, 5).luck(d6, d8).passenger_at == (d6, d8)


@cites("CAB-28")
@pytest.mark.parametrize("taken", [(2, 4), (5, 5)])
def test_a_passenger_that_would_meet_a_meeple_is_rolled_again_with_both_dice(taken):
    scene = Scene(passenger=(2, 4)).at(0, (2, 5)).at(1, (5, 5)).one_step("down").house("collect")
    scene.luck(*taken)
    assert scene.passenger_at is None
    assert scene.outcomes() == [1, 2, 3, 4, 5, 6]
    assert scene.luck(*taken).luck(taken[0], 7).passenger_at == (taken[0], 7)


@cites("CAB-29")
@pytest.mark.parametrize("square", [(2, 3), (4, 4), (1, 1), (6, 8)])
def test_a_passenger_may_wait_on_a_special_or_gate_side_square(square):
    scene = Scene.before_play().luck(6, 5).luck(*square)
    assert (scene.passenger_at, scene.actor) == (square, 0)


# ---------------------------------------------------------------- what everybody begins with


@cites("CAB-30")
@pytest.mark.parametrize("players", [2, 3])
def test_play_begins_with_one_passenger_on_the_grid_and_empty_hands(players):
    scene = Scene.before_play(players).luck(*(6, 5, 4)[:players]).luck(3, 3)
    assert scene.passenger_at == (3, 3)
    assert (scene.s.picked_up, scene.s.lost) == (0, 0)
    assert len(scene.dice_of(-1)) == 6
    assert list(scene.s.curses) == list(scene.s.held) == [0, 0, 0]
    assert scene.scores() == [0] * players


@cites("CAB-30")
def test_three_more_passengers_are_in_the_supply():
    scene = Scene.before_play().luck(6, 5).luck(1, 1)
    scene.one_step("up").house("collect")
    followers = 0
    while scene.actor == LUCK:
        followers += 1
        column = 2 if followers % 2 else 1
        scene.luck(column, 1).end().idle()
        scene.one_step("right" if column == 2 else "left").house("collect")
    assert followers == 3
