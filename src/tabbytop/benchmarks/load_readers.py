"""Readers beside a load: the longest games of each kind are read again and again, as logs, records and moments.

Each reader asks for the next thing as soon as it has the last. What they take from others is for `load` to measure.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from tabbytop import games
from tabbytop.benchmarks.wire import Http
from tabbytop.engine.game import Game
from tabbytop.engine.luck import SealedLuck
from tabbytop.engine.match import Match
from tabbytop.engine.record import write_record
from tabbytop.engine.seats import ALL
from tabbytop.server.protocol import messages

MOST_MOVES = 12_000
"""A game that is not over by then is not waited for."""
PAUSES = (50, 200, 800)
"""Milliseconds between the acts of those who race."""


@dataclass(frozen=True)
class Shelved:
    """A finished game on a server."""

    path: str
    invite: str
    moves: int


@dataclass
class Answers:
    """What readers were given."""

    number: int = 0
    bytes: int = 0


async def fill_shelf(address: str, dice: random.Random, say: Callable[[str], None]) -> list[Shelved]:
    """A long game of each kind, played at random and brought to a server."""
    shelf: list[Shelved] = []
    for game in map(games.load, games.ids()):
        say(f"a long game of {game.name}")
        text = await asyncio.to_thread(_recorded, game, dice)  # the players' sockets have pings to answer
        async with Http(address) as http:
            reader = await http.post("/api/guests", {}, messages.GuestWithToken)
            opened = await http.post("/api/records", text, messages.Opened, reader.token)
        shelf.append(Shelved(f"/api/tables/{opened.id}", opened.invite, text.count("\n") - 2))
    return shelf


def _recorded(game: Game, dice: random.Random) -> str:
    return write_record(_played(game, dice))


def _played(game: Game, dice: random.Random) -> Match:
    """A game of as many players as there can be, by random moves."""
    while True:
        match = Match(game, max(game.players), luck=SealedLuck.new())
        match.advance()
        while not match.over and match.ply < MOST_MOVES:
            _act(match, dice)
            match.advance()
        if match.over:
            return match


def _act(match: Match, dice: random.Random) -> None:
    seat = match.actor
    if seat == ALL:
        match.wait(dice.choice(PAUSES))
        seat = dice.randrange(match.players)
        if match.actor != ALL or not match.legal(seat):
            return
    match.play(seat, dice.choice(match.legal(seat)))


@asynccontextmanager
async def reading(address: str, shelf: list[Shelved], readers: int, dice: random.Random) -> AsyncIterator[Answers]:
    """So many readers at work while the context lasts."""
    answers = Answers()

    async def read(game: Shelved) -> None:
        async with Http(address) as http:
            while True:
                moment = f"moments/{dice.randrange(game.moves)}"
                for what in ("/log", f"/{moment}", "/record", f"/{moment}", ""):
                    said = await http.get(f"{game.path}{what}?invite={game.invite}", bytes)
                    answers.number += 1
                    answers.bytes += len(said)

    tasks = [asyncio.create_task(read(shelf[number % len(shelf)])) for number in range(readers)]
    try:
        yield answers
        for task in tasks:
            if task.done():
                task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
