"""What the documents promise: their Python runs, their commands exist, their files are there."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from tabbytop.cli import app

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def python_blocks() -> list[str]:
    """Indented blocks of the README that start with an import; each goes on where the one before stopped."""
    blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", README, re.MULTILINE)
    return [textwrap.dedent(block) for block in blocks if block.strip().startswith("from ")]


def test_the_python_in_the_readme_runs(capsys):
    assert len(python_blocks()) == 2
    names: dict[str, object] = {}
    for block in python_blocks():
        exec(block.replace("10_000", "100"), names)
    assert "Roll the dice" in capsys.readouterr().out


def test_the_readme_lists_every_command():
    told = set(re.findall(r"^\| `tabbytop ([\w-]+)", README, re.MULTILINE))
    alone = {command.name or command.callback.__name__ for command in app.registered_commands}
    assert told == alone | {group.name for group in app.registered_groups}


@pytest.mark.parametrize(
    "path",
    ["README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/lessons.md", "docs/review.md", "CHANGELOG.md"],
)
def test_links_and_named_files_exist(path):
    text = (ROOT / path).read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert (ROOT / path).parent.joinpath(link).exists(), link
    for name in re.findall(r"`((?:src|tests|docs)/[\w/.]+)`", text):
        if "can_race" not in name:  # the game that a reader is about to begin
            assert (ROOT / name).exists(), name


def test_the_document_names_every_module_of_the_engine():
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    table = text.partition("## The parts of the engine")[2].partition("\n## ")[0]
    named = {name for row in re.findall(r"^\| (.+?) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)/?`", row)}
    modules = {path.stem for path in (ROOT / "src/tabbytop/engine").iterdir() if path.suffix == ".py" or path.is_dir()}
    assert named == {name for name in modules if not name.startswith("__")}


def test_no_file_names_a_registry_or_a_machine():
    for name in ("constraints.txt", "pyproject.toml", "Makefile", ".ci/run"):
        assert not re.search(r"https?://|/(home|root|work)/", (ROOT / name).read_text(encoding="utf-8")), name
