"""Notices of turns: tried again, dropped, reminded of, held back in quiet hours, given up; and slow receivers.

On both databases, with a clock of the test's own and a post office that does what it is told.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from tabbytop.kit.marks import fault
from tabbytop.server.http import limits
from tabbytop.server.http.app import Application
from tabbytop.server.notices import bell as bell_module
from tabbytop.server.notices import letters, outgoing
from tabbytop.server.notices.bell import Bell, Hands, Manners
from tabbytop.server.notices.letters import Letter
from tabbytop.server.notices.mail import MailServer
from tabbytop.server.notices.outgoing import TooMuch, Unsent
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.operating.settings import Settings
from tabbytop.server.protocol.notices import NoticeHabits, QuietHours
from tabbytop.server.storage.notices import NoticeBox, Way
from tabbytop.server.storage.own_tables import OwnTables
from tabbytop.server.storage.profiles import Guest, Profiles
from tabbytop.server.storage.schema import notices
from tabbytop.server.storage.store import Store
from tests.server.stores import card, entry, token

pytestmark = pytest.mark.anyio
ANN, BEN = "ann", "ben"
TABLE, OTHER = "t" * 16, "o" * 16
MINUTE, HOUR = 60_000, 3_600_000
DAY = 24 * HOUR
NOON = 20_000 * DAY + 12 * HOUR
SEATS = [{"seat": seat, "kind": "guest", "name": name} for seat, name in enumerate(("Ann", "Ben"))]
DEAD = Unsent("There is no server dead.example.", again=True)
REFUSED = Unsent("a.example does not take it (403).", status=403)


class Presence:
    """Nobody looks, and nothing was said."""

    server = ""

    def is_looking(self, table_id: str, guest: str) -> bool:
        return False

    async def last_told(self, table_id: str, seats: Sequence[int]) -> str:
        return ""


class Post(Bell):
    """A bell that looks when it is told to, and sends what it is let."""

    def __init__(self, store: Store, wall: SimpleNamespace) -> None:
        super().__init__(NoticeBox(store), Manners(every=HOUR, after=0), None, Metrics(), Presence())
        self.store, self.wall, self.box = store, wall, NoticeBox(store)
        self.sent: list[tuple[str, Letter]] = []
        self.problems: dict[str, Unsent] = {}
        """By the way, what is wrong with it."""
        self.held: dict[str, asyncio.Event] = {}
        """By the guest, what their receivers wait for."""

    async def send(self, way: Way, letter: Letter, waiting: Sequence[str]) -> None:
        if way.guest in self.held:
            await self.held[way.guest].wait()
        self.sent.append((way.id, letter))
        if way.id in self.problems:
            raise self.problems[way.id]

    async def at(self, now: int) -> list[str]:
        """By which ways something is tried when somebody looks at that time."""
        self.wall.now = now
        self.sent.clear()
        await self.look()
        await self.finish()
        return [way for way, _ in self.sent]

    async def lay(self, table: str = TABLE, turn: int = 1, seq: int = 1) -> None:
        """It is somebody's turn from now on."""
        summary = msgspec.json.encode({"seats": SEATS, "turn": turn, "moment": seq})
        laid = card(table, guests=(ANN, BEN), summary=summary, updated=self.wall.now)
        await self.store.append(table, [entry(seq)], laid)

    async def called(self, now: int, seq: int) -> list[str]:
        """It is Ben's turn from that time on; by which ways he is told."""
        self.wall.now = now
        await self.lay(seq=seq)
        return [*await self.at(now), *await self.at(now)]

    async def ways(self) -> dict[str, str | None]:
        """Ben's ways, and why they are off."""
        return {way.id: way.off for way in await self.box.ways_of([BEN])}

    async def due(self) -> int | None:
        """When something is to be done for Ben."""
        asked = select(notices.c.due).where(notices.c.guest == BEN)
        return await self.store.read(lambda connection: connection.scalar(asked))

    async def want(self, **habits: Any) -> None:
        await self.box.keep_habits(BEN, msgspec.json.encode(NoticeHabits(**habits)))


@pytest.fixture
async def post(store: Store, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Post]:
    wall = SimpleNamespace(now=NOON)
    monkeypatch.setattr(bell_module, "time", SimpleNamespace(time_ns=lambda: wall.now * 1_000_000))
    made = Post(store, wall)
    for name in (ANN, BEN):
        await Profiles(store).add_guest(Guest(name, name.title(), 0), token(name, name))
    for number, way in enumerate(("one", "two")):
        address = {"type": "hook", "service": "json", "url": f"https://{way}.example/secret-{way}"}
        await made.box.add_way(Way(way, BEN, msgspec.json.encode(address), b"", "", number), 8)
    await made.want(reminder=False)
    yield made
    await made.close()


async def test_a_turn_that_did_not_arrive_is_tried_again_by_that_way_alone(post: Post):
    post.problems = {"two": DEAD}
    assert await post.called(NOON, 1) == ["one", "two"]
    tried = [NOON]
    for minutes in (1, 5, 15, 60, 60):
        assert await post.at(tried[-1] + minutes * MINUTE - 1) == []
        assert await post.at(tried[-1] + minutes * MINUTE) == ["two"]
        tried.append(tried[-1] + minutes * MINUTE)
    post.problems = {}
    assert await post.at(tried[-1] + HOUR) == ["two"], "and now it has arrived"
    assert await post.at(NOON + 3 * DAY) == []


async def lose(post: Post, noon: int, seq: int) -> int:
    """Somebody's turn, of which a dead way is not told for a day; when it is tried last."""
    assert "two" in await post.called(noon, seq)
    last = noon
    while (due := await post.due()) is not None:
        last = due
        assert await post.at(last) == ["two"]
    return last


async def test_a_notice_is_dropped_after_a_day_and_three_of_them_switch_a_dead_way_off(post: Post):
    for number in range(3):
        post.problems = {"two": DEAD}
        assert await post.ways() == {"one": None, "two": None}
        noon = NOON + 3 * number * DAY
        assert noon + 22 * HOUR < await lose(post, noon, 2 * number + 1) < noon + DAY
        await post.lay(turn=0, seq=2 * number + 2)
        await post.at(noon + 2 * DAY)
    assert await post.ways() == {"one": None, "two": f"Switched off: {DEAD}"}
    assert await post.called(NOON + 12 * DAY, 7) == ["one"]


async def test_what_was_too_much_at_a_time_is_nobodys_fault(post: Post):
    post.problems = {"two": TooMuch("Too much.", again=True)}
    for number in range(3):
        noon = NOON + 3 * number * DAY
        assert "two" in await post.called(noon, 2 * number + 1)
        assert "two" in await post.at(noon + DAY), "the last try"
        await post.lay(turn=0, seq=2 * number + 2)
        await post.at(noon + 2 * DAY)
    assert await post.ways() == {"one": None, "two": None}


async def test_three_refusals_in_a_row_switch_a_way_off_and_one_that_arrives_begins_anew(post: Post):
    fates = [REFUSED, REFUSED, None, REFUSED, REFUSED, REFUSED]
    for number, fate in enumerate(fates):
        assert await post.ways() == {"one": None, "two": None}
        post.problems = {} if fate is None else {"two": fate}
        noon = NOON + number * HOUR
        assert await post.called(noon, 2 * number + 1) == ["one", "two"]
        assert await post.at(noon + 30 * MINUTE) == [], "what is refused is not sent again"
        await post.lay(turn=0, seq=2 * number + 2)
        await post.at(noon + 31 * MINUTE)
    assert await post.ways() == {"one": None, "two": f"Switched off: {REFUSED}"}


async def test_somebody_is_reminded_once_and_that_is_tried_again_like_any_notice(post: Post):
    await post.want()
    assert await post.called(NOON, 1) == ["one", "two"]
    assert await post.at(NOON + DAY - 1) == []
    post.problems = {"two": DEAD}
    assert await post.at(NOON + DAY) == ["one", "two"]
    assert post.sent[0][1].text == "Ann still waits for you."
    post.problems = {}
    assert await post.at(NOON + DAY + MINUTE) == ["two"]
    assert await post.at(NOON + 9 * DAY) == [], "once"


async def test_what_waited_for_the_end_of_quiet_hours_is_one_notice(post: Post):
    await post.want(quiet=QuietHours(11 * 60, 14 * 60, "UTC"), reminder=False)
    await post.lay(OTHER)
    assert await post.called(NOON, 1) == []
    assert await post.at(NOON + 2 * HOUR - 1) == []
    assert await post.at(NOON + 2 * HOUR) == ["one", "two"], "one by each way"
    (_, letter), _ = post.sent
    assert letter.title == "Your turn at 2 tables"
    assert letter.text.endswith("Nothing was sent in your quiet hours.")
    assert await post.at(NOON + 3 * HOUR) == []


@fault("F64")
async def test_whoever_has_slow_receivers_makes_nobody_else_wait(post: Post):
    await post.box.add_way(Way("ann", ANN, b'{"type":"mail","address":"a@b.example"}', b"", "", 9), 8)
    post.held[BEN] = asyncio.Event()
    await post.lay()
    await post.lay(OTHER, turn=0)
    await post.look()
    await post.look()
    await post.look()
    while not post.sent:
        await asyncio.sleep(0)
    assert [way for way, _ in post.sent] == ["ann"]
    post.held[BEN].set()
    await post.finish()
    assert [way for way, _ in post.sent] == ["ann", "one", "two"], "and each is told once"


@fault("F64")
async def test_one_guest_has_one_hand_at_a_time_and_others_have_theirs():
    hands, release = Hands(4, "tests"), asyncio.Event()
    loop, began = asyncio.get_running_loop(), []

    def hang(guest: str) -> Callable[[], None]:
        def work() -> None:
            began.append(guest)
            asyncio.run_coroutine_threadsafe(release.wait(), loop).result()

        return work

    slow = [asyncio.create_task(hands.do("eve", hang("eve"))) for _ in range(8)]
    while not began:
        await asyncio.sleep(0)
    await hands.do("ann", lambda: began.append("ann"))
    assert began == ["eve", "ann"]
    release.set()
    await asyncio.gather(*slow)
    assert began.count("eve") == 8
    hands.close()


@fault("F64")
async def test_what_is_sent_to_a_host_is_counted_at_all_processes(store: Store, tmp_path: Any):
    application = Application(Settings(tmp_path, "", notices_inside=True), store)
    application._spending.is_shared = True
    bell = application._hang_bell(NoticeBox(store), Presence())  # type: ignore[arg-type]
    address = msgspec.json.encode({"type": "hook", "service": "json", "url": "http://127.0.0.1:9/"})
    with pytest.raises(Unsent):
        await bell.try_out(Way("way", ANN, address, b"", "", 0), letters.trial())
    await bell.close()
    assert application._spending.take() == [(limits.TO_A_HOST.name, "127.0.0.1", 1.0)]


async def test_the_log_tells_of_no_address(post: Post, caplog: pytest.LogCaptureFixture):
    mail = MailServer("127.0.0.1", 9, "cats@games.example")
    bell = Bell(post.box, Manners(every=HOUR, after=0, private=True), mail, Metrics(), Presence())
    await post.box.remove_way(BEN, "two")
    await post.box.add_way(Way("mail", BEN, b'{"type":"mail","address":"ben@home.example"}', b"", "", 9), 8)
    await post.lay()
    with caplog.at_level(logging.DEBUG, "tabbytop"):
        for _ in range(2):
            await bell.look()
            await bell.finish()
    await bell.close()
    told = "\n".join(f"{record.getMessage()} {vars(record)}" for record in caplog.records)
    assert "a notice by mail did not arrive: again" in told
    assert "a notice by hook did not arrive: again" in told
    assert "home.example" not in told
    assert "one.example" not in told


async def test_a_table_that_was_put_away_does_not_count_as_waiting(post: Post):
    await post.lay()
    await post.lay(OTHER)
    assert await post._waiting(BEN) == [OTHER, TABLE]
    await OwnTables(post.store).clear(BEN, OTHER)
    assert await post._waiting(BEN) == [TABLE]
    await post.lay(OTHER, seq=2)
    assert await post._waiting(BEN) == [OTHER, TABLE], "something has happened there"


@fault("F64")
async def test_a_name_that_nobody_looks_up_is_given_up(monkeypatch: pytest.MonkeyPatch):
    answer = asyncio.Event()
    loop = asyncio.get_running_loop()

    def look_up(*_: object, **__: object) -> None:
        asyncio.run_coroutine_threadsafe(answer.wait(), loop).result()
        raise OSError

    monkeypatch.setattr(outgoing.socket, "getaddrinfo", look_up)
    monkeypatch.setattr(outgoing, "PATIENCE", 0.05)
    with pytest.raises(Unsent, match="looked up in time") as unsent:
        await asyncio.to_thread(outgoing.post, "https://slow.example/", b"", {}, private=False)
    assert unsent.value.again
    answer.set()
