"""Commands for people who host: who is known here, who may not come in, and what was done about it."""

from __future__ import annotations

import asyncio
import ipaddress
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from rich.markup import escape
from rich.table import Table

from tabbytop.cli.shared import OUT, DatabaseUrl
from tabbytop.cli.table import Data
from tabbytop.engine.errors import UserError

if TYPE_CHECKING:
    from tabbytop.server.storage.moderation import Moderation

T = TypeVar("T")
DAY = 24 * 3600 * 1000


def people(
    name: Annotated[str, typer.Argument(help="A part of the name; everybody without one.")] = "",
    most: Annotated[int, typer.Option(min=1, max=10_000, help="How many to show.")] = 50,
    data: Data = None,
    database: DatabaseUrl = None,
) -> None:
    """List profiles with their ids, those used last first."""
    found = _ask(data, database, lambda moderation: moderation.people(name, most))
    table = Table("id", "name", "since", "last used")
    for one in found:
        table.add_row(one.id, escape(one.name), _day(one.created), _day(one.used))
    OUT.print(table if found else "Nobody of that name is known here.")


def ban(
    whom: Annotated[str, typer.Argument(help="The id of a profile, an address, or a network: 203.0.113.0/24.")],
    reason: Annotated[str, typer.Option(help="What they are told, and the audit log keeps.")] = "",
    days: Annotated[
        float | None, typer.Option(min=0.01, max=36_500, help="For so many days; for good without it.")
    ] = None,
    data: Data = None,
    database: DatabaseUrl = None,
) -> None:
    """Let a profile or a network in no more; it holds within two seconds, also for connections that are open."""
    from tabbytop.server.storage.moderation import now

    kind, value = _target(whom)
    until = None if days is None else now() + round(days * DAY)
    _ask(data, database, lambda moderation: moderation.ban(kind, value, reason, until))  # type: ignore[arg-type]
    span = "" if days is None else f" for {days:g} {'day' if days == 1 else 'days'}"
    OUT.print(f"{value} is banned{span}.", markup=False)


def unban(
    whom: Annotated[str, typer.Argument(help="As it was banned.")], data: Data = None, database: DatabaseUrl = None
) -> None:
    """Let somebody in again."""
    _, value = _target(whom)
    if not _ask(data, database, lambda moderation: moderation.unban(value)):
        raise UserError(f"{value} is not banned; `tabbytop bans` lists who is.")
    OUT.print(f"{value} may come again.", markup=False)


def bans(data: Data = None, database: DatabaseUrl = None) -> None:
    """List who may not come in."""
    found = _ask(data, database, lambda moderation: moderation.bans())
    table = Table("whom", "kind", "since", "until", "reason")
    for one in found:
        table.add_row(one.whom, one.kind, _day(one.created), _day(one.until) or "for good", escape(one.reason))
    OUT.print(table if found else "Nobody is banned.")


def audit(
    most: Annotated[int, typer.Option(min=1, max=100_000, help="How many entries to show.")] = 50,
    data: Data = None,
    database: DatabaseUrl = None,
) -> None:
    """Show what was done to whom, when and by whom; the newest first."""
    found = _ask(data, database, lambda moderation: moderation.audit(most))
    table = Table("when", "who", "what", "whom", "why")
    for one in found:
        table.add_row(_moment(one.at), *map(escape, (one.who, one.what, one.whom, one.why)))
    OUT.print(table if found else "Nothing was done yet.")


def _target(text: str) -> tuple[str, str]:
    """What somebody means: a profile or a network."""
    if re.fullmatch("[0-9a-f]{16}", text):
        return "profile", text
    try:
        return "network", str(ipaddress.ip_network(text, strict=False))
    except ValueError:
        raise UserError(
            f"'{text}' is neither a profile (16 digits and letters; `tabbytop people` lists them) nor an address."
        ) from None


def _ask(data: object, database: str | None, ask: Callable[[Moderation], Awaitable[T]]) -> T:
    from tabbytop.server.operating import serve as serving
    from tabbytop.server.storage.errors import StoreError, Unstorable
    from tabbytop.server.storage.moderation import Moderation
    from tabbytop.server.storage.store import Store

    async def asking() -> T:
        store = Store.open(database or serving.existing_database(data))  # type: ignore[arg-type]
        try:
            return await ask(Moderation(store))
        finally:
            await store.close()

    try:
        return asyncio.run(asking())
    except (StoreError, Unstorable) as problem:
        raise UserError(f"The database cannot be asked now: {problem}") from None


def _day(at: int | None) -> str:
    return "" if at is None else f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d}"


def _moment(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M:%S}"
