"""The commands that let bots learn: training a net, and proving what one is worth."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from tabbytop import games
from tabbytop.cli.shared import ERR, OUT, AsJson, GameId, OptionList, Players, compiling, parse_options, print_json
from tabbytop.engine import english
from tabbytop.engine.errors import UserError
from tabbytop.engine.game import Game

Threads = Annotated[int | None, typer.Option(min=1, max=256, help="Threads; as many as cores by default.")]


def train(
    game_id: GameId,
    out: Annotated[Path, typer.Option(help="The net. What is needed to go on lies in a folder beside it.")],
    players: Players = None,
    option: OptionList = None,
    hours: Annotated[float, typer.Option(min=0.0, help="For how long; a round that has begun is finished.")] = 1.0,
    round_seconds: Annotated[float, typer.Option(min=0.1, help="Seconds of games in a round.")] = 120.0,
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
    settings = RoundSettings(round_seconds, simulations, horizon, deals=deals, threads=cores, seed=seed)
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


def _learner(game_id: str) -> Game:
    game = games.load(game_id)
    if game.features is None:
        raise UserError(f"{game.name} has no features.py, so nothing can be learned in it. CONTRIBUTING.md tells how.")
    return game
