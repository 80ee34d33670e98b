"""What a house offers: its games with their options, levels, clocks and phrases, in words for the page."""

from __future__ import annotations

from tabbytop import __version__, games
from tabbytop.bots.levels import LEVELS
from tabbytop.bots.pool import Pool
from tabbytop.engine.game import Game
from tabbytop.engine.options import BySeat, Choice, Flag, Option, Whole
from tabbytop.server import messages
from tabbytop.server.clocks import CLOCKS
from tabbytop.server.phrases import PHRASES


def house_offer(pool: Pool) -> messages.House:
    """Everything that can be chosen here."""
    return messages.House(
        version=__version__,
        protocol=messages.PROTOCOL,
        games=[_game(games.load(game_id), pool) for game_id in games.ids()],
        levels=[messages.LevelInfo(level.name, level.words) for level in LEVELS],
        clocks=[messages.LevelInfo(name, terms.words) for name, terms in CLOCKS.items()],
        phrases=[messages.LevelInfo(name, words) for name, words in PHRASES.items()],
    )


def _game(game: Game, pool: Pool) -> messages.GameInfo:
    ready = pool.readiness(game.id)
    return messages.GameInfo(
        id=game.id,
        name=game.name,
        rules=game.version,
        players=list(game.players),
        default_players=game.default_players,
        options=[_option(option, game) for option in game.options.all],
        ready=messages.Readiness(ready.state, round(ready.share, 3)),
    )


def _option(option: Option, game: Game) -> messages.OptionInfo:
    counts = [count for count in game.players if not option.only_players or count in option.only_players]
    defaults = {str(count): option.default_for(count) for count in counts}
    shared = (option.words, defaults, list(option.only_players))
    match option:
        case Choice():
            return messages.OptionInfo(option.name, "choice", *shared, values=list(option.values))
        case BySeat():
            return messages.OptionInfo(option.name, "by_seat", *shared, values=list(option.values))
        case Whole():
            return messages.OptionInfo(option.name, "whole", *shared, low=option.low, high=option.high)
        case Flag():
            return messages.OptionInfo(option.name, "flag", *shared)
        case _:
            raise TypeError(f"option {option.name} of {game.id} is of a kind that no page knows")
