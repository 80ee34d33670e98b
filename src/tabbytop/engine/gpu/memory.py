"""States in memory that a kernel lays out itself: records at any place of an array of words."""

from __future__ import annotations

import functools
import importlib
from typing import Any

import numba

from tabbytop.engine.gpu import toolkit

WORD = 8
"""Bytes of the words that such memory is made of; every field of a state lies well in it."""


def words_of(record: Any) -> int:
    """Words that a state takes: an odd number, so that the same field of neighbours lies in different banks."""
    return int(-(-record.size // WORD)) | 1


@functools.cache
def record_at(record: Any) -> Any:
    """A device function that finds the state of this type whose first byte is word `at` of an array."""
    toolkit()
    extending, arrays = map(importlib.import_module, ("numba.cuda.extending", "numba.cuda.np.arrayobj"))

    def found(typing: Any, words: Any, at: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = arrays.make_array(signature.args[0])(context, builder, arguments[0])
            place = builder.gep(array.data, [arguments[1]])
            return builder.bitcast(place, context.get_value_type(record))

        return record(words, at), generate

    return extending.intrinsic(found)


@functools.cache
def copy_of(record: Any) -> Any:
    """A device function that writes one state over another, wherever both of them are."""
    toolkit()
    extending, tools = map(importlib.import_module, ("numba.cuda.extending", "numba.cuda.cgutils"))

    def copied(typing: Any, to: Any, source: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            tools.raw_memcpy(builder, *arguments, context.get_constant(numba.intp, record.size), 1)
            return context.get_dummy_value()

        return numba.void(to, source), generate

    return extending.intrinsic(copied)


@functools.cache
def bytes_of() -> Any:
    """A device function that takes an array of words for one of bytes."""
    toolkit()
    extending, arrays = map(importlib.import_module, ("numba.cuda.extending", "numba.cuda.np.arrayobj"))
    cells = numba.types.Array(numba.int8, 1, "C")

    def seen(typing: Any, words: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = arrays.make_array(signature.args[0])(context, builder, arguments[0])
            other = arrays.make_array(cells)(context, builder)
            size = builder.mul(array.nitems, array.nitems.type(WORD))
            arrays.populate_array(
                other,
                data=builder.bitcast(array.data, other.data.type),
                shape=[size],
                strides=[size.type(1)],
                itemsize=size.type(1),
                meminfo=None,
            )
            return other._getvalue()

        return cells(words), generate

    return extending.intrinsic(seen)
