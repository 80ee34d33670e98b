"""Kitty Paw: checking a pattern, and scoring it."""

from __future__ import annotations

import pytest

from tabbytop.engine.seats import SPECTATOR
from tabbytop.games.kitty_paw import cards, mat
from tabbytop.games.kitty_paw.cards import (
    BREED_IDS,
    CARD_IDS,
    HIDE,
    NEED_ROT,
    ORDER,
    PIECES,
)
from tabbytop.games.kitty_paw.facts import BOX_BIT, RESULT, RIGHT, SCORED, TURNED, WRONG, faults_of, is_piece_right
from tabbytop.games.kitty_paw.game import GAME
from tabbytop.kit.marks import cites
from tests.games.kitty_paw.scene import ROWS, Scene

I05 = {
    "exotic": (0, 0, "back"),
    "persian": (-1, 0, "back"),
    "european": (0, -1, "back"),
    "bombay": (-1, 1, "belly"),
    "russian": (0, 1, "back"),
}


def opened(card="I-05", players=2):
    level = {"I": 1, "II": 2, "III": 3}[card.split("-")[0].rstrip("by")]
    row = tuple(dict.fromkeys((card, *ROWS[level])))[:4]
    return Scene(players, level=level, row=row).open().take(0, card)


def verdict(scene):
    """Call, and see what the check says."""
    scene.play(0, "meow").house()
    assert scene.s.phase == RESULT
    return scene.s.verdict[0]


def faults(scene):
    bits = scene.s.faults[0]
    return {PIECES[piece] for piece in range(8) if bits >> piece & 1} | ({"box"} if bits >> BOX_BIT & 1 else set())


# ---------------------------------------------------------------- worked examples


@cites("KIT-94")
def test_x5_anywhere_on_the_mat():
    scene = opened()
    for breed, (q, r, side) in I05.items():
        scene.put(0, breed, q, r, side=side)
    assert verdict(scene) == RIGHT
    moved = opened().play(0, "box_move", cell="6,6")
    for breed, (q, r, side) in I05.items():
        moved.put(0, breed, q, r, side=side)
    assert verdict(moved) == RIGHT


@cites("KIT-94")
def test_also_in_the_first_corner_of_the_mat():
    scene, first = opened(), 0
    card = CARD_IDS.index("I-05")
    fitting = [
        (piece, box)
        for piece in range(HIDE)
        for box in range(len(mat.CENTRE_Q))
        if cards.is_needed(card, piece)
        and mat.CENTRE_Q[first] - mat.CENTRE_Q[box] == cards.NEED_Q[card, piece]
        and mat.CENTRE_R[first] - mat.CENTRE_R[box] == cards.NEED_R[card, piece]
    ]
    assert fitting
    for piece, box in fitting:
        scene.s.box[0], scene.s.place[0, piece] = box, first
        scene.s.side[0, piece], scene.s.rot[0, piece] = cards.NEED_SIDE[card, piece], NEED_ROT[card, piece]
        assert is_piece_right(scene.s, 0, card, piece)


@cites("KIT-94", "KIT-95")
def test_x5_one_tile_one_cell_off():
    scene = opened().build(0, leaving="russian").put(0, "russian", 1, 0)
    assert verdict(scene) == WRONG
    assert faults(scene) == {"russian"}


@cites("KIT-96")
def test_x6_turned_as_a_whole():
    scene = opened()
    for breed, (q, r, side) in I05.items():
        scene.put(0, breed, -r, q + r, side=side, rot=1)  # the lattice turned by 60 degrees, clockwise
    assert verdict(scene) == WRONG


@cites("KIT-96")
def test_a_mirrored_pattern_is_wrong():
    scene = opened()
    for breed, (q, r, side) in I05.items():
        scene.put(0, breed, -q - r, r, side=side)
    assert verdict(scene) == WRONG


@cites("KIT-94")
def test_x7_box_orientation():
    scene = opened().build(0).play(0, "box_flip")
    assert verdict(scene) == WRONG
    assert faults(scene) == {"box"}


@cites("KIT-94", "KIT-40")
def test_x8_kitty_beside_the_box():
    scene = opened()
    for breed, (q, r, side) in I05.items():
        scene.put(0, breed, q + 1, r, side=side)
    assert verdict(scene) == WRONG
    assert faults(scene) == set(I05)


@cites("KIT-39", "KIT-94")
def test_x9_bobtail():
    scene = opened("I-08").build(0, leaving="bobtail")  # its Bobtail covers (1, 0) and (2, 0)
    scene.put(0, "bobtail", 2, 0, rot=3)
    assert verdict(scene) == WRONG
    assert faults(scene) == {"bobtail"}
    assert verdict(opened("I-08").build(0)) == RIGHT


@cites("KIT-95")
def test_x10_an_additional_tile():
    scene = opened().build(0).hold(0, "mau").play(0, "put", place="1,1")
    assert verdict(scene) == WRONG
    assert faults(scene) == {"mau"}


@cites("KIT-82")
def test_x10_a_tile_in_the_hand_is_not_part_of_the_pattern():
    assert verdict(opened().build(0).hold(0, "mau")) == RIGHT
    scene = opened().build(0).play(0, "lift", piece="persian")
    assert verdict(scene) == WRONG
    assert faults(scene) == {"persian"}


@cites("KIT-43")
def test_x11_top_tile():
    scene = opened("III-05").build(0, leaving="persian")  # its Persian lies across (1, 0) and (2, 0)
    scene.hold(0, "persian", side="belly").play(0, "put", place=scene.place(0, 2, 0))
    assert verdict(scene) == WRONG
    assert faults(scene) == {"persian"}


@cites("KIT-46", "KIT-94")
@pytest.mark.parametrize(("card", "turns"), [("III-03", 1), ("III-04", 3), ("III-08", 2)])
def test_a_hidden_animal_that_the_card_shows_turned_is_wrong_upright(card, turns):
    upright = opened(card).build(0)
    assert upright.s.rot[0, HIDE] == turns
    for _ in range(6 - turns):
        upright.play(0, "turn", piece="hide", way="right")
    assert verdict(upright) == WRONG
    assert faults(upright) == {"hide"}
    assert verdict(opened(card).build(0)) == RIGHT


@cites("KIT-43")
def test_x11_a_top_tile_may_come_before_the_tile_below():
    scene = opened("III-05").hold(0, "persian", side="belly")
    scene.play(0, "put", place=scene.place(0, 1, 0, (2, 0)))
    if scene.s.box_side[0] != 0:
        scene.play(0, "box_flip")
    for piece in ORDER[scene.s.card[0]]:
        if BREED_IDS[piece] != "persian":
            side = "back" if BREED_IDS[piece] != "bombay" else "belly"
            scene.hold(0, BREED_IDS[piece], side, int(NEED_ROT[scene.s.card[0], piece]))
            scene.play(0, "put", place=scene.wanted(0, piece))
    scene.find(0, 1, "burmese").play(0, "keep").play(0, "put", place=scene.wanted(0, HIDE))
    assert verdict(scene) == RIGHT


# ---------------------------------------------------------------- clauses


@cites("KIT-93")
@pytest.mark.parametrize("change", ["side", "rotation", "position", "box", "hide rotation"])
def test_positions_and_orientations_must_match_exactly(change):
    scene = opened("IIb-01").build(0)
    breed = BREED_IDS[ORDER[scene.s.card[0]][1]]
    if change == "side":
        scene.play(0, "flip", breed=breed)
    elif change == "rotation":
        scene.play(0, "lift", piece=breed).play(0, "turn", piece=breed, way="left")
        scene.play(0, "put", place=scene.wanted(0, BREED_IDS.index(breed)))
    elif change == "position":
        scene.play(0, "lift", piece=breed).play(0, "put", place="1,1")
    elif change == "box":
        scene.play(0, "box_flip")
    else:
        scene.play(0, "turn", piece="hide", way="right")
    assert verdict(scene) == WRONG
    assert faults(scene) == {"box" if change == "box" else "hide" if change == "hide rotation" else breed}


@cites("KIT-95")
@pytest.mark.parametrize("missing", ["exotic", "persian", "bombay"])
def test_a_missing_piece_makes_it_wrong(missing):
    scene = opened().build(0, leaving=missing)
    assert verdict(scene) == WRONG
    assert faults(scene) == {missing}


@cites("KIT-97")
def test_tiles_of_all_sets_are_alike():
    scene = opened(players=4)
    # the centre knows breeds and sides, not whose set a tile is from
    assert [move for move in scene.legal(0) if "breed=persian, side" in move] == ["grab(breed=persian, side=back)"]
    scene.build(0).play(0, "give_back", piece="persian").put(0, "persian", -1, 0).play(0, "meow")
    assert faults_of(scene.s, 0, scene.s.card[0]) == 0


@cites("KIT-98", "KIT-103", "KIT-104")
def test_only_the_callers_pattern_is_checked_and_nobody_else_scores():
    scene = opened().take(1, "I-09").build(1).build(0)
    assert faults_of(scene.s, 1, scene.s.card[1]) == 0
    assert verdict(scene) == RIGHT
    assert scene.s.verdict[1] == 0
    assert scene.s.total[1] == 0
    assert scene.s.scored[1] == 0
    assert scene.refused(1, "meow") == "KIT-103"


@cites("KIT-99")
def test_everybody_sees_the_result_and_where_it_is_wrong():
    scene = opened().build(0, leaving="russian")
    assert verdict(scene) == WRONG
    for viewer in (0, 1, SPECTATOR):
        view = GAME.state.plain(GAME.state.view(scene.state, viewer))
        assert (view.verdict[0], view.faults[0]) == (WRONG, 1 << BREED_IDS.index("russian"))
        assert "Russian Blue" in GAME.words.prompt(view, viewer)


@cites("KIT-99")
def test_a_picture_with_many_faults_is_told_in_short_above_the_table():
    scene = opened()
    assert verdict(scene) == WRONG
    view = GAME.state.plain(GAME.state.view(scene.state, 0))
    assert f"({view.faults[0].bit_count()} pieces)" in GAME.words.prompt(view, 0)


@cites("KIT-100", "KIT-102")
def test_a_right_card_is_scored_with_its_points():
    scene = opened("I-09").build(0)
    assert verdict(scene) == RIGHT
    assert (scene.s.total[0], scene.s.scored[0]) == (6, 1)
    assert scene.s.where[CARD_IDS.index("I-09")] == SCORED


@cites("KIT-101", "KIT-102")
@pytest.mark.parametrize(("card", "penalty"), [("I-09", -1), ("IIb-01", -2), ("III-01", -3)])
def test_a_wrong_card_is_scored_with_its_penalty(card, penalty):
    scene = opened(card)
    assert verdict(scene) == WRONG
    assert (scene.s.total[0], scene.s.scored[0]) == (penalty, 1)
    assert scene.s.where[CARD_IDS.index(card)] == TURNED


@cites("KIT-94")
@pytest.mark.parametrize("card", CARD_IDS)
def test_every_card_can_be_built_around_the_middle_cell(card):
    scene = (
        opened(card)
        if not card.startswith("IIy")
        else Scene(2, deck="mixed", row=(card, "I-01", "I-02", "I-03")).open().take(0, card)
    )
    assert verdict(scene.build(0)) == RIGHT
