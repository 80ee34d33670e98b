"""Twins of rules for a GPU: the same code as on the processor, as device functions of Numba's CUDA target.

They are made like the twins of `engine/compiling.py` and from the same parts: what a rule names is found by `Reach`,
and a twin has one signature only, the annotated one.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import types
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import numba
from numba.core.errors import NumbaError

from tabbytop.engine import play, verbs
from tabbytop.engine.compiling import Twins, bare_copy, put
from tabbytop.engine.game import Game
from tabbytop.engine.gpu import toolkit
from tabbytop.engine.reach import Rule, StandIns
from tabbytop.engine.rule import scratch

LEAST_ROOM = 64
"""Cells of a work array whose size is not known when it is compiled; at least as many as the game has moves."""

REGISTERS = 64
"""The most registers that a thread may have: with so few, 1024 threads fit on a multiprocessor and hide each other's
waiting, which is worth more than what does not fit any more."""


class DeviceTwins(Twins):
    """The device functions of one game's rules, made when first asked for.

    `capability` is that of the card they are made for; a card is needed to run them, not to make them.
    """

    def __init__(self, game: Game, capability: tuple[int, int], stand_ins: StandIns) -> None:
        super().__init__(game.id, game.state, stand_ins)
        self.capability = capability
        self.record = numba.from_dtype(game.state.dtype)
        self._scratch = _scratch_of(max(LEAST_ROOM, int(game.moves.count)))

    def __call__(self, function: Rule) -> Any:
        """The device function of a rule, to be called in kernels."""
        self._reach.refuse_circles(function)
        return self._twin(function)

    def _twin(self, function: Rule, *, entry: bool = False) -> Any:
        if function is scratch:
            return self._scratch
        function = self._stand_ins.get(function, function)
        if (function, entry) not in self._twins:
            bare, names = bare_copy(function)
            twin = toolkit().jit(device=True)(bare)
            self._twins[function, entry] = twin
            for use in self._reach.uses(function):
                put(names, use, self._twin(use.value) if use.is_rule else use.value)
            self._pin(twin, function)
        return self._twins[function, entry]

    def _pin(self, twin: Any, function: Rule) -> None:
        """Let the device function have one signature only, the annotated one."""
        compile_device = twin.compile_device

        def compile_pinned(_: Any, return_type: Any = None) -> Any:
            try:
                return compile_device(self._types_of(function), return_type)
            except (NumbaError, KeyError) as problem:
                raise self._explained(function, problem) from None

        twin.compile_device = compile_pinned

    @contextlib.contextmanager
    def compiling(self) -> Iterator[None]:
        """While kernels are compiled: for this kind of card, and with tables where all threads can read at once.

        Numba's own choice for tables, constant memory, answers one address at a time, but the threads of a warp stand
        in different games and look at different rows.
        """
        nvvm, dispatcher = _module("cudadrv.nvvm"), _module("dispatcher")
        kind = types.SimpleNamespace(compute_capability=self.capability)
        with (
            mock.patch.object(nvvm, "ADDRSPACE_CONSTANT", nvvm.ADDRSPACE_GLOBAL),
            mock.patch.object(dispatcher, "get_current_device", return_value=kind),
        ):
            yield


@functools.cache
def twins_of(game: Game, capability: tuple[int, int], *, natural: bool = True) -> DeviceTwins:
    """The device functions of a game; without its `natural` instincts, which are long, where nobody asks for them."""
    stand_ins = game.stand_ins
    if not natural:
        stand_ins[verbs.policy] = play.policy
    return DeviceTwins(game, capability, stand_ins)


@functools.cache
def compiled_kernel(
    factory: Callable[..., Any], twins: DeviceTwins, room: tuple[int, ...], signature: tuple[Any, ...]
) -> Any:
    """A kernel for arguments of these types, made once in a process: it takes from seconds to a minute."""
    with twins.compiling():
        return toolkit().jit(signature, max_registers=REGISTERS)(factory(twins, *room))


def _module(name: str) -> Any:
    toolkit()
    return importlib.import_module(f"numba.cuda.{name}")


@functools.cache
def _scratch_of(cells: int) -> Any:
    """What stands in for `scratch` in kernels: a work array of each thread, of the size that the rule names.

    A size that is only known when it runs gives an array of so many `cells`.
    """
    cuda = toolkit()

    def room(size: Any) -> Any:
        raise NotImplementedError

    def room_of(size: Any) -> Any:
        count = size.literal_value if isinstance(size, numba.types.IntegerLiteral) else cells

        def local(size: Any) -> Any:
            return cuda.local.array(count, numba.int64)

        return local

    _module("extending").overload(room, target="cuda", prefer_literal=True, inline="always")(room_of)
    return room
