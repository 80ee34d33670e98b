"""F50: a race is cut by a restart in any phase, with claims and paws pending. Faster than real time.

Three people play a round, always with the same reactions; the server is killed at some moment, and they come back one
after the other. Whenever that was, nobody meets a fault, and the one who reacts most slowly is last, nobody else.
"""

from __future__ import annotations

import asyncio
import json
import math
from typing import Any

import pytest

from tabbytop.games.kitty_paw.facts import BUILDING, CHECKING, COUNTDOWN, GATHERING, PAWS, RESULT
from tabbytop.kit.marks import cites, fault
from tabbytop.server.runtime.race_scheduler import RaceScheduler, mood_of
from tests.server.fast_forward import Player, World, fast_forward
from tests.server.rounds import PEOPLE, check_log, moves_of_clock, state_of

TRIPS = (0.0, 0.1, 0.2)
REACTIONS = (0.0, 0.5, 0.9)
"""Seconds from hearing of the Meow to the paw, by seat."""
BACK = (0.0, 0.4, 3.0)
"""Seconds after which people find back to a server that was away; the last ones come when the paw would be over."""
PATTERN = 3.0
"""Seconds after which the first player has finished."""
CUTS = (*(tenths / 10 for tenths in range(0, 70, 2)), 4.71, 4.75, 4.79)
"""Seconds after which the server is killed; in the last ones the Meow has come and still waits for earlier ones."""
OPTIONS: dict[str, Any] = {"countdown_seconds": 1, "ready_seconds": 5, "reaction_seconds": 2}


class Human(Player):
    """Somebody who does the same in every game."""

    seen: tuple[object, ...] = ()

    def come(self) -> Player:
        self.seen = ()
        self.on_news = self.react
        return super().come()

    def react(self) -> None:
        """Do what is to be done now, once for each time that it is to be done."""
        view, seat = self.view, self.seat
        doing: tuple[object, ...] = (view["round"], view["phase"], view["card"][seat])
        if doing == self.seen:
            return
        self.seen = doing
        if view["phase"] in (GATHERING, RESULT) and not view["ready"] >> seat & 1:
            self.later(0.2, doing, "ready")
        elif view["phase"] == BUILDING and view["card"][seat] < 0:
            cards = self.choices("take_card")
            self.later(0.3 + 0.2 * seat, doing, "take_card", **cards[seat % len(cards)])
        elif view["phase"] == BUILDING and seat == 0:
            self.later(PATTERN, doing, "meow")
        elif view["phase"] == PAWS and view["due"] >> seat & 1:
            self.later(REACTIONS[seat], doing, "paw")

    def later(self, seconds: float, doing: tuple[object, ...], move: str, **arguments: Any) -> None:
        def act() -> None:
            if self.seen == doing and self.on_news is not None:
                self.send(move, **arguments)

        asyncio.get_running_loop().call_later(seconds, act)

    def go(self) -> None:
        self.on_news = None
        super().go()


async def round_cut_at(world: World, cut: float) -> tuple[int, bool, Human]:
    """A first round that is cut by a restart after so many seconds: the phase then, whether a claim was pending, and
    somebody at its end.
    """
    room = await world.open(*PEOPLE[:3], **OPTIONS)
    players = [Human(room, name, trip) for name, trip in zip(PEOPLE, TRIPS, strict=False)]
    for player in players:
        player.come()
    await asyncio.sleep(cut)
    phase, scheduler = state_of(room).phase, room._scheduler
    assert isinstance(scheduler, RaceScheduler)
    is_pending = scheduler._window.until < math.inf
    world.kill()
    for player in players:
        player.go()
    await asyncio.sleep(30)
    room = await world.registry.room(room.table.facts.id)
    again = [Human(room, name, trip) for name, trip in zip(PEOPLE, TRIPS, strict=False)]
    loop = asyncio.get_running_loop()
    for player, seconds in zip(again, BACK, strict=True):
        loop.call_later(seconds, player.come)
    async with asyncio.timeout(600):
        await again[0].until(lambda: again[0].view.get("phase") == RESULT)
    for player in again:
        codes = [json.loads(message).get("code") for message in player.heard]
        assert "fault" not in codes
    check_log(world, room)
    return phase, is_pending, again[0]


@fault("F50")
@cites("KIT-131", "KIT-83", "KIT-87", "KIT-89")
@pytest.mark.parametrize("cut", CUTS)
def test_a_round_goes_on_after_a_restart_and_the_slowest_is_last(cut: float):
    async def story(world: World) -> None:
        *_, ann = await round_cut_at(world, cut)
        if ann.view["round"] > 1:
            return  # the restart came after it
        assert (ann.view["caller"], ann.view["was_last"]) == (0, 0b100)
        for seat in (1, 2):
            assert ann.view["reaction"][seat] == pytest.approx(1000 * REACTIONS[seat], abs=15)

    fast_forward(story)


@fault("F50")
def test_every_phase_and_a_pending_claim_are_cut():
    def cut_at(cut: float) -> tuple[int, bool]:
        phase, is_pending, _ = fast_forward(lambda world: round_cut_at(world, cut))
        return phase, is_pending

    found = {cut_at(cut) for cut in CUTS}
    phases = {phase for phase, _ in found}
    assert (BUILDING, True) in found
    assert {GATHERING, COUNTDOWN, BUILDING, PAWS, RESULT} <= phases
    assert CHECKING not in phases, "what the registry does is stored together with what led to it"


@fault("F50")
@cites("KIT-131")
def test_who_was_told_late_because_the_server_was_busy_is_measured_from_then(monkeypatch: pytest.MonkeyPatch):
    async def story(world: World) -> None:
        room = await world.open(*PEOPLE[:3], **OPTIONS)
        ann, *others = [Human(room, name, 0.0) for name in PEOPLE[:3]]
        for player in (ann, *others):
            player.come()
        await ann.until_phase(BUILDING)
        await asyncio.sleep(PATTERN)
        store = world.shelf.append

        async def slow(*arguments: Any, **more: Any) -> None:
            monkeypatch.setattr(world.shelf, "append", store)
            await asyncio.sleep(1.6)
            await store(*arguments, **more)

        monkeypatch.setattr(world.shelf, "append", slow)
        await ann.until_phase(RESULT)
        assert [move["seat"] for move in moves_of_clock(world, room, "tell")] == [1, 2]
        assert (ann.view["reaction"][1], ann.view["reaction"][2], ann.view["was_last"]) == (500, 900, 0b100)

    fast_forward(story)


@fault("F50")
def test_a_bot_has_the_same_day_when_its_table_is_loaded_again():
    async def story(world: World) -> None:
        room, other = [await world.open(*PEOPLE[:1], bots=["house-cat"]) for _ in range(2)]
        mood = mood_of(room.table)
        assert mood_of(other.table) != mood
        world.kill()
        again = await world.registry.room(room.table.facts.id)
        assert again is not room
        assert mood_of(again.table) == mood

    fast_forward(story)
