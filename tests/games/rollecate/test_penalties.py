"""Rollecate: penalty cards, discard piles, combining."""

from __future__ import annotations

import pytest

from tabbytop.engine.seats import HOUSE
from tabbytop.games.rollecate.facts import FINISHED
from tabbytop.games.rollecate.game import GAME
from tabbytop.kit.marks import cites
from tests.games.rollecate.scene import Scene


def owing(*cards, pile=""):
    """Red has to lay these penalty cards on a pile: a 4 was built with the train on the last card of them."""
    railway = "-".join([*cards, "[4]"])
    scene = Scene(railway, hand="4").pile(0, pile)
    return scene.build("4").roll(min(4, 1 + len(cards)))


# ---------------------------------------------------------------- taking


@cites("ROL-46")
def test_penalty_cards_are_taken_one_by_one_from_the_start_of_the_railway():
    scene = Scene("1-2-3-[4]-4", hand="4").build("4").play("done").play("throw", -1, wheels=4).house("ride")
    assert (scene.s.due, scene.railway) == (2, "1-2-3-4-4-[4]")
    assert (scene.house("take").penalties, scene.railway) == ("1", "2-3-4-4-[4]")
    assert (scene.house("take").penalties, scene.railway) == ("1 2", "3-4-4-[4]")
    assert scene.s.due == 0


@cites("ROL-47", "ROL-48")
def test_x8_the_card_under_the_train_is_never_taken():
    scene = Scene("2-[3]-3", hand="3").build("3").roll(3)
    assert (scene.railway, scene.pile_of(0) or scene.penalties) == ("3-3-[3]", "2")
    scene = Scene("[4]", hand="4").build("4").roll(4)
    assert (scene.railway, scene.penalties, scene.s.due) == ("[4]", "4", 0)
    assert scene.finish().s.turn == 1


@cites("ROL-47")
def test_taking_stops_at_the_train_also_where_cards_lie_ahead_of_it():
    scene = Scene("[3]-b2-2-2", hand="1").play("pass")
    assert scene.s.due == 2
    scene.settle()
    assert (scene.railway, scene.penalties, scene.s.due) == ("[b2]-2-2", "3", 0)


@cites("ROL-48")
def test_cards_are_taken_when_the_train_has_come_to_rest():
    scene = Scene("1-[2]-b1-2", hand="2").build("2").play("done").play("throw", -1, wheels=2)
    assert (scene.railway, scene.penalties) == ("1-[2]-b1-2-2", "")
    scene.house("ride")
    assert (scene.railway, scene.penalties, scene.s.due) == ("1-2-b1-[2]-2", "", 1)
    assert scene.house("take").penalties == "1"


@cites("ROL-49")
@pytest.mark.parametrize("viewer", [0, 1, -1])
def test_penalty_cards_lie_open_until_the_end_of_the_turn(viewer):
    scene = owing("1", "2", "4")
    assert scene.penalties == "1 2 4"
    view = GAME.state.view(scene.state, viewer)
    assert view["taken"][0].tolist() == list(scene.s.taken)
    assert "penalty cards: straight 1, straight 2, straight 4" in scene.words(viewer)


# ---------------------------------------------------------------- laying


@cites("ROL-50")
@pytest.mark.parametrize("order", ["1 2 4", "4 2 1", "2 4 1"])
def test_penalty_cards_are_laid_in_any_order(order):
    scene = owing("1", "2", "4")
    for text in order.split()[:2]:
        scene.lay(text)
    assert scene.finish().pile_of(0) == order


@cites("ROL-50")
def test_only_penalty_cards_of_this_turn_are_laid_and_not_before_its_end():
    scene = owing("1", "2", "4")
    assert scene.refused("lay", card="3 straight", combine="no") == "ROL-50"
    assert scene.refused("pass") == "ROL-38"
    assert Scene(hand="2").refused("lay", card="2 straight", combine="no") == "ROL-50"


@cites("ROL-50")
def test_a_single_card_that_combines_with_nothing_is_laid_by_the_house():
    scene = owing("1", pile="3")
    assert (scene.actor, scene.legal()) == (HOUSE, ["lay(card=1 straight, combine=no)"])
    assert scene.finish().pile_of(0) == "3 1"


@cites("ROL-51")
def test_a_card_equal_to_the_top_card_may_go_into_the_box_with_it():
    scene = owing("3<", pile="1 3")
    before = scene.combined("3~") + scene.combined("3")
    assert scene.legal() == ["lay(card=3 curve, combine=no)", "lay(card=3 curve, combine=yes)"]
    scene.lay("3~", "yes")
    assert scene.pile_of(0) == "1"
    assert scene.combined("3~") + scene.combined("3") == before + 2


@cites("ROL-51")
@pytest.mark.parametrize("top", ["1", "2", "4"])
def test_a_card_of_another_value_does_not_combine(top):
    scene = owing("3", "1", pile=top)
    assert scene.refused("lay", card="3 straight", combine="yes") == "ROL-51"


@cites("ROL-51", "ROL-56")
def test_x10_combining_in_a_chain():
    scene = owing("1", "3", "2", pile="3 1")
    assert sum((3, 1, 1, 3, 2)) == 10
    scene.lay("1", "yes").lay("3", "yes").finish()
    assert (scene.pile_of(0), scene.scores()[0]) == ("2", 2)
    scene = owing("1", "3", "2", pile="3 1").lay("2")
    assert not any("yes" in choice for choice in scene.legal())
    assert scene.lay("1").finish().scores()[0] == 10


@cites("ROL-52")
def test_combining_is_optional_card_by_card():
    scene = owing("2", "2", pile="2")
    assert scene.lay("2", "no").pile_of(0) == "2 2"
    assert scene.lay("2", "yes").pile_of(0) == "2"


@cites("ROL-53")
def test_several_pairs_may_go_in_one_turn():
    scene = owing("1", "2", "4", pile="4 2 1").lay("1", "yes").lay("2", "yes").lay("4", "yes")
    assert (scene.pile_of(0), scene.s.turn) == ("", 1)


@cites("ROL-54", "ROL-55", "ROL-58")
def test_x11_of_three_equal_cards_one_is_left():
    scene = owing("4", "4", "4")
    assert scene.refused("lay", card="4 straight", combine="yes") == "ROL-58"
    scene.house("lay")
    assert scene.lay("4", "yes").pile_of(0) == ""
    assert scene.finish().pile_of(0) == "4"


@cites("ROL-54")
def test_never_more_than_two_cards_go_at_once():
    assert owing("2", pile="2 2").lay("2", "yes").pile_of(0) == "2"


@cites("ROL-55")
def test_a_card_may_combine_with_one_laid_in_the_same_turn():
    assert owing("2", "2", pile="1").house("lay").lay("2", "yes").pile_of(0) == "1"


@cites("ROL-56")
def test_the_card_below_a_removed_pair_may_be_combined_with():
    scene = owing("2", "1", pile="1 2").lay("2", "yes")
    assert "lay(card=1 straight, combine=yes)" in scene.legal()


@cites("ROL-57")
@pytest.mark.parametrize(
    ("top", "taken"),
    [(top, taken) for top in ("2", "2~", "b2", "x2") for taken in ("2", "2<", "b2") if top != "b2" or taken != "b2"],
)
def test_only_the_value_matters_for_combining(top, taken):
    scene = owing(taken, pile=f"4 {top}")
    name = {"2": "2", "2<": "2~", "b2": "b2"}[taken]
    assert scene.lay(name, "yes").pile_of(0) == "4"


@cites("ROL-58")
def test_nothing_combines_with_an_empty_pile():
    assert owing("2", "1").refused("lay", card="2 straight", combine="yes") == "ROL-58"


@cites("ROL-59", "ROL-93")
def test_combined_cards_do_not_count():
    assert owing("3", "2", pile="4 3").lay("3", "yes").finish().scores()[0] == 4 + 2


# ---------------------------------------------------------------- looking


@cites("ROL-60")
def test_a_player_may_look_through_the_own_pile():
    assert "pile 3: straight 3, curved 1, chaos 4" in Scene().pile(0, "3 1~ x4").words(0)


@cites("ROL-61")
@pytest.mark.parametrize("viewer", [1, 2, -1])
def test_others_see_the_top_card_and_the_size_of_a_pile(viewer):
    words = Scene(players=3).pile(0, "3 1~ x4").words(viewer)
    assert "pile 3, top chaos 4" in words
    assert "curved 1" not in words


@cites("ROL-61")
@pytest.mark.parametrize("viewer", [0, 1, -1])
def test_everybody_sees_all_cards_after_scoring(viewer):
    scene = Scene("1-2-[2]-3", hand="4", deck="2", drawn=False).hand(1, "x1 2").pile(0, "1 3~").pile(1, "2 4")
    scene.draw("2").play("pass").settle().finish()
    assert scene.s.phase == FINISHED
    assert "pile 5: straight 1, curved 3, straight 1, straight 2, straight 4" in scene.words(viewer)
    assert "pile 4: straight 2, straight 4, straight 2, chaos 1" in scene.words(viewer)
