"""A simple player of Patrician, to compare bots with: it gives in to one temptation."""

from __future__ import annotations

from tabbytop.engine.game import Temptation
from tabbytop.games.patrician.board import CARD_CITY, CARD_IDS, CITIES

LEAST = -100


def contester(it: Temptation) -> int:
    """Builds where rivals lead, and takes the card of such a city."""
    if it.name == "play":
        return behind(it, int(CARD_CITY[CARD_IDS.index(it.args["card"])]))
    if it.name == "floor":
        return behind(it, int(CARD_CITY[it.table.plan_card[it.seat]]), int(it.args["site"]) - 1)
    return behind(it, CITIES.index(it.args["city"])) if it.name == "take" else 0


def behind(it: Temptation, city: int, *sites: int) -> int:
    """How many floors more a rival has in a tower of a city; the most there is."""
    most = LEAST
    for site in sites or (0, 1):
        floors = [int(it.table.floor[city, site, level]) for level in range(it.table.height[city, site])]
        others = [floors.count(other) for other in set(floors) - {it.seat}]
        most = max(most, max(others, default=0) - floors.count(it.seat))
    return most


IDEAS = {"contester": contester}
