"""Which games the kit runs over, and where the tests of each are.

`make test` runs it over all registered games and the two of the kit; `tabbytop kit GAME` over one, wherever it is from.
"""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import Any

from tabbytop import games
from tabbytop.engine.errors import UserError
from tabbytop.engine.game import Game

GAMES, TESTS = "TABBYTOP_KIT_GAMES", "TABBYTOP_KIT_TESTS"
"""The variables by which `tabbytop kit` tells the kit's tests what to look at."""


def cards() -> list[Game]:
    """The registered games that were chosen; all of them if nobody chose."""
    named = os.environ.get(GAMES)
    return [games.load(game_id) for game_id in (named.split(",") if named else games.ids())]


def is_one_game_chosen() -> bool:
    """Whether somebody asks about a game of theirs: the kit's own games are left out then."""
    return GAMES in os.environ


def tests_of(game: Game) -> Path:
    """The folder of a game's own tests: `tests/games/<game>` in a checkout of Tabbytop, `tests` in a package's."""
    if named := os.environ.get(TESTS):
        return Path(named)
    return Path.cwd() / "tests" / "games" / game.folder.name


def endings_of(game: Game) -> dict[str, Any]:
    """The ways to end that a game's tests declare in `endings.py`."""
    path = tests_of(game) / "endings.py"
    if not path.is_file():
        raise UserError(f"{game.name} needs {path}: an ENDINGS with one `Ending` for each way to end.")
    spec = importlib.util.spec_from_file_location(f"endings_of_{game.folder.name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with games.saying_where(game.id, path.parent):
        spec.loader.exec_module(module)
        found: dict[str, Any] = module.ENDINGS
        return found
