"""What the commands share: options that several take, output for people and programs, compiled rules."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

from tabbytop import games
from tabbytop.engine.errors import UserError
from tabbytop.engine.game import Game

if TYPE_CHECKING:
    from tabbytop.engine.referee import Compiled

OUT = Console(highlight=False)
ERR = Console(stderr=True, highlight=False)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")]
GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game id, such as cat-cab.", autocompletion=games.ids)]
Players = Annotated[int | None, typer.Option("--players", help="Number of players; the game's usual one by default.")]
OptionList = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="KEY=VALUE", help="A table option; may be repeated.")
]

Seed = Annotated[int, typer.Option("--seed", min=0, max=(1 << 63) - 1, help="Same seed, same games.")]
Jobs = Annotated[int | None, typer.Option("--jobs", min=1, max=256, help="Processes; as many as cores by default.")]

DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        envvar="TABBYTOP_DATABASE",
        help="Another database: sqlite:///folder/file or postgresql://user:password@host/name.",
    ),
]

ClusterName = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="auto|local|ADDRESS",
        help="Play on a Ray cluster: the one that is found, one on this machine, or HOST:PORT or ray://HOST:PORT.",
    ),
]
Resume = Annotated[
    Path | None,
    typer.Option("--resume", metavar="FILE", help="Keep finished games in this file, and go on from what is in it."),
]


def parse_options(game: Game, players: int, pairs: list[str]) -> dict[str, Any]:
    """Options typed as key=value, checked."""
    chosen = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise UserError(f"An option is written key=value, such as side=back; not '{pair}'.")
        chosen[name] = game.options.named(name).parse(text)
    game.complete(players, chosen)
    return chosen


@contextmanager
def compiling(game: Game) -> Iterator[Compiled]:
    """The compiled rules of a game; says so, inside this context, when they have to be compiled first."""
    from tabbytop.engine.referee import Compiled

    with ERR.status("loading the rules") as status:
        done = 0

        def notify(rule: str) -> None:
            nonlocal done
            done += 1
            status.update(f"compiling the rules, once: {done} done, {escape(rule)}")

        yield Compiled(game, notify=notify)


@contextmanager
def progress_bar(words: str, total: int, where: Callable[[], str] = str) -> Iterator[Any]:
    """A progress bar on the error stream, which also says `where` things go on; yields a function that takes the
    number done."""

    def described() -> str:
        return f"{words} on {place}" if (place := where()) else words

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=ERR, transient=True) as progress:
        task = progress.add_task(described(), total=total)
        yield lambda done: progress.update(task, completed=done, description=described())


def obey_parent() -> None:
    """For processes that work for a command: Ctrl-C is the command's affair, and they end when it does."""
    from tabbytop.bots.workers import end_with_parent

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def print_json(value: Any) -> None:
    """Machine-readable output, and nothing else, on the output stream."""
    print(json.dumps(value, ensure_ascii=False))


def say(as_json: bool, value: dict[str, Any], words: str) -> None:
    if as_json:
        print_json(value)
    else:
        OUT.print(words, markup=False)
