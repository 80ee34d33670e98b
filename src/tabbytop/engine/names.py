"""By what name a compiled rule is kept on disk and found again. Needs no compiler.

Numba by itself looks only at the file of the function, and would run old code after an edit elsewhere. Here the name of
a compiled rule is a hash of everything that went into it: the code and the modules of all rules it can reach, every
number and table they use, the types of their parameters (and with them the layout of the state), the options and
versions of the compiler. So what is found under that name is right, whatever was edited, restored or copied, and an
edit of something else compiles nothing again.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import shutil
import sys
import time
import types
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from tabbytop.engine.reach import Reach, Rule
from tabbytop.engine.state import State, States

KEEP_SECONDS = 3 * 24 * 3600
LINKED = "as a whole"
"""How rules become machine code (`linking.py`): what was kept before it was so is not found any more."""
VERSIONS = f"{version('numba')} {version('llvmlite')} {np.__version__} {sys.version}"


def cache_root() -> Path:
    """Where compiled rules are kept between runs; `TABBYTOP_CACHE` moves it."""
    if chosen := os.environ.get("TABBYTOP_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tabbytop"


class Names:
    """Names for one game's compiled rules. One for each set of twins: what a rule looks like is worked out once."""

    def __init__(self, game: str, state: type[State], reach: Reach, *, boundscheck: bool = False) -> None:
        self._game = game
        self._layout = f"{state.dtype!r} {state.dtype.alignment}"
        self._reach = reach
        self._boundscheck = boundscheck
        self._own: dict[Rule, bytes] = {}

    def options(self, *, entry: bool) -> dict[str, Any]:
        """How a rule is compiled; only an `entry` has the wrapper that callers from Python need."""
        options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": self._boundscheck}
        if not entry:
            options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        return options

    def folder(self, function: Rule, *, entry: bool) -> Path:
        """Where a compiled rule is kept; the folder is there, and noted to be in use."""
        folder = cache_root() / self._game / self._name(function, f"{self.options(entry=entry)} {LINKED}")
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            _forget_old_caches(folder.parent)
        with suppress(OSError):  # in an image that cannot be written, where nothing is forgotten either
            os.utime(folder)  # in use: not to be forgotten
        return folder

    def _name(self, function: Rule, options: str) -> str:
        """A hash of all that the compiled function depends on.

        Calls are told by the number of the callee among all that are reached, so a rule may call itself, and two rules
        of the same name are not taken for one.
        """
        digest = hashlib.blake2b(f"{VERSIONS} {options}".encode(), digest_size=8)
        rules = self._reach.rules(function)
        numbers = {rule: number for number, rule in enumerate(rules)}
        for rule in rules:
            called = [numbers[callee] for callee in self._reach.called(rule)]
            digest.update(self._own_part(rule) + repr(called).encode())
        return digest.hexdigest()

    def _own_part(self, rule: Rule) -> bytes:
        """A hash of a rule without those it calls."""
        if rule not in self._own:
            uses = self._reach.uses(rule)
            values = [(use.path, "rule" if use.is_rule else _value_text(use.value)) for use in uses]
            # compiled code names its module, which another process may not have: a package that became another's, say
            text = f"{rule.__module__}\n{self._kinds(rule)}\n{values}\n{_code_text(rule.__code__, rule.__doc__)}"
            self._own[rule] = hashlib.blake2b(text.encode(), digest_size=16).digest()
        return self._own[rule]

    def _kinds(self, rule: Rule) -> list[str]:
        """Of what kind a rule's parameters are."""
        hints = [parameter.annotation for parameter in inspect.signature(rule, eval_str=True).parameters.values()]
        one = ["a state" if isinstance(hint, type) and issubclass(hint, State) else repr(hint) for hint in hints]
        return [*one, self._layout] if "a state" in one or States in hints else one


def _value_text(value: Any) -> str:
    """A value with its type, as a text that differs where compiled code would."""
    if isinstance(value, np.ndarray):
        content = hashlib.blake2b(value.tobytes(), digest_size=16).hexdigest()
        return f"table {value.dtype.str} {value.shape} {value.strides} {content}"
    if isinstance(value, types.ModuleType):
        return f"module {value.__name__}"
    if isinstance(value, types.BuiltinFunctionType | type):
        return f"{value.__module__}.{value.__qualname__}"
    return f"{type(value).__name__} {value!r}"


def _code_text(code: types.CodeType, doc: str | None = None) -> str:
    """What a function does: its bytecode and what that refers to, but neither its lines nor its docstring."""
    constants = [_constant_text(constant) for constant in code.co_consts]
    if doc is not None and code.co_consts[0] == doc:
        constants[0] = "docstring"
    shape = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    names = (code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars)
    return repr((code.co_code, code.co_exceptiontable, constants, shape, names))


def _constant_text(constant: Any) -> str:
    if isinstance(constant, types.CodeType):
        return _code_text(constant)
    if isinstance(constant, frozenset):  # whose order differs between processes
        return f"frozenset {sorted(map(repr, constant))}"
    return f"{type(constant).__name__} {constant!r}"


def _forget_old_caches(parent: Path) -> None:
    """Remove what was not used for days: every edit of a rule makes new folders, and other processes use theirs."""
    for folder in parent.iterdir():
        with suppress(OSError):  # another process may be tidying up too
            if time.time() - folder.stat().st_mtime > KEEP_SECONDS:
                shutil.rmtree(folder, ignore_errors=True)
