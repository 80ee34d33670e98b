"""Bots in games in which everybody may act at once: what they do next, and in how many milliseconds. Knows no game.

A live bot is asked whenever the table has changed; its latest answer counts, and what it meant to do before is
forgotten. Whoever asks lets the time pass: the arena by the game's clock, a server by its own.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from tabbytop.bots.bot import Bot, Moment
from tabbytop.engine.game import Game
from tabbytop.engine.luck import stream, toss
from tabbytop.engine.match import Match

SLOWEST, QUICKEST = 1200, 250
"""The range of milliseconds between two moves of a bot that only knows how to choose: those of an unhurried hand."""


@dataclass(frozen=True)
class Intention:
    """A move, and in how many milliseconds it will be made if nothing comes in between."""

    move: int
    after: int


@runtime_checkable
class LiveBot(Protocol):
    """A player in real time. One bot sits at one seat for one game."""

    def intend(self, moment: Moment) -> Intention | None:
        """What the bot does next; None while it only waits."""


def glance(match: Match, seat: int) -> Moment:
    """What a match lets a seat see at a moment, without the log: hands look often, and at the table."""
    return Moment(
        game=match.game,
        players=match.players,
        options=copy.deepcopy(match.options),
        seat=seat,
        view=match.view(seat),
        legal=tuple(match.legal(seat)),
        log=(),
    )


class LevelHand:
    """The game's own automated hand at a level. It keeps nothing in mind, so any process may ask it at any time."""

    def __init__(self, game: Game, level: str, seed: int) -> None:
        if game.hand is None:
            raise ValueError(f"{game.name} has no automated hands")
        self._hand, self._level, self._seed = game.hand, level, seed

    def intend(self, moment: Moment) -> Intention | None:
        """The next move of the hand, and when."""
        found = self._hand(moment.table, moment.seat, self._level, self._seed)
        return None if found is None else Intention(*found)

    def choose(self, moment: Moment) -> int:
        """The next move, whenever it is asked for; the first legal one while the hand would wait."""
        found = self.intend(moment)
        return moment.legal[0] if found is None else found.move


class Unhurried:
    """Any bot that chooses moves, given the pace of a hand."""

    def __init__(self, bot: Bot, seed: int) -> None:
        self._bot = bot
        self._luck = stream(seed, 3)
        self._due = -1

    def intend(self, moment: Moment) -> Intention | None:
        """One of the legal moves, when the hand is there."""
        assert moment.game.clock is not None
        now = moment.game.clock.now(moment.table)
        if self._due <= now:
            self._due = now + QUICKEST + toss(self._luck, SLOWEST - QUICKEST + 1)
        if not moment.legal:
            return None
        return Intention(self._bot.choose(moment), self._due - now)


def live(bot: Bot, seed: int) -> LiveBot:
    """A bot as a live one, if need be with a pace of its own."""
    return bot if isinstance(bot, LiveBot) else Unhurried(bot, seed)
