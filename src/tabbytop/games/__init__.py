"""The games: every folder here with a `game.py`, and those of installed packages.

A package adds a game by an entry point of the group `tabbytop.games` that leads to its card:

    [project.entry-points."tabbytop.games"]
    can-race = "can_race.game:GAME"

A package that cannot be loaded is named and passed over, so that the other games can be played. Beside its card a game
may have a `guide.md`, a `scenes.py` whose `scenes()` are the positions that the guide shows, a `lesson.py` whose
`LESSONS` teach it, and a `page.py`.
"""

from __future__ import annotations

import difflib
import functools
import importlib
import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType

from tabbytop.engine.errors import UserError
from tabbytop.engine.game import Game
from tabbytop.engine.guide import BadGuide, Guide, read_guide
from tabbytop.engine.lessons import Lesson
from tabbytop.engine.state import States

LOG = logging.getLogger("tabbytop.games")
GROUP = "tabbytop.games"
OWN = "Tabbytop"


class UnknownGame(UserError):
    """A game id that nobody registered, or whose game cannot be loaded."""


@dataclass(frozen=True)
class Failure:
    """A package whose game cannot be played, and why."""

    id: str
    source: str
    why: str

    def __str__(self) -> str:
        return f"The game '{self.id}' of the package {self.source} cannot be loaded and is left out: {self.why}"


def ids() -> list[str]:
    """The ids of all games that can be played."""
    return sorted([*_own_folders(), *_outside().cards])


def load(game_id: str) -> Game:
    """The card of a game."""
    if folder := _own_folders().get(game_id):
        with saying_where(game_id, Path(__file__).parent / folder):
            own: Game = importlib.import_module(f"{__name__}.{folder}.game").GAME
            return own
    outside = _outside()
    if game_id in outside.cards:
        return outside.cards[game_id]
    for failure in outside.failures:
        if failure.id == game_id:
            raise UnknownGame(str(failure))
    near = difflib.get_close_matches(game_id.lower(), ids(), 1)
    hint = f" Did you mean '{near[0]}'?" if near else ""
    raise UnknownGame(f"There is no game '{game_id}'.{hint} Games: {', '.join(ids())}.")


def source(game_id: str) -> str:
    """Where a game comes from: "Tabbytop", or the name and version of a package."""
    return _outside().sources.get(game_id, OWN)


def failures() -> list[Failure]:
    """The packages that were passed over."""
    return _outside().failures


def beside(game: Game, name: str) -> ModuleType | None:
    """A module that lies beside the card of a game, such as its `scenes`; None if it has none."""
    if not (game.folder / f"{name}.py").is_file():
        return None
    package = game.rules.__name__.rpartition(".")[0]
    with saying_where(game.id, game.folder):
        return importlib.import_module(f"{package}.{name}")


@contextmanager
def saying_where(game_id: str, folder: Path) -> Iterator[None]:
    """Say in a sentence what is wrong in the files of a game that somebody writes, and in which line of which file."""
    try:
        yield
    except UserError:
        raise
    except Exception as problem:
        lines = [at for at in traceback.extract_tb(problem.__traceback__) if folder in Path(at.filename).parents]
        place = f" ({Path(lines[-1].filename).name}, line {lines[-1].lineno})" if lines else ""
        where = "" if isinstance(problem, SyntaxError) else place  # that one says so itself
        why = f"{type(problem).__name__}: {problem}{where}"
        raise UnknownGame(f"The game '{game_id}' cannot be loaded yet: {why}.") from problem


def guide(game_id: str) -> tuple[Guide, dict[str, States]]:
    """The guide of a game, and the positions for its pictures. A game without one has its clauses as a guide."""
    game = load(game_id)
    path, module = game.folder / "guide.md", beside(game, "scenes")
    written = read_guide(path, game.clauses) if path.is_file() else Guide(f"How to play {game.name}", ())
    scenes: dict[str, States] = module.scenes() if module else {}
    missing = [name for name in written.scenes if name not in scenes]
    if missing:
        raise BadGuide(f"the guide of {game.name} shows '{missing[0]}', which its scenes.py does not have")
    return written, scenes


def lessons(game_id: str) -> tuple[Lesson, ...]:
    """The lessons of a game, its main one first; a game may have none."""
    module = beside(load(game_id), "lesson")
    found: tuple[Lesson, ...] = module.LESSONS if module else ()
    return found


@functools.cache
def _own_folders() -> dict[str, str]:
    folders = (path.parent.name for path in Path(__file__).parent.glob("*/game.py"))
    return {name.replace("_", "-"): name for name in folders}


@dataclass(frozen=True)
class _Outside:
    """What installed packages bring."""

    cards: dict[str, Game] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)


@functools.cache
def _outside() -> _Outside:
    found = _Outside()
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        package = f"{point.dist.name} {point.dist.version}" if point.dist else "without a name"
        try:
            found.cards[point.name] = _card_at(point, found)
            found.sources[point.name] = package
        except (Exception, SystemExit) as problem:  # whatever a package does wrong, the others can be played
            found.failures.append(Failure(point.name, package, f"{type(problem).__name__}: {problem}"))
            LOG.warning("%s", found.failures[-1])
    return found


def _card_at(point: EntryPoint, found: _Outside) -> Game:
    if point.name in _own_folders() or point.name in found.cards:
        raise ValueError("there is a game with this id already")
    game = point.load()
    if not isinstance(game, Game):
        raise TypeError(f"{point.value} is not a game card")
    if game.id != point.name:
        raise ValueError(f"its card has the id '{game.id}'")
    return game
