"""OpenSpiel's own searches at our tables, for the arena: `tabbytop arena rollecate --bots house-cat,openspiel:ismcts`.

The searches are theirs, in Python, over the states of `openspiel.py`; positions are judged by random playouts on our
compiled rules. They are given a moment like every bot, and so know no more than their seat does.
"""

from __future__ import annotations

import math
from time import thread_time
from typing import Any

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from tabbytop.bots.bot import Moment
from tabbytop.engine.luck import next_number, stream
from tabbytop.engine.play import play_on
from tabbytop.engine.rule import rule
from tabbytop.engine.state import Ids, States, Wide, copy_of
from tabbytop.engine.verbs import rank
from tabbytop.envs.openspiel import SpielState, game_class, imagined, params_of
from tabbytop.envs.rewards import by_rank
from tabbytop.envs.vector import BadEnvironment, compiled

SIMULATIONS = 64
"""What they are given where nobody says how many seconds they have."""
ANY_NUMBER = 1 << 40
CURIOSITY = 1.4
"""What OpenSpiel's examples take."""


@rule
def play_out(states: States, limit: int, seats: int, luck: Wide, ids: Ids, weights: Ids, places: Wide) -> None:
    """Play a game to its end by random moves, and write down the places."""
    s = states[0]
    play_on(s, 0, limit, seats, luck, ids, weights)
    rank(s, places)


class Playouts(mcts.Evaluator):  # type: ignore[misc]
    """Judges a position by one random game from it."""

    def __init__(self, luck: Wide) -> None:
        self._luck = luck

    def evaluate(self, state: SpielState) -> Any:
        """The result of a game that goes on by random moves."""
        position = state.position
        card = position.card
        ids, weights = np.zeros(card.moves.count, np.int32), np.zeros(card.moves.count, np.int32)
        places: Wide = np.zeros(card.most_seats, np.int64)
        world, luck = copy_of(position.state), stream(next_number(self._luck))
        compiled(card).bind(play_out)(world, card.longest, position.seats, luck, ids, weights, places)
        return np.array(by_rank(places[: position.seats].tolist())[: position.players])

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """All moves look alike; those of luck have their weights."""
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(move, 1.0 / len(legal)) for move in legal]


class TimeIsUp(Exception):
    """Ends a search of theirs between two simulations."""


class TimedMcts(mcts.MCTSBot):  # type: ignore[misc]
    """Their Monte Carlo tree search, which stops at a time as well."""

    until = math.inf

    def mcts_search(self, state: SpielState) -> Any:
        """The root of the tree, as far as it has grown."""
        try:
            return super().mcts_search(state)
        except TimeIsUp:
            return self._root

    def _apply_tree_policy(self, root: Any, state: SpielState) -> Any:
        self._root = root
        if root.children and thread_time() >= self.until:
            raise TimeIsUp
        return super()._apply_tree_policy(root, state)


class TimedIsMcts(ismcts.ISMCTSBot):  # type: ignore[misc]
    """Their search over information sets, which stops at a time as well."""

    until = math.inf

    def run_search(self, state: SpielState) -> Any:
        """How much it wants to make each move."""
        try:
            return super().run_search(state)
        except TimeIsUp:
            return self.get_final_policy(state, self._root_node)

    def sample_root_state(self, state: SpielState) -> Any:
        """A world for the next simulation."""
        if self._root_node.child_info and thread_time() >= self.until:
            raise TimeIsUp
        return super().sample_root_state(state)


class SpielBot:
    """What both searches share: a moment becomes a state of theirs, in a world that the seat can imagine.

    With `seconds` of processor time they simulate as often as that allows.
    """

    hidden = False

    def __init__(self, seed: int, seconds: float | None = None) -> None:
        self._luck = stream(seed, 4)
        self._dice = np.random.RandomState(seed & 0xFFFFFFFF)
        self._seconds = math.inf if seconds is None else seconds
        self._simulations = SIMULATIONS if seconds is None else ANY_NUMBER

    def choose(self, moment: Moment) -> int:
        """The move that the search prefers; forced ones cost no thought."""
        if len(moment.legal) == 1:
            return moment.legal[0]
        if moment.game.clock is not None:
            raise BadEnvironment(f"OpenSpiel's searches play games with turns, not {moment.game.name}.")
        until = thread_time() + self._seconds
        game = game_class(moment.game, self.hidden)(params_of(moment.game, moment.players, moment.options))
        state = game.new_initial_state()
        seats = moment.game.seats(moment.players, moment.options)
        state.position = imagined(moment.game, moment.players, seats, moment.view, moment.seat, b"", self._luck)
        bot = self.searcher(game)
        bot.until = until
        return int(bot.step(state))

    def searcher(self, game: Any) -> Any:
        """A search of theirs."""
        raise NotImplementedError


class Mcts(SpielBot):
    """Their Monte Carlo tree search, in one imagined world."""

    def searcher(self, game: Any) -> Any:
        playouts = Playouts(self._luck)
        return TimedMcts(game, CURIOSITY, self._simulations, playouts, random_state=self._dice, solve=False)


class IsMcts(SpielBot):
    """Their search over information sets: a new world for every simulation."""

    hidden = True

    def searcher(self, game: Any) -> Any:
        bot = TimedIsMcts(game, Playouts(self._luck), CURIOSITY, self._simulations, random_state=self._dice)
        bot.set_resampler(lambda here, player: here.resample_from_infostate(player, self._dice.random_sample))
        return bot
