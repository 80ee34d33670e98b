"""What docs/research.md promises: its examples run, its layouts are those of the fields, its files are there."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tabbytop import games
from tabbytop.engine import gpu
from tabbytop.engine.gpu.batch import Batch, Played
from tabbytop.engine.gpu.table import Table
from tabbytop.envs.layout import page

ROOT = Path(__file__).parents[2]
HAS_CARD = importlib.util.find_spec("numba_cuda") is not None and gpu.toolkit().is_available()
GPU_TEXT = (ROOT / "docs" / "research-gpu.md").read_text(encoding="utf-8")
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


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed here")
def test_the_learning_program_learns_and_plays(tmp_path: Path):
    command = [sys.executable, str(ROOT / "docs" / "learn_cat_cab.py"), "--minutes", "0.001", "--games", "2"]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert "games won against house-cat" in said


def gpu_examples() -> list[str]:
    return re.findall(r"```python\n(.*?)```", GPU_TEXT, re.DOTALL)


def test_examples_for_a_gpu_name_what_exists():
    assert len(gpu_examples()) == 2
    for example in gpu_examples():
        tree = ast.parse(example)
        names: dict[str, object] = {}
        for node in tree.body:
            if isinstance(node, ast.ImportFrom):
                exec(ast.unparse(node), names)
        kinds = {"batch": Batch, "table": Table}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in kinds:
                kind = kinds[node.value.id]
                assert hasattr(kind, node.attr) or f"self.{node.attr} = " in inspect.getsource(kind), node.attr
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "played":
                assert node.attr in Played.__dataclass_fields__


@pytest.mark.skipif(not HAS_CARD, reason="there is no NVIDIA GPU here; run this test where there is one")
def test_examples_for_a_gpu_run():
    names: dict[str, object] = {}
    for example in gpu_examples():
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
