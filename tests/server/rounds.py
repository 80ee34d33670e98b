"""Rounds of Kitty Paw, faster than real time: how they begin, and what the table and its log say of them."""

from __future__ import annotations

import asyncio
from typing import Any

from tabbytop.engine.seats import CLOCK
from tabbytop.games.kitty_paw.facts import BUILDING
from tabbytop.games.kitty_paw.game import GAME
from tabbytop.server.runtime.loading import replayed
from tabbytop.server.runtime.room import Room
from tabbytop.server.tables import events
from tests.server.fast_forward import Player, World

PEOPLE = ("ann", "ben", "cleo", "dora")
NO_WAITING = {"countdown_seconds": 0, "ready_seconds": 5}


async def begin(world: World, *trips: float, bots: tuple[str, ...] = (), **options: Any) -> list[Player]:
    """So many people, so many seconds away, at an open round with a card each."""
    room = await world.open(*PEOPLE[: len(trips)], bots=bots, **NO_WAITING | options)
    players = [Player(room, name, trip).come() for name, trip in zip(PEOPLE, trips, strict=False)]
    await asyncio.sleep(2.5)  # a few probes
    for player in players:
        await player.until(lambda player=player: player.now is not None)  # type: ignore[misc]
        player.send("ready")
    for player in players:
        await player.until_phase(BUILDING)
    row = players[0].choices("take_card")
    for player, card in zip(players, row, strict=False):
        await player.play("take_card", **card)
    return players


def state_of(room: Room) -> Any:
    assert room.table.match is not None
    return GAME.state.plain(room.table.match.state())


def log_of(world: World, room: Room) -> list[events.TableEvent]:
    return [events.unpack(entry.body) for entry in world.shelf.logs[room.table.facts.id]]


def moves_of_clock(world: World, room: Room, family: str) -> list[dict[str, Any]]:
    played = [event for event in log_of(world, room) if isinstance(event, events.Played) and event.seat == CLOCK]
    return [event.move[family] for event in played if family in event.move]


def check_log(world: World, room: Room) -> None:
    """The log leads to the same table."""
    table = replayed(room.table.facts.id, [entry.body for entry in world.shelf.logs[room.table.facts.id]])
    assert table is not None
    assert table.match is not None
    assert room.table.match is not None
    assert (table.facts, table.match.fingerprint) == (room.table.facts, room.table.match.fingerprint)
