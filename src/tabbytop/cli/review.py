"""The command that looks back at a recorded game: skill and luck apart."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.table import Table

from tabbytop.cli.shared import ERR, OUT, AsJson, Jobs, compiling, obey_parent, progress_bar, say

if TYPE_CHECKING:
    from tabbytop.engine.referee import Compiled
    from tabbytop.review.document import Review
    from tabbytop.review.pieces import Finding, Piece, Settings


def review(
    file: Annotated[Path, typer.Argument(help="The record of a game that is over.")],
    level: Annotated[str, typer.Option(help="The level of bots that judges decisions.")] = "top-cat",
    seconds: Annotated[
        float | None, typer.Option(min=0.1, help="Think about so long in all, as deep as that allows.")
    ] = None,
    jobs: Jobs = None,
    seed: Annotated[int, typer.Option(min=0, max=(1 << 62) - 1, help="Same seed, same review.")] = 0,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep what was reckoned in this file, and go on from it.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Tell skill and luck apart: what every decision cost, and what every die and card was worth to whom."""
    from tabbytop.review.assembling import assembled
    from tabbytop.review.keeping import keep, kept
    from tabbytop.review.pieces import pieces_of
    from tabbytop.review.reading import NotReviewable, read_subject

    try:
        subject = read_subject(file)
    except NotReviewable as problem:
        if not problem.ours:
            raise
        say(as_json, {"review": None, "problem": str(problem)}, f"No review: {problem}")
        raise typer.Exit(1) from None
    began = time.perf_counter()
    settings = _settings(level, seed, seconds, 0, 1)
    found: list[Finding] = []
    if not subject.is_race:
        count = jobs or os.cpu_count() or 1
        settings = _settings(level, seed, seconds, len(pieces_of(subject.match, settings)), count)
        pieces = pieces_of(subject.match, settings)
        found = kept(resume, subject.record, settings)
        done = {finding.number for finding in found}
        try:
            with compiling(subject.match.game) as referee:
                _ready(referee)
            bar = progress_bar("thinking", len(pieces), lambda: f"turn {subject.turn_of(pieces[len(found) - 1].ply)}")
            with bar as advance:
                for finding in _reckoned([piece for piece in pieces if piece.number not in done], count):
                    found.append(finding)
                    keep(resume, subject.record, settings, finding)
                    advance(len(found))
        except KeyboardInterrupt:
            words = (
                "nothing was kept; --resume FILE keeps it" if resume is None else "the same command goes on from here"
            )
            ERR.print(f"Interrupted after {len(found)} of {len(pieces)} pieces; {words}.")
            raise typer.Exit(130) from None
    result = assembled(subject, settings, found)
    if as_json:
        print(msgspec.json.encode(result).decode())
    elif result.race:
        _print_race(result)
    else:
        _print(result, time.perf_counter() - began)


def _settings(level: str, seed: int, seconds: float | None, pieces: int, jobs: int) -> Settings:
    """How much to reckon: by numbers, or by the clock where somebody gave a time."""
    from tabbytop.bots.levels import LEVELS, among
    from tabbytop.review.pieces import Settings

    most = among(level, LEVELS).budget.simulations
    if seconds is None:
        return Settings(level=level, seed=seed)
    usual = Settings()
    more = max(1, round(seconds / 20))
    return Settings(
        level=level,
        seed=seed,
        simulations=most,
        playouts=usual.playouts * more,
        draws=usual.draws * more,
        seconds=seconds * jobs / max(1, pieces),
    )


def _ready(referee: Compiled) -> None:
    from tabbytop.review.reckoning import reckoner

    referee.ready()
    reckoner(referee)


def _reckoned(pieces: Sequence[Piece], jobs: int) -> Iterator[Finding]:
    """What comes of pieces, in their order, reckoned on several cores."""
    if not pieces:
        return
    spawn = multiprocessing.get_context("spawn")
    game = pieces[0].game
    with ProcessPoolExecutor(min(jobs, len(pieces)), spawn, initializer=_begin, initargs=(game,)) as pool:
        try:
            yield from pool.map(_reckon, pieces)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _begin(game: str) -> None:
    from tabbytop.review.reckoning import prepared

    obey_parent()
    prepared(game)


def _reckon(piece: Piece) -> Finding:
    from tabbytop.review.reckoning import prepared

    return piece.do(prepared(piece.game))


# ---------------------------------------------------------------- in words


def _print(result: Review, seconds: float) -> None:
    from tabbytop.engine.intervals import SURE

    verdict = result.verdicts[-1]
    OUT.print(verdict.title, style="bold", markup=False)
    OUT.print(verdict.numbers, markup=False)
    table = Table(box=None, padding=(0, 2), header_style="dim")
    for column in ("", "start", "luck", "cost", "per decision", "best moves", "result"):
        table.add_column(column, justify="left" if column == "" else "right")
    for player in result.people:
        table.add_row(
            player.name,
            f"{result.start[player.seat]:.0%}",
            f"{player.luck:+.0%} ± {SURE * player.luck_error:.0%}",
            f"{player.cost:.0%} ± {SURE * player.cost_error:.0%}",
            f"{player.loss_per_decision:.2%}",
            f"{player.best_share:.0%}" if player.decisions else "",
            f"{result.result[player.seat]:.0%}",
        )
    OUT.print(table)
    for player in result.people:
        OUT.print(f"{player.name}: {player.sentence}", style="bold", markup=False)
        for point in player.turning_points:
            what = {"own": "cost", "gift": "was given", "luck": "luck"}[point.kind]
            better = f" Better: {point.better}." if point.better else ""
            words = (
                f"  turn {point.turn}, {what} {abs(point.amount):.0%}: {point.played.rstrip('.')}.{better} {point.why}"
            )
            OUT.print(words, markup=False, soft_wrap=True)
    OUT.print(result.how, style="dim", markup=False)
    OUT.print(
        f"A chance is right to within {SURE * result.error:.1%}. It took {seconds:.1f} s, with {result.seconds:.1f} s "
        "of processor time.",
        style="dim",
        markup=False,
    )


def _print_race(result: Review) -> None:
    table = Table(box=None, padding=(0, 2), header_style="dim")
    for column in ("round", "", "", "seconds", "usual", "where they went"):
        table.add_column(column, justify="right" if column in ("round", "seconds", "usual") else "left")
    for one in result.rounds:
        spans = ", ".join(f"{span.words} {span.ms / 1000:.1f}" for span in one.spans[:4])
        seconds, usual = f"{one.ms / 1000:.1f}", f"{one.usual_ms / 1000:.1f}"
        table.add_row(str(one.round), result.names[one.seat], one.card, seconds, usual, spans)
    OUT.print(table)
    OUT.print(result.how, style="dim", markup=False)
