"""Being told that it is one's turn: by a browser's push service, by messages elsewhere, by e-mail."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from sqlalchemy import select

from tabbytop.kit.marks import fault
from tabbytop.server.http import limits
from tabbytop.server.http.limits import Limit
from tabbytop.server.notices import letters
from tabbytop.server.notices.bell import Bell, Manners
from tabbytop.server.notices.letters import Turn, letter
from tabbytop.server.notices.outgoing import Unsent
from tabbytop.server.notices.quiet import quiet_until
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.protocol.notices import QuietHours
from tabbytop.server.storage.notices import NoticeBox, Wait, Way
from tabbytop.server.storage.profiles import Profiles, Token
from tabbytop.server.storage.schema import notices
from tabbytop.server.storage.store import Store
from tests.server.lines import Http, SocketClient
from tests.server.receivers import Browser, Mailbox, Receiver
from tests.server.servers import Server, running, wait_for
from tests.server.stores import ADA, card, entry

pytestmark = pytest.mark.anyio
SOON = {"notices_every": 0.05, "notices_after": 0.0, "notices_inside": True}
HOUR = 3_600_000


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver().open() as receiver:
        yield receiver


@pytest.fixture(scope="module")
def mailbox() -> Iterator[tuple[Mailbox, str]]:
    box = Mailbox()
    with box.open() as address:
        yield box, address


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, mailbox: tuple[Mailbox, str]) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("notices"), **SOON, mail=mailbox[1]) as server:
        yield server
        assert server.problems() == []


class Couple:
    """Two people at a table of Cat Cab where nobody looks."""

    def __init__(self, server: Server, names: tuple[str, str] = ("Ann", "Ben")) -> None:
        self.people = [Http(server), Http(server)]
        for person, name in zip(self.people, names, strict=True):
            person.become_guest(name)
        opened = self.people[0].opened("me", "friend")
        self.table = opened["id"]
        path = f"/api/tables/{self.table}/commands?invite={opened['invite']}"
        assert self.people[1].post(path, {"type": "sit", "key": "sit", "seat": 1}).status == 200
        started = self.people[0].command(self.table, "start")
        assert started.status in (200, 409), started.body

    def now(self) -> dict[str, object]:
        return self._look(self.people[0])

    def _look(self, person: Http) -> dict[str, Any]:
        """The table as somebody sees it; while its server is dead and the table still lent to it, it is asked again."""
        while (heard := person.get(f"/api/tables/{self.table}")).status == 503:
            assert heard.code == "busy", heard.body
            time.sleep(0.1)
        return heard.json["now"]

    @property
    def waited_for(self) -> Http:
        actor = self.now()["actor"]
        assert isinstance(actor, int)
        return self.people[actor]

    @property
    def other(self) -> Http:
        return next(person for person in self.people if person is not self.waited_for)

    def pass_on(self) -> None:
        """Whoever is waited for plays until the other one is."""
        person, actor = self.waited_for, self.now()["actor"]
        while (now := self._look(person))["actor"] == actor:
            heard = person.command(self.table, "play", seq=now["seq"], move=now["choices"][-1]["move"])
            assert heard.status == 200, heard.body


def told_by(person: Http, way: dict[str, str]) -> dict[str, str]:
    heard = person.post("/api/me/notices/ways", {"way": way})
    assert heard.status == 201, heard.body
    return heard.json


def text_of(message: EmailMessage) -> str:
    return bytes(message.get_payload(decode=True)).decode()  # type: ignore[arg-type]


def hook(receiver: Receiver, path: str, service: str = "json") -> dict[str, str]:
    return {"type": "hook", "service": service, "url": f"{receiver.address}/{path}"}


def test_a_notice_reaches_the_browser_alone_and_says_nothing_hidden(server: Server, receiver: Receiver):
    couple = Couple(server)
    ann = couple.waited_for
    browser = Browser(receiver, "ann")
    way = told_by(ann, browser.way)
    assert (way["kind"], way["endpoint"]) == ("push", browser.way["endpoint"])
    key = ann.get("/api/me/notices").json["push_key"]
    posted = receiver.next("/push/ann")
    name = couple.other.get("/api/me").json["name"]
    assert browser.read(posted, key) == {
        "title": "Cat Cab: your turn",
        "text": f"{name} waits for you.",
        "path": f"/t/{couple.table}",
        "tag": couple.table,
        "tables": [couple.table],
        "actions": True,
        "waiting": [couple.table],
    }
    couple.pass_on()
    gone = browser.read(receiver.next("/push/ann"), key)
    assert gone == {"waiting": []}, "who has played, wherever, is not called any more"
    couple.pass_on()
    again = browser.read(receiver.next("/push/ann"), key)
    assert again["tag"] == couple.table, "a new turn is told anew"
    game, _, told = again["title"].partition(": ")
    assert (game, again["text"]) == ("Cat Cab", "Your turn.")
    log = couple.other.get(f"/api/tables/{couple.table}/log").json["lines"]
    seat = couple.people.index(couple.other)
    said = [entry["sentence"] for entry in log if entry["actor"] == seat]
    colour = said[-1].split()[0].removesuffix("'s")
    assert told in [each.replace(colour, name) for each in said], "what was played, as the log says it, with names"


@pytest.mark.parametrize("service", ["discord", "slack", "ntfy", "json"])
def test_every_service_is_told_in_its_own_form(server: Server, receiver: Receiver, service: str):
    couple = Couple(server, ("Ben <b>", "Ben <b>"))
    person = couple.waited_for
    way = told_by(person, hook(receiver, service, service))
    posted = receiver.next(f"/{service}")
    there = f"{server.address}/t/{couple.table}"
    match service:
        case "discord":
            assert posted.json["content"].startswith("**Cat Cab: your turn**\nBen <b> waits for you.")
            assert posted.json["allowed_mentions"] == {"parse": []}
        case "slack":
            assert posted.json == {"text": f"*Cat Cab: your turn*\nBen &lt;b&gt; waits for you.\n{there}"}
        case "ntfy":
            assert (posted.headers["title"], posted.headers["click"]) == ("Cat Cab: your turn", there)
            assert posted.body == b"Ben <b> waits for you."
        case "json":
            assert posted.json["url"] == there
            given = re.fullmatch("t=([0-9]+),v1=([0-9a-f]+)", posted.headers["tabbytop-signature"])
            assert given is not None
            signed = hmac.new(way["secret"].encode(), given[1].encode() + b"." + posted.body, hashlib.sha256)
            assert given[2] == signed.hexdigest()
    assert "secret" not in str(person.get("/api/me/notices").json["ways"][0].get("secret") or "")


async def test_somebody_who_looks_at_the_table_is_told_when_they_have_gone(server: Server, receiver: Receiver):
    couple = Couple(server)
    person = couple.waited_for
    async with SocketClient(server, couple.table, person.token) as line:
        await line.hear("welcome")
        told_by(person, hook(receiver, "looks"))
        signal = Couple(server)  # a later turn of somebody else is told of, and this one is not
        told_by(signal.waited_for, hook(receiver, "signal"))
        receiver.next("/signal")
        assert receiver.passed_over == []
    receiver.next("/looks")


async def test_a_page_that_lies_open_unseen_keeps_nobody_from_being_told(server: Server, receiver: Receiver):
    couple = Couple(server)
    person = couple.waited_for
    async with SocketClient(server, couple.table, person.token) as line:
        await line.hear("welcome")
        told_by(person, hook(receiver, "unseen"))
        await line.say({"type": "look", "looking": False})
        await asyncio.to_thread(receiver.next, "/unseen")
        await line.say({"type": "look", "looking": True})
        await line.say({"type": "ping", "at": 1})
        await line.hear("pong")
        await asyncio.to_thread(couple.pass_on)
        await asyncio.to_thread(couple.pass_on)
        signal = Couple(server)
        told_by(signal.waited_for, hook(receiver, "signal"))
        await asyncio.to_thread(receiver.next, "/signal")
        assert receiver.passed_over == [], "whoever looks again is not told"
    receiver.next("/unseen")


def test_a_notice_is_answered_not_now_or_no_more(server: Server, receiver: Receiver):
    couple = Couple(server)
    person = couple.waited_for
    told_by(person, hook(receiver, "answered"))
    receiver.next("/answered")
    later = person.post("/api/me/notices/answer", {"table": couple.table, "answer": "later"})
    assert later.status == 200
    assert later.json["habits"]["muted"] == []
    muted = person.post("/api/me/notices/answer", {"table": couple.table, "answer": "mute"})
    assert muted.json["habits"]["muted"] == [couple.table]
    assert person.post("/api/me/notices/answer", {"table": couple.table, "answer": "never"}).status == 400
    couple.pass_on()
    couple.pass_on()
    signal = Couple(server)
    told_by(signal.waited_for, hook(receiver, "signal"))
    receiver.next("/signal")
    assert receiver.passed_over == []


async def test_not_now_means_an_hour(tmp_path):
    """What was put off is due then and not before, and is told by every way once more."""
    store = Store.open(f"sqlite:///{tmp_path}/tables.sqlite")
    box, table = NoticeBox(store), "t" * 16
    await Profiles(store).add_guest(ADA, Token(b"a" * 32, ADA.id, "device", 0))
    await store.append(table, [entry(1)], card(table))
    told = Wait(ADA.id, table, 1, 1, 0, None, told="way ")
    assert await box.keep([told], [None]) == [told]
    await box.put_off(ADA.id, table, HOUR)
    rows = await store.read(lambda connection: connection.execute(select(notices)).all())
    assert [Wait(*row) for row in rows] == [replace(told, due=HOUR, told="")]
    await store.close()


def test_an_e_mail_is_sent_when_its_address_was_confirmed(server: Server, mailbox: tuple[Mailbox, str]):
    box, _ = mailbox
    couple = Couple(server)
    person = couple.waited_for
    assert person.get("/api/me/notices").json["mail"]
    way = told_by(person, {"type": "mail", "address": "ann@home.example"})
    assert "not confirmed" in way["off"]
    question = box.next()
    assert (question["to"], question["from"]) == ("ann@home.example", "cats@games.example")
    found = re.search(rf"{server.address}/notices#([0-9a-f]+)\.([0-9a-f]+)", text_of(question))
    assert found is not None
    wrong = person.post("/api/me/notices/confirmed", {"way": found[1], "secret": "0" * 48})
    assert (wrong.status, wrong.code) == (422, "bad_notice")
    assert Http(server).post("/api/me/notices/confirmed", {"way": found[1], "secret": found[2]}).status == 200
    told = box.next()
    assert told["subject"] == "Cat Cab: your turn"
    assert f"{server.address}/t/{couple.table}" in text_of(told)
    assert told["auto-submitted"] == "auto-generated"


def test_a_notice_that_does_not_arrive_is_tried_again_and_a_dead_address_is_given_up(
    server: Server, receiver: Receiver
):
    couple = Couple(server)
    person = couple.waited_for
    browser = Browser(receiver, "gone")
    receiver.status = 410
    try:
        told_by(person, browser.way)
        receiver.next("/push/gone")
        wait_for(lambda: person.get("/api/me/notices").json["ways"] == [])
        told_by(person, hook(receiver, "gone"))
        couple.pass_on()
        couple.pass_on()
        receiver.next("/gone")
        wait_for(lambda: person.get("/api/me/notices").json["ways"][0]["off"] is not None)
    finally:
        receiver.status = 201
    (way,) = person.get("/api/me/notices").json["ways"]
    assert way["off"] == "Switched off: 127.0.0.1 says that there is nobody at this address (410)."
    tried = person.post(f"/api/me/notices/ways/{way['id']}/trial", {})
    assert tried.json == {"arrived": True, "sentence": "It has arrived."}
    assert receiver.next("/gone").json["title"] == "This is how it will read"
    assert person.get("/api/me/notices").json["ways"][0]["off"] is None
    receiver.status = 302
    try:
        refused = person.post(f"/api/me/notices/ways/{way['id']}/trial", {}).json
    finally:
        receiver.status = 201
    assert refused == {"arrived": False, "sentence": "127.0.0.1 does not take it (302)."}
    receiver.next("/gone")
    assert "/elsewhere" not in [*receiver.passed_over, *(posted.path for posted in receiver.came.queue)]


def test_a_notice_survives_the_death_of_the_server_and_is_sent_once(tmp_path, receiver: Receiver):
    with running(tmp_path, **{**SOON, "notices_every": 3600.0}) as server:
        couple = Couple(server)
        person = couple.waited_for
        told_by(person, hook(receiver, "restart"))
        server.kill()
        assert receiver.came.empty()
        server.settings["notices_every"] = 0.05
        server.start()
        receiver.next("/restart")
        for other in couple.people:
            other.close()
        server.stop()
        server.start()
        signal = Couple(server)
        told_by(signal.waited_for, hook(receiver, "signal"))
        receiver.next("/signal")
        assert receiver.passed_over == [], "what was told is not told again after a restart"


def test_habits_mute_a_table_and_keep_hours_quiet(server: Server, receiver: Receiver):
    couple = Couple(server)
    person = couple.waited_for
    now = datetime.now(UTC)
    minute = 60 * now.hour + now.minute
    night = {"start": (minute - 60) % 1440, "end": (minute + 120) % 1440, "zone": "UTC"}
    kept = person.post("/api/me/notices", {"quiet": night, "reminder": False, "muted": []})
    asked = {"quiet": night, "reminder": False, "muted": []}
    assert kept.json["habits"] == {**asked, "people": {}, "strangers": "turns", "new_tables": True, "listened": []}
    told_by(person, hook(receiver, "quiet"))
    signal = Couple(server)
    told_by(signal.waited_for, hook(receiver, "signal"))
    receiver.next("/signal")
    assert receiver.passed_over == []
    assert person.post("/api/me/notices", {"muted": [couple.table]}).status == 200
    couple.pass_on()
    couple.pass_on()
    second = Couple(server)
    told_by(second.waited_for, hook(receiver, "second"))
    receiver.next("/second")
    assert "/quiet" not in receiver.passed_over
    assert (
        person.post("/api/me/notices", {"quiet": {"start": 0, "end": 1, "zone": "Nowhere/At_all"}}).code == "bad_notice"
    )


def test_who_wants_to_hear_of_invitations_is_told_and_nobody_learns_whether(server: Server, receiver: Receiver):
    couple = Couple(server, ("Ann", "Ben"))
    ann, ben = couple.people
    (known,) = ann.get("/api/me/notices/people").json["people"]
    (back,) = ben.get("/api/me/notices/people").json["people"]
    assert (known["name"], known["told"], back["name"]) == ("Ben", "turns", "Ann")
    told_by(ben, hook(receiver, "ben"))
    opened = ann.opened("me", "friend")
    wish = {"table": opened["id"], "person": known["id"]}

    def invited() -> dict[str, Any]:
        heard = ann.post("/api/me/notices/invitations", wish)
        assert heard.status == 200, heard.body
        return heard.json

    ben.post("/api/me/notices", {"muted": [couple.table], "people": {back["id"]: "never"}})
    answers = [invited()]
    ben.post("/api/me/notices", {"muted": [couple.table]})
    answers.append(invited())
    now = datetime.now(UTC)
    minute = 60 * now.hour + now.minute
    night = {"start": (minute - 60) % 1440, "end": (minute + 120) % 1440, "zone": "UTC"}
    always = {"muted": [couple.table], "people": {back["id"]: "always"}}
    ben.post("/api/me/notices", {**always, "quiet": night})
    answers.append(invited())
    second = Couple(server)  # those before were not told, or they would have come by now
    told_by(second.waited_for, hook(receiver, "second"))
    receiver.next("/second")
    ben.post("/api/me/notices", always)
    assert ben.get("/api/me/notices/people").json["people"][0]["told"] == "always"
    answers.append(invited())
    told = receiver.next("/ben").json
    assert (told["title"], told["text"]) == ("Cat Cab: Ann invites you", "A seat is free at their table.")
    assert told["url"] == f"{server.address}/t/{opened['invite']}"
    assert receiver.passed_over == []
    assert answers == 4 * [{"sentence": "Ben is told if they want to hear of your invitations."}]


def test_only_acquaintances_are_invited_and_only_to_a_free_seat_of_ones_own_table(server: Server):
    couple = Couple(server, ("Ann", "Ben"))
    ann, ben = couple.people
    (known,) = ann.get("/api/me/notices/people").json["people"]
    stranger = Http(server)
    stranger.become_guest("Eve")
    assert stranger.get("/api/me/notices/people").json["people"] == []
    opened = ann.opened("me", "friend")

    def refused(person: Http, table: str, whom: str) -> tuple[int, str]:
        heard = person.post("/api/me/notices/invitations", {"table": table, "person": whom})
        return heard.status, heard.code

    assert refused(ann, couple.table, known["id"])[1] == "wrong_stage", "all seats are taken"
    assert refused(ann, opened["id"], "0" * 16)[1] == "not_found"
    assert refused(ben, opened["id"], known["id"])[1] == "not_found", "he does not sit there"
    own = stranger.opened("me", "friend")
    assert refused(stranger, own["id"], known["id"])[1] == "not_found", "her id of Ben is worth nothing to others"
    assert refused(ann, opened["id"], "Ben")[0] == 400
    assert refused(ann, "no\0table", known["id"])[1] == "not_found"
    three = ann.opened("me", "friend", "friend")
    sits = f"/api/tables/{three['id']}/commands?invite={three['invite']}"
    assert ben.post(sits, {"type": "sit", "key": "sit", "seat": 1}).status == 200
    assert refused(ann, three["id"], known["id"])[1] == "unchanged"
    assert ann.get(f"/api/me/notices/people?table={three['id']}").json["people"] == []
    assert ann.get(f"/api/me/notices/people?table={opened['id']}").json["people"] == [known]


@pytest.mark.parametrize("why", ["never", "strangers", "new tables"])
def test_a_table_with_nobody_of_whom_one_wants_to_hear_is_silent(server: Server, receiver: Receiver, why: str):
    couple = Couple(server)
    person = couple.waited_for
    (known,) = person.get("/api/me/notices/people").json["people"]
    habits = {"never": {"people": {known["id"]: "never"}}, "strangers": {"strangers": "never"}}
    assert person.post("/api/me/notices", habits.get(why, {"new_tables": False})).status == 200
    (known,) = person.get("/api/me/notices/people").json["people"]
    assert known["told"] == ("turns" if why == "new tables" else "never")
    told_by(person, hook(receiver, "silent"))
    signal = Couple(server)
    told_by(signal.waited_for, hook(receiver, "signal"))
    receiver.next("/signal")
    assert receiver.passed_over == []
    assert person.post("/api/me/notices", {"people": {known["id"]: "turns"}}).status == 200
    couple.pass_on()
    couple.pass_on()
    receiver.next("/silent")


def test_invitations_by_notice_are_limited(tmp_path):
    with running(tmp_path, **SOON, generosity=1.0) as server:
        couple = Couple(server, ("Ann", "Ben"))
        ann = couple.people[0]
        (known,) = ann.get("/api/me/notices/people").json["people"]
        wish = {"table": ann.opened("me", "friend")["id"], "person": known["id"]}
        answers = [ann.post("/api/me/notices/invitations", wish).status for _ in range(15)]
        assert 429 in answers
        assert answers.count(200) <= 12


def test_quiet_hours_end_by_the_clock_where_somebody_lives():
    vienna = ZoneInfo("Europe/Vienna")

    def until(start: int, end: int, *when: int) -> datetime | None:
        now = int(datetime(*when, tzinfo=vienna).timestamp() * 1000)  # type: ignore[misc]
        found = quiet_until(QuietHours(60 * start, 60 * end, "Europe/Vienna"), now)
        return None if found is None else datetime.fromtimestamp(found / 1000, vienna)

    assert until(22, 8, 2026, 11, 18, 23, 30) == datetime(2026, 11, 19, 8, tzinfo=vienna)
    assert until(22, 8, 2026, 11, 18, 7, 59) == datetime(2026, 11, 18, 8, tzinfo=vienna)
    assert until(22, 8, 2026, 11, 18, 8, 0) is None
    assert until(12, 14, 2026, 11, 18, 13, 0) == datetime(2026, 11, 18, 14, tzinfo=vienna)
    assert until(12, 12, 2026, 11, 18, 12, 0) is None
    over_the_change = until(22, 8, 2026, 3, 28, 23, 0)  # clocks go forward in that night
    assert over_the_change == datetime(2026, 3, 29, 8, tzinfo=vienna)
    assert over_the_change - datetime(2026, 3, 28, 22, tzinfo=UTC) == timedelta(hours=8)


def test_several_tables_are_one_notice():
    turns = [Turn("a" * 16, "Patrician", ("Jonas", "Priya")), Turn("b" * 16, "Cat Cab", ("Ana",))]
    both = letter(turns)
    assert (both.title, both.text) == ("Your turn at 2 tables", "Patrician with Jonas and Priya and Cat Cab with Ana.")
    assert letter(turns[:1]).text == "Jonas and Priya wait for you."
    assert letter([Turn("a" * 16, "Cat Cab", ("Ana",), reminder=True)]).text == "Ana still waits for you."
    assert letter([Turn("a" * 16, "Cat Cab", ())]).text == "Somebody waits for you."
    slept = [replace(turn, overnight=True) for turn in turns]
    assert letter(slept).text.endswith("Cat Cab with Ana. Nothing was sent in your quiet hours.")
    told = letter([Turn("a" * 16, "Patrician", ("Jonas",), told="Jonas takes the card from Siena.")])
    assert (told.title, told.text) == ("Patrician: Jonas takes the card from Siena.", "Your turn.")


@fault("F64")
def test_hostile_wishes_are_refused_and_change_nothing(server: Server, receiver: Receiver):
    person = Http(server)
    person.become_guest("Eve")
    for way in (
        {"type": "hook", "service": "json", "url": "javascript:alert(1)"},
        {"type": "hook", "service": "json", "url": "https://a.example/\u0000"},
        {"type": "push", "endpoint": "https://push.example/x", "p256dh": "AAAA", "auth": "AAAA"},
        {"type": "mail", "address": "a@b.example\nBcc: c@d.example"},
        {"type": "mail", "address": "a@b.example,c@d.example"},
        {"type": "pigeon", "url": "https://a.example/"},
    ):
        assert person.post("/api/me/notices/ways", {"way": way}).status in (400, 422), way
    assert person.get("/api/me/notices").json["ways"] == []
    for number in range(8):
        told_by(person, hook(receiver, f"eve{number}"))
    assert told_by(person, hook(receiver, "eve7"))["kind"] == "hook", "the same once more is the same"
    assert person.post("/api/me/notices/ways", {"way": hook(receiver, "eve8")}).code == "bad_notice"
    other = Http(server)
    other.become_guest("Mallory")
    (way, *_) = person.get("/api/me/notices").json["ways"]
    assert other.post(f"/api/me/notices/ways/{way['id']}/trial", {}).status == 404
    assert other.ask("DELETE", f"/api/me/notices/ways/{way['id']}").json["ways"] == []
    assert len(person.get("/api/me/notices").json["ways"]) == 8
    assert Http(server).get("/api/me/notices").status == 401


def test_one_network_cannot_add_ways_without_end(tmp_path, receiver: Receiver):
    with running(tmp_path, **SOON, generosity=1.0) as server:
        person = Http(server)
        person.become_guest("Eve")
        answers = [person.post("/api/me/notices/ways", {"way": hook(receiver, "same")}).status for _ in range(30)]
        assert 429 in answers
        assert answers.count(201) <= 25


@fault("F64")
async def test_a_host_gets_no_more_notices_than_it_can_bear_however_many_people_name_it(receiver: Receiver):
    limit = Limit(limits.TO_A_HOST)
    box: Any = SimpleNamespace(store=None)
    bell = Bell(box, Manners(every=HOUR, private=True), None, Metrics(), box, lambda host: not limit.wait(host))
    address = msgspec.json.encode(hook(receiver, "flooded"))
    unsent: list[Unsent] = []
    while not unsent:
        number = receiver.came.qsize()
        way = Way(f"way {number}", f"guest {number}", address, b"secret", "http://here", 0)
        try:
            await bell.try_out(way, letters.trial())
        except Unsent as problem:
            unsent.append(problem)
    await bell.close()
    assert receiver.came.qsize() >= limits.TO_A_HOST.burst
    assert unsent[0].again, "what was too much comes later"
    assert "Too much is sent to 127.0.0.1" in str(unsent[0])
