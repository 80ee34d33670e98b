"""Rollecate: the end of the game, scoring, tie-breaks."""

from __future__ import annotations

import pytest

from tabbytop.engine.seats import HOUSE, LUCK, OVER, SPECTATOR
from tabbytop.engine.state import copy_of
from tabbytop.games.rollecate import scoring
from tabbytop.games.rollecate.facts import FINISHED, SCORING
from tabbytop.games.rollecate.game import GAME
from tabbytop.kit.marks import cites
from tests.games.rollecate.scene import REFEREE, Scene


def finished(*piles):
    """A finished game with these piles."""
    named = sum(len(cards.split()) for cards in piles)
    scene = Scene("2-[2]" if named % 2 == 0 else "2-[2]-2", players=len(piles), deck="")
    for seat, cards in enumerate(piles):
        scene.pile(seat, cards)
    scene.s.phase, scene.s.acting = FINISHED, OVER
    assert (scene.s.deck_size, REFEREE.broken(scene.state)) == (0, 0), "choose other cards"
    return scene


# ---------------------------------------------------------------- the end


@cites("ROL-90")
def test_the_game_ends_after_the_turn_in_which_the_last_card_was_drawn():
    scene = Scene("1-1-[4]-4", hand="4 4", deck="3 1~", drawn=False).draw("3")
    assert scene.s.deck_size == 1
    scene.build("4").roll(0)
    assert (scene.actor, scene.s.turn) == (LUCK, 1)
    scene.play("draw", LUCK, card=next(iter(scene.outcomes())))
    assert (scene.s.deck_size, scene.actor) == (0, 1)
    scene.play("pass").settle()
    while scene.s.phase != FINISHED:
        scene.house()
    assert scene.refused("pass", 0) == scene.refused("pass", 1) == "ROL-90"
    assert scene.legal(0) == scene.legal(1) == scene.legal(HOUSE) == []


@cites("ROL-90", "ROL-92")
def test_x16_the_last_turn_is_finished_as_usual():
    scene = Scene("1-1-4-[4]", hand="4 2 x1", deck="4~", drawn=False).hand(1, "3 3").pile(0, "1").pile(1, "3")
    scene.draw("4~").build("4").roll(3)
    assert scene.penalties == "1 1"
    scene.lay("1", "yes").finish()
    assert scene.s.phase == FINISHED
    assert scene.pile_of(0) == "1 2 4~ x1"
    assert scene.pile_of(1) == "3 3 3"


@cites("ROL-91")
def test_all_hands_join_the_piles_chaos_cards_included():
    scene = Scene("1-1-[4]-4", hand="4 x2", deck="1", drawn=False, players=3).hand(1, "3~ x1").pile(2, "2")
    scene.draw("1").play("pass").settle().finish()
    assert [scene.hand_of(seat) for seat in range(3)] == ["", "", ""]
    assert sorted(scene.pile_of(0).split()) == ["1", "1", "4", "x2"]
    assert sorted(scene.pile_of(1).split()) == ["3~", "x1"]
    assert scene.pile_of(2) == "2"


@cites("ROL-92")
def test_hand_cards_are_not_combined():
    scene = Scene("4-1-[4]-4", hand="2 2", deck="4", drawn=False).pile(0, "2~ 2 4~")
    scene.draw("4").play("pass").settle().lay("4", "yes")
    assert scene.finish().scores()[0] == 2 + 2 + 2 + 2 + 4


@cites("ROL-91")
def test_the_parts_tell_the_hands_from_the_piles():
    scene = Scene("1-1-[4]-4", hand="4 x2", deck="1", drawn=False).hand(1, "3~ x1").pile(1, "2")
    scene.draw("1").play("pass").settle().until(lambda s: s.phase == SCORING)
    before = GAME.state.plain(copy_of(scene.state))
    pile, hand = scoring.parts(scene.finish().view(SPECTATOR), before)
    assert (pile.points, hand.points) == ((1, 2), (7, 4))


# ---------------------------------------------------------------- points and places


@cites("ROL-93")
def test_the_score_is_the_sum_of_the_values_in_the_pile():
    assert finished("4 x3 b2 1~", "1").scores() == [10, 1]


@cites("ROL-94")
def test_the_lowest_score_wins():
    assert finished("4 4 1", "2 1 1 1 1 1", "4 4").places() == [3, 1, 2]


@cites("ROL-95")
def test_x17_fewer_cards_break_a_tie():
    assert finished("4 2", "2~ 2~ 2~").places() == [1, 2]


@cites("ROL-95")
def test_hand_cards_count_among_the_cards():
    scene = Scene("1-[4]", hand="1~ 1~", deck="x2", drawn=False).hand(1, "2 2").pile(1, "1~")
    scene.draw("x2").play("pass").settle().finish()
    assert (scene.scores(), [scene.s.pile_size[0], scene.s.pile_size[1]]) == ([5, 5], [4, 3])
    assert scene.places() == [2, 1]


@cites("ROL-96")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("3 2 1", "4 1 1"),
        ("2 2 2", "3 2 1"),
        ("4 2 2 2", "4 3 2 1"),
        ("3 2 2 2", "3 3 2 1"),
    ],
)
def test_x17_fewer_cards_of_the_highest_value_break_the_next_tie(one, other):
    assert finished(one, other).places() == [1, 2]
    assert finished(other, one).places() == [2, 1]


@cites("ROL-97")
def test_who_is_equal_in_everything_shares_the_victory():
    assert finished("3 2 1", "1~ 2 x3", "4 4").places() == [1, 1, 3]


@cites("ROL-97")
def test_empty_piles_share_the_victory():
    assert finished("", "").places() == [1, 1]
