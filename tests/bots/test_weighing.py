"""Hints in order: by chance, honest about what is about the same and about what was hardly looked at."""

from __future__ import annotations

import math

import pytest

from tabbytop.bots.bot import moment_of
from tabbytop.bots.thinking import Budget, Candidate, Thinker
from tabbytop.bots.weighing import SAME, as_good, error, ranked
from tabbytop.bots.workers import REASONED, Question, Worker
from tabbytop.engine.luck import SwiftLuck
from tabbytop.engine.match import Match
from tabbytop.games import load
from tabbytop.kit.cases import PLAIN, Case, compiled


def candidate(move: int, chance: float, visits: int = 10_000) -> Candidate:
    return Candidate(move, visits, chance, chance)


def test_the_best_chance_comes_first_whatever_was_visited_most():
    found = [candidate(1, 0.3, 5000), candidate(2, 0.5, 4000), candidate(3, 0.4, 9000)]
    assert [one.move for one in ranked(found)] == [2, 3, 1]


def test_what_was_hardly_looked_at_comes_last_and_is_never_called_as_good():
    found = [candidate(1, 0.9, 10), candidate(2, 0.5, 10_000), candidate(3, 0.0, 0)]
    assert [one.move for one in ranked(found)] == [2, 1, 3]
    assert as_good(ranked(found)) == [True, False, False]


def test_two_percent_are_about_the_same_and_three_are_not():
    assert as_good([candidate(1, 0.50), candidate(2, 0.50 - SAME), candidate(3, 0.47)]) == [True, True, False]


def test_differences_below_the_error_are_about_the_same():
    few, many = ([candidate(1, 0.5, visits), candidate(2, 0.44, visits)] for visits in (100, 10_000))
    assert as_good(few) == [True, True]
    assert as_good(many) == [True, False]


def test_the_error_is_that_of_a_share():
    assert error(candidate(1, 0.5, 100)) == pytest.approx(0.05)
    assert error(candidate(1, 0.0, 100)) > 0  # a hundred losses do not make a loss certain
    assert as_good([]) == []


@pytest.mark.parametrize("case", [case for case in PLAIN if case.game.reasons is not None], ids=str)
def test_order_and_equality_follow_the_numbers_of_the_search(case: Case):
    match = Match(case.game, case.players, {}, luck=SwiftLuck(8, 1), referee=compiled(case.game))
    match.advance()
    while len(match.legal(match.actor)) == 1:
        match.play(match.actor, match.legal(match.actor)[0])
        match.advance()
    thought = Thinker(compiled(case.game), 1).think(moment_of(match, match.actor), Budget(400))
    order = ranked(thought.candidates)
    assert sorted(one.move for one in order) == sorted(match.legal(match.actor))
    most = max(one.visits for one in order)
    known = [one for one in order if 20 * one.visits >= most]
    assert order[: len(known)] == sorted(known, key=lambda one: (-round(one.win_chance, 4), one.move))
    for one, equal in zip(order, as_good(order), strict=True):
        gap = round(order[0].win_chance - one.win_chance, 4)
        off = math.sqrt(error(order[0]) ** 2 + error(one) ** 2)
        assert equal == (one in known and gap <= max(0.02, off))


def test_a_hint_of_a_worker_comes_with_reasons_for_the_best_few():
    game = load("patrician")
    match = Match(game, 3, luck=SwiftLuck(8, 3), referee=compiled(game))
    match.advance()
    worker = Worker()
    try:
        question = Question.about(moment_of(match, match.actor), "top-cat", "head", 1)
        order = ranked(worker.weigh(question, 60, Budget(200)).candidates)
    finally:
        worker.stop()
    assert all(one.reason.endswith(".") for one in order[:REASONED])
    assert not any(one.reason for one in order[REASONED:])
