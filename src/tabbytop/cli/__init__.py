"""The command line. Each command is a thin layer over the package; nothing here knows a game.

Exit codes: 0 fine, 1 the answer is no (a record does not hold, a clause is uncited), 2 the question was wrong,
130 interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Annotated

import typer
from rich.markup import escape

from tabbytop import __version__
from tabbytop.cli import (
    arena,
    authors,
    checks,
    games,
    learning,
    lessons,
    people,
    puzzles,
    ratings,
    review,
    speed,
    study,
    table,
)
from tabbytop.cli.shared import ERR
from tabbytop.engine.errors import UserError

app = typer.Typer(
    name="tabbytop",
    help="A table for board games, and their rules at millions of moves a second.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

COMMANDS: dict[str, Callable[..., None]] = {
    "new": authors.new,
    "kit": authors.kit,
    "golden": authors.golden,
    "serve": table.serve,
    "think": table.think,
    "export": table.export,
    "backup": table.backup,
    "people": people.people,
    "ban": people.ban,
    "unban": people.unban,
    "bans": people.bans,
    "audit": people.audit,
    "games": games.list_games,
    "compile": games.compile_rules,
    "simulate": games.simulate,
    "replay": games.replay,
    "verify": games.verify,
    "review": review.review,
    "clauses": checks.clauses,
    "faults": checks.list_faults,
    "lessons": lessons.list_lessons,
    "play": games.play,
    "bench": speed.bench,
    "load": speed.load,
    "arena": arena.arena,
    "ladder": arena.ladder,
    "bots": arena.bots,
    "study": study.study,
    "train": learning.train,
    "verify-net": learning.verify_net,
    "curve": learning.curve,
    "judgement": learning.judgement,
}
for name, command in COMMANDS.items():
    app.command(name)(command)
app.add_typer(puzzles.app, name="puzzles")
app.add_typer(ratings.app, name="ratings")


def main() -> None:
    """Run the command line; mistakes of people end in one sentence and exit code 2."""
    try:
        app()
    except UserError as error:
        ERR.print(escape(str(error)), soft_wrap=True)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


@app.callback(invoke_without_command=True)
def common(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    """A table for board games, and their rules at millions of moves a second.

    Without a command: start the table on this machine and open it in the browser.
    """
    if version:
        print(f"tabbytop {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        table.serve(browser=True, database=os.environ.get("TABBYTOP_DATABASE"))
