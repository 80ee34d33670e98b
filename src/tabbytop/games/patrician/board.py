"""The cities, cards and pairs of Patrician as numbers to look up, made from the component file."""

from __future__ import annotations

from collections.abc import Iterable

from tabbytop.engine.rule import table
from tabbytop.games.patrician.components import (
    MOST_PLAYERS,
    PERSONS,
    SYMBOLS,
    CityCard,
    cards_for,
    cities_for,
    load,
)

BOX = load()
COLOURS = tuple(colour.id for colour in BOX.colour)
CITIES = tuple(city.id for city in BOX.city)
CITY_NAMES = tuple(city.name for city in BOX.city)
CARD_IDS = tuple(card.id for card in BOX.cards.list)
PAIRS = tuple(pair.id for pair in BOX.adjacency.list)
PERSON_NAMES = tuple(getattr(BOX.persons, person) for person in PERSONS)

CARDS = len(CARD_IDS)
SITES = 2
HAND_SIZE = BOX.setup.hand
SET = BOX.scoring.portraits_per_set
POINTS_PER_SET = BOX.scoring.points_per_set
BONUS = BOX.messengers.bonus_value
PENALTY = BOX.messengers.penalty_value
MOST_MESSENGERS = BOX.messengers.max_per_city

# what a card may do besides its crests
CREST, PORTRAIT, DRAW_ANY, MOVE_TOP = range(len(SYMBOLS))
CARD_CITY = table(CITIES.index(card.city) for card in BOX.cards.list)
CARD_CRESTS = table(card.crests for card in BOX.cards.list)
CARD_SYMBOL = table(SYMBOLS.index(card.symbol) for card in BOX.cards.list)
CARD_PERSON = table(PERSONS.index(card.portraits[0]) if card.portraits else 0 for card in BOX.cards.list)
CARD_HEADS = table(len(card.portraits) for card in BOX.cards.list)
CARD_STAR = table(int(card.star) for card in BOX.cards.list)

LIMIT = table(city.limit for city in BOX.city)
HIGH_TOKEN = table(city.high_token for city in BOX.city)
LOW_TOKEN = table(city.low_token for city in BOX.city)
PAIR_A = table(CITIES.index(pair.a) for pair in BOX.adjacency.list)
PAIR_B = table(CITIES.index(pair.b) for pair in BOX.adjacency.list)


def _bits(cards: Iterable[CityCard]) -> int:
    """A set of cards, one bit each."""
    return sum(1 << CARD_IDS.index(card.id) for card in cards)


# by number of players
_COUNTS = range(MOST_PLAYERS + 1)
CITIES_FOR = table(len(cities_for(BOX, players)) for players in _COUNTS)
CARDS_FOR = table(len(cards_for(BOX, players)) for players in _COUNTS)
DECK_FOR = table(_bits(cards_for(BOX, players)) for players in _COUNTS)
"""All cards in the game, one bit each."""
PAIRS_FOR = table(sum(pair.players_from <= players for pair in BOX.adjacency.list) for players in _COUNTS)
MESSENGERS_FOR = table(getattr(BOX.messengers, f"per_player_{players}", 0) for players in _COUNTS)
STARS = _bits(card for card in BOX.cards.list if card.star)
"""All star cards, one bit each."""

# where a seat knows a card to be
UNSEEN, HAND, PILE, DEALT, LAID = -1, 0, 5, 10, 11

# what whoever is on turn decides next
PLAY, BUILD, MOVE, TAKE = range(4)
