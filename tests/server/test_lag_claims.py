"""F54: lag that is claimed from the first probe, after reconnecting, or on one of two devices. Faster than real time.

What was measured belongs to the guest and the table. It is limited always, and told of where it contradicts itself.
"""

from __future__ import annotations

import asyncio

import pytest

from tabbytop.games.kitty_paw.facts import PAWS, RESULT
from tabbytop.games.kitty_paw.timing import ROUND_TRIPS, STEADILY
from tabbytop.kit.marks import cites, fault
from tabbytop.server.runtime.latency import TOGETHER, History
from tabbytop.server.tables import events
from tests.server.fast_forward import Player, World, fast_forward
from tests.server.rounds import begin, check_log, log_of, moves_of_clock

CLAIMED = 0.5
"""Seconds by which a connection pretends to be slower than it is."""


def slowed(world: World, player: Player) -> list[int]:
    return [event.seat for event in log_of(world, player.room) if isinstance(event, events.Slowed)]


async def taken_off(world: World, players: list[Player], by: Player) -> int:
    """What is taken off for the paw of somebody."""
    await players[0].play("meow")
    await by.until_phase(PAWS)
    await asyncio.sleep(0.6)
    by.send("paw")
    await players[2].play("paw")
    await players[2].until_phase(RESULT)
    check_log(world, by.room)
    return max([move["ms"] for move in moves_of_clock(world, by.room, "lag") if move["seat"] == by.seat], default=0)


@fault("F54")
def test_what_was_measured_outlives_a_connection():
    async def story(world: World) -> None:
        players = await begin(world, 0.0, 0.025, 0.0)
        ben = players[1]
        await asyncio.sleep(10)
        ben.go()
        ben.dawdles = CLAIMED
        ben.come()
        await asyncio.sleep(ROUND_TRIPS - 2)
        assert await taken_off(world, players, ben) == 20

    fast_forward(story)


@fault("F54")
def test_who_is_slower_after_reconnecting_is_told_of():
    async def story(world: World) -> None:
        players = await begin(world, 0.0, 0.025, 0.0)
        ben = players[1]
        await asyncio.sleep(10)
        for _ in range(4):
            ben.go()
            ben.dawdles = CLAIMED
            ben.come()
            await asyncio.sleep(STEADILY / 4 + 1)
        assert slowed(world, ben) == [1]
        assert await taken_off(world, players, ben) == 300

    fast_forward(story)


@fault("F54")
def test_of_two_devices_the_quicker_one_counts_however_many_slow_ones_there_are():
    async def story(world: World) -> None:
        players = await begin(world, 0.0, 0.025, 0.0)
        ben = players[1]
        slow = [Player(ben.room, "ben", 0.025) for _ in range(8)]
        for device in slow:
            device.dawdles = CLAIMED - 0.1
            device.come()
        await asyncio.sleep(STEADILY + 10)
        assert slowed(world, ben) == []
        assert await taken_off(world, players, slow[0]) == 20

    fast_forward(story)


@fault("F54")
def test_who_claims_lag_from_the_first_probe_but_answers_sooner_is_told_of():
    async def story(world: World) -> None:
        room = await world.open("ann", "ben", "cleo", countdown_seconds=0, ready_seconds=60)
        players = [Player(room, name, 0.02) for name in ("ann", "ben", "cleo")]
        for player in players:
            player.dawdles = CLAIMED if player.person.guest == "ben" else 0.0
            player.come()
        await asyncio.sleep(STEADILY + 5)
        ann, ben, _ = players
        assert slowed(world, ben) == []
        for player in players:
            player.send("ready")
        await ben.until(lambda: bool(ben.choices("take_card")))
        await ben.play("take_card", **ben.choices("take_card")[0])  # 20 ms after hearing that the round is open
        await asyncio.sleep(2)
        assert slowed(world, ben) == [1]
        assert any(b"has become much slower" in message for message in ann.heard)

    fast_forward(story)


@fault("F54")
@pytest.mark.parametrize("trip", [0.02, 0.2, 0.35])
def test_who_is_honestly_far_away_is_never_told_of(trip: float):
    async def story(world: World) -> None:
        players = await begin(world, 0.0, trip, 0.0)
        ben = players[1]
        ben.jitter = 0.03
        for _ in range(4):
            await asyncio.sleep(STEADILY)
            await ben.play("box_flip")
            ben.go()
            ben.come()
            await ben.play("box_flip")
        assert slowed(world, ben) == []

    fast_forward(story)


@fault("F54")
@cites("KIT-87")
def test_a_newcomer_is_measured_at_once():
    async def story(world: World) -> None:
        players = await begin(world, 0.0, 0.0, 0.0)
        ben = Player(players[0].room, "ben", 0.1).come()
        await asyncio.sleep(0.11)
        assert ben.listener.meter is not None
        assert len(ben.listener.meter.round_trips) == 1

    fast_forward(story)


@fault("F54")
def test_echoes_that_come_together_are_one_measurement_the_shortest():
    history = History()
    for moment, round_trip in ((0.0, 400.0), (0.1, 20.0), (TOGETHER - 0.01, 400.0), (1.0, 30.0), (1.2, 500.0)):
        history.add(round_trip, moment)
    assert history.round_trips == (20.0, 30.0)
