"""What somebody can do at a table, wherever it lives: in this process, or in another one of several."""

from __future__ import annotations

from typing import Protocol

from tabbytop.server.protocol import messages
from tabbytop.server.runtime.audience import Listener
from tabbytop.server.runtime.inbox import Reply
from tabbytop.server.runtime.latency import RoundTripMeter
from tabbytop.server.tables.seating import Person
from tabbytop.server.tables.table import Table


class Visit(Protocol):
    """A table as those see it who bring people to it. A room is one."""

    @property
    def table(self) -> Table:
        """The table as it is now, or was a moment ago; only to be looked at."""

    def join(self, listener: Listener, since: int | None) -> None:
        """Somebody listens from now on, and hears what happened since an event or the table as it is."""

    def leave(self, listener: Listener) -> None:
        """A connection is gone."""

    def submit(
        self, command: messages.TableCommand, person: Person, reply: Reply, meter: RoundTripMeter | None = None
    ) -> None:
        """Give a command to the table; the answer comes by `reply`."""

    def heard(self, listener: Listener, echo: messages.Echo) -> None:
        """A connection has answered a probe."""

    def attend(self, listener: Listener, *, looking: bool) -> None:
        """Somebody at a connection looks from now on, or does not."""

    def catch_up(self, listener: Listener, since: int | None) -> None:
        """Bring a listener from the event it knows to the present."""

    async def look(self, listener: Listener) -> messages.Welcome:
        """The table as it is, for somebody who does not listen."""

    async def review(self, ply: int) -> messages.Weighing:
        """What a strong bot would have done at a moment of a game that is over."""
