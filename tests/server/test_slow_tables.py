"""Tables with days for a turn: time runs while nobody is there, over restarts, and not in the mover's night."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tabbytop.server.protocol import messages
from tabbytop.server.runtime import registry
from tabbytop.server.runtime.room import Room
from tabbytop.server.tables.nights import awake, deadline
from tabbytop.server.tables.seating import Person
from tests.server import plants
from tests.server.fast_forward import World, ask, fast_forward
from tests.server.lines import Http
from tests.server.servers import running, wait_for

HOUR = 3_600_000
VIENNA = "Europe/Vienna"
ANN, BEN = (Person(name.lower(), name, invited=True) for name in ("Ann", "Ben"))


def moment(day: int, hour: int, minute: int = 0, month: int = 11, zone: str = VIENNA) -> int:
    return int(datetime(2026, month, day, hour, minute, tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def test_time_does_not_run_at_night():
    assert awake(moment(18, 20), moment(18, 23), VIENNA) == 2 * HOUR
    assert awake(moment(18, 23), moment(19, 7), VIENNA) == 0
    assert awake(moment(18, 12), moment(20, 12), VIENNA) == 28 * HOUR
    assert awake(moment(18, 12), moment(20, 12), "") == 48 * HOUR, "without a zone it runs"
    assert awake(moment(19, 12), moment(18, 12), VIENNA) == 0
    assert deadline(moment(18, 12), 24 * HOUR, VIENNA) == moment(19, 22)
    assert deadline(moment(18, 23), HOUR, VIENNA) == moment(19, 9)
    assert deadline(moment(18, 12), 24 * HOUR, "") == moment(19, 12)
    assert deadline(moment(18, 12), 24 * HOUR, "Nowhere/At_all") == deadline(moment(18, 12), 24 * HOUR, "UTC")


def test_a_night_in_which_clocks_are_changed_is_a_night():
    assert awake(moment(28, 21, month=3), moment(29, 9, month=3), VIENNA) == 2 * HOUR
    for hour in range(0, 72, 5):
        start = moment(27, 0, month=3) + hour * HOUR
        for left in (0, HOUR, 13 * HOUR, 30 * HOUR):
            assert awake(start, deadline(start, left, VIENNA), VIENNA) == left


async def slow_table(world: World, *zones: str) -> tuple[Room, int, Any]:
    """A table of Cat Cab with a day for a turn, who has to decide, and that person."""
    seats: list[messages.Wanted] = [messages.Me(), messages.Friend()]
    opened = await world.registry.open(messages.NewTable("open", "cat-cab", seats, clock="day"), ANN)
    room = await world.registry.room(opened.id)
    await ask(room, messages.Sit("sit"), BEN)
    await ask(room, messages.Start("start"), ANN)
    seat = room.table.deciding
    assert seat is not None
    person = (ANN, BEN)[seat]
    for number, zone in enumerate(zones):
        assert isinstance(await ask(room, messages.Nights(f"zone{number}", zone), person), messages.Done)
    return room, seat, person


@pytest.fixture
def seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds through all tables every ten minutes, since days are skipped."""
    monkeypatch.setattr(registry, "ROUNDS", 600.0)


async def hour_of_standin(room: Room, seat: int) -> float:
    while room.table.facts.places[seat].away is None:
        await asyncio.sleep(600)
    assert room.table.facts.places[seat].away == "late"
    return asyncio.get_running_loop().time() / 3600


@pytest.mark.usefixtures("seldom")
def test_a_day_is_over_after_a_day_or_later_where_there_are_nights():
    """The story begins at midnight of the world's clock: a day is over after 24 hours, in London's nights after 42."""

    async def without_zone(world: World) -> float:
        room, seat, _ = await slow_table(world)
        return await hour_of_standin(room, seat)

    async def in_the_night(world: World) -> float:
        room, seat, person = await slow_table(world, "UTC")
        again = await ask(room, messages.Nights("again", "UTC"), person)
        assert isinstance(again, messages.Error)
        assert again.code == "unchanged"
        await asyncio.sleep(7.9 * 3600)
        assert room.running() == 0, "it is night"
        await asyncio.sleep(1.1 * 3600)
        assert room.running() == pytest.approx(HOUR, abs=10)
        return await hour_of_standin(room, seat)

    assert 24 <= fast_forward(without_zone, unload_after=1e9) < 24.5
    assert 42 <= fast_forward(in_the_night, unload_after=1e9) < 42.5


@pytest.mark.usefixtures("seldom")
def test_time_runs_on_over_a_restart_and_while_nobody_is_there():
    async def story(world: World) -> float:
        room, seat, person = await slow_table(world)
        await asyncio.sleep(20 * 3600)
        table_id = room.table.facts.id
        world.kill()
        again = await world.registry.room(table_id)
        assert again.running() == pytest.approx(20 * HOUR, abs=1000)
        again.check_clock()
        assert again.table.seats_of(person.guest) == [seat]
        return await hour_of_standin(again, seat)

    assert 24 <= fast_forward(story, unload_after=1e9) < 24.5


def test_zones_are_for_slow_tables_and_have_to_exist():
    async def story(world: World) -> list[Any]:
        room, _, person = await slow_table(world)
        answers = [await ask(room, messages.Nights("nowhere", "Nowhere/At_all"), person)]
        stranger = Person("eve", "Eve", invited=True)
        answers.append(await ask(room, messages.Nights("stranger", "UTC"), stranger))
        quick = await world.registry.open(messages.NewTable("quick", "cat-cab", [messages.Me(), messages.Me()]), ANN)
        answers.append(await ask(await world.registry.room(quick.id), messages.Nights("quick-zone", "UTC"), ANN))
        return [answer.code for answer in answers]

    assert fast_forward(story) == ["bad_message", "not_seated", "bad_message"]


def test_a_table_that_nobody_has_loaded_wakes_up_when_somebodys_days_are_over(tmp_path: Path):
    """Nobody is connected, and the table is not in memory: its card says when to look."""
    planted = plants.named(plants.short_days)
    with running(tmp_path, planted, deadlines_every=0.05, unload_after=0.05) as server:
        ann, ben = Http(server), Http(server)
        ann.become_guest("Ann")
        ben.become_guest("Ben")
        opened = ann.opened("me", "friend", clock="day")
        path = f"/api/tables/{opened['id']}/commands?invite={opened['invite']}"
        assert ben.post(path, {"type": "sit", "key": "sit", "seat": 1}).status == 200
        ann.command(opened["id"], "start")

        def is_late() -> bool:
            return any(seat["away"] for table in ann.get("/api/tables").json["mine"] for seat in table["seats"])

        wait_for(is_late)
        assert server.problems() == []


def test_the_clock_says_what_it_is_in_words():
    from tabbytop.server.tables.table import CLOCKS

    assert CLOCKS["day"].words.startswith("A day for a turn, nights not counted")
    assert CLOCKS["three-days"].turn == 3 * CLOCKS["day"].turn == 72 * HOUR
    assert datetime.fromtimestamp(0, UTC).hour == 0
