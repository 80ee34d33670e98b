"""Cat Cab: items."""

from __future__ import annotations

import pytest

from tabbytop.engine.seats import LUCK
from tabbytop.kit.marks import cites
from tests.games.cat_cab.scene import Scene


def item(scene, *faces):
    """One item roll and the dice that follow from it."""
    return scene.play("roll_item").luck(*faces)


def with_threes(scene, number):
    """Final dice with this many 3s and otherwise sources of 1."""
    scene.play("roll")
    return scene.luck(*[3] * number, *[4] * (scene.s.pool.bit_count() - number)).play("stop")


# ---------------------------------------------------------------- when and how often


@cites("CAB-52")
def test_items_are_rolled_before_movement():
    scene = with_threes(Scene(), 2)
    assert scene.legal() == ["roll_item", "skip_items"]
    assert scene.refused("move", spaces=1, direction="up") == "CAB-67"
    item(scene, 2).play("skip_items").drive((1, "up"))
    assert scene.refused("roll_item") == "CAB-52"


@cites("CAB-53")
def test_each_final_3_is_one_item_roll():
    scene = item(with_threes(Scene(), 1), 2)
    assert scene.sources == [1, 1, 1, 1, 1]
    assert scene.refused("roll_item") == "CAB-52"


@cites("CAB-53")
def test_an_item_roll_may_be_declined():
    scene = with_threes(Scene(), 1).play("skip_items")
    assert scene.sources == [1, 1, 1, 1]


@cites("CAB-53")
def test_the_second_item_roll_may_be_declined_after_the_first():
    scene = item(with_threes(Scene(), 2), 3)
    assert scene.legal() == ["roll_item", "skip_items"]
    assert scene.play("skip_items").sources == [2, 1, 1, 1]


@cites("CAB-53")
def test_a_declined_3_is_not_kept_for_the_next_turn():
    scene = Scene().idle().roll(4, 4, 4, 4, 4).play("stop")
    assert scene.legal() == ["move(spaces=1, direction=up)"]


@cites("CAB-53")
def test_an_item_is_rolled_with_a_d6():
    assert with_threes(Scene(), 1).play("roll_item").outcomes() == [1, 2, 3, 4, 5, 6]


@cites("CAB-54")
@pytest.mark.parametrize("first", [1, 2, 5])
def test_a_third_3_has_no_effect(first):
    scene = item(with_threes(Scene(), 3), first)
    assert scene.legal() == ["roll_item", "skip_items"]
    assert item(scene, 1).refused("roll_item") == "CAB-54"
    assert scene.legal() == ["move(spaces=1, direction=up)"]


@cites("CAB-54")
def test_two_item_rolls_are_allowed_again_on_the_next_turn():
    scene = item(item(with_threes(Scene(), 5), 1), 1).end().idle()
    assert item(item(with_threes(scene, 5), 1), 2).sources == [1]


# ---------------------------------------------------------------- speed


@cites("CAB-55")
def test_item_1_is_nothing():
    scene = Scene(passenger=(4, 7))
    item(with_threes(scene, 1), 1)
    assert (scene.sources, scene.passenger_at, scene.dice_of(0)) == ([1, 1, 1, 1], (4, 7), [])


@cites("CAB-56")
def test_item_2_is_a_source_of_1():
    assert item(with_threes(Scene(), 3), 2).play("skip_items").sources == [1, 1, 1]


@cites("CAB-57")
def test_item_3_is_a_source_of_2():
    assert item(with_threes(Scene(), 3), 3).play("skip_items").sources == [2, 1, 1]


@cites("CAB-56", "CAB-57")
def test_two_boosts_in_one_turn_add_up():
    assert item(item(with_threes(Scene(), 2), 2), 3).sources == [2, 1, 1, 1, 1]


@cites("CAB-56", "CAB-57")
@pytest.mark.parametrize("boost", [2, 3])
def test_a_boost_lasts_for_this_turn_only(boost):
    scene = item(with_threes(Scene(), 5), boost).play("skip_items").drive((boost - 1, "up")).end().idle()
    assert with_threes(scene, 4).play("skip_items").sources == [1]


# ---------------------------------------------------------------- lucky charm


@cites("CAB-58")
def test_item_4_moves_the_passenger_to_where_a_d6_and_a_d8_say():
    scene = item(with_threes(Scene(passenger=(3, 8)), 1), 4)
    assert scene.outcomes() == [1, 2, 3, 4, 5, 6]
    assert scene.luck(5).outcomes() == [1, 2, 3, 4, 5, 6, 7, 8]
    assert scene.luck(2).passenger_at == (5, 2)
    assert scene.sources == [1, 1, 1, 1]


@cites("CAB-58")
def test_after_a_lucky_charm_the_next_item_may_be_rolled():
    assert item(with_threes(Scene(), 2), 4, 5, 2).legal() == ["roll_item", "skip_items"]


@cites("CAB-58")
def test_a_lucky_charm_is_no_pick_up():
    scene = item(with_threes(Scene(passenger=(3, 8)), 1), 4, 5, 2)
    assert (scene.s.picked_up, scene.s.held[0]) == (0, 0)


@cites("CAB-59")
def test_a_lucky_charm_is_carried_out_at_once_and_not_declined():
    scene = item(with_threes(Scene(), 2), 4)
    assert (scene.actor, scene.legal(0)) == (LUCK, [])
    assert scene.refused("skip_items", 0) == scene.refused("decline", 0) == "CAB-31"


@cites("CAB-60")
def test_the_passenger_does_not_stay_where_it_is():
    scene = item(with_threes(Scene(passenger=(3, 8)), 1), 4, 3, 8)
    assert (scene.actor, scene.outcomes()) == (LUCK, [1, 2, 3, 4, 5, 6])
    assert scene.luck(3, 7).passenger_at == (3, 7)


@cites("CAB-60")
@pytest.mark.parametrize("taken", [(2, 2), (5, 5)])
def test_the_passenger_does_not_move_to_a_meeple(taken):
    scene = item(with_threes(Scene(passenger=(3, 8)).at(0, (2, 2)).at(1, (5, 5)), 1), 4, *taken)
    assert (scene.passenger_at, scene.actor, scene.outcomes()) == ((3, 8), LUCK, [1, 2, 3, 4, 5, 6])
    assert scene.luck(4, 1).passenger_at == (4, 1)


@cites("CAB-61")
def test_a_lucky_charm_does_nothing_without_a_passenger():
    scene = item(with_threes(Scene(picked_up=4), 1), 4)
    assert (scene.actor, scene.passenger_at, scene.sources) == (0, None, [1, 1, 1, 1])


# ---------------------------------------------------------------- cab upgrades


@cites("CAB-62", "CAB-63")
@pytest.mark.parametrize(("face", "size"), [(5, "D6"), (6, "D8")])
@pytest.mark.parametrize(("seat", "colour"), [(0, "red"), (1, "blue"), (2, "green")])
def test_items_5_and_6_give_the_dice_of_the_own_colour(face, size, seat, colour):
    scene = item(with_threes(Scene(3).turn_of(seat), 1), face)
    assert scene.dice_of(seat) == [f"{colour} {size}"]
    assert len(scene.dice_of(-1)) == 5


@cites("CAB-62", "CAB-63")
def test_both_dice_can_be_won_in_one_turn():
    assert item(item(with_threes(Scene(), 2), 6), 5).dice_of(0) == ["red D6", "red D8"]


@cites("CAB-64")
@pytest.mark.parametrize(("face", "die"), [(5, "red D6"), (6, "red D8")])
@pytest.mark.parametrize("holder", [0, 1])
def test_a_die_that_is_not_in_the_supply_cannot_be_won(face, die, holder):
    scene = item(with_threes(Scene(3).holding(holder, die), 1), face)
    assert scene.dice_of(holder) == [die]
    assert len(scene.dice_of(-1)) == 5


@cites("CAB-65")
def test_nobody_has_a_second_die_of_a_kind():
    scene = item(item(with_threes(Scene(), 2), 5), 5)
    assert scene.dice_of(0) == ["red D6"]


@cites("CAB-65")
@pytest.mark.parametrize(("face", "die"), [(5, "red D6"), (6, "red D8")])
def test_a_die_lost_to_bad_luck_can_be_won_again(face, die):
    scene = Scene().holding(0, die).at(0, (4, 3)).one_step("up").luck(1)
    assert scene.house("lose_die", die=die).dice_of(0) == []
    assert item(with_threes(scene.end().idle(), 1), face).dice_of(0) == [die]


@cites("CAB-66")
@pytest.mark.parametrize(("face", "die"), [(5, "red D6"), (6, "red D8")])
def test_a_die_is_rolled_from_the_turn_after_it_was_won(face, die):
    scene = item(with_threes(Scene(), 5), face)
    assert len(scene.turn_dice()) == scene.s.pool.bit_count() == 5
    scene.play("skip_items").end().idle().roll(4, 4, 4, 4, 4, 4)
    assert scene.legal()[-2:] == [f"mark(die={die})", "stop"]
