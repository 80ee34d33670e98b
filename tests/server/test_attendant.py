"""The attendant of a game that is played by turns, without a server: what it asks bots about."""

from __future__ import annotations

import asyncio
from typing import Any

from tabbytop.bots.workers import Answer, Question
from tabbytop.server.attendant import TurnAttendant, Work
from tabbytop.server.decisions import BotMove, Own
from tabbytop.server.messages import BotSeat, Leave, Me
from tabbytop.server.metrics import Metrics
from tabbytop.server.pace import Pace
from tests.server.test_decisions import ANN, Evening, bots_move


class FirstMove:
    """A pool whose bots make the first move that they are offered."""

    async def choose(self, question: Question) -> Answer:
        return Answer(question.legal[0], question.level)


def test_a_bot_is_asked_about_the_moment_in_which_it_was_woken():
    """If it is woken twice its turn may be over when it begins to think; its move comes too late then, without harm."""
    evening = Evening(Me(), BotSeat("kitten"))
    evening.do(ANN, Leave("k"))
    seat, ply, legal = evening.deciding, evening.match.ply, evening.match.legal(evening.deciding)
    begun: list[Work] = []
    sent: list[Own] = []

    async def submit(command: Own) -> None:
        sent.append(command)

    start: Any = begun.append
    pool: Any = FirstMove()
    attendant = TurnAttendant(evening, pool, Metrics(), Pace(1000.0), 0.0, 0.0, 1, start, submit)  # type: ignore[arg-type]
    attendant.attend(None)
    while evening.deciding == seat:
        bots_move(evening)
    asyncio.run(begun[0])
    assert sent == [BotMove(seat, ply, legal[0])]
