"""Compiled twins of rules, by Numba.

A rule is an ordinary function; its twin has the same code but its own globals, in which every other rule is replaced by
that rule's twin, every verb by the game's own rule, and every module by a stand-in with no more than the rule uses of
it. So interpreted and compiled rules live in one process, generic code is bound to a game without closures, and the
cache on disk (`compiled_cache.py`) serves the next process. Callers ask for rules by way of `binding.py`.
"""

from __future__ import annotations

import contextlib
import difflib
import functools
import gc
import importlib
import inspect
import sys
import threading
import types
from collections.abc import Callable, Iterator
from typing import Any

import numba
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError

from tabbytop.engine.compiled_cache import RuleCache
from tabbytop.engine.linking import PartCompiler, WholeCompiler
from tabbytop.engine.names import Names
from tabbytop.engine.reach import Reach, Rule, RuleError, StandIns, Use, line_of_field, place
from tabbytop.engine.rule import scratch
from tabbytop.engine.state import Cells, Floats, Ids, Reals, State, States, Wide
from tabbytop.engine.work_arrays import work_array

_lock = threading.RLock()

ARRAYS = (
    (Ids, numba.int32),
    (Wide, numba.int64),
    (Reals, numba.float64),
    (Cells, numba.int8),
    (Floats, numba.float32),
)
"""What the arrays that rules are given hold."""


class Twins:
    """The compiled twins of one game's rules, made when first asked for."""

    def __init__(
        self,
        name: str,
        state: type[State],
        stand_ins: StandIns,
        *,
        boundscheck: bool = False,
        notify: Callable[[str], None] | None = None,
    ) -> None:
        self.name = name
        self.state = state
        self.boundscheck = boundscheck
        self.notify = notify
        self._stand_ins = stand_ins
        self._reach = Reach(stand_ins)
        self._types_of = functools.cache(self._parameter_types)
        self._names = Names(name, state, self._reach, boundscheck=boundscheck)
        self._twins: dict[tuple[Rule, bool], Any] = {}

    def __call__(self, function: Rule) -> Any:
        """The twin of `function`, callable from Python with arrays of states, ready to run."""
        with _lock:
            self._reach.refuse_circles(function)
            twin = self._twin(function, entry=True)
            with without_collector():
                twin.compile(())
            return twin

    @property
    def rules(self) -> set[Rule]:
        """The rules that have a twin."""
        return {function for function, _ in self._twins}

    def _twin(self, function: Rule, *, entry: bool = False) -> Any:
        """A twin; only an `entry` has the wrapper that callers from Python need."""
        if function is scratch:
            return work_array
        function = self._stand_ins.get(function, function)
        if (function, entry) in self._twins:
            return self._twins[function, entry]
        folder = self._names.folder(function, entry=entry)
        bare, names = bare_copy(function)
        # The name becomes that of the machine code, of which a process knows one for each name.
        bare.__qualname__ = f"{self.name}_{folder.name}.{function.__qualname__}"
        compiler = WholeCompiler if entry else PartCompiler
        twin = numba.njit(pipeline_class=compiler, **self._names.options(entry=entry))(bare)
        twin._cache = RuleCache(bare, folder, entry=entry)
        self._twins[function, entry] = twin
        for use in self._reach.uses(function):
            put(names, use, self._twin(use.value) if use.is_rule else use.value)
        self._pin(twin, function)
        return twin

    def _pin(self, twin: Any, function: Rule) -> None:
        """Let the twin have one signature only, the annotated one.

        Callers pass whatever integer width they hold; without this Numba would compile a variant for each, and narrow
        ones would do their arithmetic in int8.
        """

        def compile_pinned(_: Any) -> Any:
            arguments = self._types_of(function)
            if arguments in twin.overloads:
                return Dispatcher.compile(twin, arguments)
            misses = sum(twin.stats.cache_misses.values())
            try:
                with twin._cache.alone():
                    result = Dispatcher.compile(twin, arguments)
            except (NumbaError, KeyError) as problem:
                raise self._explained(function, problem) from None
            if isinstance(twin.overloads[arguments].signature.return_type, numba.types.Array):
                raise RuleError(
                    f"{place(function)} returns an array, which is gone by then: let its caller pass one to be filled."
                )
            if self.notify and sum(twin.stats.cache_misses.values()) > misses:
                self.notify(function.__name__)
            return result

        twin.compile = compile_pinned

    def _parameter_types(self, function: Rule) -> tuple[Any, ...]:
        hints = inspect.signature(function, eval_str=True).parameters.values()
        return tuple(self._numba_type(hint.annotation, function) for hint in hints)

    @functools.cached_property
    def _record(self) -> Any:
        return numba.from_dtype(self.state.dtype)

    def _numba_type(self, hint: object, function: Rule) -> Any:
        if hint is int:
            return numba.int64
        if hint == States:
            return numba.types.Array(self._record, 1, "C")
        for array, item in ARRAYS:
            if hint == array:
                return numba.types.Array(item, 1, "C")
        if hint is float:
            return numba.float64
        if isinstance(hint, type) and issubclass(hint, State):
            return self._record
        raise RuleError(
            f"{place(function)}: a rule's parameter is int, float, a State, States, Ids, Wide, Reals, Cells or Floats, "
            f"not {hint!r}"
        )

    def _explained(self, function: Rule, problem: Exception) -> RuleError:
        if isinstance(problem, KeyError):  # what Numba raises for an unknown field of a record
            wrong = str(problem.args[0])
            near = difflib.get_close_matches(wrong, self.state.fields, 1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            line = line_of_field(function, wrong)
            return RuleError(f"{place(function, line)}: the state has no field '{wrong}'{hint}")
        where = getattr(problem, "loc", None)
        return RuleError(f"{place(function, where.line if where else None)} does not compile: {problem}")


@contextlib.contextmanager
def without_collector() -> Iterator[None]:
    """Python's collector would look again and again through what a compiler builds, all of which is still used."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def load_arrays() -> None:
    """Let Numba load what it knows of arrays without linear algebra, which no rule uses.

    It looks for SciPy's, whose modules would take a third of the time that a process needs to load compiled rules.
    """
    if "numba.np.arraymath" in sys.modules or "scipy.linalg" in sys.modules:
        return
    sys.modules["scipy.linalg"] = None  # type: ignore[assignment]
    try:
        importlib.import_module("numba.np.arraymath")
    finally:
        del sys.modules["scipy.linalg"]


load_arrays()


def bare_copy(function: Rule) -> tuple[types.FunctionType, dict[str, Any]]:
    """A function with the same code as a rule and globals of its own, which are still to be filled."""
    names: dict[str, Any] = {"__builtins__": __builtins__, "__name__": function.__module__}
    bare = types.FunctionType(function.__code__, names, function.__name__)
    bare.__module__ = function.__module__
    bare.__annotations__ = function.__annotations__
    return bare, names


def put(names: dict[str, Any], use: Use, value: Any) -> None:
    """Let a twin find a value where its code looks for it; modules on the way are stood in for."""
    *modules, name = use.path
    for module in modules:
        names = vars(names.setdefault(module, types.ModuleType(module)))
    names[name] = value
