"""The plan of a tournament, and one game of it: seats, lucks, and what bots may do to a table."""

from __future__ import annotations

import itertools
import json
import math
import random
from collections import Counter
from dataclasses import replace

import pytest

from tabbytop import games
from tabbytop.arena.tournament import NOBODY, Outcome, Task, Tournament, play_game
from tabbytop.engine.record import parse_record
from tabbytop.engine.referee import Compiled
from tabbytop.kit.cases import compiled
from tabbytop.kit.high_cat.game import GAME as HIGH_CAT

CAT_CAB = games.load("cat-cab")
GUESTS = "tests.arena.guests:"
SHORT = {"turn_limit": 7}


def plan(*bots: str, players: int = 2, number: int = 1, **more) -> Tournament:
    return Tournament("cat-cab", players, SHORT, bots, number, **more)


def play(*bots: str, players: int = 2, index: int = 0, **more) -> Outcome:
    return play_game(plan(*bots, players=players, **more).deal(0)[index], compiled(CAT_CAB))


def seats_of(tasks: list[Task]) -> Counter[tuple[int, int]]:
    return Counter((bot, seat) for task in tasks for seat, bot in enumerate(task.line_up))


# ---------------------------------------------------------------- the plan


@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_every_bot_sits_in_every_seat_of_every_deal_equally_often(players, number):
    tournament = plan(*("random",) * number, players=players, number=100)
    for deal in range(4):
        counts = seats_of(tournament.deal(deal))
        assert len(counts) == number * players
        assert len(set(counts.values())) == 1


@pytest.mark.parametrize(("players", "number"), [(2, 2), (2, 4), (3, 3), (3, 5)])
def test_every_combination_of_bots_meets_equally_often_once_in_every_rotation(players, number):
    tasks = plan(*("random",) * number, players=players).deal(3)
    met = Counter(frozenset(task.line_up) for task in tasks)
    assert met == {frozenset(line_up): players for line_up in itertools.combinations(range(number), players)}
    for line_up in met:
        alike = [task.line_up for task in tasks if set(task.line_up) == line_up]
        around = alike[0]
        assert alike == [(*around[first:], *around[:first]) for first in range(players)]
        assert all(count == 1 for count in seats_of([t for t in tasks if set(t.line_up) == line_up]).values())


def test_fewer_bots_than_seats_repeat_evenly():
    assert plan("random", "kitten", players=3).line_ups == [(0, 1, 0), (0, 1, 1)]
    assert plan("random", players=3).line_ups == [(0, 0, 0)]


def test_bots_that_play_alone_play_the_same_deals():
    tasks = list(plan("random", "kitten", players=1, number=6).tasks())
    assert [(task.deal, task.line_up) for task in tasks] == [(deal, (bot,)) for deal in range(3) for bot in range(2)]


@pytest.mark.parametrize(("asked", "deals"), [(1, 1), (6, 1), (7, 2), (12, 2)])
def test_games_are_rounded_up_to_whole_deals(asked, deals):
    tournament = plan("random", "random", "random", number=asked)
    assert tournament.games_per_deal == 6
    assert tournament.deals == deals
    assert [task.number for task in tournament.tasks()] == list(range(6 * deals))


def test_who_follows_whom_changes_from_deal_to_deal():
    tournament = plan("random", "random", "random", players=3)
    orders = [{task.line_up for task in tournament.deal(number)} for number in range(40)]
    assert 10 < sum(order == orders[0] for order in orders) < 30
    assert orders == [{task.line_up for task in tournament.deal(number)} for number in range(40)]


def test_all_games_of_a_deal_have_its_luck_and_every_bot_a_seed_of_its_own():
    tournament = plan("random", "random", number=4, seed=9, keep_records=True)
    outcomes = [play_game(task, compiled(CAT_CAB)) for task in tournament.tasks()]
    lucks = [json.loads(outcome.record.splitlines()[-1])["luck"] for outcome in outcomes]
    assert lucks == ["9/0", "9/0", "9/1", "9/1"]
    opening = [json.loads(outcome.record.splitlines()[1])["move"] for outcome in outcomes]
    assert opening[0] == opening[1]
    seeds = [task.bot_seed(seat) for task in tournament.tasks() for seat in range(2)]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 1 << 63 for seed in seeds)


def test_outcomes_in_any_order_become_whole_deals_in_order():
    tournament = plan("random", "random", "random", number=30)
    outcomes = [Outcome(task) for task in tournament.tasks()]
    random.Random(4).shuffle(outcomes)
    arrived: list[int] = []
    deals = list(tournament.whole_deals(outcomes[:-1], arrived.append))
    missing = outcomes[-1].task.deal
    assert [[outcome.task.number for outcome in deal] for deal in deals] == [
        list(range(6 * deal, 6 * deal + 6)) for deal in range(missing)
    ]
    assert arrived == list(range(1, 30))


# ---------------------------------------------------------------- one game


def test_a_game_is_played_to_its_end_and_its_record_holds():
    outcome = play("random", GUESTS + "First", keep_records=True)
    record = parse_record(outcome.record)
    assert record.finished
    assert sorted(record.names) == sorted(["random", GUESTS + "First"])
    assert record.match.result.places == outcome.places
    assert record.match.result.scores == outcome.scores
    for seat in range(2):
        thinking = outcome.thinking[seat]
        assert thinking.moves == sum(entry.seat == seat for entry in record.match.log)
        assert 0 < thinking.slowest <= thinking.seconds


def test_a_bot_alone_plays_against_the_automated_opponent():
    outcome = play("random", players=1, keep_records=True)
    assert len(outcome.places) == 2
    assert parse_record(outcome.record).names == ("random", "Crazy cat")
    assert len(list(outcome.rows())) == 1


def test_games_with_hidden_hands_are_played_from_views():
    tournament = Tournament("high-cat", 3, {}, ("random", GUESTS + "First"), 1)
    for task in tournament.deal(0):
        outcome = play_game(task, compiled(HIGH_CAT))
        assert outcome.fault is None
        assert sorted(outcome.places)[0] == 1


def test_the_same_task_is_the_same_game():
    for bots in (("random", "kitten"), (GUESTS + "Careless", GUESTS + "Seeded")):
        one, two = (play(*bots, keep_records=True) for _ in range(2))
        assert one.record == two.record


def test_numbers_of_numpy_are_answers_and_a_bot_cannot_change_the_table():
    for guest in ("Keen", "Meddler"):
        assert play("random", GUESTS + guest).fault is None


@pytest.mark.parametrize(
    ("guest", "words"),
    [
        ("Raises", "failed: ValueError: no idea [bold]at all"),
        ("Leaves", "failed: SystemExit: 0"),
        ("Unborn", "could not be made: RuntimeError: not today"),
        ("Illegal", "answered 0, which is no legal move"),
        ("NoAnswer", "answered None, which is no legal move"),
        ("Wordy", "', which is no legal move"),
        ("Fraction", ".0, which is no legal move"),
        ("Yes", "answered True, which is no legal move"),
        ("Several", "failed: |answered a ndarray, which is no legal move"),
        ("Broken", "failed: RuntimeError: do not count me"),
        ("Endless", "took longer than 0.2 s for a move"),
        ("Sleepy", "took longer than 0.2 s for a move"),
    ],
)
@pytest.mark.parametrize("index", [0, 1])
def test_a_bot_that_misbehaves_loses_and_one_line_says_why(guest, words, index):
    outcome = play("random", GUESTS + guest, index=index, move_limit=0.2)
    culprit = outcome.task.line_up.index(1)
    assert outcome.fault is not None
    assert outcome.fault.seat == culprit
    assert any(part in outcome.fault.words for part in words.split("|"))
    assert "\n" not in outcome.fault.words
    assert outcome.places[culprit] == 2
    assert outcome.places[1 - culprit] == 1
    assert outcome.report()["bot"] == GUESTS + guest
    assert [row["fault"] != "" for row in outcome.rows()] == [seat == culprit for seat in range(2)]


def test_the_others_are_placed_by_their_points_when_a_bot_spoils_the_game():
    outcome = play("random", GUESTS + "Raises", "random", players=3)
    culprit = outcome.task.line_up.index(1)
    assert [outcome.places[seat] for seat in range(3) if seat != culprit] == [1, 1]
    assert outcome.places[culprit] == 3


def test_a_spoilt_game_has_a_record_as_far_as_it_went():
    record = parse_record(play("random", GUESTS + "Raises", keep_records=True).record)
    assert not record.finished


def test_a_game_that_does_not_end_counts_for_nobody():
    outcome = play_game(plan("random", "random").deal(0)[0], Compiled(replace(CAT_CAB, longest=20)))
    assert not outcome.played
    assert outcome.fault is not None
    assert outcome.fault.seat == NOBODY
    assert "20 moves" in outcome.fault.words


def test_line_ups_of_many_bots_stay_countable():
    assert plan(*("random",) * 10, players=3).games_per_deal == 3 * math.comb(10, 3)
