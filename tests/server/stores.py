"""Stores for tests, and what is put into them: events, cards, guests; also behind a store's back."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import create_engine, event

from tabbytop.server.storage.profiles import Guest, Token
from tabbytop.server.storage.store import Card, Entry, Store
from tests.patience import PATIENCE

ADA = Guest("ada", "Ada 🐈", 1_700_000_000_000)


def entry(seq: int, key: str | None = None, size: int = 20) -> Entry:
    return Entry(seq, at=1_700_000_000_000 + seq, body=b"%d " % seq + b"x" * size, key=key, digest=f"digest {seq}")


def card(table: str, **changes: Any) -> Card:
    usual: dict[str, Any] = {
        "game": "cat-cab",
        "stage": "playing",
        "listed": True,
        "open_seats": 0,
        "guests": ("ada", None, "bob"),
        "summary": b'{"turn": 1}',
        "updated": 1_700_000_000_000,
    }
    return Card(id=table, **(usual | changes))


async def fill(store: Store, table: str, number: int) -> None:
    """Append events one by one, each when the one before it is acknowledged."""
    for seq in range(1, number + 1):
        await store.append(table, [entry(seq, key=f"key {seq}")], card(table))


async def seqs(store: Store, table: str) -> list[int]:
    return [entry.seq for entry in await store.entries(table)]


@contextlib.asynccontextmanager
async def opened(url: str):
    store = Store.open(url)
    try:
        yield store
    finally:
        await store.close()


@contextlib.contextmanager
def listening(target: type, name: str, listener: Callable[..., None]) -> Iterator[None]:
    event.listen(target, name, listener)
    try:
        yield
    finally:
        event.remove(target, name, listener)


@contextlib.contextmanager
def behind_the_back(url: str) -> Iterator[Any]:
    """A connection that the store does not know of; what is done through it is committed."""
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def token(name: str, guest: str = "ada", kind: Any = "device") -> Token:
    return Token(name.encode().ljust(32, b"\0"), guest, kind, 1_700_000_000_000)


@pytest.fixture
async def store(database_url: str):
    async with opened(database_url) as store:
        yield store
