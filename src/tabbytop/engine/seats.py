"""Those who can act besides the players. Players are seats 0, 1, 2 …; everybody else has a number below zero."""

from typing import Final

LUCK: Final = -1
"""Dice, draws and deals: `chance` lists the outcomes."""
HOUSE: Final = -2
"""What the rules do by themselves; always exactly one legal move."""
CLOCK: Final = -3
"""The passing of time in real-time games."""
ALL: Final = -4
"""Every seat may act now (real-time play)."""
OVER: Final = -5
"""Nobody: the game has ended."""
SPECTATOR: Final = -6
"""Somebody who only watches and sees what is public."""

NAMES: Final = {LUCK: "luck", HOUSE: "house", CLOCK: "clock", ALL: "all", OVER: "over", SPECTATOR: "spectator"}


def to_json(seat: int) -> int | str:
    """How a seat is written in records: a number for players, a word for the others."""
    return NAMES.get(seat, seat)


def from_json(value: object) -> int:
    """The seat that `to_json` wrote."""
    for seat in (LUCK, HOUSE, CLOCK):
        if value == NAMES[seat]:
            return seat
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 100:
        return value
    raise ValueError(f"a seat is a number from 0, 'luck', 'house' or 'clock'; not {value!r}")
