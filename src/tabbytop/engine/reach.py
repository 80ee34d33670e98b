"""What a rule can reach: the numbers, tables and other rules that it names, as plain globals or as `module.name`.

The walk is over a rule's bytecode, so it finds exactly what the function uses and the line where it does. Compiling
stands on it twice: it fills the twin's globals, and it names the cache. What a rule may not use is refused
here, with its place and what to do instead.
"""

from __future__ import annotations

import builtins
import difflib
import dis
import graphlib
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabbytop.engine.rule import is_rule

Rule = Callable[..., Any]
StandIns = Mapping[Rule, Rule]
"""Which rules take the place of which verbs."""

LIBRARIES = ("math", "numpy")
"""Modules from outside that a rule may use; Numba knows them, and they change with their version only."""

NUMBERS = (bool, int, float)

REMEDIES: tuple[tuple[tuple[type, ...], str], ...] = (
    ((types.FunctionType,), "mark it with @rule"),
    ((types.ModuleType,), "say what of it is meant, such as module.name"),
    ((dict, set, frozenset), "keep the numbers in a table([...]) and look them up by index"),
    ((list, tuple, range, np.ndarray), "make it a table([...])"),
    ((str, bytes), "words belong into words.py, let a number stand for it"),
)
OTHERWISE = "take the number that is wanted out of it beside it, such as ROLL = MOVES.roll.first"


class RuleError(Exception):
    """A rule that cannot be compiled, said with its place and what to do."""


@dataclass(frozen=True)
class Use:
    """Something a rule names: `path` is ("facts", "may_take") for `facts.may_take`."""

    path: tuple[str, ...]
    value: Any

    @property
    def is_rule(self) -> bool:
        """Whether it is another rule; everything else is a value, or a library."""
        return is_rule(self.value)


def place(function: Rule, line: int | None = None) -> str:
    """Where a rule stands, for messages."""
    code: types.CodeType = function.__code__
    return f"rule {function.__qualname__} ({code.co_filename}:{line or code.co_firstlineno})"


def line_of_field(function: Rule, name: str) -> int | None:
    """The line on which a rule first names a field."""
    for step in dis.get_instructions(function.__code__):
        if step.argval == name and step.opname.endswith("_ATTR") and step.positions:
            return step.positions.lineno
    return None


class Reach:
    """What the rules of one game can reach, looked up once for each of them."""

    def __init__(self, stand_ins: StandIns) -> None:
        self._stand_ins = stand_ins
        self._uses: dict[Rule, list[Use]] = {}

    def uses(self, function: Rule) -> list[Use]:
        """Everything a rule names, once each, in the order of its code, with the game's rules in place of the verbs."""
        if function not in self._uses:
            found: dict[tuple[str, ...], Use] = {}
            for line, path in _paths(function):
                if path not in found and (path[0] in function.__globals__ or not hasattr(builtins, path[0])):
                    found[path] = _found(function, line, path, self._stand_ins)
            self._uses[function] = list(found.values())
        return self._uses[function]

    def called(self, function: Rule) -> list[Rule]:
        """The rules that a rule names."""
        return [use.value for use in self.uses(function) if use.is_rule]

    def rules(self, function: Rule) -> list[Rule]:
        """A rule and all that it leads to, near ones first; the order is that of the code, in every process alike."""
        reached = {self._stand_ins.get(function, function): None}
        waiting = list(reached)
        for rule in waiting:
            new = [callee for callee in dict.fromkeys(self.called(rule)) if callee not in reached]
            reached |= dict.fromkeys(new)
            waiting += new
        return waiting

    def refuse_circles(self, function: Rule) -> None:
        """A rule may call itself, but compiled rules that call each other in a circle would crash."""
        calls = {rule: set(self.called(rule)) - {rule} for rule in self.rules(function)}
        try:
            graphlib.TopologicalSorter(calls).prepare()
        except graphlib.CycleError as problem:
            circle: list[Rule] = problem.args[1][::-1]
            names = ", ".join(rule.__name__ for rule in circle[1:])
            raise RuleError(f"{place(circle[0])} calls itself by way of {names}: use a loop instead.") from None


def _paths(function: Rule) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The global names in a rule, with the names that follow them where they are modules, and their lines."""
    code: types.CodeType = function.__code__
    if code.co_freevars:
        raise RuleError(
            f"{place(function)} uses '{code.co_freevars[0]}' of the function around it, which rules do not know: "
            f"pass it as a parameter, or define it at the top of the module."
        )
    waiting = [code]
    for code in waiting:  # comprehensions have code of their own
        waiting += [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
        steps = [step for step in dis.get_instructions(code) if step.opname != "EXTENDED_ARG"]
        for i, step in enumerate(steps):
            line = (step.positions.lineno if step.positions else None) or code.co_firstlineno
            if step.opname in ("STORE_GLOBAL", "DELETE_GLOBAL"):
                raise RuleError(
                    f"{place(function, line)} changes the global '{step.argval}', but a rule changes only the state: "
                    f"keep it in a field."
                )
            if step.opname == "LOAD_GLOBAL":
                path: tuple[str, ...] = (step.argval,)
                value = function.__globals__.get(step.argval)
                while _is_own_module(value) and steps[i + len(path)].opname in ("LOAD_ATTR", "LOAD_METHOD"):
                    path = (*path, steps[i + len(path)].argval)
                    value = getattr(value, path[-1], None)
                yield line, path


def _found(function: Rule, line: int, path: tuple[str, ...], stand_ins: StandIns) -> Use:
    """What a path leads to, if a rule may use it."""
    holder: Mapping[str, Any] = function.__globals__
    value: Any = None
    for depth, name in enumerate(path):
        if name not in holder:
            near = difflib.get_close_matches(name, holder, 1)
            hint = f"did you mean '{near[0]}'?" if near else "import it, or define it there."
            where = "the module" if depth == 0 else f"'{'.'.join(path[:depth])}'"
            raise RuleError(f"{place(function, line)} uses '{name}', which {where} does not have: {hint}")
        value = holder[name]
        holder = vars(value) if isinstance(value, types.ModuleType) else {}
    if isinstance(value, types.FunctionType) and value in stand_ins:
        value = stand_ins[value]
    if is_rule(value) or _is_value(value) or _is_of_library(value):
        return Use(path, value)
    remedy = next((remedy for kinds, remedy in REMEDIES if isinstance(value, kinds)), OTHERWISE)
    raise RuleError(
        f"{place(function, line)} uses '{'.'.join(path)}', {_kind(value)}, which rules do not know: {remedy}."
    )


def _is_value(value: object) -> bool:
    """Whether it is a number, or a table; arrays that may still be changed are neither."""
    if isinstance(value, np.ndarray):
        return not value.flags.writeable and value.dtype.kind in "bif"
    return type(value) in NUMBERS or isinstance(value, np.number | np.bool_)


def _is_of_library(value: object) -> bool:
    if isinstance(value, types.ModuleType):
        return value.__name__ in LIBRARIES
    return isinstance(value, types.BuiltinFunctionType | type) and value.__module__ in LIBRARIES


def _is_own_module(value: object) -> bool:
    return isinstance(value, types.ModuleType) and not _is_of_library(value)


def _kind(value: object) -> str:
    if isinstance(value, types.FunctionType):
        return "a function that is no rule"
    if isinstance(value, np.ndarray):
        return "an array that is no table"
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeioAEIO' else 'a'} {name}"
