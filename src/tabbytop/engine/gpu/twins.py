"""Twins of rules for a GPU: the same code as on the processor, as device functions of Numba's CUDA target.

They are made like the twins of `engine/compiling.py` and from the same parts: what a rule names is found by `Reach`,
and a twin has one signature only, the annotated one.
"""

from __future__ import annotations

import contextlib
import functools
import graphlib
import importlib
import types
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from unittest import mock

import numba
from llvmlite import ir
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
    def compiling(self, most_code: int | None = None) -> Iterator[None]:
        """While kernels are compiled: for this kind of card, and with tables where all threads can read at once.

        Numba's own choice for tables, constant memory, answers one address at a time, but the threads of a warp stand
        in different games and look at different rows. `most_code` is how long a kernel may become, see `fold`. Work
        arrays are left as they are: Numba would fill them with zeros whenever a function that has some is entered.
        """
        nvvm, dispatcher, codegen = map(_module, ("cudadrv.nvvm", "dispatcher", "codegen"))
        kind = types.SimpleNamespace(compute_capability=self.capability)
        translate = codegen.CUDACodeLibrary.get_asm_strs
        tools = _module("cgutils")
        allocate = tools.alloca_once

        def unfilled(builder: Any, kind: Any, *more: Any, **options: Any) -> Any:
            if not isinstance(kind, ir.ArrayType):
                return allocate(builder, kind, *more, **options)
            with builder.goto_entry_block():
                return builder.alloca(kind)

        def folded(library: Any, cc: Any = None) -> Any:
            if most_code is not None:
                fold(library.modules, most_code)
            return translate(library, cc)

        with (
            mock.patch.object(nvvm, "ADDRSPACE_CONSTANT", nvvm.ADDRSPACE_GLOBAL),
            mock.patch.object(dispatcher, "get_current_device", return_value=kind),
            mock.patch.object(codegen.CUDACodeLibrary, "get_asm_strs", folded),
            mock.patch.object(tools, "alloca_once", unfilled),
        ):
            yield


@functools.cache
def twins_of(game: Game, capability: tuple[int, int], *, natural: bool = True) -> DeviceTwins:
    """The device functions of a game; without its `natural` instincts, which are long, where nobody asks for them."""
    stand_ins = game.stand_ins
    if not natural:
        stand_ins[verbs.policy] = play.policy
    return DeviceTwins(game, capability, stand_ins)


def fold(modules: list[Any], most: int) -> None:
    """Keep some functions as they are, to be called, until a kernel has at most so many instructions.

    All that a kernel calls is otherwise copied into it, and what is called by functions that are called in several
    places many times over: more code than a multiprocessor can keep at hand.
    """
    bodies = {f.name: f for module in modules for f in module.functions if not f.is_declaration}
    calls = {
        name: Counter(
            op.callee.name
            for block in body.blocks
            for op in block.instructions
            if op.opname == "call" and op.callee.name in bodies
        )
        for name, body in bodies.items()
    }
    lengths = {name: sum(len(block.instructions) for block in body.blocks) for name, body in bodies.items()}
    kept: set[str] = set()
    while True:
        whole = _with_copies(calls, lengths, kept)
        copies = _copies(calls, kept)
        if sum(copies[name] * lengths[name] for name in bodies) <= most:
            return
        saved = {name: whole[name] * (copies[name] - 1) for name in bodies if name not in kept}
        best = max(saved, key=lambda name: saved[name])
        if saved[best] <= 0:
            return
        kept.add(best)
        bodies[best].attributes.add("noinline")


def _order(calls: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Functions before those that they call."""
    return list(graphlib.TopologicalSorter(calls).static_order())[::-1]


def _copies(calls: Mapping[str, Mapping[str, int]], kept: set[str]) -> Counter[str]:
    """How often the body of each function is there, where all but those kept are copied to where they are called."""
    called = {callee for callees in calls.values() for callee in callees}
    copies = Counter({name: 1 for name in calls if name not in called or name in kept})
    for name in _order(calls):
        for callee, times in calls[name].items():
            if callee not in kept:
                copies[callee] += copies[name] * times
    return copies


def _with_copies(calls: Mapping[str, Mapping[str, int]], lengths: Mapping[str, int], kept: set[str]) -> dict[str, int]:
    """How long each function is with all that is copied into it."""
    whole: dict[str, int] = {}
    for name in reversed(_order(calls)):
        inside = sum(times * whole[callee] for callee, times in calls[name].items() if callee not in kept)
        whole[name] = lengths[name] + inside
    return whole


@functools.cache
def compiled_kernel(
    factory: Callable[..., Any],
    twins: DeviceTwins,
    room: tuple[int, ...],
    signature: tuple[Any, ...],
    most_code: int | None = None,
    registers: int = REGISTERS,
) -> Any:
    """A kernel for arguments of these types, made once in a process: it takes from seconds to a minute."""
    with twins.compiling(most_code):
        return toolkit().jit(signature, max_registers=registers)(factory(twins, *room))


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
