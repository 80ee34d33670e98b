"""Nights: when time does not run at tables that are slow on purpose, by the clock where somebody lives.

A night is from 22:00 to 8:00. Without a time zone there is none, and time runs all day.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

EVENING, MORNING = 22, 8


def awake(start: int, end: int, zone: str) -> int:
    """The milliseconds between two moments that are not in a night; moments are milliseconds since 1970."""
    if not zone or end <= start:
        return max(0, end - start)
    asleep = 0
    for evening, morning in _nights(start, zone):
        if evening >= end:
            break
        asleep += max(0, min(end, morning) - max(start, evening))
    return end - start - asleep


def deadline(start: int, left: int, zone: str) -> int:
    """When so many milliseconds are over that are not in a night."""
    now = start
    if not zone:
        return now + left
    for evening, morning in _nights(start, zone):
        if now < evening:
            if left <= evening - now:
                break
            left -= evening - now
        now = max(now, morning)
    return now + left


def _nights(since: int, zone: str) -> Iterator[tuple[int, int]]:
    """The nights from the one before a moment on, without an end."""
    here = zone_of(zone)
    day = datetime.fromtimestamp(since / 1000, here).date() - timedelta(days=1)
    while True:
        after = day + timedelta(days=1)
        begins = datetime(day.year, day.month, day.day, EVENING, tzinfo=here)
        ends = datetime(after.year, after.month, after.day, MORNING, tzinfo=here)
        yield int(begins.timestamp() * 1000), int(ends.timestamp() * 1000)
        day = after


def is_zone(name: str) -> bool:
    """Whether there is a time zone of this name."""
    return name == "UTC" or zone_of(name) is not UTC


def zone_of(name: str) -> tzinfo:
    """A time zone by its name; one that nobody knows is that of the world."""
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError):
        return UTC
