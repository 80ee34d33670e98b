"""What somebody is told who comes back: their tables, what happened there, and where an invitation leads.

Nothing here does anything; see `messages`.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tabbytop.server.protocol.commands import Move
from tabbytop.server.protocol.documents import Listed


class Invitation(Struct, frozen=True):
    """Where the words of an invitation lead."""

    id: str
    invite: str


class Reach(Struct, frozen=True):
    """By which address others reach the server, for somebody who is at the machine itself."""

    address: str | None
    """None where nobody else can come in."""


class OwnGames(Struct, frozen=True):
    """One's tables: those that run, all of them, and the newest of those that are over."""

    running: list[Listed]
    finished: list[Listed]
    more: str | None
    """Asked for as `after`, it gives the next ones; None where there are no more."""
    total: int
    """Finished games in all, of the game that was asked for."""


class Glance(Struct, frozen=True):
    """A table for somebody who does not sit at it now: how it looks, and what was done last."""

    seat: int | None
    view: dict[str, Any] | None
    actor: int | None
    """The seat of whoever did it; None where nobody has done anything yet."""
    sentence: str
    move: Move | None = None
    """What was done, as the viewer may know it; None where they may not, or nothing was done."""
