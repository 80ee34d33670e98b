"""Commands on their way into a table: as they lie in its inbox, and the keys that make them idempotent.

The same key with the same command is answered as it was answered before. The last keys are remembered; older ones are
in the log. A refusal is remembered too: a copy of the command that was held up on its way may be possible by the time
it arrives, but its sender was told that it was not carried out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from msgspec import Struct

from tabbytop.server.protocol import messages
from tabbytop.server.runtime.latency import RoundTripMeter
from tabbytop.server.storage.store import Store
from tabbytop.server.tables.internal import InternalCommand
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.seating import Person

Reply = Callable[[Struct], None]
NOBODY = Person("", "")


def to_nobody(message: Struct) -> None:
    """Bots and clocks do not wait for answers."""


@dataclass(frozen=True)
class QueuedCommand:
    """A command in the inbox."""

    command: messages.TableCommand | InternalCommand
    person: Person
    reply: Reply
    arrived: float
    meter: RoundTripMeter | None = None
    """The connection that it came by, where round trips are measured."""


class IdempotencyKeys:
    """The keys of one table, and the events that their commands led to."""

    def __init__(self, table_id: str, store: Store, limit: int) -> None:
        self._table_id = table_id
        self._store = store
        self._limit = limit
        self._known: dict[str, tuple[str, int]] = {}
        self._refused: dict[tuple[str, str], messages.Error] = {}

    def remembered(self, key: str, command: messages.TableCommand) -> int | None:
        """The event that a command led to lately."""
        known = self._known.get(key)
        if known is None:
            return None
        digest, seq = known
        if digest != digest_of(command):
            raise Rejected("key_reused", "This key was used for another command; take a new one for each.")
        return seq

    async def stored(self, key: str, command: messages.TableCommand) -> int | None:
        """The event that a command led to at any time, perhaps on another server."""
        entry = await self._store.by_key(self._table_id, key)
        if entry is None or entry.digest is None:
            return None
        self.remember(key, entry.digest, entry.seq)
        return self.remembered(key, command)

    def remember(self, key: str, digest: str, seq: int) -> None:
        """A command was carried out, and led to an event."""
        self._known[key] = (digest, seq)
        if len(self._known) > self._limit:
            del self._known[next(iter(self._known))]

    def refused(self, key: str, command: messages.TableCommand) -> messages.Error | None:
        """What its sender was told if this command was refused lately."""
        return self._refused.get((key, digest_of(command))) if self._refused else None

    def remember_refusal(self, key: str, command: messages.TableCommand, answer: messages.Error) -> None:
        """A command was refused for good; one that is to be tried again is not."""
        self._refused[key, digest_of(command)] = answer
        if len(self._refused) > self._limit:
            del self._refused[next(iter(self._refused))]


def key_of(command: messages.TableCommand, person: Person) -> str:
    """A person's keys are their own."""
    return f"{person.guest}:{command.key}"


def digest_of(command: messages.TableCommand) -> str:
    """Tells another command under the same key apart."""
    return hashlib.blake2b(messages.encode(command), digest_size=8).hexdigest()
