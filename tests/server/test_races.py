"""Races at a table: time, hands and commands. Faster than real time, see `fast_forward`."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tabbytop.engine.clock import INDIFFERENT
from tabbytop.engine.luck import SealedLuck
from tabbytop.engine.record import parse_record, write_record
from tabbytop.games.kitty_paw.facts import BUILDING, COUNTDOWN, RESULT
from tabbytop.games.kitty_paw.game import GAME
from tabbytop.kit.marks import cites, fault
from tabbytop.server.protocol import messages
from tabbytop.server.runtime import race_scheduler
from tabbytop.server.runtime.loading import replayed
from tabbytop.server.runtime.race_scheduler import TableTime
from tabbytop.server.tables import events
from tabbytop.server.tables.decisions import Draft
from tabbytop.server.tables.opening import open_table
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.rematches import play_on
from tabbytop.server.tables.seating import Person
from tests.server.fast_forward import Player, World, ask, fast_forward
from tests.server.rounds import NO_WAITING, begin, check_log, log_of, state_of

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
        assert world.registry.quiet() == 0
        ann.go()
        await asyncio.sleep(30)
        assert world.registry.quiet() == pytest.approx(30, abs=1)

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
        await asyncio.sleep(race_scheduler.LINGERS + 1)
        stood = room.time()
        assert stood == 1000 + race_scheduler.LINGERS * 1000
        await asyncio.sleep(30)
        assert room.time() == stood
        ann.come()
        await asyncio.sleep(0.5)
        assert room.time() == stood + 500
        check_log(world, room)

    fast_forward(story)


@fault("F32")
def test_time_stands_still_while_a_table_sleeps_or_the_server_is_down():
    async def story(world: World) -> None:
        (ann,) = await begin(world, 0.0, bots=("kitten",))
        table = ann.room.table.facts.id
        before = state_of(ann.room).now
        await asyncio.sleep(0.1)
        world.kill()
        await asyncio.sleep(1000)
        room = await world.registry.room(table)
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
        assert world.registry.loaded == 0
        assert table in world.shelf.snapshots
        room = await world.registry.room(table)
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
        after = await world.registry.room(room.table.facts.rematch or "")
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
        with pytest.raises(Rejected) as refused:
            open_table("t", wanted, ann)
        assert refused.value.code == "bad_table"

    async def story(world: World) -> None:
        opened = await world.registry.open(messages.NewTable("k", "kitty-paw", [me, friend, friend]), ann)
        room = await world.registry.room(opened.id)
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

        async def make(table: str) -> Draft:
            return play_on(table, room.table, wanted, ann.person)

        opened = await world.registry.open_draft(ann.person, "again", body, make)
        again = await world.registry.room(opened.id)
        start = state_of(again).now
        assert start > 0
        player = Player(again, "ann").come()
        await player.until(lambda: player.now is not None)
        assert player.now is not None
        assert player.now.time == start
        await player.until(lambda: bool(player.now and player.now.outcome))
        check_log(world, again)

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
