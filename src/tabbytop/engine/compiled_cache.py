"""Compiled rules on disk: where they are kept, and by what name they are found again.

Numba by itself looks only at the file of the function, and would run old code after an edit elsewhere. Here the name of
a compiled rule is a hash of everything that went into it: the code and the modules of all rules it can reach, every
number and table they use, the types of their parameters (and with them the layout of the state), the options and
versions of the compiler. So what is found under that name is right, whatever was edited, restored or copied, and an
edit of something else compiles nothing again. Processes that need the same rule at the same time wait for the one that
compiles it: rules call each other in no circles, so they never wait for each other.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sys
import time
import types
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from tabbytop.engine.reach import Reach, Rule

try:
    import fcntl
except ImportError:  # Windows: two processes may compile the same rule there
    fcntl = None  # type: ignore[assignment]

KEEP_SECONDS = 3 * 24 * 3600
VERSIONS = f"{numba.__version__} {llvmlite.__version__} {np.__version__} {sys.version}"


def cache_root() -> Path:
    """Where compiled rules are kept between runs; `TABBYTOP_CACHE` moves it."""
    if chosen := os.environ.get("TABBYTOP_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tabbytop"


class Names:
    """Names for compiled rules. One for each set of twins: what a rule looks like is worked out once."""

    def __init__(self, reach: Reach, types_of: Callable[[Rule], Iterable[Any]]) -> None:
        self._reach = reach
        self._types_of = types_of
        self._own: dict[Rule, bytes] = {}

    def name(self, function: Rule, options: str) -> str:
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
            signature = ", ".join(map(str, self._types_of(rule)))
            uses = self._reach.uses(rule)
            values = [(use.path, "rule" if use.is_rule else _value_text(use.value)) for use in uses]
            # compiled code names its module, which another process may not have: a package that became another's, say
            text = f"{rule.__module__}\n{signature}\n{values}\n{_code_text(rule.__code__, rule.__doc__)}"
            self._own[rule] = hashlib.blake2b(text.encode(), digest_size=16).digest()
        return self._own[rule]


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


class _OneFolder(_CacheLocator):  # type: ignore[misc]
    """Tells Numba to keep a function in the folder that was chosen for it; its name says all about its freshness."""

    def __init__(self, function: Rule) -> None:
        self._folder: Path = function.__cached_at__  # type: ignore[attr-defined]

    @classmethod
    def from_function(cls, py_func: Rule, py_file: str) -> _OneFolder:
        return cls(py_func)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name

    def get_disambiguator(self) -> str:
        return "rule"


class _RuleCacheImpl(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_OneFolder,)


class RuleCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache on disk for one compiled rule, in `folder`."""

    _impl_class = _RuleCacheImpl

    def __init__(self, function: Rule, folder: Path) -> None:
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            _forget_old_caches(folder.parent)
        os.utime(folder)  # in use: not to be forgotten
        function.__cached_at__ = folder  # type: ignore[attr-defined]
        self._folder = folder
        super().__init__(function)

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Look the rule up, or compile it, while no other process does."""
        with contextlib.ExitStack() as stack:
            with contextlib.suppress(OSError):  # tidied up by another process, or on a disk that knows no locks
                lock = stack.enter_context((self._folder / "lock").open("w"))
                if fcntl is not None:
                    fcntl.flock(lock, fcntl.LOCK_EX)  # until it is closed
            yield


def _forget_old_caches(parent: Path) -> None:
    """Remove what was not used for days: every edit of a rule makes new folders, and other processes use theirs."""
    for folder in parent.iterdir():
        with contextlib.suppress(OSError):  # another process may be tidying up too
            if time.time() - folder.stat().st_mtime > KEEP_SECONDS:
                shutil.rmtree(folder, ignore_errors=True)
