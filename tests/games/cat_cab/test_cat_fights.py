"""Cat Cab: cat fights."""

from __future__ import annotations

import pytest

from tabbytop.engine.seats import HOUSE, LUCK
from tabbytop.kit.marks import cites
from tests.games.cat_cab.scene import Scene

SEVEN, OTHER = (3, 4), (2, 2)
D6 = [1, 2, 3, 4, 5, 6]


def fight(*, twos=0, **arrangement):
    """Red lands on blue on (4, 6)."""
    return Scene(**arrangement).at(0, (4, 5)).at(1, (4, 6)).one_step("up", twos=twos)


def fight_of_three(**arrangement):
    scene = Scene(players=3, **arrangement).at(1, (4, 6)).at(2, (4, 6)).turn_of(0)
    return scene.at(0, (4, 5)).one_step("up")


@cites("CAB-104")
def test_landing_where_a_rival_stands_is_a_fight():
    scene = fight()
    assert (scene.actor, scene.outcomes()) == (LUCK, D6)
    assert scene.luck(*SEVEN, *OTHER).actor == 1


@cites("CAB-104", "CAB-79")
def test_passing_a_rival_is_no_fight():
    scene = Scene().at(0, (4, 5)).at(1, (4, 6)).roll(6, 3, 3, 3, 3).play("stop").play("skip_items").drive((2, "up"))
    assert scene.end().actor == 1


@cites("CAB-104")
def test_landing_by_surplus_curses_where_a_rival_stands_is_a_fight():
    scene = Scene().at(0, (1, 4)).at(1, (1, 3)).roll(1, 2, 2, 2, 2).play("stop").house("back", to="1,3")
    assert scene.luck(*SEVEN, *OTHER).house("back", to="1,1").where(1) == (1, 1)


@cites("CAB-105")
def test_the_fight_comes_after_the_power_up():
    scene = Scene().at(0, (5, 5)).at(1, (5, 6)).one_step("up").luck(1)
    assert scene.dice_of(0) == ["red D6"]
    scene.luck(*OTHER, *SEVEN)
    assert (scene.actor, scene.s.back_seat) == (0, 0)


@cites("CAB-105")
def test_the_fight_comes_after_the_debuff():
    scene = Scene().at(0, (4, 3)).at(1, (4, 4)).passengers(0, 1).one_step("up").luck(5)
    assert scene.s.held[0] == 0
    assert scene.luck(*SEVEN, *OTHER).actor == 1


@cites("CAB-105")
def test_the_fight_comes_after_greedy_cat():
    scene = Scene().at(0, (5, 5)).at(1, (5, 6)).holding(1, "blue D6").one_step("up").luck(3)
    assert scene.play("take_die", die="blue D6").luck(*SEVEN, *OTHER).actor == 1


@cites("CAB-105")
def test_a_meeple_thrown_back_by_a_pothole_does_not_fight_on_the_patrol():
    scene = Scene().at(0, (4, 3)).at(1, (4, 4)).one_step("up").luck(3).play("back", to="3,3")
    assert scene.end().actor == 1


@cites("CAB-105")
def test_a_meeple_boosted_away_does_not_fight_on_the_nibbles():
    scene = Scene().at(0, (5, 5)).at(1, (5, 6)).one_step("up").luck(5, 1).play("boost", direction="right")
    assert scene.end().actor == 1


@cites("CAB-106")
@pytest.mark.parametrize("curses", [2, 3])
def test_there_is_no_fight_in_the_start_area(curses):
    scene = Scene().at(0, (2, 1)).at(1, "start").curses(0, curses).roll(2, 2, 2, 2, 2).play("stop")
    scene.house("back", to="start")
    assert scene.where(0) == scene.where(1) == "start"
    assert scene.legal(0) == ["sabotage(seat=1)", "decline"]


@cites("CAB-107")
@pytest.mark.parametrize("first", D6)
def test_two_dice_that_total_7_win(first):
    scene = fight().luck(first, 7 - first, 6, 6)
    assert scene.actor == 1
    assert scene.play("back", to="4,4").end().where(0) == (4, 6)


@cites("CAB-107")
@pytest.mark.parametrize("pair", [(a, b) for a in D6 for b in D6 if a + b != 7])
def test_no_other_total_wins(pair):
    scene = fight().luck(*pair, *OTHER)
    assert scene.actor == LUCK
    assert scene.luck(*OTHER, *SEVEN).actor == 0


@cites("CAB-108", "CAB-109", "CAB-119")
def test_x15_two_sevens_in_a_round_decide_nothing_and_the_loser_leaves_the_passenger():
    scene = fight(passenger=(4, 6)).luck(4, 5, 3, 3).luck(6, 1, 2, 5).luck(1, 1, 3, 4)
    assert scene.actor == 0
    assert scene.legal() == ["back(to=4,4)", "back(to=3,5)", "back(to=2,6)"]
    scene.play("back", to="3,5").end()
    assert (scene.where(0), scene.where(1), scene.passenger_at, scene.s.held[0]) == ((3, 5), (4, 6), (4, 6), 0)


@cites("CAB-108")
def test_everybody_rolls_in_a_round_even_after_a_seven():
    scene = fight().luck(*SEVEN)
    assert (scene.actor, scene.s.duellist) == (LUCK, 1)


@cites("CAB-108")
def test_the_active_player_rolls_first_and_the_others_in_turn_order():
    scene = fight_of_three(order=(1, 0, 2))
    rollers = []
    for _ in range(3):
        rollers.append(scene.s.duellist)
        scene.luck(*OTHER)
    assert rollers == [0, 2, 1]


@cites("CAB-108", "CAB-110")
@pytest.mark.parametrize("round_", [(SEVEN, SEVEN, OTHER), (SEVEN, SEVEN, SEVEN), (OTHER, OTHER, OTHER)])
def test_among_three_only_a_lone_seven_wins(round_):
    scene = fight_of_three()
    for pair in round_:
        scene.luck(*pair)
    assert (scene.actor, scene.s.duellist) == (LUCK, 0)


@cites("CAB-109")
def test_the_loser_chooses_where_to_go_back_2_spaces():
    scene = fight().luck(*SEVEN, *OTHER)
    assert scene.legal(1) == ["back(to=4,4)", "back(to=3,5)", "back(to=2,6)"]
    assert scene.refused("back", 0, to="4,4") == "CAB-82"
    assert scene.play("back", to="2,6").where(1) == (2, 6)


@cites("CAB-109")
@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (1, 0, 2), (2, 1, 0)])
def test_two_losers_go_back_in_turn_order(order):
    scene = fight_of_three(order=order)
    after = [*order, *order][order.index(0) + 1 : order.index(0) + 3]
    scene.luck(*SEVEN, *OTHER, *OTHER)
    assert scene.actor == after[0]
    assert scene.play("back", to="4,4").actor == after[1]


@cites("CAB-109")
@pytest.mark.parametrize("order", [(1, 0, 2), (1, 2, 0)])
def test_of_two_losers_the_active_player_goes_back_first(order):
    scene = fight_of_three(order=order)
    while scene.s.duellist != 2:
        scene.luck(*OTHER)
    scene.luck(*SEVEN)
    if scene.actor == LUCK:
        scene.luck(*OTHER)
    assert scene.actor == 0
    assert scene.play("back", to="4,4").actor == 1


@cites("CAB-109", "CAB-84")
def test_a_loser_does_not_land_where_it_goes_back_to():
    scene = Scene().at(0, (3, 6)).at(1, (3, 7)).passengers(1, 1).one_step("up").luck(*SEVEN, *OTHER)
    assert scene.play("back", to="3,5").end().s.held[1] == 1


@cites("CAB-109", "CAB-84", "CAB-119")
def test_an_active_loser_collects_no_passenger_where_it_goes_back_to():
    scene = fight(passenger=(4, 4)).luck(*OTHER, *SEVEN).play("back", to="4,4").end()
    assert (scene.where(0), scene.passenger_at, scene.s.held[0]) == ((4, 4), (4, 4), 0)


@cites("CAB-110")
def test_all_three_on_the_square_fight_and_both_losers_go_back():
    scene = fight_of_three().luck(*SEVEN, *OTHER, *OTHER).play("back", to="4,4").play("back", to="2,6")
    assert [scene.where(seat) for seat in range(3)] == [(4, 6), (4, 4), (2, 6)]
    assert (scene.actor, scene.end().actor) == (HOUSE, 1)


@cites("CAB-110")
def test_a_player_elsewhere_takes_no_part():
    scene = fight(players=3).luck(*SEVEN, *OTHER)
    assert scene.actor == 1
    assert scene.play("back", to="4,4").end().where(2) == "start"
