"""Everything that a server keeps of somebody, as one ZIP file: the profile, a table of results, records of games."""

from __future__ import annotations

import asyncio
import csv
import io
import zipfile
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

import msgspec

from tabbytop.server.http.game_logs import GameLogCache
from tabbytop.server.http.guests import device_id
from tabbytop.server.runtime.loading import load_table
from tabbytop.server.runtime.registry import TableRegistry
from tabbytop.server.storage.consents import Consents
from tabbytop.server.storage.moderation import Moderation
from tabbytop.server.storage.notices import NoticeBox
from tabbytop.server.storage.own_tables import OwnTables
from tabbytop.server.storage.passkeys import PasskeyBox
from tabbytop.server.storage.profiles import Guest, Profiles
from tabbytop.server.storage.ratings import RatingBook
from tabbytop.server.storage.store import Card
from tabbytop.server.tables import projections
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.table import Outdated

MOST = 100_000
"""Tables of one guest."""
COLUMNS = ("table", "game", "ended", "players", "seats", "places", "points", "with", "record")
ABOUT = """Everything that this server keeps of you.

profile.json   your name, face, settings, devices, passkeys, notices and lessons, whom you do not hear, what you agreed
               to, whether you are shown in the club, your ratings, and the tables that you put away
results.csv    your tables: those that are over with places and points
records/       the records of your finished games; `tabbytop verify FILE` checks one, and the page can lay it on a table

Games that are not over have no record yet, nor has a deal of the day before the day is over. Secrets are not in here:
of devices only hashes are kept. What is left out as well is gone within a day or follows from your tables: words for
another device, questions to passkeys, of which turns you were told, and invitations that you were not told of yet.
"""
KEPT_IN = {
    "tokens": "devices", "passkeys": "passkeys", "notice_ways": "notices", "notice_habits": "notices",
    "lessons": "lessons", "mutes": "mutes", "consents": "consents", "club_members": "club", "ratings": "ratings",
    "cleared": "put_away",
}  # fmt: skip
"""Where in the profile each table of the database is told."""
LEFT_OUT = {"handovers", "challenges", "notices", "invited"}
"""Tables that are not told, see above."""


class Exports:
    """Makes such files."""

    def __init__(self, registry: TableRegistry, profiles: Profiles, logs: GameLogCache) -> None:
        self._registry, self._profiles, self._logs = registry, profiles, logs
        store = registry.store
        self._notices, self._passkeys, self._own = NoticeBox(store), PasskeyBox(store), OwnTables(store)
        self._consents, self._moderation, self._book = Consents(store), Moderation(store), RatingBook(store)

    async def of(self, guest: Guest, network: str) -> bytes:
        """The file of one guest. Records are made one after the other, beside everything else."""
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("README.txt", ABOUT)
            archive.writestr("profile.json", msgspec.json.format(msgspec.json.encode(await self._profile(guest))))
            lines = []
            for card in await self._registry.store.tables_of(guest.id, MOST):
                record = await self._record(card, network)
                name = f"records/{card.game}-{card.id}.jsonl" if record is not None else ""
                if record is not None:
                    await asyncio.to_thread(archive.writestr, name, record)
                lines.append(_line(card, guest, name))
            archive.writestr("results.csv", _table(lines))
        return file.getvalue()

    async def _profile(self, guest: Guest) -> dict[str, Any]:
        settings = await self._profiles.settings_of(guest.id)
        habits = (await self._notices.habits_of([guest.id])).get(guest.id)
        return {
            "id": guest.id,
            "name": guest.name,
            "face": guest.face,
            "created": _date(guest.created),
            "settings": msgspec.json.decode(settings) if settings is not None else None,
            "devices": [
                {
                    "id": device_id(token.hash), "kind": token.kind, "label": token.label,
                    "created": _date(token.created), "used": _date(token.last_used),
                }
                for token in await self._profiles.tokens_of(guest.id)
            ],
            "passkeys": [
                {
                    "site": passkey.site, "label": passkey.label, "created": _date(passkey.created),
                    "used": _date(passkey.used) if passkey.used is not None else None,
                    "id": passkey.id.hex(), "public_key": passkey.public_key.hex(),
                }
                for passkey in await self._passkeys.of(guest.id)
            ],
            "notices": {
                "ways": [msgspec.json.decode(way.address) for way in await self._notices.ways_of([guest.id])],
                "habits": msgspec.json.decode(habits) if habits is not None else None,
            },
            "lessons": [
                {key: value for key, value in asdict(begun).items() if key != "guest"}
                for begun in await self._registry.store.progress_of(guest.id)
            ],
            "mutes": await self._moderation.muted_by(guest.id),
            "consents": {"puzzles": await self._consents.answer_of(guest.id)},
            "club": await self._book.is_member(guest.id),
            "ratings": [
                {key: value for key, value in row.items() if key != "guest"} for row in await self._book.of(guest.id)
            ],
            "put_away": await self._own.put_away(guest.id),
        }  # fmt: skip

    async def _record(self, card: Card, network: str) -> bytes | None:
        """The record of a game that is over, unless its luck is still under seal or it cannot be read any more."""
        if card.stage != "over":
            return None
        try:
            table = (await load_table(card.id, self._registry.store, 1)).table
            self._registry.deals.check_record(table)
        except (Outdated, Rejected):
            return None
        names = [seat.name for seat in projections.seat_infos(table)]
        return await self._logs.record(table, names, network)


def _line(card: Card, guest: Guest, record: str) -> Sequence[object]:
    summary = msgspec.json.decode(card.summary, type=projections.Summary)
    mine = [seat for seat, sitter in enumerate(card.guests) if sitter == guest.id]
    others = [seat.name for seat in summary.seats if seat.seat not in mine and seat.name]
    places, points = ([row[seat] for seat in mine] if row else [] for row in (summary.places, summary.scores))
    ended = _date(card.updated) if card.stage == "over" else ""
    several = [" ".join(str(value) for value in values) for values in ([seat + 1 for seat in mine], places, points)]
    return (card.id, card.game, ended, len(card.guests), *several, ", ".join(others), record)


def _table(lines: Sequence[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([[_harmless(str(value)) for value in line] for line in lines])
    return text.getvalue()


def _harmless(text: str) -> str:
    """A cell that no spreadsheet takes for a formula: the names of others are in here."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text


def _date(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
