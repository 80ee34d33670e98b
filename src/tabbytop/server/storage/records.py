"""What is stored, as those who store it hold it: events, cards, holds, places in lessons. Plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Entry(NamedTuple):
    """One event of a table's log. Times are milliseconds since 1970, UTC."""

    seq: int
    at: int
    body: bytes
    key: str | None = None
    """Names the command that it answers; a table has each key once."""
    digest: str | None = None


@dataclass(frozen=True)
class Card:
    """What lists need to know about a table."""

    id: str
    game: str
    stage: str
    """"lobby", "playing", "over", …"""
    listed: bool
    open_seats: int
    guests: tuple[str | None, ...]
    """The guest in each seat."""
    summary: bytes
    updated: int
    deal: str | None = None
    """The day of the deal that is played there, if it is one."""
    deadline: int | None = None
    """When somebody's time is over there, at a table that is slow on purpose."""
    invite: str | None = None
    """The words that lead there."""


@dataclass(frozen=True)
class Hold:
    """A table held by one of several server processes. Each new hold has a higher fence; only the highest writes."""

    owner: str
    fence: int


@dataclass(frozen=True)
class Progress:
    """How far a guest is in a lesson: where to go on, how many chapters are finished, and whether all were."""

    guest: str
    game: str
    lesson: str
    chapter: int
    step: int
    reached: int
    done: bool
