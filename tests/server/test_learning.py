"""A seat is kept for whoever learns the game first, and a place in a lesson for whoever leaves it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tabbytop.client import new_key
from tabbytop.server.protocol.messages import (
    Arrange,
    BotSeat,
    Friend,
    Learn,
    Learning,
    Leave,
    Me,
    Open,
    Sit,
    Start,
    Substitute,
)
from tabbytop.server.runtime.loading import replayed
from tabbytop.server.storage.profiles import Profiles
from tabbytop.server.storage.store import Progress, Store
from tabbytop.server.tables import projections
from tabbytop.server.tables.seating import Person
from tabbytop.server.tables.table import Table
from tests.server.evenings import ANN, BEN, EVE, STRANGER, Evening, duel, picture
from tests.server.lines import Http
from tests.server.servers import Server, running
from tests.server.stores import ADA, token

THIRD = Learn("k", chapter=3)
BACK = Learn("k")
HOSTILE: list[dict[str, Any]] = [
    *({"chapter": chapter} for chapter in (0, -1, 65, 1e9, 1.5, "2", [1], {}, True)),
    {"chapter": 1, "of": 2},
    {"chapter": 1, "lesson": 1},
    {"chapter": 1, "lesson": "x" * 33},
]


def learning(evening: Evening) -> list[Learning | None]:
    """What everybody sees of those who learn."""
    return [seat.learning for seat in projections.seat_infos(evening.table)]


# ---------------------------------------------------------------- the seat


@pytest.mark.usefixtures("known_luck")
def test_a_friend_who_learns_first_has_a_seat_and_the_start_waits():
    evening = Evening(Me(), Friend())
    evening.do(BEN, Sit("k"))
    evening.do(BEN, Learn("k", chapter=1))
    assert evening.told == ["Ben learns the game, chapter 1 of 6."]
    assert learning(evening) == [None, Learning(1, 6)]
    assert evening.refuses(EVE, Sit("k")).code == "full"
    evening.do(BEN, THIRD)
    assert evening.told == ["Ben learns the game, chapter 3 of 6."]
    assert evening.refuses(BEN, THIRD).code == "unchanged"
    refused = evening.refuses(ANN, Start("k"))
    assert (refused.code, str(refused)) == ("learning", "Ben still learns the game; wait, or start now.")
    again = replayed("table", evening.bodies)
    assert again is not None
    assert picture(again) == picture(Table.from_snapshot(evening.table.snapshot())) == picture(evening.table)
    evening.do(BEN, BACK)
    assert evening.told == ["Ben is back from the lesson."]
    assert evening.refuses(BEN, BACK).code == "unchanged"
    evening.do(ANN, Start("k"))
    assert evening.table.facts.stage == "playing"


@pytest.mark.usefixtures("known_luck")
def test_start_now_waits_for_nobody_and_a_move_says_that_one_is_back():
    evening = Evening(Friend(), Me())
    evening.do(BEN, Sit("k"))
    evening.do(BEN, THIRD)
    evening.do(ANN, Start("k", now=True))
    assert learning(evening) == [Learning(3, 6), None]
    evening.do(BEN, Learn("k", chapter=4))
    while evening.table.facts.places[evening.deciding].guest != BEN.guest:
        evening.play(ANN)
    assert learning(evening) == [Learning(4, 6), None]
    evening.play(BEN)
    assert learning(evening) == [None, None]
    again = replayed("table", evening.bodies)
    assert again is not None
    assert picture(again) == picture(evening.table)


@pytest.mark.parametrize("seats", [(Me(), Friend()), (Me(), Open())])
def test_the_seat_is_free_again_when_the_friend_lets_it_go_or_the_host_gives_it_away(seats: tuple[Any, ...]):
    evening = Evening(*seats)
    evening.do(BEN, Sit("k"))
    evening.do(BEN, THIRD)
    evening.do(BEN, Leave("k"))
    assert evening.kinds()[1] in ("friend", "open")
    evening.do(EVE, Sit("k"))
    evening.do(EVE, THIRD)
    evening.do(ANN, Arrange("k", 1, BotSeat("kitten")))
    assert learning(evening) == [None, None]
    assert evening.refuses(EVE, Learn("k", chapter=4)).code == "not_seated"  # going on with the lesson takes no seat
    evening.do(ANN, Start("k"))


def test_two_who_learn_are_both_waited_for_and_whoever_sits_can_learn_too():
    evening = Evening(Me(), Friend(), Friend())
    evening.do(BEN, Sit("k"))
    evening.do(BEN, THIRD)
    evening.do(EVE, Sit("k"))
    evening.do(EVE, Learn("k", chapter=2))
    assert learning(evening) == [None, Learning(3, 6), Learning(2, 6)]
    evening.do(BEN, BACK)
    assert str(evening.refuses(ANN, Start("k"))).startswith("Eve ")
    evening.do(EVE, BACK)
    evening.do(ANN, Learn("k", chapter=1))
    evening.do(ANN, Start("k"))  # a host who starts is back
    assert learning(evening) == [None, None, None]


@pytest.mark.usefixtures("known_luck")
def test_others_see_who_learns_during_a_game_until_a_bot_plays_on():
    evening = duel()
    evening.do(BEN, THIRD)
    assert Learning(3, 6) in learning(evening)
    assert evening.refuses(EVE, THIRD).code == "not_seated"
    evening.do(ANN, Substitute("k", evening.table.seats_of(BEN.guest)[0]))
    assert learning(evening) == [None, None]


@pytest.mark.parametrize(
    ("person", "command", "code"),
    [
        (STRANGER, THIRD, "not_seated"),
        (BEN, THIRD, "not_seated"),
        (BEN, BACK, "not_seated"),
        (ANN, Learn("k", chapter=7), "no_lesson"),
        (ANN, Learn("k", "../basics", 1), "no_lesson"),
        (ANN, Learn("k", "the-messengers", 1), "no_lesson"),
    ],
)
def test_nothing_is_kept_for_whoever_may_not_sit_or_learns_what_is_not_there(person: Person, command: Learn, code: str):
    assert Evening(Me(), Friend()).refuses(person, command).code == code


def test_a_closed_table_keeps_no_seat():
    evening = Evening(Me(), Friend())
    evening.do(ANN, Leave("k"))
    assert evening.refuses(ANN, THIRD).code == "wrong_stage"


def test_a_kept_seat_outlives_the_server_and_hostile_commands_change_nothing(tmp_path: Path):
    with running(tmp_path) as server:
        ann, ben = Http(server), Http(server)
        ann.become_guest("Ann")
        ben.become_guest("Ben")
        opened = ann.opened("me", "friend")
        path = f"/api/tables/{opened['id']}"

        def learn(**fields: Any) -> Any:
            return ben.command(opened["id"], "learn", **fields)

        sit = {"type": "sit", "key": new_key()}
        assert ben.post(f"{path}/commands?invite={opened['invite']}", sit).status == 200
        assert learn(chapter=2).status == 200
        for hostile in HOSTILE:
            assert learn(**hostile).code == "bad_message"
        for end in (server.stop, server.kill):
            end()
            server.start()
            ann.close()
            ben.close()
            seat = ann.get(path).json["table"]["seats"][1]
            assert (seat["name"], seat["learning"]) == ("Ben", {"chapter": 2, "of": 6})
            assert ann.command(opened["id"], "start").code == "learning"
        for number in range(60):  # whoever turns the pages without end is told to slow down, and the table lives on
            assert learn(chapter=1 + number % 6).status in (200, 429)
        assert ann.command(opened["id"], "start", now=True).status == 200
        assert server.problems() == []
        ann.close()
        ben.close()


# ---------------------------------------------------------------- the place in a lesson


@pytest.mark.anyio
async def test_what_was_finished_stays_finished(store: Store):
    await Profiles(store).add_guest(ADA, token("phone"))
    await store.keep_progress(Progress(ADA.id, "cat-cab", "basics", 0, 0, 6, True))
    await store.keep_progress(Progress(ADA.id, "cat-cab", "basics", 2, 1, 2, False))
    await store.keep_progress(Progress(ADA.id, "cat-cab", "crazy-cat", 0, 1, 0, False))
    assert await store.progress_of(ADA.id) == [
        Progress(ADA.id, "cat-cab", "basics", 2, 1, 6, True),
        Progress(ADA.id, "cat-cab", "crazy-cat", 0, 1, 0, False),
    ]
    assert await store.progress_of("nobody") == []


def test_a_place_in_a_lesson_is_kept_with_the_guest_on_every_device(server_on_each: Server):
    ann, other, eve, nobody = (Http(server_on_each) for _ in range(4))
    ann.become_guest("Ann")
    eve.become_guest("Eve")
    link = ann.post("/api/me/link", {}).json["path"].partition("#")[2]
    other = Http(server_on_each, link)
    place = {"chapter": 2, "step": 1, "reached": 2}
    kept = {"game": "patrician", "lesson": "basics", **place, "done": False}
    assert ann.post("/api/me/lessons/patrician/basics", place).json == kept
    assert other.get("/api/me/lessons").json == {"lessons": [kept], "kept": True}
    assert eve.get("/api/me/lessons").json == {"lessons": [], "kept": True}
    assert nobody.get("/api/me/lessons").json == {"lessons": [], "kept": False}
    assert nobody.post("/api/me/lessons/patrician/basics", place).code == "no_guest"
    for path, body, code in (
        ("patrician/none", place, "not_found"),
        ("no-game/basics", place, "not_found"),
        ("patrician/basics", {"chapter": 6, "step": 0}, "no_moment"),
        ("patrician/basics", {"chapter": 0, "step": 60}, "no_moment"),
        ("patrician/basics", {"chapter": -1, "step": 0}, "bad_message"),
        ("patrician/basics", {"chapter": 65, "step": 0}, "bad_message"),
        ("patrician/basics", {"chapter": 0}, "bad_message"),
        ("patrician/basics", {**place, "guest": "somebody"}, "bad_message"),
        ("patrician/basics", {**place, "done": "yes"}, "bad_message"),
    ):
        assert ann.post(f"/api/me/lessons/{path}", body).code == code
    assert ann.get("/api/me/lessons").json["lessons"] == [kept]
    for http in (ann, other, eve, nobody):
        http.close()
