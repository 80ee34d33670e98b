"""The texts that stand under declarations, for those who read what a field or a constant means elsewhere."""

from __future__ import annotations

import ast
import inspect
import itertools
import textwrap


def docs_of(cls: type) -> dict[str, str]:
    """The text under each field of a class, by the name of the field."""
    (declaration,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    assert isinstance(declaration, ast.ClassDef)
    return documented(declaration.body)


def documented(body: list[ast.stmt]) -> dict[str, str]:
    """The texts that stand under assignments, by the assigned name."""
    found = {}
    for node, below in itertools.pairwise(body):
        text = below.value if isinstance(below, ast.Expr) else None
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(text, ast.Constant):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            found[ast.unparse(target)] = inspect.cleandoc(str(text.value))
    return found
