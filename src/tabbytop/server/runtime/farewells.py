"""People who delete their profile: taken off every table that knows them, wherever it lives, and out of its log.

What is kept beside tables goes at once; tables follow one after the other. A farewell that was interrupted, by a crash
or a table that could not be reached, is noted with the guest and goes on by itself.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from dataclasses import replace

from msgspec import Struct

from tabbytop.server.operating.rounds import Rounds
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.ratings import fold
from tabbytop.server.runtime.registry import TableRegistry
from tabbytop.server.storage.profiles import Profiles
from tabbytop.server.storage.ratings import RatingBook
from tabbytop.server.storage.store import Card, Entry, StoreError
from tabbytop.server.tables import events
from tabbytop.server.tables.forgetting import kept_name, names_of, nobody, scrubbed, scrubbed_summary, seats_of
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.seating import Person

LOG = logging.getLogger("tabbytop.farewells")
LOOK_EVERY = 30.0
"""Seconds between two looks for farewells that are not finished."""
PATIENCE = 30.0
"""Seconds that a table has to answer."""


class Farewells:
    """Those who leave for good."""

    def __init__(self, registry: TableRegistry, profiles: Profiles) -> None:
        self._registry, self._profiles = registry, profiles
        self._book = RatingBook(registry.store)
        self._rounds: Rounds | None = None

    def begin(self) -> None:
        """Finish what was begun, soon and whenever something is left to do."""
        self._rounds = Rounds("farewells", LOOK_EVERY, self._finish_all, at_once=True)

    async def close(self) -> None:
        """Stop; what is not finished goes on at the next start."""
        if self._rounds is not None:
            await self._rounds.close()

    async def forget(self, guest: str) -> bool:
        """Take a guest off every table; whether nothing is left of them."""
        for table in await self._profiles.tables_with(guest):
            try:
                await self._forget_at(table, guest)
            except (Rejected, StoreError, TimeoutError) as problem:
                LOG.warning("a table still has a name that is to be forgotten: %s", problem, extra={"table": table})
        if await self._profiles.tables_with(guest):
            return False
        await self._book.forget(guest, nobody(), fold)
        await self._profiles.end(guest)
        return True

    async def _finish_all(self) -> None:
        for guest in await self._profiles.leaving():
            await self.forget(guest)

    async def _forget_at(self, table: str, guest: str) -> None:
        if self._new_id(await self._log(table), guest) is None:
            await self._leave(table, guest)
        log = await self._log(table)
        now, theirs, names = self._new_id(log, guest) or nobody(), seats_of(log, guest), names_of(log, guest)
        table_name = next((kept_name(event, guest, names) for event in log if isinstance(event, events.Opened)), "")

        def change(entry: Entry) -> Entry:
            kept = scrubbed(events.unpack(entry.body), guest, now, theirs, names)
            body = entry.body if kept == events.unpack(entry.body) else events.pack(kept)
            if entry.key is not None and entry.key.startswith(f"{guest}:"):
                return entry._replace(body=body, key=f"{now}:{secrets.token_hex(8)}", digest=None)
            return entry._replace(body=body)

        def recard(card: Card) -> Card:
            guests = tuple(now if sitter == guest else sitter for sitter in card.guests)
            held = {seat for seat, sitter in enumerate(card.guests) if sitter == guest}
            summary = scrubbed_summary(card.summary, theirs if held else (), table_name)
            return replace(card, guests=guests, summary=summary)

        await self._book.rename(table, guest, now)
        await self._registry.store.rewrite(table, change, recard)

    async def _log(self, table: str) -> list[events.TableEvent]:
        return [events.unpack(entry.body) for entry in await self._registry.store.entries(table)]

    @staticmethod
    def _new_id(log: list[events.TableEvent], guest: str) -> str | None:
        """The id that has taken the place of a guest's at a table, if the table knows of it."""
        said = (event.now for event in log if isinstance(event, events.Forgotten) and event.was == guest)
        return next(said, None)

    async def _leave(self, table: str, guest: str) -> None:
        """Let the table itself forget, so that everybody there sees it. One that cannot be played any more need not,
        nor one where they do not sit now."""
        try:
            visit = await self._registry.reach(table)
        except Rejected as rejected:
            if rejected.code in ("outdated", "no_table"):
                return
            raise
        answer: asyncio.Future[Struct] = asyncio.get_running_loop().create_future()

        def settle(said: Struct) -> None:
            if not answer.done():
                answer.set_result(said)

        visit.submit(messages.Forget(secrets.token_hex(12)), Person(guest, ""), settle)
        said = await asyncio.wait_for(answer, PATIENCE)
        if isinstance(said, messages.Error) and said.code != "not_seated":
            raise Rejected(said.code, said.sentence)
