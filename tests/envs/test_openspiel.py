"""OpenSpiel's own suites on every game with turns, golden playthroughs, and its searches at our tables."""

from __future__ import annotations

import gzip
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
from tabbytop.engine.seats import LUCK, OVER
from tabbytop.engine.state import copy_of
from tabbytop.envs import openspiel, openspiel_bots
from tabbytop.envs.openspiel import Position, SpielGame, game_class, name_of, params_of
from tabbytop.envs.vector import compiled
from tests.envs.tables import SHORT, TURN_BASED, named, variants

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
MOST_NODES = 300
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


def late_position(card: Game) -> tuple[Position, tuple[int, int, int]]:
    """A position of a random game from which the whole tree is small but has decisions, and how many nodes of luck,
    decisions and ends it has."""
    found = [small for seed in range(6) for small in small_trees(card, seed) if small[1][1] > 0]
    return max(found, key=lambda small: small[1][1])


def small_trees(card: Game, seed: int) -> Iterator[tuple[Position, tuple[int, int, int]]]:
    """The last positions of a random game, as long as what follows is small."""
    referee, dice = compiled(card), random.Random(seed)
    options = card.complete(card.default_players, SHORT.get(card.id, {}))
    seats = card.seats(card.default_players, options)
    state, states = referee.setup(card.encode(card.default_players, options)), []
    while (seat := referee.actor(state)) != OVER:
        states.append(copy_of(state))
        ids = referee.chance(state)[0] if seat == LUCK else referee.legal(state, seat)
        referee.apply(state, seat, dice.choice(ids))
    for late in reversed(states):
        position = Position(card, card.default_players, seats, late, (b"",) * card.default_players)
        counts = [0, 0, 0]
        if not counted(position, counts):
            return
        yield position, (counts[0], counts[1], counts[2])


def counted(position: Position, counts: list[int]) -> bool:
    """Count the nodes below a position; False if there are too many."""
    referee, seat = compiled(position.card), position.actor
    counts[0 if seat == LUCK else 2 if seat == OVER else 1] += 1
    if sum(counts) > MOST_NODES:
        return False
    ids = (
        []
        if seat == OVER
        else referee.chance(position.state)[0]
        if seat == LUCK
        else referee.legal(position.state, seat)
    )
    for move in ids:
        below = position.__deepcopy__({})
        below.play(seat, move)
        if not counted(below, counts):
            return False
    return True


@each_game
def test_their_api_on_a_whole_tree(card: Game, monkeypatch: pytest.MonkeyPatch):
    """The game from a late position on: no box of these games is small enough to be gone through from the start."""
    position, counts = late_position(card)
    late = type("Late", (game_class(card),), {"opening": lambda self: position.__deepcopy__({})})
    game = late(params_of(card, position.players, SHORT.get(card.id, {})))
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, card.id, counts)
    known = len(api_test._assert_is_perfect_recall(game))
    assert 0 < known <= counts[1]
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, card.id, known)
    passes(type("FullTree", (api_test.EnforceAPIOnFullTreeBase,), {"game_name": card.id, "game": game}))


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


if __name__ == "__main__":
    _write_playthroughs()
