"""What all games share names none of them: a game is known by its folder, and told by its card."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import tabbytop

SOURCES = Path(tabbytop.__file__).parent
PAGE = SOURCES.parents[1] / "web" / "src"
SHARED = ("arena", "bots", "engine", "envs", "learning", "review", "server")
IDS = re.compile(r"\b(cat[-_]cab|hot[-_]tin[-_]roof|kitty[-_]paw|patrician|rollecate)\b")
"""Games with names that are no words of the trade: one that is added may be called "state"."""


def words_of(path: Path) -> Iterator[str]:
    """The names and texts of a module, but no examples in its docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    explained = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and isinstance(node.body[0] if node.body else None, ast.Expr)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in explained:
                yield text
            case ast.ImportFrom(module=str(module)):
                yield from (module, *(name.name for name in node.names))
            case ast.Import():
                yield from (name.name for name in node.names)


def test_no_module_that_games_share_names_one():
    paths = [path for part in SHARED for path in (SOURCES / part).rglob("*.py")]
    assert len(paths) > 150
    named = {str(path): found for path in paths if (found := [text for text in words_of(path) if IDS.search(text)])}
    assert named == {}


def test_the_page_names_games_in_their_folders_alone():
    own = PAGE / "games"
    paths = [path for path in PAGE.rglob("*.*") if own not in path.parents and not path.name.endswith(".test.ts")]
    assert len(paths) > 150
    assert [str(path) for path in paths if path.is_file() and IDS.search(path.read_text(encoding="utf-8"))] == []


def test_shared_sheets_of_the_page_draw_with_no_pattern_of_a_game():
    sheets = [*(PAGE / "styles").glob("*.css"), *(PAGE / "table").rglob("*.css")]
    assert len(sheets) > 3
    assert [sheet.name for sheet in sheets if "url(#" in sheet.read_text(encoding="utf-8")] == []
