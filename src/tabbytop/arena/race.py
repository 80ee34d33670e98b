"""Real-time games faster than real time: time jumps to whatever happens next. Knows no game and no bot.

Everybody is asked what they will do and when; the earliest does it, unless something happens by itself before. Then
all are asked again, since the table has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tabbytop.bots.bot import Moment
from tabbytop.bots.live import Intention, LiveBot, glance
from tabbytop.engine.clock import NEVER
from tabbytop.engine.match import Match
from tabbytop.engine.seats import ALL

Asked = Callable[[Moment], Intention | None]
"""How a seat is asked what it will do next."""
IDLE = 1000
"""Milliseconds that pass where nobody means to do anything and nothing happens by itself."""


def act_first(match: Match, seats: Sequence[Asked]) -> None:
    """Let the next thing happen where everybody may act. Of several at the same time another seat is first each ply."""
    around = [(match.ply + index) % len(seats) for index in range(len(seats))]
    intentions = [(seat, seats[seat](glance(match, seat))) for seat in around if match.legal(seat)]
    wanted = [(found.after, seat, found.move) for seat, found in intentions if found is not None]
    if not wanted:
        match.wait(IDLE if match.time_left == NEVER else match.time_left)
        return
    after, seat, move = min(wanted, key=lambda one: one[0])
    after = max(0, after)
    if match.wait(after) == after and match.actor == ALL:
        match.play(seat, move)


def play_race(match: Match, bots: Sequence[LiveBot]) -> None:
    """Play a match between live bots to its end, or to the longest that the game says it can be."""
    match.advance()
    while not match.over and match.ply < match.game.longest:
        act_first(match, [bot.intend for bot in bots])
        match.advance()
