"""The table of High cat."""

from __future__ import annotations

from tabbytop.engine.state import Ints, State, nobody, owner, public


class HighCat(State):
    """Cards are bits; a hand is a row of the owner."""

    players: int = public()
    low: int = public()
    acting: int = public()
    turn: int = public()
    hand: Ints = owner(3, type="i2")
    hand_size: Ints = public(3, by_seat=True)
    buried: int = nobody(empty=-1)
    is_buried: int = public()
    shown: int = public(empty=-1)
    played: int = public(type="i2")
    trick: Ints = public(3, empty=-1, by_seat=True)
    points: Ints = public(3, by_seat=True)
