"""Who was first in a race, over whatever connections, also strange ones. Faster than real time, see `fast_forward`."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from tabbytop.games.kitty_paw.facts import BUILDING, GATHERING, PAWS, RESULT
from tabbytop.games.kitty_paw.game import GAME
from tabbytop.games.kitty_paw.timing import STEADILY
from tabbytop.kit.marks import cites, fault
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.latency import UNDER_WAY, RoundTripMeter
from tabbytop.server.tables import events
from tests.server.fast_forward import LONG, Player, World, ask, fast_forward, links_off
from tests.server.rounds import NO_WAITING, begin, check_log, log_of, moves_of_clock, state_of

# ---------------------------------------------------------------- Meow and paw


@cites("KIT-80", "KIT-88")
def test_a_second_meow_is_a_paw_and_the_longest_reaction_is_last():
    async def story(world: World) -> None:
        ann, ben, cleo = await begin(world, 0.0, 0.0, 0.0)
        first, second = ann.send("meow"), ben.send("meow")
        assert ((await first)["type"], (await second)["type"]) == ("ok", "ok")
        state = state_of(ann.room)
        assert (state.caller, state.pressed[1]) == (0, 1)
        await asyncio.sleep(0.3)
        await cleo.play("paw")
        assert (state_of(ann.room).was_last, state_of(ann.room).reaction[2]) == (0b100, 300)
        check_log(world, ann.room)

    fast_forward(story)


@cites("KIT-81")
def test_what_arrives_after_the_meow_is_refused():
    async def story(world: World) -> None:
        ann, ben, cleo = await begin(world, 0.0, 0.3, 0.0)
        await cleo.play("box_flip")
        late = ben.send("box_flip")
        await ann.play("meow")
        refused = await late
        assert (refused["code"], refused["clause"]) == ("illegal", "KIT-81")
        check_log(world, ann.room)

    fast_forward(story)


@fault("F33")
@cites("KIT-87")
@pytest.mark.parametrize(("trip", "taken_off"), [(0.0, 0), (0.245, 240), (0.4, 300)])
def test_what_a_connection_takes_is_taken_off_up_to_a_limit(trip: float, taken_off: int):
    async def story(world: World) -> None:
        ann, ben, cleo = await begin(world, 0.0, trip, 0.0)
        await ann.play("meow")
        await ben.until_phase(PAWS)
        await asyncio.sleep(0.5)
        ben.send("paw")
        await cleo.play("paw")
        await cleo.until_phase(RESULT)
        assert cleo.view["reaction"][1] == 500 + round(trip * 1000) - taken_off
        lags = moves_of_clock(world, ann.room, "lag")
        assert [lag["ms"] for lag in lags if lag["seat"] == 1] == ([taken_off] if taken_off else [])
        assert ben.links[1] == {"ms": min(300, round(trip * 1000)), "strange": False}
        check_log(world, ann.room)

    fast_forward(story)


@cites("KIT-87")
def test_who_sends_over_no_measured_connection_has_nothing_taken_off():
    async def story(world: World) -> None:
        ann, ben, cleo = await begin(world, 0.0, 0.2, 0.0)
        await ann.play("meow")
        await cleo.play("paw")
        await asyncio.sleep(0.4)
        play = messages.Play("by-post", ann.room.table.facts.seq, {"paw": {}})
        assert isinstance(await ask(ann.room, play, ben.person), messages.Done)
        assert state_of(ann.room).reaction[1] == 400
        assert moves_of_clock(world, ann.room, "lag") == []

    fast_forward(story)


@cites("KIT-89")
def test_who_has_not_pressed_in_time_is_last():
    async def story(world: World) -> None:
        ann, ben, *_ = await begin(world, 0.0, 0.0, 0.0, 0.0, reaction_seconds=2)
        await ann.play("meow")
        await ben.play("paw")
        await ann.until_phase(RESULT)
        state = state_of(ann.room)
        assert (state.was_last, state.called + 2000) == (0b1100, state.now)
        check_log(world, ann.room)

    fast_forward(story)


@cites("KIT-90")
@pytest.mark.parametrize(("gone", "races"), [(2.5, True), (3.5, False)])
def test_who_was_cut_off_for_a_while_does_not_race(gone: float, races: bool):
    async def story(world: World) -> None:
        ann, _, _, dora = await begin(world, 0.0, 0.0, 0.0, 0.0)
        dora.go()
        await asyncio.sleep(gone)
        await ann.play("meow")
        dora.come()
        await asyncio.sleep(0.1)
        assert bool(state_of(ann.room).due & 0b1000) is races
        assert state_of(ann.room).away_since[3] == -1
        assert [move["seat"] for move in moves_of_clock(world, ann.room, "away")] == [3]
        assert [move["seat"] for move in moves_of_clock(world, ann.room, "here")] == [3]
        check_log(world, ann.room)

    fast_forward(story)


def test_a_second_connection_keeps_a_seat_here():
    async def story(world: World) -> None:
        ann, ben = await begin(world, 0.0, 0.0)
        second = Player(ben.room, "ben").come()
        ben.go()
        await asyncio.sleep(1)
        assert moves_of_clock(world, ann.room, "away") == []
        second.go()
        await asyncio.sleep(1)
        assert [move["seat"] for move in moves_of_clock(world, ann.room, "away")] == [1]

    fast_forward(story)


# ---------------------------------------------------------------- who called first


async def callers(world: World, trips: tuple[float, ...], after: tuple[float, ...]) -> int:
    """Who is the caller when people so far away call after so many seconds."""
    players = await begin(world, *trips)
    loop = asyncio.get_running_loop()
    for player, seconds in zip(players, after, strict=True):
        loop.call_later(seconds, player.send, "meow")
    await players[0].until(lambda: players[0].view["caller"] >= 0)
    await asyncio.sleep(1)
    check_log(world, players[0].room)
    return players[0].view["caller"]


@fault("F33")
@cites("KIT-80")
@pytest.mark.parametrize(
    ("trips", "after", "caller"),
    [
        ((0.0, 0.25, 0.0), (1.0, 0.95, 1.2), 1),
        ((0.0, 0.25, 0.0), (1.0, 1.05, 1.2), 0),
        ((0.08, 0.25, 0.3), (1.02, 1.01, 1.0), 2),
        ((0.1, 0.1, 0.1), (1.01, 1.0, 1.02), 1),
        ((0.0, 0.5, 0.0), (1.0, 0.88, 1.2), 1),
        ((0.0, 0.5, 0.0), (1.0, 0.8, 1.2), 1),
    ],
)
def test_the_meow_that_was_sent_first_counts(trips: tuple[float, ...], after: tuple[float, ...], caller: int):
    assert fast_forward(lambda world: callers(world, trips, after)) == caller


@fault("F33")
def test_a_meow_that_is_too_slow_for_the_window_comes_second():
    assert fast_forward(lambda world: callers(world, (0.0, 0.9, 0.0), (1.0, 0.9, 1.2))) == 0


def test_without_measurements_the_first_to_arrive_counts():
    with links_off():
        assert fast_forward(lambda world: callers(world, (0.0, 0.25, 0.0), (1.0, 0.95, 1.2))) == 0


def test_hands_wait_too_for_a_meow_that_was_sent_earlier(monkeypatch: pytest.MonkeyPatch):
    """The hand calls a second after its last act; ann, who is far away, a little earlier or later."""

    def call_after_a_second(view: Any, seat: int, level: str, seed: int) -> tuple[int, int] | None:
        if view.phase in (GATHERING, RESULT) and not view.ready >> seat & 1:
            return GAME.moves.ready(), 10
        if view.phase != BUILDING:
            return None
        if view.card[seat] < 0:
            return GAME.moves.take_card(card=card_ids[max(view.row.tolist())]), 10
        return GAME.moves.meow(), max(0, int(view.since[seat]) + 3000 - view.now)

    card_ids = GAME.moves.families["take_card"].args["card"]
    monkeypatch.setitem(GAME.__dict__, "hand", call_after_a_second)

    async def story(world: World, sooner: float) -> int:
        (ann,) = await begin(world, 0.25, bots=("kitten", "kitten"))
        at = (state_of(ann.room).since[1] + 3000) / 1000 - (ann.room.time() or 0) / 1000 - sooner
        other = Player(ann.room, "eve").come()
        asyncio.get_running_loop().call_later(at, ann.send, "meow")
        asyncio.get_running_loop().call_later(at + sooner - 0.03, lambda: ann.send("box_flip"))
        await other.until(lambda: other.view.get("caller", -1) >= 0)
        check_log(world, ann.room)
        return other.view["caller"]

    assert fast_forward(lambda world: story(world, 0.04)) == 0
    assert fast_forward(lambda world: story(world, -0.04)) == 1


def test_the_window_is_no_longer_than_it_must_be_and_others_go_on_meanwhile():
    async def story(world: World) -> None:
        ann, ben, cleo = await begin(world, 0.0, 0.2, 0.1)
        loop, began = asyncio.get_running_loop(), asyncio.get_running_loop().time()
        called = ann.send("meow")
        flipped = cleo.send("box_flip")
        own = ann.send("box_flip")
        assert (await flipped)["type"] == "ok"
        assert (await called)["type"] == "ok"
        assert loop.time() - began == pytest.approx(0.1, abs=0.002)
        assert (await own)["clause"] == "KIT-81"  # what one sends after one's Meow comes after it
        assert ben.now is not None

    fast_forward(story)


def test_there_is_no_waiting_between_equal_links():
    async def story(world: World) -> None:
        ann, *_ = await begin(world, 0.1, 0.1, 0.1)
        began = asyncio.get_running_loop().time()
        assert (await ann.send("meow"))["type"] == "ok"
        assert asyncio.get_running_loop().time() - began == pytest.approx(0.1, abs=0.002)

    fast_forward(story)


# ---------------------------------------------------------------- F33: connections that pretend


@fault("F33")
def test_only_what_was_sent_can_be_answered_once_and_by_the_same_connection():
    one, other = RoundTripMeter(), RoundTripMeter()
    probe = one.probe(1.0)
    assert not other.hear(messages.Echo(probe.id), 1.1)
    assert not one.hear(messages.Echo(probe.id + 1), 1.1)
    assert one.hear(messages.Echo(probe.id), 1.25)
    assert not one.hear(messages.Echo(probe.id), 1.3)
    assert list(one.round_trips) == [250.0]
    forgotten = one.probe(2.0)
    for _ in range(UNDER_WAY):
        one.probe(3.0)
    assert not one.hear(messages.Echo(forgotten.id), 30.0)


@fault("F33")
def test_who_delays_echoes_gains_no_more_than_the_limit_and_is_told_of():
    async def story(world: World) -> None:
        ann, ben, cleo = await begin(world, 0.0, 0.02, 0.0)
        await asyncio.sleep(5)
        ben.dawdles = 2.0
        await asyncio.sleep(STEADILY + 5)
        await ann.play("meow")
        await ben.until_phase(PAWS)
        await asyncio.sleep(1)
        ben.send("paw")
        await cleo.play("paw")
        await cleo.until_phase(RESULT)
        assert cleo.view["reaction"][1] == 1020 - 300
        await asyncio.sleep(1)
        assert cleo.links[1] == {"ms": 300, "strange": True}
        slowed = [event for event in log_of(world, ann.room) if isinstance(event, events.Slowed)]
        assert slowed == [events.Slowed(1)]
        assert any(b"The connection of Ben has become much slower." in message for message in cleo.heard)
        check_log(world, ann.room)

    fast_forward(story)


@fault("F33")
def test_silence_gains_nothing():
    async def story(world: World) -> None:
        ann, ben, cleo = await begin(world, 0.0, 0.055, 0.0)
        ben.dawdles = LONG
        await asyncio.sleep(60)
        await ann.play("meow")
        await ben.until_phase(PAWS)
        ben.send("paw")
        await cleo.play("paw")
        await cleo.until_phase(RESULT)
        assert moves_of_clock(world, ann.room, "lag") == [{"seat": 1, "ms": 50}]

    fast_forward(story)


@fault("F33")
@pytest.mark.parametrize("seed", range(3))
def test_an_honest_connection_that_jitters_is_never_told_of(seed: int):
    async def story(world: World) -> None:
        room = await world.open("ann", "ben", **NO_WAITING)
        players = [Player(room, name, 0.08, random.Random(seed)).come() for name in ("ann", "ben")]
        players[1].jitter = 0.2
        await asyncio.sleep(1200)
        assert not any(isinstance(event, events.Slowed) for event in log_of(world, room))
        assert room.table.facts.slowed == []

    fast_forward(story)


def test_those_who_watch_are_not_measured_and_nobody_is_when_the_game_is_over():
    async def story(world: World) -> None:
        room = await world.open("ann", bots=("top-cat",), **NO_WAITING)
        ann, eve = Player(room, "ann").come(), Player(room, "eve").come()
        await ann.until(lambda: bool(ann.now and ann.now.outcome))
        assert ann.probes > 10
        assert eve.probes == 0
        await asyncio.sleep(5)
        probes = ann.probes
        await asyncio.sleep(20)
        assert ann.probes == probes

    fast_forward(story)


def test_an_echo_that_nobody_asked_for_changes_nothing():
    async def story(world: World) -> None:
        ann, ben = await begin(world, 0.0, 0.2)
        assert ben.listener.meter is not None
        before = ben.listener.meter.round_trips
        for number in range(100):
            ann.room.heard(ben.listener, messages.Echo(number))
        assert ben.listener.meter.round_trips == before

    fast_forward(story)
