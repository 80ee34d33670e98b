"""The games. Every folder here with a `game.py` is registered; its card is the `GAME` in that file.

Beside the card a folder may have a `guide.md`, and a `scenes.py` whose `scenes()` are the positions the guide shows.
"""

from __future__ import annotations

import difflib
import importlib
from pathlib import Path

from tabbytop.engine.game import Game
from tabbytop.engine.guide import BadGuide, Guide, read_guide
from tabbytop.engine.mistake import Mistake
from tabbytop.engine.state import States


class UnknownGame(Mistake):
    """A game id that nobody registered."""


def ids() -> list[str]:
    """The ids of all registered games."""
    return sorted(path.parent.name.replace("_", "-") for path in Path(__file__).parent.glob("*/game.py"))


def load(game_id: str) -> Game:
    """The card of a game."""
    if game_id not in ids():
        near = difflib.get_close_matches(game_id, ids(), 1)
        hint = f" Did you mean '{near[0]}'?" if near else ""
        raise UnknownGame(f"There is no game '{game_id}'.{hint} Games: {', '.join(ids())}.")
    game: Game = importlib.import_module(f"tabbytop.games.{game_id.replace('-', '_')}.game").GAME
    return game


def guide(game_id: str) -> tuple[Guide, dict[str, States]]:
    """The guide of a game, and the positions for its pictures."""
    game = load(game_id)
    written = read_guide(game.folder / "guide.md", game.clauses)
    scenes: dict[str, States] = importlib.import_module(f"tabbytop.games.{game.folder.name}.scenes").scenes()
    missing = [name for name in written.scenes if name not in scenes]
    if missing:
        raise BadGuide(f"the guide of {game.name} shows '{missing[0]}', which its scenes.py does not have")
    return written, scenes
