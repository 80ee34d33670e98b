"""The command line of the long runs: `python -m tests.chaos --seed 7 --kills 200`. Ends with 1 if anything is wrong."""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import sys
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tests.chaos.crowd import SETTINGS as CROWDED
from tests.chaos.crowd import Crowd
from tests.chaos.evening import PLANTED, Evening, plan
from tests.chaos.parties import KINDS, Verdict
from tests.chaos.soak import SETTINGS as SOAKED
from tests.chaos.soak import Soak
from tests.server import faults
from tests.server.databases import Postgres
from tests.server.servers import Server

KILL, ROUND, CROWD = 20.0, 8.0, 30.0
"""Seconds that a kill with all that happens before it may take, and how long a round of the soak and a crowd last."""
LEAST = 120.0
SPARE = 600.0
"""Seconds after the end of the time at which something is stuck."""
ENOUGH = 50
"""With so many kills every game is finished once."""
console = Console()


def main(
    seed: Annotated[int, typer.Option(help="Another seed, another evening.")] = 1,
    kills: Annotated[int, typer.Option(help="How often the server is killed; 0 leaves the evening out.")] = 200,
    rounds: Annotated[int, typer.Option(help="Rounds of the soak; 0 leaves it out.")] = 8,
    games: Annotated[int, typer.Option(help="Games of bots at once; 0 leaves them out.")] = 200,
    database: Annotated[
        str, typer.Option(help="sqlite, postgres (one of its own is started), or the address of one that is empty.")
    ] = "sqlite",
) -> None:
    """Tables under faults: an evening with kills, a soak, and a crowd of bots."""
    problems: list[str] = []
    with tempfile.TemporaryDirectory(prefix="tabbytop-chaos-") as folder:
        try:
            with databases(database, Path(folder)) as fresh:
                if kills:
                    problems += evening(Path(folder) / "evening", fresh(), seed, kills)
                if rounds:
                    problems += soak(Path(folder) / "soak", fresh(), seed, rounds)
                if games:
                    problems += crowd(Path(folder) / "crowd", fresh(), games)
        except KeyboardInterrupt:
            problems.append("interrupted")
    for problem in problems:
        console.print(f"[red]{problem}[/red]")
    console.print("[red]Not all is well.[/red]" if problems else "[green]All is well.[/green]")
    sys.exit(1 if problems else 0)


def evening(folder: Path, database: str | None, seed: int, kills: int) -> list[str]:
    """Kills among all kinds of trouble; what went wrong."""
    server = Server(folder, *(faults.named(fault) for fault in PLANTED), database=database, tick=0.5, unload_after=2.0)
    night = Evening(server, seed)
    seconds = max(LEAST, KILL * kills)
    problems = []
    with tidy(server), progress("killing the server", kills) as advance:
        problems += ran(night.spend(plan(seed, kills), seconds, advance), seconds + SPARE)
    problems += ran(night.look_back(), SPARE)
    show(night.verdicts)
    console.print(", ".join(f"{number} x {step}" for step, number in night.happened.most_common()))
    if night.back:
        middle, worst = statistics.median(night.back), max(night.back)
        console.print(f"Everybody was back {middle:.1f} s after a start as a rule, and after {worst:.1f} s at worst.")
    done = sum(verdict.done for verdict in night.verdicts)
    wrong = [verdict for verdict in night.verdicts if verdict.problem]
    console.print(
        f"Seed {seed}: {night.kills} of {kills} kills, {len(night.verdicts)} tables held to account, "
        f"{night.finished} of them with a finished game whose record holds, {done} commands acknowledged, "
        f"{len(wrong)} tables with something wrong."
    )
    if not problems and night.kills < kills:
        problems.append(f"only {night.kills} of {kills} kills fitted into {seconds:.0f} seconds")
    if 2 * night.finished < len(night.verdicts):
        problems.append(f"only {night.finished} of {len(night.verdicts)} games were finished")
    if kills >= ENOUGH and (missing := {kind.game for kind in KINDS.values()} - night.played):
        problems.append(f"no game was finished of {', '.join(sorted(missing))}")
    problems += [f"table {verdict.number} ({verdict.kind}): {verdict.problem}" for verdict in wrong]
    return problems or server.problems()


def soak(folder: Path, database: str | None, seed: int, rounds: int) -> list[str]:
    """The same evening again and again; what went wrong, and what grew."""
    server = Server(folder, faults.named(faults.count_tasks), database=database, **SOAKED)
    night = Soak(server, seed)
    with tidy(server), progress("soaking", rounds) as advance:
        problems = ran(night.run(rounds, ROUND, advance), 10 * ROUND * rounds + SPARE)
    table = Table("round", "memory", "files", "threads", "tasks", title="What was left when everybody had gone")
    for number, left in enumerate(night.left, 1):
        table.add_row(f"{number}", f"{left.memory >> 20} MB", f"{left.files}", f"{left.threads}", f"{left.tasks}")
    console.print(table)
    problems += [f"soak, table {verdict.number}: {verdict.problem}" for verdict in night.verdicts if verdict.problem]
    return problems or night.problems() + server.problems()


def crowd(folder: Path, database: str | None, games: int) -> list[str]:
    """Many games of bots; how soon people were answered."""
    server = Server(folder, database=database, **CROWDED)
    people = Crowd(server)
    with tidy(server), progress("opening games of bots", games) as advance:
        problems = ran(people.gather(games, CROWD, advance), CROWD + games + SPARE)
    middle, late = (1000 * people.share(part) for part in (0.5, 0.99))
    console.print(
        f"{games} games of bots at once made {people.moves} events while {len(people.seconds)} commands of people were "
        f"answered: half within {middle:.0f} ms, 99 of 100 within {late:.0f} ms."
    )
    return problems or server.problems()


def ran(work: Coroutine[Any, Any, None], longest: float) -> list[str]:
    """Run something to its end, unless it is stuck; what stopped it before."""
    try:
        asyncio.run(asyncio.wait_for(work, longest))
    except KeyboardInterrupt:
        console.print("[yellow]Interrupted; this is what is known so far.[/yellow]")
        return ["interrupted"]
    except Exception as problem:
        console.print_exception()
        return [f"{type(problem).__name__}: {problem}"]
    return []


@contextlib.contextmanager
def databases(kind: str, folder: Path) -> Iterator[Callable[[], str | None]]:
    """Fresh databases of a kind; None stands for the usual file of a server."""
    if kind == "sqlite":
        yield lambda: None
    elif kind == "postgres":
        postgres = Postgres(folder / "postgres")
        try:
            yield postgres.create
        finally:
            postgres.close()
    else:
        yield lambda: kind


@contextlib.contextmanager
def tidy(server: Server) -> Iterator[None]:
    """Leave no process behind."""
    try:
        yield
    finally:
        if server.process is not None and server.process.poll() is None:
            server.kill()


@contextlib.contextmanager
def progress(words: str, total: int) -> Iterator[Callable[[], None]]:
    """A bar, and what moves it on."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console) as bar:
        task = bar.add_task(words, total=total)
        yield lambda: bar.advance(task)


def show(verdicts: list[Verdict]) -> None:
    """A line for each table: commands that were done, refused and are open; lines that were made, gaps filled."""
    table = Table("table", "kind", "events", "done", "refused", "open", "lines", "gaps", "over", "verdict")
    for verdict in verdicts:
        numbers = (verdict.events, verdict.done, verdict.refused, verdict.unanswered)
        rest = (verdict.connections, verdict.resyncs)
        words = f"[red]{verdict.problem}[/red]" if verdict.problem else "well"
        table.add_row(
            f"{verdict.number}",
            verdict.kind,
            *(f"{n}" for n in (*numbers, *rest)),
            "yes" if verdict.finished else "",
            words,
        )
    console.print(table)


if __name__ == "__main__":
    typer.run(main)
