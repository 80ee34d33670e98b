"""The command that tells what a game is like."""

from __future__ import annotations

import importlib
import time
from collections.abc import Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from tabbytop import games
from tabbytop.cli.shared import (
    ERR,
    OUT,
    AsJson,
    ClusterName,
    GameId,
    Jobs,
    OptionList,
    Players,
    Resume,
    compiling,
    obey_parent,
    parse_options,
    progress_bar,
)
from tabbytop.engine import english
from tabbytop.engine.components import use_instead
from tabbytop.engine.errors import UserError
from tabbytop.engine.game import Game

if TYPE_CHECKING:
    from tabbytop.arena.cluster import Cluster
    from tabbytop.arena.journal import Journal
    from tabbytop.arena.study import Sample, Study, Variant

Task = tuple[str, int, dict[str, Any], tuple[str, ...], int, int]


def study(
    game_id: GameId,
    number: Annotated[int, typer.Option("--games", min=2, help="Games of bots, each of them reviewed.")] = 100,
    players: Players = None,
    option: OptionList = None,
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="Compare with a table with this option; may be repeated."),
    ] = None,
    components: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Play with this component file in place of the game's own.")
    ] = None,
    against_components: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Compare with a table with this component file.")
    ] = None,
    bots: Annotated[
        str, typer.Option(metavar="A,B,…", help="Levels, who change seats.")
    ] = "kitten,house-cat,alley-cat",
    variants: Annotated[int, typer.Option(min=0, help="Random games for every option; 0 leaves them out.")] = 500,
    seed: Annotated[int, typer.Option(min=0, max=(1 << 61) - 1, help="Same seed, same games.")] = 0,
    jobs: Jobs = None,
    cluster: ClusterName = None,
    resume: Resume = None,
    out: Annotated[Path | None, typer.Option(help="The page, GAME-study.html by default.")] = None,
    as_json: AsJson = False,
) -> None:
    """Tell what a game is like, on a page with plots: length, choices, seats, scores, comebacks, luck and skill."""
    from tabbytop.arena.cluster import joined
    from tabbytop.arena.journal import Journal
    from tabbytop.arena.study import variants_of
    from tabbytop.arena.study_page import page
    from tabbytop.bots.levels import LEVELS, among

    game = games.load(game_id)
    if game.clock is not None:
        raise UserError(f"{game.name} is a race: bots race by hand there, and a study would tell about their hands.")
    count = game.default_players if players is None else players
    options = parse_options(game, count, option or [])
    names = tuple(name.strip() for name in bots.split(",") if name.strip())
    for name in names:
        among(name, LEVELS)
    tables = [(options, components)]
    if against or against_components:
        tables.append(({**options, **parse_options(game, count, against or [])}, against_components or components))
    for _, file in tables:
        if file is not None:
            check_components(game, file)
    if cluster is not None and any(file is not None for _, file in tables):
        raise UserError("Other components are studied on one machine: leave out --cluster, or the component files.")
    journal = None if resume is None else Journal(resume)
    with compiling(game) as referee:
        _load(game.id)
    effects = list(variants_of(referee, variants, seed)) if variants else []
    with joined(cluster, jobs) as crew:
        studies = [
            _studied(game, count, table, names, seed, number, jobs, effects, file, crew, journal)
            for table, file in tables
        ]
    found = [one for one in studies if one is not None]
    if as_json:
        print(msgspec.json.encode(found).decode())
    else:
        path = out or Path(f"{game.id}-study.html")
        try:
            path.write_text(page(found), encoding="utf-8", newline="\n")
        except OSError as problem:
            raise UserError(f"{path} cannot be written: {problem.strerror}.") from None
        for one in found:
            losses = ", ".join(f"{loss.level} {loss.per_decision.mean:.2%}" for loss in one.losses)
            words = f"luck decides {one.luck_share:.0%}; comebacks {one.comebacks.mean:.0%}; a decision costs {losses}"
            count_words = english.count(one.games, "game")
            OUT.print(f"{count_words}: {words}; the page is {path}", markup=False, soft_wrap=True)
    if any(one.games < number for one in found):
        raise typer.Exit(130)


def _studied(
    game: Game,
    players: int,
    options: dict[str, Any],
    names: tuple[str, ...],
    seed: int,
    number: int,
    jobs: int | None,
    effects: list[Variant],
    components: Path | None,
    cluster: Cluster | None,
    journal: Journal | None,
) -> Study:
    """A study of so many games, or of those that were played before Ctrl-C."""
    from tabbytop.arena.journal import resumed, run_name
    from tabbytop.arena.study import CHEAP, Sample, study_of

    def sampled(numbers: Sequence[int]) -> Generator[Sample]:
        tasks: list[Task] = [(game.id, players, options, names, seed, index) for index in numbers]
        return _sampled(tasks, jobs, components, cluster)

    full = sorted(game.complete(players, options).items())
    own = b"" if components is None else components.read_bytes()
    run = run_name(game.id, "study", players, full, names, seed, CHEAP, own)
    games_of = sampled(range(number)) if journal is None else resumed(journal, run, number, Sample, sampled)
    samples: list[Sample] = []
    began = time.perf_counter()
    try:
        with progress_bar("studying", number) as advance, closing(games_of) as played:
            for sample in played:
                samples.append(sample)
                advance(len(samples))
    except KeyboardInterrupt:
        if len(samples) < 2:
            raise
        ERR.print(f"Interrupted after {len(samples)} of {number} games; this is what they say.")
    name = components.name if components else ""
    return study_of(game.id, players, options, names, seed, samples, effects, time.perf_counter() - began, name)


def check_components(game: Game, file: Path) -> None:
    """Refuse a component file that the game cannot be played with, before anything is."""
    module = importlib.import_module(f"{game.rules.__name__.rpartition('.')[0]}.components")
    if not hasattr(module, "load"):
        raise UserError(f"{game.name} cannot be studied with other components: it does not say how to load them.")
    module.load(file)


def _sampled(
    tasks: list[Task], jobs: int | None, components: Path | None, cluster: Cluster | None
) -> Generator[Sample]:
    """Games in their order, played and reviewed on several cores or on a cluster."""
    from tabbytop.arena.tasks import on_cluster, on_cores

    game = games.load(tasks[0][0])
    if cluster is not None:
        yield from on_cluster(_sample, tasks, game, cluster)
    else:
        yield from on_cores(_sample, tasks, jobs, _begin, game.id, game.folder / "components.toml", components)


def _begin(game_id: str, own: Path, components: Path | None) -> None:
    obey_parent()
    if components is not None:
        use_instead(own, components)
    _load(game_id)


def _load(game_id: str) -> None:
    from tabbytop.review.reckoning import prepared

    prepared(game_id)


def _sample(task: Task) -> Sample:
    from tabbytop.arena.study import sampled

    return sampled(*task)
