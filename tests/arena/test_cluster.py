"""Games on a Ray cluster of three nodes: the same results as here, also when a node is killed in between."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest
import ray
from ray.cluster_utils import Cluster as Nodes

from tabbytop import games
from tabbytop.arena import cluster as clusters
from tabbytop.arena import on_cluster, simulate
from tabbytop.arena.cluster import joined
from tabbytop.arena.journal import Journal, Resumed, shelves
from tabbytop.arena.on_cluster import ClusterRunner, ClusterSimulator, Errand
from tabbytop.arena.runners import Processes, Runner
from tabbytop.arena.simulate import Simulator
from tabbytop.arena.tasks import on_cluster as on_cluster_in_order
from tabbytop.arena.tournament import Outcome
from tabbytop.cli.study import Task
from tabbytop.cli.study import _sample as sample
from tabbytop.engine.errors import UserError
from tabbytop.kit.cases import compiled
from tabbytop.kit.golden import Contest, Ending, play_contest, shortest_contest
from tests.arena.test_tournament import GUESTS, plan
from tests.patience import PATIENCE
from tests.programs import AtTerminal
from tests.server.servers import wait_for
from tests.test_cli import tabbytop

ROOT = Path(__file__).parents[2]
CAT_CAB = games.load("cat-cab")
SHORT = {"turn_limit": 7}
SMALL: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80_000_000}
DECISIVE = ("task", "places", "scores", "record", "fault")
TIMES = ("seconds", "games_per_second", "moves_per_second")


@pytest.fixture(scope="module")
def client_port() -> int:
    """Where the head is reached by those who are on no node."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@pytest.fixture(scope="module")
def nodes(client_port: int) -> Iterator[Nodes]:
    """Three nodes of one core each, which leave nothing behind."""
    with (
        tempfile.TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True) as folder,
        pytest.MonkeyPatch.context() as patched,
    ):
        patched.setenv("RAY_TMPDIR", folder)
        patched.setenv("RAY_USAGE_STATS_ENABLED", "0")
        head = {"include_dashboard": False, "ray_client_server_port": client_port}
        found = Nodes(initialize_head=True, head_node_args={**SMALL, **head})
        try:
            for _ in range(2):
                found.add_node(**SMALL)
            yield found
        finally:
            found.shutdown()


@pytest.fixture
def crew(nodes: Nodes) -> Iterator[clusters.Cluster]:
    while len(nodes.list_all_nodes()) < 3:  # one was killed by a test
        nodes.add_node(**SMALL)
    with joined(nodes.address) as found:
        assert found is not None
        wait_for(lambda: sum(node["Alive"] for node in ray.nodes()) == 3)
        yield found


def kill_one(nodes: Nodes) -> None:
    """Kill a node that is not the head, and everything on it."""
    nodes.remove_node(sorted(nodes.worker_nodes, key=str)[0], allow_graceful=False)


# ---------------------------------------------------------------- tournaments


def in_order(outcomes: list[Outcome]) -> list[list[Any]]:
    """What decides, game by game."""
    found = sorted(outcomes, key=lambda outcome: outcome.task.number)
    return [[getattr(outcome, key) for key in DECISIVE] for outcome in found]


def test_a_bot_that_takes_its_process_down_costs_its_game_and_no_node(crew: clusters.Cluster):
    tournament = plan("random", GUESTS + "Dies", number=2)
    there = in_order(list(ClusterRunner(crew, CAT_CAB).play(tournament.tasks())))
    assert there == in_order(list(Processes(1).play(tournament.tasks())))
    assert all("exit code 3" in fault.words for *_, fault in there)


# ---------------------------------------------------------------- simulations


def test_batches_that_are_early_wait_and_only_so_many(monkeypatch):
    """One that takes long keeps the others from running ahead of it for ever."""
    started: list[int] = []

    class LastFirst(clusters.Cluster):
        """One hand, whose first chunk is the last to be finished."""

        def __init__(self) -> None:
            self._most, self._counted = 1, float("inf")
            self.nodes = self.cores = 1

        def work(self, job, chunks, may_start=lambda: True):
            first = next(waiting := iter(chunks))
            while may_start() and (chunk := next(waiting, None)) is not None:
                started.append(chunk.first)
                yield chunk, job(chunk)
            yield first, job(first)
            for chunk in waiting:
                yield chunk, job(chunk)

    monkeypatch.setattr(simulate, "MOVES_PER_SLICE", 500)
    monkeypatch.setattr(on_cluster, "FIRST_BATCH", 3)
    *_, summary = ClusterSimulator(LastFirst(), CAT_CAB).run(2, SHORT, 40, seed=7)
    *_, here = Simulator(compiled(CAT_CAB), 1).run(2, SHORT, 40, seed=7)
    assert summary.digest == here.digest
    assert len(started) == on_cluster.EARLY


# ---------------------------------------------------------------- golden records


def test_the_same_game_is_found_for_a_golden_record_in_whatever_order_games_come():
    class Backwards:
        """A cluster that finishes the last first."""

        def work(self, job, chunks):
            for chunk in reversed(list(chunks)):
                yield chunk, job(chunk)

    ending = Ending(2, SHORT, lambda state: True, games=6, bots=("kitten", "kitten"))
    there = shortest_contest(CAT_CAB, ending, cast(clusters.Cluster, Backwards()))
    assert there == shortest_contest(CAT_CAB, ending)
    numbers = [Contest("cat-cab", 2, SHORT, ending.bots, number) for number in range(6)]
    assert play_contest(numbers[0]).moves >= min(play_contest(one).moves for one in numbers) == lines_of(there)


def lines_of(record: str) -> int:
    """The moves of a record: its lines without the first and the last."""
    return len(record.splitlines()) - 2


# ---------------------------------------------------------------- nodes that are not as they should be


def test_a_process_loads_rules_and_bots_once():
    once, again = (on_cluster.rules_and_bots("cat-cab", ("random",)) for _ in range(2))
    assert once is again


def test_other_rules_and_bots_that_a_node_does_not_have_end_the_run_in_a_sentence(crew: clusters.Cluster):
    errand = Errand("cat-cab", "0.0", CAT_CAB.version)
    (task,) = plan("random", players=1).deal(0)
    with pytest.raises(UserError, match="Install the same version on all nodes"):
        list(crew.work(on_cluster.play_games, [on_cluster.Games(errand, [task])]))
    (task,) = plan("nowhere:Bot", players=1).deal(0)
    with pytest.raises(UserError, match=r"On the node .* cannot be loaded"):
        list(ClusterRunner(crew, CAT_CAB).play([task]))


# ---------------------------------------------------------------- the commands


def command(*arguments: str, cwd: Path = ROOT, address: str | None = None) -> dict[str, Any]:
    surroundings = {**os.environ, **({} if address is None else {"RAY_ADDRESS": address})}
    result: dict[str, Any] = json.loads(tabbytop(*arguments, "--json", cwd=cwd, environment=surroundings).stdout)
    for key in TIMES:
        result.pop(key, None)
    for bot in result.get("bots", []):
        del bot["thinking"]
    return result


def test_commands_give_the_same_here_and_on_three_nodes(nodes: Nodes, tmp_path: Path):
    random_games = ("simulate", "cat-cab", "--games", "200", "--seed", "5", "-o", "turn_limit=7")
    shown = AtTerminal(sys.executable, "-m", "tabbytop", *random_games, "--json", "--cluster", nodes.address)
    shown.wait_for("playing on 3 nodes, 3 cores")
    out, _ = shown.program.communicate(timeout=PATIENCE)
    there = json.loads(out)
    for key in TIMES:
        del there[key]
    assert there == command(*random_games, "--threads", "1")
    (tmp_path / "my_bots.py").write_text(
        "class First:\n    def choose(self, moment):\n        return moment.legal[0]\n"
    )
    tournament = ("arena", "cat-cab", "--bots", "random,kitten,my_bots:First", "--games", "12", "-o", "turn_limit=7")
    there = command(*tournament, "--cluster", "auto", cwd=tmp_path, address=nodes.address)
    assert there == command(*tournament, "--jobs", "2", cwd=tmp_path)
    assert there["faults"] == []


def test_a_cluster_is_reached_by_the_port_of_its_head(nodes: Nodes, client_port: int):
    with joined(f"ray://127.0.0.1:{client_port}") as found:
        assert found is not None
        assert found.nodes == len(nodes.list_all_nodes())
        assert dict(found.work(os.path.basename, ["/a/cat", "/a/dog"])) == {"/a/cat": "cat", "/a/dog": "dog"}


def test_local_plays_on_a_cluster_of_this_machine():
    with joined("local", 1) as found:
        assert found is not None
        assert (found.nodes, found.cores) == (1, 1)
        assert dict(found.work(os.path.basename, ["/a/cat", "/a/dog"])) == {"/a/cat": "cat", "/a/dog": "dog"}


def test_local_starts_a_cluster_with_as_many_cores_as_jobs(monkeypatch):
    begun: list[dict[str, Any]] = []
    monkeypatch.setattr(ray, "init", lambda **options: begun.append(options))
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    with joined("local", 3, ["my_bots.py"]):
        pass
    (options,) = begun
    assert (options["address"], options["num_cpus"], options["include_dashboard"]) == ("local", 3, False)
    assert "runtime_env" not in options  # this machine has the files


def test_auto_without_a_cluster_plays_here(monkeypatch):
    def init(**_: object) -> None:
        raise ConnectionError("Could not find any running Ray instance.")

    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setattr(ray, "init", init)
    with joined("auto") as found:
        assert found is None
    monkeypatch.setenv("RAY_ADDRESS", "elsewhere:6379")
    with pytest.raises(UserError, match="joined at 'elsewhere:6379': Could not find any"), joined("auto"):
        pass


def test_a_cluster_that_is_not_there_and_a_missing_package_are_told_in_a_sentence(monkeypatch):
    words = tabbytop("simulate", "cat-cab", "--cluster", "nonsense", code=2).stderr
    assert "No Ray cluster could be joined at 'nonsense'" in " ".join(words.split())
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UserError, match=r"pip install 'tabbytop\[cluster\]'"), joined("auto"):
        pass


class Forgetful:
    """In place of Ray: a job is done when its result is fetched, and results of this chunk are lost a few times."""

    exceptions = ray.exceptions

    def __init__(self, chunk: int, losses: int) -> None:
        self._chunk, self._losses = chunk, losses

    def nodes(self) -> list[dict[str, Any]]:
        return [{"Alive": True, "Resources": {"CPU": 1}}]

    def remote(self, **_: object) -> Any:
        return lambda job: SimpleNamespace(remote=lambda chunk: (job, chunk, object()))

    def wait(self, references: list[Any], timeout: float) -> tuple[list[Any], list[Any]]:
        return references, []

    def get(self, reference: Any) -> Any:
        job, chunk, _ = reference
        if chunk == self._chunk and self._losses:
            self._losses -= 1
            raise ray.exceptions.ObjectLostError("e3b99a47", None, "")
        return job(chunk)


def test_a_result_that_died_with_its_node_on_the_way_here_is_worked_out_again():
    done = sorted(clusters.Cluster(Forgetful(3, 2)).work(lambda chunk: chunk * chunk, range(5)))
    assert done == [(n, n * n) for n in range(5)]
    hopeless = clusters.Cluster(Forgetful(3, clusters.MOST_RETRIES + 1))
    with pytest.raises(UserError, match="failed on the cluster 20 times"):
        list(hopeless.work(lambda chunk: chunk, range(5)))


def test_without_a_cluster_nothing_of_ray_is_loaded():
    code = """
import sys
from tabbytop.cli import app
for line in ("simulate cat-cab --games 2", "arena cat-cab --bots random --games 2 -o turn_limit=5 --jobs 1"):
    app(line.split(), standalone_mode=False)
print([name for name in sys.modules if name.partition(".")[0] in ("ray", "redis", "filelock")])
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.splitlines()[-1] == "[]"


# ---------------------------------------------------------------- nodes that die
# These tests are the last: a node in the place of one that was killed takes a while to start.


def test_a_tournament_is_the_same_with_a_node_killed_in_between(crew: clusters.Cluster, nodes: Nodes, tmp_path: Path):
    tournament = plan("random", "kitten", GUESTS + "Careless", number=12, seed=3, keep_records=True)
    here = in_order(list(Processes(1).play(tournament.tasks())))
    journal = tmp_path / "kept.jsonl"
    played = []
    with closing(Resumed(ClusterRunner(crew, CAT_CAB), Journal(journal)).play(tournament.tasks())) as play:
        for outcome in play:
            played.append(outcome)
            if len(played) == 2:
                kill_one(nodes)
    assert in_order(played) == here
    assert journal.read_bytes().count(b"\n") == 12
    nobody = cast(Runner, SimpleNamespace(play=lambda tasks: (pytest.fail(str(task)) for task in tasks)))
    assert in_order(list(Resumed(nobody, Journal(journal)).play(tournament.tasks()))) == here


def test_a_study_is_the_same_with_a_node_killed_in_between(crew: clusters.Cluster, nodes: Nodes):
    tasks: list[Task] = [("rollecate", 2, {}, ("kitten",), 1, number) for number in range(3)]
    with closing(on_cluster_in_order(sample, tasks, games.load("rollecate"), crew)) as play:
        there = [next(play)]
        kill_one(nodes)
        there += play
    assert there == [sample(task) for task in tasks]


def test_a_simulation_has_the_same_digest_with_a_node_killed_in_between(
    crew: clusters.Cluster, nodes: Nodes, tmp_path: Path, monkeypatch
):
    monkeypatch.setattr(simulate, "MOVES_PER_SLICE", 3000)
    monkeypatch.setattr(on_cluster, "FIRST_BATCH", 5)
    whole = [list(Simulator(compiled(CAT_CAB), threads).run(2, SHORT, 300, seed=7))[-1] for threads in (1, 2)]
    kept = shelves(Journal(tmp_path / "kept.jsonl"))
    runs = ClusterSimulator(crew, CAT_CAB, kept).run(2, SHORT, 300, seed=7)
    assert next(runs).games < 300
    kill_one(nodes)
    *_, there = runs
    for summary in (*whole, there):
        summary.seconds = 0.0
    assert there == whole[0] == whole[1]
    monkeypatch.setattr(
        clusters.Cluster, "work", lambda _, job, chunks, *more: (pytest.fail(str(one)) for one in chunks)
    )
    *_, again = ClusterSimulator(crew, CAT_CAB, kept).run(2, SHORT, 300, seed=7)
    assert again.digest == there.digest


class Step(NamedTuple):
    """A chunk that tells where it is, and waits for leave to end, which it never gets on one node."""

    number: int
    folder: str
    stuck_on: str


def slow_step(step: Step) -> int:
    node = ray.get_runtime_context().get_node_id()
    with (Path(step.folder) / "begun").open("a") as file:
        file.write(f"{step.number} {node}\n")
    until = time.monotonic() + PATIENCE
    while node == step.stuck_on or not (Path(step.folder) / "go").exists():
        assert time.monotonic() < until
        time.sleep(0.01)
    return step.number * step.number


def begun(folder: Path) -> list[tuple[int, str]]:
    path = folder / "begun"
    rows = [line.split() for line in path.read_text().splitlines()] if path.exists() else []
    return [(int(number), node) for number, node in rows]


def test_a_node_that_is_killed_costs_only_the_chunk_that_it_had(crew: clusters.Cluster, nodes: Nodes, tmp_path: Path):
    wait_for(lambda: (crew.hands, crew.words) == (3, "3 nodes, 3 cores"))  # a node of an earlier test may linger
    victim = sorted(nodes.worker_nodes, key=str)[0]

    def kill_in_between() -> None:
        wait_for(lambda: len({node for _, node in begun(tmp_path)}) == 3)
        nodes.remove_node(victim, allow_graceful=False)
        (tmp_path / "go").touch()

    killing = threading.Thread(target=kill_in_between)
    killing.start()
    steps = [Step(number, str(tmp_path), victim.node_id) for number in range(3)]
    assert sorted(result for _, result in crew.work(slow_step, steps)) == [0, 1, 4]
    killing.join()
    times = Counter(number for number, _ in begun(tmp_path))
    (lost,) = (number for number, node in begun(tmp_path) if node == victim.node_id)
    assert times == {number: 1 + (number == lost) for number in range(3)}
