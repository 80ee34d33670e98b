"""Tables that the tests of environments share: every game at every player count with every option, made short."""

from __future__ import annotations

from typing import Any

from tabbytop import games
from tabbytop.engine.game import Game

SHORT: dict[str, dict[str, Any]] = {
    "cat-cab": {"turn_limit": 5},
    "hot-tin-roof": {"turn_limit": 12},
    "kitty-paw": {"round_limit_seconds": 20},
}
"""Options that end games early, since the way in is tested here and not the game; a variant may say otherwise."""

CARDS = [games.load(game_id) for game_id in games.ids()]
TURN_BASED = [card for card in CARDS if card.clock is None]


def short(card: Game, players: int, options: dict[str, Any]) -> dict[str, Any]:
    """The options of a table, with an early end where they allow it and do not try another."""
    for name, value in SHORT.get(card.id, {}).items():
        if name not in options and not options.get("calm"):
            options = {**options, name: value}
    card.complete(players, options)
    return options


def variants(cards: list[Game]) -> list[tuple[Game, int, dict[str, Any]]]:
    """Every game at every player count with every option."""
    return [
        (card, players, short(card, players, options))
        for card in cards
        for players in card.players
        for options in card.options.variants(players)
        if options.get("turn_limit") != 0  # endless, apart from what is tried with an end
    ]


def named(table: tuple[Game, int, dict[str, Any]]) -> str:
    """A table in the name of a test."""
    card, players, options = table
    return "-".join([card.id, str(players), *(f"{name}={value}" for name, value in options.items())])
