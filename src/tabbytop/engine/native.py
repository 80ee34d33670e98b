"""Compiled rules as machine code, run without the compiler that made them.

Numba takes 100 MB and most of the time of a start, and a process that only plays what was compiled before has no use
for it. So the machine code of whatever Python calls is kept by itself, with all that it reaches in it. To run it takes
LLVM's linker, Numba's helpers in C, and the same few steps by which Numba makes something callable of it.
"""

from __future__ import annotations

import builtins
import ctypes
import functools
import hashlib
import importlib
import importlib.util
import json
import os
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm

HELPERS = {"numba._helperlib": "numba_", "numba._dynfunc": "numba_", "numba.core.runtime._nrt_python": "NRT_"}
"""Modules in C whose functions compiled rules call, and what their names begin with there."""


class Linker(NamedTuple):
    """What makes machine code callable."""

    engine: Any
    functions: Any
    """Numba's module that makes functions of addresses."""


def save(folder: Path, code: bytes, description: Any) -> None:
    """Keep the machine code of a compiled rule, which Numba describes."""
    names = {"wrapper": description.llvm_cpython_wrapper_name, "surroundings": description.env_name}
    file = _file(folder)
    early = file.with_suffix(f".{os.getpid()}")
    early.write_bytes(json.dumps(names).encode() + b"\n" + code)
    early.replace(file)


def load(folder: Path, name: str) -> Callable[..., Any] | None:
    """A compiled rule, to be called from Python; None where it was never compiled for this kind of processor."""
    try:
        names, _, code = _file(folder).read_bytes().partition(b"\n")
    except FileNotFoundError:
        return None
    found = json.loads(names)
    engine, functions = _linker()
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    surroundings = functions.Environment({})
    at = engine.get_global_value_address(found["surroundings"])
    ctypes.c_void_p.from_address(at).value = id(surroundings)
    address = engine.get_function_address(found["wrapper"])
    rules = types.ModuleType(name)
    made: Callable[..., Any] = functions.make_function(rules, name, "", address, surroundings, (engine, rules))
    return made


def _file(folder: Path) -> Path:
    return folder / f"native.{_processor()}"


@functools.cache
def _processor() -> str:
    """The kind of processor that code is compiled for."""
    words = f"{llvm.get_process_triple()} {llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    return hashlib.blake2b(words.encode(), digest_size=8).hexdigest()


@functools.cache
def _linker() -> Linker:
    """LLVM's linker, which knows the helpers."""
    with _without_package("numba", "numba.core", "numba.core.runtime"):
        helpers = {name: importlib.import_module(name) for name in HELPERS}
    for module, prefix in HELPERS.items():
        for name, address in helpers[module].c_helpers.items():
            llvm.add_symbol(name if name.startswith("_") else prefix + name, address)
    llvm.add_symbol("_Py_NoneStruct", id(None))
    for kind in vars(builtins).values():
        if isinstance(kind, type) and issubclass(kind, BaseException):
            llvm.add_symbol(f"PyExc_{kind.__name__}", id(kind))
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    return Linker(llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine), helpers["numba._dynfunc"])


@contextmanager
def _without_package(*packages: str) -> Iterator[None]:
    """Let modules be imported without the packages that they are in; whoever imports these later gets them whole."""
    found = importlib.util.find_spec(packages[0])
    assert found is not None
    assert found.origin is not None
    missing = [] if packages[0] in sys.modules else packages
    for package in missing:
        stand_in = types.ModuleType(package)
        stand_in.__path__ = [str(Path(found.origin).parent.joinpath(*package.split(".")[1:]))]
        sys.modules[package] = stand_in
    try:
        yield
    finally:
        for package in missing:
            del sys.modules[package]
