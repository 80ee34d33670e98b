"""A simple player of Hot Tin Roof, to compare bots with: it gives in to one temptation."""

from __future__ import annotations

from tabbytop.engine.game import Temptation
from tabbytop.games.hot_tin_roof.components import DUMPSTERS


def diver(it: Temptation) -> int:
    """Dives for the most cans, whatever the dumpster is for, and lets its cats sit."""
    if it.name == "dive":
        return int(it.table.dumpster[DUMPSTERS.index(it.args["dumpster"])])
    return -1 if it.name in ("step", "lift", "no_ante") else 0


IDEAS = {"diver": diver}
