"""Compiled twins of rules, by Numba.

A rule is an ordinary function; its twin has the same code but its own globals, in which every other rule is replaced by
that rule's twin, and every verb by the game's own rule. So interpreted and compiled rules live in one process,
generic code is bound to a game without closures, and Numba's cache on disk serves the next process.

Numba's cache looks only at the file of the function itself, and would silently run old code after an edit elsewhere.
Every twin is therefore cached in a folder named by a hash of all it depends on: the source files of every rule it can
reach, the game's component files, and the versions of Numba, NumPy and Python.
"""

from __future__ import annotations

import contextlib
import difflib
import functools
import hashlib
import inspect
import os
import shutil
import sys
import threading
import time
import types
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import config as numba_config
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError

from tabbytop.engine.rule import is_rule
from tabbytop.engine.state import Ids, Reals, State, States, Wide

KEEP_SECONDS = 3 * 24 * 3600
_lock = threading.RLock()


class RuleError(Exception):
    """A rule that Numba cannot compile, said with its place and the likely slip."""


class Twins:
    """The compiled twins of one game's rules, made when first asked for."""

    def __init__(
        self,
        name: str,
        state: type[State],
        folder: Path,
        stand_ins: Mapping[Callable[..., Any], Callable[..., Any]],
        *,
        boundscheck: bool = False,
        notify: Callable[[str], None] | None = None,
    ) -> None:
        self.name = name
        self.state = state
        self.boundscheck = boundscheck
        self.notify = notify
        self._data = sorted(folder.glob("*.toml"))
        self._stand_ins = stand_ins
        self._twins: dict[Callable[..., Any], Any] = {}

    def __call__(self, function: Callable[..., Any]) -> Any:
        """The twin of `function`, callable from Python with arrays of states, ready to run."""
        with _lock:
            twin = self._twin(function, entry=True)
            twin.compile(())
            return twin

    def _twin(self, function: Callable[..., Any], *, entry: bool = False) -> Any:
        function = self._stand_ins.get(function, function)
        if function in self._twins:
            return self._twins[function]
        code: types.CodeType = function.__code__
        names: dict[str, Any] = {"__builtins__": __builtins__, "__name__": function.__module__}
        bare = types.FunctionType(code, names, function.__name__)
        bare.__module__ = function.__module__
        bare.__qualname__ = f"{self.name}.{function.__qualname__}"
        bare.__annotations__ = function.__annotations__
        options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": self.boundscheck}
        if not entry:
            options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        twin = numba.njit(**options)(bare)
        with _numba_cache_at(self._cache_folder(function)):
            twin.enable_caching()
        self._twins[function] = twin
        for name, value in self._globals_of(function):
            names[name] = self._twin(value) if self._is_rule(value) else value
        self._pin(twin, function)
        return twin

    def _is_rule(self, value: object) -> bool:
        return isinstance(value, types.FunctionType) and (is_rule(value) or value in self._stand_ins)

    def _globals_of(self, function: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
        """The globals that a function uses, with the game's rules in place of the verbs."""
        code: types.CodeType = function.__code__
        known: dict[str, Any] = function.__globals__
        for name in code.co_names:
            if name in known:
                value = known[name]
                yield name, self._stand_ins.get(value, value) if self._is_rule(value) else value

    def _cache_folder(self, function: Callable[..., Any]) -> Path:
        """A folder named by everything that the compiled function depends on."""
        reached: set[Callable[..., Any]] = set()
        waiting = [function]
        while waiting:
            current = waiting.pop()
            if current not in reached:
                reached.add(current)
                waiting += [value for _, value in self._globals_of(current) if self._is_rule(value)]
        files = {Path(rule.__code__.co_filename) for rule in reached}
        digest = hashlib.blake2b(digest_size=8)
        digest.update(f"{numba.__version__} {np.__version__} {sys.version} {self.boundscheck}".encode())
        for path in [*sorted(files), *self._data]:
            digest.update(path.name.encode() + b"\0" + _content(path) + b"\0")
        return cache_root() / self.name / digest.hexdigest()

    def _pin(self, twin: Any, function: Callable[..., Any]) -> None:
        """Let the twin have one signature only, the annotated one.

        Callers pass whatever integer width they hold; without this Numba would compile a variant for each, and narrow
        ones would do their arithmetic in int8.
        """
        arguments: list[tuple[Any, ...]] = []

        def compile_pinned(_: Any) -> Any:
            if not arguments:
                hints = inspect.signature(function, eval_str=True).parameters.values()
                arguments.append(tuple(self._numba_type(hint.annotation, function) for hint in hints))
            fresh = arguments[0] not in twin.overloads
            misses = sum(twin.stats.cache_misses.values())
            try:
                result = Dispatcher.compile(twin, arguments[0])
            except (NumbaError, KeyError) as problem:
                raise self._explained(function, problem) from None
            if fresh and self.notify and sum(twin.stats.cache_misses.values()) > misses:
                self.notify(function.__name__)
            return result

        twin.compile = compile_pinned

    def _numba_type(self, hint: object, function: Callable[..., Any]) -> Any:
        record = numba.from_dtype(self.state.dtype)
        if hint is int:
            return numba.int64
        if hint == States:
            return numba.types.Array(record, 1, "C")
        if hint == Ids:
            return numba.types.Array(numba.int32, 1, "C")
        if hint == Wide:
            return numba.types.Array(numba.int64, 1, "C")
        if hint == Reals:
            return numba.types.Array(numba.float64, 1, "C")
        if hint is float:
            return numba.float64
        if isinstance(hint, type) and issubclass(hint, State):
            return record
        raise RuleError(
            f"{_place(function)}: a rule's parameter is int, float, a State, Ids, Wide, Reals or States, not {hint!r}"
        )

    def _explained(self, function: Callable[..., Any], problem: Exception) -> RuleError:
        if isinstance(problem, KeyError):  # what Numba raises for an unknown field of a record
            wrong = str(problem.args[0])
            near = difflib.get_close_matches(wrong, self.state.fields, 1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            return RuleError(f"{_place(function)}: the state has no field '{wrong}'{hint}")
        return RuleError(f"{_place(function)} does not compile: {problem}")


def _place(function: Callable[..., Any]) -> str:
    code: types.CodeType = function.__code__
    return f"rule {function.__qualname__} ({code.co_filename}:{code.co_firstlineno})"


def cache_root() -> Path:
    """Where compiled rules are kept between runs; `TABBYTOP_CACHE` moves it."""
    if chosen := os.environ.get("TABBYTOP_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tabbytop"


@functools.cache
def _content(path: Path) -> bytes:
    return path.read_bytes()


@contextlib.contextmanager
def _numba_cache_at(folder: Path) -> Iterator[None]:
    """Point Numba's cache at `folder` while a function is being decorated, and nowhere else."""
    before = numba_config.CACHE_DIR
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _forget_old_caches(folder.parent)
    os.utime(folder)  # in use: not to be forgotten
    numba_config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba_config.CACHE_DIR = before


def _forget_old_caches(parent: Path) -> None:
    """Remove what was not used for days: every edit of a rule makes new folders, and other processes use theirs."""
    for folder in parent.iterdir():
        with contextlib.suppress(OSError):  # another process may be tidying up too
            if time.time() - folder.stat().st_mtime > KEEP_SECONDS:
                shutil.rmtree(folder, ignore_errors=True)
