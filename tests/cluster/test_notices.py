"""Notices with several servers: everybody is told once, wherever a table lives, and whoever dies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cluster.members import Member, servers
from tests.patience import PATIENCE
from tests.server.databases import Postgres
from tests.server.lines import Http, SocketClient
from tests.server.receivers import Posted, Receiver
from tests.server.redis_servers import RedisServer, running_redis
from tests.server.test_notices import SOON, Couple, hook, told_by

COUPLES = 6


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver().open() as receiver:
        yield receiver


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    """A Redis that may be killed."""
    with running_redis() as redis:
        yield redis


@pytest.fixture
def trio(tmp_path: Path, postgres: Postgres, redis: RedisServer) -> Iterator[list[Member]]:
    """Three servers that look for people to tell all the time, and hold no table for longer than they have to."""
    with servers(tmp_path, 3, postgres.create_with_tables(), redis.url, unload_after=0.2, **SOON) as members:
        yield members
        assert [problem for member in members for problem in member.problems()] == []


def at(member: Member, person: Http) -> Http:
    """The same guest at another server."""
    same = Http(member)
    same.token = person.token
    return same


def until_told(receiver: Receiver, path: str) -> Counter[str]:
    """What came to each path until something came to this one; in all, also before."""
    receiver.next(path)
    return Counter([*receiver.passed_over, path])


def test_everybody_is_told_once_wherever_the_table_lives_and_whoever_dies(trio: list[Member], receiver: Receiver):
    first, *others = trio
    couples = [Couple(trio[number % 3], (f"Ann{number}", f"Ben{number}")) for number in range(COUPLES)]
    waiting = [couple.waited_for for couple in couples]
    for number, person in enumerate(waiting):
        told_by(at(trio[(number + 1) % 3], person), hook(receiver, f"first/{number}"))
    came = [receiver.came.get(timeout=PATIENCE) for _ in couples]
    assert Counter(posted.path for posted in came) == {f"/first/{number}": 1 for number in range(COUPLES)}

    # the server of some of these tables dies; at the others the games go on
    first.kill()
    for number, couple in enumerate(couples):
        couple.people = [at(others[number % 2], person) for person in couple.people]
    for number, couple in enumerate(couples):
        told_by(couple.other, hook(receiver, f"second/{number}"))
    for couple in couples:
        couple.pass_on()
    came = [receiver.came.get(timeout=PATIENCE) for _ in couples]
    assert Counter(posted.path for posted in came) == {f"/second/{number}": 1 for number in range(COUPLES)}

    # all are back, and look at everything again: nobody hears anything twice
    first.start()
    late = Couple(first, ("Late", "Later"))
    told_by(late.waited_for, hook(receiver, "late"))
    assert until_told(receiver, "/late") == {"/late": 1}


@pytest.mark.anyio
async def test_who_is_at_a_table_is_not_told_also_when_servers_do_not_hear_each_other(
    trio: list[Member], receiver: Receiver, redis: RedisServer
):
    """Who is where is known where a table lives, and where that is, the database says."""
    first, second, _ = trio
    couple = Couple(first)
    ann = couple.waited_for
    async with SocketClient(first, couple.table, ann.token) as line:
        await line.hear("welcome")
        told_by(at(second, ann), hook(receiver, "ann"))
        redis.kill()
        try:
            other = Couple(second, ("Cleo", "Dan"))
            told_by(other.waited_for, hook(receiver, "other"))
            assert until_told(receiver, "/other") == {"/other": 1}
        finally:
            redis.start()
    assert isinstance(receiver.next("/ann"), Posted), "she has gone, and is told"
