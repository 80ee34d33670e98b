"""People with three servers over one Postgres: whatever somebody does at one of them is so at the two others.

A profile goes to another device, a game is played over all three, everybody is told once, and counted once; whoever is
signed out, banned or deleted at one is gone at all, and nothing is left of them in the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from typer.testing import CliRunner

from tabbytop.cli import app
from tabbytop.kit.marks import fault
from tests.cluster.members import Member, servers
from tests.patience import PATIENCE
from tests.server.databases import Postgres
from tests.server.lines import Http, SocketClient
from tests.server.receivers import Browser, Mailbox, Receiver
from tests.server.redis_servers import RedisServer
from tests.server.servers import wait_for
from tests.server.test_notices import SOON, Couple, hook, text_of, told_by
from tests.server.test_profiles import come_in, traces

pytestmark = pytest.mark.anyio
QUICK = {"turn_limit": 1}
"""A game of Cat Cab that is soon over."""


@pytest.fixture(scope="module")
def mailbox() -> Iterator[tuple[Mailbox, str]]:
    box = Mailbox()
    with box.open() as address:
        yield box, address


@pytest.fixture(scope="module")
def trio(
    tmp_path_factory: pytest.TempPathFactory,
    postgres: Postgres,
    redis_server: RedisServer,
    mailbox: tuple[Mailbox, str],
) -> Iterator[list[Member]]:
    database, folder = postgres.create_with_tables(), tmp_path_factory.mktemp("trio")
    settings = {"club": "The Kitchen Table Club", "count_every": 0.05, "unload_after": 0.2, **SOON, "mail": mailbox[1]}
    with servers(folder, 3, database, redis_server.url, **settings) as members:
        yield members
        assert [problem for member in members for problem in member.problems()] == []


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver().open() as receiver:
        yield receiver


def everywhere(members: list[Member], person: Http) -> list[Http]:
    """The same device of somebody at each server."""
    return [Http(member, person.token) for member in members]


def newcomer(member: Member, name: str) -> Http:
    person = Http(member)
    person.become_guest(name)
    return person


def said(answers: Iterator[Any] | list[Any]) -> Any:
    """What all of them say alike."""
    first, *others = answers
    assert others == [first] * len(others)
    return first


async def present(line: SocketClient, wanted: list[bool]) -> None:
    """Waits until so many are at their seats."""
    while (await line.hear("presence"))["connected"] != wanted:
        pass


@fault("F65")
async def test_a_profile_is_the_same_at_all_three_and_a_device_is_signed_out_at_all(trio: list[Member]):
    first, second, third = trio
    ann = newcomer(first, "Ann")
    words = Http(second, ann.token).post("/api/me/handover", {}).json["words"]
    phone = come_in(third, words)
    assert Http(first).post("/api/enter", {"words": words}).code == "no_guest", "they were good once, for all three"
    assert Http(second, phone.token).post("/api/me", {"name": "Annika", "face": "me-siam"}).status == 200
    known_by = [each for device in (ann, phone) for each in everywhere(trio, device)]
    wait_for(lambda: {each.get("/api/me").json["name"] for each in known_by} == {"Annika"})
    assert phone.post("/api/me/settings", {"settings": {"theme": "dark"}}).status == 200
    assert said([h.get("/api/me/settings").json for h in everywhere(trio, ann)]) == {"settings": {"theme": "dark"}}
    table = ann.open_table("me", "me")
    (lost,) = (each["id"] for each in ann.get("/api/me/devices").json["devices"] if not each["here"])
    async with contextlib.AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(SocketClient(member, table, phone.token)) for member in trio]
        for line in lines:
            await line.hear("welcome")
        assert Http(second, ann.token).ask("DELETE", f"/api/me/devices/{lost}").status == 200
        assert said([await line.end() for line in lines]) == (1008, "revoked")
    assert said([h.get("/api/me").json["id"] for h in everywhere(trio, phone)]) is None
    assert said([h.get("/api/me").json["name"] for h in everywhere(trio, ann)]) == "Annika"


def test_a_game_over_all_three_is_told_once_counted_once_and_shown_alike(trio: list[Member], receiver: Receiver):
    first, second, third = trio
    people = [newcomer(first, "Cleo"), newcomer(second, "Dan")]
    opened = people[0].opened("me", "friend", options=QUICK, name="Thursday cats")
    assert (
        said([Http(member).get(f"/api/invitations/{opened['invite']}").json["id"] for member in trio]) == opened["id"]
    )
    sits = f"/api/tables/{opened['id']}/commands?invite={opened['invite']}"
    assert Http(third, people[1].token).post(sits, {"type": "sit", "key": "sit", "seat": 1}).status == 200
    people[0].command(opened["id"], "start")

    # whoever is waited for is told at one server, and by one alone; another one ends it
    called = people[people[0].get(f"/api/tables/{opened['id']}").json["now"]["actor"]]
    way = told_by(Http(third, called.token), hook(receiver, "called"))
    assert receiver.next("/called").json["tables"] == [opened["id"]]
    assert Http(second, called.token).ask("DELETE", f"/api/me/notices/ways/{way['id']}").json["ways"] == []

    moves = 0
    while True:
        now = Http(trio[moves % 3], people[0].token).get(f"/api/tables/{opened['id']}").json["now"]
        if now["outcome"] is not None:
            break
        here = Http(trio[(moves + 1) % 3], people[now["actor"]].token)
        mine = here.get(f"/api/tables/{opened['id']}").json["now"]
        heard = here.command(opened["id"], "play", seq=mine["seq"], move=mine["choices"][-1]["move"])
        assert heard.status == 200, heard.body
        moves += 1
    assert receiver.came.empty(), "nobody was told twice"

    # all three count the game, and it counts once; the command finds the same
    mine = [everywhere(trio, person) for person in people]
    wait_for(lambda: all(h.get("/api/me/ratings").json["games"] == 1 for h in mine[0]))
    before = [said([h.get("/api/me/ratings").json for h in each]) for each in mine]
    assert [each["won"] for each in before] == [int(place == 1) for place in now["outcome"]["places"]]
    done = CliRunner().invoke(app, ["ratings", "rebuild", "--database", first.database])
    assert done.exit_code == 0, done.output
    assert [said([h.get("/api/me/ratings").json for h in each]) for each in mine] == before
    home = said([h.get("/api/me/games").json for h in mine[0]])
    assert ([each["name"] for each in home["finished"]], home["total"]) == (["Thursday cats"], 1)
    mine[0][1].post("/api/club", {"member": True})
    face = people[0].get("/api/me").json["face"]
    here = {"name": "Cleo", "you": False, "game": None, "face": face}
    assert said([h.get("/api/club").json["here"] for h in mine[1]]) == [here]

    # invited by name at one server, and told once by whichever is first
    (known,) = mine[0][2].get("/api/me/notices/people").json["people"]
    (back,) = mine[1][0].get("/api/me/notices/people").json["people"]
    assert mine[1][2].post("/api/me/notices", {"people": {back["id"]: "always"}}).status == 200
    told_by(mine[1][1], hook(receiver, "dan"))
    free = mine[0][1].opened("me", "friend")
    asked = mine[0][2].post("/api/me/notices/invitations", {"table": free["id"], "person": known["id"]})
    assert asked.status == 200, asked.body
    signal = newcomer(second, "Signal")
    came = [receiver.came.get(timeout=PATIENCE)]
    trial = told_by(signal, hook(receiver, "signal"))
    assert signal.post(f"/api/me/notices/ways/{trial['id']}/trial", {}).json["arrived"]
    came.append(receiver.next("/signal"))
    assert Counter(posted.path for posted in came) == {"/dan": 1, "/signal": 1}
    assert came[0].json["title"] == "Cat Cab: Cleo invites you"


async def test_who_is_not_heard_or_sent_away_at_one_is_so_at_all_and_in_the_rematch(trio: list[Member]):
    first, second, third = trio
    hal, ida = newcomer(first, "Hal"), newcomer(third, "Ida")
    opened = hal.opened("me", "friend", options=QUICK)
    path = f"/api/tables/{opened['id']}"
    sits = f"{path}/commands?invite={opened['invite']}"
    assert Http(second, ida.token).post(sits, {"type": "sit", "key": "sit", "seat": 1}).status == 200
    assert Http(third, hal.token).command(opened["id"], "start").status == 200
    async with SocketClient(first, opened["id"], hal.token) as his:
        async with SocketClient(second, opened["id"], ida.token):
            await present(his, [True, True])
        await present(his, [True, False])  # who went away at another server looks away here
    assert Http(second, hal.token).post(f"{path}/mutes", {"seat": 1}).json == {"seats": [1]}
    assert said([h.get(f"{path}/mutes").json for h in everywhere(trio, hal)]) == {"seats": [1]}
    assert said([h.get(f"{path}/mutes").json for h in everywhere(trio, ida)]) == {"seats": []}
    assert Http(third, hal.token).command(opened["id"], "remove", seat=1).status == 200
    assert said([h.command(opened["id"], "return").code for h in everywhere(trio, ida)]) == "removed"
    async with SocketClient(first, opened["id"], hal.token) as line:  # bots play while somebody is there
        await line.hear("welcome")
        while (now := hal.get(path).json["now"])["outcome"] is None:
            if now["choices"]:
                hal.command(opened["id"], "play", seq=now["seq"], move=now["choices"][-1]["move"])
            else:
                await line.next()
    assert said([h.command(opened["id"], "rematch").code for h in everywhere(trio, ida)]) == "removed"
    assert Http(second, hal.token).command(opened["id"], "rematch").status == 200
    again = hal.get(path).json["table"]["rematch"]
    seats = said([h.get(f"/api/tables/{again}").json["table"]["seats"] for h in everywhere(trio, hal)])
    assert [seat["kind"] for seat in seats] == ["bot", "guest"]


def test_a_turn_is_told_once_by_browser_and_by_mail_whichever_server_was_asked(
    trio: list[Member], receiver: Receiver, mailbox: tuple[Mailbox, str]
):
    first, second, third = trio
    box, _ = mailbox
    couple = Couple(first, ("Fay", "Gil"))
    called = couple.waited_for
    browser = Browser(receiver, "called")
    told_by(Http(third, called.token), browser.way)
    key = said([h.get("/api/me/notices").json["push_key"] for h in everywhere(trio, called)])
    assert browser.read(receiver.next("/push/called"), key)["tables"] == [couple.table]
    told_by(Http(second, called.token), {"type": "mail", "address": "called@home.example"})
    found = re.search(r"/notices#([0-9a-f]+)\.([0-9a-f]+)", text_of(box.next()))
    assert found is not None
    confirmed = {"way": found[1], "secret": found[2]}
    assert Http(third).post("/api/me/notices/confirmed", confirmed).status == 200
    assert box.came.empty(), "of this turn they know"
    couple.pass_on()
    assert browser.read(receiver.next("/push/called"), key) == {"waiting": []}
    couple.pass_on()
    assert browser.read(receiver.next("/push/called"), key)["tables"] == [couple.table]
    assert f"/t/{couple.table}" in text_of(box.next())

    # quiet hours that were set at one server are quiet at all: a signal to somebody else is the next that comes
    hour = datetime.now(UTC).hour
    night = {"start": 60 * ((hour - 1) % 24), "end": 60 * ((hour + 2) % 24), "zone": "UTC"}
    assert Http(second, called.token).post("/api/me/notices", {"quiet": night}).status == 200
    couple.pass_on()
    assert browser.read(receiver.next("/push/called"), key) == {"waiting": []}
    couple.pass_on()
    signal = Couple(third, ("Hugo", "Iris"))
    told_by(signal.waited_for, hook(receiver, "signal"))
    receiver.next("/signal")
    assert receiver.passed_over == []
    assert receiver.came.empty()
    assert box.came.empty()


@fault("F65", "F66")
async def test_who_is_banned_or_deleted_at_one_is_gone_at_all_and_from_the_database(trio: list[Member]):
    first, second, third = trio
    eve = newcomer(second, "Eve")
    guest = eve.get("/api/me").json["id"]
    done = await asyncio.to_thread(CliRunner().invoke, app, ["ban", guest, "--database", first.database])
    assert done.exit_code == 0, done.output
    wait_for(lambda: all(h.get("/api/me").json.get("code") == "banned" for h in everywhere(trio, eve)))
    network = "127.0.0.8/31"
    done = await asyncio.to_thread(CliRunner().invoke, app, ["ban", network, "--database", first.database])
    assert done.exit_code == 0, done.output
    neighbours = [Http(member, address="127.0.0.9") for member in trio]
    wait_for(lambda: all(h.get("/api/me").json.get("code") == "banned" for h in neighbours))
    assert said([Http(member).get("/healthz").status for member in trio]) == 200, "others come in as before"

    zoe, ben = newcomer(first, "Zoe Zebra"), newcomer(third, "Ben")
    me = zoe.get("/api/me").json["id"]
    opened = ben.opened("me", "friend")
    sits = f"/api/tables/{opened['id']}/commands?invite={opened['invite']}"
    assert Http(second, zoe.token).post(sits, {"type": "sit", "key": "sit", "seat": 1}).status == 200
    ben.command(opened["id"], "start")
    own = Http(third, zoe.token).open_table("me", "me")
    (known,) = Http(second, zoe.token).get("/api/me/notices/people").json["people"]
    free = zoe.opened("me", "friend")
    zoe.post("/api/me/notices/invitations", {"table": free["id"], "person": known["id"]})
    zoe.post("/api/club", {"member": True})
    assert {"guests", "tokens", "events", "tables", "seats"} <= {table for table, _ in traces(first, me, "Zoe Zebra")}
    async with SocketClient(first, own, zoe.token) as mine, SocketClient(second, opened["id"], ben.token) as watching:
        await mine.hear("welcome")
        await watching.hear("welcome")
        assert Http(third, zoe.token).post("/api/me/delete", {"name": "Zoe Zebra"}).status == 200
        assert await mine.end() == (1008, "revoked")
        while True:
            news = await watching.hear("news", "welcome")
            if news.get("table") and news["table"]["seats"][1]["name"] == "Somebody":
                break
    assert said([h.get("/api/me").json["id"] for h in everywhere(trio, zoe)]) is None
    wait_for(lambda: traces(first, me, "Zoe Zebra") == [])
    seats = said([h.get(f"/api/tables/{opened['id']}").json["table"]["seats"] for h in everywhere(trio, ben)])
    assert [seat["name"] for seat in seats] == ["Ben", "Somebody"], "the game goes on"
