"""Which cat sits where: every bot at a table has a name that nobody else has there.

The choice follows from the table's id, so that it can be made again; it is stored with the seat all the same.
"""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Collection
from typing import get_args

from msgspec.structs import replace

from tabbytop.server.protocol.messages import BotSeat, CatName
from tabbytop.server.tables.events import GuestSeat, Sitting

CATS: tuple[CatName, ...] = get_args(CatName)


def cat_for(table_id: str, seat: int, taken: Collection[str]) -> str:
    """A name for the bot at a seat, other than those that are taken; a plain one where every cat sits already."""
    free = _free(taken)
    if free:
        return free[zlib.crc32(f"{table_id} {seat}".encode()) % len(free)]
    used = {name.casefold() for name in taken}
    return next(name for number in itertools.count(seat + 1) if (name := f"Cat {number}").casefold() not in used)


def called(name: str) -> CatName | None:
    """The cat of this name, if there is one."""
    return next((cat for cat in CATS if cat == name), None)


def named(bot: BotSeat, table_id: str, seat: int, taken: Collection[str]) -> BotSeat:
    """A bot with a name of its own: the one that is wanted, if nobody has it."""
    if bot.name in _free(taken):
        return bot
    return replace(bot, name=called(cat_for(table_id, seat, taken)))


def all_named(seats: list[Sitting], table_id: str) -> list[Sitting]:
    """The seats of a new table, each bot with a name of its own. Names that are wanted come before chosen ones."""
    taken: list[str] = [who.name for who in seats if isinstance(who, GuestSeat)]
    told = list(seats)
    for is_wanted in (True, False):
        for seat, who in enumerate(seats):
            if isinstance(who, BotSeat) and (who.name is not None) == is_wanted:
                told[seat] = bot = named(who, table_id, seat, taken)
                taken.append(bot.name or "")
    return told


def _free(taken: Collection[str]) -> list[CatName]:
    used = {name.casefold() for name in taken}
    return [cat for cat in CATS if cat.casefold() not in used]
