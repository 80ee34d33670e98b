"""From findings to a review: the chances along the game, and luck and decisions apart. Knows no game.

The chances are reckoned backwards. After the last move they are the result. At a decision they are what playing on from
the truth has found. Before a draw they are the mean over its outcomes, where what came up counts by the chances after
it; so luck is what came up against that mean. A decision's effect is what it changed from before it to after it.
Whatever the estimates are, these changes add up from the start to the result.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec
import numpy as np

from tabbytop.engine.errors import UserError
from tabbytop.engine.match import Match, told
from tabbytop.engine.seats import SPECTATOR
from tabbytop.engine.state import States, copy_of
from tabbytop.review import times, words
from tabbytop.review.document import FORMAT, Choice, Decision, Draw, Review, Turn
from tabbytop.review.people import people_of
from tabbytop.review.pieces import Drawn, Finding, Piece, Settings, Weighed, pieces_of
from tabbytop.review.reading import Stretch, Subject

AS_GOOD = 0.005
"""A move that costs no more than this is as good as the best."""
SHOWN = 5
"""Moves of a decision in the document; the one played is always there."""
DIGITS = 6

Chances = list[float]


class Unfinished(UserError):
    """A review of which some pieces are missing."""


@dataclass
class Course:
    """The chances at every ply, and what each ply did to them, as far as findings reach."""

    values: list[Chances | None]
    """Before every ply, and after the last."""
    errors: list[float]
    luck_variance: float = 0.0
    draws: dict[int, tuple[Drawn, float]] = field(default_factory=dict)
    """By ply, with the standard error of their effect."""

    def change(self, begin: int, end: int) -> Chances:
        """What happened to the chances between two moments."""
        before, after = self.values[begin], self.values[end]
        assert before is not None
        assert after is not None
        return [new - old for new, old in zip(after, before, strict=True)]


def assembled(subject: Subject, settings: Settings, findings: Iterable[Finding], *, partial: bool = False) -> Review:
    """The review that findings make. All of them are needed, unless it is `partial`: then the turns from the first on
    for which everything is known, and nothing about people yet."""
    if subject.is_race:
        return _blank(subject, settings, race_ms=times.race_ms(subject), rounds=times.rounds(subject))
    match, pieces = subject.match, pieces_of(subject.match, settings)
    known = {finding.number: finding for finding in findings}
    missing = next((piece.number for piece in pieces if piece.number not in known), len(pieces))
    if missing < len(pieces) and not partial:
        raise Unfinished(f"{len(pieces) - len(known)} of {len(pieces)} pieces of this review are still to be reckoned.")
    course = _course(match, pieces, known)
    reached = [turn for turn in subject.turns if course.values[turn.begin] and course.values[turn.end]]
    count = next((index for index, turn in enumerate(subject.turns) if turn not in reached), len(subject.turns))
    turns = _turns(subject, pieces, known, course, count)
    seconds = sum(finding.seconds for finding in known.values())
    middle = sorted(course.errors[piece.ply] for piece in pieces[:missing])
    review = _blank(
        subject,
        settings,
        start=course.values[0] or [],
        result=result_of(match),
        turns=turns,
        error=middle[len(middle) // 2] if middle else 0.0,
        seconds=seconds,
    )
    if missing < len(pieces):
        return _rounded(review)
    people = people_of(review, subject, math.sqrt(course.luck_variance))
    review = msgspec.structs.replace(review, people=people)
    return _rounded(msgspec.structs.replace(review, verdicts=words.verdicts(review)))


def result_of(match: Match) -> Chances:
    """How a game ended: a win by seat, shared by those who share it or come next where nobody wins; for a player
    alone how good the end is."""
    if match.seats == 1:
        out = np.zeros(match.game.most_seats)
        if match.game.bot is None:
            return [1.0 if match.referee.rank(match.state())[0] == 1 else 0.0]
        match.game.bot.evaluate(match.game.state.plain(match.state()), out)
        return [float(out[0])]
    places = match.referee.rank(match.state())[: match.seats]
    return [1.0 / places.count(min(places)) if place == min(places) else 0.0 for place in places]


def _course(match: Match, pieces: Sequence[Piece], known: Mapping[int, Finding]) -> Course:
    """Chances backwards from the end, through every piece whose next one is known as well."""
    course = Course([None] * (match.ply + 1), [0.0] * (match.ply + 1))
    course.values[match.ply] = result_of(match)
    for piece in reversed(pieces):
        finding = known.get(piece.number)
        if finding is None:
            continue
        end = piece.ply + len(piece.moves)
        value, error = course.values[end], course.errors[end]
        if value is not None:
            first = piece.ply + (1 if piece.decided else 0)
            _unroll(course, finding, first, end, value, error)
        if piece.decided:
            course.values[piece.ply], course.errors[piece.ply] = finding.value, finding.error
    return course


def _unroll(course: Course, finding: Finding, first: int, end: int, value: Chances, error: float) -> None:
    """The chances before every ply of a piece, back to just after its decision."""
    draws = {drawn.ply: drawn for drawn in finding.draws}
    passed, variance = 1.0, error * error
    for ply in range(end - 1, first - 1, -1):
        drawn = draws.get(ply)
        if drawn is not None:
            off = math.hypot((1.0 - drawn.share) * math.sqrt(variance), drawn.error)
            course.draws[ply] = (drawn, off)
            value = [drawn.share * old + other for old, other in zip(value, drawn.others, strict=True)]
            variance = drawn.share**2 * variance + drawn.error**2
            passed *= drawn.share
        course.values[ply], course.errors[ply] = value, math.sqrt(variance)
    # luck of the piece is (1 - passed) of what came in the end, less what the others weigh in the mean
    course.luck_variance += (1.0 - passed) ** 2 * error * error + max(0.0, variance - passed**2 * error * error)


# ---------------------------------------------------------------- turns


def _turns(
    subject: Subject, pieces: Sequence[Piece], known: Mapping[int, Finding], course: Course, count: int
) -> list[Turn]:
    match, game = subject.match, subject.match.game
    decisions: dict[int, Decision] = {}
    draws: dict[int, Draw] = {}
    decided = {piece.ply: piece for piece in pieces if piece.decided}
    limit = subject.turns[count - 1].end if count else 0
    for ply, entry, before, after in match.walk():
        if ply >= limit:
            break
        if ply in decided:
            view = game.state.view(copy_of(before), entry.seat)
            finding = known[decided[ply].number]
            if not finding.weighed:
                continue
            decisions[ply] = _decision(match, ply, entry.seat, entry.move, view, finding, course)
        elif ply in course.draws:
            drawn, error = course.draws[ply]
            draws[ply] = Draw(
                ply=ply,
                words=told(game, entry, before, after, SPECTATOR),
                outcomes=drawn.outcomes,
                exact=drawn.exact,
                effect=course.change(ply, ply + 1),
                error=error,
            )
    return [_turn(match, course, stretch, set(decided), decisions, draws) for stretch in subject.turns[:count]]


def _turn(
    match: Match,
    course: Course,
    stretch: Stretch,
    decided: set[int],
    decisions: Mapping[int, Decision],
    draws: Mapping[int, Draw],
) -> Turn:
    begin, end = stretch.begin, stretch.end
    made = [decisions[ply] for ply in range(begin, end) if ply in decisions]
    drawn = [draws[ply] for ply in range(begin, end) if ply in draws]
    before, after = course.values[begin], course.values[end]
    assert before is not None
    assert after is not None
    return Turn(
        number=stretch.number,
        seat=stretch.seat,
        begin=begin,
        end=end,
        before=before,
        after=after,
        error=course.errors[begin],
        luck=total((draw.effect for draw in drawn), match.seats),
        effect=total((course.change(ply, ply + 1) for ply in range(begin, end) if ply in decided), match.seats),
        cost=[sum(one.cost for one in made if one.seat == who) for who in range(match.seats)],
        decisions=made,
        draws=drawn,
        opening=begin < match.opening,
    )


def total(rows: Iterable[Sequence[float]], seats: int) -> Chances:
    """The sums by seat."""
    sums = [0.0] * seats
    for row in rows:
        sums = [old + new for old, new in zip(sums, row, strict=True)]
    return sums


def _decision(match: Match, ply: int, seat: int, move: int, view: States, finding: Finding, course: Course) -> Decision:
    plain = match.game.state.plain(view)

    def choice(one: Weighed) -> Choice:
        return Choice(
            move=match.game.moves.to_json(one.move),
            label=match.game.words.label(plain, seat, one.move),
            chance=round(one.chance, 4),
            error=round(one.error, 4),
            reason=one.reason,
        )

    played = next(one for one in finding.weighed if one.move == move)
    seen = [one for one in finding.weighed if one.visits]
    shown = seen[:SHOWN] if played in seen[:SHOWN] else [*seen[: SHOWN - 1], played]
    as_good = finding.cost <= max(AS_GOOD, finding.cost_error)
    cost = 0.0 if as_good else finding.cost
    return Decision(
        ply=ply,
        seat=seat,
        legal=len(finding.weighed),
        played=choice(played),
        best=choice(finding.weighed[0]),
        choices=[choice(one) for one in shown],
        cost=cost,
        error=finding.cost_error,
        is_best=as_good,
        gives=[0.0] * match.seats if as_good else finding.gives,
        effect=course.change(ply, ply + 1),
    )


# ---------------------------------------------------------------- the document


def _blank(subject: Subject, settings: Settings, **known: object) -> Review:
    match = subject.match
    nothing = {"start": [], "result": [], "turns": [], "people": [], "verdicts": [], "error": 0.0, "seconds": 0.0}
    fields = {
        "format": FORMAT,
        "game": match.game.id,
        "rules": match.game.version,
        "players": match.players,
        "options": match.game.options.recorded(match.players, match.options),
        "names": list(subject.names),
        "record": subject.record,
        "measure": "worth" if match.seats == 1 else "chance",
        "race": subject.is_race,
        "level": settings.level,
        "simulations": settings.simulations,
        "playouts": settings.playouts,
        "seed": settings.seed,
        "how": words.how(subject, settings),
        **nothing,
        **known,
    }
    return Review(**fields)  # type: ignore[arg-type]  # all fields by name


def _rounded(review: Review) -> Review:
    """The error and the time in digits that mean something; the sums keep all of theirs."""
    return msgspec.structs.replace(review, error=round(review.error, DIGITS), seconds=round(review.seconds, 2))
