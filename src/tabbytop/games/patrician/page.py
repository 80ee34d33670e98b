"""What the page needs to know of Patrician that no view tells: cities, cards, pairs of neighbours and the numbers.

All of it is JSON data made from the component file and the rules' own constants, so that the page repeats none of
them. Knows nothing of drawing.
"""

from __future__ import annotations

from typing import Any, Final

from tabbytop.engine.seats import HOUSE, LUCK, OVER
from tabbytop.games.patrician import board, facts
from tabbytop.games.patrician.board import BOX, CITIES
from tabbytop.games.patrician.components import MOST_PLAYERS, PERSONS
from tabbytop.games.patrician.words import card_name

PHASES = {
    "dealing": facts.DEALING,
    "laying_out": facts.LAYING_OUT,
    "choosing_starter": facts.CHOOSING_STARTER,
    "planning": facts.PLANNING,
    "refilling": facts.REFILLING,
    "moving_after": facts.MOVING_AFTER,
    "placing_messenger": facts.PLACING_MESSENGER,
    "showing_piles": facts.SHOWING_PILES,
    "counting_messengers": facts.COUNTING_MESSENGERS,
    "finished": facts.FINISHED,
}

PAGE: Final[dict[str, Any]] = {
    # the map: cities by number, as in views; x to the right and y downwards, in city spacings
    "cities": [
        {
            "id": city.id,
            "name": city.name,
            "limit": city.limit,
            "high": city.high_token,
            "low": city.low_token,
            "x": city.x,
            "y": city.y,
            "colour": city.hex,
        }
        for city in BOX.city
    ],
    "cities_for": board.CITIES_FOR.tolist(),
    "pairs": [{"id": pair.id, "a": CITIES.index(pair.a), "b": CITIES.index(pair.b)} for pair in BOX.adjacency.list],
    "pairs_for": board.PAIRS_FOR.tolist(),
    # the deck: cards by number, as in views; `person` is -1 without a portrait
    "cards": [
        {
            "id": card.id,
            "name": card_name(number),
            "city": CITIES.index(card.city),
            "crests": card.crests,
            "symbol": card.symbol,
            "person": PERSONS.index(card.portraits[0]) if card.portraits else -1,
            "heads": len(card.portraits),
            "star": card.star,
        }
        for number, card in enumerate(BOX.cards.list)
    ],
    "cards_for": board.CARDS_FOR.tolist(),
    "persons": list(board.PERSON_NAMES),
    # seats in their order
    "colours": [
        {"id": colour.id, "colour": colour.hex, "pattern": colour.pattern, "floors": colour.floors}
        for colour in BOX.colour
    ],
    # what the numbers of a view stand for
    "phases": PHASES,
    "steps": {"play": board.PLAY, "build": board.BUILD, "move": board.MOVE, "take": board.TAKE},
    "actors": {"luck": LUCK, "house": HOUSE, "over": OVER},
    "known": {
        "unseen": board.UNSEEN,
        "hand": board.HAND,
        "pile": board.PILE,
        "dealt": board.DEALT,
        "laid": board.LAID,
    },
    # numbers
    "hand": board.HAND_SIZE,
    "set": board.SET,
    "points_per_set": board.POINTS_PER_SET,
    "messengers_for": board.MESSENGERS_FOR.tolist(),
    "most_messengers": board.MOST_MESSENGERS,
    "bonus": board.BONUS,
    "bonus_tokens": BOX.messengers.bonus_tokens,
    "penalty": board.PENALTY,
    "most_players": MOST_PLAYERS,
}
