"""What a review says about each player: sums, shares, turning points. Knows no game."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tabbytop.engine.intervals import wilson
from tabbytop.review import words
from tabbytop.review.document import Decision, Player, Review, Turn, TurningPoint
from tabbytop.review.reading import Subject

POINTS = 3
"""Turning points of a player, at most."""
LEAST_POINT = 0.01
"""What changed less was no turning point."""
OWN_POINT = 0.02
"""One of the points is one's own where any decision cost so much."""


def people_of(review: Review, subject: Subject, luck_error: float) -> list[Player]:
    """Everybody at the table, in the order of the seats."""
    return [_player(review, subject, seat, luck_error) for seat in range(subject.match.seats)]


def _player(review: Review, subject: Subject, seat: int, luck_error: float) -> Player:
    match = subject.match
    result = match.result
    assert result is not None
    own = [one for turn in review.turns for one in turn.decisions if one.seat == seat]
    best = sum(one.is_best for one in own)
    low, high = wilson(best, len(own))
    cost = sum(one.cost for one in own)
    luck = sum(turn.luck[seat] for turn in review.turns)
    about = words.About(
        cost=cost,
        luck=luck,
        luck_error=luck_error,
        decided=len(own) > 0,
        most=_gave_most(review, seat, cost),
    )
    return Player(
        seat=seat,
        name=subject.names[seat],
        automated=match.is_automated(seat),
        place=result.places[seat],
        score=result.scores[seat],
        scored=result.scored,
        luck=luck,
        luck_error=luck_error,
        cost=cost,
        cost_error=math.sqrt(sum(one.error**2 for one in own if not one.is_best)),
        decisions=len(own),
        loss_per_decision=cost / max(1, len(own)),
        best_share=best / len(own) if own else 0.0,
        best_low=low,
        best_high=high,
        effect=sum(turn.effect[seat] for turn in review.turns),
        sentence=about.sentence(None),
        to_you=about.sentence(seat),
        turning_points=turning_points(review, seat),
    )


def _gave_most(review: Review, seat: int, cost: float) -> bool:
    others = [
        sum(one.cost for turn in review.turns for one in turn.decisions if one.seat == other)
        for other in range(len(review.names))
        if other != seat
    ]
    return cost > 0 and all(cost >= other for other in others)


def turning_points(review: Review, seat: int) -> list[TurningPoint]:
    """What changed most for a player, in the order of the game; one of its own at least where that cost something.

    A turn has one point at most: a bad turn is told once, not three times.
    """
    points = [point for turn in review.turns for point in _points(review, turn, seat)]
    points = [point for point in points if abs(point.amount) >= LEAST_POINT]
    by_weight = sorted(points, key=lambda point: (-abs(point.amount), point.ply))
    chosen = list({point.turn: point for point in reversed(by_weight)}.values())
    chosen = sorted(chosen, key=lambda point: (-abs(point.amount), point.ply))[:POINTS]
    own = [point for point in by_weight if point.kind == "own" and -point.amount >= OWN_POINT]
    if own and own[0] not in chosen:
        others = [point for point in chosen if point.turn != own[0].turn]
        chosen = [*others[: POINTS - 1], own[0]]
    return sorted(chosen, key=lambda point: point.ply)


def _points(review: Review, turn: Turn, seat: int) -> Sequence[TurningPoint]:
    """What a turn did to a player."""
    found = [_decided(review, turn, one, seat) for one in turn.decisions if one.gives[seat]]
    if turn.draws:
        found.append(_lucky(review, turn, seat))
    return [point for point in found if point.kind != "gift" or point.amount > 0]


def _decided(review: Review, turn: Turn, decision: Decision, seat: int) -> TurningPoint:
    own = decision.seat == seat
    return TurningPoint(
        turn=turn.number,
        ply=decision.ply,
        kind="own" if own else "gift",
        seat=decision.seat,
        amount=decision.gives[seat],
        error=decision.error,
        played=decision.played.label,
        better=decision.best.label,
        why=decision.best.reason if own else _from_seat(review.names[decision.seat], decision.best.reason),
    )


def _from_seat(name: str, reason: str) -> str:
    """A reason, which is said to whoever decides, for somebody else."""
    return f"From {name}'s seat: {reason[0].lower()}{reason[1:]}" if reason else ""


def _lucky(review: Review, turn: Turn, seat: int) -> TurningPoint:
    """All luck of a turn; the largest draw is what is looked at."""
    largest = max(turn.draws, key=lambda draw: abs(draw.effect[seat]))
    amount = turn.luck[seat]
    same = [draw for draw in turn.draws if draw.effect[seat] * amount > 0]
    return TurningPoint(
        turn=turn.number,
        ply=largest.ply,
        kind="luck",
        seat=-1,
        amount=amount,
        error=math.sqrt(sum(draw.error**2 for draw in turn.draws)),
        played=largest.words,
        why=words.luck_reason(review, turn, seat, amount, len(same)),
    )
