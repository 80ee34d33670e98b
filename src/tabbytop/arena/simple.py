"""Simple players with one idea each, to compare others with: `tabbytop arena cat-cab --bots house-cat,simple:rusher`.

An idea says how tempting a move is, and stands on the card of its game. Knows no game.
"""

from __future__ import annotations

from tabbytop import games
from tabbytop.bots.bot import Moment
from tabbytop.engine.game import Game, Temptation
from tabbytop.engine.luck import stream, toss
from tabbytop.engine.referee import interpreted

PREFIX = "simple:"


def names(game: Game) -> tuple[str, ...]:
    """The simple players of a game, by the names by which the arena knows them."""
    return tuple(PREFIX + name for name in game.ideas)


def all_names() -> tuple[str, ...]:
    """Those of all games."""
    return tuple(name for game_id in games.ids() for name in names(games.load(game_id)))


class SimplePlayer:
    """Ranks the legal moves by its idea; one is drawn of those that tempt most."""

    def __init__(self, name: str, seed: int) -> None:
        self._name = name
        self._luck = stream(seed)

    def choose(self, moment: Moment) -> int:
        """One of the moves that tempt most."""
        game, table = moment.game, moment.table
        if self._name not in names(game):
            raise ValueError(f"{self._name} does not play {game.name}")
        idea = game.ideas[self._name.removeprefix(PREFIX)]

        def how_tempting(move: int) -> int:
            made = game.moves.read(move)
            return idea(Temptation(table, moment.seat, made.name, made.args, lambda: self._after(moment, move)))

        ranks = [how_tempting(move) for move in moment.legal]
        best = [move for move, rank in zip(moment.legal, ranks, strict=True) if rank == max(ranks)]
        return best[toss(self._luck, len(best))]

    @staticmethod
    def _after(moment: Moment, move: int) -> object:
        world = moment.view.copy()
        interpreted(moment.game).apply(world, moment.seat, move)
        return moment.game.state.plain(world)
