"""What lies on Kitty Paw's table. Only the faces under the boxes are hidden: a look is the looker's own (KIT-70)."""

from __future__ import annotations

from tabbytop.engine.state import Ints, State, nobody, owner, public


class KittyPaw(State):
    """Times are milliseconds since the game began. Pieces and cards are numbered in `cards.py`, places in `mat.py`.

    A table may lie open for years, so times are as wide as they can be. Rounds, scores and totals are bounded by the
    cards: every round takes some of them out of the game, and an extra round without a Meow is the last one.
    """

    # How the table is set up
    players: int = public()
    mixed: int = public()
    yellow: int = public()
    tumbled: int = public()
    calm: int = public()
    calm_rounds: int = public()
    calm_minutes: int = public()
    countdown: int = public()
    """Seconds, like the four that follow."""
    ready_wait: int = public(type="i2")
    peek_time: int = public()
    reaction_time: int = public()
    round_limit: int = public(type="i2")

    # Time and phase
    now: int = public(type="i8")
    phase: int = public()
    until: int = public(type="i8", empty=-1)
    """When the phase ends by itself; -1 is never."""
    round: int = public()
    extra: int = public()
    """How many extra rounds were begun."""
    active: int = public()
    """Bits of the seats that play this round."""
    ready: int = public()
    """Bits of the seats that have pressed ready."""
    opened: int = public(type="i8", empty=-1)
    """When the round opened."""
    since: Ints = public(4, type="i8", by_seat=True)
    """When each seat acted last, or the round changed its phase."""
    acts: Ints = public(4, type="i2", by_seat=True)
    """How many things each seat has done in this round; the count ends at `facts.MOST_ACTS`."""

    # Kitty cards
    where: Ints = public(48)
    """Where each card is: see `facts.py`."""
    row: Ints = public(4, empty=-1)
    card: Ints = public(4, empty=-1, by_seat=True)
    """The card that each seat has taken this round."""
    top_level: int = public()
    """The level on the back of the pile's top card; 0 if the pile is empty or not yet known."""
    scored: Ints = public(4, by_seat=True)
    """How many scored cards each seat has."""
    total: Ints = public(4, type="i2", by_seat=True)

    # The centre and the mats
    centre: Ints = public(7, 2)
    """Tiles in the centre by breed and side."""
    mixing: int = public()
    """The breed whose tiles are being mixed."""
    place: Ints = public(4, 8, type="i2", empty=-1, by_seat=True)
    """Where each seat has each piece: a place of the mat, in the hand, or nowhere."""
    side: Ints = public(4, 8, by_seat=True)
    rot: Ints = public(4, 8, by_seat=True)
    box: Ints = public(4, empty=-1, by_seat=True)
    """The cell of each box card."""
    box_side: Ints = public(4, by_seat=True)
    """0 is horizontal, 1 vertical."""
    tumbling: int = public(empty=-1)
    """The seat whose tile in hand still tumbles."""

    # Hide and seek
    ring: Ints = nobody(8, empty=-1)
    """The animal under each box, once anybody has looked."""
    looked: int = public(type="i2")
    """Bits of the boxes under which anybody has looked this round."""
    peeked: Ints = public(4, type="i2", by_seat=True)
    """Bits of the boxes under which each seat has looked this round."""
    known: Ints = owner(4, 8, empty=-1)
    """The animals that each seat has seen under boxes this round."""
    shown: Ints = public(8, empty=-1)
    """The animals that were kept this round, by the box they came from: all have seen them."""
    peeking: Ints = public(4, empty=-1, by_seat=True)
    """The box under which each seat is looking."""
    peek_until: Ints = public(4, type="i8", empty=-1, by_seat=True)
    finding: int = public(empty=-1)
    """The seat that is just lifting a box."""
    rested_until: Ints = public(4, 8, type="i8", by_seat=True)
    """Until when each seat may not look under each box again."""
    hide: Ints = public(4, empty=-1, by_seat=True)
    """The animal on the hide-and-seek card that each seat has, in the hand or on the mat."""
    hide_slot: Ints = public(4, empty=-1, by_seat=True)
    """The box that it came from."""

    # Meow and paw
    caller: int = public(empty=-1)
    called: int = public(type="i8", empty=-1)
    done: int = public()
    """Bits of the seats that have called in a calm round."""
    due: int = public()
    """Bits of the seats that have to answer with the paw."""
    told: Ints = public(4, type="i8", empty=-1, by_seat=True)
    """When the Meow was sent to each seat that has to answer, as the rules count it."""
    reaction: Ints = public(4, type="i4", empty=-1, by_seat=True)
    """Reaction times, corrected for the connection."""
    pressed: Ints = public(4, by_seat=True)
    """1 for the first paw handled, 2 for the second …; 0 for none yet."""
    lag: Ints = public(4, type="i2", by_seat=True)
    """What is taken off each seat's reaction for its connection."""
    away_since: Ints = public(4, type="i8", empty=-1, by_seat=True)
    """Since when each seat's connection is lost; -1 if it is there."""
    last: int = public()
    """Bits of the seats that were last and have yet to take their penalty."""
    was_last: int = public()
    """Bits of all seats that were last in this round."""
    verdict: Ints = public(4, by_seat=True)
    """0 is not checked, 1 right, 2 wrong."""
    faults: Ints = public(4, type="i2", by_seat=True)
    """Bits of the pieces that are wrong; the bit after the hide-and-seek card is the box card."""

    # Times worth remembering
    times: Ints = public(12, type="i8", empty=-1)
    """From opening to Meow, by round."""
    best: Ints = public(4, type="i8", empty=-1, by_seat=True)
    """Each seat's shortest time for a right pattern."""
