"""Commands that measure speed: of the engine next to other frameworks, and of the server with many tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from tabbytop.cli.shared import (
    ERR,
    OUT,
    AsJson,
    DatabaseUrl,
    print_json,
)
from tabbytop.engine.errors import UserError


def bench(
    quick: Annotated[bool, typer.Option("--quick", help="A rough look in seconds.")] = False,
    peers: Annotated[bool, typer.Option(help="Measure other frameworks too, where installed.")] = True,
    repeats: Annotated[int, typer.Option(min=1, max=100, help="Measurements per number.")] = 5,
    gpu: Annotated[bool, typer.Option("--gpu", help="Measure the games on an NVIDIA GPU instead.")] = False,
    against: Annotated[
        Path | None,
        typer.Option(exists=True, file_okay=False, help="The src of another version: its rules in turns with these."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure the speed of the rules, next to other frameworks or another version."""
    from tabbytop import benchmarks

    if gpu and against:
        raise UserError("--against compares rules on the processor; it does not go with --gpu.")
    run: Callable[..., Iterator[benchmarks.Result]] = benchmarks.run
    more: dict[str, Any] = {"peers": peers}
    if against:
        from tabbytop.benchmarks import against as comparing

        run, more = comparing.run, {"other": _version_in(against)}
    elif gpu:
        from tabbytop.benchmarks import gpu as on_gpu
        from tabbytop.engine.gpu import card

        card()  # says so if there is none, before a table is begun
        run = on_gpu.run

    results: list[benchmarks.Result] = []
    interrupted = False
    if not as_json:
        OUT.print(benchmarks.as_line())
    with (ERR if as_json else OUT).status("starting") as status:
        measuring = run(**more, repeats=repeats, quick=quick, progress=status.update)
        try:
            for result in measuring:
                results.append(result)
                if as_json:
                    ERR.print(f"measured {escape(result.name)}", style="dim")
                else:
                    OUT.print(benchmarks.as_line(result))
        except KeyboardInterrupt:
            interrupted = True
    if as_json:
        print_json(benchmarks.as_json(results))
    if interrupted:
        ERR.print("Interrupted; this is what is known.")
        raise typer.Exit(130)
    if failed := sum(result.failed for result in results):
        ERR.print(f"{failed} of {len(results)} rows could not be measured; they say why.")
        raise typer.Exit(1)


def load(
    tables: Annotated[str, typer.Option(metavar="N,N,…", help="Numbers of tables, each on a fresh server.")] = (
        "100,500,2000"
    ),
    rate: Annotated[float, typer.Option(min=0.1, help="Moves a second, on all tables together.")] = 200.0,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long each measurement takes.")] = 10.0,
    readers: Annotated[
        int, typer.Option(min=0, max=1000, help="People who read the longest games meanwhile, measured in turns.")
    ] = 0,
    database: DatabaseUrl = None,
    against: Annotated[
        Path | None,
        typer.Option(exists=True, file_okay=False, help="The src of another version, measured in turns with this one."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure the table server with many tables: how soon moves are answered and seen, throughput, memory.

    A database that is named here is written to; without one, temporary files are.
    """
    from tabbytop import benchmarks
    from tabbytop.benchmarks import load as loading

    counts = [int(text) for text in tables.split(",") if text.strip().isdigit() and int(text)]
    if len(counts) != len(tables.split(",")):
        raise UserError(f"--tables takes numbers with commas between them, such as 100,500; not '{tables}'.")
    other = None if against is None else _version_in(against)
    readings = []
    problem: BaseException | None = None
    with ERR.status("starting", refresh_per_second=4) as status:
        measuring = loading.run(
            tables=counts,
            rate=rate,
            seconds=seconds,
            readers=readers,
            database=database,
            against=other,
            progress=status.update,
        )
        try:
            for reading in measuring:
                readings.append(reading)
                ERR.print(f"measured {escape(reading.name)}", style="dim")
        except (KeyboardInterrupt, UserError) as stopped:
            problem = stopped
    if as_json:
        print_json(benchmarks.as_json(readings))
    elif readings:
        OUT.print(loading.as_table(readings))
    if isinstance(problem, KeyboardInterrupt):
        ERR.print("Interrupted; this is what is known.")
        raise typer.Exit(130)
    if problem is not None:
        raise problem


def _version_in(source: Path) -> Path:
    """Where another version is. In a folder without one Python finds this one, which would be compared with itself."""
    if not (source / "tabbytop" / "__init__.py").is_file():
        raise UserError(f"There is no Tabbytop in {source}: --against takes the src folder of another checkout.")
    return source.resolve()
