"""The ladder: which tournaments it has, and what its page says."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator

from tabbytop import games
from tabbytop.arena.ladder import climb, everybody, heading, rating_list, rungs, section
from tabbytop.arena.statistics import Standings
from tabbytop.arena.tournament import Fault, Outcome, Task, Thinking
from tabbytop.bots.levels import QUICK
from tabbytop.engine.game import Skill

CAT_CAB = games.load("cat-cab")
ROLLECATE = games.load("rollecate")


class Foretold:
    """A runner that plays nothing: the higher level always wins."""

    def play(self, tasks: Iterable[Task]) -> Iterator[Outcome]:
        strength = ("random", *QUICK)
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
    table, *solo, against_random = (rung.tournament for rung in found[3:])
    assert against_random.bots == ("top-cat", "random")
    assert (table.players, set(table.bots)) == (3, set(QUICK))
    assert {(tournament.players, *sorted(tournament.bots)) for tournament in solo} == {(1, *sorted(QUICK))}


def test_every_way_to_play_alone_has_a_rung_and_names_its_opponent():
    solo = {rung.title: rung.tournament.options for rung in rungs(ROLLECATE, 400, seed=1) if "Solo" in rung.title}
    assert solo == {
        "Solo: each level alone": {},
        "Solo: each level alone, mode = solo_hard": {"mode": "solo_hard"},
        "Solo: each level alone against Betsy, mode = betsy": {"mode": "betsy"},
    }


def test_places_and_scores_have_intervals_and_a_game_lost_alone_has_no_score():
    (hard,) = (rung for rung in rungs(ROLLECATE, 8, seed=1) if rung.tournament.options.get("mode") == "solo_hard")
    standings = Standings(hard.tournament.bots)
    for places, scores in (((1, 2), (20, 0)), ((1, 2), (30, 0))):
        standings.add(
            [
                Outcome(Task(hard.tournament, bot, 0, (bot,)), (place,), (score,), (Thinking(1, 0.1, 0.1),))
                for bot, (place, score) in enumerate(zip(places, scores, strict=True))
            ]
        )
    page = section(hard, standings)
    assert "| top-cat | 100.0% (" in page
    assert "| 1.00 (1.00 to 1.00) | 25.0 (" in page
    assert "| alley-cat | 0.0% (" in page
    assert "| 2.00 (2.00 to 2.00) |  | 100.0 |" in page


def test_a_single_game_and_its_fault_are_counted_as_one():
    hard = list(rungs(ROLLECATE, 1, seed=1))[-1]
    standings, task = Standings(hard.tournament.bots), Task(hard.tournament, 0, 0, (0,))
    standings.add([Outcome(task, (1, 2), (20, 0), (Thinking(1, 0.1, 0.1),), Fault(0, "it slept"))])
    page = section(hard, standings)
    assert "\n1 game in 1 deal.\n" in page
    assert "\n1 game had a fault; the first: " in page


def test_the_page_tells_the_levels_the_results_and_how_to_repeat_them():
    page = heading(CAT_CAB, 8, seed=5)
    assert "tabbytop ladder cat-cab --games 8 --seed 5" in page
    assert all(name in page for name in QUICK)
    heard: list[int] = []
    for rung in rungs(CAT_CAB, 8, seed=5):
        page += section(rung, climb(rung, Foretold(), heard.append))
    assert "## 2 players: top-cat against alley-cat" in page
    assert "| top-cat | alley-cat | 100.0% (" in page
    assert "| top-cat | 100.0% (" in page
    assert "%) | 1.00 (1.00 to 1." in page
    assert "50.0 | 200 |" in page
    assert "## 3 players: all levels" in page
    assert "## Solo: each level alone" in page
    assert heard


def test_a_game_for_more_than_two_has_all_levels_at_its_smallest_and_at_its_largest_table():
    found = [rung.tournament for rung in rungs(dataclasses.replace(CAT_CAB, players=(3, 4, 5)), 600, seed=1)]
    assert [(tournament.players, len(tournament.bots)) for tournament in found] == [(3, 4), (5, 4), (3, 2)]
    assert all(tournament.deals * tournament.games_per_deal >= 300 for tournament in found[:2])


def test_the_page_tells_how_the_levels_play_the_game():
    slow = dataclasses.replace(CAT_CAB, skills={"top-cat": Skill(1234, slips=0.03)})
    assert "| 1,234 | 1 | 3.0% |" in heading(slow, 8, seed=5)
    assert "| 1,234 |" not in heading(CAT_CAB, 8, seed=5)
    assert "At tables of 2 players top-cat judges by a net" in heading(CAT_CAB, 8, seed=5)
    assert "by a net" not in heading(games.load("patrician"), 8, seed=5)


def test_a_game_without_solo_has_no_solo_rung():
    pairs_only = dataclasses.replace(CAT_CAB, players=(2,))
    assert all(rung.tournament.players == 2 for rung in rungs(pairs_only, 40, seed=1))


def test_a_game_for_many_has_tables_one_larger_than_the_smallest_and_the_largest():
    many = dataclasses.replace(CAT_CAB, players=(2, 3, 4, 5))
    tables = [rung.tournament for rung in rungs(many, 40, seed=1) if len(rung.tournament.bots) == len(QUICK)]
    assert [tournament.players for tournament in tables] == [3, 5]


def test_the_rating_list_has_chance_the_levels_the_simple_players_and_whoever_is_named():
    rung = everybody(CAT_CAB, 2, 100, seed=1, also=("openspiel:mcts",))
    others = ("simple:rusher", "simple:hoarder", "openspiel:mcts")
    assert rung.tournament.bots == ("random", *QUICK, *others)
    known = dataclasses.replace(rung.tournament, bots=("random", *QUICK))
    rung = dataclasses.replace(rung, tournament=known)
    rows = [line.split(" | ") for line in rating_list(rung, climb(rung, Foretold(), lambda _: None)).splitlines()]
    assert [row[0].removeprefix("| ") for row in rows if len(row) == 5][1:] == [*reversed(QUICK), "random"]
