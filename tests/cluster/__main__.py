"""The command line of the long run: `python -m tests.cluster --faults 300`. Ends with 1 if anything is wrong."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from tests.chaos.__main__ import console, progress, ran, show
from tests.chaos.parties import KINDS
from tests.cluster.measuring import Takeovers
from tests.cluster.night import Cluster, Night, plan
from tests.server.databases import Postgres
from tests.server.redis_servers import running_redis

SPARE = 1200.0
"""Seconds after the end of the time at which something is stuck."""
TELL_EVERY = 20
"""Faults after which it is told how the night goes."""
ENOUGH = 20
"""With so many tables every game is finished once."""


def main(
    seed: Annotated[int, typer.Option(help="Another seed, another night.")] = 1,
    faults: Annotated[int, typer.Option(help="Faults; 0 leaves the night out.")] = 300,
    tables: Annotated[
        int, typer.Option(help="Tables that are played at, one after the other and beside each other.")
    ] = 1000,
    at_once: Annotated[int, typer.Option(help="Tables at the same time.")] = 24,
    whole: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="The share of the tables that are played at to the end.")
    ] = 0.25,
    minutes: Annotated[float, typer.Option(help="For the faults; those that do not fit are left out, and told.")] = 40,
    outage: Annotated[float, typer.Option(min=0.0, help="Seconds for which the bus is gone once.")] = 60,
    rounds: Annotated[int, typer.Option(help="Deaths and hand-overs that are timed; 0 leaves them out.")] = 5,
) -> None:
    """Three servers over one Postgres and one Redis, while all of them fail in every way."""
    problems: list[str] = []
    with tempfile.TemporaryDirectory(prefix="tabbytop-cluster-", ignore_cleanup_errors=True) as folder:
        postgres = Postgres(Path(folder) / "postgres")
        try:
            with running_redis() as redis:
                if rounds:
                    problems += time_takeovers(Cluster(Path(folder) / "timed", postgres, redis), rounds)
                if faults:
                    cluster = Cluster(Path(folder) / "night", postgres, redis, tick=0.5, unload_after=2.0)
                    problems += spend_night(Night(cluster, seed, tables, at_once, whole, outage), faults, 60 * minutes)
        except KeyboardInterrupt:
            problems.append("interrupted")
        finally:
            postgres.close()
    for problem in problems:
        console.print(f"[red]{problem}[/red]")
    console.print("[red]Not all is well.[/red]" if problems else "[green]All is well.[/green]")
    sys.exit(1 if problems else 0)


def time_takeovers(cluster: Cluster, rounds: int) -> list[str]:
    """How long those at other servers wait when the server of their table dies, or is stopped; what took too long."""
    timed = Takeovers(cluster)
    try:
        with progress("timing deaths and hand-overs", 2 * rounds) as advance:
            problems = ran(timed.run(rounds, advance), SPARE)
    finally:
        cluster.close()
    for what, seconds in (("killed", timed.killed), ("stopped", timed.stopped)):
        told = ", ".join(f"{each:.2f}" for each in seconds)
        console.print(f"A server was {what}: a command at another one was acknowledged after {told} s.")
    return problems + timed.late


def spend_night(night: Night, faults: int, seconds: float) -> list[str]:
    """Faults of all kinds; what went wrong."""
    try:
        with progress("breaking things", faults) as advance:

            def told() -> None:
                advance()
                if night.faults % TELL_EVERY == 0:
                    tables, wrong = len(night.verdicts), len(night.wrong)
                    console.print(f"{night.faults} faults, {tables} tables held to account, {wrong} of them wrong")

            problems = ran(night.spend(plan(night.seed, faults), told, seconds), seconds + SPARE)
        if problems:
            asyncio.run(night.look_back())
    finally:
        night.cluster.close()
    wrong = night.wrong
    show(wrong or night.verdicts[-20:])
    console.print(", ".join(f"{number} x {step}" for step, number in night.happened.most_common()))
    done, moves = (sum(getattr(verdict, what) for verdict in night.verdicts) for what in ("done", "events"))
    console.print(
        f"Seed {night.seed}: {night.faults} of {faults} faults, {len(night.verdicts)} of {night.tables} tables held to"
        f" account, {night.finished} of them with a finished game whose record holds, {done} commands acknowledged,"
        f" {moves} events, {len(wrong)} tables with something wrong."
    )
    if night.faults < faults and not problems:
        problems.append(f"only {night.faults} of {faults} faults fitted into {seconds / 60:g} minutes")
    if len(night.verdicts) < night.tables and not problems:
        problems.append(f"only {len(night.verdicts)} of {night.tables} tables were played at")
    if night.tables >= ENOUGH and (missing := {kind.game for kind in KINDS.values()} - night.played):
        problems.append(f"no game was finished of {', '.join(sorted(missing))}")
    problems += [f"table {verdict.number} ({verdict.kind}): {verdict.problem}" for verdict in wrong]
    return problems or night.cluster.problems()


if __name__ == "__main__":
    typer.run(main)
