"""Games on a graphics card: the same rules in CUDA kernels, final states equal to the processor's byte for byte.

Needs an NVIDIA card and the extra `tabbytop[gpu]`, and is imported only by those who ask for it. `Batch` plays many
games to their end; `Table` steps many games with masks and observations on the device. Their arrays are shared with
PyTorch, CuPy and JAX without copies.
"""

from __future__ import annotations

import functools
import importlib
from typing import Any

import numpy as np

from tabbytop.engine.errors import UserError


class NoGpu(UserError):
    """There is no card to run on, or nothing to reach it with."""


@functools.cache
def toolkit() -> Any:
    """`numba.cuda`, whether or not there is a card; it also compiles for cards that are elsewhere."""
    if not hasattr(np, "row_stack"):  # NumPy 2.5 has dropped it, and numba-cuda still asks for it
        setattr(np, "row_stack", np.vstack)  # noqa: B010 - unknown to newer type stubs
    try:
        importlib.import_module("numba_cuda")
        return importlib.import_module("numba.cuda")
    except ImportError as problem:
        raise NoGpu(
            f"Games on a GPU need what 'pip install tabbytop[gpu]' brings; it is missing here ({problem})."
        ) from None


def card() -> Any:
    """`numba.cuda` where there is a card; says so where there is none."""
    cuda = toolkit()
    if not cuda.is_available():
        raise NoGpu(
            "No NVIDIA GPU can be reached here, or its driver is missing. The same games run on the processor, "
            "for example with 'tabbytop simulate' and 'tabbytop bench'."
        )
    return cuda


def zeros(shape: tuple[int, ...], kind: Any) -> Any:
    """An array of zeros on the device."""
    cuda = card()
    array = cuda.device_array(shape, kind)
    cuda.cudadrv.driver.device_memset(array, 0, array.nbytes)
    return array


def as_torch(array: Any) -> Any:
    """A device array as a PyTorch tensor over the same memory."""
    return importlib.import_module("torch").as_tensor(array, device="cuda")


def as_jax(array: Any) -> Any:
    """A device array as a JAX array over the same memory; JAX takes it that the memory is not written to meanwhile."""
    return importlib.import_module("jax").numpy.from_dlpack(as_torch(array))
