"""What lies on Rollecate's table. Hands are for their owners, the draw pile and the removed cards for nobody.

Cards are counted by kind (see `board.py`): which of two equal cards is which never matters. No order of the draw pile
exists anywhere; a draw picks one of the cards that are in it.
"""

from __future__ import annotations

from tabbytop.engine.state import Ints, State, nobody, owner, public


class Rollecate(State):
    """The railway is a row of track cards; `first`, `train` and `end` are places in it, and places are never reused."""

    # How the table is set up
    seats: int = public()
    """Betsy's included."""
    players: int = public()
    """Those with a hand."""
    mode: int = public()
    """At a table of several (0), or alone: for the fewest points (1), the hard way (2), against Betsy (3)."""
    auto_setup: int = public()
    """1 if chance bends the curves of the initial railway."""
    human_bends: int = public()
    """Whether the player chooses the bends of Betsy's curves."""
    starter: int = public(empty=-1)
    """Who takes the first turn."""

    # The cards out of sight
    deck: Ints = nobody(20)
    """The draw pile, by kind."""
    deck_size: int = public()
    """How many cards are in the draw pile."""
    removed: Ints = nobody(20)
    """Taken out before the first turn, by kind (ROL-30)."""
    removed_size: int = public()
    """How many cards were taken out before the first turn."""
    hand: Ints = owner(4, 20)
    """By seat and kind."""
    hand_size: Ints = public(4, by_seat=True)
    """How many cards each seat has in the hand."""

    # The railway
    track: Ints = public(50, empty=-1)
    """The kind of the card at each place; -1 where none lies yet or any more."""
    x: Ints = public(50)
    """The column of the card at each place."""
    y: Ints = public(50)
    """The row of the card at each place."""
    bend: Ints = public(50, empty=-1)
    """How each card was laid: straight on, to the left, to the right."""
    heading: Ints = public(50)
    """Where the line leaves each card: east, north, west, south."""
    first: int = public()
    """The place of the oldest card."""
    end: int = public()
    """The place of the next card to come."""
    train: int = public(empty=-1)
    """The place of the train."""
    derailments: int = public()
    """How often she has derailed."""

    # Open cards beside the railway
    shown: int = public(empty=-1)
    """The kind of a card drawn openly and not yet laid: in set-up, or by Betsy."""
    aside: Ints = public(4)
    """Chaos cards set aside in set-up, by value."""
    taken: Ints = public(20)
    """Penalty cards of this turn that are not laid yet, by kind."""
    taken_size: int = public()
    """How many penalty cards are not laid yet."""
    combined: Ints = public(20)
    """Cards in the box because they were combined, by kind."""
    unbuilt: Ints = public(20)
    """Cards in the box because Betsy could not build them, by kind."""
    pile: Ints = public(4, 55, empty=-1, by_seat=True)
    """Every discard pile by seat, the first card laid first. All of it was laid openly, so bots remember it; people
    are shown the top of other players' piles only (ROL-61)."""
    pile_size: Ints = public(4, by_seat=True)
    """How many cards lie on each discard pile."""

    # The turn
    phase: int = public()
    """What is going on; `facts.py` numbers the phases."""
    acting: int = public()
    """Who acts: a seat, LUCK, HOUSE or OVER."""
    turn: int = public(empty=-1)
    """Whose turn it is."""
    turns: Ints = public(4, by_seat=True)
    """Turns begun, by seat."""
    value: int = public()
    """The value of the cards built this turn; 0 while none is."""
    built: int = public()
    """How many cards were built this turn."""
    dice: int = public()
    """Dice still to be thrown."""
    wheels: int = public()
    """Wheels that came up this turn."""
    due: int = public()
    """Penalty cards still to be taken."""
    lost: int = public()
    """Whether a hard solo game was lost by derailing too often."""
