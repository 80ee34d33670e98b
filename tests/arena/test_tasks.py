"""Tasks on a cluster: results in the order in which they were asked for, whatever the order in which they come."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tabbytop import games
from tabbytop.arena import cluster as clusters
from tabbytop.arena.on_cluster import EARLY
from tabbytop.arena.tasks import on_cluster, on_cores
from tabbytop.cli import app
from tabbytop.engine.luck import SwiftLuck
from tabbytop.engine.match import Match
from tabbytop.review import mining
from tabbytop.review.puzzles import read_file, source_of

ROLLECATE = games.load("rollecate")


class LastFirst(clusters.Cluster):
    """Two hands, which are done with the last chunk first."""

    def __init__(self) -> None:
        self._most, self._counted = 2, float("inf")
        self.nodes, self.cores = 1, 2
        self.begun: list[int] = []

    def work(self, job, chunks, may_start=lambda: True):
        waiting = iter(chunks)
        while True:
            some = [chunk for _, chunk in zip(range(3), waiting, strict=False)] if may_start() else []
            if not some:
                return
            self.begun += [chunk.number for chunk in some]
            for chunk in reversed(some):
                yield chunk, job(chunk)


def double(number: int) -> int:
    return 2 * number


def nothing() -> None:
    """Processes need nothing to begin with."""


def test_results_come_in_the_order_of_the_tasks():
    tasks, crew = list(range(10)), LastFirst()
    assert list(on_cluster(double, tasks, ROLLECATE, crew)) == [double(task) for task in tasks]
    assert crew.begun == tasks
    assert list(on_cores(double, tasks, 1, nothing)) == [double(task) for task in tasks]


def test_whoever_has_enough_ends_the_work():
    crew = LastFirst()
    results = on_cluster(double, list(range(100)), ROLLECATE, crew)
    assert [next(results) for _ in range(2)] == [0, 2]
    results.close()
    assert len(crew.begun) <= EARLY * crew.hands


def test_mining_on_a_cluster_keeps_games_in_their_order_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path, asked, looked_at = tmp_path / "puzzles.json", list[str | None](), list[int]()

    @contextmanager
    def joined(where: str | None, jobs: int | None = None) -> Iterator[LastFirst]:
        asked.append(where)
        yield LastFirst()

    def mined_game(game_id: str, seed: int, number: int):
        looked_at.append(number)
        match = Match(ROLLECATE, 2, luck=SwiftLuck(seed, number))
        return number, f"game {number}", source_of(match, ("kitten", "kitten")), []

    monkeypatch.setattr(clusters, "joined", joined)
    monkeypatch.setattr(mining, "mined_game", mined_game)
    for number in (4, 7):
        words = ["puzzles", "mine", "rollecate", "--games", str(number), "--out", str(path), "--cluster", "local"]
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 0, done.output
        assert read_file(path).file.mined == number
    assert asked == ["local", "local"]
    assert sorted(looked_at) == list(range(7)), "each game once, and none again"


def test_other_components_are_not_studied_on_a_cluster(tmp_path: Path):
    file = ROLLECATE.folder / "components.toml"
    done = CliRunner().invoke(app, ["study", "rollecate", "--components", str(file), "--cluster", "local"])
    assert done.exit_code != 0
    assert "on one machine" in str(done.exception)
