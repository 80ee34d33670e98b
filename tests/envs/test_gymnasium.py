"""Gymnasium's checker on every game, and the conventions of its vectors."""

from __future__ import annotations

import tracemalloc
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from tabbytop.engine.game import Game
from tabbytop.envs.gymnasium import GamesVectorEnv, PufferGames, SeatEnv
from tabbytop.envs.vector import BadEnvironment
from tests.envs.tables import CARDS, short

each_game = pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:gymnasium")


@each_game
def test_check_env(card: Game):
    for players in card.players:
        chosen = {"players": players, "options": short(card, players, {}), "opponents": "kitten"}
        check_env(gymnasium.make(f"tabbytop/{card.id}-v0", **chosen).unwrapped)


@each_game
def test_a_whole_game_against_bots(card: Game):
    players = card.default_players
    table = SeatEnv(
        card.id, players, short(card, players, {}), seat=players - 1, opponents="kitten", render_mode="ansi"
    )
    seen, _ = table.reset(seed=4)
    reward, over, steps, moves = 0.0, False, 0, np.random.default_rng(1)
    while not over and steps < 3000:
        assert table.observation_space.contains(seen)
        assert seen["observation"][0] == players - 1
        seen, reward, over, cut, _ = table.step(moves.choice(np.flatnonzero(seen["action_mask"])))
        assert not cut
        steps += 1
    assert over or card.clock is not None, "a race by random moves may take long"
    assert -1 <= reward <= 1
    assert table.render()


def test_a_move_that_is_not_possible_ends_the_game_and_says_why():
    table = SeatEnv("cat-cab", opponents="random")
    table.reset(seed=4)
    _, reward, over, _, info = table.step(table.game.moves.count - 1)
    assert (reward, over) == (-1.0, True)
    assert "CAB-" in info["refused"]
    table.reset(seed=4)
    _, reward, over, _, info = table.step(1 << 30)
    assert (reward, over) == (-1.0, True)
    assert "There is no move 1073741824" in info["refused"]


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"seat": 2}, "Seats are from 0 to 1"),
        ({"seat": None}, "Seats are from 0 to 1"),
        ({"opponents": ["kitten", "kitten"]}, "1 other seat, but 2 opponents"),
        ({"opponents": None}, "1 other seat, but 0 opponents"),
        ({"players": "2"}, "whole number, not '2'"),
        ({"reward": "x"}, "rank or score"),
        ({"observations": "x"}, "flat or fields"),
        ({"render_mode": "human"}, "ansi or rgb_array"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(chosen: dict[str, Any], words: str):
    with pytest.raises(BadEnvironment, match=words):
        SeatEnv("cat-cab", **chosen)


@each_game
def test_vectors(card: Game):
    vector = gymnasium.make_vec(f"tabbytop/{card.id}-v0", num_envs=16, vectorization_mode="vector_entry_point")
    assert vector.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, info = vector.reset(seed=9)
    choose = np.random.default_rng(2)
    for _ in range(40):
        assert vector.observation_space.contains(seen)
        assert (seen["observation"][:, 0] == info["seat"]).all()
        actions = np.array([choose.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
        seen, rewards, over, cut, info = vector.step(actions)
        assert (info["_final_obs"] == (over | cut)).all()
        assert rewards.shape == over.shape == cut.shape == (16,)


def test_a_picture_shows_the_table_in_letters():
    table = SeatEnv("rollecate", render_mode="rgb_array")
    table.reset(seed=1)
    picture = table.render()
    assert (picture.dtype, picture.shape[2]) == (np.uint8, 3)
    assert len(np.unique(picture)) > 2


def test_a_step_allocates_nothing_to_speak_of():
    vector = GamesVectorEnv("cat-cab", 2048)
    seen, _ = vector.reset(seed=9)
    actions = np.zeros(2048, np.int32)
    tracemalloc.start()
    for _ in range(20):
        np.argmax(seen["action_mask"], axis=1, out=(here := np.zeros(2048, np.int64)))
        actions[:] = here
        before = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        vector.step(actions)
        peak = tracemalloc.get_traced_memory()[1] - before
    tracemalloc.stop()
    assert peak < 4096, "a row of rewards alone would be more"


def test_pufferlib_gets_its_own_arrays_filled():
    width = GamesVectorEnv("rollecate", 1).games.layout.size
    buf = SimpleNamespace(
        observations=np.zeros((8, width), np.int32),
        rewards=np.zeros(8, np.float32),
        terminals=np.zeros(8, np.bool_),
        truncations=np.zeros(8, np.bool_),
        actions=np.zeros(8, np.int32),
    )
    puffer = PufferGames("rollecate", 8, buf=buf)
    assert (puffer.num_agents, puffer.single_observation_space.shape) == (8, (width,))
    seen, infos = puffer.reset(seed=1)
    assert seen is buf.observations
    assert infos == []
    for _ in range(30):
        seen, rewards, over, _, infos = puffer.step(puffer.action_masks.argmax(axis=1))
        assert rewards is buf.rewards
        assert over is buf.terminals
    assert puffer.single_observation_space.contains(seen[0])
