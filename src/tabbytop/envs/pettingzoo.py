"""Every game for PettingZoo: `env` asks the seats one by one, `parallel_env` all at once where the game does.

>>> from tabbytop.envs import pettingzoo
>>> table = pettingzoo.env("hot-tin-roof", players=4)
>>> table.reset(seed=7)
>>> for agent in table.agent_iter(max_iter=20):
...     observation, reward, terminated, truncated, info = table.last()
...     action = None if terminated or truncated else int(observation["action_mask"].argmax())
...     table.step(action)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Space
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from tabbytop import games
from tabbytop.envs import spaces, stepping
from tabbytop.envs.vector import BEAT_MS, BadEnvironment, Games, compiled, is_whole

Observation = dict[str, Any]


def env(game: str, players: int | None = None, **chosen: Any) -> AECEnv[str, Observation, int | None]:
    """A table at which one seat after the other is asked; `chosen` is what `SeatByTurn` takes."""
    table: AECEnv[str, Observation, int | None] = SeatByTurn(game, players, **chosen)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table))


def parallel_env(game: str, players: int | None = None, **chosen: Any) -> AllAtOnce:
    """A table at which all seats act in every beat; `chosen` is what `AllAtOnce` takes."""
    return AllAtOnce(game, players, **chosen)


class Table:
    """One game on compiled rules, and what each seat may know of it."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        reward: str = "rank",
        observations: str = "flat",
        beat_ms: int = BEAT_MS,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`reward` is paid at the end, by "rank" from 1 (first) to -1 (last) or by "score"; `observations` are "flat"
        or "fields". After `max_cycles` decisions of every player, on average, a game is cut off."""
        spaces.check_render_mode(render_mode)
        if max_cycles is not None and (not is_whole(max_cycles) or max_cycles < 1):
            raise BadEnvironment(f"A game lasts at least one cycle; max_cycles cannot be {max_cycles!r}.")
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.game = games.load(game)
        self.metadata = {
            "name": f"tabbytop_{self.game.id}",
            "render_modes": list(spaces.RENDER_MODES),
            "is_parallelizable": self.game.clock is not None,
            "render_fps": 2,
        }
        self.core = Games(self.game, 1, players, options, reward=reward, beat_ms=beat_ms, restart=False)
        self.form = observations
        self.possible_agents = [f"seat_{seat}" for seat in range(self.core.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._action_spaces = {agent: spaces.action_space(self.game) for agent in self.possible_agents}
        self._spaces = {agent: spaces.observation_space(self.game, observations) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Space[Any]:
        """What an agent observes."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The ids of all moves."""
        return self._action_spaces[agent]

    def render(self) -> Any:
        """The table as the seat that decides sees it: in letters, or as pixels."""
        if self.render_mode is None:
            return None
        seat = max(0, self.deciding)
        view = self.game.state.plain(self.game.state.view(self.core.states, seat))
        text = self.game.words.picture(view, seat)
        if self.render_mode == "ansi":
            return text
        from tabbytop.envs.pictures import pixels

        return pixels(text)

    def close(self) -> None:
        """There is nothing to close."""

    @property
    def deciding(self) -> int:
        """The seat that is asked now; below zero once the game is over."""
        return int(self.core.books[0, stepping.SEAT])

    @property
    def beats(self) -> int:
        """How often time has passed where everybody may act at once."""
        return int(self.core.books[0, stepping.BEATS])

    def seen_by(self, seat: int, mask: Any) -> Observation:
        """What a seat observes, with a mask."""
        return spaces.shown(self.core.layout, self.core.layout.flat(self.core.states, seat), mask, self.form)

    def rewards_now(self) -> dict[str, float]:
        """What the last decision has brought everybody."""
        return {agent: float(self.core.shares[0, seat]) for agent, seat in self._seats.items()}


class SeatByTurn(Table, AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """One seat after the other. Where everybody may act at once, each is asked in every beat, another one first."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the same seed and actions give the same game."""
        self.core.reset(spaces.seed_or_any(seed))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._decisions = 0
        self.agent_selection = self.possible_agents[max(0, self.deciding)]

    def observe(self, agent: str) -> Observation:
        """What an agent sees; only whoever is to decide has actions."""
        seat = self._seats[agent]
        asked = seat == self.deciding and not self.truncations.get(agent, False)
        mask = self.core.masks[0] if asked else np.zeros(self.core.action_count, np.int8)
        return self.seen_by(seat, mask)

    def step(self, action: int | None) -> None:
        """Carry out the decision of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.core.actions[0] = -1 if action is None else action
        self.core.step()
        self._decisions += 1
        self.rewards = self.rewards_now()
        over, cut = bool(self.core.terminals[0]), bool(self.core.truncations[0]) or self._is_long()
        if over or cut:
            self.terminations = dict.fromkeys(self.agents, over)
            self.truncations = dict.fromkeys(self.agents, cut and not over)
        self.agent_selection = self.possible_agents[max(0, self.deciding)]
        self._accumulate_rewards()

    def _is_long(self) -> bool:
        if self.max_cycles is None:
            return False
        if self.game.clock is not None:
            return self.beats >= self.max_cycles
        return self._decisions >= self.max_cycles * len(self.possible_agents)


class AllAtOnce(Table, ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """All seats in every beat, where everybody may act at once.

    Moves of one beat are made one after the other, another seat first each time; what has become impossible by then is
    a moment lost.
    """

    def __init__(self, game: str, players: int | None = None, **chosen: Any) -> None:
        super().__init__(game, players, **chosen)
        if self.game.clock is None:
            raise BadEnvironment(f"In {self.game.name} one seat decides after the other: use env() instead.")

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game; the same seed and actions give the same game."""
        self.core.reset(spaces.seed_or_any(seed))
        self.agents = list(self.possible_agents)
        self._cycles = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """One beat: everybody's decision, then its time."""
        wait, beat, agents = self.core.action_count - 1, self.beats, self.agents
        if not agents and self.core.has_begun:
            return {}, {}, {}, {}, {}
        over = cut = False
        while not over and not cut and self.beats == beat:
            self.core.actions[0] = actions.get(self.possible_agents[self.deciding], wait)
            self.core.step()
            over, cut = bool(self.core.terminals[0]), bool(self.core.truncations[0])
        self._cycles += 1
        cut = not over and (cut or self._cycles == self.max_cycles)
        if over or cut:
            self.agents = []
        return (
            self._observations(agents),
            self.rewards_now(),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )

    def _observations(self, agents: list[str] | None = None) -> dict[str, Observation]:
        return {agent: self.seen_by(self._seats[agent], self._mask(agent)) for agent in agents or self.agents}

    def _mask(self, agent: str) -> Any:
        """What a seat can do now; waiting it always can."""
        mask = np.zeros(self.core.action_count, np.int8)
        mask[-1] = 1
        mask[compiled(self.game).legal(self.core.states, self._seats[agent])] = 1
        return mask
