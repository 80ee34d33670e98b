"""Commands that hold rules and faults against the tests that cite them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from tabbytop import games
from tabbytop.cli.shared import (
    OUT,
    AsJson,
    print_json,
)
from tabbytop.engine.clauses import citations
from tabbytop.engine.english import count
from tabbytop.engine.errors import UserError

KIT = Path(__file__).parents[1] / "kit"
"""What every game must hold is tested there."""
TestFolder = Annotated[Path, typer.Option(help="Where the tests are.")]


def clauses(
    game_id: Annotated[str | None, typer.Argument(metavar="[GAME]", autocompletion=games.ids)] = None,
    tests: TestFolder = Path("tests"),
    uncited: Annotated[bool, typer.Option("--uncited", help="Only clauses that no test cites; exit 1 if any.")] = False,
    as_json: AsJson = False,
) -> None:
    """List every rule clause with the tests that cite it, and those that none cites."""
    cited = _cited(tests, "cites")
    rows = [
        {"game": game.id, "clause": clause.id, "text": clause.text, "tests": cited.get(clause.id, [])}
        for game in [games.load(one) for one in ([game_id] if game_id else games.ids())]
        for clause in game.clauses.values()
        if not uncited or clause.id not in cited
    ]
    missing = sum(not row["tests"] for row in rows)
    if as_json:
        print_json(rows)
    else:
        for row in rows:
            _print_cited(row["clause"], row["text"], row["tests"], "cited by no test")
        OUT.print(f"{count(len(rows), 'clause')} listed, {missing} cited by no test.")
    if uncited and missing:
        raise typer.Exit(1)


def list_faults(
    tests: TestFolder = Path("tests"),
    untested: Annotated[bool, typer.Option("--untested", help="Only faults without a test; exit 1 if any.")] = False,
    as_json: AsJson = False,
) -> None:
    """List every fault that a table survives, with the tests that show it, the kit's too, and those that none does."""
    from tabbytop.server.operating.faults import read_faults

    shown = _cited(tests, "fault")
    for fault_id, found in citations(KIT, "fault").items():
        shown.setdefault(fault_id, []).extend(f"kit/{test}" for test in found)
    rows = [
        {"fault": fault.id, "wrong": fault.wrong, "good": fault.good, "tests": shown.get(fault.id, [])}
        for fault in read_faults().values()
        if not untested or fault.id not in shown
    ]
    missing = sum(not row["tests"] for row in rows)
    if as_json:
        print_json(rows)
    else:
        for row in rows:
            _print_cited(row["fault"], f"{row['wrong']} {row['good']}", row["tests"], "shown by no test")
        OUT.print(f"{count(len(rows), 'fault')} listed, {missing} shown by no test.")
    if untested and missing:
        raise typer.Exit(1)


def _cited(tests: Path, mark: str) -> dict[str, list[str]]:
    if not tests.is_dir():
        raise UserError(
            f"There is no folder '{tests}'. Run this in a source checkout, or name the folder with --tests."
        )
    return citations(tests, mark)


def _print_cited(name: Any, text: Any, tests: Any, otherwise: str) -> None:
    OUT.print(f"[bold]{name}[/]  {escape(str(text))}")
    for test in tests or [f"[red]{otherwise}[/]"]:
        OUT.print(f"        {test}")
