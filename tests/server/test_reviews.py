"""Reviews of finished games: told while they are reckoned, kept when they are done, refused before a game is over."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import msgspec
import pytest

from tabbytop.bots.workers import NoThought
from tabbytop.engine.luck import SealedLuck
from tabbytop.review import document
from tabbytop.review.pieces import Finding, Piece
from tabbytop.server.cluster.claims import Claims
from tabbytop.server.protocol import messages
from tabbytop.server.runtime import reviewing
from tabbytop.server.runtime.reviewing import MOST, TRIES, Reviews
from tabbytop.server.storage.store import Store
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.rematches import play_on
from tabbytop.server.tables.table import Table
from tests.server.evenings import ANN
from tests.server.plants import _finding
from tests.server.redis_servers import RedisServer
from tests.server.servers import ROOT, Server
from tests.server.stores import card, entry
from tests.server.test_rematches import finished_table
from tests.server.visitors import FRIEND, ME, Visitor

NAMES = ["Ann", "Ben"]


def told_of(visitor: Visitor, path: str) -> list[Any]:
    """Everything that a review's stream tells."""
    answer = visitor.http.get(path)
    assert answer.status_code == 200, answer.text
    return [json.loads(line.removeprefix("data: ")) for line in answer.text.splitlines() if line]


def test_a_finished_game_is_reviewed_once_and_kept(server: Server):
    ann = Visitor(server.address, "Ann")
    table = ann.open([ME, ME])["id"]
    path = f"/api/tables/{table}/review"
    assert ann.get(path, 409)["code"] == "wrong_stage"
    ann.play_to_the_end(table)
    first = told_of(ann, path)
    assert first[-1]["finished"]
    review = msgspec.convert(first[-1]["review"], document.Review)
    assert review.names == ["Ann", "Ann 2"]
    assert {verdict.viewer for verdict in review.verdicts} == {0, 1, None}
    for turn in review.turns:
        for seat in range(2):
            assert turn.before[seat] + turn.luck[seat] + turn.effect[seat] == pytest.approx(turn.after[seat], abs=1e-4)
    assert told_of(ann, path) == [{**first[-1], "done": 1, "total": 1}], "it is kept, and told at once"
    assert Visitor(server.address, "Eve").get(path, 404)["code"] == "no_table"


def test_nobody_starts_a_review_without_being_somebody(server: Server):
    ann = Visitor(server.address, "Ann")
    opened = ann.open([ME, FRIEND])
    path = f"/api/tables/{opened['id']}/review?invite={opened['invite']}"
    assert ann.get(path, 409)["code"] == "wrong_stage"
    listed = ann.open([ME, ME], key="listed", listed=True)["id"]
    ann.play_to_the_end(listed)
    nobody = Visitor(server.address)
    assert nobody.get(f"/api/tables/{listed}/review", 401)["code"] == "no_guest"
    assert told_of(ann, f"/api/tables/{listed}/review")[-1]["finished"]
    assert told_of(nobody, f"/api/tables/{listed}/review")[-1]["finished"], "what is kept costs nobody anything"


class Slow:
    """A pool that answers when it is told to."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.gate = asyncio.Semaphore(0)
        self.failures = 0
        """How many pieces are still to fail."""

    def hands_elsewhere(self, game: str) -> int:
        return 0

    async def perform(self, piece: Piece, limit: float = 0.0) -> Finding:
        self.asked.append(piece.number)
        await self.gate.acquire()
        if self.failures:
            self.failures -= 1
            raise NoThought("The bots sleep.")
        return _finding(piece)


@pytest.fixture(scope="module")
def finished() -> Table:
    return finished_table()


@pytest.mark.anyio
async def test_whoever_leaves_stops_a_review_and_finds_it_where_it_was(store: Store, finished: Table):
    await store.append(finished.facts.id, [entry(1)], card(finished.facts.id))
    pool = Slow()
    reviews = Reviews(store, pool, 1)  # type: ignore[arg-type]
    following = reviews.follow(finished, NAMES)
    assert not json.loads(await anext(following))["finished"]
    for _ in range(3):
        pool.gate.release()
    told = json.loads(await anext(following))
    await following.aclose()  # type: ignore[attr-defined]
    assert 0 < told["done"] < told["total"]
    asked = len(pool.asked)
    assert asked < told["total"], "nothing is asked for that nobody waits for"
    for _ in range(told["total"]):
        pool.gate.release()
    last = [json.loads(message) async for message in reviews.follow(finished, NAMES)][-1]
    assert last["finished"]
    assert pool.asked.count(0) == 1, "what was found out is not asked for again"
    assert await reviews.kept(finished) is not None


@pytest.mark.anyio
async def test_what_is_known_is_put_together_once_for_all_who_wait(
    store: Store, finished: Table, monkeypatch: pytest.MonkeyPatch
):
    made: list[int] = []
    put_together = reviewing.assembled

    def noticed(subject: Any, settings: Any, findings: Any, **more: Any) -> Any:
        made.append(len(findings))
        return put_together(subject, settings, findings, **more)

    monkeypatch.setattr(reviewing, "assembled", noticed)
    pool = Slow()
    reviews = Reviews(store, pool, 1)  # type: ignore[arg-type]
    followers = [reviews.follow(finished, NAMES) for _ in range(9)]
    first = await anext(followers[0])
    pool.gate.release()
    told = {await anext(follower) for follower in followers}
    assert len(told - {first}) == 1
    assert made == [1]
    for follower in followers:
        await follower.aclose()  # type: ignore[attr-defined]


@pytest.mark.anyio
async def test_of_two_processes_one_reckons_a_review_and_the_other_tells_what_it_hears(
    store: Store, finished: Table, redis_server: RedisServer
):
    await store.append(finished.facts.id, [entry(1)], card(finished.facts.id))
    pools, claims = [Slow(), Slow()], [Claims(redis_server.url, "here") for _ in range(2)]
    here, there = (Reviews(store, pool, 1, claim) for pool, claim in zip(pools, claims, strict=True))  # type: ignore[arg-type]
    first, second = here.follow(finished, NAMES), there.follow(finished, NAMES)
    assert not json.loads(await anext(first))["finished"]
    for _ in range(3):
        pools[0].gate.release()
    while json.loads(await anext(first))["done"] == 0:
        pass
    while json.loads(await anext(second))["done"] == 0:
        pools[0].gate.release()
    assert pools[1].asked == [], "what another process does is not done here"
    await first.aclose()  # type: ignore[attr-defined]
    for _ in range(1000):
        pools[1].gate.release()
    assert [json.loads(message) async for message in second][-1]["finished"], "whoever still waits takes it over"
    assert pools[1].asked
    assert [json.loads(message) async for message in here.follow(finished, NAMES)][-1]["finished"]
    for claim in claims:
        await claim.close()


@pytest.mark.anyio
async def test_without_a_bus_every_process_helps_itself(store: Store, finished: Table):
    await store.append(finished.facts.id, [entry(1)], card(finished.facts.id))
    pool, claims = Slow(), Claims("redis://127.0.0.1:9", "here")
    for _ in range(1000):
        pool.gate.release()
    reviews = Reviews(store, pool, 1, claims)  # type: ignore[arg-type]
    assert [json.loads(message) async for message in reviews.follow(finished, NAMES)][-1]["finished"]
    await claims.close()


@pytest.mark.anyio
async def test_a_review_that_cannot_be_reckoned_says_why(store: Store, finished: Table):
    pool = Slow()
    pool.failures = 1000
    for _ in range(1000):
        pool.gate.release()
    reviews = Reviews(store, pool, 1)  # type: ignore[arg-type]
    last = [json.loads(message) async for message in reviews.follow(finished, NAMES)][-1]
    assert last["type"] == "error"
    assert "The bots sleep" in last["sentence"]


@pytest.mark.anyio
async def test_a_piece_that_a_worker_lost_is_asked_for_again(store: Store, finished: Table):
    await store.append(finished.facts.id, [entry(1)], card(finished.facts.id))
    pool = Slow()
    pool.failures = TRIES - 1
    for _ in range(1000):
        pool.gate.release()
    reviews = Reviews(store, pool, 1)  # type: ignore[arg-type]
    assert [json.loads(message) async for message in reviews.follow(finished, NAMES)][-1]["finished"]
    assert len(pool.asked) == len(set(pool.asked)) + TRIES - 1


@pytest.mark.anyio
async def test_only_so_many_games_are_reviewed_at_a_time(store: Store, finished: Table):
    reviews = Reviews(store, Slow(), 1)  # type: ignore[arg-type]
    under_way = []
    for number in range(MOST):
        other = finished.fork()
        other.facts.id = f"table {number}"
        under_way.append(reviews.follow(other, NAMES))
        await anext(under_way[-1])
    with pytest.raises(Rejected, match="try again"):
        reviews.check_room(finished)
    (told,) = [json.loads(message) async for message in reviews.follow(finished, NAMES)]
    assert told["code"] == "busy", "others came between the look and the beginning: no fault of anybody"
    for following in under_way:
        await following.aclose()  # type: ignore[attr-defined]
    reviews.check_room(finished)


def test_a_moment_is_tried_again_with_the_same_luck_and_the_same_rivals(finished: Table):
    assert finished.match is not None
    source = finished.fork()
    source.facts.places[1] = msgspec.structs.replace(
        source.facts.places[1], kind="bot", guest=None, level="house-cat", name="Pepper"
    )
    same = play_on("second", source, messages.Again("k", 40, 0, same="luck"), ANN).table
    other = play_on("third", source, messages.Again("k", 40, 0, same="rivals"), ANN).table
    assert same.match is not None
    assert other.match is not None
    assert same.match.luck == finished.match.luck
    assert isinstance(other.match.luck, SealedLuck)
    assert other.match.luck != finished.match.luck
    for table in (same, other):
        assert (table.facts.places[1].level, table.facts.places[1].name) == ("house-cat", "Pepper")
        assert not table.facts.opened.listed
    while same.match.ply < finished.match.ply and not same.match.over:
        if not same.match.step():
            then = finished.match.log[same.match.ply]
            same.match.play(then.seat, then.move)
    assert same.match.log == finished.match.log, "the same moves lead to the same game"


def test_the_page_knows_a_review_by_the_names_of_its_fields():
    text = (ROOT / "web" / "src" / "review" / "document.ts").read_text(encoding="utf-8")
    for name, body in re.findall(r"export interface (\w+) \{\n(.*?)\n\}", text, re.DOTALL):
        told = re.findall(r"^  (\w+):", body, re.MULTILINE)
        assert told == [field.name for field in msgspec.structs.fields(getattr(document, name))], name


def test_a_link_says_what_anybody_with_it_may_know(server: Server):
    """As a program fetches it that shows links: without a token, and without running anything."""
    ann, crawler = Visitor(server.address, 'Ann "<b>'), Visitor(server.address).http
    opened = ann.open([ME, ME])
    secret, table = opened["invite"], opened["id"]
    ann.play_to_the_end(table)
    moment = crawler.get(f"/t/{table}?invite={secret}&ply=3").text
    assert 'property="og:title" content="A moment of Cat Cab"' in moment
    assert "<b>" not in moment.partition("</head>")[0]
    assert "looked back at" in crawler.get(f"/review/{table}?invite={secret}").text
    for hidden in (f"/t/{table}", f"/t/{table}?invite=wrong", "/t/nowhere", f"/review/{table}"):
        assert 'property="og:title" content="Tabbytop"' in crawler.get(hidden).text
    assert 'content="The deal of ' in crawler.get("/daily").text
    assert 'content="Tabbytop"' in crawler.get("/daily/1999-01-01").text
    assert "Puzzles at Tabbytop" in crawler.get("/puzzles").text
