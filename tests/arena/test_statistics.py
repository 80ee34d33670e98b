"""Shares, intervals and ratings, on results made up by hand."""

from __future__ import annotations

import math
import random

import pytest
from rich.text import Text
from scipy import stats

from tabbytop.arena.results import in_words
from tabbytop.arena.statistics import Mean, Share, Standings, student
from tabbytop.arena.tournament import NOBODY, Fault, Outcome, Task, Thinking, Tournament

PLAN = Tournament("cat-cab", 2, {}, ("a", "b"), 1)


def share_of(*values: float, games: int = 2) -> Share:
    """A share by deals, each of so many games."""
    share = Share()
    for value in values:
        share.add([value] * games)
    return share


def game(line_up: tuple[int, ...], places: tuple[int, ...], scores: tuple[int, ...] | None = None) -> Outcome:
    thinking = tuple(Thinking(moves=4, seconds=2.0, slowest=1.0) for _ in line_up)
    return Outcome(Task(PLAN, 0, 0, line_up), places, scores or (0,) * len(places), thinking)


def standings(names: str, *deals: list[Outcome]) -> Standings:
    table = Standings(names)
    for deal in deals:
        table.add(deal)
    return table


# ---------------------------------------------------------------- intervals


@pytest.mark.parametrize("freedom", [3, 4, 5, 10, 21, 100, 5000])
def test_students_quantile_is_right_within_a_hundredth(freedom):
    assert student(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=0.01)


def test_nothing_and_a_single_deal_say_nothing():
    assert share_of().mean is None
    assert share_of().interval == (0.0, 1.0)
    assert share_of(1.0).interval == (0.0, 1.0)


def test_an_interval_is_students_over_the_deals_and_four_imaginary_games():
    values = [0.5, 1.0, 0.5, 0.0, 1.0, 0.5, 0.5, 1.0]
    told = [*values, 0.0, 1.0]
    expected = stats.t.interval(0.95, len(told) - 1, loc=sum(told) / len(told), scale=stats.sem(told))
    assert share_of(*values).interval == pytest.approx(expected, abs=1e-3)
    assert share_of(*values).mean == 0.625
    lows = [share_of(*[1.0] * 8, games=games).interval[0] for games in (1, 2, 12)]
    assert lows == sorted(lows), "the more games a deal has, the less four imaginary ones weigh"


def test_intervals_stay_within_0_and_1_hold_the_mean_and_shrink():
    for value in (0.0, 0.5, 1.0):
        widths = []
        for deals in (2, 3, 20, 100, 1000):
            low, high = share_of(*[value] * deals).interval
            assert 0.0 <= low <= value <= high <= 1.0
            widths.append(high - low)
        assert widths == sorted(widths, reverse=True)
        assert 0 < widths[-1] < 0.02


def test_always_winning_is_near_the_rule_of_three():
    low, high = share_of(*[1.0] * 20).interval
    assert high == 1.0
    assert low == pytest.approx(1 - 3 / 20, abs=0.02)


@pytest.mark.parametrize("games", [1, 2, 9])
@pytest.mark.parametrize("chance", [0.5, 0.8, 0.95, 0.98])
def test_intervals_hold_the_truth_in_95_of_100_cases(chance, games):
    luck = random.Random(1)
    held = 0
    for _ in range(1000):
        share = Share()
        for _ in range(30):
            share.add([luck.random() < chance for _ in range(games)])
        low, high = share.interval
        held += low <= chance <= high
    assert held >= 935


def test_the_interval_of_a_mean_is_students_over_the_deals():
    values = [12.0, 9.5, 20.0, 11.0, 7.5]
    mean = Mean()
    assert (mean.mean, mean.interval) == (None, (-math.inf, math.inf))
    for value in values:
        mean.add([value])
    assert mean.mean == 12.0
    expected = stats.t.interval(0.95, len(values) - 1, loc=12.0, scale=stats.sem(values))
    assert mean.interval == pytest.approx(expected, rel=0.01)


def test_luck_of_seats_cancels_out_within_deals():
    """Seat 0 always wins: the bots are alike, and paired deals show it far more surely than games by themselves."""
    paired = standings("ab", *[[game((0, 1), (1, 2)), game((1, 0), (1, 2))]] * 30)
    alone = share_of(*[0.0, 1.0] * 30, games=1)
    share, (low, high) = paired.seen_from(0, 1)
    assert share == alone.mean == 0.5
    assert high - low < (alone.interval[1] - alone.interval[0]) / 2


# ---------------------------------------------------------------- tables


def test_shares_places_scores_and_times():
    table = standings(
        "ab",
        [game((0, 1), (1, 2), (9, 3)), game((1, 0), (1, 2), (5, 4))],
        [game((0, 1), (1, 2), (8, 2)), game((1, 0), (1, 1), (6, 6))],
    )
    first, second = table.bots
    assert (table.deals, table.games, first.games) == (2, 4, 4)
    assert (first.wins.mean, second.wins.mean) == (2.5 / 4, 1.5 / 4)
    assert (first.places.mean, second.places.mean) == (5 / 4, 6 / 4)
    assert (first.scores.mean, second.scores.mean) == (27 / 4, 16 / 4)
    assert (first.moves, first.mean_seconds, first.slowest) == (16, 0.5, 1.0)
    assert table.pairs[0, 1].games == 4
    assert table.seen_from(0, 1)[0] == (0.5 + 0.75) / 2
    share, interval = table.seen_from(0, 1)
    back, mirrored = table.seen_from(1, 0)
    assert (1 - share, (1 - interval[1], 1 - interval[0])) == (back, mirrored)


def test_ratings_follow_results_and_start_alike():
    table = standings("abc", *[[game((0, 1, 2), (1, 2, 3)), game((2, 0, 1), (3, 1, 2))]] * 10)
    assert [tally.name for tally in table.ranking] == ["a", "b", "c"]
    ordinals = [tally.rating.ordinal() for tally in table.bots]
    assert ordinals == sorted(ordinals, reverse=True)
    assert all(tally.rating.sigma < 25 / 3 for tally in table.bots)
    even = standings("ab", [game((0, 1), (2, 2))])
    assert even.bots[0].rating.mu == even.bots[1].rating.mu


def test_a_bot_in_several_seats_counts_in_each():
    table = standings("ab", [game((0, 1, 0), (1, 2, 3)), game((0, 0, 1), (1, 1, 3))])
    assert table.bots[0].games == 4
    assert table.bots[0].wins.mean == pytest.approx((1 + 0 + 0.5 + 0.5) / 4)
    assert table.pairs[0, 1].games == 2
    assert table.seen_from(0, 1)[0] == (0.5 + 1.0) / 2
    assert table.bots[0].rating.mu > table.bots[1].rating.mu
    assert standings("a", [game((0, 0), (1, 2))]).bots[0].rating.mu == 25.0


def test_bots_that_play_alone_are_compared_deal_by_deal():
    """By place first, then by points; the automated opponent is not rated."""
    table = standings(
        "ab",
        [game((0,), (1, 2), (3, 0)), game((1,), (2, 1), (9, 0))],
        [game((0,), (1, 2), (3, 0)), game((1,), (1, 2), (9, 0))],
        [game((0,), (1, 2), (3, 0)), game((1,), (1, 2), (3, 0))],
    )
    assert table.seen_from(0, 1)[0] == (1 + 0 + 0.5) / 3
    assert table.pairs[0, 1].games == 3
    assert (table.bots[0].wins.mean, table.bots[1].wins.mean) == (1.0, 2 / 3)


def test_games_not_played_are_told_and_not_counted():
    lost = Outcome(Task(PLAN, 0, 0, (0, 1)), fault=Fault(NOBODY, "its process ended"))
    table = standings("ab", [lost, game((1, 0), (1, 2))], [lost, lost])
    assert (table.deals, table.games, table.not_played, table.bots[0].games) == (2, 1, 3, 1)
    assert table.seen_from(0, 1) == (0.0, (0.0, 1.0))
    assert [report["bot"] for report in table.as_json()["faults"]] == [None] * 3
    assert standings("ab", [lost]).as_json()["bots"][0]["mean_score"] is None


@pytest.mark.parametrize(
    ("players", "bots", "deals", "told"),
    [
        (1, "a", 1, ["1 game of Cat Cab for one player: 1 deal, played once by every bot."]),
        (1, "ab", 2, ["4 games of Cat Cab for one player: 2 deals, each played once by every bot."]),
        (
            2,
            "ab",
            1,
            [
                "2 games of Cat Cab with 2 players: 1 deal, played 2 times, so that every bot meets its luck from "
                "every seat.",
                "1 game was asked for; whole deals make 2.",
            ],
        ),
    ],
)
def test_games_and_deals_are_counted_in_words(players, bots, deals, told):
    plan = Tournament("cat-cab", players, {}, tuple(bots), deals if players > 1 else deals * len(bots))
    size = plan.games_per_deal
    played = standings(bots, *[[game((0, 1)[:players], (1, 2)[:players])] * size] * deals)
    assert [str(text) for text in in_words(plan, played, "all") if isinstance(text, Text)] == told
