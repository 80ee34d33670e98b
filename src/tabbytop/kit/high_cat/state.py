"""The table of High cat."""

from __future__ import annotations

from tabbytop.engine.state import Ints, State, nobody, owner, public


class HighCat(State):
    """Cards are bits; a hand is a row of the owner."""

    players: int = public()
    """How many players there are."""
    low: int = public()
    """1 if the lowest card wins."""
    acting: int = public()
    """Who acts: a seat, LUCK, HOUSE or OVER."""
    turn: int = public()
    """Whose turn it is."""
    hand: Ints = owner(3, type="i2")
    """The cards in the own hand, one bit each."""
    hand_size: Ints = public(3, by_seat=True)
    """How many cards each seat has in the hand."""
    buried: int = nobody(empty=-1)
    is_buried: int = public()
    """1 once a card lies face down."""
    shown: int = public(empty=-1)
    """The card that lies open; -1 if none does."""
    played: int = public(type="i2")
    """The cards that were played, one bit each."""
    trick: Ints = public(3, empty=-1, by_seat=True)
    """The card of each seat in this trick."""
    points: Ints = public(3, by_seat=True)
    """The points of each seat."""
