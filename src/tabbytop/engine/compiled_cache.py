"""Compiled rules on disk, for Numba: each in the folder that its name says (`names.py`).

Processes that need the same rule at the same time wait for the one that compiles it: rules call each other in no
circles, so they never wait for each other. What Python calls is kept a second time as machine code alone (`native.py`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.compiler import compile_result
from numba.core.environment import Environment

from tabbytop.engine import native
from tabbytop.engine.linking import Part
from tabbytop.engine.reach import Rule

try:
    import fcntl
except ImportError:  # Windows: two processes may compile the same rule there
    fcntl = None  # type: ignore[assignment]


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


class _PartCacheImpl(_RuleCacheImpl):
    """The same for rules that only other rules call."""

    def reduce(self, result: Any) -> Any:
        """What is kept."""
        description = result.fndesc
        description.typemap = description.calltypes = None
        return result.library.name, result.library.written, description, result.signature

    def rebuild(self, target: Any, kept: Any) -> Any:
        """What was compiled, once more."""
        name, code, description, signature = kept
        library = Part.read(target.codegen(), name, code)
        return compile_result(
            target_context=target,
            typing_context=target.typing_context,
            library=library,
            fndesc=description,
            signature=signature,
            entry_point=target.get_executable(library, description, Environment.from_fndesc(description)),
            objectmode=False,
            lifted=(),
        )


class RuleCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache on disk for one compiled rule, in `folder`."""

    def __init__(self, function: Rule, folder: Path, *, entry: bool) -> None:
        function.__cached_at__ = folder  # type: ignore[attr-defined]
        self._folder = folder
        self._entry = entry
        self._impl_class = _RuleCacheImpl if entry else _PartCacheImpl
        super().__init__(function)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled; what Python calls also as machine code alone."""
        super().save_overload(sig, data)
        if self._entry:
            native.save(self._folder, data.library._get_compiled_object(), data.fndesc)

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Look the rule up, or compile it, while no other process does."""
        with contextlib.ExitStack() as stack:
            with contextlib.suppress(OSError):  # tidied up by another process, or on a disk that knows no locks
                lock = stack.enter_context((self._folder / "lock").open("w"))
                if fcntl is not None:
                    fcntl.flock(lock, fcntl.LOCK_EX)  # until it is closed
            yield
