"""Rollecate: discarding chaos cards."""

from __future__ import annotations

import pytest

from tabbytop.kit.marks import cites
from tests.games.rollecate.scene import Scene


@cites("ROL-85")
def test_discarding_needs_a_chaos_card_in_hand():
    scene = Scene(hand="2 3")
    assert not any(choice.startswith("chaos") for choice in scene.legal())
    assert scene.refused("chaos", value=2, combine="no") == "ROL-85"


@cites("ROL-86")
def test_any_chaos_cards_may_go_in_any_order():
    scene = Scene(hand="x1 x3 x3 x4").chaos(3).chaos(1).chaos(4)
    assert (scene.pile_of(0), scene.hand_of(0)) == ("x3 x1 x4", "x3")
    assert scene.legal() == ["chaos(value=3, combine=no)", "done"]
    assert scene.play("done").s.turn == 1


@cites("ROL-86")
def test_a_chaos_card_of_another_value_is_not_there():
    scene = Scene(hand="x3")
    assert scene.refused("chaos", value=2, combine="no") == "ROL-86"


@cites("ROL-86", "ROL-87", "ROL-88")
def test_x12_the_chaos_action():
    scene = Scene("1-2-[2]-3", hand="x2 x3 x3").pile(0, "2").chaos(2, "yes").chaos(3).chaos(3, "yes")
    assert (scene.pile_of(0), scene.hand_of(0), scene.railway) == ("", "", "1-2-[2]-3")
    scene = Scene("1-2-[2]-3", hand="x2 x3 x3").pile(0, "2").chaos(3).play("done")
    assert (scene.pile_of(0), scene.hand_of(0), scene.s.turn) == ("2 x3", "x2 x3", 1)


@cites("ROL-87")
def test_combining_follows_the_rules_for_penalty_cards():
    scene = Scene(hand="x2 x4").pile(0, "2")
    assert scene.legal()[-3:] == [
        "chaos(value=2, combine=no)",
        "chaos(value=2, combine=yes)",
        "chaos(value=4, combine=no)",
    ]
    assert scene.refused("chaos", value=4, combine="yes") == "ROL-51"
    assert Scene(hand="x2").refused("chaos", value=2, combine="yes") == "ROL-58"


@cites("ROL-88")
@pytest.mark.parametrize("railway", ["1-2-[2]-b3", "1-2-[2]", "[2]"])
def test_the_train_does_not_move_and_no_penalty_is_taken(railway):
    scene = Scene(railway, hand="x1").chaos(1).play("done")
    assert (scene.railway, scene.s.taken_size, scene.s.turn) == (railway, 0, 1)


@cites("ROL-89")
def test_a_chaos_card_leaves_the_hand_in_no_other_way():
    scene = Scene("2-2-[2]-2", hand="2 x2")
    assert scene.build("2").legal() == ["done"]
    assert scene.roll(0).hand_of(0) == "x2"
    scene = Scene("2-2-[2]-2", hand="x2").play("pass").settle().finish()
    assert scene.hand_of(0) == "x2"
