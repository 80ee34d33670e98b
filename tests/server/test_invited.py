"""Invitations by name: told after quiet hours, tried again, told once, and dropped when they are worth nothing.

On both databases, with a clock of the test's own and a post office that does what it is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from tabbytop.kit.marks import fault
from tabbytop.server.notices.hands import Errands
from tabbytop.server.notices.inviting import Inviter
from tabbytop.server.notices.letters import Letter
from tabbytop.server.notices.wishes import hears_of, wish
from tabbytop.server.protocol.messages import NoticeHabits, QuietHours
from tabbytop.server.storage.invited import Invited, InvitedBox
from tabbytop.server.storage.notices import NoticeBox, Way, person_id
from tabbytop.server.storage.profiles import Guest, Profiles
from tabbytop.server.storage.store import Store
from tests.server.stores import card, entry, token

pytestmark = pytest.mark.anyio
ANN, BEN, TABLE, WORDS = "ann", "ben", "t" * 16, "acorn-basket-tabby-zebra-toast"
MINUTE, HOUR = 60_000, 3_600_000
NOON = 20_000 * 24 * HOUR + 12 * HOUR
SEATS = [{"seat": 0, "kind": "guest", "name": "Ann"}, {"seat": 1, "kind": "friend", "name": ""}]
NIGHT = QuietHours(11 * 60, 14 * 60, "UTC")


class Office:
    """Two people, a table with a free seat, and all that is sent."""

    def __init__(self, store: Store) -> None:
        self.store, self.box, self.invited = store, NoticeBox(store), InvitedBox(store)
        self.sent: list[tuple[str, Letter]] = []
        self.answers: list[tuple[bool, bool]] = []
        self.was_last = False
        self.errands = Errands()

    async def send(self, way: Way, letter: Letter, waiting: Sequence[str], *, is_last: bool) -> tuple[bool, bool]:
        self.sent.append((way.id, letter))
        self.was_last = is_last
        return self.answers.pop(0) if self.answers else (True, False)

    async def waiting(self, guest: str) -> list[str]:
        return []

    def inviter(self) -> Inviter:
        """One process that looks; the next one knows nothing of it."""
        return Inviter(
            *(self.invited, self.box, self.send, self.waiting, self.errands),
            back_off=(MINUTE, 5 * MINUTE), trying=MINUTE, lasts=24 * HOUR,
        )  # fmt: skip

    async def look(self, now: int, *, looking: bool = False) -> list[str]:
        """By which ways something is sent when somebody looks at that time."""
        self.sent.clear()
        await self.inviter().look(now, "", lambda table, guest: looking)
        await self.errands.finish()
        return [way for way, _ in self.sent]

    async def left(self) -> list[Invited]:
        return [asked.invited for asked in await self.invited.due(2**60, "")]

    async def want(self, **habits: Any) -> None:
        await self.box.keep_habits(BEN, msgspec.json.encode(NoticeHabits(**habits)))

    async def lay(self, stage: str = "lobby", guests: tuple[str | None, ...] = (ANN, None), seq: int = 1) -> None:
        summary = msgspec.json.encode({"seats": SEATS, "turn": None})
        laid = card(TABLE, stage=stage, guests=guests, summary=summary, invite=WORDS)
        await self.store.append(TABLE, [entry(seq)], laid)


@pytest.fixture
async def office(store: Store) -> Office:
    made = Office(store)
    for name in (ANN, BEN):
        await Profiles(store).add_guest(Guest(name, name.title(), 0), token(name, name))
    await made.lay()
    for way in ("one", "two"):
        await made.box.add_way(Way(way, BEN, way.encode(), b"", "", 0), 8)
    await made.want(people={person_id(BEN, ANN): "always"})
    await made.invited.add(Invited(BEN, TABLE, ANN, NOON, NOON))
    return made


ALWAYS = {person_id(BEN, ANN): "always"}


async def test_an_invitation_in_quiet_hours_is_told_at_their_end_and_once(office: Office):
    await office.want(people=ALWAYS, quiet=NIGHT)
    assert await office.look(NOON) == []
    assert await office.look(NOON + HOUR) == []
    assert await office.look(NOON + 2 * HOUR) == ["one", "two"]
    (_, letter), _ = office.sent
    assert (letter.title, letter.path) == ("Cat Cab: Ann invites you", f"/t/{WORDS}")
    assert await office.look(NOON + 3 * HOUR) == []
    assert await office.left() == []


async def test_what_did_not_arrive_is_tried_again_by_that_way_alone_and_for_a_day(office: Office):
    office.answers = [(True, False), (False, True)]
    assert await office.look(NOON) == ["one", "two"]
    assert await office.look(NOON + MINUTE - 1) == []
    office.answers = [(False, True)]
    assert await office.look(NOON + MINUTE) == ["two"]
    assert await office.look(NOON + 6 * MINUTE) == ["two"], "and now it has arrived"
    assert await office.look(NOON + HOUR) == []
    await office.invited.add(Invited(BEN, TABLE, ANN, NOON, NOON))
    office.answers = 4 * [(False, True)]
    assert await office.look(NOON) == ["one", "two"]
    assert await office.look(NOON + 24 * HOUR) == [], "a day later nobody wants to hear it"
    assert await office.left() == []
    await office.invited.add(Invited(BEN, TABLE, ANN, NOON, NOON + 24 * HOUR - MINUTE))
    office.answers = 2 * [(False, True)]
    assert await office.look(NOON + 24 * HOUR - MINUTE) == ["one", "two"]
    assert office.was_last
    assert await office.left() == [], "the next try would come too late"


async def test_of_two_processes_that_look_at_once_one_tells(office: Office):
    (asked,) = await office.invited.due(NOON, "")
    mine = replace(asked.invited, due=NOON + MINUTE, tries=1)
    assert await office.invited.keep(mine, asked.invited)
    assert not await office.invited.keep(mine, asked.invited), "the other one was quicker"
    assert await office.look(NOON) == []
    assert await office.look(NOON + MINUTE) == ["one", "two"], "one that died meanwhile has not told it"


@pytest.mark.parametrize("why", ["started", "sits", "looks", "unwanted"])
async def test_an_invitation_that_is_worth_nothing_any_more_is_dropped(office: Office, why: str):
    if why == "started":
        await office.lay("playing", seq=2)
    if why == "sits":
        await office.lay(guests=(ANN, BEN), seq=2)
    if why == "unwanted":
        await office.want()
    assert await office.look(NOON, looking=why == "looks") == []
    assert await office.left() == []


@fault("F66")
@pytest.mark.parametrize("who", [ANN, BEN])
async def test_a_deleted_profile_invites_nobody_and_is_not_invited(office: Office, who: str):
    await Profiles(office.store).say_goodbye(who, NOON)
    assert await office.left() == []


async def test_strangers_are_those_with_whom_no_game_was_finished(office: Office):
    habits = NoticeHabits(strangers="never", people={person_id(BEN, "cleo"): "turns"})
    assert wish(habits, BEN, ANN, set()) == "never"
    assert wish(habits, BEN, ANN, {ANN}) == "turns"
    assert wish(habits, BEN, "cleo", set()) == "turns", "what was chosen for somebody counts"
    assert await office.box.finished_with([ANN, BEN]) == {ANN: set(), BEN: set()}
    await office.lay("over", (ANN, BEN), seq=2)
    assert await office.box.finished_with([ANN, BEN]) == {ANN: {BEN}, BEN: {ANN}}
    await office.lay(seq=3)
    await office.want(strangers="always")
    assert await office.look(NOON) == ["one", "two"], "of strangers one may want to hear invitations, too"


def test_new_tables_may_be_silent():
    habits = NoticeHabits(new_tables=False, listened=["a" * 16, "b" * 16], muted=["b" * 16])
    assert [hears_of(habits, letter * 16) for letter in "abc"] == [True, False, False]
    assert hears_of(NoticeHabits(), "c" * 16)
