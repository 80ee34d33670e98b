"""Simple players with one idea each, to compare others with: `tabbytop arena cat-cab --bots house-cat,simple:rusher`.

Each gives in to a temptation of its game and draws among what tempts it alike. They are examples, too, of bots that
need no search. Alone among the modules of the arena this one knows games.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from tabbytop.bots.bot import Moment
from tabbytop.engine.luck import stream, toss
from tabbytop.engine.referee import interpreted
from tabbytop.games.cat_cab import board as streets
from tabbytop.games.cat_cab.bot import steps_to_target
from tabbytop.games.hot_tin_roof.components import DUMPSTERS
from tabbytop.games.patrician.board import CARD_CITY, CARD_IDS, CITIES

NO = -100
"""How tempting something is that it never does while it may do something else."""


class Simple:
    """Ranks the legal moves; one is drawn of those that it ranks highest."""

    game: ClassVar[str]

    def __init__(self, seed: int) -> None:
        self._luck = stream(seed)

    def choose(self, moment: Moment) -> int:
        """One of the moves that tempt most."""
        if moment.game.id != self.game:
            raise ValueError(f"it plays {self.game} and nothing else")
        table, read = moment.table, moment.game.moves.read
        ranks = [self.rank(moment, table, read(move).name, read(move).args, move) for move in moment.legal]
        best = [move for move, rank in zip(moment.legal, ranks, strict=True) if rank == max(ranks)]
        return best[toss(self._luck, len(best))]

    def rank(self, moment: Moment, table: Any, name: str, args: Mapping[str, Any], move: int) -> int:
        """How tempting a move is."""
        raise NotImplementedError


class Rusher(Simple):
    """Cat Cab: stops at the first roll, fetches one passenger and drives out with it."""

    game = "cat-cab"
    enough = 1
    """Passengers with which it drives out."""

    def rank(self, moment: Moment, table: Any, name: str, args: Mapping[str, Any], move: int) -> int:
        if name in ("reroll", "mark", "roll_item", "decline"):
            return NO
        if name not in ("move", "back", "boost"):
            return 0
        world = moment.view.copy()
        interpreted(moment.game).apply(world, moment.seat, move)
        after = moment.game.state.plain(world)
        place, out = after.place[moment.seat], int(table.held[moment.seat] >= self.enough or table.passenger < 0)
        return 1 if place > streets.START else -int(steps_to_target(after, place, out))


class Hoarder(Rusher):
    """Cat Cab: wants every passenger that there is before it drives out."""

    enough = 99


class Diver(Simple):
    """Hot Tin Roof: dives for the most cans, whatever the dumpster is for, and lets its cats sit."""

    game = "hot-tin-roof"

    def rank(self, moment: Moment, table: Any, name: str, args: Mapping[str, Any], move: int) -> int:
        if name == "dive":
            return int(table.dumpster[DUMPSTERS.index(args["dumpster"])])
        return NO if name in ("step", "lift", "no_ante") else 0


class Dumper(Simple):
    """Rollecate: gets rid of the highest card that it can, on the pile or on the railway."""

    game = "rollecate"

    def rank(self, moment: Moment, table: Any, name: str, args: Mapping[str, Any], move: int) -> int:
        if name in ("build", "chaos"):
            return int(args["value"] if name == "chaos" else args["card"].split()[0])
        return 1 if name == "lay" and args["combine"] == "yes" else 0


class Contester(Simple):
    """Patrician: builds where rivals lead, and takes the card of such a city."""

    game = "patrician"

    def rank(self, moment: Moment, table: Any, name: str, args: Mapping[str, Any], move: int) -> int:
        if name == "play":
            return self._behind(table, moment.seat, int(CARD_CITY[CARD_IDS.index(args["card"])]))
        if name == "floor":
            city = int(CARD_CITY[table.plan_card[moment.seat]])
            return self._behind(table, moment.seat, city, int(args["site"]) - 1)
        return self._behind(table, moment.seat, CITIES.index(args["city"])) if name == "take" else 0

    @staticmethod
    def _behind(table: Any, seat: int, city: int, *sites: int) -> int:
        """How many floors more a rival has in a tower of a city; the most there is."""
        most = NO
        for site in sites or (0, 1):
            floors = [int(table.floor[city, site, level]) for level in range(table.height[city, site])]
            others = [floors.count(other) for other in set(floors) - {seat}]
            most = max(most, max(others, default=0) - floors.count(seat))
        return most


SIMPLE = {f"simple:{bot.__name__.lower()}": bot for bot in (Rusher, Hoarder, Diver, Dumper, Contester)}
"""The simple players by the names by which the arena knows them."""
