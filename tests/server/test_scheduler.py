"""The scheduler of a game that is played by turns, without a server: what it asks bots about."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tabbytop.bots.workers import Answer, Question
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.protocol.messages import BotSeat, Leave, Me
from tabbytop.server.runtime.pace import Pace
from tabbytop.server.runtime.scheduler import TurnScheduler, Work
from tabbytop.server.tables.internal import BotMove, InternalCommand
from tests.server.evenings import ANN, Evening, bots_move

pytestmark = pytest.mark.usefixtures("known_luck")


class Listening:
    """A pool that hears what it is asked, and makes the first move that it is offered."""

    def __init__(self) -> None:
        self.asked: list[Question] = []

    async def choose(self, question: Question) -> Answer:
        self.asked.append(question)
        return Answer(question.legal[0], question.level)


def asked(evening: Evening, pool: Any) -> tuple[list[Work], list[InternalCommand]]:
    """A bot that has been asked: the thoughts that have begun, and the moves that came of them."""
    begun: list[Work] = []
    sent: list[InternalCommand] = []

    async def submit(command: InternalCommand) -> None:
        sent.append(command)

    start: Any = begun.append
    TurnScheduler(evening, pool, Metrics(), Pace(1000.0), 0.0, 0.0, 1, start, submit).reschedule(None)  # type: ignore[arg-type]
    return begun, sent


def bots_evening() -> Evening:
    """Bots play on both seats."""
    evening = Evening(Me(), BotSeat("kitten"))
    evening.do(ANN, Leave("k"))
    return evening


def test_a_bot_whose_turn_it_is_is_asked_and_moves():
    evening, pool = bots_evening(), Listening()
    seat, ply, legal = evening.deciding, evening.match.ply, evening.match.legal(evening.deciding)
    begun, sent = asked(evening, pool)
    asyncio.run(begun[0])
    assert sent == [BotMove(seat, ply, legal[0])]


def test_a_bot_that_was_asked_twice_and_has_moved_is_not_asked_again():
    evening, pool = bots_evening(), Listening()
    seat = evening.deciding
    begun, sent = asked(evening, pool)
    while evening.deciding == seat:
        bots_move(evening)
    asyncio.run(begun[0])
    assert pool.asked == sent == []
