"""What a database has lost: what was acknowledged, by its ledger, held against what is there.

Finds it, says it in words, and writes it down when somebody accepts it. Knows neither files of databases nor events.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, inspect, select

from tabbytop.server.storage.ledger import BEGINNING, Note, extended
from tabbytop.server.storage.schema import events, tables

NAMED = 20
"""Tables that are named in a sentence; all of them are written down."""


@dataclass(frozen=True)
class Loss:
    """A table of which something is lost."""

    table: str
    acknowledged: int
    kept: int
    """How many events it has now; none if the table is gone."""

    def __str__(self) -> str:
        if self.kept == 0:
            return f"table {self.table} is gone with its {_events(self.acknowledged)}"
        missing = self.acknowledged - self.kept
        if missing > 0:
            return f"table {self.table} misses {_events(missing)} of {self.acknowledged}"
        return f"table {self.table} has other events than were acknowledged"


def kept_by(connection: Connection) -> dict[str, int]:
    """How many events each table has."""
    if not inspect(connection).has_table(tables.name):
        return {}
    return {row.id: row.last for row in connection.execute(select(tables.c.id, tables.c.last))}


def hash_of(connection: Connection, table: str, last: int) -> str:
    """The hash of the log of a table up to an event."""
    asked = (
        select(events.c.seq, events.c.at, events.c.body, events.c.key, events.c.digest)
        .where(events.c.table_id == table, events.c.seq <= last)
        .order_by(events.c.seq)
    )
    return extended(BEGINNING, connection.execute(asked))


def find(connection: Connection, notes: Mapping[str, Note], *, thoroughly: bool) -> list[Loss]:
    """What is missing; thoroughly also what is there, but is something else."""
    kept = kept_by(connection)
    return [
        Loss(note.table, note.seq, kept.get(note.table, 0))
        for note in notes.values()
        if kept.get(note.table, 0) < note.seq
        or (thoroughly and hash_of(connection, note.table, note.seq) not in (note.hash, *note.also))
    ]


def what_is_left(connection: Connection, notes: Mapping[str, Note], lost: Iterable[Loss]) -> dict[str, Note]:
    """The notes as they are when a loss is accepted."""
    left = dict(notes)
    for loss in lost:
        del left[loss.table]
        if loss.kept:
            left[loss.table] = Note(loss.table, loss.kept, hash_of(connection, loss.table, loss.kept))
    return left


def in_words(lost: list[Loss]) -> str:
    """All of it in a sentence."""
    named = [str(loss) for loss in lost[:NAMED]]
    more = len(lost) - len(named)
    if more:
        named.append(f"and {more} more {'table' if more == 1 else 'tables'}")
    return f"{'; '.join(named)}."


def write_down(lost: Iterable[Loss], file: Path) -> None:
    """Add what was lost to a file that people can read; when this returns, it is on the disk."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    with file.open("a", encoding="utf-8") as text:
        text.writelines(f"{now} accepted: {loss}.\n" for loss in lost)
        text.flush()
        os.fsync(text.fileno())


def _events(number: int) -> str:
    return f"{number} event{'' if number == 1 else 's'}"
