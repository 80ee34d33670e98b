"""Races at a table: time, hands, connections, and who was first. Faster than real time, see `fast_forward`."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest

from tabbytop.engine.clock import INDIFFERENT
from tabbytop.engine.luck import SealedLuck
from tabbytop.engine.record import parse_record, write_record
from tabbytop.engine.seats import CLOCK
from tabbytop.games.kitty_paw.facts import BUILDING, COUNTDOWN, GATHERING, PAWS, RESULT
from tabbytop.games.kitty_paw.game import GAME
from tabbytop.games.kitty_paw.timing import STEADILY
from tabbytop.server import events, messages, racing
from tabbytop.server.again import play_on
from tabbytop.server.archive import replayed
from tabbytop.server.decisions import No, Person, open_table
from tabbytop.server.links import UNDER_WAY, Line
from tabbytop.server.racing import TableTime
from tabbytop.server.room import Room
from tests.kit.marks import cites
from tests.server.fast_forward import LONG, Player, World, ask, fast_forward, links_off

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


# ---------------------------------------------------------------- time


def test_table_time_runs_and_stands_still():
    time = TableTime(500)
    assert (time.at(10.0), time.at(99.0)) == (500, 500)
    time.run(10.0)
    time.run(11.0)
    assert [time.at(moment) for moment in (10.0, 10.25, 12.0)] == [500, 750, 2500]
    assert time.moment_of(750) == 10.25
    time.stand(12.0)
    assert time.at(50.0) == 2500
    time.run(60.0)
    assert time.at(60.1) == 2600


def test_the_moment_of_a_table_time_is_at_that_time():
    time = TableTime(7)
    time.run(0.1)
    assert all(time.at(time.moment_of(now)) == now for now in range(7, 5000))


@cites("KIT-51")
def test_rounds_open_by_themselves_at_their_moments():
    async def story(world: World) -> None:
        room = await world.open("ann", countdown_seconds=3, ready_seconds=20)
        ann = Player(room, "ann", 0.05).come()
        await ann.until_phase(COUNTDOWN)
        assert state_of(room).until == 23_000
        await ann.until_phase(BUILDING)
        assert (state_of(room).opened, ann.view["opened"]) == (23_000, 23_000)
        check_log(world, room)

    fast_forward(story)


def test_a_house_is_never_quiet_while_somebody_races():
    async def story(world: World) -> None:
        room = await world.open("ann", ready_seconds=600)
        ann = Player(room, "ann", 0.05).come()
        await asyncio.sleep(30)
        assert world.house.quiet() == 0
        ann.go()
        await asyncio.sleep(30)
        assert world.house.quiet() == pytest.approx(30, abs=1)

    fast_forward(story)


def test_everybody_is_told_the_table_time_also_what_passed_since_the_last_move():
    async def story(world: World) -> None:
        room = await world.open("ann", ready_seconds=60)
        ann = Player(room, "ann").come()
        await asyncio.sleep(12.345)
        watcher = Player(room, "eve").come()
        await watcher.until(lambda: watcher.now is not None)
        assert watcher.now is not None
        assert watcher.now.time == 12_345
        assert watcher.view["now"] < 12_345
        assert ann.now is not None

    fast_forward(story)


def test_time_stands_still_a_moment_after_the_last_one_has_left_and_goes_on_when_somebody_comes():
    async def story(world: World) -> None:
        room = await world.open("ann", bots=("kitten",), ready_seconds=60)
        ann = Player(room, "ann").come()
        await asyncio.sleep(1)
        ann.go()
        await asyncio.sleep(racing.LINGERS + 1)
        stood = room.time()
        assert stood == 1000 + racing.LINGERS * 1000
        await asyncio.sleep(30)
        assert room.time() == stood
        ann.come()
        await asyncio.sleep(0.5)
        assert room.time() == stood + 500
        check_log(world, room)

    fast_forward(story)


def test_time_stands_still_while_a_table_sleeps_or_the_server_is_down():
    async def story(world: World) -> None:
        (ann,) = await begin(world, 0.0, bots=("kitten",))
        table = ann.room.table.facts.id
        before = state_of(ann.room).now
        await asyncio.sleep(0.1)
        world.kill()
        await asyncio.sleep(1000)
        room = await world.house.room(table)
        again = Player(room, "ann").come()
        await again.until(lambda: again.now is not None)
        assert again.now is not None
        assert again.now.time is not None
        assert before <= again.now.time <= before + 100
        assert again.view["phase"] == BUILDING
        await again.play("box_flip")
        check_log(world, room)

    fast_forward(story)


def test_a_table_falls_asleep_and_wakes_from_a_snapshot_in_the_middle_of_a_round():
    async def story(world: World) -> None:
        (ann,) = await begin(world, 0.0, bots=("top-cat", "kitten"))
        table = ann.room.table.facts.id
        ann.go()
        await asyncio.sleep(120)
        assert world.house.awake == 0
        assert table in world.shelf.snapshots
        room = await world.house.room(table)
        again = Player(room, "ann").come()
        await again.until(lambda: again.now is not None)
        await again.until(lambda: bool(again.now and again.now.outcome))
        check_log(world, room)

    fast_forward(story)


def test_two_servers_on_one_database_play_one_race():
    async def story(world: World) -> None:
        one = await world.open("ann", "ben", bots=("top-cat",), **NO_WAITING)
        ann = Player(one, "ann").come()
        two = await world.build().room(one.table.facts.id)
        ben = Player(two, "ben").come()
        for player in (ann, ben):
            await player.until(lambda player=player: player.now is not None)  # type: ignore[misc]
            await player.play("ready")
        await ann.until_phase(BUILDING)
        await ben.until_phase(BUILDING)
        await ben.play("box_flip")
        await ann.play("box_flip")
        await asyncio.sleep(20)
        log = world.shelf.logs[one.table.facts.id]
        assert replayed(one.table.facts.id, [entry.body for entry in log]) is not None
        assert [entry.seq for entry in log] == list(range(1, len(log) + 1))

    fast_forward(story)


# ---------------------------------------------------------------- hands


def test_a_whole_game_of_hands_and_one_who_does_nothing():
    async def story(world: World) -> None:
        room = await world.open("ann", bots=("top-cat", "alley-cat", "kitten"), **NO_WAITING)
        ann = Player(room, "ann", 0.1).come()
        await ann.until(lambda: ann.now is not None and ann.now.outcome is not None)
        assert ann.now is not None
        assert ann.now.outcome is not None
        assert ann.now.outcome.places[0] == max(ann.now.outcome.places)
        check_log(world, room)
        assert room.table.match is not None
        record = write_record(room.table.match, ["a", "b", "c", "d"])
        assert parse_record(record).finished
        done = await ann.command(messages.Rematch("again"))
        assert done["type"] == "ok"
        after = await world.house.room(room.table.facts.rematch or "")
        assert (after.table.facts.stage, after.time()) == ("playing", 0)

    fast_forward(story)


def test_a_hand_plays_on_for_one_who_left_until_they_return():
    async def story(world: World) -> None:
        ann, ben = await begin(world, 0.0, 0.0)
        assert (await ben.command(messages.Leave("leave")))["type"] == "ok"
        acts = ann.view["acts"][1]
        await ann.until(lambda: ann.view["acts"][1] > acts + 2)
        assert (await ben.send("box_flip"))["code"] == "away"
        assert (await ben.command(messages.Return("return")))["type"] == "ok"
        acts = state_of(ann.room).acts[1]
        await asyncio.sleep(20)
        assert state_of(ann.room).acts[1] == acts
        await ben.play("box_flip")
        check_log(world, ann.room)

    fast_forward(story)


def test_a_hand_that_fails_does_not_stop_the_table(monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object) -> None:
        raise ValueError("this hand fails")

    monkeypatch.setitem(GAME.__dict__, "hand", fail)

    async def story(world: World) -> None:
        (ann,) = await begin(world, 0.0, bots=("kitten", "kitten"))
        await ann.play("meow")
        await ann.until_phase(RESULT)
        check_log(world, ann.room)

    fast_forward(story)


def test_a_hand_that_wants_what_is_not_possible_waits(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(GAME.__dict__, "hand", lambda *_: (GAME.moves.unpeek(), 0))

    async def story(world: World) -> None:
        (ann,) = await begin(world, 0.0, bots=("kitten",))
        await ann.play("box_flip")
        assert state_of(ann.room).acts[1] == 0

    fast_forward(story)


# ---------------------------------------------------------------- commands


def test_people_do_not_make_each_others_actions_stale_within_a_round():
    async def story(world: World) -> None:
        ann, ben = await begin(world, 0.0, 0.0)
        known = ben.now
        assert known is not None
        for _ in range(3):
            await ann.play("box_flip")
        assert (await ben.send("box_flip", seq=known.seq))["type"] == "ok"
        assert (await ben.send("box_flip", seq=known.seq + 10**6))["code"] == "stale"
        await ann.play("meow")
        await ann.until_phase(RESULT)
        for player in (ann, ben):
            player.send("ready")
        await ann.until(lambda: ann.view["round"] == 2)
        refused = await ben.send("ready", seq=known.seq)
        assert (refused["code"], refused["seq"]) == ("stale", ann.room.table.facts.seq)
        check_log(world, ann.room)

    fast_forward(story)


def test_a_repeated_command_is_answered_again_and_carried_out_once():
    async def story(world: World) -> None:
        (ann,) = await begin(world, 0.0, bots=("kitten",))
        assert ann.now is not None
        flip = messages.Play("twice", ann.now.seq, {"box_flip": {}})
        first, second = await ann.command(flip), await ann.command(flip)
        assert first == second
        event = log_of(world, ann.room)[first["seq"] - 1]
        assert isinstance(event, events.Played)
        assert (event.seat, event.move) == (0, {"box_flip": {}})
        mine = [event for event in log_of(world, ann.room) if isinstance(event, events.Played) and event.seat == 0]
        assert sum("box_flip" in event.move for event in mine) == 1

    fast_forward(story)


@cites("KIT-53")
def test_of_two_who_want_the_same_card_the_first_that_arrives_has_it():
    async def story(world: World) -> None:
        room = await world.open("ann", "ben", **NO_WAITING)
        ann, ben = Player(room, "ann", 0.2).come(), Player(room, "ben", 0.1).come()
        for player in (ann, ben):
            await player.until(lambda player=player: player.now is not None)  # type: ignore[misc]
            player.send("ready")
        await ann.until_phase(BUILDING)
        card = ann.choices("take_card")[0]
        late, soon = ann.send("take_card", **card), ben.send("take_card", **card)
        assert (await soon)["type"] == "ok"
        refused = await late
        assert (refused["code"], refused["clause"]) == ("illegal", "KIT-53")
        check_log(world, room)

    fast_forward(story)


@pytest.mark.parametrize(
    ("kind", "code"),
    [(messages.Undo("u", 1), "no_undo"), (messages.Takeback("t", 1), "no_undo"), (messages.Hint("h", 1), "no_hint")],
)
def test_nothing_is_taken_back_and_nobody_is_given_hints(kind: messages.TableCommand, code: str):
    async def story(world: World) -> None:
        (ann,) = await begin(world, 0.0, bots=("kitten",))
        assert ann.now is not None
        command = messages.msgspec.structs.replace(kind, seq=ann.now.seq)  # type: ignore[call-arg]
        refused = await ann.command(command)
        assert (refused["code"], "Everybody acts at once" in refused["sentence"]) == (code, True)

    fast_forward(story)


def test_everybody_needs_a_seat_of_their_own_and_there_are_no_clocks():
    ann = Person("ann", "Ann")
    me, friend = messages.Me(), messages.Friend()
    for wanted in (
        messages.NewTable("k", "kitty-paw", [me, me]),
        messages.NewTable("k", "kitty-paw", [me, friend], clock="timed"),
    ):
        with pytest.raises(No) as refused:
            open_table("t", wanted, ann)
        assert refused.value.code == "bad_table"

    async def story(world: World) -> None:
        opened = await world.house.open(messages.NewTable("k", "kitty-paw", [me, friend, friend]), ann)
        room = await world.house.room(opened.id)
        for command in (messages.Sit("s", 1), messages.Arrange("a", 2, me)):
            answer = await ask(room, command, Person("ann", "Ann", invited=True))
            assert isinstance(answer, messages.Error)
            assert answer.code == "seated"
        assert isinstance(await ask(room, messages.Sit("again", 0), ann), messages.Done)  # one's own, by another name

    fast_forward(story)


def test_a_game_can_be_played_on_from_a_moment_of_a_race():
    async def story(world: World) -> None:
        room = await world.open("ann", bots=("top-cat", "kitten"), **NO_WAITING)
        ann = Player(room, "ann").come()
        await ann.until(lambda: ann.now is not None and ann.now.outcome is not None)
        assert room.table.match is not None
        wanted = messages.Again("again", room.table.match.ply // 2, 1)
        body = messages.encode(wanted)
        opened = await world.house.open_draft(
            ann.person, "again", body, lambda table: play_on(table, room.table, wanted, ann.person)
        )
        again = await world.house.room(opened.id)
        start = state_of(again).now
        assert start > 0
        player = Player(again, "ann").come()
        await player.until(lambda: player.now is not None)
        assert player.now is not None
        assert player.now.time == start
        await player.until(lambda: bool(player.now and player.now.outcome))
        check_log(world, again)

    fast_forward(story)


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


def test_only_what_was_sent_can_be_answered_once_and_by_the_same_connection():
    one, other = Line(), Line()
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
        assert ben.listener.line is not None
        before = ben.listener.line.round_trips
        for number in range(100):
            ann.room.heard(ben.listener, messages.Echo(number))
        assert ben.listener.line.round_trips == before

    fast_forward(story)


# ---------------------------------------------------------------- peeking


def what_others_hear(animal: int, monkeypatch: pytest.MonkeyPatch) -> tuple[list[bytes], list[bytes], list[bytes]]:
    """What reaches the one who looks under a box, another player and a spectator, if this animal is there."""

    def choose(luck: SealedLuck, ply: int, weights: list[int]) -> int:
        if len(weights) == 8:
            return animal
        return 1 if len(weights) == 3 else 0  # cards of the second level

    monkeypatch.setattr(SealedLuck, "choose", choose)
    monkeypatch.setattr(SealedLuck, "new", classmethod(lambda cls: cls(bytes(32))))

    async def story(world: World) -> tuple[list[bytes], list[bytes], list[bytes]]:
        room = await world.open("ann", "ben", deck="mixed", **NO_WAITING)
        people = [Player(room, name).come() for name in ("ann", "ben", "eve")]
        ann, ben, eve = people
        for player in (ann, ben):
            await player.until(lambda player=player: player.now is not None)  # type: ignore[misc]
            player.send("ready")
        await ann.until_phase(BUILDING)
        await ann.play("take_card", **ann.choices("take_card")[0])
        await ann.play("peek", slot=3)
        await ann.play("unpeek")
        late = Player(room, "late").come()
        await asyncio.sleep(0.1)
        return ann.heard, ben.heard, eve.heard + late.heard

    return fast_forward(story)


@cites("KIT-70")
def test_what_a_box_hides_never_leaves_to_others(monkeypatch: pytest.MonkeyPatch):
    mine, others, watched = what_others_hear(0, monkeypatch)
    mine_too, others_too, watched_too = what_others_hear(5, monkeypatch)
    assert without_ids(mine) != without_ids(mine_too)
    assert without_ids(others) == without_ids(others_too)
    assert without_ids(watched) == without_ids(watched_too)
    assert any(b'"find"' in message for message in mine)
    assert not any(b'"find"' in message for message in others + watched)


def without_ids(heard: list[bytes]) -> list[Any]:
    """Messages without what is drawn anew for every table."""
    told = [json.loads(message) for message in heard]
    for message in told:
        message.pop("key", None)
        for part in (message.get("table"), message.get("you")):
            if part is not None:
                part.pop("id", None)
                part.pop("invite", None)
    return told


# ---------------------------------------------------------------- the card of a clock


def test_a_game_may_be_indifferent_to_connections():
    assert INDIFFERENT.correction([250]) == INDIFFERENT.round_of(None) == 0
    assert not INDIFFERENT.is_claim(None, 1)
    assert not INDIFFERENT.is_strange([1, 1000])
    assert INDIFFERENT.lag_before(None, 0, 1, 2.0, []) is None
    assert INDIFFERENT.lost(None, 0) is INDIFFERENT.found(None, 0) is None
