"""Tells people that it is their turn: looks at the cards of tables, and sends what is due. Knows no game.

Everything is derived from what is stored, so after a crash the next look finds what the last one has missed. A notice
may be sent twice then, and is shown once: browsers replace it by its tag. Of several processes the one that holds a
table looks after it, since it knows who is there; a table that nobody holds is looked after by whoever is first.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

import msgspec

from tabbytop import games
from tabbytop.server.notices import letters, outgoing, push
from tabbytop.server.notices.hands import Errands, Hands
from tabbytop.server.notices.inviting import Inviter
from tabbytop.server.notices.letters import Letter, Turn
from tabbytop.server.notices.outgoing import TooMuch, Unsent
from tabbytop.server.notices.quiet import quiet_until
from tabbytop.server.notices.wishes import hears_of, is_choosy, read_habits, wish
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.operating.rounds import Rounds
from tabbytop.server.protocol.notices import HookWay, MailWay, NoticeHabits, PushWay
from tabbytop.server.storage.invited import Invited, InvitedBox
from tabbytop.server.storage.notices import NoticeBox, Seated, Wait, Way
from tabbytop.server.tables.projections import Summary

if TYPE_CHECKING:
    from tabbytop.server.notices.mail import MailServer

LOG = logging.getLogger("tabbytop.notices")
HOUR = 3_600_000
DAY = 24 * HOUR
"""What could not be told for so long is dropped; somebody who did not come for so long is reminded once."""
BACK_OFF = (60_000, 5 * 60_000, 15 * 60_000, HOUR)
"""Milliseconds before the next tries; the last of them again and again."""
TRYING = 120_000
"""Milliseconds for which a process that took a notice upon itself is trusted to send it."""
FAILURES = 3
"""Notices in a row that did not arrive, after which a way is not used any more."""
HANDS = 32
"""Notices under way at the same time."""
TRYING_HANDS = 8
"""Requests under way at the same time for which somebody waits: trials, and questions to e-mail addresses."""
UNCONFIRMED = "This address was not confirmed yet: open the link that was sent to it."

AnyWay = PushWay | HookWay | MailWay
read_way = msgspec.json.Decoder(AnyWay).decode
read_summary = msgspec.json.Decoder(Summary).decode


@dataclass(frozen=True)
class Manners:
    """How a bell behaves. Times are in seconds."""

    every: float = 3.0
    """Between two looks at the tables."""
    after: float = 20.0
    """Somebody who is waited for has so long to come before they are told."""
    private: bool = False
    """Whether notices may go to addresses in the host's own network."""


class Presence(Protocol):
    """Who looks at which table, and what happens there."""

    server: str
    """The name of this process, where there are several."""

    def is_looking(self, table_id: str, guest: str) -> bool:
        """Whether somebody looks at a table of this process now."""

    async def last_told(self, table_id: str, seats: Sequence[int]) -> str:
        """What those at other seats did last, in words that everybody may read; nothing if that cannot be said."""


class Bell:
    """Tells people that it is their turn, at the tables that no other process looks after.

    `may_send` says of a host to which something is sent whether it is not too much for it.
    """

    def __init__(
        self,
        box: NoticeBox,
        manners: Manners,
        mail: MailServer | None,
        metrics: Metrics,
        presence: Presence,
        may_send: Callable[[str], bool] = lambda host: True,
    ) -> None:
        self._box, self._manners, self._mail, self._metrics, self._presence = box, manners, mail, metrics, presence
        self._hands, self._trying_hands = Hands(HANDS, "notices"), Hands(TRYING_HANDS, "tried notices")
        self._errands = Errands()
        self._may_send = may_send
        self._vapid: bytes | None = None
        self._rounds = Rounds("notices", manners.every, self.look)
        self._invited = InvitedBox(box.store)
        self._inviter = Inviter(
            *(self._invited, box, self._send_one, self._waiting, self._errands),
            back_off=BACK_OFF, trying=TRYING, lasts=DAY,
        )  # fmt: skip

    async def close(self) -> None:
        """Stop; what is due is sent by whoever looks next."""
        await self._rounds.close()
        await self._errands.close()
        self._hands.close()
        self._trying_hands.close()

    async def finish(self) -> None:
        """Wait until what the last look has found is sent, or was tried."""
        await self._errands.finish()

    async def push_key(self) -> str:
        """What browsers need to know of the server's key."""
        return push.public_key(await self._key())

    @property
    def has_mail(self) -> bool:
        """Whether e-mail can be sent."""
        return self._mail is not None

    def check(self, way: AnyWay) -> None:
        """Refuse a way by which nothing can ever be sent."""
        match way:
            case PushWay():
                push.check(way)
                outgoing.check_address(way.endpoint, private=self._manners.private)
            case HookWay():
                outgoing.check_address(way.url, private=self._manners.private)
            case MailWay() if self._mail is None:
                raise Unsent("This server does not send e-mail.")

    async def try_out(self, way: Way, letter: Letter) -> None:
        """Send something for whose arrival somebody waits; otherwise as `send`."""
        await self._send(way, letter, (), self._trying_hands)

    async def send(self, way: Way, letter: Letter, waiting: Sequence[str]) -> None:
        """Send something by a way; returns when it has arrived, and raises `Unsent` if it has not.

        A browser is told all tables that wait, too.
        """
        await self._send(way, letter, waiting, self._hands)

    async def _send(self, way: Way, letter: Letter, waiting: Sequence[str], hands: Hands) -> None:
        kind = read_way(way.address)
        private = self._manners.private
        if not isinstance(kind, MailWay):
            host = urlsplit(kind.endpoint if isinstance(kind, PushWay) else kind.url).hostname or ""
            if not self._may_send(host):
                raise TooMuch(f"Too much is sent to {host} from here; it is tried again.", again=True)
        match kind:
            case PushWay():
                await self._push(way, kind, letters.for_browser(letter, waiting), hands)
            case HookWay():
                body, headers = letters.for_service(kind.service, letter, way.site, way.secret)
                await hands.do(way.guest, lambda: outgoing.post(kind.url, body, headers, private=private))
            case MailWay():
                server = self._mail
                if server is None:
                    raise Unsent("This server does not send e-mail any more.")
                await hands.do(way.guest, lambda: server.send(kind.address, letter, way.site))

    async def _push(self, way: Way, to: PushWay, said: bytes, hands: Hands) -> None:
        body, headers = push.sealed(to, said, await self._key())
        await hands.do(way.guest, lambda: outgoing.post(to.endpoint, body, headers, private=self._manners.private))

    async def _key(self) -> bytes:
        if self._vapid is None:
            self._vapid = await self._box.secret("vapid", push.new_key())
        return self._vapid

    async def invite(self, guest: str, by: str, table_id: str) -> None:
        """Somebody asks a guest to a table: they are told if they want to hear that, at the next look."""
        now = _now()
        await self._invited.add(Invited(guest, table_id, by, now, now))

    # ------------------------------------------------------------ looking

    async def look(self) -> None:
        """Look at every table that has changed, and begin to send what is due.

        Those for whom something is still under way are looked at the next time.
        """
        now = _now()
        await self._inviter.look(now, self._presence.server, self._presence.is_looking)
        looked = await self._box.look(now, self._presence.server)
        found = [seated for seated in looked if seated.guest not in self._errands]
        if not found:
            return
        guests = sorted({seated.guest for seated in found})
        kept = await self._box.habits_of(guests)
        habits = {guest: read_habits(kept[guest]) if guest in kept else NoticeHabits() for guest in guests}
        silenced = await self._silenced(found, habits)
        changed: list[tuple[Wait, Seated]] = []
        due: list[tuple[Wait, Seated]] = []
        for seated in found:
            looks = self._presence.is_looking(seated.table_id, seated.guest)
            told = habits[seated.guest]
            if (seated.guest, seated.table_id) in silenced:
                told = msgspec.structs.replace(told, muted=[seated.table_id])
            wait, is_due = self._judged(seated, told, now, is_looking=looks)
            (due if is_due else changed).append((wait, seated))
        both = changed + due
        mine = await self._box.keep([wait for wait, _ in both], [seated.wait for _, seated in both])
        taken = {(wait.guest, wait.table_id) for wait in mine}
        to_tell = defaultdict(list)
        for wait, seated in due:
            if (wait.guest, wait.table_id) in taken:
                to_tell[wait.guest].append((wait, seated))
        over = {
            wait.guest for wait, seated in changed if (wait.guest, wait.table_id) in taken and _is_over(wait, seated)
        }
        for guest, turns in to_tell.items():
            self._errands.start(guest, self._tell(guest, turns, habits[guest]))
        for guest in sorted(over - set(to_tell)):
            self._errands.start(guest, self._take_away(guest))

    async def _silenced(self, found: Sequence[Seated], habits: dict[str, NoticeHabits]) -> set[tuple[str, str]]:
        """Those of some guests, with the table, who want to hear of nobody else there."""
        choosy = [seated for seated in found if is_choosy(habits[seated.guest])]
        if not choosy:
            return set()
        company = await self._box.guests_at(sorted({seated.table_id for seated in choosy}))
        finished = await self._box.finished_with(sorted({seated.guest for seated in choosy}))
        return {
            (seated.guest, seated.table_id)
            for seated in choosy
            if all(
                wish(habits[seated.guest], seated.guest, other, finished[seated.guest]) == "never"
                for other in company.get(seated.table_id, set()) - {seated.guest}
            )
        }

    def _judged(self, seated: Seated, habits: NoticeHabits, now: int, *, is_looking: bool) -> tuple[Wait, bool]:
        """What is to be kept of somebody at a table, and whether they are to be told now."""
        summary, wait = read_summary(seated.summary), seated.wait
        is_turn = seated.stage == "playing" and hears_of(habits, seated.table_id) and _waits(summary, seated.mine)
        if not is_turn:
            return Wait(seated.guest, seated.table_id, seated.last, 0, now, None), False
        if wait is None or wait.moment != summary.moment:
            begins = now + int(1000 * self._manners.after)
            shown = wait is not None and wait.shown
            return Wait(seated.guest, seated.table_id, seated.last, summary.moment, now, begins, shown=shown), False
        wait = replace(wait, seq=seated.last)
        if wait.due is None or wait.due > now:
            return wait, False
        if is_looking:
            return replace(wait, due=now + int(1000 * self._manners.after)), False
        quiet = quiet_until(habits.quiet, now)
        if quiet is not None:
            return replace(wait, due=quiet), False
        return replace(wait, due=now + TRYING, tries=wait.tries + 1), True

    # ------------------------------------------------------------ telling

    async def _tell(self, guest: str, turns: Sequence[tuple[Wait, Seated]], habits: NoticeHabits) -> None:
        """Tell somebody of all tables that are due, as one notice for each way, and keep what became of it."""
        told: dict[str, set[str]] = {wait.table_id: set(wait.told.split()) for wait, _ in turns}
        unsent: dict[str, set[str]] = defaultdict(set)
        waiting = await self._waiting(guest)
        described = [(wait, await self._turn(wait, seated, habits)) for wait, seated in turns]
        for way in await self._box.ways_of([guest]):
            news = [(wait, turn) for wait, turn in described if way.id not in told[wait.table_id]]
            if way.off is not None or not news:
                continue
            is_last = any(_next_try(wait, _now()) is None for wait, _ in news)
            letter = letters.letter([turn for _, turn in news])
            arrived, again = await self._send_one(way, letter, waiting, is_last=is_last)
            for wait, _ in news:
                if arrived:
                    told[wait.table_id].add(way.id)
                elif again:
                    unsent[wait.table_id].add(way.id)
        now = _now()
        after = [self._after(wait, told[wait.table_id], bool(unsent[wait.table_id]), habits, now) for wait, _ in turns]
        await self._box.keep(after, [wait for wait, _ in turns])

    async def _turn(self, wait: Wait, seated: Seated, habits: NoticeHabits) -> Turn:
        summary = read_summary(seated.summary)
        others = tuple(
            seat.name for seat in summary.seats if seat.kind == "guest" and seat.seat not in seated.mine and seat.name
        )
        began = wait.since + int(1000 * self._manners.after)
        game = games.load(seated.game).name
        return Turn(
            seated.table_id,
            f"{game}, {summary.name}" if summary.name else game,
            others,
            wait.reminded,
            told=await self._presence.last_told(seated.table_id, seated.mine),
            overnight=quiet_until(habits.quiet, began) is not None,
        )

    async def _waiting(self, guest: str) -> list[str]:
        """All tables that wait for somebody."""
        mine: defaultdict[str, list[int]] = defaultdict(list)
        cards: dict[str, bytes] = {}
        for table_id, seat, summary in await self._box.playing(guest):
            mine[table_id].append(seat)
            cards[table_id] = summary
        return [table_id for table_id, card in cards.items() if _waits(read_summary(card), mine[table_id])]

    async def _take_away(self, guest: str) -> None:
        """Somebody has played, wherever: notices that browsers show of it are to go. It does not matter much."""
        waiting = await self._waiting(guest)
        for way in await self._box.ways_of([guest]):
            kind = read_way(way.address)
            if way.off is None and isinstance(kind, PushWay) and push.may_be_silent(kind):
                with contextlib.suppress(Unsent):
                    await self._push(way, kind, letters.no_news(waiting), self._hands)

    async def _send_one(self, way: Way, letter: Letter, waiting: Sequence[str], *, is_last: bool) -> tuple[bool, bool]:
        """Whether it has arrived, and if not, whether it may another time. A notice whose last try does not arrive is
        lost, and the way has failed."""
        try:
            await self.send(way, letter, waiting)
        except Unsent as problem:
            outcome = "gone" if problem.gone else "again" if problem.again else "refused"
            self._metrics.notices.labels(outcome).inc()
            kind = read_way(way.address).__struct_config__.tag
            LOG.info("a notice by %s did not arrive: %s, status %s", kind, outcome, problem.status)
            if not problem.again or (is_last and not isinstance(problem, TooMuch)):
                await self._note_failure(way, problem)
            return False, problem.again
        self._metrics.notices.labels("sent").inc()
        if way.failures:
            await self._box.change_way(way, failures=0)
        return True, False

    async def _note_failure(self, way: Way, problem: Unsent) -> None:
        """A browser that is gone is forgotten; another way is switched off after a few failures, and says so."""
        if problem.gone and isinstance(read_way(way.address), PushWay):
            await self._box.remove_way(way.guest, way.id)
            return
        failures = way.failures + 1
        off = f"Switched off: {problem}" if problem.gone or failures >= FAILURES else None
        await self._box.change_way(way, failures=failures, off=off)

    def _after(self, wait: Wait, told: set[str], unsent: bool, habits: NoticeHabits, now: int) -> Wait:
        """What remains to be done when everything was tried once."""
        due: int | None = None
        tries, words, reminded = wait.tries, "".join(f"{way} " for way in sorted(told)), wait.reminded
        since = wait.since
        if unsent:
            due = _next_try(wait, now)
        if due is None and told and habits.reminder and not reminded:
            due = since = now + DAY
            tries, words, reminded = 0, "", True
        shown = wait.shown or bool(told)
        return replace(wait, since=since, due=due, tries=tries, told=words, reminded=reminded, shown=shown)


def _now() -> int:
    return time.time_ns() // 1_000_000


def _next_try(wait: Wait, now: int) -> int | None:
    """When a notice that did not arrive is tried again; never when it would be more than a day late."""
    due = now + BACK_OFF[min(wait.tries, len(BACK_OFF)) - 1]
    return due if due < wait.since + DAY else None


def _waits(summary: Summary, mine: Sequence[int]) -> bool:
    """Whether the table waits for one of these seats, where no bot stands in."""
    return summary.turn in mine and all(seat.level is None for seat in summary.seats if seat.seat == summary.turn)


def _is_over(wait: Wait, seated: Seated) -> bool:
    """Whether somebody was told of a turn that is over now."""
    return wait.moment == 0 and seated.wait is not None and seated.wait.shown
