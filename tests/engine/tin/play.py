"""Run it as a program: how many rules were compiled, then what is legal and the state, interpreted and compiled.

At last whether linear algebra was loaded, whether whoever wants it could still have it, and whether Numba was loaded.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec

import numpy as np

from tabbytop.engine.binding import Binding

from . import options, rules
from .state import Tin


def main() -> None:
    compiled: list[str] = []
    listing = Binding("tin", Tin, {}, notify=compiled.append)(rules.listing)
    chosen = options.OPTIONS.encode(1, {})
    results = []
    for plain in (True, False):
        state, out = Tin.blank(), np.zeros(20, np.int32)
        count = rules.legal(Tin.plain(state), chosen, out) if plain else listing(state, chosen, out)
        results.append(f"{out[:count].tolist()} {state.tobytes().hex()}")
    print(len(compiled), *results, sep="\n")
    print("scipy.linalg" in sys.modules, find_spec("scipy.linalg") is not None)
    print("numba" in sys.modules)


if __name__ == "__main__":
    main()
