"""What a game says its scores are made of is true: the parts of every seat are its score, at the end and before.

A game that does not say has no parts, and its scores are told as they are.
"""

from __future__ import annotations

import re

import pytest

from tabbytop.engine.match import Match
from tabbytop.engine.scoring import ScorePart
from tabbytop.engine.seats import SPECTATOR
from tabbytop.kit.cases import ALL, Case
from tabbytop.kit.reading import faults_of, says_you

MOMENTS = 25
"""So many moments of a game are looked at, spread over it, and its end."""
GAMES = 2

every_case = pytest.mark.parametrize("case", ALL, ids=str)


def moments(match: Match) -> set[int]:
    """Moments spread over a game, with its last two: much of what is hidden is shown then."""
    return {*range(0, match.ply, max(1, match.ply // MOMENTS)), match.ply - 1, match.ply}


@every_case
def test_the_parts_of_every_seat_are_its_score(case: Case):
    for number in range(GAMES):
        match = case.match(number)
        if not match.parts(SPECTATOR):
            return
        result = match.result
        assert result is not None
        assert sums(result.parts, match.seats) == list(result.scores), "at the end"
        for ply in moments(match):
            for viewer in (*range(match.players), SPECTATOR):
                known = match.referee.score(match.view(viewer, ply))[: match.seats]
                assert sums(match.parts(viewer, ply), match.seats) == known, f"after {ply} moves, as {viewer} sees it"


def sums(parts: tuple[ScorePart, ...], seats: int) -> list[int]:
    """All points of each seat."""
    assert all(len(part.points) == seats for part in parts), "every part has points for every seat"
    return [sum(part.points[seat] for part in parts) for seat in range(seats)]


@every_case
def test_parts_are_told_in_words(case: Case):
    parts = case.match(0).parts(SPECTATOR)
    assert len({part.name for part in parts}) == len(parts), "two columns have the same head"
    for part in parts:
        assert re.fullmatch(r"[A-Z][^.]*", part.name), part.name
        text = f"Red had 7 more points {part.told}."
        assert not list(faults_of(text)), text
        assert not says_you(text), text


@every_case
def test_things_of_a_part_are_whole_and_have_a_name(case: Case):
    for part in case.match(0).parts(SPECTATOR):
        assert (part.each > 0) == (part.things is not None), f"{part.name}: things and what each is worth go together"
        if part.things:
            assert all(points % part.each == 0 for points in part.points), f"{part.name}: half a {part.things[0]}"
            assert all(not list(faults_of(f"Red had 2 {word} more.")) for word in part.things)
