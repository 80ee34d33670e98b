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
    """How many players there are."""
    mixed: int = public()
    """1 if cards of all levels are shuffled together."""
    yellow: int = public()
    """1 if the yellow cards of Level II are played."""
    tumbled: int = public()
    """1 if tiles come to hand turned at random."""
    calm: int = public()
    """1 in a calm game: nobody races, and nobody is last."""
    calm_rounds: int = public()
    """How many rounds a calm game has."""
    calm_minutes: int = public()
    """How many minutes a calm round lasts at most; 0 is no limit."""
    countdown: int = public()
    """Seconds that are counted down before a round opens; the four fields that follow are seconds too."""
    ready_wait: int = public(type="i2")
    """After so long somebody who has not pressed ready counts as ready."""
    peek_time: int = public()
    """How long a look under a box may take."""
    reaction_time: int = public()
    """How long after a Meow a paw still counts."""
    round_limit: int = public(type="i2")
    """After so long a round without a Meow ends; 0 is no limit."""

    # Time and phase
    now: int = public(type="i8")
    """The time."""
    phase: int = public()
    """What is going on; `facts.py` numbers the phases."""
    until: int = public(type="i8", empty=-1)
    """When the phase ends by itself; -1 is never."""
    round: int = public()
    """The number of the round."""
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
    """The cards that lie in the row."""
    card: Ints = public(4, empty=-1, by_seat=True)
    """The card that each seat has taken this round."""
    top_level: int = public()
    """The level on the back of the pile's top card; 0 if the pile is empty or not yet known."""
    scored: Ints = public(4, by_seat=True)
    """How many scored cards each seat has."""
    total: Ints = public(4, type="i2", by_seat=True)
    """The points of each seat."""

    # The centre and the mats
    centre: Ints = public(7, 2)
    """Tiles in the centre by breed and side."""
    mixing: int = public()
    """The breed whose tiles are being mixed."""
    place: Ints = public(4, 8, type="i2", empty=-1, by_seat=True)
    """Where each seat has each piece: a place of the mat, in the hand, or nowhere."""
    side: Ints = public(4, 8, by_seat=True)
    """Which side of each piece is up, by seat."""
    rot: Ints = public(4, 8, by_seat=True)
    """How each piece is turned, in quarter turns, by seat."""
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
    """When each seat's look under a box ends."""
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
    """The seat that has called Meow."""
    called: int = public(type="i8", empty=-1)
    """When it called."""
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
