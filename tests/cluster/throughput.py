"""How many moves one, two and three server processes take on one machine, and what each part spends on a move.

    python -m tests.cluster.throughput --tables 60 --seconds 10

Numbers of one run can be compared with each other; the players are in this process, and share the machine.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import psutil
import typer
from rich.console import Console
from rich.table import Table

from tabbytop.benchmarks.load_driver import fill_tables, flat_out
from tests.cluster.members import Member, servers
from tests.server.databases import Postgres
from tests.server.redis_servers import RedisServer, running_redis

console = Console()
HEADINGS = ("processes", "moves/s", "ack ms", "p99 ms", "servers", "Postgres", "Redis", "players", "cores busy")


class Spent:
    """Seconds of processor that the parts of a cluster have used since they were looked at last."""

    def __init__(self, members: list[Member], postgres: Postgres, redis: RedisServer) -> None:
        self._parts = {
            "servers": [member.process.pid for member in members if member.process is not None],
            "Postgres": [postgres.pid],
            "Redis": [redis.pid],
            "players": [psutil.Process().pid],
        }
        self._before = self._now()

    def since(self) -> dict[str, float]:
        now = self._now()
        return {part: now[part] - self._before[part] for part in now}

    def _now(self) -> dict[str, float]:
        return {part: sum(map(_seconds, pids)) for part, pids in self._parts.items()}


def _seconds(pid: int) -> float:
    """Of a process and those it has started that still run, but not of our own servers when it is ourselves."""
    main = psutil.Process(pid)
    family = [main] if main == psutil.Process() else [main, *main.children(recursive=True)]
    return sum(sum(process.cpu_times()[:2]) for process in family)


async def measure(
    members: list[Member], postgres: Postgres, redis: RedisServer, tables: int, seconds: float, tunnels: bool
) -> list[str]:
    """One row: as many moves as they take, with each table at the server where it is played, or at the next one."""
    dice, players = random.Random(7), []
    for number, member in enumerate(members):
        through = members[(number + 1) % len(members)].address if tunnels else None
        players += await fill_tables(member.address, tables // len(members), dice, lambda _: None, through)
    await flat_out(players, seconds / 5)
    spent, began = Spent(members, postgres, redis), time.monotonic()
    tally = await flat_out(players, seconds)
    passed, used = time.monotonic() - began, spent.since()
    times = sorted(tally.acknowledged)
    p99 = times[int(0.99 * (len(times) - 1))]
    return [
        f"{len(members)}{', by tunnels' if tunnels else ''}",
        f"{len(times) / seconds:.0f}",
        f"{1000 * statistics.median(times):.1f}",
        f"{1000 * p99:.0f}",
        *(f"{1000 * each / len(times):.2f}" for each in used.values()),
        f"{sum(used.values()) / passed:.1f}",
    ]


def rows(tables: int, seconds: float) -> Iterator[list[str]]:
    """One, two and three processes, and two with every visitor at the other one."""
    with tempfile.TemporaryDirectory(prefix="tabbytop-cluster-", ignore_cleanup_errors=True) as folder:
        postgres = Postgres(Path(folder) / "postgres")
        try:
            with running_redis() as redis:
                for number, tunnels in ((1, False), (2, False), (3, False), (2, True)):
                    place = Path(folder) / f"{number}-{tunnels}"
                    with servers(place, number, postgres.create(), redis.url) as members:
                        yield asyncio.run(measure(members, postgres, redis, tables, seconds, tunnels))
        finally:
            postgres.close()


def main(
    tables: Annotated[int, typer.Option(help="Tables with two players each.")] = 60,
    seconds: Annotated[float, typer.Option(help="For each row.")] = 10.0,
) -> None:
    """Everything as a table."""
    shown = Table(*HEADINGS, title="As fast as it goes; processor in ms a move")
    for row in rows(tables, seconds):
        shown.add_row(*row)
    console.print(shown)


if __name__ == "__main__":
    typer.run(main)
