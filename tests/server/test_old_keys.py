"""F49: a command key that a table has forgotten is used again. Faster than real time, see `fast_forward`.

The key is found in the log: its sender gets the old answer or a refusal, nobody hears of it, and neither table time nor
clocks nor advice begin anew. Table time never goes back, whatever comes in between.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tabbytop.engine.seats import CLOCK
from tabbytop.games.kitty_paw.facts import PAWS, RESULT
from tabbytop.kit.marks import fault
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.race_scheduler import TableTime
from tabbytop.server.runtime.room import Room
from tabbytop.server.tables import decisions, events
from tests.server.fast_forward import Player, World, ask, fast_forward
from tests.server.rounds import begin, check_log, log_of, state_of

FEW = 4
"""Keys that a table remembers in these tests."""


def told_of(player: Player, kind: str) -> list[Any]:
    return [message for message in map(json.loads, player.heard) if message["type"] == kind]


async def forget_keys(player: Player) -> None:
    for _ in range(FEW + 1):
        await player.play("box_flip")


async def times_told(player: Player, seconds: float) -> list[int]:
    """The table time that newcomers are told, every tenth of a second."""
    times = []
    for _ in range(int(seconds * 10)):
        times.append(player.room.time() or 0)
        await asyncio.sleep(0.1)
    return times


# ---------------------------------------------------------------- an old key


@fault("F49")
@pytest.mark.parametrize("same", [True, False], ids=["the same command", "another command"])
def test_an_old_key_is_answered_from_the_log_and_nobody_hears_of_it(same: bool):
    async def story(world: World) -> None:
        ann, ben = await begin(world, 0.0, 0.0)
        assert ann.now is not None
        flip = messages.Play("old", ann.now.seq, {"box_flip": {}})
        first = await ann.command(flip)
        await forget_keys(ann)
        await asyncio.sleep(9)
        before, events_before, heard = ann.room.time(), len(log_of(world, ann.room)), len(ben.heard)
        again = flip if same else messages.Play("old", ann.now.seq, {"box_flip": {}})
        answer = await ann.command(again)
        if same:
            assert answer == first
        else:
            assert (answer["type"], answer["code"]) == ("error", "key_reused")
        assert ann.room.time() == before
        assert len(log_of(world, ann.room)) == events_before
        await asyncio.sleep(1)
        assert len(ben.heard) == heard
        assert ann.room.time() == before + 1000
        assert len(told_of(ann, "welcome")) == len(told_of(ben, "welcome")) == 1
        check_log(world, ann.room)

    fast_forward(story, remember=FEW)


@fault("F49")
def test_a_reaction_cannot_be_shortened_by_an_old_key():
    """Ben answers the Meow late, and tries to turn the time back before."""

    async def story(world: World) -> None:
        ann, ben, cleo = await begin(world, 0.0, 0.0, 0.0)
        assert ben.now is not None
        old = messages.Play("old", ben.now.seq, {"box_flip": {}})
        await ben.command(old)
        await forget_keys(ben)
        await asyncio.sleep(8)
        await ann.play("meow")
        await ben.until_phase(PAWS)
        await asyncio.sleep(0.6)
        await ben.command(messages.Play("old", ben.now.seq, {"paw": {}}))
        await ben.command(old)
        await asyncio.sleep(0.28)
        await cleo.play("paw")
        await asyncio.sleep(0.25)
        await ben.play("paw")
        await ann.until_phase(RESULT)
        state = state_of(ann.room)
        assert (state.reaction[2], state.reaction[1], state.was_last) == (880, 1130, 0b010)
        check_log(world, ann.room)

    fast_forward(story, remember=FEW)


@fault("F49")
def test_an_old_key_after_a_restart_is_found_in_the_log():
    async def story(world: World) -> None:
        ann, ben = await begin(world, 0.0, 0.0)
        assert ann.now is not None
        flip = messages.Play("old", ann.now.seq, {"box_flip": {}})
        first = await ann.command(flip)
        world.kill()
        room = await world.registry.room(ann.room.table.facts.id)
        one, other = Player(room, "ann").come(), Player(room, "ben").come()
        await other.until(lambda: other.now is not None)
        await asyncio.sleep(3)
        before = room.time()
        assert await one.command(flip) == first
        assert room.time() == before
        assert [len(told_of(player, "welcome")) for player in (one, other)] == [1, 1]
        assert ben.room is not room

    fast_forward(story)


@fault("F49")
def test_a_claim_with_an_old_key_opens_no_window_for_somebody_else():
    """Cleo, far away, calls first; ben's claim comes to nothing and must not let ann's pass before hers arrives."""

    async def story(world: World) -> None:
        ann, ben, cleo = await begin(world, 0.0, 0.28, 0.3)
        assert ben.now is not None
        await ben.command(messages.Play("old", ben.now.seq, {"box_flip": {}}))
        await forget_keys(ben)
        loop = asyncio.get_running_loop()
        loop.call_later(1.0, cleo.send, "meow")
        loop.call_later(1.01, ann.send, "meow")
        loop.call_later(0.9, ben.command, messages.Play("old", ben.now.seq, {"meow": {}}))
        await ann.until(lambda: ann.view["caller"] >= 0)
        assert ann.view["caller"] == 2
        check_log(world, ann.room)

    fast_forward(story, remember=FEW)


@fault("F49")
def test_the_clock_of_a_turn_runs_on_when_an_old_key_is_used_again():
    async def story(world: World) -> None:
        seats = [messages.Me(), messages.Me()]
        ann = decisions.Person("ann", "Ann", invited=True)
        opened = await world.registry.open(messages.NewTable("k", "cat-cab", seats, clock="timed"), ann)
        room = await world.registry.room(opened.id)
        listening = Player(room, "ann").come()
        await listening.until(lambda: listening.now is not None)
        say = messages.Say("old", "hello")
        first = await ask(room, say, ann)
        for number in range(FEW + 1):
            await ask(room, messages.Say(f"new {number}", "hello"), ann)
        await asyncio.sleep(7)
        before, adviser = room.running(), room._adviser
        assert before is not None
        assert before >= 7000 - room.table.terms.first, "time before a first move does not count"
        assert await ask(room, say, ann) == first
        assert room.running() == before
        assert room._adviser is adviser
        assert len(told_of(listening, "welcome")) == 1

    fast_forward(story, remember=FEW)


# ---------------------------------------------------------------- another server writes


@fault("F49")
def test_time_never_goes_back_when_another_server_writes_and_everybody_hears_only_what_is_new():
    async def story(world: World) -> None:
        ann, ben = await begin(world, 0.0, 0.0)
        await asyncio.sleep(9)
        elsewhere = await world.build().room(ann.room.table.facts.id)  # its time begins at the last event
        cleo = Player(elsewhere, "ben").come()
        await cleo.until(lambda: cleo.now is not None)
        for _ in range(3):
            await cleo.play("box_flip")
            before = ann.room.time()
            assert before is not None
            await ann.play("box_flip")
            assert (ann.room.time() or 0) >= before
            assert (elsewhere.time() or 0) >= state_of(elsewhere).now
        assert len(told_of(ann, "welcome")) == len(told_of(ben, "welcome")) == 1
        assert ann.now is not None
        assert ann.now.seq == ann.room.table.facts.seq
        heard = [event["seq"] for message in told_of(ann, "news") for event in message["events"]]
        assert heard == list(range(heard[0], heard[-1] + 1))
        check_log(world, ann.room)

    fast_forward(story)


@fault("F49")
def test_the_time_of_a_table_never_goes_back():
    """Through acts, old keys, another writer, leaving, sleeping and an orderly restart: as told, and as stored."""

    async def story(world: World) -> None:
        (ann,) = await begin(world, 0.0, bots=("kitten",), calm=True)
        assert ann.now is not None
        table, told = ann.room.table.facts.id, []
        old = messages.Play("old", ann.now.seq, {"box_flip": {}})

        async def look(room: Room) -> None:
            told.extend(await times_told(ann, 2))
            assert room.time() is not None

        await ann.command(old)
        await forget_keys(ann)
        await look(ann.room)
        await ann.command(old)
        await look(ann.room)
        other = await world.build().room(table)
        visitor = Player(other, "ann").come()
        await visitor.until(lambda: visitor.now is not None)
        await visitor.play("box_flip")
        visitor.go()
        await other.close()
        await ann.play("box_flip")
        await look(ann.room)
        await ann.play("box_flip")
        ann.go()
        await look(ann.room)
        ann.come()
        await look(ann.room)
        ann.go()
        await asyncio.sleep(100)
        assert world.registry.loaded == 0
        for restart in (False, True, True):
            if restart:
                await world.registry.close()
                world.kill()
            ann = Player(await world.registry.room(table), "ann").come()
            await look(ann.room)
        assert told == sorted(told)
        passed = [event.move["let_pass"]["ms"] for event in log_of(world, ann.room)
                  if isinstance(event, events.Played) and event.seat == CLOCK and "let_pass" in event.move]  # fmt: skip
        assert min(passed) > 0
        check_log(world, ann.room)

    fast_forward(story, remember=FEW)


@fault("F49")
def test_table_time_catches_up_but_never_goes_back():
    time = TableTime(500)
    time.run(10.0)
    time.catch_up(400, 11.0)
    assert time.at(11.0) == 1500
    time.catch_up(4000, 11.0)
    assert [time.at(moment) for moment in (11.0, 12.0)] == [4000, 5000]
    time.stand(12.0)
    time.catch_up(100, 13.0)
    assert time.at(13.0) == 5000
