"""Rollecate: alone, for the fewest points, and the hard way."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tabbytop.arena.simulate import simulated_match
from tabbytop.arena.statistics import Standings, contests
from tabbytop.arena.tournament import Outcome, Task, Thinking, Tournament
from tabbytop.engine.match import Result
from tabbytop.engine.referee import Interpreted
from tabbytop.engine.seats import LUCK, OVER
from tabbytop.games.rollecate.facts import FINISHED
from tabbytop.games.rollecate.game import GAME
from tabbytop.kit.marks import cites
from tabbytop.server.tables import projections
from tests.games.rollecate.scene import Scene


def alone(railway, **arrangement):
    return Scene(railway, players=1, **arrangement)


def hard(railway, **arrangement):
    return Scene(railway, players=1, mode="solo_hard", **arrangement)


@pytest.fixture(scope="module")
def whole_game():
    return simulated_match(Interpreted(GAME), 1, {}, seed=8, number=2)


# ---------------------------------------------------------------- alone


@cites("ROL-98", "ROL-99")
def test_alone_four_cards_are_laid_eleven_removed_and_two_dealt(whole_game):
    start = whole_game.state(next(ply for ply, entry in enumerate(whole_game.log) if _first_draw(whole_game, ply)))
    assert int(start["end"][0]) == 4
    assert int(start["removed_size"][0]) == 11
    assert start["hand_size"][0].tolist() == [2, 0, 0, 0]
    assert int(start["deck_size"][0]) == 38


def _first_draw(match, ply):
    return int(match.state(ply)["turn"][0]) == 0


@cites("ROL-99", "ROL-100")
def test_a_game_alone_has_38_turns_all_of_them_yours(whole_game):
    final = whole_game.state()
    assert final["turns"][0].tolist() == [38, 0, 0, 0]
    assert int(final["deck_size"][0]) == 0
    assert {entry.seat for entry in whole_game.log if entry.seat >= 0} == {0}


@cites("ROL-100")
def test_after_your_turn_comes_your_turn():
    scene = alone("1-2-[2]-3", hand="1").play("pass").settle().finish()
    assert (scene.s.turn, scene.actor) == (0, LUCK)
    assert scene.play("draw", LUCK, card=next(iter(scene.outcomes()))).actor == 0


@cites("ROL-100")
def test_the_usual_rules_hold_alone():
    scene = alone("2-1-4-[3]", hand="3").build("3").roll(3)
    assert (scene.railway, scene.penalties) == ("4-3-[3]", "1 2")
    assert scene.lay("1").finish().pile_of(0) == "1 2"


@cites("ROL-101")
def test_the_result_alone_is_the_score():
    scene = alone("1-1-[4]-4", hand="4 x2", deck="3~", drawn=False).pile(0, "2")
    scene.check_deck()
    scene.draw("3~").play("pass").settle().finish()
    assert (scene.s.phase, scene.scores(), scene.places()) == (FINISHED, [2 + 1 + 4 + 2 + 3], [1])


@cites("ROL-101")
def test_of_two_games_alone_the_one_with_fewer_points_is_better():
    plan = Tournament("rollecate", 1, {}, ("one", "other"), 2)
    played = [Outcome(Task(plan, bot, 0, (bot,)), (1,), (points,), ()) for bot, points in ((0, 12), (1, 9))]
    (contest,) = contests(played)
    ranks = dict(contest)
    assert ranks[1] < ranks[0]


# ---------------------------------------------------------------- the hard way


@cites("ROL-102")
def test_hard_is_not_the_default():
    assert GAME.complete(1, {})["mode"] == "solo"
    scene = alone("1-1-[4]", hand="4").derailed(3).build("4").roll(4)
    assert (scene.s.lost, scene.s.taken_size) == (0, 3)


@cites("ROL-102", "ROL-103", "ROL-104")
def test_x20_the_fourth_derailment_loses():
    scene = hard("1-1-1-1-1-[4]", hand="b4").derailed(2).build("b4").roll(4)
    assert (scene.s.derailments, scene.s.taken_size, scene.s.lost) == (3, 4, 0)
    assert scene.actor != OVER
    scene = hard("1-1-[4]", hand="2 3").derailed(3).build("3").play("done").play("throw", LUCK, wheels=2)
    scene.house("ride")
    assert (scene.actor, scene.s.lost, scene.s.derailments) == (OVER, 1, 4)


@cites("ROL-102")
def test_a_lost_game_is_over_before_any_card_is_taken_and_has_no_score():
    scene = hard("1-1-[4]", hand="3 4").pile(0, "2").derailed(3).build("3").play("done").play("throw", LUCK, wheels=3)
    scene.house("ride")
    assert (scene.railway, scene.penalties, scene.pile_of(0), scene.hand_of(0)) == ("1-1-4-[3]", "", "2", "4")
    assert (scene.scores(), scene.places()) == ([0], [2])
    assert scene.refused("pass", 0) == "ROL-102"
    assert "lost" in GAME.words.ending(scene.s)


def lost_match():
    matches = (simulated_match(Interpreted(GAME), 1, {"mode": "solo_hard"}, 8, number) for number in range(50))
    return next(match for match in matches if GAME.state.plain(match.state()).lost)


@cites("ROL-102")
def test_nobody_is_told_a_score_of_a_lost_game():
    result = lost_match().result
    assert (result.places, result.scored) == ((2,), False)
    plan = Tournament("rollecate", 1, {"mode": "solo_hard"}, ("one",), 1)
    outcome = Outcome(Task(plan, 0, 0, (0,)), result.places, result.scores, (Thinking(),))
    (row,) = outcome.rows()
    assert (row["place"], row["score"]) == (2, "")
    table = Standings(plan.bots)
    table.add([outcome])
    assert table.bots[0].scores.mean is None


@cites("ROL-102")
def test_a_server_says_that_a_lost_game_has_no_score():
    told = projections.outcome(SimpleNamespace(match=lost_match()))
    assert (told.places, told.scores, told.scored) == ([2], [0], False)


@cites("ROL-102")
def test_a_survived_game_is_scored():
    assert Result((1,), (12,), "").scored
    assert Result((2, 1), (0, 3), "").scored


@cites("ROL-103")
def test_a_derailment_counts_once_however_many_steps_are_missing():
    assert hard("1-1-1-[4]", hand="4").build("4").roll(4).s.derailments == 1


@cites("ROL-104")
def test_broken_tracks_are_no_derailments():
    scene = hard("1-1-[4]-b4-4", hand="4").derailed(3).build("4").roll(3)
    assert (scene.s.derailments, scene.s.lost, scene.s.taken_size + scene.s.pile_size[0]) == (3, 0, 1)


@cites("ROL-104", "ROL-42")
def test_a_pass_at_the_end_of_the_line_is_no_derailment():
    scene = hard("1-1-[4]", hand="4").derailed(3).play("pass").settle()
    assert (scene.s.derailments, scene.s.lost) == (3, 0)


@cites("ROL-102")
def test_who_survives_has_a_score_and_wins():
    scene = hard("1-1-[4]-4", hand="4 2", deck="3~", drawn=False).pile(0, "2").derailed(3)
    scene.draw("3~").play("pass").settle().finish()
    assert (scene.places(), scene.scores()) == ([1], [2 + 1 + 4 + 2 + 3])
