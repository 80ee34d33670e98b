"""Somebody who builds at one constant pace and makes no mistakes: whom a matched hand is measured against.

`python -m tests.games.kitty_paw.people 200` says how often it wins against several of them, in so many games each;
`… 200 auto` plays them on a Ray cluster, as `--cluster auto` does elsewhere.
"""

from __future__ import annotations

import importlib
import sys

from msgspec.structs import replace

from tabbytop.arena.cluster import Cluster, joined, spread
from tabbytop.arena.race import play_race
from tabbytop.bots.bot import Moment
from tabbytop.bots.live import Intention, LevelHand
from tabbytop.engine.luck import SwiftLuck
from tabbytop.engine.match import Match
from tabbytop.games.kitty_paw import bot
from tabbytop.games.kitty_paw.components import BOX, LEVELS, MATCHED, Hand, hand_of
from tabbytop.games.kitty_paw.game import GAME

TIMES = ("take_card", "per_piece", "per_turn_or_flip", "per_peek", "paw")
PACES = {"slow": 8000, "middle": 3500, "fast": 1600}
"""Milliseconds a piece."""


def steady(ms: int) -> Hand:
    """The quickest hand without its luck and its slips, slowed down to so many milliseconds a piece."""
    quickest = hand_of(BOX, LEVELS[-1])
    by = ms / (sum(quickest.per_piece) / 2)
    times = {name: (int(by * sum(getattr(quickest, name)) / 2),) * 2 for name in TIMES}
    return replace(quickest, **times, slips=0.0)


class Constant:
    """One person at one pace."""

    def __init__(self, ms: int, seed: int) -> None:
        self._hand, self._seed = steady(ms), seed

    def intend(self, moment: Moment) -> Intention | None:
        found = bot.intention(bot.Cat(moment.table, moment.seat, self._hand, self._seed))
        return None if found is None else Intention(*found)


def matched_wins(meeting: tuple[int, int]) -> bool:
    """Whether a matched hand wins the game of this number against somebody of a pace; they take turns at the seats."""
    ms, number = meeting
    match = Match(GAME, 2, {}, luck=SwiftLuck(5, number))
    seat = number % 2
    hands = [LevelHand(GAME, MATCHED, 31 * number + 7), Constant(ms, number)]
    play_race(match, hands[:: 1 - 2 * seat])
    return match.result.winners == (seat,)


def wins_against(ms: int, games: int, cluster: Cluster | None = None) -> float:
    """How often a matched hand wins against somebody of a pace."""
    meetings = ((ms, number) for number in range(games))
    return sum(won for _, won in spread(cluster, matched_wins, meetings)) / games


def main() -> None:
    games, where = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None
    with joined(where) as cluster:
        for name, pace in PACES.items():
            print(f"{name}, {pace} ms a piece: {wins_against(pace, games, cluster):.1%}", flush=True)


if __name__ == "__main__":
    importlib.import_module("tests.games.kitty_paw.people").main()  # by its name, which nodes of a cluster can find
