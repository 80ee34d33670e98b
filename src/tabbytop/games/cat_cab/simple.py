"""Simple players of Cat Cab, to compare bots with: each gives in to one temptation."""

from __future__ import annotations

from typing import Any

from tabbytop.engine.game import Temptation
from tabbytop.games.cat_cab import board, bot

NEVER = -100
"""What it never does while it may do something else."""


def rusher(it: Temptation) -> int:
    """Stops at the first roll, fetches one passenger and drives out with it."""
    return driving_out_with(it, 1)


def hoarder(it: Temptation) -> int:
    """Wants every passenger that there is before it drives out."""
    return driving_out_with(it, 99)


def driving_out_with(it: Temptation, enough: int) -> int:
    """Along the shortest way: to a passenger, or out once there are enough of them."""
    if it.name in ("reroll", "mark", "roll_item", "decline"):
        return NEVER
    if it.name not in ("move", "back", "boost"):
        return 0
    after: Any = it.after
    place, out = after.place[it.seat], int(it.table.held[it.seat] >= enough or it.table.passenger < 0)
    return 1 if place > board.START else -int(bot.steps_to_target(after, place, out))


IDEAS = {"rusher": rusher, "hoarder": hoarder}
