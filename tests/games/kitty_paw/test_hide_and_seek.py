"""Kitty Paw: looking for the hidden animal."""

from __future__ import annotations

import pytest

from tabbytop.engine.match import Ply, told
from tabbytop.engine.seats import LUCK, SPECTATOR
from tabbytop.engine.state import copy_of
from tabbytop.games.kitty_paw.cards import ANIMAL_IDS, CARD_IDS, HIDE, NEED_ANIMAL
from tabbytop.games.kitty_paw.facts import RESULT, WRONG
from tabbytop.games.kitty_paw.game import GAME
from tabbytop.games.kitty_paw.mat import IN_HAND, NOWHERE
from tabbytop.games.kitty_paw.moves import MOVES
from tabbytop.kit.marks import cites
from tests.games.kitty_paw.scene import REFEREE, Scene

MANX, CHARTREUX = ANIMAL_IDS.index("manx"), ANIMAL_IDS.index("chartreux")


def seeking(players=2, level=2, **options):
    """Everybody has a card of Level II or III."""
    scene = Scene(players, level=level, **options).open()
    for seat, card in enumerate(scene.s.row.tolist()[:players]):
        scene.take(seat, CARD_IDS[card])
    return scene


def view_of(scene, seat):
    return GAME.state.plain(GAME.state.view(scene.state, seat))


@cites("KIT-69", "KIT-73", "KIT-76")
def test_x4_hide_and_seek():
    scene = Scene(2, level=2, row=("IIb-04", "IIb-01", "IIb-02", "IIb-03")).open()
    scene.take(0, "IIb-04").take(1, "IIb-01")
    assert NEED_ANIMAL[scene.s.card[0]] == CHARTREUX
    scene.find(0, 3, "manx").play(0, "unpeek").find(0, 5, "chartreux").play(0, "keep")
    scene.play(0, "put", place=scene.wanted(0, HIDE))
    assert scene.refused(1, "peek", slot=5) == "KIT-77"
    scene.play(0, "give_back", piece="hide")
    scene.play(1, "peek", slot=5)
    assert scene.outcomes() == {"find(animal=chartreux)": 1}


@cites("KIT-69")
def test_boxes_are_looked_under_one_by_one():
    scene = seeking().find(0, 1, "manx").play(0, "peek", slot=2)
    assert scene.s.peeking[0] == 1
    assert "find(animal=manx)" not in scene.outcomes()


@cites("KIT-70")
def test_only_the_looker_sees_the_face():
    scene = seeking(3)
    before = copy_of(scene.state)
    scene.play(0, "peek", slot=4)
    lifted = copy_of(scene.state)
    scene.luck("find", animal="manx")
    assert view_of(scene, 0).known[0, 3] == MANX
    for viewer in (1, 2, SPECTATOR):
        view = view_of(scene, viewer)
        assert view.peeking[0] == 3  # who looks where is open
        assert MANX not in view.ring.tolist()
        assert MANX not in view.shown.tolist()
        assert all(view.known[seat, 3] == -1 for seat in range(3))
    entry = Ply(LUCK, MOVES.find(animal="manx"))
    assert "Manx" in told(GAME, entry, lifted, scene.state, 0)
    assert told(GAME, entry, lifted, scene.state, 1) == told(GAME, entry, lifted, scene.state, SPECTATOR) == ""
    line = told(GAME, Ply(0, MOVES.peek(slot=4)), before, lifted, 1)
    assert line == "Red looks under box 4."


@cites("KIT-70")
def test_looking_needs_an_empty_hand():
    scene = seeking().hold(0, "persian")
    assert scene.refused(0, "peek", slot=1) == "KIT-70"


@cites("KIT-71")
def test_two_do_not_look_under_the_same_box():
    scene = seeking().find(0, 1, "manx")
    assert scene.refused(1, "peek", slot=1) == "KIT-71"
    scene.play(0, "unpeek").play(1, "peek", slot=1)
    assert scene.outcomes() == {"find(animal=manx)": 1}


@cites("KIT-72")
def test_a_look_ends_by_itself_after_three_seconds():
    scene = seeking().find(0, 1, "manx").wait(2999)
    assert scene.s.peeking[0] == 0
    scene.wait(1)
    assert scene.s.peeking[0] == -1
    assert view_of(scene, 0).known[0, 0] == MANX  # what was seen stays seen


@cites("KIT-72")
def test_how_long_a_look_takes_is_an_option():
    scene = seeking(peek_seconds=1).find(0, 1, "manx").wait(1000)
    assert scene.s.peeking[0] == -1


@cites("KIT-72")
@pytest.mark.parametrize(
    ("name", "args"),
    [("box_flip", {}), ("grab", {"breed": "persian", "side": "back"}), ("box_move", {"cell": "1,1"}), ("unpeek", {})],
)
def test_anything_else_ends_a_look(name, args):
    scene = seeking().find(0, 1, "manx").play(0, name, **args)
    assert scene.s.peeking[0] == -1
    assert scene.s.hide[0] == -1
    assert scene.refused(0, "keep") == "KIT-73"


@cites("KIT-72")
def test_looking_under_another_box_ends_a_look():
    scene = seeking().find(0, 1, "manx").find(0, 2, "burmese")
    assert scene.s.peeking[0] == 1


@cites("KIT-72")
def test_a_meow_ends_all_looks():
    scene = seeking(3).find(0, 1, "manx").play(1, "meow")
    assert scene.s.peeking[0] == -1


@cites("KIT-72")
def test_the_same_box_rests_for_a_second_but_not_for_others():
    scene = seeking().find(0, 1, "manx")
    assert scene.refused(0, "peek", slot=1) == "KIT-72"
    scene.play(0, "unpeek").wait(999)
    assert scene.refused(0, "peek", slot=1) == "KIT-72"
    assert "peek(slot=1)" in scene.legal(1)
    assert "peek(slot=2)" in scene.legal(0)
    scene.wait(1).play(0, "peek", slot=1)


@cites("KIT-73")
def test_a_kept_card_comes_to_hand_where_all_see_it():
    scene = seeking().find(0, 1, "manx").play(0, "keep")
    assert scene.s.place[0, HIDE] == IN_HAND
    assert scene.s.rot[0, HIDE] == 0
    assert view_of(scene, 1).hide[0] == view_of(scene, SPECTATOR).hide[0] == MANX
    scene.play(0, "put", place="1,1")
    assert scene.s.place[0, HIDE] == 0


@cites("KIT-74")
def test_nobody_has_two_hide_and_seek_cards():
    scene = seeking().find(0, 1, "manx").play(0, "keep").play(0, "put", place="1,1")
    assert scene.refused(0, "peek", slot=2) == "KIT-74"


@cites("KIT-74")
def test_cards_of_level_one_need_no_looking():
    scene = Scene(2).open().take(0, "I-05")
    assert scene.refused(0, "peek", slot=2) == "KIT-74"


@cites("KIT-75")
def test_the_wrong_animal_may_be_kept_and_spoils_the_pattern():
    scene = seeking().build(0, leaving="hide")
    wrong = next(name for name in ANIMAL_IDS if name != ANIMAL_IDS[NEED_ANIMAL[scene.s.card[0]]])
    scene.find(0, 1, wrong).play(0, "keep").play(0, "put", place=scene.wanted(0, HIDE))
    scene.play(0, "meow").house()
    assert scene.s.phase == RESULT
    assert scene.s.verdict[0] == WRONG
    assert scene.s.faults[0] == 1 << HIDE


@cites("KIT-76")
def test_a_card_given_back_is_under_its_box_again():
    scene = seeking().find(0, 6, "manx").play(0, "keep").play(0, "give_back", piece="hide")
    assert scene.s.place[0, HIDE] == NOWHERE
    assert scene.s.hide[0] == -1
    assert "peek(slot=6)" in scene.legal(1)
    assert "find(animal=manx)" not in scene.play(1, "peek", slot=2).outcomes()


@cites("KIT-77")
def test_who_keeps_an_animal_first_has_it_until_it_is_given_back():
    scene = seeking().find(0, 1, "manx").play(0, "unpeek").find(1, 1, "manx").play(1, "keep").wait(1000)
    assert scene.refused(0, "peek", slot=1) == "KIT-77"
    scene.play(1, "give_back", piece="hide").play(0, "peek", slot=1).luck("find", animal="manx")
    scene.play(0, "keep")


def test_worlds_that_a_seat_imagines_fit_what_it_has_seen():
    from tabbytop.engine.luck import stream

    scene = seeking(3).find(0, 1, "manx").play(0, "unpeek").find(1, 2, "burmese").play(1, "keep").find(2, 3, "ocicat")
    imagined = set()
    for number in range(100):
        world = GAME.state.view(scene.state, 0)
        REFEREE.imagine(world, 0, stream(1, number))
        plain = GAME.state.plain(world)
        assert REFEREE.broken(world) == 0
        assert (plain.ring[0], plain.ring[1]) == (MANX, ANIMAL_IDS.index("burmese"))
        assert plain.known[2, 2] == plain.ring[2] >= 0
        imagined.add(plain.ring[2])
    assert imagined == set(range(len(ANIMAL_IDS))) - {MANX, ANIMAL_IDS.index("burmese")}, "any animal may be there"


@cites("KIT-72")
def test_every_box_that_was_looked_under_rests_for_its_own_second():
    scene = seeking().find(0, 1, "manx").wait(400).find(0, 2, "burmese").wait(100).play(0, "unpeek")
    assert scene.refused(0, "peek", slot=1) == "KIT-72"
    assert scene.refused(0, "peek", slot=2) == "KIT-72"
    scene.wait(900)
    assert "peek(slot=1)" in scene.legal(0)
    assert scene.refused(0, "peek", slot=2) == "KIT-72"
    scene.wait(100)
    assert {"peek(slot=1)", "peek(slot=2)"} <= set(scene.legal(0))
