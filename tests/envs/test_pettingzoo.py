"""PettingZoo's own suites, on every game at every player count with every option."""

from __future__ import annotations

import functools
import warnings
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test

from tabbytop.engine.game import Game
from tabbytop.envs import pettingzoo
from tabbytop.envs.vector import BadEnvironment
from tests.envs.tables import CARDS, named, variants

RACE = "kitty-paw"
pytestmark = pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")


@pytest.mark.parametrize("table", variants(CARDS), ids=named)
def test_api(table: tuple[Game, int, dict[str, Any]], capsys):
    card, players, options = table
    api_test(pettingzoo.env(card.id, players, options=options), num_cycles=12)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_whole_games_and_seeds(card: Game, capsys):
    for players in card.players:
        seed_test(functools.partial(pettingzoo.env, card.id, players), num_cycles=25)
        api_test(pettingzoo.env(card.id, players, observations="fields", reward="score"), num_cycles=12)


def test_seeds_at_every_option():
    """Two cycles are enough to see that the same seed deals alike and acts alike."""
    for card, players, options in variants(CARDS):
        seed_test(functools.partial(pettingzoo.env, card.id, players, options=options), num_cycles=2)


def test_max_cycles():
    chosen = {name: functools.partial(getattr(pettingzoo, name), RACE) for name in ("env", "parallel_env")}
    max_cycles_test(SimpleNamespace(**chosen))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_parallel(players: int, capsys):
    make = functools.partial(pettingzoo.parallel_env, RACE, players)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(make(), num_cycles=150)
    parallel_seed_test(make, num_cycles=30)


def test_a_race_has_to_be_begun_and_lasts_a_while():
    with pytest.raises(BadEnvironment, match=r"reset\(\) before the first step"):
        pettingzoo.parallel_env(RACE).step({})
    with pytest.raises(BadEnvironment, match="at least one cycle"):
        pettingzoo.parallel_env(RACE, max_cycles=0)


def test_a_game_with_turns_is_not_played_all_at_once():
    with pytest.raises(BadEnvironment, match="one seat decides after the other"):
        pettingzoo.parallel_env("cat-cab")


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_tables_are_shown_in_letters_and_in_pixels(card: Game):
    texts, sizes = [], set()
    for mode in ("ansi", "rgb_array"):
        table = pettingzoo.env(card.id, render_mode=mode)
        table.reset(seed=3)
        for _ in table.agent_iter(8):
            shown = table.render()
            if mode == "ansi":
                texts.append(shown)
            else:
                assert shown.dtype == np.uint8
                assert len(np.unique(shown)) > 2
                sizes.add(shown.shape)
            table.step(int(table.observe(table.agent_selection)["action_mask"].argmax()))
    seat = table.unwrapped.game.words
    assert all(len(text.splitlines()) > 3 for text in texts)
    assert len(sizes) == 1
    assert seat is card.words


def test_at_the_end_everybody_is_paid():
    table = pettingzoo.env("patrician", 3)
    table.reset(seed=5)
    paid = {}
    for agent in table.agent_iter():
        seen, reward, over, cut, _ = table.last()
        if over or cut:
            paid[agent] = reward
        table.step(None if over or cut else int(seen["action_mask"].argmax()))
    assert sum(paid.values()) == pytest.approx(0)
    assert max(paid.values()) > 0
