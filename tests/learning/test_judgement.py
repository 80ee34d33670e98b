"""How well positions are judged, and how much room there is above the strongest player."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tabbytop import games
from tabbytop.arena.room import NODES, Sample, given_away, room_of
from tabbytop.bots import nets
from tabbytop.bots.bot import moment_of
from tabbytop.bots.net import EMBED, HEAD, room_for
from tabbytop.bots.thinking import Budget, Thinker
from tabbytop.engine.game import Game
from tabbytop.kit.cases import compiled
from tabbytop.learning.games import Games, Mind, Variety
from tabbytop.learning.judgement import NET, OWN, QUARTERS, SEARCH, explained, held_out, judged, net_guess, own_guess
from tests import nursery
from tests.learning.test_nets import LEARNERS, guess_at, look_at, match_of, some_net

CAT_CAB = games.load("cat-cab")


@pytest.fixture(scope="module")
def cabs() -> Games:
    return Games(compiled(CAT_CAB), 2)


def test_positions_know_their_deal_and_how_far_their_game_was(cabs: Games):
    positions, outcomes = cabs.play([Mind(12)] * 2, 5, 4, 8, Variety(full=1000), rotated=True)
    assert set(positions.deal) == {2, 3, 4, 5}
    assert 0 <= positions.done.min() < 0.1
    assert 0.9 < positions.done.max() <= 1
    starts = np.flatnonzero(np.diff(positions.done) < 0)
    assert len(starts) == len(outcomes) - 1, "within a game positions come in their order"


def test_no_judgement_explains_nothing_and_the_truth_everything():
    luck = np.random.default_rng(1)
    ends, deal = luck.integers(0, 2, 4000).astype(float), np.arange(4000) // 4
    assert explained(np.full(4000, ends.mean()), ends, deal).r2 == pytest.approx(0)
    assert explained(ends, ends, deal).r2 == 1
    assert explained(1 - ends, ends, deal).r2 < 0
    half = explained(0.5 + 0.5 * (ends - 0.5), ends, deal)
    assert half.r2 == pytest.approx(0.75, abs=0.01)
    assert np.isnan(explained(ends[:0], ends[:0], deal[:0]).r2)


def test_the_error_of_judgement_is_that_between_samples():
    luck = np.random.default_rng(2)
    told, errors = [], []
    for _ in range(200):
        chances = np.repeat(luck.uniform(0, 1, 100), 5)
        ends = np.repeat(luck.uniform(0, 1, 100) < chances[::5], 5).astype(float)
        found = explained(chances, ends, np.arange(500) // 5)
        told.append(found.r2)
        errors.append(found.error)
    assert np.mean(errors) == pytest.approx(np.std(told), rel=0.25)


def test_a_net_is_asked_about_many_positions_as_it_is_about_one(cabs: Games):
    positions, _ = cabs.play([Mind(12)] * 2, 5, 0, 2, Variety(full=1000))
    net = some_net(CAT_CAB, 2, 0.1)
    state = match_of(CAT_CAB, 2, 1, 40).view(0)
    room, results = room_for(cabs.inputs), np.zeros(CAT_CAB.most_seats)
    first = compiled(CAT_CAB).bind(look_at)(state, np.zeros(cabs.inputs, np.float32))
    compiled(CAT_CAB).bind(guess_at)(state, 2, net, results, room, np.zeros(EMBED, np.float32))
    positions.inputs[0] = room[: cabs.inputs]
    assert net_guess(cabs, net, positions, [0])[0, 0] == pytest.approx(results[first], abs=0.01)
    assert np.allclose(net_guess(cabs, net, positions, np.arange(20)).sum(1), 1)
    blank = nets.blank_net(CAT_CAB, 2)
    assert not blank[HEAD:].any()
    assert np.allclose(net_guess(cabs, blank, positions, [3]), own_guess(positions, [3]), atol=0.01)


def test_judgement_grows_towards_the_end_and_every_quarter_is_told(cabs: Games):
    net = nets.net_for(CAT_CAB, 2, {})
    assert net is not None
    positions = held_out(cabs, 120, 12, 7, 2)
    quarters = judged(cabs, positions, net.weights)
    assert [one.quarter for one in quarters] == list(range(1, QUARTERS + 1))
    assert all(list(one.judges) == [OWN, NET, SEARCH] for one in quarters)
    assert all(one.positions > 100 for one in quarters)
    for judge in (OWN, NET, SEARCH):
        assert quarters[-1].judges[judge].r2 > quarters[0].judges[judge].r2 + 0.1
    assert list(judged(cabs, positions, None)[0].judges) == [OWN, SEARCH]


def test_what_a_decision_gives_away_is_told_by_a_search_that_did_not_choose():
    moment = moment_of(match := match_of(CAT_CAB, 3, 5, 40), match.actor)
    found = [given_away(moment, compiled(CAT_CAB), seed, 2) for seed in (1, 1)]
    assert found[0] == found[1]
    assert found[0] is None or -0.2 < found[0] < 0.2


@pytest.mark.parametrize("game", LEARNERS, ids=lambda game: game.id)
def test_a_tree_that_judges_never_fills(game: Game):
    players = max(game.players)
    for number in range(4):
        match = match_of(game, players, number, 20 + 30 * number)
        if match.over:
            continue
        moment = moment_of(match, match.actor)
        judge = Thinker(compiled(game), number, NODES * 400)
        judge.think(moment, Budget(400))
        for move in moment.legal[:3]:
            thought = judge.look_at(moment, move, Budget(200))
            assert next(one.visits for one in thought.candidates if one.move == move) >= 200
        assert judge._count[0] < judge._capacity


def test_room_is_told_over_games():
    room = room_of([Sample([0.0, 0.02], 1, 40.0), Sample([0.0, 0.0], 0, 60.0), Sample([], 0, 0.0)])
    assert (room.games, room.decisions, room.differ) == (2, 4, 0.25)
    assert room.a_decision == pytest.approx(0.005)
    assert room.a_game == pytest.approx(0.2)
    assert room.a_game_error == pytest.approx(1.96 * 0.4 / 2, rel=0.01)
    assert "25% of them otherwise" in room.in_words(4)


def test_the_command_tells_quarters_and_room(tmp_path):
    args = ("judgement", "cat-cab", "--players", "3", "--games", "8", "--simulations", "8", "--jobs", "1")
    looks = ("--look", "1", "--deeper", "2", "--resume", str(tmp_path / "looked.jsonl"))
    told = json.loads(nursery.run(*args, *looks, "--json").stdout)
    assert len(told["quarters"]) == QUARTERS
    assert told["room"]["games"] == 1
    again = json.loads(nursery.run(*args, *looks, "--json").stdout)
    assert again["room"] == told["room"]
    words = nursery.run(*args).stdout
    assert "| own guess |" in words
    assert "a win a decision" not in words
    assert nursery.run("judgement", "cat-cab", "--players", "1").returncode == 2
