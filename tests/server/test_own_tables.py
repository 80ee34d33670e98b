"""Coming back and coming by invitation: words that lead to a table, one's tables in lists, tables that are put away."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from hatch_build import node_from_pypi, suitable_node
from tabbytop.server.http import limits
from tabbytop.server.storage.own_tables import OwnTables
from tabbytop.server.storage.store import Store
from tabbytop.server.tables.names import table_name
from tabbytop.server.tables.opening import INVITING
from tabbytop.server.tables.telling import most_telling
from tabbytop.server.tables.words import BITS_A_WORD
from tests.patience import PATIENCE
from tests.server import plants
from tests.server.servers import ROOT, Server, running
from tests.server.stores import card, entry
from tests.server.visitors import FRIEND, ME, Visitor

MINA, JONAS, STRANGER = "Mina", "Jonas", None


def test_an_invitation_has_fifty_bits():
    assert INVITING * BITS_A_WORD >= 50


def test_an_invitation_is_words_that_lead_to_the_table(server_on_each: Server):
    mina, jonas = Visitor(server_on_each.address, MINA), Visitor(server_on_each.address, JONAS)
    opened = mina.open([ME, FRIEND])
    words = opened["invite"]
    assert len(words.split("-")) == INVITING
    told = Visitor(server_on_each.address, STRANGER).get(f"/api/invitations/{words}")
    assert told == {"id": opened["id"], "invite": words}
    typed = words.replace("-", "%20").upper()
    assert jonas.get(f"/api/invitations/{typed}") == told, "they may be read out and typed"
    query = f"?invite={words}"
    jonas.command(opened["id"], type="sit", key="sit", query=query)
    mina.command(opened["id"], type="start", key="start")
    assert Visitor(server_on_each.address, STRANGER).get(f"/api/invitations/{words}") == told, "others may watch"
    while mina.get(f"/api/tables/{opened['id']}")["table"]["stage"] != "over":
        for each in (mina, jonas):
            if each.get(f"/api/tables/{opened['id']}")["now"]["choices"]:
                each.decide(opened["id"])
    late = Visitor(server_on_each.address, STRANGER).get(f"/api/invitations/{words}", 404)
    assert late["sentence"] == "The game that you were invited to is over, and so is its invitation."
    assert jonas.get(f"/api/invitations/{words}") == told, "those who sit there come back by it"
    # the link of before goes on working, for those who look at the game later
    assert Visitor(server_on_each.address, STRANGER).get(f"/api/tables/{opened['id']}{query}")["table"]["id"]


def test_words_that_mean_nothing_are_told_so(server: Server):
    eve = Visitor(server.address, STRANGER)
    assert "Ask for them once more" in eve.get("/api/invitations/acorn-acorn-acorn-acorn-acorn", 404)["sentence"]
    assert "It takes 5 words; 2 came." in eve.get("/api/invitations/acorn-acorn", 404)["sentence"]
    assert "none of our words" in eve.get("/api/invitations/acorn-acorn-acorn-acorn-xqzw", 404)["sentence"]


def test_a_link_of_words_is_shown_with_a_title(server: Server):
    opened = Visitor(server.address, MINA).open([ME, FRIEND])
    page = Visitor(server.address, STRANGER).http.get(f"/t/{opened['invite']}").text
    assert 'content="Cat Cab at Tabbytop: sit down"' in page
    assert 'content="Mina waits for you."' in page


def invitations_are_rare(store: object, plant: plants.Plant = setattr) -> None:
    """Another one may be looked up after ten minutes."""
    plant(limits, "INVITATIONS", replace(limits.INVITATIONS, per_second=1 / PATIENCE))


def test_guessing_is_limited_by_network(tmp_path: Path):
    """Also by the title of a link: nobody learns more from it than from asking."""
    with running(tmp_path, plants.named(invitations_are_rare), generosity=1.0) as server:
        mina, eve = Visitor(server.address, MINA), Visitor(server.address, STRANGER)
        opened = mina.open([ME, FRIEND])
        answers = [eve.http.get("/api/invitations/acorn-acorn-acorn-acorn-acorn") for _ in range(60)]
        statuses = [answer.status_code for answer in answers]
        assert statuses.count(404) >= limits.INVITATIONS.burst
        assert statuses[-1] == 429
        assert answers[-1].json()["retry_after"] > 0
        assert "sit down" not in eve.http.get(f"/t/{opened['invite']}").text


def test_ones_tables_are_listed_with_what_came_of_them(server_on_each: Server):
    mina = Visitor(server_on_each.address, MINA)
    assert mina.get("/api/me/games") == {"running": [], "finished": [], "more": None, "total": 0}
    over = mina.open([ME, {**ME, "name": "Priya"}], key="over", name="  Thursday\n cats ")["id"]
    mina.play_to_the_end(over)
    waiting = mina.open([ME, FRIEND], key="lobby")["id"]
    playing = mina.open([ME, ME], key="playing")["id"]
    told = mina.get("/api/me/games")
    assert [table["id"] for table in told["running"]] == [playing, waiting]
    assert told["running"][0]["your_turn"]
    (finished,) = told["finished"]
    assert (finished["id"], finished["name"], told["total"]) == (over, "Thursday cats", 1)
    outcome = mina.get(f"/api/tables/{over}")["now"]["outcome"]
    assert (finished["places"], finished["scores"]) == (outcome["places"], outcome["scores"])
    for asked, found in {
        "game=cat-cab": 1, "game=patrician": 0, "find=priya": 1, "find=thursday": 1, "find=cat cab": 1, "find=jonas": 0
    }.items():  # fmt: skip
        assert len(mina.get(f"/api/me/games?{asked}")["finished"]) == found, asked
    assert Visitor(server_on_each.address, JONAS).get("/api/me/games")["total"] == 0

    for asked, found in {
        "find=cat cab": [playing, waiting],
        "find=thursday": [],
        "game=patrician&find=cat": [],
    }.items():
        assert [table["id"] for table in mina.get(f"/api/me/games?{asked}")["running"]] == found, asked
    for table in (playing, waiting):
        name = table_name(table)
        found = [each["id"] for each in mina.get(f"/api/me/games?find=table {name}")["running"]]
        # ids are drawn by lot: the other table may be Amber 14 where this one is Amber 1
        assert found == [each for each in (playing, waiting) if table_name(each).startswith(name)]
        assert table in found, "by the name that people see"

    again = mina.command(over, type="rematch", key="again")
    assert again["type"] == "ok"
    rematch = mina.get(f"/api/tables/{over}")["table"]["rematch"]
    assert mina.get(f"/api/tables/{rematch}")["table"]["name"] == "Thursday cats", "the group keeps its name"
    assert [seat["name"] for seat in mina.get(f"/api/tables/{rematch}")["table"]["seats"]] == ["Priya", MINA]


def test_a_table_that_was_left_is_put_away_until_something_happens_there(server_on_each: Server):
    mina = Visitor(server_on_each.address, MINA)
    table = mina.open([ME, ME])["id"]
    assert [each["id"] for each in mina.get("/api/tables")["mine"]] == [table]
    assert mina.post(f"/api/me/games/{table}/clear")["running"] == []
    assert mina.get("/api/tables")["mine"] == [], "nor does the app's icon count it"
    assert mina.post(f"/api/me/games/{table}/clear", status=404)["code"] == "no_table"
    assert Visitor(server_on_each.address, JONAS).post(f"/api/me/games/{table}/clear", status=404)
    mina.decide(table)
    assert [each["id"] for each in mina.get("/api/me/games")["running"]] == [table]
    assert mina.post(f"/api/me/games/{table}/clear")["running"] == [], "and once more"


def test_a_glance_shows_what_one_may_see_and_what_others_did(server: Server):
    mina, jonas = Visitor(server.address, MINA), Visitor(server.address, JONAS)
    opened = mina.open([ME, FRIEND])
    path = f"/api/tables/{opened['id']}/glance"
    assert mina.get(path)["view"] is None
    jonas.command(opened["id"], type="sit", key="sit", query=f"?invite={opened['invite']}")
    mina.command(opened["id"], type="start", key="start")
    first = next(each for each in (mina, jonas) if each.get(f"/api/tables/{opened['id']}")["now"]["choices"])
    while first.get(f"/api/tables/{opened['id']}")["now"]["choices"]:
        first.decide(opened["id"])
    second = jonas if first is mina else mina
    seen, seat = second.get(path), 0 if second is mina else 1
    assert (seen["seat"], seen["actor"]) == (seat, 1 - seat)
    assert seen["sentence"].endswith(".")
    log = second.get(f"/api/tables/{opened['id']}/log")["lines"]
    assert {"actor": seen["actor"], "sentence": seen["sentence"], "move": seen["move"]} in [
        {name: line[name] for name in ("actor", "sentence", "move")} for line in log
    ]
    assert seen["view"] == second.get(f"/api/tables/{opened['id']}")["view"]
    assert Visitor(server.address, STRANGER).get(path, 404)["code"] == "no_table"


def test_of_a_turn_it_is_told_what_was_done_before_what_came_of_it():
    drive = "Blue drives 2 spaces up, to (1, 2)."
    turn = ["Blue rolls 5 dice.", "1 curse cancels 1 space: Blue has 2 left to drive.", drive, "Blue places no curse."]
    assert most_telling(turn, "Blue") == drive
    assert most_telling(turn[1:2], "Blue") == turn[1]


def test_a_table_without_a_name_is_called_as_on_the_page():
    source = (ROOT / "web/src/table/words.ts").read_text(encoding="utf-8")
    found = re.search(r"^export const FURS = .*?^}", source, re.DOTALL | re.MULTILINE)
    assert found is not None
    program = found[0].replace("export ", "").replace("(id: string): string", "(id)")
    ids = ["abc", "a" * 16, "z7" * 8, *(f"{number:016d}" for number in range(50))]
    shown = f"console.log(JSON.stringify({json.dumps(ids)}.map(tableName)))"
    node = suitable_node() or node_from_pypi()
    done = subprocess.run([node, "-e", f"{program}\n{shown}"], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [table_name(table) for table in ids]


@pytest.mark.anyio
async def test_older_games_come_on_demand(store: Store):
    """In pages that neither repeat nor leave out a game, also where several ended at the same moment."""
    for number in range(50):
        name = f"table{number:02}"
        ended = card(name, stage="over", game="cat-cab" if number % 2 else "patrician", updated=1000 + number // 7)
        await store.append(name, [entry(1)], ended)
    own, seen, after = OwnTables(store), [], None
    while page := await own.finished("ada", None, after, 8):
        seen += page
        after = page[-1].updated, page[-1].id
    assert len({each.id for each in seen}) == len(seen) == await own.count_finished("ada", None) == 50
    assert [each.updated for each in seen] == sorted((each.updated for each in seen), reverse=True)
    assert {each.game for each in await own.finished("ada", "patrician", None, 50)} == {"patrician"}
    assert await own.search("ada", None) == seen
    assert await own.finished("eve", None, None, 8) == []
