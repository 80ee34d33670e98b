"""What a game is like, from many games of bots: length, choices, seats, scores, comebacks, luck and skill.

Every game is played, reviewed at little cost and kept as a few numbers; a study adds them up. What options and numbers
of players change is told by random games, of which there can be many. Knows no game.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from tabbytop.arena.simulate import Simulator
from tabbytop.bots import levels
from tabbytop.bots.bot import moment_of
from tabbytop.engine.intervals import SURE, wilson
from tabbytop.engine.luck import SwiftLuck, first_key
from tabbytop.engine.match import Match, has_score
from tabbytop.engine.referee import Compiled
from tabbytop.review.assembling import assembled
from tabbytop.review.pieces import Settings, pieces_of
from tabbytop.review.reading import Subject
from tabbytop.review.reckoning import prepared

CHEAP = Settings(simulations=120, playouts=60, draws=60)
"""What a review costs here: little, since its errors average out over games."""


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """One game in numbers; lists are by seat."""

    names: list[str]
    plies: int
    turns: int
    choices: list[int]
    """How many moves there were to choose from, at every decision."""
    families: dict[str, int]
    """What players did how often."""
    places: list[int]
    scores: list[int]
    halfway: list[float]
    """Chances in the middle turn."""
    luck: list[float]
    effect: list[float]
    cost: list[float]
    decisions: list[int]


class Mean(msgspec.Struct, frozen=True, kw_only=True):
    """A mean with its interval for 95 %."""

    mean: float
    low: float
    high: float


class LevelLoss(msgspec.Struct, frozen=True, kw_only=True):
    """What a level gives away."""

    level: str
    decisions: int
    per_decision: Mean
    wins: Mean
    """How often it won: at tables of several levels, what playing better is worth."""


class Variant(msgspec.Struct, frozen=True, kw_only=True):
    """What random games with other options or players are like."""

    players: int
    options: dict[str, Any]
    games: int
    moves: float
    first_seat_wins: float
    score: float | None


class Study(msgspec.Struct, frozen=True, kw_only=True):
    """What a game is like at a table with these options."""

    game: str
    rules: str
    players: int
    options: dict[str, Any]
    bots: list[str]
    games: int
    seed: int
    plies: list[int]
    """The length of every game, in their order."""
    turns: Mean
    choices: Mean
    """Moves to choose from, at a decision between several."""
    families: dict[str, float]
    """How often players did what in a game."""
    seat_wins: list[Mean]
    scored: int
    """How many games have a score: those that were lost alone have none."""
    scores: list[Mean]
    """By seat, over the games that have a score; nothing where none has."""
    score_spread: float
    """Standard deviation of all scores."""
    comebacks: Mean
    """Of the games that somebody won, those whose winner had less than an equal chance in the middle."""
    luck: list[Mean]
    """What luck gave to each seat: nothing, on average, if the stream is fair."""
    luck_share: float
    """How much of what decided games was luck: its variance beside that of decisions."""
    losses: list[LevelLoss]
    variants: list[Variant]
    seconds: float
    components: str = ""
    """The component file that was used in place of the game's own."""


def sampled(
    game_id: str, players: int, options: Mapping[str, Any], bots: Sequence[str], seed: int, number: int
) -> Sample:
    """The game of this number, played and reviewed."""
    referee = prepared(game_id)
    names = [bots[(number + seat) % len(bots)] for seat in range(players)]
    match = played(referee, players, options, names, seed, number)
    subject = Subject(match, tuple(names), "")
    review = assembled(subject, CHEAP, [piece.do(referee) for piece in pieces_of(match, CHEAP)])
    result = match.result
    assert result is not None
    seats = range(match.seats)
    made = [one for turn in review.turns for one in turn.decisions]
    return Sample(
        names=names,
        plies=match.ply,
        turns=len(review.turns),
        choices=[one.legal for one in made],
        families=dict(
            Counter(match.game.moves.family(entry.move).name for entry in match.log if 0 <= entry.seat < players)
        ),
        places=list(result.places),
        scores=list(result.scores),
        halfway=review.turns[len(review.turns) // 2].before,
        luck=[sum(turn.luck[seat] for turn in review.turns) for seat in seats],
        effect=[sum(turn.effect[seat] for turn in review.turns) for seat in seats],
        cost=[sum(turn.cost[seat] for turn in review.turns) for seat in seats],
        decisions=[sum(one.seat == seat for one in made) for seat in seats],
    )


def played(
    referee: Compiled, players: int, options: Mapping[str, Any], names: Sequence[str], seed: int, number: int
) -> Match:
    """A game between bots of these levels."""
    match = Match(referee.game, players, options, luck=SwiftLuck(seed, number), referee=referee)
    bots = [levels.make(name, referee, first_key(seed + 1, 8 * number + seat)) for seat, name in enumerate(names)]
    match.advance()
    while not match.over:
        seat = match.actor
        match.play(seat, bots[seat].choose(moment_of(match, seat)))
        match.advance()
    return match


def mean_of(values: Sequence[float]) -> Mean:
    """A mean with its interval; from a single value nothing is known about that.

    >>> mean_of([1, 2, 3]).mean
    2.0
    """
    mean = statistics.fmean(values) if values else 0.0
    off = SURE * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return Mean(mean=mean, low=max(-1e9, mean - off), high=min(1e9, mean + off))


def share_of(hits: int, count: int) -> Mean:
    """A share with its interval."""
    low, high = wilson(hits, count)
    return Mean(mean=hits / max(1, count), low=low, high=high)


def study_of(
    game_id: str,
    players: int,
    options: Mapping[str, Any],
    bots: Sequence[str],
    seed: int,
    samples: Sequence[Sample],
    variants: Sequence[Variant],
    seconds: float,
    components: str = "",
) -> Study:
    """What samples say together."""
    game = prepared(game_id).game
    seats = range(len(samples[0].places))
    luck, effect = ([getattr(sample, name)[0] for sample in samples] for name in ("luck", "effect"))
    spread = [statistics.pvariance(values) if len(values) > 1 else 0.0 for values in (luck, effect)]
    families: Counter[str] = Counter()
    for sample in samples:
        families.update(sample.families)
    scored = [sample for sample in samples if has_score(sample.places)]
    won = [sample for sample in samples if 1 in sample.places]
    behind = sum(sample.halfway[sample.places.index(1)] < 1 / len(sample.places) for sample in won)
    return Study(
        game=game_id,
        rules=game.version,
        players=players,
        options=game.options.recorded(players, game.complete(players, options)),
        bots=list(bots),
        games=len(samples),
        seed=seed,
        plies=[sample.plies for sample in samples],
        turns=mean_of([sample.turns for sample in samples]),
        choices=mean_of([count for sample in samples for count in sample.choices]),
        families={name: count / len(samples) for name, count in families.most_common()},
        seat_wins=[mean_of([_win(sample, seat) for sample in samples]) for seat in seats],
        scored=len(scored),
        scores=[mean_of([sample.scores[seat] for sample in scored]) for seat in seats] if scored else [],
        score_spread=statistics.pstdev([score for sample in scored for score in sample.scores]) if scored else 0.0,
        comebacks=share_of(behind, len(won)),
        luck=[mean_of([sample.luck[seat] for sample in samples]) for seat in seats],
        luck_share=spread[0] / sum(spread) if sum(spread) > 0 else 0.0,
        losses=list(_losses(bots, samples)),
        variants=list(variants),
        seconds=seconds,
        components=components,
    )


def _win(sample: Sample, seat: int) -> float:
    return 1 / sample.places.count(1) if sample.places[seat] == 1 else 0.0


def _losses(bots: Sequence[str], samples: Sequence[Sample]) -> Iterator[LevelLoss]:
    """What each level gives away per decision: the mean over the games in which it sat somewhere."""
    for level in dict.fromkeys(bots):
        own = [
            (sample.cost[seat], sample.decisions[seat])
            for sample in samples
            for seat, name in enumerate(sample.names)
            if name == level and sample.decisions[seat]
        ]
        losses = [cost / count for cost, count in own]
        wins = [_win(sample, seat) for sample in samples for seat, name in enumerate(sample.names) if name == level]
        yield LevelLoss(
            level=level,
            decisions=sum(count for _, count in own),
            per_decision=mean_of(losses),
            wins=mean_of(wins),
        )


def variants_of(referee: Compiled, number: int, seed: int) -> Iterator[Variant]:
    """Every number of players with every option, by random games."""
    game, simulator = referee.game, Simulator(referee)
    for players in game.players:
        for options in game.options.variants(players):
            *_, summary = simulator.run(players, options, number, seed)
            yield Variant(
                players=players,
                options=dict(options),
                games=summary.games,
                moves=summary.mean_length,
                first_seat_wins=summary.wins[0] / summary.games,
                score=summary.mean_score(0),
            )
