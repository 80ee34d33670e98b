"""Rollecate: building tracks, the dice, the train, derailing, broken tracks."""

from __future__ import annotations

import pytest

from tabbytop.engine.seats import LUCK
from tabbytop.kit.marks import cites
from tests.games.rollecate.scene import Scene

BLOCKED = "1<-1<-[1<]-1<"
"""Four curves to the left: the last one points at the first."""


def builds(scene):
    """The cards that may be built now, each once."""
    return list(dict.fromkeys(c.split("=")[1].split(",")[0] for c in scene.legal() if c.startswith("build")))


# ---------------------------------------------------------------- which cards


@cites("ROL-62", "ROL-68")
def test_x1_several_cards_of_one_value():
    scene = Scene("2-1-[4]-4", hand="1 1 3 4")
    assert builds(scene) == ["1 straight", "3 straight", "4 straight"]
    assert builds(scene.build("1")) == ["1 straight"]
    assert builds(scene.build("1")) == []
    three = Scene("2-1-[4]-4", hand="1 1 3 4").build("3")
    assert three.legal() == ["done"]
    assert three.refused("build", card="4 straight", bend="straight") == "ROL-62"


@cites("ROL-62")
def test_cards_are_laid_one_after_another_at_the_end():
    scene = Scene("2-2-[2]-2", hand="1 1~ 1").build("1").build("1~", "left").build("1")
    assert scene.railway == "2-2-[2]-2-1-1<-1"
    assert (scene.hand_of(0), scene.s.hand_size[0]) == ("", 0)


@cites("ROL-62")
@pytest.mark.parametrize("missing", ["1 curve", "2 straight", "1 broken straight"])
def test_only_cards_in_hand_can_be_built(missing):
    scene = Scene("2-2-[2]-2", hand="1")
    bend = "left" if "curve" in missing else "straight"
    assert scene.refused("build", card=missing, bend=bend) == "ROL-62"


@cites("ROL-63")
def test_regular_and_broken_tracks_of_one_value_may_be_built_together():
    assert Scene("2-2-[2]-2", hand="1 b1").build("1").build("b1").railway == "2-2-[2]-2-1-b1"
    assert Scene("2-2-[2]-2", hand="1 b1").build("b1").build("1").railway == "2-2-[2]-2-b1-1"


@cites("ROL-64")
@pytest.mark.parametrize(
    ("steps", "cells"),
    [
        ([("1", "straight"), ("1~", "left"), ("1~", "right")], [(4, 0), (5, 0), (5, 1)]),
        ([("1~", "left"), ("1", "straight"), ("1~", "left")], [(4, 0), (4, 1), (4, 2)]),
        ([("1~", "right"), ("1~", "left"), ("1", "straight")], [(4, 0), (4, -1), (5, -1)]),
    ],
)
def test_the_player_chooses_the_order_and_every_bend(steps, cells):
    scene = Scene("2-2-[2]-2", hand="1 1~ 1~")
    for text, bend in steps:
        scene.build(text, bend)
    assert scene.cells[4:] == cells


# ---------------------------------------------------------------- where


@cites("ROL-65", "ROL-66")
def test_cards_lie_in_line_with_the_grid_and_the_rails_join():
    scene = Scene("2<-2-[2]-2", hand="2 2~ 2~")
    scene.build("2").build("2~", "right").build("2~", "left")
    assert scene.cells == [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 5)]
    for one, other in zip(scene.cells, scene.cells[1:], strict=False):
        assert abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


@cites("ROL-67")
def test_no_card_is_laid_where_one_lies():
    scene = Scene(BLOCKED, hand="1 1~")
    assert scene.cells == [(0, 0), (0, 1), (-1, 1), (-1, 0)]
    assert scene.legal() == ["pass"]
    assert scene.refused("build", card="1 straight", bend="straight") == "ROL-71"
    assert scene.refused("build", card="1 curve", bend="left") == "ROL-71"


@cites("ROL-68")
@pytest.mark.parametrize(("last", "fitting"), [("1", "124"), ("2", "123"), ("3", "234"), ("4", "134")])
def test_x2_neighbours_never_differ_by_2(last, fitting):
    scene = Scene(f"2-2-[2]-{last}", hand="1 2 3 4")
    assert [card[0] for card in builds(scene)] == list(fitting)
    (wrong,) = set("1234") - set(fitting)
    assert scene.refused("build", card=f"{wrong} straight", bend="straight") == "ROL-68"


@cites("ROL-69")
def test_cards_that_only_lie_side_by_side_need_not_fit():
    scene = Scene("3-[3]-4<-4<-4", hand="1")
    assert scene.cells[-1] == (1, 1)
    assert scene.build("1").cells[-1] == (0, 1)
    assert scene.cells[0] == (0, 0), "a 1 beside the 3 at the start"


@cites("ROL-20", "ROL-70")
def test_x14_the_value_rule_and_the_initial_railway():
    scene = Scene("1-3-[2]-4", hand="1 2 3 4")
    assert scene.s.end == 4
    assert [card[0] for card in builds(scene)] == ["1", "3", "4"]
    assert scene.refused("build", card="2 straight", bend="straight") == "ROL-68"


@cites("ROL-71", "ROL-73")
def test_x15_a_blocked_end_is_freed_by_a_penalty_card():
    scene = Scene(BLOCKED, hand="1", players=2).hand(1, "1 2")
    assert builds(scene) == []
    scene.play("pass").settle()
    assert scene.cells == [(0, 1), (-1, 1), (-1, 0)]
    scene.finish().play("draw", LUCK, card=next(iter(scene.outcomes())))
    assert "1 straight" in builds(scene)
    assert scene.build("1").cells[-1] == (0, 0)


@cites("ROL-72")
def test_a_player_may_build_so_that_the_end_is_blocked():
    scene = Scene("1<-1<-[1<]", hand="1~ 1").build("1~", "left")
    assert scene.legal() == ["done"]
    assert scene.roll(0).s.turn == 1


@cites("ROL-73")
def test_a_last_card_that_points_at_the_first_one_closes_no_circle():
    scene = Scene("1<-1<-1<-[2]", hand="2~").build("2~", "left")
    assert scene.cells[-1] == (-1, -1)
    scene = Scene("1<-1<-[1<]", hand="1~").build("1~", "left").roll(1)
    assert scene.railway == "1<-1<-1<-[1<]"
    scene = Scene("1<-1<-1<-[1<]", hand="2").play("pass").settle()
    assert scene.railway == "1<-1<-[1<]", "the train stays on the last card"


@cites("ROL-74")
def test_a_build_may_stop_after_any_card():
    for number in (1, 2, 3):
        scene = Scene("2-2-[2]-2", hand="1 1 1")
        for _ in range(number):
            scene.build("1")
        assert "done" in scene.legal()
        assert sum(scene.play("done").outcomes().values()) == 6**number
    assert Scene("2-2-[2]-2", hand="1").refused("done") == "ROL-38"


@cites("ROL-74")
def test_a_build_is_ended_by_the_player():
    scene = Scene("2-2-[2]-2", hand="1").build("1")
    assert (scene.actor, scene.legal()) == (0, ["done"])


# ---------------------------------------------------------------- the dice


@cites("ROL-75")
@pytest.mark.parametrize(("cards", "dice"), [("1", 1), ("2", 2), ("3", 3), ("4", 4), ("1 1", 2), ("2 2", 4)])
def test_x3_as_many_dice_as_the_value_built(cards, dice):
    scene = Scene("3-3-[4]-1" if cards[0] == "1" else "3-3-[3]-3", hand=cards)
    for text in cards.split():
        scene.build(text)
    assert scene.play("done").s.dice == dice
    assert list(scene.outcomes()) == list(range(dice + 1))


@cites("ROL-75")
def test_fewer_dice_show_no_more_wheels_than_there_are():
    scene = Scene("3-3-[3]-3", hand="3").build("3").play("done")
    assert scene.refused("throw", LUCK, wheels=4) == "ROL-75"


@cites("ROL-76")
def test_x13_nine_dice_are_thrown_in_three_throws_and_added_up():
    scene = Scene("3-3-[3]-2-2-3-3", hand="3~ 3~ 3~")
    scene.build("3~", "left").build("3~", "right").build("3~", "left").play("done")
    assert scene.s.dice == 9
    for wheels, dice in ((2, 4), (1, 4), (1, 1)):
        assert list(scene.outcomes()) == list(range(dice + 1))
        assert scene.s.train == 2, "the train waits for all dice"
        scene.play("throw", LUCK, wheels=wheels)
    assert scene.s.wheels == 4
    assert scene.house("ride").s.train == 6


# ---------------------------------------------------------------- the train


@cites("ROL-77")
@pytest.mark.parametrize(("wheels", "after"), [(1, "2-2-2-[1]-4-4"), (2, "2-2-2-1-[4]-4"), (3, "2-2-2-1-4-[4]")])
def test_the_train_moves_one_card_per_wheel(wheels, after):
    scene = Scene("2-2-[2]-1-4", hand="4").build("4").play("done")
    scene.play("throw", LUCK, wheels=wheels).house("ride")
    assert scene.railway == after


@cites("ROL-46", "ROL-78", "ROL-79")
def test_x4_derailing():
    scene = Scene("2-1-4-[3]", hand="3").build("3")
    assert scene.railway == "2-1-4-[3]-3"
    scene.roll(3)
    assert (scene.railway, scene.penalties, scene.s.derailments) == ("4-3-[3]", "1 2", 1)


@cites("ROL-79")
@pytest.mark.parametrize(("wheels", "due"), [(1, 0), (2, 1), (3, 2), (4, 3)])
def test_every_missing_step_costs_a_card(wheels, due):
    scene = Scene("1-1-1-1-[4]", hand="4").build("4").roll(wheels)
    assert scene.s.taken_size == due


@cites("ROL-80")
def test_reaching_the_last_card_exactly_is_no_derailment():
    scene = Scene("1-1-[4]-4", hand="4").build("4").roll(2)
    assert (scene.railway, scene.s.derailments, scene.s.turn) == ("1-1-4-4-[4]", 0, 1)


@cites("ROL-81")
@pytest.mark.parametrize(
    ("railway", "wheels", "due"),
    [
        ("1-1-[2]-b3-3", 1, 1),
        ("1-1-[2]-b3-3", 2, 1),
        ("1-1-[2]-b3-b4", 2, 2),
        ("1-1-[2]-3-b4", 1, 0),
        ("1-1-[2]-b3-b4", 3, 2),
    ],
)
def test_every_broken_track_passed_or_stopped_on_costs_a_card(railway, wheels, due):
    scene = Scene(railway, hand="4").build("4").roll(wheels)
    assert (scene.s.taken_size, scene.s.derailments) == (due, 0)


@cites("ROL-82")
@pytest.mark.parametrize("wheels", [0, 1])
def test_standing_on_broken_track_or_leaving_it_costs_nothing(wheels):
    scene = Scene("1-1-[b2]-2", hand="2").build("2").roll(wheels)
    assert (scene.s.taken_size, scene.s.turn) == (0, 1)


@cites("ROL-82", "ROL-83")
def test_x9_broken_and_derailed():
    scene = Scene("1-2-[2]", hand="b2").hand(1, "2").build("b2").roll(2)
    assert (scene.railway, scene.penalties) == ("2-[b2]", "1 2")
    scene.lay("1").finish().play("draw", LUCK, card=next(iter(scene.outcomes())))
    scene.build("2").roll(2)
    assert (scene.railway, scene.pile_of(1) or scene.penalties) == ("b2-[2]", "2")


@cites("ROL-84")
def test_without_a_wheel_the_train_stays_and_nothing_is_due():
    scene = Scene("1-1-[4]-b4", hand="4").build("4").play("done").play("throw", LUCK, wheels=0)
    assert (scene.railway, scene.s.taken_size, scene.s.turn, scene.actor) == ("1-1-[4]-b4-4", 0, 1, LUCK)
