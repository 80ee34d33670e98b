"""OpenSpiel's own searches at our tables, for the arena: `tabbytop arena rollecate --bots house-cat,openspiel:ismcts`.

The searches are theirs, in Python, over the states of `openspiel.py`; positions are judged by random playouts on our
rules. They are given a moment like every bot, and so know no more than their seat does.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from tabbytop.bots.bot import Moment
from tabbytop.engine.luck import nth_by_weight, stream, toss
from tabbytop.engine.seats import LUCK, OVER
from tabbytop.engine.state import Wide, copy_of
from tabbytop.envs.openspiel import SpielState, game_class, imagined, params_of
from tabbytop.envs.rewards import by_rank
from tabbytop.envs.vector import BadEnvironment, compiled

SIMULATIONS = 64
CURIOSITY = 1.4
"""What OpenSpiel's examples take."""


class Playouts(mcts.Evaluator):  # type: ignore[misc]
    """Judges a position by one random game from it."""

    def __init__(self, luck: Wide) -> None:
        self._luck = luck

    def evaluate(self, state: SpielState) -> Any:
        """The result of a game that goes on by random moves."""
        position = state.position
        referee, world = compiled(position.card), copy_of(position.state)
        for _ in range(position.card.longest):
            seat = referee.actor(world)
            if seat == OVER:
                break
            if seat == LUCK:
                ids, weights = referee.chance(world)
                move = ids[nth_by_weight(weights, toss(self._luck, sum(weights)))]
            else:
                ids = referee.legal(world, seat)
                move = ids[toss(self._luck, len(ids))]
            referee.apply(world, seat, move)
        return np.array(by_rank(referee.rank(world)[: position.seats])[: position.players])

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """All moves look alike; those of luck have their weights."""
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(move, 1.0 / len(legal)) for move in legal]


class SpielBot:
    """What both searches share: a moment becomes a state of theirs, in a world that the seat can imagine."""

    hidden = False

    def __init__(self, seed: int) -> None:
        self._luck = stream(seed, 4)
        self._dice = np.random.RandomState(seed & 0xFFFFFFFF)

    def choose(self, moment: Moment) -> int:
        """The move that the search prefers; forced ones cost no thought."""
        if len(moment.legal) == 1:
            return moment.legal[0]
        if moment.game.clock is not None:
            raise BadEnvironment(f"OpenSpiel's searches play games with turns, not {moment.game.name}.")
        game = game_class(moment.game, self.hidden)(params_of(moment.game, moment.players, moment.options))
        state = game.new_initial_state()
        seats = moment.game.seats(moment.players, moment.options)
        state.position = imagined(moment.game, moment.players, seats, moment.view, moment.seat, b"", self._luck)
        return self.search(game, state)

    def search(self, game: Any, state: SpielState) -> int:
        """One of the legal moves."""
        raise NotImplementedError


class Mcts(SpielBot):
    """Their Monte Carlo tree search, in one imagined world."""

    def search(self, game: Any, state: SpielState) -> int:
        bot = mcts.MCTSBot(game, CURIOSITY, SIMULATIONS, Playouts(self._luck), random_state=self._dice, solve=False)
        return int(bot.step(state))


class IsMcts(SpielBot):
    """Their search over information sets: a new world for every simulation."""

    hidden = True

    def search(self, game: Any, state: SpielState) -> int:
        bot = ismcts.ISMCTSBot(game, Playouts(self._luck), CURIOSITY, SIMULATIONS, random_state=self._dice)
        bot.set_resampler(lambda here, player: here.resample_from_infostate(player, self._dice.random_sample))
        return int(bot.step(state))
