"""The kit: the modules of a game name what they use by module, instead of behind walls of imports."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tabbytop.kit.cases import GAMES

MOST_LINES = 15
FILES = sorted(path for game in GAMES for path in game.folder.glob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_module_of_a_game_has_few_lines_of_imports(path: Path):
    body = ast.parse(path.read_text(encoding="utf-8")).body
    imports = [node for node in body if isinstance(node, ast.Import | ast.ImportFrom)]
    lines = sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in imports)
    assert lines <= MOST_LINES, f"{lines} lines of imports: import modules, and say facts.name instead of name"
