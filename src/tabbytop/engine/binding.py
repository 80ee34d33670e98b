"""Rules as machine code for callers in Python: loaded where they were compiled before, compiled where they were not."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tabbytop.engine import native
from tabbytop.engine.names import Names
from tabbytop.engine.reach import Reach, Rule, StandIns
from tabbytop.engine.state import State

if TYPE_CHECKING:
    from tabbytop.engine.compiling import Twins

_lock = threading.RLock()


class Binding:
    """The rules of one game, and generic code bound to it, as functions that Python can call with arrays of states.

    `notify` hears of each rule that is compiled.
    """

    def __init__(
        self,
        name: str,
        state: type[State],
        stand_ins: StandIns,
        *,
        boundscheck: bool = False,
        notify: Callable[[str], None] | None = None,
    ) -> None:
        self._game = (name, state, stand_ins)
        self._how: dict[str, Any] = {"boundscheck": boundscheck, "notify": notify}
        self._reach = Reach(stand_ins)
        self._names = Names(name, state, self._reach, boundscheck=boundscheck)
        self._bound: dict[Rule, Callable[..., Any]] = {}

    def __call__(self, function: Rule) -> Callable[..., Any]:
        """A rule, ready to run."""
        with _lock:
            if function not in self._bound:
                self._reach.refuse_circles(function)
                folder = self._names.folder(function, entry=True)
                self._bound[function] = native.load(folder, function.__name__) or self._twins(function)
            return self._bound[function]

    @cached_property
    def _twins(self) -> Twins:
        from tabbytop.engine.compiling import Twins  # importing Numba takes a while; only what is new needs it

        return Twins(*self._game, **self._how)
