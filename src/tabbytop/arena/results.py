"""What comes of a tournament: files while it is played, and its standings as JSON or as tables for people."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table
from rich.text import Text

from tabbytop import games
from tabbytop.arena.sequential import SequentialTest
from tabbytop.arena.statistics import Standings
from tabbytop.arena.tournament import Outcome, Tournament
from tabbytop.engine import english
from tabbytop.engine.errors import UserError
from tabbytop.engine.luck import MASK

CSV_COLUMNS = ("game", "deal", "seat", "bot", "place", "score", "moves", "seconds", "slowest", "fault")


@contextmanager
def keeping(csv_file: Path | None, folder: Path | None) -> Iterator[Callable[[list[Outcome]], None]]:
    """Yields a function that writes a deal's games wherever they are wanted."""
    if folder is not None:
        make_folder(folder)
    try:
        file = None if csv_file is None else csv_file.open("w", encoding="utf-8", newline="")
    except OSError as problem:
        raise UserError(f"The file {csv_file} cannot be written: {problem.strerror}.") from None
    rows = None if file is None else csv.DictWriter(file, CSV_COLUMNS)

    def keep(deal: list[Outcome]) -> None:
        for outcome in deal:
            if rows is not None:
                rows.writerows(outcome.rows())
            if folder is not None and outcome.record:
                tournament = outcome.task.tournament
                name = (
                    f"{tournament.game}-{tournament.players}-{tournament.seed & MASK}-{outcome.task.number:06d}.jsonl"
                )
                (folder / name).write_text(outcome.record, encoding="utf-8", newline="\n")

    if rows is not None:
        rows.writeheader()
    try:
        yield keep
    finally:
        if file is not None:
            file.close()


def as_json(
    tournament: Tournament, standings: Standings, ending: str, test: SequentialTest | None = None
) -> dict[str, Any]:
    """For machines."""
    return {
        "game": tournament.game,
        "players": tournament.players,
        "options": dict(tournament.options),
        "seed": tournament.seed,
        "asked": tournament.games,
        "games_per_deal": tournament.games_per_deal,
        "ending": ending,
        "test": test and test.as_json(standings.pairs[0, 1].before),
        **standings.as_json(),
    }


def in_words(
    tournament: Tournament, standings: Standings, ending: str, test: SequentialTest | None = None
) -> Iterator[Table | Text]:
    """Sentences and tables for people, in their order."""
    size, total = tournament.games_per_deal, tournament.deals * tournament.games_per_deal
    name = games.load(tournament.game).name
    alone = tournament.players == 1
    table = "for one player" if alone else f"with {tournament.players} players"
    often = "once by every bot" if alone else f"{size} times, so that every bot meets its luck from every seat"
    deals = english.count(standings.deals, "deal") + (", each" if standings.deals > 1 else ",")
    played = f"{standings.deals:,} of {english.count(tournament.deals, 'deal')}"
    yield Text(f"{english.count(standings.games, 'game')} of {name} {table}: {deals} played {often}.")
    if total != tournament.games:
        were = "was" if tournament.games == 1 else "were"
        yield Text(f"{english.count(tournament.games, 'game')} {were} asked for; whole deals make {total:,}.")
    if ending == "decided":
        yield Text(f"Stopped after {played}, since the test is decided.")
    if ending == "interrupted":
        yield Text(f"Interrupted after {played}; this is what is known.")
    if test is not None:
        yield Text(test.in_words(standings.pairs[0, 1].before, *(bot.name for bot in standings.bots)))
    yield _rating_table(standings)
    if standings.pairs:
        yield _pair_table(standings)
    yield _thinking_table(standings)
    for outcome in standings.faults:
        report = outcome.report()
        who = f"'{report['bot']}' {report['words']} and loses" if report["bot"] else report["words"]
        yield Text.assemble((f"game {report['game']}", "red"), f": {who}", no_wrap=True, overflow="ignore")


def _rating_table(standings: Standings) -> Table:
    table = _table("bot", "rating", "mu ± sigma", "games", "wins", "95 %", "place", "score")
    for tally in standings.ranking:
        rating = tally.rating
        table.add_row(
            escape(tally.name),
            f"[bold]{rating.ordinal():.1f}[/]",
            f"{rating.mu:.1f} ± {rating.sigma:.1f}",
            f"{tally.games:,}",
            _number(tally.wins.mean, ".1%"),
            _range(tally.wins.interval),
            _number(tally.places.mean, ".2f"),
            _number(tally.scores.mean, ".2f"),
        )
    return table


def _thinking_table(standings: Standings) -> Table:
    table = _table("thinking", "moves", "ms a move", "slowest ms")
    for tally in standings.ranking:
        mean = tally.mean_seconds
        shown = _number(None if mean is None else 1000 * mean, ",.2f")
        table.add_row(escape(tally.name), f"{tally.moves:,}", shown, f"{1000 * tally.slowest:,.0f}")
    return table


def _pair_table(standings: Standings) -> Table:
    order = [standings.bots.index(tally) for tally in standings.ranking]
    table = _table("placed before", *(escape(standings.bots[bot].name) for bot in order))
    for bot in order:
        cells = []
        for other in order:
            share, interval = (None, (0.0, 1.0)) if bot == other else standings.seen_from(bot, other)
            cells.append("" if bot == other else f"{_number(share, '.1%')} [dim]{_range(interval)}[/]")
        table.add_row(escape(standings.bots[bot].name), *cells)
    return table


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, padding=(0, 1), header_style="dim")
    table.add_column(first, overflow="fold")
    for column in others:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def _number(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)


def _range(interval: tuple[float, float]) -> str:
    return f"{interval[0]:.0%} to {interval[1]:.0%}"


def make_folder(folder: Path) -> None:
    """A folder for records, if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise UserError(f"The folder {folder} cannot be made: {problem.strerror}.") from None
