"""Luck: fair, repeatable, and sealed."""

from __future__ import annotations

import hashlib
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from tabbytop.engine.luck import SealedLuck, SwiftLuck, nth_by_weight, number_at, revealed, stream, toss
from tabbytop.kit.marks import fault


@fault("F27")
def test_sealed_luck_is_committed_to_and_revealed():
    luck = SealedLuck(bytes(range(32)))
    assert luck.commitment == hashlib.sha256(bytes(range(32))).hexdigest()
    assert revealed("sealed", luck.reveal) == luck
    assert luck.reveal not in luck.commitment


def test_sealed_outcomes_are_fixed_for_ever():
    """Anybody must be able to check an old game: these numbers may never change."""
    luck = SealedLuck(bytes(range(32)))
    assert [luck.choose(ply, [1] * 6) for ply in range(12)] == [4, 3, 4, 3, 1, 3, 4, 3, 0, 2, 3, 4]
    assert [luck.choose(ply, [1, 5, 2]) for ply in range(8)] == [1, 1, 1, 1, 2, 2, 0, 1]


def test_swift_outcomes_are_fixed_for_ever():
    luck = SwiftLuck(seed=7, game=3)
    assert [luck.choose(ply, [1] * 6) for ply in range(12)] == [2, 5, 5, 4, 2, 4, 5, 3, 4, 0, 4, 4]


@fault("F27")
def test_new_seeds_differ():
    assert len({SealedLuck.new().seed for _ in range(50)}) == 50
    assert len(SealedLuck.new().seed) == 32


@given(st.lists(st.integers(1, 50), min_size=1, max_size=9), st.data())
def test_weights_share_the_points_of_their_sum(weights, data):
    k = data.draw(st.integers(0, sum(weights) - 1))
    index = nth_by_weight(weights, k)
    assert sum(weights[:index]) <= k < sum(weights[: index + 1])


def test_a_point_beyond_the_weights_is_refused():
    with pytest.raises(ValueError, match="beyond"):
        nth_by_weight([1, 2], 3)


@pytest.mark.parametrize("weights", [[1, 1], [1, 2, 3], [5, 1, 1, 1], [1] * 20])
def test_both_kinds_of_luck_keep_to_the_weights(weights):
    for luck in (SealedLuck(b"0123456789abcdef"), SwiftLuck(1, 2)):
        counts = Counter(luck.choose(ply, weights) for ply in range(6000))
        observed = [counts[index] for index in range(len(weights))]
        assert chisquare(observed, np.array(weights) * 6000 / sum(weights)).pvalue > 1e-4


def test_neighbouring_games_and_plies_are_unrelated():
    pairs = Counter(
        (SwiftLuck(5, game).choose(ply, [1] * 4), SwiftLuck(5, game + 1).choose(ply, [1] * 4), ply % 2)
        for game in range(100)
        for ply in range(40)
    )
    assert chisquare([pairs[a, b, c] for a in range(4) for b in range(4) for c in range(2)]).pvalue > 1e-4


def test_a_stream_is_tossed_along():
    luck = stream(9, 4)
    first = [toss(luck, 10) for _ in range(20)]
    again = stream(9, 4)
    assert [toss(again, 10) for _ in range(20)] == first
    assert luck[2] == 20
    assert set(first) <= set(range(10))
    assert len(set(first)) > 4


def test_random_numbers_have_32_bits_and_all_of_them():
    seen = 0
    for count in range(200):
        number = number_at(1, 2, count)
        assert 0 <= number < 1 << 32
        seen |= number
    assert seen == (1 << 32) - 1


@pytest.mark.parametrize(("scheme", "text"), [("sealed", "xyz"), ("sealed", "00"), ("swift", "1"), ("lucky", "1/2")])
def test_nonsense_reveals_nothing(scheme, text):
    with pytest.raises(ValueError, match="no revealed luck"):
        revealed(scheme, text)


def test_seeds_out_of_range_are_refused():
    with pytest.raises(ValueError, match="whole numbers"):
        SwiftLuck(-1, 0)
