"""What lies in a table's inbox: commands of people, and those that come from the table itself. Does nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from msgspec import Struct

from tabbytop.server.protocol import messages
from tabbytop.server.runtime.latency import Line
from tabbytop.server.tables.decisions import InternalCommand, Person

Reply = Callable[[Struct], None]
NOBODY = Person("", "")


def to_nobody(message: Struct) -> None:
    """Bots and clocks do not wait for answers."""


@dataclass(frozen=True)
class Job:
    """A command in the inbox."""

    command: messages.TableCommand | InternalCommand
    person: Person
    reply: Reply
    arrived: float
    line: Line | None = None
    """The connection that it came by, where round trips are measured."""
