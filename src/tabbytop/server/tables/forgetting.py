"""Somebody who deletes their profile: what is left of them at a table, and in its log, is a seat called "Somebody".

The id that takes the place of theirs is new for each table: nobody can tell which tables were the same person's.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tabbytop.server.tables import events

if TYPE_CHECKING:
    from tabbytop.server.tables.table import Facts

SOMEBODY = "Somebody"


def nobody() -> str:
    """An id that is no guest's."""
    return f"gone-{secrets.token_hex(6)}"


def is_nobody(guest: str) -> bool:
    """Whether an id is that of somebody who was forgotten."""
    return guest.startswith("gone-")


def name_at(seat: int, theirs: Collection[int]) -> str:
    """What is shown in place of a name at one of the seats of a guest."""
    return SOMEBODY if len(theirs) < 2 else f"{SOMEBODY} {seat + 1}"


def forgotten(facts: Facts, was: str, now: str) -> Facts:
    """A table at which a guest is somebody from now on."""
    theirs = {seat for seat, place in enumerate(facts.places) if place.guest == was}
    theirs |= {seat for seat, who in enumerate(facts.opened.seats) if _is_of(who, was)}
    names = {place.name for place in facts.places if place.guest == was} | names_of([facts.opened], was)
    places = [
        replace(place, guest=now, name=name_at(seat, theirs), face="") if place.guest == was != now else place
        for seat, place in enumerate(facts.places)
    ]
    opened = scrubbed(facts.opened, was, now, theirs, names)
    assert isinstance(opened, events.Opened)
    return replace(
        facts,
        places=places,
        opened=opened,
        host=now if facts.host == was else facts.host,
        removed=[now if guest == was else guest for guest in facts.removed],
    )


def seats_of(log: Iterable[events.TableEvent], guest: str) -> set[int]:
    """The seats that a guest has ever had, by the log of a table."""
    found: set[int] = set()
    for event in log:
        match event:
            case events.Opened(seats=seats):
                found |= {seat for seat, who in enumerate(seats) if _is_of(who, guest)}
            case events.Sat(seat, who) | events.Arranged(seat, who):
                found |= {seat} if _is_of(who, guest) else set()
    return found


def names_of(log: Iterable[events.TableEvent], guest: str) -> set[str]:
    """What a guest has ever been called at a table, by its log."""
    found: set[str] = set()
    for event in log:
        match event:
            case events.Opened(seats=seats):
                found |= {who.name for who in seats if isinstance(who, events.GuestSeat) and who.guest == guest}
            case events.Sat(_, who) | events.Arranged(_, who) if isinstance(who, events.GuestSeat):
                found |= {who.name} if who.guest == guest else set()
    return found


def is_known(facts: Facts, guest: str) -> bool:
    """Whether a table knows of a guest, who may have left it long ago."""
    known = {facts.host, facts.opened.host, *facts.removed, *(place.guest for place in facts.places)}
    return guest in known or any(_is_of(who, guest) for who in facts.opened.seats)


def kept_name(opened: events.Opened, was: str, names: Collection[str]) -> str:
    """What a table is called when a guest is forgotten who had these names there: nothing, if it was called so by them
    or after them."""
    name = opened.name.casefold()
    is_theirs = opened.host == was or any(theirs.casefold() in name for theirs in names if theirs)
    return "" if is_theirs else opened.name


def scrubbed(
    event: events.TableEvent, was: str, now: str, theirs: Collection[int], names: Collection[str]
) -> events.TableEvent:
    """An event as it is kept when a guest is forgotten who had these seats and names."""
    match event:
        case events.Opened(seats=seats, host=host):
            kept = [_somebody(who, was, now, name_at(seat, theirs)) for seat, who in enumerate(seats)]
            name = kept_name(event, was, names)
            return replace(event, seats=kept, host=now if host == was else host, name=name)
        case events.Sat(seat, who) | events.Arranged(seat, who):
            return replace(event, who=_somebody(who, was, now, name_at(seat, theirs)))
        case events.Zoned(seat) if seat in theirs:
            return events.Zoned(seat, "")
        case events.HostPassed(guest) if guest == was:
            return events.HostPassed(now)
        case events.Removed(guest=guest) if guest == was:
            return replace(event, guest=now)
        case events.Forgotten(guest) if guest == was:
            return events.Forgotten(now, now)
    return event


def scrubbed_summary(summary: bytes, theirs: Collection[int], name: str) -> bytes:
    """The part of a card that lists read, without the name and the face at some seats; the table is called so now."""
    told = msgspec.json.decode(summary)
    if told.get("name"):
        told["name"] = name
    for info in told["seats"]:
        if info["seat"] in theirs:
            info.update(name=name_at(info["seat"], theirs), face="")
    return msgspec.json.encode(told)


def _is_of(who: events.Sitting, guest: str) -> bool:
    return isinstance(who, events.GuestSeat) and who.guest == guest


def _somebody(who: events.Sitting, was: str, now: str, name: str) -> events.Sitting:
    return events.GuestSeat(now, name) if _is_of(who, was) else who
