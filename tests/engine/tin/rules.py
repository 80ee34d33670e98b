"""The rules."""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.engine.state import Ids, States, Wide

from . import facts, moves, options
from .facts import LIGHT
from .state import Tin


@rule
def legal(s: Tin, chosen: Wide, out: Ids) -> int:
    """Everything a cat can do with a row of cans; what is read is also written down in the state."""
    s.cans = chosen[options.HUNGRY_SLOT] + chosen[options.OPEN_SLOT]
    s.fish = facts.opened_by(s.cans) + LIGHT
    s.thrown = -1
    out[0] = moves.OPEN + chosen[options.OPEN_SLOT]
    n = 1
    for can in range(9):
        if facts.may_throw(s, can):
            out[n] = moves.THROW + can
            s.thrown = can
            n += 1
    return n


@rule
def listing(states: States, chosen: Wide, out: Ids) -> int:
    """The way in for callers from Python."""
    return legal(states[0], chosen, out)
