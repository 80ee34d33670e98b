"""The sequential test: its error rates are what it says, by simulation with a fixed seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from tabbytop.arena.sequential import ERROR, FEWEST_DEALS, H0, H1, SequentialTest, expected
from tabbytop.arena.statistics import Share
from tabbytop.engine.errors import UserError

TESTS = 400
LONGEST = 5_000
TEST = SequentialTest(0, 40)

Deal = Callable[[random.Random, float], Sequence[float]]
"""The results of the games of one deal for the first bot, at so many Elo."""


def fair_deal(luck: random.Random, elo: float) -> Sequence[float]:
    """Two games that have nothing to do with each other."""
    return [float(luck.random() < expected(elo)) for _ in range(2)]


def lucky_deal(luck: random.Random, elo: float) -> Sequence[float]:
    """Two games with one luck: what favours a bot in one seat is against it in the other."""
    lucky = luck.uniform(-0.4, 0.4)
    return [float(luck.random() < expected(elo) + by) for by in (lucky, -lucky)]


def deal_with_ties(luck: random.Random, elo: float) -> Sequence[float]:
    """A third of the games ends level."""
    return [0.5 if luck.random() < 1 / 3 else float(luck.random() < 1.5 * expected(elo) - 0.25) for _ in range(2)]


def deal_of_three(luck: random.Random, elo: float) -> Sequence[float]:
    """Three games that favour the same bot, as a bot's own luck of a deal at a table for three may."""
    lucky = luck.uniform(-0.3, 0.3)
    return [float(luck.random() < expected(elo) + lucky) for _ in range(3)]


def ended(deal: Deal, elo: float, seed: int) -> tuple[str | None, int]:
    """What one test accepts, and after how many deals."""
    luck, share = random.Random(seed), Share()
    for number in range(1, LONGEST + 1):
        share.add(deal(luck, elo))
        if verdict := TEST.accepted(share):
            return verdict, number
    return None, LONGEST


@pytest.mark.parametrize("deal", [fair_deal, lucky_deal, deal_with_ties, deal_of_three])
@pytest.mark.parametrize(("elo", "wrong"), [(0, H1), (40, H0)])
def test_errors_are_no_more_frequent_than_stated(deal: Deal, elo: float, wrong: str):
    verdicts = [ended(deal, elo, seed)[0] for seed in range(TESTS)]
    assert None not in verdicts
    errors = verdicts.count(wrong)
    assert errors > 0, "a test that never errs shows nothing about its errors"
    assert errors <= TESTS * ERROR + 2 * (TESTS * ERROR * (1 - ERROR)) ** 0.5


def test_what_is_far_apart_is_told_apart_sooner():
    near, far = ([ended(fair_deal, elo, seed)[1] for seed in range(50)] for elo in (40, 200))
    assert sum(far) < sum(near) / 2
    assert min(far) == FEWEST_DEALS


def test_luck_that_cancels_out_within_deals_makes_tests_shorter():
    alike, paired = ([ended(deal, 40, seed)[1] for seed in range(200)] for deal in (fair_deal, lucky_deal))
    assert sum(paired) < sum(alike)


def test_nothing_is_accepted_before_the_spread_is_known():
    share = Share()
    assert TEST.evidence(share) == 0
    for _ in range(FEWEST_DEALS - 1):
        share.add([1.0, 1.0])
    assert TEST.evidence(share) > TEST.bound
    assert TEST.accepted(share) is None
    share.add([1.0, 1.0])
    assert TEST.accepted(share) == H1


def test_evidence_is_even_between_the_hypotheses_and_turns_with_the_bots():
    between = SequentialTest(-20, 20)
    share, other = Share(), Share()
    for number in range(40):
        share.add([number % 2, number % 2, 1.0])
        other.add([1 - number % 2, 1 - number % 2, 0.0])
    assert between.evidence(share) == pytest.approx(-between.evidence(other))
    level = Share()
    for number in range(40):
        level.add([number % 2, number % 2])
    assert between.evidence(level) == pytest.approx(0)


@pytest.mark.parametrize("words", ["", "1", "1,2,3", "a,b", "5,5", "20,0", "0,inf", "nan,1"])
def test_what_is_no_pair_of_hypotheses_is_refused(words: str):
    with pytest.raises(UserError, match="two numbers of Elo"):
        SequentialTest.read(words)


def test_a_pair_of_hypotheses_is_read():
    assert SequentialTest.read("-5, 20.5") == SequentialTest(-5, 20.5)
