"""Where the words of an invitation lead. Looking up is limited by network, so that guessing leads nowhere."""

from __future__ import annotations

from fastapi import Request

from tabbytop.server.http import guard, limits
from tabbytop.server.http.limits import Limit, Spending
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.protocol import messages
from tabbytop.server.storage.own_tables import RUNNING, OwnTables
from tabbytop.server.tables.opening import INVITING
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.words import BadWords, read_words


class Invitations:
    """The invitations of a server: worth something until the game is over; to those at the table, always."""

    def __init__(self, own: OwnTables, generosity: float, metrics: Metrics, spending: Spending | None = None) -> None:
        self._own = own
        self._limit = Limit(limits.INVITATIONS.times(generosity), spending)
        self._metrics = metrics

    async def find(self, request: Request, given: str, guest: str | None) -> messages.Invitation:
        """The table that somebody was invited to."""
        if wait := self._limit.wait(guard.address_of(request.scope)):
            self._metrics.limited.labels(self._limit.rate.name).inc()
            raise Rejected("slow_down", "Too many tries from your network; wait a little.", retry_after=round(wait, 3))
        try:
            words = read_words(given, INVITING)
        except BadWords as problem:
            raise Rejected("no_table", str(problem)) from None
        card = await self._own.invited_to(words)
        if card is None:
            raise Rejected("no_table", "Nobody is invited by these words. Ask for them once more.")
        if card.stage not in RUNNING and (guest is None or guest not in card.guests):
            raise Rejected("no_table", "The game that you were invited to is over, and so is its invitation.")
        return messages.Invitation(card.id, words)
