"""The numbered clauses of a game's rules: read from its `clauses.md`, cited by refusals, tests and the guide."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tabbytop.engine.errors import UserError

CLAUSE = re.compile(r"^\*\*(?P<id>[A-Z]{3}-\d+)\*\* (?P<text>.*?)(?: \[(?P<origin>[^\[\]]*)\])?$")


@dataclass(frozen=True)
class Clause:
    """One rule: its id, its sentence, and where it comes from (the book, a public fact, a ruling, an option)."""

    id: str
    text: str
    origin: str


def read_clauses(path: Path) -> dict[str, Clause]:
    """All clauses of a file, in its order."""
    clauses: dict[str, Clause] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if found := CLAUSE.match(line):
            if found["id"] in clauses:
                raise UserError(f"{path.name}: clause {found['id']} stands there twice")
            clauses[found["id"]] = Clause(found["id"], found["text"], found["origin"] or "")
    return clauses


def citations(tests: Path, mark: str = "cites") -> dict[str, list[str]]:
    """Which tests below a folder cite which clauses, by the mark `@cites("CAB-33", "CAB-34")` or one like it."""
    cited: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        for name, clauses in _marked_tests(path, mark):
            for clause in clauses:
                cited.setdefault(clause, []).append(f"{path.relative_to(tests).as_posix()}::{name}")
    return cited


def _marked_tests(path: Path, mark: str) -> Iterator[tuple[str, list[str]]]:
    source = path.read_text(encoding="utf-8")
    if f"@{mark}(" not in source:  # most files cite nothing, and reading one as a tree takes a while
        return
    try:
        tree = ast.parse(source, path.name)
    except SyntaxError as problem:
        raise UserError(f"The tests cannot be read: {problem}.") from problem
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            marks = [m for m in node.decorator_list if isinstance(m, ast.Call) and ast.unparse(m.func) == mark]
            yield node.name, [ast.literal_eval(argument) for mark in marks for argument in mark.args]
