"""What a finished game says about those who played it, by its log: who is placed where, and what it counts for.

The rules are told to people in docs/ratings.md. Everything here follows from the events of one table and the places in
which its game ended; no rules are played, no clock is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tabbytop.server.protocol.messages import BotSeat
from tabbytop.server.tables import events

Counting = Literal["nothing", "record", "people", "bots", "both"]
"""What a game counts for: nothing, one's record alone, or also the rating against people, bots, or both."""


@dataclass(frozen=True)
class SeatResult:
    """One seat of a finished game."""

    table_id: str
    seat: int
    guest: str | None
    """Who played; nobody for bots."""
    level: str | None
    """The level of a bot that had the seat from the beginning."""
    place: int
    """With everybody who did not play to the end behind those who did."""
    score: int
    stayed: bool
    """Whether whoever began played to the end, and no bot stood in there."""
    game: str
    players: int
    at: int
    """When the game ended, in milliseconds since 1970."""
    counts: Counting


def results_of(
    table_id: str, log: Sequence[tuple[int, events.TableEvent]], places: Sequence[int], scores: Sequence[int]
) -> list[SeatResult]:
    """What a finished game says, from its events with their times and from how it ended."""
    sitting: list[events.Sitting] = []
    standins: set[int] = set()
    opened: events.Opened | None = None
    opening = consents = at = 0
    started = has_removed = False
    for time, event in log:
        match event:
            case events.Opened():
                opened, sitting = event, list(event.seats)
            case events.Sat(seat, who) | events.Arranged(seat, who):
                sitting[seat] = who
            case events.Started():
                started, opening = True, event.opening
            case events.Substituted(seat):
                standins.add(seat)
            case events.Removed(seat) if started:
                standins.add(seat)
                has_removed = True
            case events.Returned(seat):
                standins.discard(seat)
            case events.TookBack():
                consents += event.consent
            case events.Played():
                at = time
    if opened is None or len(places) < len(sitting):
        return []
    guests = [who.guest if isinstance(who, events.GuestSeat) else None for who in sitting]
    levels = [who.level if isinstance(who, BotSeat) else None for who in sitting]
    stayed = [seat not in standins for seat in range(len(sitting))]
    counts = _counting(opened, guests, levels, stayed, opening=opening, consents=consents, has_removed=has_removed)
    ranks = _ranked(places[: len(sitting)], stayed)
    return [
        SeatResult(
            table_id, seat, guests[seat], levels[seat], ranks[seat], scores[seat], stayed[seat], opened.game,
            len(sitting), at, counts,
        )
        for seat in range(len(sitting))
    ]  # fmt: skip


def _counting(
    opened: events.Opened,
    guests: Sequence[str | None],
    levels: Sequence[str | None],
    stayed: Sequence[bool],
    *,
    opening: int,
    consents: int,
    has_removed: bool,
) -> Counting:
    people = Counter(guest for guest in guests if guest is not None)
    bots = sum(level is not None for level in levels)
    shares_a_device = len(people) + bots < len(guests)  # somebody has two seats, or is nobody here
    is_odd = opened.deal is not None or opening > 0 or shares_a_device
    has_anybody = any(guest is not None and stays for guest, stays in zip(guests, stayed, strict=True))
    if is_odd or not people or not has_anybody:
        return "nothing"
    if len(guests) == 1 or has_removed:
        return "record"
    with_people = len(people) > 1
    with_bots = bots > 0 and (with_people or not consents)
    return "both" if with_people and with_bots else "people" if with_people else "bots" if with_bots else "record"


def _ranked(places: Sequence[int], stayed: Sequence[bool]) -> list[int]:
    """Places with those who did not stay behind all others, as they came in among themselves."""
    keys = [(not stays, place) for stays, place in zip(stayed, places, strict=True)]
    if all(stayed):
        return list(places)
    return [1 + sum(other < key for other in keys) for key in keys]
