"""How compiled rules become machine code: what Python calls as a whole, with all that it reaches.

Numba by itself optimises every function as if somebody might call it alone, and makes machine code of it, so that what
is called by many is gone through over and over again on the way up. Here a rule that only other rules call stays as it
was written down until something that Python calls is complete. Then LLVM sees all of it, once, and knows that nobody
else calls its parts: so it can leave out what none of their callers asks for, such as errors that they never meet.
"""

from __future__ import annotations

from typing import Any

from llvmlite.binding import Linkage, parse_bitcode
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class Part(JITCodeLibrary):  # type: ignore[misc]
    """The code of a rule that only other rules call."""

    def finalize(self) -> None:
        """Take in what it calls, so that it can be kept by itself. It is optimised where it ends up."""
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """There is no machine code."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Part:
        """Whom Numba tells of the Python objects that a function uses. Rules use none."""
        return self

    def set_env(self, name: str, objects: Any) -> None:
        """Without machine code there is no place for them."""

    @classmethod
    def read(cls, codegen: Any, name: str, code: bytes) -> Part:
        """A part that was `written`."""
        part = cls(codegen, name)
        part._final_module = parse_bitcode(code)
        part._finalize_dynamic_globals()
        part._finalized = True
        return part

    @property
    def written(self) -> bytes:
        """All of it in bytes."""
        return bytes(self._get_module_for_linking().as_bitcode())


class Whole(JITCodeLibrary):  # type: ignore[misc]
    """The code of what Python calls, with all that it reaches."""

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr:  # a part, or something of Numba's
                function.linkage = Linkage.internal
        super()._optimize_final_module()


class PartCompiler(Compiler):  # type: ignore[misc]
    """Compiles rules that only other rules call."""

    kind: type[JITCodeLibrary] = Part

    def __init__(self, typing: Any, target: Any, library: Any, *details: Any) -> None:
        super().__init__(typing, target, library, *details)
        self.state.library = self.kind(target.codegen(), "rule")
        self.state.library.enable_object_caching()


class WholeCompiler(PartCompiler):
    """Compiles what Python calls."""

    kind = Whole
