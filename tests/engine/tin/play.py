"""Run it as a program: how many rules were compiled, then what is legal and the state, interpreted and compiled."""

from __future__ import annotations

import numpy as np

from tabbytop.engine.compiling import Twins

from . import options, rules
from .state import Tin


def main() -> None:
    compiled: list[str] = []
    listing = Twins("tin", Tin, {}, notify=compiled.append)(rules.listing)
    chosen = options.OPTIONS.encode(1, {})
    results = []
    for plain in (True, False):
        state, out = Tin.blank(), np.zeros(20, np.int32)
        count = rules.legal(Tin.plain(state), chosen, out) if plain else listing(state, chosen, out)
        results.append(f"{out[:count].tolist()} {state.tobytes().hex()}")
    print(len(compiled), *results, sep="\n")


if __name__ == "__main__":
    main()
