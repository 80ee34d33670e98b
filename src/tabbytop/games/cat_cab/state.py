"""What lies on Cat Cab's table. Everything is open (CAB-15)."""

from __future__ import annotations

from tabbytop.engine.state import Ints, State, public


class CatCab(State):
    """Squares are numbered row by row from (1, 1); places beyond the grid are in `board.py`."""

    # How the table is set up
    seats: int = public()
    """How many drivers there are, Crazy cat included."""
    solo: int = public()
    """1 if one person plays against Crazy cat."""
    side: int = public()
    """Which side of the game card is the city: 0 front, 1 back."""
    entry: int = public()
    """The gate where everybody starts: 0 is A, 1 is B; the other one is the exit."""
    split_sabotage: int = public()
    """1 if curses of one turn may go to different rivals."""
    sensible_crazy_cat: int = public()
    """1 if Crazy cat heads for the exit in rush hour."""
    turn_limit: int = public(type="i2")
    """Own turns after which a driver in the city is out; 0 is no limit."""
    colour: Ints = public(3, empty=-1, by_seat=True)
    """The colour of each seat."""
    lost_dice_stay_lost: int = public(later=True)
    """1 if a coloured die that is lost is out of the game."""
    crazy_cat_stops: int = public(later=True)
    """1 if Crazy cat stops at the passenger."""
    pushed_cabs_land: int = public(later=True)
    """1 if a cab that is pushed back lands where it comes to stand."""
    quiet_squares_stay_quiet: int = public(later=True)
    """1 if special squares where a passenger has waited stay out of play."""

    # The city
    place: Ints = public(3, empty=-1, by_seat=True)
    """Where each seat's cab is: a square, or a place beyond the grid."""
    passenger: int = public(empty=-1)
    """The square where a passenger waits; -1 if none does."""
    picked_up: int = public()
    """Passengers picked up so far."""
    lost: int = public()
    """Passengers lost so far."""
    holder: Ints = public(6, empty=-1)
    """Who has which coloured die: red, blue and green D6, then red, blue and green D8; -1 is the supply, -2 nowhere."""
    quiet: Ints = public(8, later=True)
    """1 for each special square that is out of play for good, in the order of the squares."""

    # The drivers
    order: Ints = public(3, empty=-1)
    """Seats in turn order."""
    order_roll: Ints = public(3, by_seat=True)
    """What each seat has rolled for the turn order; 0 before that."""
    curses: Ints = public(3, by_seat=True)
    """Curses that lie on each seat."""
    held: Ints = public(3, by_seat=True)
    """Passengers that each seat has."""
    turns: Ints = public(3, type="i2", by_seat=True)
    """Own turns finished; without a turn limit the count ends at `facts.MOST_TURNS`."""
    departure: Ints = public(3, by_seat=True)
    """1 for the first to leave the city, 2 for the second …; 0 for nobody yet."""
    rush: Ints = public(3, by_seat=True)
    """Own turns left in rush hour; 0 before rush hour."""
    champion: int = public(empty=-1)
    """The winner once the game is over; -1 if there is none."""

    # The turn
    phase: int = public()
    """What is going on; `facts.py` numbers the phases."""
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
    """Rolls for items made this turn."""
    ones: int = public()
    """Sources of 1 space left."""
    twos: int = public()
    """Sources of 2 spaces left."""
    moved: int = public()
    """1 once the active cab has moved this turn."""
    landed: int = public()
    """1 if the active cab has landed where it stands."""
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
    """The seat whose cab has to move back."""
    back_spaces: int = public()
    """How far it has to move back."""
    fighters: int = public()
    """Bits of the seats in a cat fight; afterwards of the losers who have yet to move back."""
    duellist: int = public(empty=-1)
    """The seat that rolls in the cat fight."""
    fight_die: int = public()
    """The first die of the pair being rolled."""
    fight_total: Ints = public(3, by_seat=True)
    """What each seat has rolled in this round of the fight."""
    fight_tries: int = public()
    """Tries that Crazy cat has made in this fight."""
