"""`@rule` marks an ordinary Python function as part of a game's rules.

A rule stays the plain function it is: it can be called, debugged and measured for coverage as it stands. That is
the interpreted mode. The compiled mode makes a *twin* of every rule (see `compiling.py`); both live side by side in
one process. A rule may use ints, fields, other rules, and module-level ints and `table`s, by name or as `module.name`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import numpy as np

from tabbytop.engine.state import Wide

F = TypeVar("F", bound=Callable[..., Any])


def rule(function: F) -> F:
    """Mark `function` as a rule. Every parameter needs an annotation: it fixes the compiled signature."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    missing = [name for name in names if name not in function.__annotations__]
    if missing:
        raise TypeError(f"rule {function.__qualname__}: parameter '{missing[0]}' needs an annotation")
    function.__rule__ = True  # type: ignore[attr-defined]
    return function


def is_rule(value: object) -> bool:
    """Whether `value` was marked with `@rule`."""
    return getattr(value, "__rule__", False) is True and callable(value)


def table(numbers: Iterable[Any]) -> Wide:
    """A read-only array of 64-bit numbers for rules to look things up in; nested lists give more axes."""
    cells = np.array(list(numbers), np.int64)
    cells.setflags(write=False)
    return cells


@rule
def scratch(size: int) -> Wide:
    """A small work array inside a rule; its contents are undefined until written."""
    return np.empty(size, np.int64)
