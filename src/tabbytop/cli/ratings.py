"""Commands about ratings: counting them anew from the log."""

from __future__ import annotations

import typer

from tabbytop.cli.shared import OUT, DatabaseUrl
from tabbytop.cli.table import Data
from tabbytop.engine import english
from tabbytop.engine.errors import UserError

app = typer.Typer(help="How strong people are, from their finished games.", no_args_is_help=True)


@app.callback()
def about() -> None:
    """How strong people are, from their finished games."""


@app.command()
def rebuild(data: Data = None, database: DatabaseUrl = None) -> None:
    """Count all finished games anew from the log; also while the server runs. The numbers are the same as before."""
    import asyncio

    from tabbytop.server.operating import serve as serving
    from tabbytop.server.operating.archive import rebuild_ratings
    from tabbytop.server.storage.store import StoreError

    try:
        games, standings = asyncio.run(rebuild_ratings(database or serving.existing_database(data)))
    except StoreError as problem:
        raise UserError(f"The ratings cannot be counted now: {problem}") from None
    OUT.print(f"{english.count(games, 'finished game')} counted, {english.count(standings, 'rating')}.", markup=False)
