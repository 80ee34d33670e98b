"""What is set aside is out of the collector's sight until everything is looked through."""

from __future__ import annotations

import asyncio
import gc
import math
import weakref
from collections.abc import Iterator

import pytest

from tabbytop.server.operating import gc as collecting
from tabbytop.server.operating.gc import CollectorSchedule, collect_all, is_due, set_aside
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.audience import Listener
from tabbytop.server.tables.seating import Person
from tests.server.fast_forward import World, fast_forward


class Thing:
    """Something that holds itself alive."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def collector_as_it_was() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


def set_one_aside() -> weakref.ref[Thing]:
    thing = Thing()
    set_aside()
    return weakref.ref(thing)


def test_what_is_set_aside_costs_no_look_and_goes_with_the_next_collection():
    thing = set_one_aside()
    gc.collect()
    assert thing() is not None
    collect_all()
    assert thing() is None


def test_young_garbage_is_taken_out_before():
    thing = weakref.ref(Thing())
    assert thing() is not None
    set_aside()
    assert thing() is None


def test_no_table_is_asked_whether_it_is_quiet_before_that_matters(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(collecting, "SET_ASIDE_EVERY", 0.001)

    async def times_asked() -> int:
        rounds, asked = asyncio.Semaphore(0), [0.0]
        monkeypatch.setattr(collecting, "set_aside", rounds.release)
        schedule = CollectorSchedule(lambda: asked.append(0.0) or 0.0)
        await rounds.acquire()
        await rounds.acquire()
        schedule.stop()
        return len(asked) - 1

    assert asyncio.run(times_asked()) == 0


@pytest.mark.parametrize(("quiet", "goes"), [(math.inf, True), (0.0, False)])
def test_everything_is_looked_through_in_a_pause_only(monkeypatch: pytest.MonkeyPatch, quiet: float, goes: bool):
    monkeypatch.setattr(collecting, "SET_ASIDE_EVERY", 0.01)
    monkeypatch.setattr(collecting, "SELDOM", 0.0)

    async def some_rounds() -> None:
        collector = CollectorSchedule(lambda: quiet)
        thing = set_one_aside()
        await asyncio.sleep(0.1)
        assert (thing() is None) is goes
        collector.stop()

    asyncio.run(some_rounds())


def test_after_a_long_time_also_without_a_pause():
    assert is_due(collecting.AT_LAST, 0.0)
    assert not is_due(collecting.AT_LAST - 1, 0.0)


@pytest.mark.parametrize(("game", "other"), [("cat-cab", messages.Me()), ("kitty-paw", messages.BotSeat("kitten"))])
def test_a_table_that_was_unloaded_waits_for_no_collection(game: str, other: messages.Wanted):
    async def come_and_go(world: World) -> bool:
        wanted = messages.NewTable("open", game, [messages.Me(), other], {}, listed=True)
        opened = await world.registry.open(wanted, Person("rosie", "Rosie", invited=True))
        room = await world.registry.room(opened.id)
        listener = Listener("rosie", "Rosie", 100)
        room.join(listener, None)
        await asyncio.sleep(5)
        room.leave(listener)
        assert room.table.facts.stage == "playing"
        ref = weakref.ref(room)
        del room
        while world.registry.loaded:
            await asyncio.sleep(1)
        await asyncio.sleep(1)  # the loop lets go of what was cancelled
        return ref() is None

    assert fast_forward(come_and_go, unload_after=5.0)
