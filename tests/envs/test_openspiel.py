"""OpenSpiel's own suites on every game with turns, golden playthroughs, and its searches at our tables."""

from __future__ import annotations

import functools
import gzip
import itertools
import random
import sys
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough

from tabbytop import games
from tabbytop.arena import entrants
from tabbytop.arena.tournament import Tournament, play_game
from tabbytop.bots.bot import moment_of
from tabbytop.engine.game import Game
from tabbytop.engine.luck import SwiftLuck
from tabbytop.engine.match import Match
from tabbytop.engine.referee import Interpreted
from tabbytop.engine.seats import LUCK, OVER
from tabbytop.engine.state import copy_of
from tabbytop.envs import openspiel, openspiel_bots
from tabbytop.envs.openspiel import Position, SpielGame, game_class, name_of, params_of
from tabbytop.envs.vector import compiled
from tests.envs.tables import SHORT, TURN_BASED, named, variants
from tests.envs.tiny import TINY, tiny

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
MOST_NODES = 900
"""Nodes of a full tree at most: every one of them is gone through several times, in Python."""
each_game = pytest.mark.parametrize("card", TURN_BASED, ids=lambda card: card.id)

if not flags.FLAGS.is_parsed():
    flags.FLAGS(sys.argv[:1])


def passes(case: type[unittest.TestCase]) -> None:
    """Run all tests of a class of theirs."""
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert [text for _, text in (*result.failures, *result.errors)] == []


def game_of(card: Game, players: int, options: dict[str, Any]) -> SpielGame:
    chosen = ",".join(f"{name}={value}" for name, value in params_of(card, players, options).items())
    game: SpielGame = pyspiel.load_game(f"{name_of(card)}({chosen})")
    return game


def test_every_game_with_turns_is_registered():
    assert {name_of(card) for card in TURN_BASED} <= set(pyspiel.registered_names())
    assert {card.id for card in openspiel.TURN_BASED} == {card.id for card in TURN_BASED}


@pytest.mark.parametrize("table", variants(TURN_BASED), ids=named)
def test_random_simulations_with_serialization(table: tuple[Game, int, dict[str, Any]]):
    card, players, options = table
    game = game_of(card, players, options)
    assert (game.players, game.options) == (players, card.complete(players, options))
    if card.id == "cat-cab" and "turn_limit" in options:
        game = game_of(card, players, {**options, "turn_limit": min(2, options["turn_limit"])})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@each_game
def test_their_api_on_part_of_the_tree(card: Game):
    chosen = {"game_name": name_of(card), "game": pyspiel.load_game(name_of(card))}
    passes(type("PartialTree", (api_test.EnforceAPIOnPartialTreeBase,), chosen))


# ---------------------------------------------------------------- whole trees


SHORTEST = {"hot-tin-roof": {"turn_limit": 2, "first_player": "orange"}, "rollecate": {"start_player": "1"}}
"""Options that keep the trees of tiny games small."""


def counted(position: Position, counts: list[int], most: int = MOST_NODES) -> bool:
    """Count the nodes of luck, decisions and ends from a position on; False if there are too many."""
    referee, seat = openspiel.compiled(position.card), position.actor
    counts[0 if seat == LUCK else 2 if seat == OVER else 1] += 1
    if sum(counts) > most:
        return False
    if seat == OVER:
        return True
    ids = referee.chance(position.state)[0] if seat == LUCK else referee.legal(position.state, seat)
    for move in ids:
        below = position.__deepcopy__({})
        below.play(seat, move)
        if not counted(below, counts, most):
            return False
    return len(ids) > 0


def passes_on_the_whole_tree(game: SpielGame, patch: pytest.MonkeyPatch) -> None:
    """Their suite on a game whose tree is small; it asks how many nodes there are, and how many kinds of knowledge."""
    counts, name = [0, 0, 0], game.card.id
    assert counted(game.opening(), counts)
    assert all(number > 1 for number in counts)
    patch.setitem(api_test.TOTAL_NUM_STATES, name, tuple(counts))
    known = len(api_test._assert_is_perfect_recall(game))
    assert 0 < known <= counts[1]
    patch.setitem(api_test.PERFECT_RECALL_NUM_STATES, name, known)
    passes(type("FullTree", (api_test.EnforceAPIOnFullTreeBase,), {"game_name": name, "game": game}))


@pytest.mark.parametrize("game_id", TINY)
def test_their_api_on_the_whole_tree_of_a_tiny_box(game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    card = tiny(game_id, tmp_path, monkeypatch)
    monkeypatch.setattr(openspiel, "compiled", functools.cache(Interpreted))  # compiling would take longer than this
    params = params_of(card, max(2, card.players[0]), SHORTEST.get(game_id, {}))
    passes_on_the_whole_tree(game_class(card)(params), monkeypatch)


def test_their_api_on_the_whole_tree_from_a_late_position_of_cat_cab(monkeypatch: pytest.MonkeyPatch):
    """No box makes its tree finite: equal numbers are rolled again for the order, and in fights without a 7."""
    card = games.load("cat-cab")
    late = max((small for seed in range(6) for small in small_trees(card, seed)), key=lambda small: small[1])[0]
    game = type("Late", (game_class(card),), {"opening": lambda self: late.__deepcopy__({})})
    passes_on_the_whole_tree(game(params_of(card, late.players, SHORT[card.id])), monkeypatch)


def small_trees(card: Game, seed: int) -> Iterator[tuple[Position, int]]:
    """The last positions of a random game with the decisions that may follow, as long as the tree is small."""
    referee, dice, players = compiled(card), random.Random(seed), card.default_players
    options = card.complete(players, SHORT[card.id])
    state, states = referee.setup(card.encode(players, options)), []
    while (seat := referee.actor(state)) != OVER:
        states.append(copy_of(state))
        ids = referee.chance(state)[0] if seat == LUCK else referee.legal(state, seat)
        referee.apply(state, seat, dice.choice(ids))
    for late in reversed(states):
        position = Position(card, players, card.seats(players, options), late, (b"",) * players)
        counts = [0, 0, 0]
        if not counted(position, counts, 300):
            return
        yield position, counts[1]


# ---------------------------------------------------------------- what is known


@pytest.mark.parametrize("card", [card for card in TURN_BASED if card.id in ("rollecate", "patrician")])
def test_resampled_states_look_the_same_to_the_player_and_differ(card: Game):
    state, dice = pyspiel.load_game(name_of(card)).new_initial_state(), random.Random(2)
    worlds = set()
    for ply in range(120):
        if state.is_terminal():
            break
        if not state.is_chance_node() and ply % 5 == 0:
            player = state.current_player()
            other = state.resample_from_infostate(player, dice.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.legal_actions() == state.legal_actions()
            worlds.add(other.position.state.tobytes() == state.position.state.tobytes())
        state.apply_action(dice.choice(state.legal_actions()))
    assert False in worlds


def test_a_clone_goes_its_own_way_and_shares_the_rules():
    state = pyspiel.load_game("tabbytop_cat_cab").new_initial_state()
    other = state.clone()
    other.apply_action(other.legal_actions()[0])
    assert other.position.state.tobytes() != state.position.state.tobytes()
    assert other.position.card is state.position.card


# ---------------------------------------------------------------- playthroughs


@each_game
def test_the_golden_playthrough_is_played_again(card: Game):
    """Written anew by: python -m tests.envs.test_openspiel"""
    golden = gzip.decompress((PLAYTHROUGHS / f"{name_of(card)}.txt.gz").read_bytes()).decode("utf-8")
    assert generate_playthrough.playthrough(*_golden_parameters(golden)) == golden


def _golden_parameters(text: str) -> tuple[str, list[int]]:
    parameters = generate_playthrough._playthrough_params(text.split("\n"))
    return parameters["game_string"], parameters["action_sequence"]


def _write_playthroughs() -> None:
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for card in TURN_BASED:
        chosen = {"cat-cab": "(turn_limit=1)", "hot-tin-roof": "(turn_limit=6)"}.get(card.id, "")
        text = generate_playthrough.playthrough(name_of(card) + chosen, None, seed=1)
        (PLAYTHROUGHS / f"{name_of(card)}.txt.gz").write_bytes(gzip.compress(text.encode("utf-8"), mtime=0))


# ---------------------------------------------------------------- their searches in the arena


def test_their_searches_play_in_the_arena(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(openspiel_bots, "SIMULATIONS", 2)
    names = ("kitten", "openspiel:ismcts", "openspiel:mcts")
    for name in names:
        entrants.check(name)
    tournament = Tournament("rollecate", 3, {}, names, 1, move_limit=600.0)
    outcome = play_game(next(tournament.tasks()), compiled(games.load("rollecate")))
    assert outcome.fault is None
    assert sorted(outcome.places)[0] == 1


@each_game
def test_both_searches_choose_legal_moves(card: Game, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(openspiel_bots, "SIMULATIONS", 4)
    bots = [openspiel_bots.IsMcts(1), openspiel_bots.Mcts(2)]
    match = Match(card, options=SHORT.get(card.id, {}), luck=SwiftLuck(6, 0), referee=compiled(card))
    chosen = 0
    match.advance()
    while chosen < 4 and not match.over:
        seat = match.actor
        chosen += len(match.legal(seat)) > 1
        move = bots[seat % 2].choose(moment_of(match, seat))
        assert move in match.legal(seat)
        match.play(seat, move)
        match.advance()


@pytest.mark.parametrize("kind", [openspiel_bots.IsMcts, openspiel_bots.Mcts])
def test_their_searches_simulate_as_often_as_their_seconds_allow(kind: Any, monkeypatch: pytest.MonkeyPatch):
    """By a clock on which a second passes whenever somebody looks at it, which a search does before a simulation."""
    clock, judged = itertools.count(), []
    monkeypatch.setattr(openspiel_bots, "thread_time", lambda: float(next(clock)))
    playout = openspiel_bots.Playouts.evaluate
    monkeypatch.setattr(
        openspiel_bots.Playouts, "evaluate", lambda self, state: judged.append(1) or playout(self, state)
    )
    match = Match(games.load("rollecate"), 2, luck=SwiftLuck(6, 0), referee=compiled(games.load("rollecate")))
    match.advance()
    moment = moment_of(match, match.actor)
    numbers = []
    for seconds in (20.0, 40.0, None):
        judged.clear()
        assert kind(1, seconds).choose(moment) in moment.legal
        numbers.append(len(judged))
    assert 20 <= numbers[0] <= 23
    assert numbers[1] == numbers[0] + 20
    assert numbers[2] == openspiel_bots.SIMULATIONS


if __name__ == "__main__":
    _write_playthroughs()
