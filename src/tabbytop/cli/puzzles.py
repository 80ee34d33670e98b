"""Commands about puzzles: mining them from games of bots, and proving that they hold."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from tabbytop import games
from tabbytop.cli.shared import (
    ERR,
    OUT,
    AsJson,
    ClusterName,
    GameId,
    Jobs,
    compiling,
    obey_parent,
    print_json,
    progress_bar,
)
from tabbytop.engine import english
from tabbytop.engine.errors import UserError
from tabbytop.engine.game import Game

if TYPE_CHECKING:
    from tabbytop.arena.cluster import Cluster
    from tabbytop.review.document import Puzzle, Source
    from tabbytop.review.puzzles import Shelf

T = TypeVar("T")
R = TypeVar("R")
app = typer.Typer(help="Moments with one clearly best move that is not the obvious one.", no_args_is_help=True)


@app.command()
def mine(
    game_id: GameId,
    number: Annotated[int, typer.Option("--games", min=1, help="How many games of bots to look through.")] = 100,
    most: Annotated[int, typer.Option(min=1, help="Stop when there are so many puzzles.")] = 150,
    seed: Annotated[int, typer.Option(min=0, max=(1 << 62) - 1, help="Same seed, same puzzles.")] = 0,
    jobs: Jobs = None,
    cluster: ClusterName = None,
    out: Annotated[
        Path | None, typer.Option(help="The file of puzzles, GAME-puzzles.json by default; goes on from what is there.")
    ] = None,
    played: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="DATABASE",
            help="Look through games that were played instead: a server's data folder, or its database. Only games "
            "whose players all agreed are used.",
        ),
    ] = None,
) -> None:
    """Let bots play, and keep the moments that make puzzles. Ctrl-C loses nothing: run it again to go on."""
    from tabbytop.arena.cluster import joined, words_of
    from tabbytop.review.mining import begun, with_game, write_file

    game = games.load(game_id)
    if game.hand is not None:
        raise UserError(f"{game.name} is a race: there is nothing to ponder in it, so there are no puzzles.")
    if played is not None:
        with joined(cluster, jobs) as crew:
            _mine_played(game, played, out, seed, jobs, crew)
        return
    path = out or Path(f"{game.id}-puzzles.json")
    file = begun(game, path, seed)
    tasks = [(game.id, seed, index) for index in range(file.mined, number)]
    try:
        with joined(cluster, jobs) as crew, closing(_worked(_mine_one, tasks, game, jobs, crew)) as mined:
            _make_ready(game, crew)
            where = words_of(crew)
            with progress_bar("mining", number, lambda: _so_far(len(file.puzzles), where())) as advance:
                advance(file.mined)
                for index, key, source, puzzles in mined:
                    file = with_game(file, index, key, source, puzzles)
                    write_file(path, file)
                    advance(file.mined)
                    if len(file.puzzles) >= most:
                        break
    except KeyboardInterrupt:
        ERR.print("Interrupted; the same command goes on from here.")
        _tell_mined(path, len(file.puzzles), file.mined)
        raise typer.Exit(130) from None
    _tell_mined(path, len(file.puzzles), file.mined)


def _mine_played(
    game: Game, source: str, out: Path | None, seed: int, jobs: int | None, cluster: Cluster | None
) -> None:
    """Puzzles from games that people played, into the folder from which their server takes them."""
    from tabbytop.engine.record import parse_record
    from tabbytop.review.mining import begun, key_of, with_records, write_file
    from tabbytop.review.puzzles import OWN
    from tabbytop.server.operating import serve as serving
    from tabbytop.server.operating.archive import agreed_games

    is_address = "://" in source
    if is_address and out is None:
        raise UserError(
            "Name the file with --out: DATA/puzzles/GAME.json is where a server with the folder DATA looks."
        )
    records, count = agreed_games(source if is_address else serving.existing_database(Path(source)), game.id)
    there = english.count(count, "finished game")
    if not records:
        raise UserError(f"Nothing to mine: of {there} of {game.name} there, none is one whose players all agreed.")
    path = out or Path(source) / OWN / f"{game.id}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    file = begun(game, path, seed)
    keyed = {key_of(parse_record(text).match): text for text in records}
    found = []
    _make_ready(game, cluster)
    tasks = [(game.id, text) for key, text in keyed.items() if key not in file.records]
    with progress_bar("mining", len(tasks)) as advance:
        for one in _worked(_mine_record, tasks, game, jobs, cluster):
            found.append(one)
            advance(len(found))
    file = with_records(file, found, list(keyed))
    write_file(path, file)
    OUT.print(f"Of {there}, {english.count(len(records), 'game')} of players who agreed.", markup=False)
    _tell_mined(path, len(file.puzzles), file.mined)


@app.command()
def check(
    game_id: GameId,
    file: Annotated[Path | None, typer.Option(help="A file of puzzles; those of the game by default.")] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Leave out the search: seals, records and moves alone.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Prove that puzzles hold: each is legal, and has one best move within the stated margin, as often as one looks."""
    from tabbytop.review.mining import faults_of
    from tabbytop.review.puzzles import read_file, shipped

    game = games.load(game_id)
    there: Shelf = shipped(game) if file is None else read_file(file)
    with compiling(game) as referee:
        referee.ready()
    problems = []
    with progress_bar("checking", len(there.puzzles)) as advance:
        for done, puzzle in enumerate(there.puzzles, start=1):
            problems += faults_of(there, puzzle, referee, deep=not quick)
            advance(done)
    if as_json:
        print_json({"game": game.id, "puzzles": len(there.puzzles), "problems": problems})
    else:
        for problem in problems:
            OUT.print(problem, markup=False)
        words = "all hold" if not problems else f"{len(problems)} do not hold"
        OUT.print(f"{english.count(len(there.puzzles), 'puzzle')} of {game.name}: {words}.", markup=False)
    if problems:
        raise typer.Exit(1)


def _tell_mined(path: Path, puzzles: int, mined: int) -> None:
    OUT.print(
        f"{english.count(puzzles, 'puzzle')} from {english.count(mined, 'game')} in {path}",
        markup=False,
        soft_wrap=True,
    )


def _make_ready(game: Game, cluster: Cluster | None) -> None:
    """Compile here what is needed here; nodes of a cluster do it for themselves."""
    if cluster is None:
        with compiling(game):
            _warm(game.id)


def _so_far(puzzles: int, where: str) -> str:
    """
    >>> _so_far(3, ""), _so_far(1, "2 nodes, 8 cores")
    ('3 puzzles so far', '1 puzzle so far, on 2 nodes, 8 cores')
    """
    return f"{english.count(puzzles, 'puzzle')} so far{f', on {where}' if where else ''}"


def _worked(
    work: Callable[[T], R], tasks: Sequence[T], game: Game, jobs: int | None, cluster: Cluster | None
) -> Generator[R]:
    """What comes of tasks, in their order, on several cores or on a cluster."""
    from tabbytop.arena.tasks import on_cluster, on_cores

    if cluster is not None:
        yield from on_cluster(work, tasks, game, cluster)
        return
    yield from on_cores(work, tasks, jobs, _begin, game.id)


def _begin(game_id: str) -> None:
    obey_parent()
    _warm(game_id)


def _warm(game_id: str) -> None:
    from tabbytop.review.mining import miner

    miner(game_id)


def _mine_one(task: tuple[str, int, int]) -> tuple[int, str, Source, list[Puzzle]]:
    from tabbytop.review.mining import mined_game

    return mined_game(*task)


def _mine_record(task: tuple[str, str]) -> tuple[str, Source, list[Puzzle]]:
    from tabbytop.review.mining import mined_record

    return mined_record(*task)
