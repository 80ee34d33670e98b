"""How much room there is above the strongest player: what its decisions cost, with luck left out. Knows no game.

A deeper search says what it would have played instead, and another deep search, which has other random numbers, what
that would have changed. So no move looks good merely because it was chosen for looking good: on average the chances
that are lost are neither too many nor too few, as far as the search itself judges rightly. Its prejudices stay unseen.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import replace

import msgspec

from tabbytop.arena.study import played
from tabbytop.bots import levels
from tabbytop.bots.bot import Moment
from tabbytop.bots.net import NO_NET
from tabbytop.bots.nets import net_for
from tabbytop.bots.thinking import Budget, Thinker
from tabbytop.engine import english
from tabbytop.engine.intervals import SURE
from tabbytop.engine.luck import first_key, stream, toss
from tabbytop.engine.referee import Compiled
from tabbytop.review.pieces import pieces_of
from tabbytop.review.reckoning import moment_at, prepared

PLAYS = "alley-cat"
"""Who plays the games whose decisions are looked at: well, and soon."""
MOMENTS = 5
"""Decisions of a game that are looked at."""
NODES = 10
"""Room for a simulation: a tree that is full would have none for a move that it is asked about at last."""


class Sample(msgspec.Struct, frozen=True):
    """What was found in one game."""

    lost: list[float]
    """The chances to win that some decisions gave away; less than nothing where the deeper search was mistaken."""
    differ: int
    """How many of them the deeper search would have made otherwise."""
    decisions: float
    """How many decisions each player had in the whole game."""


class Room(msgspec.Struct, frozen=True):
    """What samples say together, with errors of 95 % over games."""

    games: int
    decisions: int
    differ: float
    """The share of decisions that the deeper search would have made otherwise."""
    a_decision: float
    a_decision_error: float
    a_game: float
    """The chances to win that a player gives away in a whole game."""
    a_game_error: float

    def in_words(self, deeper: int) -> str:
        """The same as a sentence."""
        return (
            f"{self.decisions} decisions of {english.count(self.games, 'game')}, searched {deeper} times as deep as "
            f"{levels.TOP} does: the deeper search plays {self.differ:.0%} of them otherwise. By its word {levels.TOP} "
            f"gives away {self.a_decision:.2%} ± {self.a_decision_error:.2%} of a win a decision, {self.a_game:.1%} ± "
            f"{self.a_game_error:.1%} a game."
        )


def sampled(game_id: str, players: int, seed: int, number: int, deeper: int) -> Sample:
    """Play the game of this number, and look closely at some of its decisions."""
    referee = prepared(game_id)
    match = played(referee, players, {}, [PLAYS] * players, seed, number)
    decided = [piece for piece in pieces_of(match) if piece.decided]
    luck = stream(seed, 5 + number)
    chosen = sorted({toss(luck, len(decided)) for _ in range(MOMENTS)})
    lost, differ = [], 0
    for index in chosen:
        piece = decided[index]
        moment = moment_at(piece, referee.game.state.from_bytes(piece.state), referee)
        cost = given_away(moment, referee, first_key(seed + 2 + number, piece.ply), deeper)
        differ += cost is not None
        lost.append(cost or 0.0)
    return Sample(lost, differ, len(decided) / players)


def given_away(moment: Moment, referee: Compiled, seed: int, deeper: int) -> float | None:
    """The chance to win that the strongest level gives away here; None where the deeper search plays the same."""
    level = levels.named(levels.TOP, moment.game).playing(moment.game)
    net = net_for(moment.game, moment.players, moment.options)
    usual = level.budget if net is None or level.learned is None else replace(level.learned, horizon=net.horizon)
    patient = replace(usual, seconds=math.inf)
    deep = replace(patient, simulations=deeper * usual.simulations)

    def thinker(number: int, budget: Budget) -> Thinker:
        nodes = NODES * budget.simulations
        return Thinker(referee, seed + number, nodes, NO_NET if net is None else net.weights)

    plays = thinker(0, patient).think(moment, patient).best
    better = thinker(1, deep).think(moment, deep).best
    if plays == better:
        return None
    judge = thinker(2, deep)
    most = judge.think(moment, deep).candidates[0].visits
    for move in (plays, better):
        thought = judge.look_at(moment, move, replace(deep, simulations=most))
    chances = {one.move: one.win_chance for one in thought.candidates}
    return chances[better] - chances[plays]


def room_of(samples: Sequence[Sample]) -> Room:
    """What samples say together."""
    some = [sample for sample in samples if sample.lost]
    a_decision = [statistics.fmean(sample.lost) for sample in some]
    a_game = [mean * sample.decisions for mean, sample in zip(a_decision, some, strict=True)]
    decisions = sum(len(sample.lost) for sample in some)
    return Room(
        games=len(some),
        decisions=decisions,
        differ=sum(sample.differ for sample in some) / max(1, decisions),
        a_decision=statistics.fmean(a_decision),
        a_decision_error=_error(a_decision),
        a_game=statistics.fmean(a_game),
        a_game_error=_error(a_game),
    )


def _error(values: Sequence[float]) -> float:
    return float(SURE * statistics.stdev(values) / len(values) ** 0.5) if len(values) > 1 else float("inf")
