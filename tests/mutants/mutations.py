"""Small mistakes in rules, the kinds that people make: a wrong comparison, one too many, a forgotten line.

A mistake is a replacement of one stretch of the source text, so everything else stays as it was written. Only the
bodies of `@rule` functions are touched. Knows nothing of tests.
"""

from __future__ import annotations

import ast
import difflib
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARISONS = {
    ast.Lt: ("<=", ">="),
    ast.LtE: ("<", ">"),
    ast.Gt: (">=", "<="),
    ast.GtE: (">", "<"),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
}
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.FloorDiv: "*",
    ast.Mod: "//",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.LShift: ">>",
    ast.RShift: "<<",
}
SWAPPED = {"min": "max", "max": "min"}


@dataclass(frozen=True)
class Mutant:
    """One mistake: the file as it would be, and where it differs."""

    path: str
    """Of the file, in its game's folder."""
    line: int
    what: str
    before: str
    after: str

    @property
    def id(self) -> str:
        """The same mistake in the same file has the same id."""
        return hashlib.blake2b(f"{self.path}\0{self.after}".encode(), digest_size=6).hexdigest()

    @property
    def diff(self) -> str:
        """The lines that differ, as `diff` shows them."""
        lines = difflib.unified_diff(self.before.splitlines(), self.after.splitlines(), n=0, lineterm="")
        return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))


def mutants(folder: Path) -> list[Mutant]:
    """All mistakes that can be made in the rules of a game, its instincts aside: those are a matter of taste."""
    return [
        mutant
        for path in sorted(folder.glob("*.py"))
        if path.name != "bot.py"
        for mutant in mutants_of(path.name, path.read_text(encoding="utf-8"))
    ]


def mutants_of(path: str, source: str) -> Iterator[Mutant]:
    """All mistakes that can be made in the rules of one file."""
    text = _Text(source)
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef) and any(_is_rule(mark) for mark in function.decorator_list):
            for statement in function.body:
                for what, line, start, end, new in _mistakes(statement, text):
                    yield Mutant(path, line, f"{function.name}: {what}", source, text.replaced(start, end, new))


def _is_rule(mark: ast.expr) -> bool:
    return isinstance(mark, ast.Name) and mark.id == "rule"


class _Text:
    """Source text by the positions of syntax nodes, whose columns count bytes."""

    def __init__(self, source: str) -> None:
        self._bytes = source.encode()
        self._starts = [0]
        for line in self._bytes.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self._starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._starts[node.end_lineno - 1] + node.end_col_offset

    def part(self, start: int, end: int) -> str:
        return self._bytes[start:end].decode()

    def replaced(self, start: int, end: int, new: str) -> str:
        return (self._bytes[:start] + new.encode() + self._bytes[end:]).decode()


UserError = tuple[str, int, int, int, str]
"""What it is, the line, and the stretch of text with what comes in its place."""


def _mistakes(statement: ast.stmt, text: _Text) -> Iterator[UserError]:
    for node in ast.walk(statement):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue  # a docstring
        if isinstance(node, ast.Assign | ast.AugAssign | ast.Expr):
            yield "dropped", node.lineno, text.start(node), text.end(node), "pass"
        if isinstance(node, ast.AugAssign) and type(node.op) in OPERATORS:
            yield _between(text, node.target, node.value, f"{OPERATORS[type(node.op)]}=", node.lineno)
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            yield _between(text, node.left, node.right, OPERATORS[type(node.op)], node.lineno)
        if isinstance(node, ast.BoolOp):
            yield from _other_joints(node, text)
        if isinstance(node, ast.Compare):
            for left, operator, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
                for new in COMPARISONS.get(type(operator), ()):
                    yield _between(text, left, right, new, left.lineno)
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            start, end = text.start(node.test), text.end(node.test)
            yield "turned round", node.test.lineno, start, end, f"(not ({text.part(start, end)}))"
        if isinstance(node, ast.Constant):
            yield from _other_constants(node, text)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SWAPPED:
            new = SWAPPED[node.func.id]
            yield f"{node.func.id} is {new}", node.lineno, text.start(node.func), text.end(node.func), new


def _between(text: _Text, left: ast.expr, right: ast.expr, new: str, line: int) -> UserError:
    """Another operator between two operands; brackets around them stay where they are."""
    start, end = text.end(left), text.start(right)
    gap = text.part(start, end)
    old = gap.strip("() \t\n\\")
    return f"{old} is {new}", line, start, end, gap.replace(old, new, 1)


def _other_joints(node: ast.BoolOp, text: _Text) -> Iterator[UserError]:
    """All `and`s of a row as `or`s, or the other way round."""
    old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
    start, end = text.start(node.values[0]), text.end(node.values[-1])
    parts = [text.part(text.start(value), text.end(value)) for value in node.values]
    gaps = [text.part(text.end(a), text.start(b)) for a, b in zip(node.values, node.values[1:], strict=False)]
    joined = parts[0] + "".join(gap.replace(old, new, 1) + part for gap, part in zip(gaps, parts[1:], strict=True))
    yield f"{old} is {new}", node.lineno, start, end, joined


def _other_constants(node: ast.Constant, text: _Text) -> Iterator[UserError]:
    where = (node.lineno, text.start(node), text.end(node))
    if isinstance(node.value, bool):
        yield (f"{node.value} is {not node.value}", *where, str(not node.value))
    elif isinstance(node.value, int):
        for near in (node.value + 1, node.value - 1):
            yield (f"{node.value} is {near}", *where, f"({near})" if near < 0 else str(near))
