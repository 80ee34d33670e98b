"""What lies on Patrician's table, and what every seat knows of it.

Hands are for their owners and the deck is for nobody; it has no order, a draw picks one of the cards in it. A turn is
planned in secret: `plan_…` is the own row of whoever is on turn, and nothing else changes until a card is taken
(PAT-28). Cards are played, taken and laid out openly, so whoever watches knows where they went: that memory is `known`,
a row for every seat, and it is what bots count cards by. People are shown the top of other players' piles (PAT-67).
"""

from __future__ import annotations

from tabbytop.engine.state import Ints, State, nobody, owner, public


class Patrician(State):
    """Cards, cities and pairs of cities are numbered as in the component file; sites are 0 and 1 here."""

    # How the table is set up
    seats: int = public()
    """How many players there are."""
    cities: int = public()
    """Nine, or ten with five players."""
    draw_before_move: int = public()
    """1 if a card is taken before the move symbol is used."""
    open_piles: int = public()
    """1 if piles of played cards lie open."""
    messengers: int = public()
    """Whether The Messengers are in the game."""
    late_messengers_count: int = public()
    """1 if those who came after a scoring count for the -3 token."""

    # The cards
    deck: int = nobody(type="i8")
    """The cards in the deck, one bit each."""
    deck_size: int = public()
    """How many cards are in the deck."""
    face_up: Ints = public(10, empty=-1)
    """The card that lies at each city."""
    hand: Ints = owner(5, 3, empty=-1)
    """The cards in the own hand."""
    hand_size: Ints = public(5, by_seat=True)
    """How many cards each seat has in the hand."""
    top: Ints = public(5, empty=-1, by_seat=True)
    """The card on top of each pile of played cards."""
    pile_size: Ints = public(5, by_seat=True)
    """How many cards each seat has played."""
    known: Ints = owner(5, 55, empty=-1)
    """Where each seat knows each card to be: `board.HAND` + seat, `board.PILE` + seat, `board.DEALT` to itself and
    shown to nobody, `board.LAID` at a city, or -1 where it has not seen the card."""
    portraits: Ints = owner(5, 3)
    """Heads in the own pile, by person."""
    open_pile: Ints = public(55, empty=-1)
    """Whose pile each card lies in, where piles are open: with that option, and once the game is over."""
    open_portraits: Ints = public(5, 3, by_seat=True)
    """Heads in open piles, by person."""

    # The towers
    floor: Ints = public(10, 2, 8, empty=-1)
    """Whose floor it is, by city, site and level from the ground."""
    height: Ints = public(10, 2)
    """How many floors each tower has, by city and site."""
    winner: Ints = public(10, 2, empty=-1)
    """Who won the tower on each site of a completed city."""
    prestige: Ints = public(5, by_seat=True)
    """Points of the city tokens won."""
    towers: Ints = public(5, by_seat=True)
    """City tokens won."""

    # The Messengers
    messenger: Ints = public(12)
    """Whether one lies between the cities of each pair."""
    beside: Ints = public(10)
    """How many lie beside each city."""
    messengers_left: Ints = public(5, by_seat=True)
    """Messengers that each seat still has."""
    counted: Ints = public(10, empty=-1)
    """Messengers beside a city when it was scored; -1 before that."""
    bonus: Ints = public(5, by_seat=True)
    """2-point tokens won."""
    penalised: int = public(empty=-1)
    """Who has the -3 token."""

    # The turn
    phase: int = public()
    """What is going on; `facts.py` numbers the phases."""
    acting: int = public()
    """Who acts: a seat, LUCK, HOUSE or OVER."""
    turn: int = public(empty=-1)
    """Whose turn it is."""
    turns: int = public()
    """Turns finished by all players together."""
    built: int = public(empty=-1)
    """The city built in this turn, once the turn is shown."""
    place: int = public(empty=-1)
    """The city at which a card is to be laid."""
    plan_step: Ints = owner(5)
    """What whoever is on turn decides next: `board.PLAY`, `BUILD`, `MOVE` or `TAKE`."""
    plan_card: Ints = owner(5, empty=-1)
    """The card that whoever is on turn plans to play."""
    plan_sites: Ints = owner(5, 2, empty=-1)
    """Where the planned floors go."""
    plan_floors: Ints = owner(5)
    """Floors planned so far."""
    plan_move: Ints = owner(5, empty=-1)
    """The planned use of the move symbol: twice the city plus the site taken from; -1 for none."""
