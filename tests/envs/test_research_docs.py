"""What docs/research.md promises: its examples run, its layouts are those of the fields, its files are there."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from tabbytop import games
from tabbytop.envs.layout import page

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")


def examples() -> list[str]:
    """Indented blocks; each goes on where the one before stopped."""
    blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", TEXT, re.MULTILINE)
    return [textwrap.dedent(block).strip() for block in blocks if "pip install" not in block]


def test_every_example_runs_and_is_short():
    names: dict[str, object] = {}
    assert len(examples()) == 5
    for example in examples():
        assert len(example.splitlines()) <= 10
        exec(example, names)


def test_layouts_are_those_of_the_declared_fields():
    """A game that was added a moment ago may have no section yet."""
    sections = re.findall(r"^### (.+): \d+ numbers$", TEXT, re.MULTILINE)
    cards = [card for card in map(games.load, games.ids()) if card.name in sections]
    assert [card.name for card in cards] == sections != []
    assert page(cards) in TEXT


def test_named_files_are_there():
    for name in ("LICENSE", "CITATION.cff", "docs/learn_cat_cab.py"):
        assert name in TEXT
        assert (ROOT / name).exists()
