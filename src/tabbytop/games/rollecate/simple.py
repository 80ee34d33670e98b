"""A simple player of Rollecate, to compare bots with: it gives in to one temptation."""

from __future__ import annotations

from tabbytop.engine.game import Temptation


def dumper(it: Temptation) -> int:
    """Gets rid of the highest card that it can, on the pile or on the railway."""
    if it.name == "chaos":
        return int(it.args["value"])
    if it.name == "build":
        return int(it.args["card"].split()[0])
    return int(it.name == "lay" and it.args["combine"] == "yes")


IDEAS = {"dumper": dumper}
