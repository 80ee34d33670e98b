"""The ladder: which tournaments it has, and what its page says."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator

from tabbytop import games
from tabbytop.arena.ladder import climb, heading, rungs, section
from tabbytop.arena.tournament import Outcome, Task, Thinking
from tabbytop.bots.levels import NAMES

CAT_CAB = games.load("cat-cab")


class Foretold:
    """A runner that plays nothing: the higher level always wins."""

    def play(self, tasks: Iterable[Task]) -> Iterator[Outcome]:
        strength = ("random", *NAMES)
        for task in tasks:
            names = [task.tournament.bots[bot] for bot in task.line_up]
            order = sorted(names, key=strength.index, reverse=True)
            places = tuple(order.index(name) + 1 for name in names)
            thinking = tuple(Thinking(10, 0.5, 0.2) for _ in names)
            yield Outcome(task, places, tuple(10 - place for place in places), thinking)


def test_neighbours_meet_in_pairs_all_meet_at_the_largest_table_and_each_plays_alone():
    found = list(rungs(CAT_CAB, 400, seed=1))
    pairs = [rung.tournament for rung in found[:3]]
    assert [tournament.bots for tournament in pairs] == [
        ("house-cat", "kitten"),
        ("alley-cat", "house-cat"),
        ("top-cat", "alley-cat"),
    ]
    assert all(tournament.players == 2 for tournament in pairs)
    assert all(tournament.deals * tournament.games_per_deal == 400 for tournament in pairs)
    against_random, table, solo = (rung.tournament for rung in found[3:])
    assert against_random.bots == ("top-cat", "random")
    assert (table.players, set(table.bots)) == (3, set(NAMES))
    assert (solo.players, set(solo.bots)) == (1, set(NAMES))


def test_the_page_tells_the_levels_the_results_and_how_to_repeat_them():
    page = heading(CAT_CAB, 8, seed=5)
    assert "tabbytop ladder cat-cab --games 8 --seed 5" in page
    assert all(name in page for name in NAMES)
    heard: list[int] = []
    for rung in rungs(CAT_CAB, 8, seed=5):
        page += section(rung, climb(rung, Foretold(), heard.append))
    assert "## 2 players: top-cat against alley-cat" in page
    assert "| top-cat | alley-cat | 100.0% (" in page
    assert "| top-cat | 100.0% (" in page
    assert "50.0 | 200 |" in page
    assert "## 3 players: all levels" in page
    assert "## Solo: each level alone" in page
    assert heard


def test_a_game_without_solo_has_no_solo_rung():
    pairs_only = dataclasses.replace(CAT_CAB, players=(2,))
    assert all(rung.tournament.players == 2 for rung in rungs(pairs_only, 40, seed=1))


def test_a_game_for_many_has_tables_one_larger_than_the_smallest_and_the_largest():
    many = dataclasses.replace(CAT_CAB, players=(2, 3, 4, 5))
    tables = [rung.tournament for rung in rungs(many, 40, seed=1) if len(rung.tournament.bots) == len(NAMES)]
    assert [tournament.players for tournament in tables] == [3, 5]


def test_the_page_tells_what_bots_may_spend_on_this_game():
    dear = dataclasses.replace(CAT_CAB, most_simulations=700)
    assert "| 700 | 1 |" in heading(dear, 8, seed=5)
    assert "| 700 | 1 |" not in heading(CAT_CAB, 8, seed=5)
