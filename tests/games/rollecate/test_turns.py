"""Rollecate: the course of a turn, and passing."""

from __future__ import annotations

import pytest

from tabbytop.arena.simulate import simulated_match
from tabbytop.engine.referee import Interpreted
from tabbytop.engine.seats import HOUSE, LUCK
from tabbytop.games.rollecate.game import GAME
from tabbytop.kit.marks import cites
from tests.games.rollecate.scene import Scene

# ---------------------------------------------------------------- turns


@cites("ROL-25")
@pytest.mark.parametrize(("players", "options"), [(2, {}), (4, {}), (1, {}), (1, {"mode": "betsy"})])
def test_the_train_never_moves_towards_the_start(players, options):
    match = simulated_match(Interpreted(GAME), players, options, seed=4, number=1)
    places = [int(after["train"][0]) for _, _, _, after in match.walk()]
    assert places == sorted(places)
    assert places[-1] > 5


@cites("ROL-35")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_go_round_clockwise(players):
    scene = Scene(players=players, turn=1, drawn=False)
    seats = []
    for _ in range(6):
        scene.play("draw", LUCK, card=next(iter(scene.outcomes())))
        seats.append(scene.actor)
        scene.play("pass").settle().finish()
    assert seats == [(1 + number) % players for number in range(6)]


@cites("ROL-35")
def test_nobody_acts_in_the_turn_of_another_player():
    scene = Scene(hand="2", players=3).hand(1, "2 x2")
    assert scene.legal(1) == scene.legal(2) == []
    assert scene.refused("pass", 1) == "ROL-35"
    assert scene.refused("build", 1, card="2 straight", bend="straight") == "ROL-35"
    assert scene.refused("chaos", 1, value=2, combine="no") == "ROL-35"


@cites("ROL-36")
def test_a_turn_begins_with_a_card_from_the_draw_pile():
    scene = Scene(hand="1", drawn=False)
    assert (scene.actor, scene.legal(0)) == (LUCK, [])
    assert scene.refused("pass", 0) == "ROL-38"
    before = scene.s.deck_size
    scene.draw("4~")
    assert (scene.hand_of(0), scene.s.deck_size, scene.actor) == ("1 4~", before - 1, 0)
    assert scene.refused("draw", card="4 straight") == "ROL-36"


@cites("ROL-36")
def test_cards_are_drawn_in_proportion_to_how_many_are_left():
    scene = Scene(hand="1", drawn=False)
    assert sum(scene.outcomes().values()) == scene.s.deck_size
    assert scene.outcomes() == {
        name: scene.s.deck[number]
        for number, name in enumerate(GAME.moves.draw.args["card"])
        if scene.s.deck[number] > 0
    }


@cites("ROL-36")
def test_only_the_player_sees_the_card_drawn():
    scene = Scene(players=3, drawn=False)
    move = GAME.moves.draw(card="4 curve")
    assert [GAME.seen(scene.s, LUCK, move, viewer) == move for viewer in (0, 1, 2, -1)] == [True, False, False, False]


@cites("ROL-37")
def test_a_hand_may_grow_without_limit():
    scene = Scene("2-2-[2]-2", hand="1 1 1 1 2 2 3 3 3 3 4 4 x1 x2 x4", deck="4~ 3~ 3~ 2~ 2~", drawn=False)
    scene.draw("4~")
    assert scene.s.hand_size[0] == 16
    assert scene.play("pass").settle().finish().s.hand_size[0] == 16


@cites("ROL-38")
def test_one_of_three_actions_is_taken_and_no_second_one():
    scene = Scene("2-2-[2]-2", hand="2 x3")
    assert scene.legal() == [
        "pass",
        "build(card=2 straight, bend=straight)",
        "chaos(value=3, combine=no)",
    ]
    assert scene.refused("done") == "ROL-38"
    building = Scene("2-2-[2]-2", hand="2 2 x3").build("2")
    assert building.refused("pass") == "ROL-38"
    assert building.refused("chaos", value=3, combine="no") == "ROL-38"
    discarding = Scene("2-2-[2]-2", hand="2 x3 x4").chaos(3)
    assert discarding.refused("pass") == "ROL-38"
    assert discarding.refused("build", card="2 straight", bend="straight") == "ROL-38"


@cites("ROL-38")
@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_does_the_work_of_luck_or_the_house(seat):
    scene = Scene("2-2-[2]-2", hand="2").build("2").play("done")
    assert scene.refused("throw", seat, wheels=2) == "ROL-38"
    scene.play("throw", LUCK, wheels=1)
    assert scene.refused("ride", seat) == "ROL-38"
    assert Scene().refused("ride") == "ROL-77"
    assert Scene().refused("take") == "ROL-46"
    assert Scene().refused("throw", wheels=1) == "ROL-75"
    assert Scene().refused("show_hands") == "ROL-91"


@cites("ROL-39")
def test_penalty_cards_are_laid_at_the_end_of_the_turn():
    scene = Scene("2-1-[4]-4", hand="4").pile(0, "3").build("4").roll(4)
    assert (scene.penalties, scene.pile_of(0), scene.actor) == ("1 2", "3", 0)
    scene.lay("2")
    assert scene.finish().pile_of(0) == "3 2 1"
    assert (scene.penalties, scene.s.turn) == ("", 1)


# ---------------------------------------------------------------- passing


@cites("ROL-40")
@pytest.mark.parametrize("hand", ["1", "2 2 3~", "x1 x3", "2 x2 b4"])
@pytest.mark.parametrize("railway", ["1-2-[2]-3", "[2]-3", "2-2-[1]", "2-[b3]-2"])
def test_passing_is_always_allowed(hand, railway):
    assert Scene(railway, hand=hand).legal()[0] == "pass"


@cites("ROL-41")
@pytest.mark.parametrize(("railway", "after"), [("1-2-[2]-3", "2-2-[3]"), ("1-2-[2]-3-3-4", "2-2-[3]-3-4")])
def test_a_pass_moves_the_train_by_one_card(railway, after):
    assert Scene(railway, hand="1").play("pass").settle().railway == after


@cites("ROL-42", "ROL-44")
def test_x6_a_pass_at_the_end_of_the_line_costs_one_card_and_is_no_derailment():
    scene = Scene("2-1-[4]", hand="1").play("pass").settle()
    assert (scene.railway, scene.penalties, scene.s.derailments) == ("1-[4]", "2", 0)


@cites("ROL-43")
def test_the_penalty_of_a_pass_is_taken_after_the_step():
    scene = Scene("[3]-2-2", hand="1").play("pass")
    assert scene.railway == "3-[2]-2"
    assert scene.settle().penalties == "3"


@cites("ROL-41", "ROL-43", "ROL-47")
def test_x5_a_pass_with_the_train_on_the_first_card():
    scene = Scene("[3]-2-2", hand="1").play("pass").settle()
    assert (scene.railway, scene.finish().pile_of(0)) == ("[2]-2", "3")
    scene = Scene("[3]", hand="1").play("pass")
    assert (scene.railway, scene.pile_of(0), scene.s.turn) == ("[3]", "", 1)


@cites("ROL-45")
def test_x7_a_pass_onto_broken_track_costs_one_more_card():
    scene = Scene("2-1-[4]-b1", hand="1").play("pass").settle()
    assert (scene.railway, scene.penalties) == ("4-[b1]", "1 2")


@cites("ROL-45", "ROL-82")
def test_a_pass_off_broken_track_costs_nothing_more():
    scene = Scene("2-1-[b4]-4", hand="1").play("pass").settle()
    assert (scene.railway, scene.penalties) == ("1-b4-[4]", "2")


@cites("ROL-44")
def test_nothing_is_owed_that_cannot_be_taken():
    scene = Scene("[b3]", hand="1").play("pass")
    assert (scene.s.due, scene.s.taken_size, scene.actor) == (0, 0, LUCK)


@cites("ROL-46")
def test_the_house_takes_the_cards():
    scene = Scene("2-1-[4]-b1", hand="1").play("pass")
    assert (scene.actor, scene.legal(), scene.s.due) == (HOUSE, ["take"], 2)
    assert scene.house("take").railway == "1-4-[b1]"
    assert scene.house("take").railway == "4-[b1]"
