"""What processes tell each other besides tables: limits that were used up, and tokens that were revoked."""

from __future__ import annotations

import asyncio

import pytest

from tabbytop.server.cluster import envelopes
from tabbytop.server.cluster.envelopes import Envelope
from tabbytop.server.cluster.sharing import Sharing
from tabbytop.server.http.guests import Guests, hash_of
from tabbytop.server.http.limits import Limit, Rate, Spending
from tests.patience import PATIENCE
from tests.server.drivers import eventually
from tests.server.stores import opened

pytestmark = pytest.mark.anyio
RATE = Rate("tables of a guest", 0.001, 6)


class Process:
    """One of several, with a limit of its own, and guests."""

    def __init__(self, name: str, store: object) -> None:
        self.others: list[Process] = []
        self.spending, self.guests = Spending(), Guests(store)  # type: ignore[arg-type]
        self.limit = Limit(RATE, self.spending)
        self.sharing = Sharing(name, self.spending, self.guests, self._tell)

    def _tell(self, envelope: Envelope) -> None:
        heard = envelopes.unpack(envelopes.pack(envelope))
        assert isinstance(heard, envelopes.Spent | envelopes.Revoked)
        for process in [self, *self.others]:
            process.sharing.hear(heard)


@pytest.fixture
async def pair(sqlite_url: str):
    async with opened(sqlite_url) as store:
        first, second = Process("a", store), Process("b", store)
        first.others, second.others = [second], [first]
        for process in (first, second):
            process.sharing.begin()
        yield first, second
        for process in (first, second):
            process.sharing.end()


async def test_what_is_spent_at_one_process_is_spent_at_all(pair: tuple[Process, Process]):
    first, second = pair
    assert [first.limit.wait("ada") for _ in range(6)] == [0.0] * 6
    assert first.limit.wait("ada") > 0
    await eventually(lambda: not first.spending._amounts)
    assert second.limit.wait("ada") > 0
    assert second.limit.wait("bob") == 0
    second.limit.charge("ada", 1000)
    assert second.limit.wait("ada") < 2 * RATE.burst / RATE.per_second, "somebody is locked out for too long"


async def test_one_process_alone_notes_nothing():
    spending = Spending()
    assert Limit(RATE, spending).wait("ada") == 0
    assert spending.take() == []


async def test_revoking_at_one_process_ends_what_goes_on_at_others(pair: tuple[Process, Process]):
    first, second = pair
    guest, token = await first.guests.welcome("Ada")
    link = await first.guests.another_token(guest, "link")
    ended: list[str] = []
    with (
        second.guests.connected(guest, token, lambda: ended.append("kept")),
        second.guests.connected(guest, link, lambda: ended.append("other")),
    ):
        assert await second.guests.who(link) == guest
        await first.guests.revoke_others(guest, token)
        assert ended == ["other"]
        assert await second.guests.who(link) is None


async def test_a_lost_word_about_a_revoked_token_only_delays_its_end(pair: tuple[Process, Process]):
    first, second = pair
    first.others.clear()
    guest, token = await first.guests.welcome("Ada")
    link = await first.guests.another_token(guest, "link")
    ended = asyncio.Event()
    with second.guests.connected(guest, link, ended.set):
        assert await second.guests.who(link) == guest
        await first.guests.revoke_others(guest, token)
        async with asyncio.timeout(PATIENCE):
            await ended.wait()
        assert await second.guests.who(link) is None
    assert hash_of(token) in await first.guests.profiles.tokens_among([hash_of(token), hash_of(link)])
