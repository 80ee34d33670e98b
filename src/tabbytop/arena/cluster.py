"""Work on a Ray cluster: joining one, and having chunks of work done on all its nodes. Knows no game.

A chunk is plain data for a function of this package that every node has. A node that dies costs the chunks that it had
not finished: Ray runs them again elsewhere. Nodes may come and go while the work goes on. Ray is imported here only,
and only when a cluster is joined.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from typing import Any, TypeVar

from tabbytop.engine.english import count
from tabbytop.engine.errors import UserError

C = TypeVar("C")
R = TypeVar("R")

AUTO, LOCAL = "auto", "local"
GLANCE = 0.5
"""Seconds between two looks at whether there is room for more work."""
CENSUS = 5.0
"""Seconds between two looks at which nodes there are."""
MOST_RETRIES = 20
"""How often a chunk begins again where nodes die under it; then it is the chunk that kills them."""
STORE = 256 * 1024 * 1024
"""Bytes of shared memory for results on their way, on a cluster that is started here."""


@contextmanager
def joined(where: str | None, jobs: int | None = None, modules: Sequence[str] = ()) -> Iterator[Cluster | None]:
    """The cluster of this name while it is needed; None where none is wanted, or where `auto` finds none.

    Nodes elsewhere are sent the `modules`, as files or folders, that they cannot have.
    """
    if where is None:
        yield None
        return
    ray = _ray()
    with redirect_stdout(sys.stderr):  # what Ray tells about its nodes must not get between the results
        _connect(ray, where, jobs, modules)
        if not ray.is_initialized():
            yield None
            return
        try:
            yield Cluster(ray, jobs)
        finally:
            ray.shutdown()


def spread(cluster: Cluster | None, job: Callable[[C], R], chunks: Iterable[C]) -> Iterator[tuple[C, R]]:
    """Chunks with what came of them: from a cluster in any order, or one after the other from here."""
    if cluster is not None:
        yield from cluster.work(job, chunks)
        return
    for chunk in chunks:
        yield chunk, job(chunk)


def words_of(cluster: Cluster | None) -> Callable[[], str]:
    """For progress: says at any moment where the work goes on; nothing where it is this machine alone."""
    return lambda: "" if cluster is None else cluster.words


def _ray() -> Any:
    """Ray, if it is installed; it tells nobody that it is used."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as problem:
        raise UserError(
            f"A cluster needs '{problem.name}'. Install it here and on every node: pip install 'tabbytop[cluster]'"
        ) from None
    return ray


def _connect(ray: Any, where: str, jobs: int | None, modules: Sequence[str]) -> None:
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if where == LOCAL:
        ray.init(address=LOCAL, num_cpus=jobs, include_dashboard=False, object_store_memory=STORE, **quiet)
        return
    sent: dict[str, Any] = {"runtime_env": {"py_modules": list(modules)}} if modules else {}
    try:
        ray.init(address=where, **sent, **quiet)
    except (ConnectionError, RuntimeError, ValueError, OSError) as problem:
        if where == AUTO and "RAY_ADDRESS" not in os.environ:
            return
        named = os.environ["RAY_ADDRESS"] if where == AUTO else where
        why = str(problem).strip().partition("\n")[0].rstrip(".")
        raise UserError(
            f"No Ray cluster could be joined at '{named}': {why}. Start one with 'ray start --head', or name another: "
            "auto, local, HOST:PORT or ray://HOST:PORT."
        ) from None


class Cluster:
    """A Ray cluster that was joined."""

    def __init__(self, ray: Any, most: int | None = None) -> None:
        self._ray = ray
        self._most = most
        """Chunks that may run at a time, if not as many as there are cores."""
        self._counted = -CENSUS
        self.nodes = self.cores = 0
        self._count()

    def _count(self) -> None:
        """Look from time to time which nodes there are."""
        if time.monotonic() - self._counted >= CENSUS:
            alive = [node for node in self._ray.nodes() if node["Alive"]]
            self.nodes = len(alive)
            self.cores = int(sum(node["Resources"].get("CPU", 0) for node in alive))
            self._counted = time.monotonic()

    @property
    def hands(self) -> int:
        """How many chunks can be worked on at a time."""
        self._count()
        return max(1, self.cores if self._most is None else min(self.cores, self._most))

    @property
    def words(self) -> str:
        """For people who wait: where the work is done."""
        self._count()
        return f"{count(self.nodes, 'node')}, {count(self.cores, 'core')}"

    def work(
        self, job: Callable[[C], R], chunks: Iterable[C], may_start: Callable[[], bool] = lambda: True
    ) -> Generator[tuple[C, R]]:
        """Chunks with what came of them, in any order; closing the generator ends the work.

        A chunk is taken when there is room for it, so that its size may follow from those before; while `may_start`
        says no, none is. Those that have begun when the work is ended are let go of, not cancelled: they are short, and
        a cancelled task that ends in that moment takes Ray down, and with it this process.
        """
        remote = self._ray.remote(max_retries=MOST_RETRIES)(job)
        waiting = iter(chunks)
        running: dict[Any, tuple[C, int]] = {}
        """Chunks, and how often what came of each was lost."""
        while True:
            # one more than there are hands, so that none waits for the way to here and back
            while len(running) <= self.hands and may_start() and (chunk := next(waiting, None)) is not None:
                running[remote.remote(chunk)] = chunk, 0
            if not running:
                return
            ready, _ = self._ray.wait(list(running), timeout=GLANCE)
            for reference in ready:
                chunk, losses = running.pop(reference)
                try:
                    result = self._fetched(reference)
                except self._ray.exceptions.ObjectLostError as problem:  # its node died between the work and here
                    if losses == MOST_RETRIES:
                        raise _given_up(problem) from None
                    running[remote.remote(chunk)] = chunk, losses + 1
                else:
                    yield chunk, result

    def _fetched(self, reference: Any) -> Any:
        problems = self._ray.exceptions
        try:
            return self._ray.get(reference)
        except problems.ObjectLostError:
            raise
        except problems.RayTaskError as problem:
            cause = problem.cause
            raise (UserError(str(cause)) if isinstance(cause, UserError) else problem) from None
        except problems.RayError as problem:
            raise _given_up(problem) from None


def _given_up(problem: Exception) -> UserError:
    why = str(problem).strip().partition("\n")[0]
    return UserError(f"A part of the work failed on the cluster {MOST_RETRIES} times: {why}")
