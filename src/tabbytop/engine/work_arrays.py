"""Work arrays of compiled rules: on the stack, where they cost nothing. Numba asks the heap for every array, and LLVM
cannot take that out again."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.extending import intrinsic
from numba.np import arrayobj

MOST_ON_STACK = 1024
"""Numbers of the longest work array that lies on the stack."""
WORDS = numba.types.Array(numba.int64, 1, "C")


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def work_array(typing: Any, size: Any) -> Any:
    """What stands in for `scratch`. An array whose size is not known when a rule is compiled lies on the heap."""

    def on_stack(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        with builder.goto_entry_block():
            cells = builder.alloca(ir.ArrayType(word, size.literal_value))
        array = arrayobj.make_array(WORDS)(context, builder)
        arrayobj.populate_array(
            array,
            data=builder.bitcast(cells, array.data.type),
            shape=[word(size.literal_value)],
            strides=[word(8)],
            itemsize=word(8),
            meminfo=None,
        )
        return array._getvalue()

    def on_heap(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        def empty(size: Any) -> Any:
            return np.empty(size, np.int64)

        return context.compile_internal(builder, empty, signature, arguments)

    is_small = isinstance(size, numba.types.IntegerLiteral) and 0 <= size.literal_value <= MOST_ON_STACK
    return WORDS(size), on_stack if is_small else on_heap
