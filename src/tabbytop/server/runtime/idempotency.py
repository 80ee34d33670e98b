"""Commands that were carried out before: the same key with the same command is answered as it was answered then.

The last ones are remembered; older ones are in the log.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict

from tabbytop.server.protocol import messages
from tabbytop.server.storage.store import Store
from tabbytop.server.tables.decisions import Person, Rejected


class IdempotencyKeys:
    """The answers of one table."""

    def __init__(self, table_id: str, store: Store, limit: int) -> None:
        self._table_id = table_id
        self._store = store
        self._limit = limit
        self._known: OrderedDict[str, tuple[str, int]] = OrderedDict()

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
            self._known.popitem(last=False)


def key_of(command: messages.TableCommand, person: Person) -> str:
    """A person's keys are their own."""
    return f"{person.guest}:{command.key}"


def digest_of(command: messages.TableCommand) -> str:
    """Tells another command under the same key apart."""
    return hashlib.blake2b(messages.encode(command), digest_size=8).hexdigest()
