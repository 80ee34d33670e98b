"""Tells people that they are invited: after their quiet hours, and again where it did not arrive. Knows no game.

An invitation is kept like a turn that is waited for, so neither a crash nor a service that is down loses it. Whoever
invites learns nothing of all this.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Protocol

import msgspec

from tabbytop import games
from tabbytop.server.notices import letters
from tabbytop.server.notices.hands import Errands
from tabbytop.server.notices.letters import Letter
from tabbytop.server.notices.quiet import quiet_until
from tabbytop.server.notices.wishes import read_habits, wish
from tabbytop.server.protocol.notices import NoticeHabits
from tabbytop.server.storage.invited import Asked, InvitedBox
from tabbytop.server.storage.notices import NoticeBox, Way
from tabbytop.server.tables.projections import Summary

read_summary = msgspec.json.Decoder(Summary).decode


class Send(Protocol):
    """Sends something."""

    async def __call__(self, way: Way, letter: Letter, waiting: Sequence[str], *, is_last: bool) -> tuple[bool, bool]:
        """Whether it has arrived, and if not, whether it may another time; the last try is said to be it."""


class Inviter:
    """Tells invitations that are due. `back_off` are milliseconds before the next tries, `trying` those of one try."""

    def __init__(
        self,
        invited: InvitedBox,
        box: NoticeBox,
        send: Send,
        waiting: Callable[[str], Awaitable[list[str]]],
        errands: Errands,
        *,
        back_off: Sequence[int],
        trying: int,
        lasts: int,
    ) -> None:
        self._invited, self._box, self._send, self._waiting = invited, box, send, waiting
        self._errands = errands
        self._back_off, self._trying, self._lasts = back_off, trying, lasts

    async def look(self, now: int, server: str, is_looking: Callable[[str, str], bool]) -> None:
        """See to every invitation that is due, at the tables of this process and of none; begin to tell them."""
        found = await self._invited.due(now, server)
        if not found:
            return
        guests = sorted({asked.invited.guest for asked in found})
        kept = await self._box.habits_of(guests)
        habits = {guest: read_habits(kept[guest]) if guest in kept else NoticeHabits() for guest in guests}
        finished = await self._box.finished_with(guests)
        for asked in found:
            invited, theirs = asked.invited, habits[asked.invited.guest]
            is_wanted = wish(theirs, invited.guest, invited.inviter, finished[invited.guest]) == "always"
            is_late = now - invited.since >= self._lasts
            if not is_wanted or is_late or not _is_open(asked) or is_looking(invited.table_id, invited.guest):
                await self._invited.forget(invited)
            elif invited.guest not in self._errands:
                self._errands.start(invited.guest, self._tell(asked, theirs, now))

    async def _tell(self, asked: Asked, habits: NoticeHabits, now: int) -> None:
        invited = asked.invited
        quiet = quiet_until(habits.quiet, now)
        if quiet is not None:
            await self._invited.keep(replace(invited, due=quiet), invited)
            return
        mine = replace(invited, due=now + self._trying, tries=invited.tries + 1)
        if not await self._invited.keep(mine, invited):
            return
        told, unsent = set(mine.told.split()), False
        letter = letters.invitation(
            games.load(asked.game).name, asked.name, mine.table_id, asked.words or mine.table_id
        )
        waiting = await self._waiting(mine.guest)
        again_at = now + self._back_off[min(mine.tries, len(self._back_off)) - 1]
        is_last = again_at >= mine.since + self._lasts
        for way in await self._box.ways_of([mine.guest]):
            if way.off is not None or way.id in told:
                continue
            arrived, again = await self._send(way, letter, waiting, is_last=is_last)
            if arrived:
                told.add(way.id)
            unsent = unsent or again
        if not unsent or is_last:
            await self._invited.forget(mine)
            return
        await self._invited.keep(replace(mine, due=again_at, told="".join(f"{way} " for way in sorted(told))), mine)


def _is_open(asked: Asked) -> bool:
    """Whether the invitation is worth anything still."""
    kinds = {seat.kind for seat in read_summary(asked.summary).seats}
    return asked.stage == "lobby" and not asked.sits and asked.name != "" and bool(kinds & {"friend", "open"})
