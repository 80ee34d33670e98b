"""The deal of the day: the same for everybody, once for each guest, sealed until one has played and until midnight."""

from __future__ import annotations

import asyncio
import datetime
import hashlib
import signal
from pathlib import Path
from typing import Any

import pytest
import websockets

from tabbytop.arena.race import play_race
from tabbytop.bots.live import LevelHand
from tabbytop.engine.match import Match
from tabbytop.engine.record import BadRecord, parse_record, write_record
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.deals import Deals
from tabbytop.server.storage.store import Store
from tabbytop.server.tables.deals import DAYS, Deal, beginning, open_deal, week
from tabbytop.server.tables.refusals import Rejected
from tests.patience import PATIENCE
from tests.server import plants
from tests.server.evenings import ANN, BEN
from tests.server.servers import Server, running, wait_for
from tests.server.stores import card, entry
from tests.server.visitors import Visitor

SECRET = b"what only this server knows here"
MONDAY = datetime.date(2026, 11, 16)


def moves_of(log: dict[str, Any]) -> list[Any]:
    return [(line["actor"], line["move"], line["sentence"]) for line in log["lines"]]


# ---------------------------------------------------------------- what is dealt


def test_the_week_is_what_the_cards_say():
    """Every game once, then those that have another way; a deal that was given stays what it was."""
    assert [(game.id, setup.players, dict(setup.options)) for game, setup in week()] == [
        ("cat-cab", 3, {}),
        ("hot-tin-roof", 3, {}),
        ("kitty-paw", 1, {}),
        ("patrician", 3, {}),
        ("rollecate", 1, {}),
        ("cat-cab", 1, {}),
        ("hot-tin-roof", 3, {"deluxe_catwalks": True}),
    ]


def test_every_day_of_the_week_can_be_dealt_and_is_the_same_for_everybody():
    for number in range(DAYS):
        deal = Deal.of(SECRET, MONDAY + datetime.timedelta(days=number))
        first, second = (open_deal(f"table of {one.name}", deal, one).table for one in (ANN, BEN))
        assert first.match is not None
        assert second.match is not None
        assert first.match.fingerprint == second.match.fingerprint == beginning(deal).fingerprint
        assert first.match.log == second.match.log
        assert [place.name for place in first.facts.places[1:]] == [place.name for place in second.facts.places[1:]]
        assert first.facts.opened.deal == deal.day.isoformat()
        assert not first.facts.opened.hints
        assert deal.title.startswith(first.game.name)


def test_in_a_race_the_cards_come_in_the_same_order_however_quick_somebody_is():
    deal = Deal.of(SECRET, MONDAY + datetime.timedelta(days=2))
    assert deal.game.clock is not None
    cards = []
    for level in ("top-cat", "kitten"):
        match = Match(deal.game, deal.setup.players, deal.options, luck=deal.luck)
        play_race(match, [LevelHand(deal.game, level, 1)])
        assert match.over
        family = deal.game.moves.family
        cards.append([entry.move for entry in match.log if family(entry.move).name == "turn_over"])
        text = write_record(match, ["Ann"])
        assert parse_record(text).match.fingerprint == match.fingerprint
        with pytest.raises(BadRecord):
            parse_record(text.replace("sealed by kind", "sealed", 1))
    assert len(cards[0]) > 6
    shorter = min(map(len, cards))
    assert cards[0][:shorter] == cards[1][:shorter]


def test_the_luck_of_a_day_follows_from_the_secret_and_the_date_alone():
    lucks = {
        Deal.of(secret, MONDAY + datetime.timedelta(days=day)).luck.seed for secret in (SECRET, b"x") for day in (0, 7)
    }
    assert len(lucks) == 4
    assert Deal.of(SECRET, MONDAY) == Deal.of(SECRET, MONDAY)


@pytest.mark.anyio
async def test_all_processes_over_one_database_know_the_same_secret(store: Store):
    first, second = await asyncio.gather(store.secret("deals", b"one"), store.secret("deals", b"other"))
    assert first == second
    assert first in (b"one", b"other")
    assert await store.secret("deals", b"third") == first
    assert await store.secret("something else", b"third") == b"third"


@pytest.mark.anyio
async def test_results_are_found_by_their_day(store: Store):
    for table, day, stage in (("a", "2026-11-16", "over"), ("b", "2026-11-16", "playing"), ("c", "2026-11-17", "over")):
        await store.append(table, [entry(1)], card(table, stage=stage, deal=day))
    await store.append("d", [entry(1)], card("d", stage="over"))
    found = await store.tables_of_deal("2026-11-16", 10)
    assert [(one.id, at) for one, at in found] == [("a", entry(1).at)]


@pytest.mark.anyio
async def test_days_that_nobody_deals_for_are_refused(store: Store):
    deals = Deals(store)
    for day in ("tomorrow", "2026-02-30", "20261118x", "", "0001-01-01", "9999-12-31", "2026-11-18T00:00"):
        with pytest.raises(Rejected):
            await deals.deal(day)
    today = deals.today()
    assert (await deals.deal(today.isoformat())).day == today
    assert deals.ends(today) - deals.ends(today - datetime.timedelta(days=1)) in (82_800_000, 86_400_000, 90_000_000)


# ---------------------------------------------------------------- a day at a server


def test_a_day_from_its_first_player_to_the_morning_after(tmp_path: Path):
    with running(tmp_path, plants.named(plants.quick_bots), plants.named(plants.friday)) as server:
        ann, ben, eve = (Visitor(server.address, name) for name in ("Ann", "Ben", "Eve"))
        nobody = Visitor(server.address)
        listed = ann.get("/api/deals")
        today, coming = (next(day for day in listed["days"] if day["when"] == when) for when in ("today", "coming"))
        assert [day["game"] for day in listed["days"]] == [game.id for game, _ in week()]
        assert today["day"] == listed["today"]
        assert ann.get(f"/api/deals/{coming['day']}")["start"] is None
        assert "Saturday" in ann.post(f"/api/deals/{coming['day']}/play", {"key": "k"}, 409)["sentence"]
        document = ann.get("/api/deals/today")
        assert (document["luck"], document["results"], document["own"]) == (None, [], None)
        assert document["commitment"] == today["commitment"]
        nobody.post("/api/deals/today/play", {"key": "k"}, 401)
        for bad in ({}, {"key": 1}, {"key": "k", "seed": "00"}, []):
            ann.post("/api/deals/today/play", bad, 400)
        for day in ("2026-02-30", "1999-01-01", "..%2f", "today%00"):
            assert ann.http.get(f"/api/deals/{day}").status_code == 404

        table = _plays(ann, document)
        _is_sealed_from(ben, nobody, table, ann)
        assert ben.get("/api/deals/today")["results"][0]["table"] is None
        assert ben.get("/api/deals/today")["players"] == 1
        log = ann.get(f"/api/tables/{table}/log")
        assert ann.get(f"/api/tables/{table}/record", 403)["code"] == "sealed"
        assert ann.get(f"/api/tables/{table}")["table"]["luck"] is None
        assert ann.command(table, 409, type="rematch", key="again")["code"] == "wrong_stage"
        assert ann.command(table, 409, type="say", key="say", phrase="thanks")["code"] == "wrong_stage"

        own = ben.post("/api/deals/today/play", {"key": "k"}, 201)["id"]
        for actor, move, _ in moves_of(log):
            if actor == 0:
                seq = ben.get(f"/api/tables/{own}")["now"]["seq"]
                ben.command(own, type="play", key=f"at-{seq}", seq=seq, move=move)
        assert moves_of(ben.get(f"/api/tables/{own}/log")) == moves_of(log), "the same moves met other luck"
        told = ben.get("/api/deals/today")
        ranks = [(one["name"], one["rank"], one["you"]) for one in told["results"]]
        assert sorted(ranks) == [("Ann", 1, False), ("Ben", 1, True)]
        assert table in {one["table"] for one in told["results"]}
        assert moves_of(ben.get(f"/api/tables/{table}/log")) == moves_of(log)
        assert ben.get("/api/deals")["row"] == 1

        _begins_a_new_day(server, listed["today"])
        past = eve.get(f"/api/deals/{listed['today']}")
        assert past["when"] == "past"
        assert hashlib.sha256(bytes.fromhex(past["luck"])).hexdigest() == today["commitment"]
        assert eve.get(f"/api/tables/{table}/log")["lines"]
        assert parse_record(ann.http.get(f"/api/tables/{table}/record").text).finished
        tables = {
            eve.post(f"/api/deals/{listed['today']}/play", {"key": key}, 201)["id"] for key in ("one", "one", "two")
        }
        assert len(tables) == 2
        eve.play_to_the_end(min(tables))
        assert {one["name"] for one in eve.get(f"/api/deals/{listed['today']}")["results"]} == {"Ann", "Ben"}
        assert eve.get("/api/deals")["row"] == 0
        assert ben.get("/api/deals")["row"] == 1
        assert server.problems() == []


def _plays(ann: Visitor, document: dict[str, Any]) -> str:
    """Ann plays the deal to its end; the id of her table."""
    tables = {ann.post("/api/deals/today/play", {"key": key}, 201)["id"] for key in ("one", "one", "two")}
    assert len(tables) == 1, "a deal is played once"
    table: str = tables.pop()
    welcome = ann.get(f"/api/tables/{table}")
    assert welcome["view"] == document["start"]["view"]
    assert welcome["table"]["commitment"] == document["commitment"]
    ann.decide(table)
    seq = ann.get(f"/api/tables/{table}")["now"]["seq"]
    assert ann.command(table, 409, type="takeback", key="back", seq=seq)["code"] == "no_undo"
    assert ann.command(table, 409, type="leave", key="leave")["code"] == "wrong_stage"
    assert ann.command(table, 503, type="hint", key="hint", seq=seq)["code"] == "no_hint"
    ann.play_to_the_end(table)
    return table


def _is_sealed_from(ben: Visitor, nobody: Visitor, table: str, ann: Visitor) -> None:
    """Nothing of a table of today's deal is told to those who have not played it, invited or not."""
    invite = ann.get(f"/api/tables/{table}")["you"]["invite"]
    for query in ("", f"?invite={invite}"):
        for part in ("", "/log", "/moments/0", "/moments/3", "/record", "/stream", "/moments/2/weighed"):
            assert ben.get(f"/api/tables/{table}{part}{query}", 403)["code"] == "sealed"
        assert ben.post(f"/api/tables/{table}/again{query}", {"key": "k", "ply": 0, "seat": 0}, 403)["code"] == "sealed"
        assert ben.command(table, 403, query, type="explain", key="k", of=0)["code"] == "sealed"
        assert nobody.get(f"/api/tables/{table}{query}", 403)["code"] == "sealed"
        assert "sealed" in asyncio.run(_first_word(str(ben.http.base_url), ben.token, f"{table}/socket{query}"))


async def _first_word(address: str, token: str, path: str) -> str:
    url = f"{address.replace('http', 'ws', 1).rstrip('/')}/api/tables/{path}"
    async with websockets.connect(url, additional_headers={"authorization": f"Bearer {token}"}) as socket:
        return str(await socket.recv())


def _begins_a_new_day(server: Server, before: str) -> None:
    assert server.process is not None
    server.process.send_signal(signal.SIGUSR1)
    somebody = Visitor(server.address)
    wait_for(lambda: somebody.get("/api/deals")["today"] != before)


@pytest.mark.anyio
async def test_bots_answer_the_same_moves_alike(tmp_path: Path):
    """With bots that think: two guests who decide alike meet the same dice and the same rivals."""
    with running(tmp_path, plants.named(plants.monday), workers=2) as server:
        logs = []
        for name in ("Ann", "Ben"):
            client = server.client()
            await client.become_guest(name)
            opened = await client.post("/api/deals/today/play", {"key": "k"}, messages.Opened)
            async with client.table(opened.id) as table:
                for _ in range(16):
                    assert not await table.my_turn_or_end(PATIENCE)
                    await table.play(table.now.choices[-1].move)
                await table.my_turn_or_end(PATIENCE)
            log = await client.get(f"/api/tables/{opened.id}/log", messages.Log)
            logs.append([(line.actor, line.move, line.sentence) for line in log.lines])
        assert logs[0] == logs[1]
        assert {actor for actor, *_ in logs[0]} >= {0, 1, 2}, "all three have decided something"
        assert server.problems() == []
