"""Cat Cab: cat nibbles and Paw patrol."""

from __future__ import annotations

import pytest

from tabbytop.engine.seats import HOUSE, LUCK
from tabbytop.kit.marks import cites
from tests.games.cat_cab.scene import Scene

NIBBLES = {"front": [(2, 3), (5, 2), (2, 7), (5, 6)], "back": [(3, 2), (1, 4), (6, 5), (4, 7)]}
PATROL = {"front": [(4, 4), (3, 5), (6, 4), (1, 5)], "back": [(5, 3), (3, 4), (4, 5), (2, 6)]}
D6 = [1, 2, 3, 4, 5, 6]


def on_nibbles(**arrangement):
    return Scene(**arrangement).at(0, (5, 5))


def on_patrol(**arrangement):
    return Scene(**arrangement).at(0, (4, 3))


def everything_else_is_skipped(scene):
    return scene.actor == HOUSE and scene.end().actor == 1


# ---------------------------------------------------------------- cat nibbles


@cites("CAB-85")
@pytest.mark.parametrize(("side", "square"), [(side, square) for side in NIBBLES for square in NIBBLES[side]])
def test_landing_on_nibbles_rolls_a_d6_for_a_power_up(side, square):
    column, row = square
    scene = Scene(side=side).at(0, (column, row - 1)).one_step("up")
    assert (scene.actor, scene.outcomes()) == (LUCK, D6)
    assert scene.luck(1).dice_of(0) == ["red D6"]


@cites("CAB-85")
@pytest.mark.parametrize("square", NIBBLES["back"])
def test_nibbles_of_the_other_side_do_nothing(square):
    column, row = square
    assert everything_else_is_skipped(Scene(side="front").at(0, (column, row - 1)).one_step("up"))


@cites("CAB-86")
@pytest.mark.parametrize("face", [1, 2])
def test_power_up_1_or_2_brings_the_d6_of_the_own_colour(face):
    scene = on_nibbles(colours=["green", "blue"]).one_step("up").luck(face)
    assert scene.dice_of(0) == ["green D6"]
    assert everything_else_is_skipped(scene)


@cites("CAB-86")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_cab_upgrade_gives_nothing_when_the_die_is_not_in_the_supply(owner):
    scene = on_nibbles().holding(owner, "red D6").one_step("up").luck(1)
    assert scene.dice_of(owner) == ["red D6"]
    assert scene.dice_of(1 - owner) == []
    assert everything_else_is_skipped(scene)


@cites("CAB-87")
@pytest.mark.parametrize("face", [3, 4])
def test_power_up_3_or_4_is_greedy_cat(face):
    scene = on_nibbles().holding(1, "blue D6").one_step("up").luck(face)
    assert scene.legal(0) == ["take_die(die=blue D6)", "decline"]


@cites("CAB-88")
@pytest.mark.parametrize("face", [5, 6])
def test_power_up_5_or_6_is_a_speed_boost(face):
    scene = on_nibbles().holding(1, "blue D6").one_step("up").luck(face).luck(1)
    assert scene.legal(0) == [f"boost(direction={direction})" for direction in ("up", "right", "down", "left")]


@cites("CAB-89")
def test_greedy_cat_takes_one_die_from_any_other_player():
    scene = on_nibbles(players=3).holding(1, "blue D6").holding(2, "green D6").one_step("up").luck(3)
    assert scene.legal() == ["take_die(die=blue D6)", "take_die(die=green D6)", "decline"]
    scene.play("take_die", die="green D6")
    assert [scene.dice_of(seat) for seat in range(3)] == [["green D6"], ["blue D6"], []]
    assert everything_else_is_skipped(scene)


@cites("CAB-89")
def test_greedy_cat_may_be_declined():
    scene = on_nibbles().holding(1, "blue D6").one_step("up").luck(3).play("decline")
    assert scene.dice_of(1) == ["blue D6"]
    assert everything_else_is_skipped(scene)


@cites("CAB-89")
@pytest.mark.parametrize("die", ["red D6", "green D6"])
def test_greedy_cat_takes_neither_own_dice_nor_dice_of_the_supply(die):
    scene = on_nibbles(players=3).holding(0, "red D6").holding(1, "blue D6").one_step("up").luck(3)
    assert scene.refused("take_die", die=die) == "CAB-89"


@cites("CAB-90")
def test_greedy_cat_takes_a_d6_first_from_a_player_who_has_both():
    scene = on_nibbles(players=3).holding(1, "blue D6", "blue D8").holding(2, "green D8").one_step("up").luck(3)
    assert scene.legal() == ["take_die(die=blue D6)", "take_die(die=green D8)", "decline"]
    assert scene.refused("take_die", die="blue D8") == "CAB-90"


@cites("CAB-90")
def test_any_d6_shields_the_d8_of_the_same_player():
    scene = on_nibbles(players=3).holding(1, "green D6", "blue D8").one_step("up").luck(3)
    assert scene.refused("take_die", die="blue D8") == "CAB-90"


@cites("CAB-90")
def test_the_taker_chooses_among_several_d6_of_one_player():
    scene = on_nibbles(players=3).holding(1, "blue D6", "green D6", "blue D8").one_step("up").luck(4)
    assert scene.legal() == ["take_die(die=blue D6)", "take_die(die=green D6)", "decline"]
    assert scene.play("take_die", die="green D6").dice_of(1) == ["blue D6", "blue D8"]


@cites("CAB-91")
@pytest.mark.parametrize("face", [3, 4])
def test_greedy_cat_finds_nothing_where_rivals_have_only_white_dice(face):
    assert everything_else_is_skipped(on_nibbles(players=3).holding(0, "red D6").one_step("up").luck(face))


@cites("CAB-91")
def test_a_player_robbed_of_every_coloured_die_still_rolls_five_white_ones():
    scene = on_nibbles().holding(1, "blue D6").one_step("up").luck(3).play("take_die", die="blue D6").end()
    assert scene.roll(4, 4, 4, 4, 4).legal() == [*(f"mark(die=white {number})" for number in range(1, 6)), "stop"]


@cites("CAB-92")
def test_a_taken_die_is_rolled_from_the_next_turn_on():
    scene = on_nibbles().holding(1, "blue D8").one_step("up").luck(3).play("take_die", die="blue D8").end().idle()
    scene.play("roll").luck(3, 3, 3, 3, 3)
    assert scene.outcomes() == [1, 2, 3, 4, 5, 6, 7, 8]
    assert "mark(die=blue D8)" in scene.luck(8).legal()
    assert scene.play("stop").play("skip_items").sources == [2]


@cites("CAB-92")
def test_there_is_no_limit_on_taken_dice():
    mine = ["red D6", "blue D6", "red D8", "blue D8", "green D8"]
    scene = on_nibbles(players=3).holding(0, *mine).holding(1, "green D6").one_step("up").luck(3)
    scene.play("take_die", die="green D6").end().idle().idle()
    assert len(scene.dice_of(0)) == 6
    scene.roll(*[4] * 11)
    assert scene.play("stop").sources == [1] * 11


@cites("CAB-90", "CAB-92", "CAB-64")
def test_x17_red_takes_the_blue_d6_and_blue_cannot_win_it_again():
    scene = on_nibbles().holding(1, "blue D6", "blue D8").one_step("up").luck(4)
    assert scene.legal() == ["take_die(die=blue D6)", "decline"]
    scene.play("take_die", die="blue D6").end()
    scene.roll(3, 1, 1, 2, 2, 2).play("stop").play("roll_item").luck(5)
    assert (scene.dice_of(0), scene.dice_of(1)) == (["blue D6"], ["blue D8"])
    scene.play("decline").end().play("roll")
    assert scene.s.pool.bit_count() == 6


@cites("CAB-54")
def test_x16_an_item_roll_of_1_counts_and_the_third_3_is_lost():
    scene = Scene().at(0, (3, 3)).roll(3, 3, 3, 4, 5).play("stop").play("roll_item").luck(1)
    assert scene.legal(0) == ["roll_item", "skip_items"]
    scene.play("roll_item").luck(2)
    assert scene.refused("roll_item") == "CAB-54"
    assert scene.sources == [1, 1, 1]


@cites("CAB-93")
def test_dice_of_players_who_left_or_are_out_can_be_taken():
    scene = on_nibbles(players=3, picked_up=1).gone(1, 1).holding(1, "blue D8").eliminated(2).holding(2, "green D6")
    scene.one_step("up").luck(3)
    assert scene.legal() == ["take_die(die=green D6)", "take_die(die=blue D8)", "decline"]
    assert scene.play("take_die", die="blue D8").dice_of(0) == ["blue D8"]


@cites("CAB-94")
@pytest.mark.parametrize("spaces", [1, 2, 3, 4, 5])
def test_a_boost_goes_as_far_as_the_d6_says(spaces):
    scene = on_nibbles().one_step("up").luck(5)
    assert scene.outcomes() == D6
    assert scene.luck(spaces).play("boost", direction="down").where(0) == (5, 6 - spaces)


@cites("CAB-94")
@pytest.mark.parametrize(("direction", "end"), [("up", (4, 8)), ("right", (5, 7)), ("down", (4, 6)), ("left", (3, 7))])
def test_a_boost_goes_in_a_direction_of_choice(direction, end):
    scene = Scene(side="back").at(0, (4, 6)).one_step("up").luck(6, 1)
    assert scene.play("boost", direction=direction).where(0) == end


@cites("CAB-95", "CAB-97", "CAB-105")
@pytest.mark.parametrize(("direction", "end"), [("up", (5, 8)), ("right", (6, 6)), ("left", (1, 6)), ("down", (5, 1))])
def test_x21_a_boost_of_5_ends_at_the_edge(direction, end):
    scene = on_nibbles(players=3).at(1, (5, 6)).one_step("up").luck(5, 5)
    assert scene.legal() == [f"boost(direction={way})" for way in ("up", "right", "down", "left")]
    assert scene.play("boost", direction=direction).where(0) == end
    assert everything_else_is_skipped(scene)


@cites("CAB-95", "CAB-97", "CAB-105")
def test_x21_a_rival_where_the_boost_ends_means_a_fight():
    scene = on_nibbles().at(1, (6, 6)).one_step("up").luck(5, 5).play("boost", direction="right")
    scene.luck(3, 4, 1, 1)
    assert scene.actor == 1
    assert scene.play("back", to="5,5").where(0) == (6, 6)


@cites("CAB-95", "CAB-97")
def test_x21_a_passenger_where_the_boost_ends_is_collected():
    scene = on_nibbles(passenger=(5, 8)).one_step("up").luck(5, 5).play("boost", direction="up").house("collect")
    assert scene.s.held[0] == 1


@cites("CAB-95")
@pytest.mark.parametrize(("square", "direction"), [((1, 3), "left"), ((6, 4), "right")])
def test_a_boost_needs_a_square_ahead(square, direction):
    scene = Scene(side="back").at(0, square).one_step("up").luck(5, 1)
    assert scene.refused("boost", direction=direction) == "CAB-95"
    assert len(scene.legal()) == 3


@cites("CAB-95")
def test_a_boost_must_be_used():
    scene = on_nibbles().one_step("up").luck(5, 1)
    assert scene.refused("decline") == "CAB-31"


@cites("CAB-95", "CAB-130")
def test_a_boost_stops_at_the_entry_gate():
    scene = Scene(side="back", picked_up=1).at(0, (1, 3)).one_step("up").luck(5, 6).play("boost", direction="down")
    assert scene.where(0) == (1, 1)


@cites("CAB-95", "CAB-126")
def test_a_boost_stops_at_the_closed_exit():
    scene = Scene(side="back").at(0, (6, 4)).one_step("up").luck(5, 6).play("boost", direction="up")
    assert scene.where(0) == (6, 8)


@cites("CAB-96")
@pytest.mark.parametrize(("spaces", "end"), [(3, (6, 8)), (4, "left"), (6, "left")])
def test_a_boost_through_the_open_exit_leaves_the_city(spaces, end):
    scene = Scene(side="back", picked_up=1).at(0, (6, 4)).one_step("up").luck(5, spaces).play("boost", direction="up")
    assert scene.where(0) == end


@cites("CAB-96")
def test_leaving_by_boost_is_a_departure_like_any_other():
    scene = Scene(side="back", picked_up=1, entry_gate="B").at(0, (1, 5)).one_step("down").luck(6, 4)
    scene.play("boost", direction="down").end()
    assert scene.scores() == [10, 0]
    assert scene.s.rush[1] == 5


@cites("CAB-97")
@pytest.mark.parametrize(
    ("side", "start", "direction", "spaces", "end"),
    [
        ("front", (2, 2), "up", 4, (2, 7)),
        ("front", (5, 5), "down", 4, (5, 2)),
        ("back", (1, 3), "right", 2, (3, 4)),
        ("back", (6, 4), "left", 2, (4, 5)),
    ],
)
def test_no_second_square_acts_after_a_boost(side, start, direction, spaces, end):
    scene = Scene(side=side).at(0, start).one_step("up").luck(5, spaces).play("boost", direction=direction)
    assert scene.where(0) == end
    assert everything_else_is_skipped(scene)


# ---------------------------------------------------------------- Paw patrol


@cites("CAB-98")
@pytest.mark.parametrize(("side", "square"), [(side, square) for side in PATROL for square in PATROL[side]])
def test_landing_on_the_patrol_rolls_a_d6_for_a_debuff(side, square):
    column, row = square
    scene = Scene(side=side).passengers(0, 1).at(0, (column, row - 1)).one_step("up")
    assert (scene.actor, scene.outcomes()) == (LUCK, D6)
    assert scene.luck(5).s.held[0] == 0


@cites("CAB-98")
@pytest.mark.parametrize("square", PATROL["front"])
def test_patrols_of_the_other_side_do_nothing(square):
    column, row = square
    assert everything_else_is_skipped(Scene(side="back").at(0, (column, row - 1)).one_step("up"))


@cites("CAB-99")
@pytest.mark.parametrize("face", [1, 2])
def test_debuff_1_or_2_costs_the_only_coloured_die(face):
    scene = on_patrol().holding(0, "red D8").passengers(0, 1).one_step("up").luck(face)
    scene.house("lose_die", die="red D8")
    assert scene.dice_of(0) == []
    assert (scene.s.held[0], scene.where(0)) == (1, (4, 4))
    assert everything_else_is_skipped(scene)


@cites("CAB-99")
@pytest.mark.parametrize("face", [1, 2])
def test_bad_luck_spares_a_player_without_coloured_dice(face):
    scene = on_patrol().holding(1, "blue D6").passengers(0, 1).one_step("up").luck(face)
    assert (scene.dice_of(1), scene.s.held[0], scene.where(0)) == (["blue D6"], 1, (4, 4))
    assert everything_else_is_skipped(scene)


@cites("CAB-100")
def test_the_unlucky_player_chooses_which_die_is_lost():
    scene = on_patrol().holding(0, "red D6", "blue D6", "red D8").holding(1, "blue D8").one_step("up").luck(1)
    assert scene.legal(0) == ["lose_die(die=red D6)", "lose_die(die=blue D6)", "lose_die(die=red D8)"]
    assert scene.refused("lose_die", die="blue D8") == "CAB-99"
    assert scene.play("lose_die", die="blue D6").dice_of(0) == ["red D6", "red D8"]
    assert everything_else_is_skipped(scene)


@cites("CAB-100", "CAB-65")
def test_a_die_lost_to_bad_luck_may_be_won_again():
    scene = on_patrol().holding(0, "red D6").one_step("up").luck(1).house("lose_die", die="red D6").end().idle()
    assert scene.roll(3, 1, 1, 1, 1).play("roll_item").luck(5).dice_of(0) == ["red D6"]


@cites("CAB-100")
def test_a_taken_die_that_is_lost_may_be_won_by_the_player_of_its_colour():
    scene = on_patrol().holding(0, "blue D6").one_step("up").luck(2).house("lose_die", die="blue D6").end()
    assert scene.roll(3, 1, 1, 1, 1).play("roll_item").luck(5).dice_of(1) == ["blue D6"]


@cites("CAB-101")
@pytest.mark.parametrize("face", [3, 4])
def test_debuff_3_or_4_throws_the_meeple_2_spaces_back(face):
    scene = on_patrol().holding(0, "red D6").passengers(0, 1).one_step("up").luck(face)
    assert scene.legal(0) == ["back(to=4,2)", "back(to=3,3)", "back(to=2,4)"]
    assert scene.refused("back", to="4,3") == "CAB-80"
    scene.play("back", to="2,4")
    assert (scene.where(0), scene.dice_of(0), scene.s.held[0]) == ((2, 4), ["red D6"], 1)
    assert everything_else_is_skipped(scene)


@cites("CAB-101", "CAB-84")
@pytest.mark.parametrize("end", ["3,3", "4,2"])
def test_neither_a_passenger_nor_a_rival_matters_where_a_pothole_throws_a_meeple(end):
    scene = on_patrol(passenger=(3, 3)).at(1, (4, 2)).one_step("up").luck(4).play("back", to=end)
    assert everything_else_is_skipped(scene)
    assert scene.s.held[0] == 0


@cites("CAB-102")
@pytest.mark.parametrize("face", [5, 6])
def test_debuff_5_or_6_costs_one_passenger(face):
    scene = on_patrol().passengers(0, 2).passengers(1, 1).holding(0, "red D6").one_step("up").luck(face)
    assert (scene.s.held[0], scene.s.held[1], scene.dice_of(0), scene.where(0)) == (1, 1, ["red D6"], (4, 4))
    assert everything_else_is_skipped(scene)


@cites("CAB-102")
@pytest.mark.parametrize("face", [5, 6])
def test_an_unhappy_customer_spares_a_player_without_passengers(face):
    scene = on_patrol().passengers(1, 1).holding(0, "red D6").one_step("up").luck(face)
    assert (scene.s.held[0], scene.s.held[1], scene.s.lost, scene.dice_of(0)) == (0, 1, 0, ["red D6"])
    assert everything_else_is_skipped(scene)


@cites("CAB-103")
def test_a_lost_passenger_scores_for_nobody():
    scene = on_patrol().passengers(0, 3).one_step("up")
    assert scene.scores() == [15, 0]
    assert scene.luck(5).scores() == [10, 0]


@cites("CAB-103", "CAB-122")
def test_a_lost_passenger_still_counts_as_a_pick_up():
    scene = on_patrol(passenger=(4, 5)).passengers(0, 3).one_step("up").luck(6).end().idle()
    scene.one_step("up").house("collect").end()
    assert (scene.s.held[0], scene.s.picked_up, scene.passenger_at) == (3, 4, None)


@cites("CAB-103")
def test_a_lost_passenger_does_not_come_back_to_the_grid():
    scene = on_patrol().passengers(0, 4).one_step("up").luck(5)
    assert scene.passenger_at is None
    assert everything_else_is_skipped(scene)
