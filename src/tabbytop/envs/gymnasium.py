"""Every game for Gymnasium: one seat against our bots, or thousands of games in one call.

>>> import gymnasium, tabbytop.envs.gymnasium
>>> table = gymnasium.make("tabbytop/cat-cab-v0", players=2, opponents="kitten")
>>> observation, info = table.reset(seed=7)
>>> action = int(observation["action_mask"].argmax())
>>> observation, reward, terminated, truncated, info = table.step(action)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tabbytop import games
from tabbytop.arena import entrants
from tabbytop.arena.race import Asked, let_pass
from tabbytop.bots.bot import moment_of
from tabbytop.bots.live import live
from tabbytop.engine import english
from tabbytop.engine.luck import SwiftLuck
from tabbytop.engine.match import Match
from tabbytop.engine.moves import BadMove
from tabbytop.engine.seats import ALL
from tabbytop.envs import spaces, stepping
from tabbytop.envs.layout import layout_of
from tabbytop.envs.rewards import by_rank, by_score
from tabbytop.envs.vector import (
    BEAT_MS,
    REWARDS,
    BadEnvironment,
    Games,
    action_count,
    compiled,
    is_whole,
    number_of_players,
)

Observation = dict[str, Any]
Stepped = tuple[Observation, float, bool, bool, dict[str, Any]]


class SeatEnv(gymnasium.Env[Observation, Any]):
    """One seat at a table whose other seats our bots have."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] | None = "house-cat",
        reward: str = "rank",
        observations: str = "flat",
        beat_ms: int = BEAT_MS,
        render_mode: str | None = None,
    ) -> None:
        """`opponents` is a bot of the arena for all other seats, or one for each of them in their order; None alone."""
        spaces.check_render_mode(render_mode)
        if reward not in REWARDS:
            raise BadEnvironment(f"Rewards are by {' or '.join(REWARDS)}, not by {reward!r}.")
        self.game = games.load(game)
        self.render_mode = render_mode
        self.metadata = {"render_modes": list(spaces.RENDER_MODES), "render_fps": 2}
        self.players = number_of_players(self.game, players)
        self.options = self.game.complete(self.players, options or {})
        if not is_whole(seat) or not 0 <= seat < self.players:
            raise BadEnvironment(f"Seats are from 0 to {self.players - 1}, not {seat!r}.")
        self.seat, self.reward, self.form, self.beat_ms = seat, reward, observations, beat_ms
        others = self.players - 1
        self.opponents = [opponents] * others if isinstance(opponents, str) else list(opponents or ())
        if len(self.opponents) != others:
            raise BadEnvironment(
                f"{english.count(others, 'other seat')}, but {english.count(len(self.opponents), 'opponent')}."
            )
        for name in self.opponents:
            entrants.check(name)
        self.observation_space = spaces.observation_space(self.game, observations)
        self.action_space = spaces.action_space(self.game)
        self._layout = layout_of(self.game.state)
        self.match: Match | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game, played up to the first decision of the seat."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(1 << 62))
        referee = compiled(self.game)
        self.match = Match(self.game, self.players, self.options, luck=SwiftLuck(number, 0), referee=referee)
        others = [seat for seat in range(self.players) if seat != self.seat]
        seeds = {seat: int(self.np_random.integers(1 << 62)) for seat in others}
        self._bots = {
            seat: entrants.make(name, referee, seeds[seat]) for seat, name in zip(others, self.opponents, strict=True)
        }
        self._asked: dict[int, Asked] = {}
        if self.game.clock is not None:
            self._asked = {seat: live(bot, seeds[seat]).intend for seat, bot in self._bots.items()}
        self._go_on()
        return self._observation(), {}

    def step(self, action: Any) -> Stepped:
        """The seat's decision, and all that follows until its next one.

        A move that is not possible ends the game with the reward -1, and `info["refused"]` says why; where everybody
        may act at once it is only a moment lost.
        """
        match, move = self._running(), int(action)
        legal = match.legal(self.seat)
        if self.game.clock is None and move not in legal:
            return self._observation(), stepping.ILLEGAL, True, False, {"refused": self._why_not(move)}
        if move in legal:
            match.play(self.seat, move)
        if self.game.clock is not None:
            match.advance()
            let_pass(match, self._asked, self.beat_ms)
        self._go_on()
        cut = not match.over and match.ply >= self.game.longest
        return self._observation(), self._reward(), match.over, cut, {}

    def _why_not(self, move: int) -> str:
        try:
            return str(self._running().why_not(self.seat, move))
        except BadMove as problem:  # no move has such an id
            return str(problem)

    def render(self) -> Any:
        """The table as the seat sees it: in letters, or as pixels."""
        if self.render_mode is None:
            return None
        text = self._running().picture(self.seat)
        if self.render_mode == "ansi":
            return text
        from tabbytop.envs.pictures import pixels

        return pixels(text)

    def _running(self) -> Match:
        if self.match is None:
            raise gymnasium.error.ResetNeeded("Call reset() before anything else.")
        return self.match

    def _go_on(self) -> None:
        """Let everybody else play until the seat has something to decide, or the game is over."""
        match = self._running()
        match.advance()
        while not match.over and match.ply < self.game.longest:
            if match.actor == ALL:
                if match.legal(self.seat):
                    return
                let_pass(match, self._asked, self.beat_ms)
            elif match.actor == self.seat:
                return
            else:
                seat = match.actor
                match.play(seat, self._bots[seat].choose(moment_of(match, seat)))
            match.advance()

    def _observation(self) -> Observation:
        match = self._running()
        mask = np.zeros(action_count(self.game), np.int8)
        if not match.over:
            mask[match.legal(self.seat)] = 1
            mask[self.game.moves.count :] = 1  # waiting, where that is an action
        return spaces.shown(self._layout, self._layout.flat(match.state(), self.seat), mask, self.form)

    def _reward(self) -> float:
        result = self._running().result
        if result is None:
            return 0.0
        shares = by_rank(result.places) if self.reward == "rank" else by_score(self.game, result)
        return shares[self.seat]


class GamesVectorEnv(VectorEnv[Observation, Any, Any]):
    """Thousands of games in compiled code, by the conventions of `gymnasium.vector`.

    Without `opponents` every decision of every seat is a step; `info["seat"]` says whose it is, and `info["shares"]`
    has the rewards of all seats when a game ends. With them ("random", or "natural" for the game's own policy) only one
    seat learns: `seat`, or each in turn. Games begin anew in the step in which they end; `info["final_obs"]` keeps how
    they ended. All arrays are the same ones in every step, written in place: copy what you keep.
    """

    def __init__(self, game: str, num_envs: int, players: int | None = None, **chosen: Any) -> None:
        """`chosen` is what `vector.Games` takes: options, reward, opponents, seat, beat_ms, buffers."""
        card = games.load(game)
        self.games = Games(card, num_envs, players, **chosen)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.render_mode = None
        self.single_observation_space = spaces.observation_space(card)
        self.single_action_space = spaces.action_space(card)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seen = {"observation": self.games.observations, "action_mask": self.games.masks}
        self._ended: npt.NDArray[np.bool_] = np.zeros(num_envs, np.bool_)
        nothing = np.zeros_like(self.games.masks)
        self._info: dict[str, Any] = {
            "seat": self.games.deciding,
            "shares": self.games.shares,
            "final_obs": {"observation": self.games.finals, "action_mask": nothing},
            "_final_obs": self._ended,
        }

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games anew. One seed is enough for all: every game has a number, and luck of its own."""
        if isinstance(seed, list):
            raise BadEnvironment("One seed serves all games: each has its own luck by its number.")
        self.games.reset(spaces.seed_or_any(seed))
        self._ended[:] = False
        return self._seen, self._info

    def step(self, actions: Any) -> tuple[Observation, Any, Any, Any, dict[str, Any]]:
        """One decision in every game."""
        table = self.games
        table.actions[:] = actions
        table.step()
        np.logical_or(table.terminals, table.truncations, out=self._ended)
        return self._seen, table.rewards, table.terminals, table.truncations, self._info


class PufferGames:
    """The same in the shape of a PufferLib environment: one agent is one game, and the arrays may be PufferLib's own.

    `buf` has `observations`, `rewards`, `terminals`, `truncations` and `actions` as attributes. Observations are rows
    of 32-bit numbers; which actions are possible is in `action_masks`.
    """

    def __init__(self, game: str, num_envs: int, players: int | None = None, *, buf: Any = None, **chosen: Any) -> None:
        card = games.load(game)
        names = ("observations", "rewards", "terminals", "truncations", "actions")
        buffers = {} if buf is None else {name: getattr(buf, name) for name in names}
        self.games = Games(card, num_envs, players, buffers=buffers, **chosen)
        self.num_agents = num_envs
        self.single_observation_space = spaces.row_space(self.games.layout)
        self.single_action_space = spaces.action_space(card)
        self.observations, self.actions = self.games.observations, self.games.actions
        self.rewards, self.terminals = self.games.rewards, self.games.terminals
        self.truncations, self.action_masks = self.games.truncations, self.games.masks
        self.masks = np.ones(num_envs, np.bool_)
        """Every agent is there in every step."""
        self._infos: list[dict[str, Any]] = []

    def reset(self, seed: int | None = None) -> tuple[Any, list[dict[str, Any]]]:
        """Begin all games anew."""
        self.games.reset(spaces.seed_or_any(seed))
        return self.observations, self._infos

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, list[dict[str, Any]]]:
        """One decision in every game."""
        self.actions[:] = actions
        self.games.step()
        return self.observations, self.rewards, self.terminals, self.truncations, self._infos

    def close(self) -> None:
        """There is nothing to close."""


for _game in games.ids():
    gymnasium.register(
        f"tabbytop/{_game}-v0",
        entry_point="tabbytop.envs.gymnasium:SeatEnv",
        vector_entry_point="tabbytop.envs.gymnasium:GamesVectorEnv",
        kwargs={"game": _game},
        disable_env_checker=True,
    )
