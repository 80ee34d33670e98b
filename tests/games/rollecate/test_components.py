"""Rollecate: what lies in the box, and what a file with other cards must hold."""

from __future__ import annotations

import pytest

from tabbytop.engine.components import BadComponents
from tabbytop.engine.seats import LUCK
from tabbytop.games.rollecate import components
from tabbytop.games.rollecate.board import (
    BOX,
    CARDS,
    COUNT,
    HEADINGS,
    TRACKS,
    is_broken,
    is_chaos,
    is_curve,
    value_of,
)
from tabbytop.games.rollecate.game import GAME
from tabbytop.kit.marks import cites
from tests.games.rollecate.scene import Scene, kind


def number_of(what):
    return sum(int(COUNT[number]) for number in range(len(CARDS)) if what(number))


# ---------------------------------------------------------------- the box


@cites("ROL-01")
@pytest.mark.parametrize(("players", "seats"), [(1, 1), (2, 2), (3, 3), (4, 4)])
def test_one_to_four_can_play(players, seats):
    assert Scene.before_play(players).s.seats == GAME.seats(players, {}) == seats


@cites("ROL-01")
@pytest.mark.parametrize("players", [0, 5])
def test_no_other_number_can_play(players):
    with pytest.raises(ValueError, match="Rollecate is for 1, 2, 3, 4 players"):
        Scene.before_play(players)


@cites("ROL-01")
def test_a_lone_player_may_meet_betsy():
    assert GAME.automata(1, GAME.complete(1, {"mode": "betsy"})) == ("Betsy",)
    assert Scene.before_play(1, mode="betsy").s.seats == 2
    assert [GAME.automata(players, GAME.complete(players, {})) for players in (1, 2, 3, 4)] == [()] * 4


@cites("ROL-02", "ROL-03")
def test_there_are_46_regular_tracks_4_broken_ones_and_5_chaos_cards():
    assert number_of(lambda number: True) == 55
    assert number_of(lambda number: number < TRACKS) == 50
    assert number_of(lambda number: number < TRACKS and not is_broken(number)) == 46
    assert number_of(is_broken) == 4
    assert number_of(is_chaos) == 5


@cites("ROL-04")
def test_every_card_chaos_cards_included_has_a_value_from_1_to_4():
    assert {value_of(number) for number in range(len(CARDS))} == {1, 2, 3, 4}
    for value in (1, 2, 3, 4):
        assert value_of(kind(f"{value}")) == value_of(kind(f"b{value}")) == value_of(kind(f"x{value}")) == value


@cites("ROL-05")
def test_the_component_file_lists_how_many_cards_there_are():
    counted = {CARDS[number]: int(COUNT[number]) for number in range(len(CARDS)) if COUNT[number]}
    assert counted == {
        "1 straight": 6,
        "2 straight": 6,
        "3 straight": 5,
        "4 straight": 6,
        "1 curve": 6,
        "2 curve": 6,
        "3 curve": 6,
        "4 curve": 5,
        "1 broken straight": 1,
        "2 broken straight": 1,
        "3 broken straight": 1,
        "4 broken straight": 1,
        "1 chaos": 1,
        "2 chaos": 1,
        "3 chaos": 2,
        "4 chaos": 1,
    }


@cites("ROL-10")
def test_a_corrected_card_list_may_hold_broken_curves():
    looks = {text: (is_broken(kind(text)), is_curve(kind(text))) for text in ("2", "2~", "b2", "b2~", "x2")}
    assert looks == {
        "2": (False, False),
        "2~": (False, True),
        "b2": (True, False),
        "b2~": (True, True),
        "x2": (False, False),
    }


@cites("ROL-05")
def test_a_card_of_which_all_are_out_cannot_be_drawn():
    scene = Scene(drawn=False, hand="b4")
    assert "4 broken straight" not in scene.outcomes()
    assert scene.refused("draw", LUCK, card="4 broken straight") == "ROL-05"
    assert scene.refused("draw", LUCK, card="4 broken curve") == "ROL-05"


@cites("ROL-06")
def test_there_is_one_train():
    assert BOX.totals.trains == 1
    assert Scene("1-2-[2]-3").railway.count("[") == 1


@cites("ROL-07")
@pytest.mark.parametrize(("cards", "most"), [("1", 1), ("1 1 1", 3), ("1 1 1 1", 4), ("1 1 1 1 1", 4)])
def test_at_most_four_dice_are_thrown_at_once(cards, most):
    scene = Scene("2-2-[2]-2", hand=cards)
    for text in cards.split():
        scene.build(text)
    assert list(scene.play("done").outcomes()) == list(range(most + 1))
    assert BOX.totals.dice == 4


@cites("ROL-08")
def test_four_of_six_faces_show_a_wheel():
    scene = Scene("2-2-[2]-2", hand="1 2").build("1").play("done")
    assert scene.outcomes() == {0: 2, 1: 4}
    scene = Scene("2-2-[2]-2", hand="2").build("2").play("done")
    assert scene.outcomes() == {0: 2 * 2, 1: 2 * 2 * 4, 2: 4 * 4}


@cites("ROL-09")
def test_chaos_cards_cannot_be_built():
    scene = Scene("2-2-[2]-2", hand="x2")
    assert not any(choice.startswith("build") for choice in scene.legal())
    assert all("chaos" not in name for name in GAME.moves.build.args["card"])


@cites("ROL-10")
@pytest.mark.parametrize(("text", "bend", "after"), [("2", "straight", 0), ("2~", "left", 1), ("2~", "right", 3)])
def test_a_track_leads_to_the_opposite_side_or_to_a_neighbouring_one(text, bend, after):
    scene = Scene("2-2-[2]-2", hand=text).build(text, bend)
    assert HEADINGS[scene.s.heading[4]] == HEADINGS[after]
    assert is_curve(kind(text)) is (after != 0)


@cites("ROL-11")
@pytest.mark.parametrize(
    ("railway", "cells"),
    [
        ("1-2-[2]-3", [(0, 0), (1, 0), (2, 0), (3, 0)]),
        ("1<-2-[2]-3", [(0, 0), (0, 1), (0, 2), (0, 3)]),
        ("1>-2-[2<]-3", [(0, 0), (0, -1), (0, -2), (1, -2)]),
    ],
)
def test_every_card_fills_one_cell_with_x_to_the_east_and_y_to_the_north(railway, cells):
    assert Scene(railway).cells == cells


@cites("ROL-12")
def test_a_curve_may_go_left_or_right_and_a_straight_only_on():
    scene = Scene("2-2-[2]-2", hand="2 2~")
    assert [choice for choice in scene.legal() if choice.startswith("build")] == [
        "build(card=2 straight, bend=straight)",
        "build(card=2 curve, bend=left)",
        "build(card=2 curve, bend=right)",
    ]
    assert scene.refused("build", card="2 straight", bend="left") == "ROL-12"
    assert scene.refused("build", card="2 curve", bend="straight") == "ROL-12"


# ---------------------------------------------------------------- files of an owner


def changed(tmp_path, *changes):
    """The component file with some of its text replaced."""
    text = components.PATH.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "components.toml"
    path.write_text(text)
    return path


TWO_CURVES = ('value = 1\nshape = "curve"\ncount = 6', 'value = 1\nshape = "curve"\ncount = 5')
BROKEN_CURVE = ('kind = "broken"\nvalue = 1\nshape = "straight"', 'kind = "broken"\nvalue = 1\nshape = "curve"')


@cites("ROL-05")
def test_an_owner_may_correct_the_cards(tmp_path):
    more = ('value = 1\nshape = "straight"\ncount = 6', 'value = 1\nshape = "straight"\ncount = 7')
    box = components.load(changed(tmp_path, TWO_CURVES, more, BROKEN_CURVE))
    assert components.count_of(box, "track", 1, "straight") == 7
    assert components.count_of(box, "broken", 1, "curve") == 1


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (TWO_CURVES, "cards must hold 46 of kind track, not 45"),
        (("broken_tracks = 4", "broken_tracks = 5"), "totals.broken_tracks must be 4"),
        (('kind = "track"\nvalue = 1', 'kind = "truck"\nvalue = 1'), r"cards\[0\].kind must be one of track, broken"),
        (('kind = "track"\nvalue = 1', 'kind = "track"\nvalue = 5'), r"cards\[0\].value must be from 1 to 4"),
        (('value = 1\nshape = "straight"', "value = 1"), r"cards\[0\].shape must be one of straight, curve"),
        (('kind = "chaos"\nvalue = 1', 'kind = "chaos"\nshape = "curve"\nvalue = 1'), "chaos cards show no track"),
        (("count = 6", "count = -6"), r"cards\[0\].count must be from 0 to 55"),
        (("count = 6", "number = 6"), "unknown field `number`"),
        (('"blank", "blank"]', '"wheel", "wheel"]'), "die.faces must be six"),
        (("players_4 = 7", "players_4 = 70"), "setup.removed.players_4 must be from 0 to 30"),
        (("derailments_allowed = 3", "derailments_allowed = -1"), "solo_hard.derailments_allowed must be from 0"),
        (("initial_track_cards = 4", "initial_track_cards = 5"), "setup.initial_track_cards must be 4"),
        (('score = "number of cards"', 'score = "points"'), "betsy.score must be"),
        (('tie = "left"', 'tie = "up"'), "betsy_bend.tie must be left or right"),
        (("players_max = 4", "players_max = 5"), "players_max must be 2 and 4"),
        (("max = 4\nsource", "max = 5\nsource"), "value_range must be from 1 to 4"),
    ],
)
def test_a_wrong_file_is_refused_by_naming_the_key(tmp_path, change, complaint):
    with pytest.raises(BadComponents, match=complaint):
        components.load(changed(tmp_path, change))
