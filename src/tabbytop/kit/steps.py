"""The steps to a complete game, in the order in which one takes them, and which of them is missing.

What is here only looks whether something is there; whether it is right is what the other parts of the kit are for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tabbytop import games
from tabbytop.engine.clauses import citations
from tabbytop.engine.game import Game
from tabbytop.kit.chosen import tests_of


@dataclass(frozen=True)
class Step:
    """One step, and how to take it."""

    name: str
    advice: str
    is_done: Callable[[Game], bool]


def _has(name: str) -> Callable[[Game], bool]:
    return lambda game: (game.folder / name).is_file()


def uncited(game: Game) -> list[str]:
    """The clauses of a game that none of its tests cites."""
    tests = tests_of(game)
    cited = citations(tests) if tests.is_dir() else {}
    elsewhere = citations(Path.cwd() / "tests") if (Path.cwd() / "tests").is_dir() else {}
    return [clause for clause in game.clauses if clause not in cited and clause not in elsewhere]


def golden_folder(game: Game) -> Path:
    """Where the golden records of the present rules are."""
    return tests_of(game) / "golden" / f"rules-{game.version}"


STEPS = (
    Step(
        "clauses",
        "Write clauses.md: every rule as a line `**ABC-01** One sentence. [origin]`.",
        lambda game: _has("clauses.md")(game) and bool(game.clauses),
    ),
    Step(
        "a bot's instincts",
        "Write bot.py with `policy` and `evaluate`, or give the card a `hand` where everybody acts at once.",
        lambda game: game.bot is not None or game.hand is not None,
    ),
    Step(
        "a guide",
        "Write guide.md: `# How to play …`, `## Sections`, paragraphs that cite clauses as [ABC-01];"
        " what people only look up comes after `# Details`.",
        _has("guide.md"),
    ),
    Step(
        "scenes",
        "Write scenes.py: `scenes()` gives the positions that the guide shows as `![caption](scene:name)`.",
        lambda game: games.beside(game, "scenes") is not None,
    ),
    Step(
        "tests that cite every clause",
        'Write tests with `@cites("ABC-01")`, each of which fails without its clause.',
        lambda game: not uncited(game),
    ),
    Step(
        "endings",
        "Write endings.py beside the tests: an ENDINGS with one `Ending` for each way to end.",
        lambda game: (tests_of(game) / "endings.py").is_file(),
    ),
    Step(
        "golden records",
        "Run `tabbytop golden GAME`: it writes a record of each ending, which must replay for ever.",
        lambda game: golden_folder(game).is_dir(),
    ),
)


def missing(game: Game) -> list[Step]:
    """The steps that are still to be taken."""
    return [step for step in STEPS if not step.is_done(game)]
