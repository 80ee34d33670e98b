"""Cat Cab: rolling the turn dice, curses, and what the faces give."""

from __future__ import annotations

import pytest

from tabbytop.engine.seats import LUCK
from tabbytop.kit.marks import cites
from tests.games.cat_cab.scene import Scene

WHITE = ["white 1", "white 2", "white 3", "white 4", "white 5"]


def marks(*dice):
    return [f"mark(die={die})" for die in dice]


def rolled_dice(scene):
    """How many dice the player on turn rolls; their turn goes by idly."""
    scene.play("roll")
    count = 0
    while scene.actor == LUCK:
        scene.luck(3)
        count += 1
    scene.play("stop").play("skip_items").end()
    return count


# ---------------------------------------------------------------- examples


@cites("CAB-42", "CAB-44", "CAB-75")
def test_x7_four_curses_at_the_start_of_the_turn_leave_one_roll_and_one_space():
    scene = Scene().at(0, (2, 2)).curses(0, 4).roll(1, 1, 4, 6, 6)
    assert scene.s.curses[0] == 4
    assert scene.refused("reroll") == "CAB-43"
    scene.house("cancel", keeping_twos=0)
    assert scene.sources == [1]
    assert scene.legal() == [f"move(spaces=1, direction={way})" for way in ("up", "right", "down", "left")]


@cites("CAB-39", "CAB-42", "CAB-43")
def test_x8_the_limit_reached_in_a_reroll_ends_the_rolling():
    scene = Scene().at(0, (2, 2)).curses(0, 2).roll(1, 2, 3, 4, 5)
    assert scene.s.curses[0] == 3
    scene.reroll({"white 1": 1, "white 2": 1})
    assert scene.s.curses[0] == 4
    assert scene.turn_dice() == [1, 1, 3, 4, 5]
    assert scene.legal() == ["roll_item", "skip_items"]


@cites("CAB-33", "CAB-34", "CAB-35", "CAB-36")
@pytest.mark.parametrize(("players", "first_turns"), [(3, [3, 4, 5]), (2, [4, 5])])
def test_x22_first_turns_are_rolled_with_fewer_dice_and_later_ones_with_all(players, first_turns):
    scene = Scene(players, first_turn=True, order=(2, 0, 1) if players == 3 else (1, 0))
    assert [rolled_dice(scene) for _ in range(players)] == first_turns
    scene.holding(scene.actor, "red D6", "blue D8")
    assert [rolled_dice(scene) for _ in range(players)] == [7, *[5] * (players - 1)]


# ---------------------------------------------------------------- the order of a turn


@cites("CAB-31")
def test_the_steps_of_a_turn_follow_in_order():
    scene = Scene(passenger=(5, 8)).at(0, (5, 5)).at(1, (5, 8)).roll(1, 2, 3, 4, 4).play("stop")
    assert scene.legal() == ["roll_item", "skip_items"]
    scene.play("roll_item").luck(1).house("cancel", keeping_twos=0).drive((1, "up"))
    assert scene.where(0) == (5, 6)
    scene.luck(5, 2).play("boost", direction="up")
    scene.luck(3, 4).luck(1, 1)
    assert (scene.actor, scene.legal()) == (1, ["back(to=5,6)", "back(to=4,7)", "back(to=3,8)"])
    scene.play("back", to="5,6")
    assert scene.legal() == ["sabotage(seat=1)", "decline"]
    scene.sabotage(1).house("collect").luck(1, 1)
    assert list(scene.s.curses) == [1, 1, 0]
    assert list(scene.end().s.curses) == [0, 1, 0]


@cites("CAB-31")
@pytest.mark.parametrize("name", ["stop", "reroll", "roll_item", "skip_items", "decline", "end_turn"])
def test_nothing_comes_before_the_roll(name):
    assert Scene().refused(name) == "CAB-31"


@cites("CAB-31")
@pytest.mark.parametrize("name", ["roll", "reroll", "stop", "decline", "end_turn"])
def test_no_step_is_left_out_or_taken_twice(name):
    assert Scene().roll(3, 4, 4, 4, 4).play("stop").refused(name) == "CAB-31"


@cites("CAB-31")
def test_sabotage_comes_before_the_passenger():
    scene = Scene(passenger=(2, 3)).at(0, (2, 2)).one_step("up", twos=1)
    assert scene.legal() == ["sabotage(seat=1)", "decline"]
    assert scene.refused("collect") == "CAB-119"
    assert scene.play("decline").house("collect").s.held[0] == 1


# ---------------------------------------------------------------- the first roll


@cites("CAB-32")
def test_a_turn_begins_with_a_roll_that_cannot_be_refused():
    assert Scene().legal() == ["roll"]


@cites("CAB-32")
def test_all_white_and_all_held_dice_are_rolled():
    scene = Scene(3).holding(0, "red D6", "green D6", "blue D8").roll(4, 4, 4, 4, 4, 5, 6, 8)
    assert scene.legal() == [*marks(*WHITE, "red D6", "green D6", "blue D8"), "stop"]
    assert scene.turn_dice() == [4, 4, 4, 4, 4, 5, 6, 8]


@cites("CAB-32")
@pytest.mark.parametrize("holder", [-1, 1])
def test_dice_of_others_and_of_the_supply_are_not_rolled(holder):
    scene = Scene().holding(holder, "blue D6").roll(4, 4, 4, 4, 4)
    assert scene.refused("mark", die="blue D6") == "CAB-32"


@cites("CAB-33")
def test_the_first_of_three_rolls_three_white_dice_on_the_first_turn():
    assert rolled_dice(Scene(3, first_turn=True, order=(1, 2, 0))) == 3


@cites("CAB-34")
def test_the_second_of_three_rolls_four_white_dice_on_the_first_turn():
    assert rolled_dice(Scene(3, first_turn=True, order=(1, 2, 0)).turn_of(2)) == 4


@cites("CAB-35")
def test_the_first_of_two_rolls_four_white_dice_on_the_first_turn():
    assert rolled_dice(Scene(2, first_turn=True, order=(1, 0))) == 4


@cites("CAB-36")
@pytest.mark.parametrize(("players", "order", "last"), [(3, (1, 2, 0), 0), (2, (1, 0), 0)])
def test_the_last_player_rolls_five_white_dice_on_the_first_turn(players, order, last):
    assert rolled_dice(Scene(players, first_turn=True, order=order).turn_of(last)) == 5


@cites("CAB-37")
@pytest.mark.parametrize("die", ["white 4", "white 5"])
def test_a_die_left_out_of_the_first_turn_cannot_be_brought_in_by_rerolling(die):
    assert Scene(3, first_turn=True).roll(4, 4, 4).refused("mark", die=die) == "CAB-37"


@cites("CAB-37")
def test_a_reroll_of_the_first_turn_uses_the_reduced_number_of_dice():
    scene = Scene(3, first_turn=True).roll(4, 4, 4).reroll({"white 1": 5, "white 2": 6, "white 3": 2})
    assert scene.turn_dice() == [5, 6, 2]
    assert scene.legal() == [*marks("white 1", "white 2", "white 3"), "stop"]


# ---------------------------------------------------------------- re-rolling


@cites("CAB-38")
@pytest.mark.parametrize(
    "dice", [["white 1"], ["white 5"], ["white 2", "white 4"], ["white 1", "white 3", "blue D6"], [*WHITE, "blue D6"]]
)
def test_any_choice_of_the_turn_dice_is_rerolled_and_the_others_lie_still(dice):
    scene = Scene().holding(0, "blue D6").roll(4, 4, 4, 4, 4, 4).reroll(dict.fromkeys(dice, 6))
    assert scene.turn_dice() == [6 if die in dice else 4 for die in [*WHITE, "blue D6"]]


@cites("CAB-38")
def test_a_player_rerolls_as_often_as_wanted_also_dice_kept_earlier():
    scene = Scene().roll(4, 4, 4, 4, 4)
    for face in (5, 6, 2, 3, 5, 6):
        scene.reroll({"white 1": face}).reroll({"white 2": face})
    assert scene.turn_dice() == [6, 6, 4, 4, 4]
    assert scene.legal() == [*marks(*WHITE), "stop"]


@cites("CAB-38")
def test_a_reroll_of_no_dice_is_refused():
    assert Scene().roll(4, 4, 4, 4, 4).refused("reroll") == "CAB-38"


@cites("CAB-38")
def test_dice_are_marked_in_ascending_order():
    scene = Scene().roll(4, 4, 4, 4, 4).play("mark", die="white 3")
    assert scene.legal() == [*marks("white 4", "white 5"), "reroll"]
    assert scene.refused("mark", die="white 2") == scene.refused("mark", die="white 3") == "CAB-38"


@cites("CAB-38")
def test_a_player_who_has_marked_dice_does_not_stop():
    assert Scene().roll(4, 4, 4, 4, 4).play("mark", die="white 3").refused("stop") == "CAB-38"


@cites("CAB-38")
def test_a_player_who_stops_has_no_further_reroll():
    assert Scene().roll(3, 4, 4, 4, 4).play("stop").refused("mark", die="white 1") == "CAB-31"


# ---------------------------------------------------------------- curses


@cites("CAB-39")
def test_each_1_is_a_curse_at_once():
    scene = Scene().play("roll")
    assert scene.luck(1).s.curses[0] == 1
    assert scene.luck(4, 1).s.curses[0] == 2


@cites("CAB-39")
def test_a_1_in_a_reroll_is_a_curse_too():
    assert Scene().roll(4, 4, 4, 4, 4).reroll({"white 2": 1}).s.curses[0] == 1


@cites("CAB-39")
def test_the_curse_of_a_1_goes_to_the_roller():
    assert list(Scene(3).turn_of(1).play("roll").luck(1).s.curses) == [0, 1, 0]


@cites("CAB-40")
def test_rerolling_a_1_does_not_take_its_curse_away():
    assert Scene().roll(1, 4, 4, 4, 4).reroll({"white 1": 5}).s.curses[0] == 1


@cites("CAB-40")
def test_a_1_rerolled_to_a_1_is_a_second_curse():
    assert Scene().roll(1, 4, 4, 4, 4).reroll({"white 1": 1}).s.curses[0] == 2


@cites("CAB-40", "CAB-46")
def test_a_1_left_standing_is_no_second_curse_and_nothing_else():
    scene = Scene().at(0, (2, 2)).roll(1, 4, 4, 4, 4).reroll({"white 2": 5}).play("stop")
    assert scene.s.curses[0] == 1
    assert scene.house("cancel", keeping_twos=0).sources == [1, 1, 1]
    scene.drive((1, "up"), (1, "up"), (1, "right"))
    assert scene.end().actor == 1


@cites("CAB-41")
@pytest.mark.parametrize("before", [0, 2, 4])
def test_own_1s_bring_no_fifth_curse(before):
    assert Scene().curses(0, before).roll(1, 1, 1, 1, 1).s.curses[0] == 4


@cites("CAB-41")
@pytest.mark.parametrize(("before", "after"), [(0, 3), (1, 4), (2, 4), (4, 4)])
def test_sabotage_brings_no_fifth_curse(before, after):
    scene = Scene().curses(1, before).roll(2, 2, 2, 3, 3).play("stop").play("skip_items").sabotage(1)
    assert scene.s.curses[1] == after


@cites("CAB-42")
def test_only_as_many_1s_count_as_reach_four():
    scene = Scene().curses(0, 3)
    assert scene.roll(1, 1, 1, 3, 4).s.curses[0] == 4
    assert scene.legal() == ["roll_item", "skip_items"]


@cites("CAB-43")
def test_a_player_with_four_curses_may_not_reroll():
    scene = Scene().roll(1, 1, 1, 3, 4).reroll({"white 5": 1})
    assert scene.refused("mark", die="white 1") == scene.refused("reroll") == "CAB-43"
    assert scene.legal() == ["roll_item", "skip_items"]


@cites("CAB-43")
def test_a_player_with_three_curses_may_still_reroll():
    assert Scene().roll(1, 1, 1, 3, 4).legal() == [*marks(*WHITE), "stop"]


@cites("CAB-43")
def test_the_dice_still_in_the_air_come_to_rest_after_the_fourth_curse():
    scene = Scene().curses(0, 3).play("roll").luck(1)
    assert scene.actor == LUCK
    assert scene.luck(3, 4, 5, 6).turn_dice() == [1, 3, 4, 5, 6]


@cites("CAB-44")
def test_a_player_who_starts_with_four_curses_rolls_once():
    scene = Scene().curses(0, 4)
    assert scene.legal() == ["roll"]
    assert scene.roll(3, 4, 4, 4, 6).legal() == ["roll_item", "skip_items"]
    assert scene.refused("mark", die="white 1") == "CAB-43"


@cites("CAB-45")
def test_a_1_on_an_item_roll_is_no_curse():
    assert Scene().roll(3, 4, 4, 4, 4).play("stop").play("roll_item").luck(1).s.curses[0] == 0


@cites("CAB-45")
def test_a_1_on_a_passenger_roll_is_no_curse():
    scene = Scene().roll(3, 4, 4, 4, 4).play("stop").play("roll_item").luck(4).luck(1, 1)
    assert scene.s.curses[0] == 0


@cites("CAB-45")
@pytest.mark.parametrize("square", [(2, 3), (4, 4)])
def test_a_1_on_a_power_up_or_debuff_roll_is_no_curse(square):
    scene = Scene().at(0, (square[0] - 1, square[1])).one_step("right").luck(1)
    assert scene.s.curses[0] == 0


@cites("CAB-45")
def test_a_1_on_a_boost_roll_is_no_curse():
    assert Scene().at(0, (2, 2)).one_step("up").luck(5, 1).s.curses[0] == 0


@cites("CAB-45")
def test_a_1_on_a_duel_roll_is_no_curse():
    scene = Scene().at(0, (3, 3)).at(1, (4, 3)).one_step("right").luck(1, 1).luck(1, 6)
    assert list(scene.s.curses) == [0, 0, 0]


@cites("CAB-45")
def test_a_2_on_an_item_roll_is_no_sabotage():
    scene = Scene().roll(3, 4, 4, 4, 4).play("stop").play("roll_item").luck(2)
    scene.drive((1, "up"), (1, "up"), (1, "right"), (1, "right"), (1, "down"))
    assert scene.end().actor == 1


@cites("CAB-45")
def test_a_3_on_an_item_roll_is_no_further_item():
    scene = Scene().roll(3, 4, 4, 4, 4).play("stop").play("roll_item").luck(3)
    assert scene.sources == [2, 1, 1, 1, 1]
    assert scene.refused("roll_item") == "CAB-52"


@cites("CAB-45")
def test_a_passenger_roll_gives_no_movement():
    scene = Scene().roll(3, 4, 4, 4, 4).play("stop").play("roll_item").luck(4).luck(6, 6)
    assert scene.sources == [1, 1, 1, 1]


# ---------------------------------------------------------------- faces


@cites("CAB-46")
def test_a_final_1_gives_no_item_no_sabotage_and_no_movement():
    scene = Scene().roll(1, 1, 1, 1, 1)
    assert scene.sources == []
    assert scene.end().actor == 1


@cites("CAB-47")
@pytest.mark.parametrize("twos", [1, 2, 3])
def test_each_final_2_is_a_curse_for_another_player(twos):
    scene = Scene().roll(*[2] * twos, *[3] * (5 - twos)).play("stop").play("skip_items")
    assert scene.refused("sabotage", seat=0) == "CAB-47"
    assert scene.sabotage(1).s.curses[1] == twos


@cites("CAB-47")
def test_a_2_that_is_rerolled_is_no_sabotage():
    scene = Scene().roll(2, 3, 3, 3, 3).reroll({"white 1": 3}).play("stop").play("skip_items")
    assert scene.end().actor == 1


@cites("CAB-48")
def test_a_final_3_is_an_item_roll_to_make_or_to_leave():
    assert Scene().roll(3, 4, 4, 4, 4).play("stop").legal() == ["roll_item", "skip_items"]


@cites("CAB-48")
def test_without_a_final_3_there_is_no_item():
    scene = Scene().at(0, (2, 2)).roll(3, 4, 5, 6, 2).reroll({"white 1": 4}).play("stop")
    assert scene.refused("roll_item") == "CAB-52"
    assert scene.sources == [2, 1, 1, 1]


@cites("CAB-49", "CAB-50")
@pytest.mark.parametrize(("face", "sources"), [(2, []), (3, []), (4, [1]), (5, [1]), (6, [2])])
def test_a_final_face_of_a_d6_is_a_source(face, sources):
    scene = Scene().at(0, (2, 2)).roll(face, 3, 3, 3, 3).play("stop").play("skip_items")
    assert scene.sources == sources


@cites("CAB-50")
@pytest.mark.parametrize("face", [6, 7, 8])
def test_6_7_and_8_of_a_d8_are_a_source_of_2(face):
    scene = Scene().holding(0, "red D8").at(0, (2, 2)).roll(3, 3, 3, 3, 3, face).play("stop").play("skip_items")
    assert scene.sources == [2]


@cites("CAB-51")
def test_a_1_of_a_d8_is_a_curse():
    assert Scene().holding(0, "red D8").roll(3, 3, 3, 3, 3, 1).s.curses[0] == 1


@cites("CAB-51")
def test_a_2_of_a_d8_is_a_sabotage():
    scene = Scene().holding(0, "red D8").roll(3, 3, 3, 3, 3, 2).play("stop").play("skip_items")
    assert scene.sabotage(1).s.curses[1] == 1


@cites("CAB-51")
def test_a_3_of_a_d8_is_an_item():
    scene = Scene().holding(0, "red D8").roll(4, 4, 4, 4, 4, 3).play("stop")
    assert scene.legal() == ["roll_item", "skip_items"]


@cites("CAB-51")
@pytest.mark.parametrize("face", [4, 5])
def test_4_and_5_of_a_d8_are_a_source_of_1(face):
    scene = Scene().holding(0, "red D8").at(0, (2, 2)).roll(3, 3, 3, 3, 3, face).play("stop").play("skip_items")
    assert scene.sources == [1]
