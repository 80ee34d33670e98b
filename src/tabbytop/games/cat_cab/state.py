"""What lies on Cat Cab's table. Everything is open (CAB-15)."""

from __future__ import annotations

from tabbytop.engine.state import Ints, State, public


class CatCab(State):
    """Squares are numbered row by row from (1, 1); places beyond the grid are in `board.py`."""

    # How the table is set up
    seats: int = public()
    solo: int = public()
    side: int = public()
    entry: int = public()
    split_sabotage: int = public()
    sensible_crazy_cat: int = public()
    turn_limit: int = public(type="i2")
    colour: Ints = public(3, empty=-1, by_seat=True)
    lost_dice_stay_lost: int = public(later=True)
    crazy_cat_stops: int = public(later=True)
    pushed_cabs_land: int = public(later=True)
    quiet_squares_stay_quiet: int = public(later=True)

    # The city
    place: Ints = public(3, empty=-1, by_seat=True)
    passenger: int = public(empty=-1)
    picked_up: int = public()
    lost: int = public()
    holder: Ints = public(6, empty=-1)
    """Who has which coloured die: red, blue and green D6, then red, blue and green D8; -1 is the supply, -2 nowhere."""
    quiet: Ints = public(8, later=True)
    """1 for each special square that is out of play for good, in the order of the squares."""

    # The drivers
    order: Ints = public(3, empty=-1)
    """Seats in turn order."""
    order_roll: Ints = public(3, by_seat=True)
    curses: Ints = public(3, by_seat=True)
    held: Ints = public(3, by_seat=True)
    turns: Ints = public(3, type="i2", by_seat=True)
    """Own turns finished; without a turn limit the count ends at `facts.MOST_TURNS`."""
    departure: Ints = public(3, by_seat=True)
    """1 for the first to leave the city, 2 for the second …; 0 for nobody yet."""
    rush: Ints = public(3, by_seat=True)
    """Own turns left in rush hour; 0 before rush hour."""
    champion: int = public(empty=-1)

    # The turn
    phase: int = public()
    acting: int = public()
    """Who acts: a seat, LUCK, HOUSE or OVER."""
    turn: int = public()
    """Index into `order`."""
    face: Ints = public(11)
    """What each die shows: five white, three coloured D6, three coloured D8; 0 is not rolled this turn."""
    pool: int = public(type="i2")
    """Bits of the turn dice."""
    rolling: int = public(type="i2")
    """Bits of the dice in the air."""
    marked: int = public(type="i2")
    """Bits of the dice chosen for the next re-roll."""
    threes: int = public()
    """Final 3s not yet used for an item."""
    item_rolls: int = public()
    ones: int = public()
    """Sources of 1 space left."""
    twos: int = public()
    """Sources of 2 spaces left."""
    moved: int = public()
    landed: int = public()
    pushed: int = public(later=True)
    """Bits of the seats that were pushed this turn and have landed by that."""
    boost: int = public()
    """Spaces of a speed boost still to be directed."""
    to_place: int = public()
    """Final 2s still to be placed as curses."""
    placed: int = public()
    """Final 2s placed so far this turn."""
    column: int = public()
    """The column just rolled for a passenger."""
    after_passenger: int = public()
    """The phase that follows once a passenger stands."""

    # Moving back and fighting
    back_seat: int = public(empty=-1)
    back_spaces: int = public()
    fighters: int = public()
    """Bits of the seats in a cat fight; afterwards of the losers who have yet to move back."""
    duellist: int = public(empty=-1)
    fight_die: int = public()
    """The first die of the pair being rolled."""
    fight_total: Ints = public(3, by_seat=True)
    fight_tries: int = public()
