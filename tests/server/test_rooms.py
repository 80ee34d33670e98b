"""The rooms of the server know each other one way, and the document names every module."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import tabbytop.server

SERVER = Path(tabbytop.server.__file__).parent
DOCUMENT = Path(__file__).parents[2] / "docs" / "architecture.md"
KNOWN: dict[str, set[str]] = {
    "protocol": set(),
    "storage": set(),
    "tables": {"protocol", "storage"},
    "runtime": {"protocol", "storage", "tables", "operating"},
    "cluster": {"protocol", "storage", "tables", "runtime", "operating"},
    "notices": {"protocol", "storage", "tables", "operating"},
    "http": {"protocol", "storage", "tables", "runtime", "operating", "cluster", "notices"},
    "operating": {"storage", "tables", "runtime", "http", "cluster"},
}
PLAIN = {f"tabbytop.server.operating.{name}" for name in ("metrics", "rounds", "settings")}
"""What the other rooms may know of operating."""


def imports_of(path: Path) -> set[str]:
    """The modules of the server that a file imports, also inside functions."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tabbytop.server."):
            assert node.module is not None
            is_room = node.module.count(".") == 2
            found |= {f"{node.module}.{name.name}" for name in node.names} if is_room else {node.module}
    return found


@pytest.mark.parametrize("room", KNOWN)
def test_a_room_knows_only_the_rooms_below_it(room: str):
    files = list((SERVER / room).rglob("*.py"))
    assert len(files) > 4
    for path in files:
        for module in imports_of(path):
            other = module.split(".")[2]
            assert other in {room, *KNOWN[room]}, f"{path.name} imports {module}"
            assert room == "operating" or other != "operating" or module in PLAIN, f"{path.name} imports {module}"


def test_every_room_is_known_and_every_module_is_in_the_document():
    assert {path.parent.name for path in SERVER.glob("*/__init__.py")} == set(KNOWN)
    table = (
        DOCUMENT.read_text(encoding="utf-8")
        .partition("### The rooms and their modules")[2]
        .partition("\n*One stream")[0]
    )
    named = set(re.findall(r"`(\w+)`", table))
    modules = {path.stem for room in KNOWN for path in (SERVER / room).glob("*.py")} - {"__init__"}
    assert modules - named == set()
