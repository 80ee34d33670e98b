"""The law of sums, in every game: start + luck + decisions = result, for every seat; and luck that is fair."""

from __future__ import annotations

import statistics

import msgspec
import pytest

from tabbytop.engine.match import Match
from tabbytop.kit.cases import PLAIN, Case, compiled
from tabbytop.review.document import Review
from tabbytop.review.pieces import pieces_of
from tests.review.games import AT_SIGHT, LUCK_ALONE, game_of, reviewed

TURNS = [case for case in PLAIN if case.game.clock is None]
SMALLEST = [min((case for case in TURNS if case.game is game), key=lambda case: (case.players == 1, case.players))
            for game in {case.game.id: case.game for case in TURNS}.values()]  # fmt: skip
"""Every game with the fewest players that it is a contest with."""
RANDOM_GAMES = 2
FAIR_GAMES = 16


def assert_lawful(review: Review, match: Match) -> None:
    """All that sums have to hold."""
    seats = range(match.seats)
    result = match.result
    assert result is not None
    if match.seats > 1:
        first = min(result.places)  # nobody may win: then those who come next share it
        assert review.result == pytest.approx(
            [(place == first) / result.places.count(first) for place in result.places]
        )
    for seat in seats:
        changes = sum(turn.luck[seat] + turn.effect[seat] for turn in review.turns)
        assert review.start[seat] + changes == pytest.approx(review.result[seat], abs=1e-9)
        for turn in review.turns:
            changed = turn.before[seat] + turn.luck[seat] + turn.effect[seat]
            assert changed == pytest.approx(turn.after[seat], abs=1e-9)
            assert turn.luck[seat] == pytest.approx(sum(draw.effect[seat] for draw in turn.draws), abs=1e-9)
    if match.seats > 1:
        for turn in review.turns:
            assert sum(turn.before) == pytest.approx(1.0)
            assert sum(turn.luck) == pytest.approx(0.0, abs=1e-9)
            assert sum(turn.effect) == pytest.approx(0.0, abs=1e-9)
    assert [turn.begin for turn in review.turns] == [0, *(turn.end for turn in review.turns[:-1])]
    assert review.turns[-1].end == match.ply
    for turn in review.turns:
        for decision in turn.decisions:
            assert decision.legal > 1
            assert decision.cost >= 0
            assert decision.played in decision.choices
            assert decision.gives[decision.seat] == pytest.approx(-decision.cost)
            assert match.seats == 1 or sum(decision.gives) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("case", TURNS, ids=str)
def test_sums_hold_in_games_of_bots_at_every_number_of_players(case: Case):
    match = game_of(case, ("house-cat", "kitten"), 0)
    assert_lawful(reviewed(match), match)


@pytest.mark.parametrize("case", TURNS, ids=str)
def test_sums_hold_in_random_games(case: Case):
    match = min((case.match(number) for number in range(RANDOM_GAMES)), key=lambda match: match.ply)
    assert_lawful(reviewed(match, LUCK_ALONE), match)


@pytest.mark.parametrize("case", SMALLEST, ids=str)
def test_luck_of_a_fair_stream_averages_to_nothing(case: Case):
    """What luck gave to the first seat, over games with streams of their own."""
    luck = []
    for number in range(FAIR_GAMES):
        review = reviewed(game_of(case, ("kitten",), 100 + number), LUCK_ALONE)
        luck.append(sum(turn.luck[0] for turn in review.turns))
    off = statistics.stdev(luck) / len(luck) ** 0.5
    assert abs(statistics.fmean(luck)) < 3.3 * off, f"{statistics.fmean(luck):+.3f} with an error of {off:.3f}"


@pytest.mark.parametrize("case", SMALLEST, ids=str)
def test_games_that_begin_alike_are_judged_by_other_random_numbers(case: Case):
    """What an estimate is off at the start of one game it must not be off in all: luck would not average to nothing."""
    one, other = (pieces_of(game_of(case, ("kitten",), 300 + number), LUCK_ALONE)[0] for number in range(2))
    assert one.state == other.state
    first, second = (piece.do(compiled(case.game)) for piece in (one, msgspec.structs.replace(other, moves=one.moves)))
    assert [drawn.ply for drawn in first.draws] == [drawn.ply for drawn in second.draws]
    assert [drawn.others for drawn in first.draws] != [drawn.others for drawn in second.draws]


@pytest.mark.parametrize("case", SMALLEST, ids=str)
def test_a_judgement_at_sight_is_fair_to_luck_and_lawful(case: Case):
    """Moments are compared at the next decision, however much luck is before it; there every judgement is fair."""
    luck = []
    for number in range(FAIR_GAMES):
        match = game_of(case, ("kitten",), 200 + number)
        review = reviewed(match, AT_SIGHT)
        assert_lawful(review, match)
        luck.append(sum(turn.luck[0] for turn in review.turns))
    off = statistics.stdev(luck) / len(luck) ** 0.5
    assert abs(statistics.fmean(luck)) <= 3.3 * off, f"{statistics.fmean(luck):+.3f} with an error of {off:.3f}"
