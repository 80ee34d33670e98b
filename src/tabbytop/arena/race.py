"""Real-time games faster than real time: time jumps to whatever happens next. Knows no game and no bot.

Everybody is asked what they will do and when; the earliest does it, unless something happens by itself before. Then
all are asked again, since the table has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tabbytop.bots.bot import Moment
from tabbytop.bots.live import Intention, LiveBot, glance
from tabbytop.engine.clock import NEVER
from tabbytop.engine.match import Match
from tabbytop.engine.seats import ALL

Asked = Callable[[Moment], Intention | None]
"""How a seat is asked what it will do next."""
IDLE = 1000
"""Milliseconds that pass where nobody means to do anything and nothing happens by itself."""


def first_to_act(match: Match, asked: Mapping[int, Asked]) -> tuple[int, Intention] | None:
    """Who of those who are asked means to act first, and how; of several at the same time another one each ply."""
    seats = list(asked)
    around = [seats[(match.ply + index) % len(seats)] for index in range(len(seats))]
    found = [(seat, asked[seat](glance(match, seat))) for seat in around if match.legal(seat)]
    wanted = [(seat, intention) for seat, intention in found if intention is not None]
    return min(wanted, key=lambda one: one[1].after, default=None)


def act_first(match: Match, asked: Mapping[int, Asked]) -> None:
    """Let the next thing happen where everybody may act."""
    first = first_to_act(match, asked)
    if first is None:
        match.wait(IDLE if match.time_left == NEVER else match.time_left)
    else:
        _carry_out(match, *first)


def _carry_out(match: Match, seat: int, intention: Intention) -> None:
    """Wait for the moment that a seat meant, and let it act, unless something happened by itself before."""
    after = max(0, intention.after)
    if match.wait(after) == after and match.actor == ALL:
        match.play(seat, intention.move)


def let_pass(match: Match, asked: Mapping[int, Asked], ms: int) -> None:
    """Let so much time pass at a table, with all that others do meanwhile and all that happens by itself."""
    end = match.now + ms
    while match.actor == ALL:
        first = first_to_act(match, asked)
        if first is None or match.now + first[1].after > end:
            if match.now == end:
                return
            match.wait(end - match.now)
        else:
            _carry_out(match, *first)
        match.advance()


def play_race(match: Match, bots: Sequence[LiveBot]) -> None:
    """Play a match between live bots to its end, or to the longest that the game says it can be."""
    asked = {seat: bot.intend for seat, bot in enumerate(bots)}
    match.advance()
    while not match.over and match.ply < match.game.longest:
        act_first(match, asked)
        match.advance()
