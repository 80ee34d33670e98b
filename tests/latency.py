"""Whether the distance to the server decides races: many races of the paw between people near and far.

    python -m tests.latency [races]

Everybody reacts as quickly as everybody else; their links have round trips of 5, 80 and 250 ms. Races are real ones at
real tables, in skipped time. Printed is, for each pair of links, how often one was quicker than the other by the times
that count, and how often it would have been by the times of arrival.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import sys
from collections import Counter
from dataclasses import dataclass

from tabbytop.games.kitty_paw.facts import BUILDING, PAWS, RESULT
from tests.server.fast_forward import Player, World, fast_forward

TRIPS = (0.005, 0.080, 0.250)
JITTER = 0.004
"""Seconds by which each way may take longer."""
REACTIONS = (0.35, 0.12)
"""Seconds that a person takes to press the paw, on average, and how much that varies."""
ORDERS = (((0, 1, 2), (1, 2, 0), (2, 0, 1)), ((0, 2, 1), (2, 1, 0), (1, 0, 2)))
"""Three reactions are raced with in all orders, three at a table: so nobody has better ones than somebody else."""
RACES_AT_A_TABLE = 3
Pair = tuple[float, float]


@dataclass(frozen=True)
class Race:
    """One race of the paw: by link, the time that counted and the time of arrival, in milliseconds."""

    counted: dict[float, int]
    arrived: dict[float, int]


async def races_at_a_table(world: World, seed: int, table: int) -> list[Race]:
    """Some races between three people and a caller, who is in the next room."""
    chance = random.Random(seed * 10_000 + table // 2)
    reactions = [max(0.15, chance.gauss(*REACTIONS)) for _ in TRIPS]
    names = ["ann", "ben", "cleo", "dora"]
    room = await world.open(*names, countdown_seconds=0, reaction_seconds=5)
    trips = [0.0, *chance.sample(TRIPS, len(TRIPS))]
    people = [Player(room, name, trip, random.Random(chance.random())) for name, trip in zip(names, trips, strict=True)]
    for person in people:
        person.jitter = JITTER
        person.come()
    await asyncio.sleep(5 + chance.random())
    return [
        await one_race(people, [reactions[number] for number in order], chance.uniform(1, 3))
        for order in ORDERS[table % 2]
    ]


async def one_race(people: list[Player], reactions: list[float], building: float) -> Race:
    """A round in which the first one calls as soon as possible, and the others answer as quickly as they can."""
    caller, *others = people
    for person in people:
        await person.until(lambda person=person: bool(person.choices("ready")) if person.now else False)  # type: ignore[misc]
        person.send("ready")
    await caller.until_phase(BUILDING)
    await caller.play("take_card", **caller.choices("take_card")[0])
    await asyncio.sleep(building)
    pressing = [asyncio.create_task(answer(*each)) for each in zip(others, reactions, strict=True)]
    await caller.play("meow")
    await asyncio.gather(*pressing)
    await caller.until_phase(RESULT)
    counted = {person.trip: caller.view["reaction"][person.seat] for person in others}
    arrived = {person.trip: counted[person.trip] + caller.view["lag"][person.seat] for person in others}
    for person in people:
        await person.until_phase(RESULT)
        person.send("ready")
    return Race(counted, arrived)


async def answer(person: Player, reaction: float) -> None:
    """Press the paw, so many seconds after the Meow was heard."""
    await person.until_phase(PAWS)
    await asyncio.sleep(reaction)
    person.send("paw")


def run(races: int, seed: int = 1) -> list[Race]:
    """So many races, at many tables at once."""
    tables = -(-races // RACES_AT_A_TABLE)

    async def story(world: World) -> list[Race]:
        found = await asyncio.gather(*(races_at_a_table(world, seed, table) for table in range(tables)))
        return list(itertools.chain(*found))[:races]

    return fast_forward(story)


def wins(times: list[dict[float, int]]) -> dict[Pair, float]:
    """For each pair of links, how often the first was quicker; equal times are half a win."""
    won: Counter[Pair] = Counter()
    for race in times:
        for near, far in itertools.combinations(TRIPS, 2):
            won[near, far] += 1.0 if race[near] < race[far] else 0.5 if race[near] == race[far] else 0.0  # type: ignore[assignment]
    return {pair: won[pair] / len(times) for pair in itertools.combinations(TRIPS, 2)}


def main(races: str = "500") -> None:
    """Print how races came out."""
    raced = run(int(races))
    counted, arrived = wins([race.counted for race in raced]), wins([race.arrived for race in raced])
    print(f"{len(raced)} races; the nearer one of a pair was quicker:")
    for near, far in counted:
        as_if = f"by arrival {arrived[near, far]:.1%}"
        print(f"  {near * 1000:3.0f} ms against {far * 1000:3.0f} ms: {counted[near, far]:.1%} ({as_if})")


if __name__ == "__main__":
    main(*sys.argv[1:])
