"""Deals of the day as a server keeps them: which day it is, who has played, and who may look at whose table.

Nothing of it is held in memory but the secret, so several processes over one database say the same.
"""

from __future__ import annotations

import asyncio
import datetime
import secrets
import time

import msgspec

from tabbytop.server.protocol import messages
from tabbytop.server.storage.store import Card, Store
from tabbytop.server.tables import projections
from tabbytop.server.tables.deals import Deal, beginning
from tabbytop.server.tables.refusals import Rejected, no_table
from tabbytop.server.tables.table import Table

SECRET = "deals"
PAST = 28
"""Days for which a deal can be played after its own."""
AHEAD = 7
"""Days before a deal at which its commitment can be seen."""
MOST = 500
"""Results that are looked at for one day."""
SHOWN = 50
LONGEST_ROW = PAST
SEALED = "This is a table of today's deal. Play the deal yourself first; then you may see how others played it."
NOT_YET = "The record holds the luck of today's deal, which stays sealed until midnight. Come back for it tomorrow."


class Deals:
    """The deals of a server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._secret: bytes | None = None
        self._asking = asyncio.Lock()

    # ------------------------------------------------------------ days

    def today(self) -> datetime.date:
        """The day by the clock of this machine, where a day ends at its midnight."""
        return datetime.datetime.fromtimestamp(time.time_ns() / 1e9).astimezone().date()

    def ends(self, day: datetime.date) -> int:
        """When a day is over, in milliseconds since 1970."""
        midnight = datetime.datetime.combine(day + datetime.timedelta(days=1), datetime.time())
        return round(midnight.astimezone().timestamp() * 1000)

    def when(self, day: datetime.date) -> messages.When:
        """Whether a day is over, is now, or has yet to come."""
        today = self.today()
        return "past" if day < today else "today" if day == today else "coming"

    async def deal(self, day: str) -> Deal:
        """The deal of a day; refused for days that nobody deals for."""
        try:
            wanted = datetime.date.fromisoformat(day)
        except ValueError:
            raise Rejected("not_found", "A day is written like 2026-11-18.") from None
        ahead = (wanted - self.today()).days
        if not -PAST <= ahead <= AHEAD:
            raise Rejected("not_found", f"There are deals for the last {PAST} days and the next {AHEAD}.")
        return await self._deal(wanted)

    async def _deal(self, day: datetime.date) -> Deal:
        if self._secret is None:
            async with self._asking:
                self._secret = await self._store.secret(SECRET, secrets.token_bytes(32))
        return Deal.of(self._secret, day)

    # ------------------------------------------------------------ who may see what

    async def check(self, table: Table, guest: str | None, *, invited: bool) -> None:
        """Refuse a table of a deal to those who may not look at it.

        Those who sit there always may. Others may look at what was played, but not before they have played themselves,
        or the day is over; at a game that is still played only with the invitation.
        """
        day = table.facts.opened.deal
        assert day is not None
        if table.seats_of(guest):
            return
        deal = await self._deal(datetime.date.fromisoformat(day))
        is_shown = table.facts.stage == "over" and table.facts.id == deal.table_of(table.facts.host)
        if not (is_shown or invited):
            raise no_table()
        if self.when(deal.day) != "past" and not await self.has_played(deal, guest):
            raise Rejected("sealed", SEALED)

    def check_record(self, table: Table) -> None:
        """Refuse to give away luck that others have yet to meet."""
        day = table.facts.opened.deal
        if day is not None and self.when(datetime.date.fromisoformat(day)) != "past":
            raise Rejected("sealed", NOT_YET)

    async def has_played(self, deal: Deal, guest: str | None) -> bool:
        """Whether somebody has played a deal to its end."""
        own = await self.own(deal, guest)
        return own is not None and own.stage == "over"

    async def own(self, deal: Deal, guest: str | None) -> messages.OwnDeal | None:
        """The table at which somebody plays a deal."""
        card = await self._store.card(deal.table_of(guest)) if guest is not None else None
        return None if card is None else messages.OwnDeal(card.id, msgspec.convert(card.stage, messages.Stage))

    # ------------------------------------------------------------ what is told

    async def week(self, guest: str | None) -> messages.DealWeek:
        """This week, from Monday to Sunday."""
        today = self.today()
        monday = today - datetime.timedelta(days=today.weekday())
        days = [await self._deal(monday + datetime.timedelta(days=number)) for number in range(7)]
        return messages.DealWeek(
            today=today.isoformat(),
            ends=self.ends(today),
            now=time.time_ns() // 1_000_000,
            days=[
                messages.DealDay(
                    day=deal.day.isoformat(),
                    game=deal.game.id,
                    title=deal.title,
                    when=self.when(deal.day),
                    commitment=deal.luck.commitment,
                    played=deal.day <= today and await self._counts(deal, guest),
                )
                for deal in days
            ],
            row=await self._row(guest, today),
        )

    async def document(self, deal: Deal, guest: str | None) -> messages.DealDocument:
        """A deal as somebody may know it."""
        when, own = self.when(deal.day), await self.own(deal, guest)
        may_look = when == "past" or (own is not None and own.stage == "over")
        results = await self._results(deal, guest, may_look=may_look)
        shown = [result for number, result in enumerate(results) if number < SHOWN or result.you]
        return messages.DealDocument(
            day=deal.day.isoformat(),
            game=deal.game.id,
            title=deal.title,
            options=deal.options,
            minutes=deal.game.minutes,
            when=when,
            ends=self.ends(deal.day),
            commitment=deal.luck.commitment,
            luck=deal.luck.reveal if when == "past" else None,
            start=None if when == "coming" else _start(deal),
            own=own,
            results=shown,
            players=len(results),
            scored=any(result.points != 0 for result in results),
            fewest=deal.game.fewest_points_win,
        )

    async def _row(self, guest: str | None, today: datetime.date) -> int:
        """Days in a row up to today, or up to yesterday while today's deal has not been played."""
        row = 0
        for back in range(LONGEST_ROW + 1):
            if guest is not None and await self._counts(await self._deal(today - datetime.timedelta(days=back)), guest):
                row += 1
            elif back > 0:
                break
        return row

    async def _counts(self, deal: Deal, guest: str | None) -> bool:
        """Whether somebody has played a deal to its end on its day."""
        card = await self._store.card(deal.table_of(guest)) if guest is not None else None
        return card is not None and card.stage == "over" and card.updated < self.ends(deal.day)

    async def _results(self, deal: Deal, guest: str | None, *, may_look: bool) -> list[messages.DealResult]:
        """Everybody who has played the deal on its day, the best first."""
        ends = self.ends(deal.day)
        finished = [
            (card, opened)
            for card, opened in await self._store.tables_of_deal(deal.day.isoformat(), MOST)
            if card.guests[0] is not None and card.id == deal.table_of(card.guests[0]) and card.updated < ends
        ]
        told = [_result(card, opened, guest, may_look=may_look) for card, opened in finished]
        sign = 1 if deal.game.fewest_points_win else -1
        ranks: dict[tuple[int, int], int] = {}
        told.sort(key=lambda result: (result.place, sign * result.points, result.time))
        for rank, result in enumerate(told, 1):
            ranks.setdefault((result.place, result.points), rank)
        return [msgspec.structs.replace(result, rank=ranks[result.place, result.points]) for result in told]


def _result(card: Card, opened: int, guest: str | None, *, may_look: bool) -> messages.DealResult:
    summary = msgspec.json.decode(card.summary, type=projections.Summary)
    return messages.DealResult(
        rank=0,
        name=summary.seats[0].name,
        points=summary.scores[0],
        place=summary.places[0],
        time=max(0, card.updated - opened),
        you=card.guests[0] == guest,
        table=card.id if may_look else None,
    )


def _start(deal: Deal) -> messages.DealStart:
    """The first decision as the player's seat sees it, with the seats as they are called at a table."""
    match = beginning(deal)
    players = deal.setup.players
    automata = deal.game.automata(players, deal.options)
    seats = [messages.SeatInfo(seat, "guest" if seat == 0 else "bot", "") for seat in range(players)]
    seats += [messages.SeatInfo(seat, "automaton", name) for seat, name in enumerate(automata, start=players)]
    return messages.DealStart(deal.game.state.as_dict(match.view(0)), seats)
