"""Commands for people who write games: a new one to start from, the kit, golden records."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from tabbytop import games
from tabbytop.cli.shared import OUT, ClusterName, GameId
from tabbytop.engine.errors import UserError

Tests = Annotated[Path | None, typer.Option(help="Where the game's own tests are; found by itself as a rule.")]


def new(
    game_id: Annotated[str, typer.Argument(metavar="GAME_ID", help="Small letters and hyphens, such as can-race.")],
    name: Annotated[str, typer.Option(help='What people call it, such as "Can Race".')],
    players: Annotated[str, typer.Option(help="How many can play, such as 2-4.")] = "2-4",
) -> None:
    """Write a complete tiny game to start from: into this checkout of Tabbytop, or as a package of its own."""
    from tabbytop import scaffold

    game = scaffold.checked(game_id, name, players)
    made = scaffold.write(game, Path.cwd())
    for folder in made:
        OUT.print(f"Wrote {folder.relative_to(Path.cwd())}", markup=False)
    if scaffold.is_checkout(Path.cwd()):
        OUT.print(
            f"Next: tabbytop golden {game.id}, tabbytop kit {game.id}, make dev. Then change clauses.md.",
            markup=False,
            soft_wrap=True,
        )
    else:
        OUT.print(
            f"Next: see {made[0].name}/README.md. Then change src/{game.folder}/clauses.md.",
            markup=False,
            soft_wrap=True,
        )


def golden(
    game_ids: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", autocompletion=games.ids)] = None,
    tests: Tests = None,
    cluster: ClusterName = None,
) -> None:
    """Write the golden records of the present rules anew: one for each way to end."""
    from tabbytop.arena.cluster import joined
    from tabbytop.kit.golden import regenerate

    with joined(cluster) as crew:
        for game_id in game_ids or games.ids():
            game = games.load(game_id)
            _find_tests(game_id, tests)
            regenerate(game, crew)


def kit(
    game_id: GameId,
    tests: Tests = None,
    quick: Annotated[bool, typer.Option("--quick", help="Only look which steps are missing.")] = False,
) -> None:
    """Hold a game to everything that every game must hold; tells which step is missing. Exit code 1 if something is."""
    game = games.load(game_id)
    try:
        from tabbytop.kit.steps import missing
    except ImportError as problem:
        raise UserError(f"The kit needs '{problem.name}'. Install it with: pip install 'tabbytop[kit]'") from None
    folder = _find_tests(game_id, tests)
    steps = missing(game)
    for step in steps:
        OUT.print(f"Missing: {step.name}. {step.advice}", markup=False, soft_wrap=True)
    if quick:
        if not steps:
            OUT.print("No step is missing. Without --quick everything in them is tried out.")
        raise typer.Exit(1 if steps else 0)
    plugins = ["-p", "no:cacheprovider", "-p", "tabbytop.kit.marks"]
    command = [sys.executable, "-m", "pytest", "-q", *plugins, "--pyargs", "tabbytop.kit"]
    own = [str(folder)] if folder.is_dir() else []
    raise typer.Exit(1 if subprocess.run([*command, *own], check=False).returncode else 0)


def _find_tests(game_id: str, chosen: Path | None) -> Path:
    """Say for this process, and for those it starts, which game is meant and where its tests are."""
    from tabbytop.kit import chosen as kit

    game = games.load(game_id)
    in_checkout = Path.cwd() / "tests" / "games" / game.folder.name
    folder = (chosen or (in_checkout if in_checkout.is_dir() else Path.cwd() / "tests")).resolve()
    os.environ[kit.GAMES], os.environ[kit.TESTS] = game_id, str(folder)
    return folder
