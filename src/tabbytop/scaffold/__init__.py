"""Writes a complete tiny game to start from: rules, words, guide, bot, board and tests that pass the kit at once.

In a checkout of Tabbytop it goes into the folders of the games; anywhere else it becomes a package of its own, which is
installed beside Tabbytop. The texts are in `template`, with `$name` and the like where a game differs from another.
"""

from __future__ import annotations

import importlib.util
import itertools
import keyword
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from string import Template

from tabbytop import games
from tabbytop.engine.errors import UserError

TEMPLATES = Path(__file__).parent / "template"
SEATS = {
    "Red": "#c8412f",
    "Blue": "#2463ae",
    "Green": "#17805c",
    "Yellow": "#b98a00",
    "Violet": "#7a4fb0",
    "Teal": "#0f7f8c",
}
"""What seats are called, and their colours."""
LONGEST = 30
"""Letters in an id or a name at most, so that no line of a file becomes too long."""


@dataclass(frozen=True)
class NewGame:
    """A game that is to be written."""

    id: str
    name: str
    low: int
    high: int

    @property
    def folder(self) -> str:
        """Its id as a name for folders and modules."""
        return self.id.replace("-", "_")

    @property
    def counts(self) -> str:
        """How many can play, in words."""
        return f"{self.low} players" if self.low == self.high else f"{self.low} to {self.high} players"

    @property
    def prefix(self) -> str:
        """Three letters for its clauses that no other game has, from its name if that can be.

        >>> NewGame("can-race", "Can Race", 2, 4).prefix
        'CAN'
        """
        taken = {prefix for game_id in games.ids() for prefix in games.load(game_id).clause_prefixes}
        letters = re.sub("[^A-Z]", "", self.name.upper() + self.id.upper()) + "XYZ"
        return next(three for three in map("".join, itertools.combinations(letters, 3)) if three not in taken)


def checked(game_id: str, name: str, players: str) -> NewGame:
    """What somebody wants, or a sentence that says what is wrong with it.

    >>> checked("can-race", "Can Race", "2-4")
    NewGame(id='can-race', name='Can Race', low=2, high=4)
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", game_id) or keyword.iskeyword(game_id):
        raise UserError(f"A game id is made of small letters, digits and hyphens, such as can-race; not '{game_id}'.")
    if max(len(game_id), len(name)) > LONGEST:
        raise UserError(f"A game's id and its name have at most {LONGEST} letters each.")
    if game_id in games.ids():
        raise UserError(f"There is a game '{game_id}' already. Choose another id.")
    if not re.fullmatch(r"[^\W_][\w '!?.,:&+-]*", name.strip()):
        raise UserError('A name is a few words of letters, digits and simple marks, such as --name "Can Race".')
    counts = re.fullmatch(r"(\d+)(?:-(\d+))?", players)
    low, high = (int(counts[1]), int(counts[2] or counts[1])) if counts else (0, 0)
    if not 2 <= low <= high <= len(SEATS):
        raise UserError(f"--players is a number or a range from 2 to {len(SEATS)}, such as 2-4; not '{players}'.")
    return NewGame(game_id, name.strip(), low, high)


def is_checkout(root: Path) -> bool:
    """Whether a folder is a checkout of Tabbytop, whose games lie in its own folders."""
    return (root / "src/tabbytop/games/__init__.py").is_file() and (root / "web/src/games").is_dir()


def write(game: NewGame, root: Path) -> list[Path]:
    """Write the game below a folder; nothing is overwritten. Returns the folders that were made."""
    return _into_checkout(game, root) if is_checkout(root) else _as_package(game, root / game.id)


def write_types(root: Path) -> None:
    """Write what the boards of a checkout know of views and moves, in a process that imports the games as they are."""
    places = [str(root / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(places)}
    command = [sys.executable, "-m", "tabbytop.server.protocol.typescript"]
    if subprocess.run(command, cwd=root, env=environment, check=False).returncode:
        again = "python -m tabbytop.server.protocol.typescript"
        raise UserError(f"The types for the boards could not be written. Mend what is told above, then run: {again}")


def _into_checkout(game: NewGame, root: Path) -> list[Path]:
    rules, tests = root / "src/tabbytop/games" / game.folder, root / "tests/games" / game.folder
    board = root / "web/src/games" / game.id
    _refuse_existing(rules, tests, board)
    words = _words(game, f"tabbytop.games.{game.folder}", f"tests.games.{game.folder}")
    _fill("rules", rules, words)
    _fill("tests", tests, words)
    _fill("board", board, words)
    write_types(root)
    return [rules, tests, board]


def _as_package(game: NewGame, root: Path) -> list[Path]:
    _refuse_existing(root)
    if importlib.util.find_spec(game.folder) is not None:
        raise UserError(f"There is a Python package '{game.folder}', which yours would hide. Choose another id.")
    words = _words(game, game.folder, "tests")
    _fill("package", root, words)
    _fill("rules", root / "src" / game.folder, words)
    _fill("static", root / "src" / game.folder / "static", words)
    _fill("tests", root / "tests", words)
    return [root]


def _refuse_existing(*folders: Path) -> None:
    for folder in folders:
        if folder.exists():
            raise UserError(f"{folder} is there already; nothing was written. Remove it, or choose another id.")


def _words(game: NewGame, package: str, tests_package: str) -> dict[str, str]:
    """What stands in the templates where games differ."""
    seats = list(SEATS)[: game.high]
    return {
        "id": game.id,
        "name": game.name,
        "folder": game.folder,
        "prefix": game.prefix,
        "low": str(game.low),
        "high": str(game.high),
        "counts": game.counts,
        "players": _in_brackets(range(game.low, game.high + 1)),
        "seat_names": _in_brackets(f'"{seat}"' for seat in seats),
        "seat_colours": _in_brackets(f'"{SEATS[seat]}"' for seat in seats),
        "package": package,
        "tests_package": tests_package,
    }


def _in_brackets(things: Iterable[object]) -> str:
    """The inside of a tuple, as formatters leave it."""
    texts = [str(thing) for thing in things]
    return f"{texts[0]}," if len(texts) == 1 else ", ".join(texts)


def _fill(part: str, folder: Path, words: dict[str, str]) -> None:
    """Write one folder of templates."""
    folder.mkdir(parents=True)
    for path in sorted((TEMPLATES / part).glob("*.txt")):
        text = Template(path.read_text(encoding="utf-8")).substitute(words)
        (folder / path.name.removesuffix(".txt")).write_text(text, encoding="utf-8", newline="\n")
