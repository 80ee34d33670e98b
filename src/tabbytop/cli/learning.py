"""Commands by which bots learn: training a net, proving what one is worth, telling how well positions are judged."""

from __future__ import annotations

import os
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from tabbytop import games
from tabbytop.cli.shared import (
    ERR,
    OUT,
    AsJson,
    GameId,
    Jobs,
    OptionList,
    Players,
    Resume,
    compiling,
    obey_parent,
    parse_options,
    print_json,
    progress_bar,
)
from tabbytop.engine import english
from tabbytop.engine.errors import UserError
from tabbytop.engine.game import Game

if TYPE_CHECKING:
    from tabbytop.arena.room import Room, Sample

Threads = Annotated[int | None, typer.Option(min=1, max=256, help="Threads; as many as cores by default.")]


def train(
    game_id: GameId,
    out: Annotated[Path, typer.Option(help="The net. What is needed to go on lies in a folder beside it.")],
    players: Players = None,
    option: OptionList = None,
    hours: Annotated[float, typer.Option(min=0.0, help="For how long; a round that has begun is finished.")] = 1.0,
    round_games: Annotated[int, typer.Option(min=64, help="Games in a round.")] = 4_000,
    simulations: Annotated[int, typer.Option(min=8, help="Simulations of decisions that are learned from.")] = 200,
    horizon: Annotated[int, typer.Option(min=0, help="Moves played on by instinct before the net judges.")] = 0,
    deals: Annotated[int, typer.Option(min=2, help="Deals of the match after a round, played from every seat.")] = 100,
    seed: Annotated[int, typer.Option(min=0, max=1 << 40, help="Same seed, same luck.")] = 1,
    threads: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Train a net by games of the search against itself. Goes on where it was interrupted; keeps the strongest net."""
    try:
        import torch  # noqa: F401
    except ImportError:
        raise UserError("Training needs PyTorch: pip install 'tabbytop[learn]'.") from None
    from tabbytop.learning.training import RoundSettings, Training

    game = _learner(game_id)
    count = game.default_players if players is None else players
    options = parse_options(game, count, option or [])
    cores = threads or os.cpu_count() or 1
    settings = RoundSettings(round_games, simulations, horizon, deals=deals, threads=cores, seed=seed)
    until = time.monotonic() + 3600 * hours
    with compiling(game) as referee:
        training = Training(referee, count, options, out.with_name(out.name + ".training"), settings)
    if training.rounds:
        ERR.print(f"Goes on after round {len(training.rounds)}.")
    columns = SpinnerColumn(), TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn()
    with Progress(*columns, console=ERR, transient=True) as progress:
        task = progress.add_task("", total=1.0)

        def tell(words: str, share: float) -> None:
            progress.update(task, description=f"round {len(training.rounds) + 1}: {words}", completed=share)

        while not training.rounds or time.monotonic() < until:
            done = training.round(tell)
            training.save(out)
            if as_json:
                print_json({**vars(done), "strength": vars(done.strength)})
            else:
                OUT.print(
                    f"Round {done.number + 1}: {done.games} games, {done.positions} positions; results are told with "
                    f"{done.held_out:.4f} instead of {done.before:.4f} (cross entropy, held-out games); placed before "
                    f"today's search, with as much time, in {done.strength}.",
                    soft_wrap=True,
                )
    best = training.best
    ERR.print(f"{out} is the net of round {best.number + 1}: {best.strength}.")


def verify_net(
    game_id: GameId,
    players: Players = None,
    file: Annotated[Path | None, typer.Option("--net", help="A net in place of the one that the game ships.")] = None,
    simulations: Annotated[int, typer.Option(min=8, help="Simulations of a decision with the net.")] = 200,
    deals: Annotated[int, typer.Option(min=2, help="Deals, each played from every seat.")] = 200,
    seed: Annotated[int, typer.Option(min=0, max=1 << 40, help="Same seed, same luck.")] = 1001,
    threads: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Play a net against the search without one, in the same time, and hold the result against what is published.

    Exit code 1 if the published strength lies outside what was found.
    """
    from tabbytop.bots import nets
    from tabbytop.learning.games import Games, Mind
    from tabbytop.learning.strength import at_equal_time, match

    game = _learner(game_id)
    count = game.default_players if players is None else players
    game.complete(count, {})
    shipped = nets.shipped(game, count)
    if file is None and not shipped.is_file():
        raise UserError(f"{game.name} ships no net for {english.count(count, 'player')}; name one with --net.")
    net = nets.load(file or shipped)
    options: dict[str, Any] = dict(net.record["options"])
    if problem := nets.fits(net, game, game.seats(count, options)):
        raise UserError(f"The net does not fit {game.name} with {count} players: {problem}.")
    with compiling(game) as referee:
        there = Games(referee, count, options)
        mine = Mind(simulations, net.weights, net.horizon)
        rival = at_equal_time(there, mine, Mind(simulations))
        found = match(there, mine, rival, deals, seed, threads or os.cpu_count() or 1)
    published = net.record["strength"]["share"]
    holds = found.agrees_with(published, net.record["strength"]["error"])
    if as_json:
        print_json({**vars(found), "published": published, "holds": holds, "rival": rival.simulations})
    else:
        OUT.print(
            f"{game.name}, {count} players: the net with {simulations} simulations was placed before the search without"
            f" one, with {rival.simulations} in the same time, in {found}. Published: {100 * published:.1f} %. "
            + ("That holds." if holds else "That does not hold."),
            soft_wrap=True,
        )
    if not holds:
        raise typer.Exit(1)


def curve(
    files: Annotated[list[Path], typer.Argument(metavar="NET...", help="Nets, each with the record of its training.")],
    out: Annotated[Path, typer.Option(help="The picture.")],
) -> None:
    """Draw how strong nets grew while they were trained, from what they say themselves, as an SVG."""
    from tabbytop.bots import nets
    from tabbytop.learning.curve import plot

    loaded = {file: nets.load(file).record for file in files}

    def name_of(file: Path, record: Mapping[str, Any]) -> str:
        return f"{record['game']}, {record['players']} players, seed {record['seed']} ({file})"

    records = {name_of(file, record): record for file, record in loaded.items()}
    try:
        out.write_text(plot(records), encoding="utf-8", newline="\n")
    except OSError as problem:
        raise UserError(f"{out} cannot be written: {problem.strerror}.") from None
    ERR.print(f"{out} shows {english.count(len(records), 'net')}.", markup=False)


def judgement(
    game_id: GameId,
    players: Players = None,
    file: Annotated[Path | None, typer.Option("--net", help="A net in place of the one that the game ships.")] = None,
    number: Annotated[int, typer.Option("--games", min=8, help="Games whose positions are judged.")] = 400,
    simulations: Annotated[int, typer.Option(min=8, help="Simulations by which these games are played.")] = 100,
    looked: Annotated[int, typer.Option("--look", min=0, help="Games whose decisions are looked at closely.")] = 0,
    deeper: Annotated[int, typer.Option(min=2, help="How many times deeper than top-cat they are looked at.")] = 4,
    seed: Annotated[int, typer.Option(min=0, max=1 << 40, help="Same seed, same games.")] = 2002,
    jobs: Jobs = None,
    resume: Resume = None,
    as_json: AsJson = False,
) -> None:
    """Tell how well positions are judged, by quarter of the game; with --look, what top-cat's decisions still cost."""
    from tabbytop.bots import nets
    from tabbytop.learning.games import Games
    from tabbytop.learning.judgement import held_out, judged

    game = _learner(game_id)
    count = game.default_players if players is None else players
    if count < 2:
        raise UserError("Judgement is told by who wins: it takes two players at least.")
    net = nets.load(file) if file is not None else nets.net_for(game, count, {})
    if net is not None and (problem := nets.fits(net, game, game.seats(count, {}))):
        raise UserError(f"The net does not fit {game.name} with {count} players: {problem}.")
    with compiling(game) as referee:
        there = Games(referee, count)
        positions = held_out(there, number, simulations, seed, jobs or os.cpu_count() or 1)
        quarters = judged(there, positions, None if net is None else net.weights)
    room = _room(game, count, seed, looked, deeper, jobs, resume) if looked else None
    if as_json:
        print_json({"quarters": [msgspec.to_builtins(one) for one in quarters], "room": msgspec.to_builtins(room)})
        return
    print(f"{game.name}, {count} players: R² of results in {english.count(number, 'game')}, by quarter of the game")
    print("\n| judge | first | second | third | last |\n|---|---|---|---|---|")
    for judge in quarters[0].judges:
        print(f"| {judge} | {' | '.join(str(one.judges[judge]) for one in quarters)} |")
    if room is not None:
        print(f"\n{room.in_words(deeper)}")


def _room(game: Game, players: int, seed: int, number: int, deeper: int, jobs: int | None, resume: Path | None) -> Room:
    """What some decisions of top-cat cost; games that were looked at before come from the file."""
    from tabbytop.arena.journal import Journal, resumed, run_name
    from tabbytop.arena.room import Sample, room_of
    from tabbytop.arena.tasks import on_cores

    def sampled(numbers: Sequence[int]) -> Generator[Sample]:
        tasks = [(game.id, players, seed, each, deeper) for each in numbers]
        yield from on_cores(_look, tasks, jobs, _begin, game.id)

    run = run_name(game.id, "room", players, seed, deeper)
    looked = sampled(range(number)) if resume is None else resumed(Journal(resume), run, number, Sample, sampled)
    samples = []
    with progress_bar("looking closely", number) as advance, closing(looked) as found:
        for sample in found:
            samples.append(sample)
            advance(len(samples))
    return room_of(samples)


def _begin(game_id: str) -> None:
    from tabbytop.review.reckoning import prepared

    obey_parent()
    prepared(game_id)


def _look(task: tuple[str, int, int, int, int]) -> Sample:
    from tabbytop.arena.room import sampled

    game_id, players, seed, number, deeper = task
    return sampled(game_id, players, seed, number, deeper)


def _learner(game_id: str) -> Game:
    game = games.load(game_id)
    if game.features is None:
        raise UserError(f"{game.name} has no features.py, so nothing can be learned in it. CONTRIBUTING.md tells how.")
    return game
