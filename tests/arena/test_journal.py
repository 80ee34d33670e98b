"""Finished games in a file: what was interrupted goes on where it ended, and nothing else is taken for it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Generator, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tabbytop import games
from tabbytop.arena import simulate
from tabbytop.arena.journal import Journal, Resumed, resumed, shelves
from tabbytop.arena.simulate import Simulator, Summary
from tabbytop.arena.tournament import NOBODY, Fault, Outcome, Task, Thinking
from tabbytop.engine.errors import UserError
from tabbytop.kit.cases import compiled
from tests.arena.test_tournament import plan
from tests.programs import interrupt
from tests.server.servers import wait_for
from tests.test_cli import read_json, tabbytop

CAT_CAB = games.load("cat-cab")
SHORT = {"turn_limit": 7}


class Counting:
    """A runner that plays nothing, and remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def play(self, tasks: Iterable[Task]) -> Generator[Outcome]:
        for task in tasks:
            self.asked.append(task.number)
            if task.number % 5 == 4:
                yield Outcome(task, fault=Fault(NOBODY, "its process ended"))
            else:
                yield Outcome(task, (1, 2), (9, task.number), (Thinking(3, 0.5, 0.25), Thinking()), record="{}\n")


def test_only_what_is_missing_is_played_and_the_rest_is_as_it_was(tmp_path: Path):
    tournament, path = plan("random", "kitten", number=12, keep_records=True), tmp_path / "kept.jsonl"
    whole = list(Counting().play(tournament.tasks()))
    first = Counting()
    play = Resumed(first, Journal(path)).play(tournament.tasks())
    assert [next(play) for _ in range(7)] == whole[:7]
    play.close()
    assert first.asked == list(range(7))
    second = Counting()
    assert list(Resumed(second, Journal(path)).play(tournament.tasks())) == whole
    assert second.asked == list(range(7, 12))
    third = Counting()
    longer = replace(tournament, games=14)
    assert len(list(Resumed(third, Journal(path)).play(longer.tasks()))) == 14
    assert third.asked == [12, 13]


def test_results_that_are_wanted_in_order_come_from_the_file_where_it_has_them(tmp_path: Path):
    asked: list[list[int]] = []

    def work(numbers: Sequence[int]) -> Generator[str]:
        asked.append(list(numbers))
        for number in numbers:
            if number == 3 and len(asked) == 1:
                raise KeyboardInterrupt
            yield f"game {number}"

    with pytest.raises(KeyboardInterrupt):
        list(resumed(Journal(tmp_path / "kept.jsonl"), "run", 5, str, work))
    Journal(tmp_path / "kept.jsonl").add("run", 4, "kept")
    found = list(resumed(Journal(tmp_path / "kept.jsonl"), "run", 6, str, work))
    assert found == ["game 0", "game 1", "game 2", "game 3", "kept", "game 5"]
    assert asked == [[0, 1, 2, 3, 4], [3, 5]]
    list(resumed(Journal(tmp_path / "kept.jsonl"), "other", 1, str, work))
    assert asked[2] == [0]


@pytest.mark.parametrize("other", [{"seed": 1}, {"bots": ("kitten", "random")}, {"options": {}}, {"move_limit": 1.0}])
def test_games_of_another_plan_are_not_taken_for_these(tmp_path: Path, other):
    tournament, path = plan("random", "kitten", number=4), tmp_path / "kept.jsonl"
    list(Resumed(Counting(), Journal(path)).play(tournament.tasks()))
    runner = Counting()
    list(Resumed(runner, Journal(path)).play(replace(tournament, **other).tasks()))
    assert runner.asked == [0, 1, 2, 3]
    again = Counting()
    list(Resumed(again, Journal(path)).play(tournament.tasks()))
    assert again.asked == []


def test_a_line_that_a_crash_has_cut_is_played_again(tmp_path: Path):
    tournament, path = plan("random", "kitten", number=4), tmp_path / "kept.jsonl"
    list(Resumed(Counting(), Journal(path)).play(tournament.tasks()))
    path.write_bytes(path.read_bytes()[:-20])
    for asked in ([3], []):
        runner = Counting()
        list(Resumed(runner, Journal(path)).play(tournament.tasks()))
        assert runner.asked == asked


@pytest.mark.parametrize("text", ["dear diary\n", "dear diary", '{"a": 1}\n'])
def test_a_file_with_something_else_is_refused_and_left_alone(tmp_path: Path, text):
    path = tmp_path / "diary.txt"
    path.write_text(text)
    with pytest.raises(UserError, match="name another file"):
        Journal(path)
    assert path.read_text() == text
    with pytest.raises(UserError, match="cannot be written"):
        Journal(tmp_path)


def summary(path: Path | None, number: int, most: int | None = None) -> Summary:
    shelf = None if path is None else shelves(Journal(path))
    runs = Simulator(compiled(CAT_CAB), 1, shelf).run(2, SHORT, number, seed=3)
    return list(runs)[-1] if most is None else [next(runs) for _ in range(most)][-1]


def test_a_simulation_goes_on_with_the_same_digest(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(simulate, "MOVES_PER_SLICE", 2000)
    path = tmp_path / "kept.jsonl"
    whole = summary(None, 90)
    begun = summary(path, 90, most=2)
    assert 0 < begun.games < 90
    lines = path.read_text().splitlines()
    path.write_text("\n".join(lines[1:]) + "\n")  # the first batch is missing: a gap, as nodes of a cluster leave them
    assert without_times(summary(path, 90)) == without_times(whole)
    played: list[int] = []
    monkeypatch.setattr(simulate.Batch, "play", lambda batch, *_: played.append(batch.first))
    assert without_times(summary(path, 90)) == without_times(whole)
    assert played == []


def test_fewer_games_than_are_kept_are_those_games(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(simulate, "MOVES_PER_SLICE", 2000)
    path = tmp_path / "kept.jsonl"
    summary(path, 90)
    assert summary(path, 25).digest == summary(None, 25).digest
    assert summary(path, 90).digest == summary(None, 90).digest


def without_times(result: Summary) -> dict:
    told = result.as_json()
    for key in ("seconds", "games_per_second", "moves_per_second"):
        told.pop(key)
    return told


def test_what_was_interrupted_goes_on(tmp_path: Path):
    """Ctrl-C in the arena: every game that was finished is in the file, and the whole is as if nothing had been."""
    kept = tmp_path / "kept.jsonl"
    table = ("cat-cab", "--bots", "random", "-o", "turn_limit=7", "--seed", "4", "--jobs", "1")
    command = [sys.executable, "-m", "tabbytop", "arena", *table, "--games", "100000", "--json", "--resume", str(kept)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for(lambda: kept.exists() and kept.read_bytes().count(b"\n") >= 6)
    out, _ = interrupt(running)
    found = kept.read_bytes().count(b"\n")
    assert found >= json.loads(out)["games"] - json.loads(out)["not_played"]
    text = tabbytop("arena", *table, "--games", str(found), "--json", "--resume", str(kept)).stdout
    assert kept.read_bytes().count(b"\n") == found + found % 2
    fresh = read_json("arena", *table, "--games", str(found))
    for result in (fresh, again := json.loads(text)):
        for bot in result["bots"]:
            del bot["thinking"]
    assert again == fresh
