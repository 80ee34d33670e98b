"""Reckoning a piece of a review: chances by playing on from the truth, decisions by the bots' search from a view.

*Chances.* A moment is worth what comes of playing on from it by the game's instincts, to the very end, many times over.
Such a worth is fair to luck by its nature: before a draw it is the mean over the outcomes, so luck adds up to nothing
on average. *Variance reduction:* a moment before a draw is not played on from; its worth is that mean over all listed
outcomes, where what came up counts by the later, better estimate, and games after one draw share their random numbers.

*Decisions.* The search of a level weighs all legal moves over worlds that fit the seat's view, and then the one played
as often as the best. Knows no game.
"""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Sequence

import numpy as np

from tabbytop import games
from tabbytop.bots import levels
from tabbytop.bots.bot import Moment
from tabbytop.bots.foresight import Foresight
from tabbytop.bots.search import judge, play_by_instinct
from tabbytop.bots.thinking import Budget, Candidate, Thinker
from tabbytop.bots.weighing import error as error_of
from tabbytop.bots.weighing import ranked
from tabbytop.engine.luck import first_key, number_at, stream, toss
from tabbytop.engine.play import drawn
from tabbytop.engine.referee import Compiled
from tabbytop.engine.rule import rule
from tabbytop.engine.seats import HOUSE, LUCK
from tabbytop.engine.state import Ids, Reals, State, States, Wide, copy_of
from tabbytop.engine.verbs import actor, apply, imagine, legal
from tabbytop.review.pieces import Drawn, Finding, Piece, Settings, Weighed

TRUTH = -1
"""In place of a seat: nothing is imagined."""
NO_MOVE = -1
LONGEST = 20_000
"""Moves after which a game that is played on is judged as it stands."""
LISTED = 64
"""So many outcomes are all tried; of more a sample is taken."""
FEWEST = 4
"""Games after every outcome, at least."""
UNLUCKY = 3
"""Moments that no luck came before are played on from so many times less often: only the curve hangs on them."""
REASONED = 3
"""Moves of a decision that come with a reason, besides the one played."""
ABOUT_NOTHING = 0.01
"""A cost below this is given to the others in equal parts."""


@rule
def reach_decision(s: State, ply: int, key: int, key2: int, ids: Ids, weights: Ids) -> int:
    """Play on through luck and forced moves to where somebody has a choice, or to the end; returns how many random
    numbers were used up. Moments of one game are compared there, however much luck is between them."""
    used = 0
    while used < LONGEST:
        who = actor(s)
        if who == LUCK:
            move = drawn(s, number_at(key, key2, ply + used), ids, weights)
        elif who >= 0 or who == HOUSE:
            if legal(s, who, ids) > 1:
                break
            move = ids[0]
        else:
            break
        apply(s, who, move)
        used += 1
    return used


@rule
def play_out(
    root: States,
    work: States,
    seat: int,
    seats: int,
    first_seat: int,
    first: int,
    count: int,
    horizon: int,
    luck: Wide,
    sums: Reals,
    squares: Reals,
    results: Reals,
    wins: Reals,
    places: Wide,
    ids: Ids,
    weights: Ids,
) -> None:
    """Play `count` games on from a state by instinct and add up the win shares and their squares by seat.

    They are judged `horizon` moves after the next decision. Where `seat` is one, the state is its view, and every game
    begins with a world that fits it; where `first` is a move, every game begins with it.
    """
    for _ in range(count):
        work[0] = root[0]
        if seat >= 0:
            imagine(work[0], seat, luck)
        if first >= 0:
            apply(work[0], first_seat, first)
        used = reach_decision(work[0], luck[2], luck[0], luck[1], ids, weights)
        used += play_by_instinct(work[0], luck[2] + used, horizon, luck[0], luck[1], ids, weights)
        luck[2] += used + 1
        judge(work[0], seats, results, wins, places)
        for i in range(seats):
            sums[i] += wins[i]
            squares[i] += wins[i] * wins[i]


class Estimate:
    """Chances by seat from games that were played on, and the largest of their standard errors."""

    def __init__(self, sums: Sequence[float], squares: Sequence[float], count: int) -> None:
        self.chances = [total / count for total in sums]
        spread = [max(0.0, square / count - mean * mean) for square, mean in zip(squares, self.chances, strict=True)]
        # a spread that was not seen is not known to be nothing: one more game might have gone the other way
        self.variance = max(*spread, 1.0 / (count + 2) ** 2 if count > 1 else 0.25) / count

    @property
    def error(self) -> float:
        """The standard error."""
        return math.sqrt(self.variance)


class Reckoner:
    """Reckons pieces of games with the compiled rules of one game."""

    def __init__(self, referee: Compiled) -> None:
        game = referee.game
        self._referee = referee
        self._play_out = referee.bind(play_out)
        self._foresight = Foresight(referee)
        self._work = game.state.blank()
        self._results, self._wins = np.zeros(game.most_seats), np.zeros(game.most_seats)
        self._places: Wide = np.zeros(game.most_seats, np.int64)
        self._ids: Ids = np.zeros(game.moves.count, np.int32)
        self._weights: Ids = np.zeros(game.moves.count, np.int32)

    def reckon(self, piece: Piece) -> Finding:
        """All that a review wants to know about a piece."""
        began, referee, settings = time.process_time(), self._referee, piece.settings
        state = referee.game.state.from_bytes(piece.state)
        seed = first_key(settings.seed, piece.ply)
        # other games have other random numbers, so that errors average out over games; a view has the same in all
        fresh = first_key(settings.seed ^ piece.salt, piece.ply)
        count = settings.playouts if piece.lucky else max(1, settings.playouts // UNLUCKY)
        value = self.chances(state, piece.seats, count, fresh, horizon=horizon_of(settings))
        weighed: list[Weighed] = []
        cost, cost_error, gives, spent = 0.0, 0.0, [0.0] * piece.seats, 0
        if piece.decided and settings.simulations > 0:
            moment = moment_at(piece, state, self._referee)
            weighed, spent = self.weigh(moment, piece.moves[0][1], piece, seed)
            cost, cost_error = cost_of(weighed, piece.moves[0][1])
            gives = self._gives(moment, weighed, piece, cost, seed)
        draws = list(self._draws(piece, state, fresh))
        return Finding(
            number=piece.number,
            value=value.chances,
            error=value.error,
            draws=draws,
            weighed=weighed,
            cost=cost,
            cost_error=cost_error,
            gives=gives,
            simulations=spent,
            seconds=time.process_time() - began,
        )

    def chances(
        self,
        root: States,
        seats: int,
        count: int,
        seed: int,
        *,
        view_of: int = TRUTH,
        first: tuple[int, int] = (0, NO_MOVE),
        horizon: int = LONGEST,
    ) -> Estimate:
        """The chances by seat at a moment: of the truth, or of a seat's view; after a move if one is given."""
        sums, squares = np.zeros(seats), np.zeros(seats)
        room = (self._results, self._wins, self._places, self._ids, self._weights)
        where = (view_of, seats, *first, count, horizon)
        self._play_out(root, self._work, *where, stream(seed, 3), sums, squares, *room)
        return Estimate(sums.tolist(), squares.tolist(), count)

    # ------------------------------------------------------------ luck

    def _draws(self, piece: Piece, state: States, seed: int) -> list[Drawn]:
        """Every outcome of luck in a piece; the state is moved on through it."""
        found = []
        for ply, (seat, move) in enumerate(piece.moves, start=piece.ply):
            if seat == LUCK:
                ids, weights = self._referee.chance(state)
                if len(ids) > 1:
                    found.append(self._drawn(piece, state, ply, move, ids, weights, first_key(seed, ply + 1)))
            self._referee.apply(state, seat, move)
        return found

    def _drawn(
        self, piece: Piece, state: States, ply: int, came: int, ids: list[int], weights: list[int], seed: int
    ) -> Drawn:
        total, exact = sum(weights), len(ids) <= LISTED
        share = weights[ids.index(came)] / total
        others = [(move, weight / total) for move, weight in zip(ids, weights, strict=True) if move != came]
        if not exact:
            others = sample(others, LISTED, seed)
        chances, variance, horizon = [0.0] * piece.seats, 0.0, horizon_of(piece.settings)
        for move, part in others:
            count = max(FEWEST, round(piece.settings.draws * part / (1.0 - share)))
            estimate = self.chances(state, piece.seats, count, seed, first=(LUCK, move), horizon=horizon)
            chances = [old + part * new for old, new in zip(chances, estimate.chances, strict=True)]
            variance += part * part * estimate.variance
        error = math.sqrt(variance)
        return Drawn(ply=ply, share=share, others=chances, error=error, outcomes=len(ids), exact=exact)

    # ------------------------------------------------------------ decisions

    def weigh(self, moment: Moment, played: int, piece: Piece, seed: int) -> tuple[list[Weighed], int]:
        """All legal moves from a seat's view, the best first; the one played is looked at as often as the best."""
        settings = piece.settings
        level = levels.named(settings.level, moment.game).playing(moment.game)
        simulations = min(level.budget.simulations, settings.simulations)
        half = math.inf if settings.seconds is None else settings.seconds / 2
        budget = Budget(simulations, half, level.budget.horizon)
        thinker = Thinker(self._referee, seed, budget.nodes)
        thought = thinker.think(moment, budget)
        spent = thought.simulations
        best = thought.candidates[0]
        if best.move != played:
            thought = thinker.look_at(moment, played, Budget(best.visits, half, budget.horizon))
            spent += thought.simulations
        order = ranked(thought.candidates)
        top = [one.move for one in order[:REASONED]]
        told = top if played in top else [*top, played]
        reasons = dict(zip(told, self._foresight.reasons(moment, told), strict=True))
        return [weighed_from(one, reasons.get(one.move, "")) for one in order], spent

    def _gives(self, moment: Moment, weighed: Sequence[Weighed], piece: Piece, cost: float, seed: int) -> list[float]:
        """What a cost gave to the others: as playing on from both moves says, but as much as it cost in all."""
        seat, seats = moment.seat, piece.seats
        others = [other for other in range(seats) if other != seat]
        gives = [cost / max(1, len(others))] * seats
        if len(others) > 1 and cost >= ABOUT_NOTHING:
            played, best = (
                self.chances(
                    moment.view,
                    seats,
                    max(1, piece.settings.playouts // UNLUCKY),
                    seed,
                    view_of=seat,
                    first=(seat, move),
                ).chances
                for move in (piece.moves[0][1], weighed[0].move)
            )
            change = [then - now for then, now in zip(played, best, strict=True)]
            gives = [change[other] + (cost + change[seat]) / len(others) for other in range(seats)]
        gives[seat] = -cost
        return gives


def horizon_of(settings: Settings) -> int:
    """How many moves are played on after a decision before a game is judged."""
    return LONGEST if settings.horizon is None else settings.horizon


def weighed_from(candidate: Candidate, reason: str) -> Weighed:
    """A candidate as a review keeps it."""
    chance, error = candidate.win_chance, error_of(candidate)
    return Weighed(move=candidate.move, visits=candidate.visits, chance=chance, error=error, reason=reason)


def cost_of(weighed: Sequence[Weighed], played: int) -> tuple[float, float]:
    """What a move cost against the best one, and how far that may be off; nothing if it is the best."""
    best, mine = weighed[0], next(one for one in weighed if one.move == played)
    if best.move == played:
        return 0.0, 0.0
    return max(0.0, best.chance - mine.chance), math.hypot(best.error, mine.error)


def moment_at(piece: Piece, state: States, referee: Compiled) -> Moment:
    """The decision of a piece, as its seat saw it. The log only serves to go on in a tree, and there is none yet."""
    game, seat = referee.game, piece.moves[0][0]
    view = game.state.view(state, seat)
    return Moment(game, piece.players, piece.options, seat, view, tuple(referee.legal(copy_of(state), seat)), ())


def sample(outcomes: Sequence[tuple[int, float]], count: int, seed: int) -> list[tuple[int, float]]:
    """So many outcomes drawn by how likely they are, all with the same part of what they are together."""
    luck, total = stream(seed, 4), sum(part for _, part in outcomes)
    found = []
    for _ in range(count):
        point = toss(luck, 1 << 30) / (1 << 30) * total
        found.append((outcomes[_reached(outcomes, point)][0], total / count))
    return found


def _reached(outcomes: Sequence[tuple[int, float]], point: float) -> int:
    """The index of the outcome that a point of their total falls on."""
    for index, (_, part) in enumerate(outcomes):
        point -= part
        if point < 0:
            return index
    return len(outcomes) - 1


_RECKONERS: dict[str, Reckoner] = {}
"""One for each game that this process was asked about."""


def reckoner(referee: Compiled) -> Reckoner:
    """The reckoner of a game in this process."""
    known = _RECKONERS.get(referee.game.id)
    if known is None or known._referee is not referee:
        known = _RECKONERS[referee.game.id] = Reckoner(referee)
    return known


@functools.cache
def prepared(game_id: str) -> Compiled:
    """The rules of a game with all that reckoning needs compiled or loaded."""
    referee = Compiled(games.load(game_id))
    referee.ready()
    reckoner(referee)
    return referee
