"""Of what somebody wants to hear: at which tables, and of whom."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

import msgspec

from tabbytop.server.protocol.notices import NoticeHabits, ToldOf
from tabbytop.server.storage.notices import person_id

read_habits = msgspec.json.Decoder(NoticeHabits).decode


def wish(habits: NoticeHabits, guest: str, other: str, finished: AbstractSet[str]) -> ToldOf:
    """What a guest wants to hear of another; a stranger is with whom no game was finished."""
    return habits.people.get(person_id(guest, other)) or ("turns" if other in finished else habits.strangers)


def hears_of(habits: NoticeHabits, table_id: str) -> bool:
    """Whether a guest wants to hear of a table at all."""
    return table_id not in habits.muted and (habits.new_tables or table_id in habits.listened)


def is_choosy(habits: NoticeHabits) -> bool:
    """Whether there is anybody of whom a guest does not want to hear."""
    return habits.strangers == "never" or "never" in habits.people.values()
