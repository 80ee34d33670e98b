"""Names at a table: every bot is a cat that sits there once, and people who share a device have a name each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabbytop.server.protocol import messages
from tabbytop.server.protocol.messages import Arrange, BotSeat, Friend, Leave, Me, Open, Sit, Start
from tabbytop.server.tables import events
from tabbytop.server.tables.cats import CATS, all_named, cat_for
from tabbytop.server.tables.names import LONGEST_AT_SEAT, NAMES, problem_with, seat_name
from tabbytop.server.tables.opening import rematch_of
from tabbytop.server.tables.seating import Person
from tabbytop.server.tables.table import Place, Table
from tests.server.evenings import ANN, BEN, Evening, hot_seat
from tests.server.lines import Http
from tests.server.servers import Server, stored_table

CASES = json.loads((Path(__file__).parents[2] / "web/src/lobby/names.cases.json").read_text(encoding="utf-8"))
PEPPER = Person("pepper", "Pepper", invited=True)


def names(table: Table) -> list[str]:
    return [place.name for place in table.facts.places]


# ---------------------------------------------------------------- cats


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=20), st.lists(st.sampled_from([None, *CATS]), max_size=16), st.lists(st.sampled_from(CATS)))
def test_a_name_sits_once_at_a_table(table_id: str, wanted: list[messages.CatName | None], people: list[str]):
    seats = [*(events.GuestSeat("x", name) for name in people), *(BotSeat("kitten", name) for name in wanted)]
    told = [who.name for who in all_named(seats, table_id) if isinstance(who, BotSeat) and who.name]
    assert len(set(told)) == len(told)
    assert not set(told) & set(people)
    assert len(told) == min(len(wanted), len(CATS) - len(set(people)))
    assert {name for name in wanted if name and name not in people} <= {*told}


def test_every_cat_is_chosen_somewhere_and_always_the_same_one():
    chosen = {table: cat_for(f"table {table}", 1, ["Ann"]) for table in range(200)}
    assert set(chosen.values()) == set(CATS)
    assert chosen == {table: cat_for(f"table {table}", 1, ["Ann"]) for table in chosen}


def test_where_every_cat_sits_already_there_is_still_a_name():
    assert cat_for("table", 12, CATS) == "Cat 13"
    assert cat_for("table", 12, [*CATS, "cat 13"]) == "Cat 14"
    assert all(name not in CATS for name in NAMES), "guests without a name are no cats that play as bots"


def test_bots_are_called_by_the_cats_that_were_wanted_unless_somebody_has_the_name():
    evening = Evening(Me(), BotSeat("kitten", "Domino"), BotSeat("top-cat"))
    assert names(evening.table)[:2] == ["Ann", "Domino"]
    assert names(evening.table)[2] in set(CATS) - {"Domino"}
    evening = Evening(Me(), BotSeat("kitten", "Pepper"), BotSeat("kitten", "Domino"), host=PEPPER)
    assert names(evening.table)[0::2] == ["Pepper", "Domino"]
    assert names(evening.table)[1] in set(CATS) - {"Pepper", "Domino"}


def test_a_cat_makes_way_for_a_person_of_its_name():
    evening = Evening(Me(), BotSeat("kitten", "Pepper"), Friend())
    evening.do(PEPPER, Sit("k"))
    _, cat, person = names(evening.table)
    assert person == "Pepper"
    assert cat in set(CATS) - {"Pepper"}
    assert evening.table.facts.places[1].level == "kitten"
    assert evening.told == ["Pepper sits down.", f"{cat} sits down."]


def test_a_cat_keeps_its_name_at_another_level_and_at_the_next_game():
    evening = Evening(Me(), BotSeat("kitten", "Tango"), Open())
    evening.do(ANN, Arrange("k", 1, BotSeat("top-cat")))
    assert names(evening.table)[1] == "Tango"
    evening.do(ANN, Arrange("k", 1, BotSeat("top-cat", "Misty")))
    assert names(evening.table)[1] == "Misty"
    evening.do(ANN, Start("k", "kitten"))
    before = names(evening.table)
    assert before[1] == "Misty"
    assert before[2] in set(CATS) - {"Misty"}
    assert names(rematch_of(evening.table, "second").table) == [*before[1:], before[0]]


def test_whoever_left_keeps_the_name_while_a_bot_plays_on():
    evening = Evening(Me(), Friend())
    evening.do(BEN, Sit("k"))
    evening.do(ANN, Start("k"))
    evening.do(BEN, Leave("k"))
    assert names(evening.table) == ["Ann", "Ben"]
    assert evening.table.facts.places[1].level is not None
    assert evening.told[0] == "Ben leaves the table; a bot plays on."


def test_tables_from_before_cats_had_names_open_and_show_the_same_ones_always():
    old = Evening(Me(), BotSeat("kitten"), BotSeat("kitten"))
    seats = [events.GuestSeat(ANN.guest, "Ann"), BotSeat("kitten"), BotSeat("kitten")]
    opened = events.unpack(events.pack(msgspec.structs.replace(old.table.facts.opened, seats=seats)))
    assert isinstance(opened, events.Opened)
    assert b'"name":null' in events.pack(opened)
    told = [names(Table("table", opened)) for _ in range(2)]
    assert told[0] == told[1]
    assert set(told[0][1:]) <= set(CATS)
    assert told[0][1] != told[0][2]
    old.table.facts.places[1:] = [Place("bot", "kitten", level="kitten")] * 2  # as snapshots were before
    assert names(Table.from_snapshot(old.table.snapshot())) == told[0]


# ---------------------------------------------------------------- people at one device


@pytest.mark.parametrize("case", CASES, ids=lambda case: ascii(case["given"]))
def test_what_a_seat_may_be_called(case: dict[str, Any]):
    kept = seat_name(case["given"])
    assert kept == case["kept"]
    assert (problem_with(kept) == "") == case["fits"]


def test_people_at_one_device_have_a_name_each():
    evening = hot_seat()
    assert names(evening.table) == ["Ann", "Ann 2"], "who gives none is called as the guest, and numbered"
    evening = Evening(Me(), Me(" Mia "), BotSeat("kitten", "Misty"))
    assert names(evening.table) == ["Ann", "Mia", "Misty"]
    assert evening.table.seats_of(ANN.guest) == [0, 1]
    assert names(rematch_of(evening.table, "second").table) == ["Mia", "Misty", "Ann"]


@pytest.mark.parametrize(
    ("seats", "sentence"),
    [
        ([Me(), Me(" ")], "Everybody needs a name."),
        ([Me(), Me("x" * (LONGEST_AT_SEAT + 1))], "A name has 2 to 16 letters."),
        ([Me(), Me("\U0001f600 Mia")], "Use letters, figures, spaces, hyphens and apostrophes only."),
        ([Me(), Me("12")], "A name needs letters."),
        ([Me(), Me("ann")], "ann sits here already; choose another name."),
        ([Me("Mia"), Me("MIA")], "Mia sits here already; choose another name."),
    ],
)
def test_a_name_for_a_seat_is_refused_with_the_reason(seats: list[messages.Wanted], sentence: str):
    with pytest.raises(Exception, match=r"^" + sentence) as caught:
        Evening(*seats)
    assert getattr(caught.value, "code", None) == "bad_name"


def test_a_seat_in_the_lobby_gets_a_name_of_its_own():
    evening = Evening(Me(), Friend(), Friend())
    evening.do(ANN, Arrange("k", 1, Me("Mia")))
    evening.do(BEN, Sit("k"))
    assert names(evening.table) == ["Ann", "Mia", "Ben"]
    evening.do(ANN, Sit("k", 1, "Mio"))
    assert names(evening.table) == ["Ann", "Mio", "Ben"]
    assert evening.refuses(ANN, Sit("k", 1, "ben")).code == "bad_name"
    assert evening.refuses(ANN, Sit("k", 1, "\u202eMio")).code == "bad_name"
    assert evening.refuses(ANN, Arrange("k", 1, Me("Ann"))).code == "bad_name"
    evening.do(ANN, Sit("k", 1, "Mio"))


# ---------------------------------------------------------------- on a server


@pytest.mark.anyio
async def test_names_are_kept_with_the_table(server_on_each: Server):
    """What is told is what the stored log leads to; lists say the same, and which seats are one's own."""
    http = Http(server_on_each)
    http.become_guest("Ann")
    seats = [{"type": "me"}, {"type": "me", "name": "Mia"}, {"type": "bot", "level": "top-cat"}]
    opened = http.post("/api/tables", {"key": "k", "game": "cat-cab", "seats": seats})
    assert opened.status == 201, opened.body
    table = opened.json["id"]
    told = [seat["name"] for seat in http.get(f"/api/tables/{table}").json["table"]["seats"]]
    assert told[:2] == ["Ann", "Mia"]
    assert told[2] in CATS
    assert names(await stored_table(server_on_each, table)) == told
    (listed,) = http.get("/api/tables").json["mine"]
    assert [seat["name"] for seat in listed["seats"]] == told
    assert listed["mine"] == [0, 1]
    seats[1] = {"type": "me", "name": "Ann"}
    refused = http.post("/api/tables", {"key": "k2", "game": "cat-cab", "seats": seats})
    assert (refused.status, refused.code) == (422, "bad_name")
    seats[1:] = [{"type": "bot", "level": "top-cat", "name": "Rosie"}]
    assert http.post("/api/tables", {"key": "k3", "game": "cat-cab", "seats": seats}).code == "bad_message"
    http.close()
