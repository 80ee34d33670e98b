"""Plans: steps that only their player knows of until a move makes them public, and that leave no trace when they are
taken back again. In Patrician a turn is planned like that.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabbytop.engine.luck import SealedLuck
from tabbytop.engine.seats import SPECTATOR
from tabbytop.kit.marks import fault
from tabbytop.server.http import api
from tabbytop.server.http.app import Application
from tabbytop.server.http.picture_cards import PictureCard
from tabbytop.server.operating.serve import database_in
from tabbytop.server.operating.settings import Settings
from tabbytop.server.protocol import messages
from tabbytop.server.protocol.messages import Answer, Friend, Me, Say, Sit, Start, Takeback, Undo
from tabbytop.server.runtime import audience, scheduler
from tabbytop.server.runtime.loading import replayed
from tabbytop.server.storage import store
from tabbytop.server.storage.store import Store
from tabbytop.server.tables import projections
from tabbytop.server.tables import table as table_module
from tabbytop.server.tables.decisions import Transition
from tabbytop.server.tables.seating import Person
from tabbytop.server.tables.table import PlannedSteps, Table
from tests.server import plants
from tests.server.evenings import ANN, BEN, EVE, Evening, duel, picture
from tests.server.wires import Wire

LONG = 3600.0


def plan(evening: Evening, person: Person, choice: int = 0) -> int:
    """Let somebody plan a turn up to the card to be taken; how many steps that takes."""
    steps = 0
    while not can_take(evening):
        evening.play(person, choice if steps == 0 else 0)
        steps += 1
    return steps


def can_take(evening: Evening) -> bool:
    families = {evening.table.game.moves.family(move).name for move in evening.match.legal(evening.deciding)}
    return not families.isdisjoint({"take", "take_none"})


def finish_turn(evening: Evening, person: Person) -> None:
    seat = evening.deciding
    while evening.table.facts.stage == "playing" and evening.deciding == seat:
        evening.play(person)


def heard(evening: Evening, person: Person) -> list[messages.Event]:
    """What somebody hears of the last command."""
    mine = evening.table.seats_of(person.guest)
    projection = projections.Projection(evening.table, mine[0] if mine else SPECTATOR)
    return projection.project((0, transition) for transition in evening.last)


def now(evening: Evening, person: Person) -> messages.Now:
    mine = evening.table.seats_of(person.guest)
    return projections.now(evening.table, mine[0] if mine else SPECTATOR, None)


@pytest.fixture
def evening(known_luck: None) -> Evening:
    """Ann and Ben at Patrician, and it is Ann's turn."""
    return duel(game="patrician")


# ---------------------------------------------------------------- nobody else hears of them


def test_only_the_planner_hears_of_planned_steps_and_counts_them(evening: Evening):
    seq, ply = evening.seq, evening.match.ply
    assert now(evening, BEN).seq == now(evening, ANN).seq == seq
    steps = plan(evening, ANN)
    assert steps >= 2
    assert len(heard(evening, ANN)) == 1
    assert (now(evening, ANN).seq, now(evening, ANN).ply) == (seq + steps, ply + steps)
    for other in (BEN, EVE):
        assert heard(evening, other) == []
        assert (now(evening, other).seq, now(evening, other).ply) == (seq, ply)


def test_steps_that_are_taken_back_are_taken_back_for_the_planner_alone(evening: Evening):
    seq, ply = evening.seq, evening.match.ply
    steps = plan(evening, ANN)
    evening.do(ANN, Undo("k", evening.known(ANN)))
    (undone,) = heard(evening, ANN)
    assert isinstance(undone, messages.Undone)
    assert (undone.seq, undone.ply) == (seq + steps + 1, ply + steps - 1)
    evening.do(ANN, Undo("k", evening.known(ANN), turn=True))
    assert evening.match.ply == ply
    assert evening.table.facts.plan == PlannedSteps(evening.deciding, 0)
    assert heard(evening, BEN) == heard(evening, EVE) == []
    assert (now(evening, BEN).seq, now(evening, BEN).ply) == (seq, ply)


def test_planning_and_taking_back_for_long_makes_a_table_no_larger(evening: Evening):
    """Whoever cannot decide costs nobody anything: neither room, nor time with everything that is numbered."""
    seq = evening.seq
    for number in range(100):
        evening.play(ANN)
        evening.do(ANN, Undo(f"k{number}", evening.known(ANN)))
        if number == 49:
            evening.do(BEN, Say("k", "purr"))
    assert len(evening.table.facts.private) == 2, "one run before the phrase, and one after it"
    assert now(evening, BEN).seq == now(evening, EVE).seq == seq + 1
    assert evening.known(ANN) == evening.seq == seq + 201
    mine, others = evening.table.seats_of(ANN.guest), evening.table.seats_of(BEN.guest)
    told = [evening.table.number(event, others) for event in range(seq, evening.seq + 1)]
    assert told == [seq] * 101 + [seq + 1] * 101
    assert [evening.table.number(event, mine) for event in (seq, seq + 7)] == [seq, seq + 7]


def test_the_move_that_ends_a_plan_says_how_many_moves_it_passes_over(evening: Evening):
    seq, ply = evening.seq, evening.match.ply
    plan(evening, ANN)
    evening.do(ANN, Undo("k", evening.known(ANN), turn=True))
    steps = plan(evening, ANN, choice=-1)
    evening.play(ANN)
    for person, passed, number in ((ANN, 0, evening.known(ANN)), (BEN, steps, seq + 1), (EVE, steps, seq + 1)):
        first = heard(evening, person)[0]
        assert isinstance(first, messages.Moved)
        assert first.ply == ply + steps
        assert first.passed == passed
        assert heard(evening, person)[-1].seq == evening.known(person) >= number
        assert first.seq == heard(evening, person)[-1].seq - len(heard(evening, person)) + 1
        assert now(evening, person).ply == evening.match.ply
    assert heard(evening, BEN)[0].seq == seq + 1


def test_what_others_do_during_a_plan_is_numbered_as_if_there_were_none(evening: Evening):
    seq = evening.seq
    plan(evening, ANN)
    evening.do(BEN, Say("k", "purr"))
    assert [event.seq for event in heard(evening, BEN)] == [seq + 1]
    assert [event.seq for event in heard(evening, ANN)] == [evening.known(ANN)] == [evening.seq]


def test_a_table_wakes_with_its_plan(evening: Evening):
    plan(evening, ANN)
    evening.do(ANN, Undo("k", evening.known(ANN)))
    for woken in (replayed("table", evening.bodies), Table.from_snapshot(evening.table.snapshot())):
        assert woken is not None
        assert picture(woken) == picture(evening.table)
        assert woken.facts.plan.steps > 0


# ---------------------------------------------------------------- taking back, with others at the table


def test_a_question_is_not_ended_by_steps_that_nobody_sees(evening: Evening):
    finish_turn(evening, ANN)
    taken = evening.match.last_decision(evening.table.seats_of(ANN.guest)[0])
    evening.do(ANN, Takeback("k", evening.known(ANN)))
    question = now(evening, ANN).takeback
    plan(evening, BEN)
    assert now(evening, ANN).takeback == now(evening, BEN).takeback == question
    number = evening.table.number(evening.table.facts.asked_at, evening.table.seats_of(BEN.guest))
    assert evening.refuses(BEN, Answer("k", number - 1, agree=True)).code == "stale"
    evening.do(BEN, Answer("k", evening.known(BEN), agree=True))
    assert evening.match.ply == taken
    undone = heard(evening, ANN)[-1]
    assert isinstance(undone, messages.Undone)
    assert evening.table.facts.plan.seat in evening.table.seats_of(ANN.guest)


def test_the_move_that_everybody_sees_ends_it(evening: Evening):
    finish_turn(evening, ANN)
    evening.do(ANN, Takeback("k", evening.known(ANN)))
    finish_turn(evening, BEN)
    assert now(evening, ANN).takeback is None


def test_an_own_plan_is_taken_back_without_asking(evening: Evening):
    finish_turn(evening, ANN)
    plan(evening, BEN)
    refused = evening.refuses(BEN, Takeback("k", evening.known(BEN)))
    assert (refused.code, "yourself" in str(refused)) == ("no_undo", True)


def test_a_committed_turn_that_is_taken_back_is_a_plan_again(evening: Evening):
    """The others know only that the turn has not ended; how far the plan goes is the planner's business once more."""
    ply = evening.match.ply
    steps = plan(evening, ANN)
    evening.play(ANN)
    evening.do(ANN, Takeback("k", evening.known(ANN)))
    evening.do(BEN, Answer("k", evening.known(BEN), agree=True))
    assert evening.match.ply == ply + steps
    assert evening.table.facts.plan == PlannedSteps(evening.deciding, steps)
    undone = {person.guest: heard(evening, person)[-1] for person in (ANN, BEN)}
    assert [getattr(undone[guest], "ply", None) for guest in ("ann", "ben")] == [ply + steps, ply]
    assert now(evening, BEN).ply == ply
    evening.do(ANN, Undo("k", evening.known(ANN), turn=True))
    assert heard(evening, BEN) == []
    again = plan(evening, ANN, choice=-1)
    evening.play(ANN)
    moved = heard(evening, BEN)[0]
    assert isinstance(moved, messages.Moved)
    assert (moved.ply - moved.passed, moved.passed) == (ply, again)


def test_who_holds_several_seats_hears_of_the_plans_of_all_of_them(known_luck: None):
    evening = Evening(Me(), Me(), Friend(), game="patrician")
    evening.do(BEN, Sit("k"))
    evening.do(ANN, Start("k"))
    while evening.deciding not in evening.table.seats_of(ANN.guest):
        finish_turn(evening, BEN)
    seq = evening.known(BEN)
    for seat in evening.table.seats_of(ANN.guest):
        assert evening.table.seats_at(seat) == [0, 1]
    plan(evening, ANN)
    assert evening.known(ANN) == evening.table.number(evening.seq, [0, 1])
    assert len(heard(evening, ANN)) == 1
    assert evening.known(BEN) == seq


# ---------------------------------------------------------------- clocks


@fault("F55")
def test_the_time_of_a_plan_is_charged_with_the_move_that_ends_it(known_luck: None):
    evening = duel(game="patrician", clock="timed")
    bank = evening.table.facts.places[evening.deciding].bank
    seat, spent = evening.deciding, 0
    while not can_take(evening):
        spent += 2000
        evening.play(ANN, spent=spent)
        assert evening.table.facts.places[seat].bank == bank
    evening.do(ANN, Undo("k", evening.known(ANN)), spent=spent + 500)
    assert evening.table.facts.places[seat].bank == bank
    evening.play(ANN, spent=spent + 1000)
    evening.play(ANN, spent=spent + 3000)
    assert evening.table.facts.places[seat].used == spent + 3000


# ---------------------------------------------------------------- F26, F55: over the wire, not a byte of difference


class Watch:
    """The time of an evening, on the wall and of clocks at tables, in milliseconds. It passes when it is told to."""

    def __init__(self) -> None:
        self.ms = 1_700_000_000_000

    def ns(self) -> int:
        return self.ms * 10**6

    def time_ns(self) -> int:
        return self.ns()

    def monotonic(self) -> float:
        return self.ms / 1000


class Visit:
    """A game of Patrician between Ann and Ben, and everything that one of them or a spectator heard of it.

    Whoever else is on turn may dither: plan something else, take it back, ask for hints. None of it may be seen: not
    in what is heard, nor in what can be asked for, clocks and lists of tables included.
    """

    def __init__(
        self, wire: Wire, tell: Callable[[str, list[int]], Any], viewer: str, watch: Watch, *, clock: str, dithers: bool
    ) -> None:
        self.heard: list[bytes] = []
        self.newest: dict[str, int] = {}
        self._wire, self._viewer, self._dithers = wire, viewer, dithers
        self._watch, self._clock = watch, clock
        self._tell = tell
        """What notices to seats tell of a table."""
        self._seats = {"Ann": [0], "Ben": [1]}.get(viewer, [])
        self._tokens: dict[str, str] = {}
        self._table = self._id = ""
        self._keys = {name: itertools.count() for name in ("Ann", "Ben", "Eve")}

    async def spend(self) -> None:
        for name in ("Ann", "Ben", "Eve"):
            self._tokens[name] = (await self._wire.post("/api/guests", None, {"name": name}))["token"]
        wish = {"key": "open", "game": "patrician", "seats": [{"type": "me"}, {"type": "friend"}], "listed": True}
        wish["clock"] = self._clock
        opened = await self._wire.post("/api/tables", self._tokens["Ann"], wish)
        self._id = opened["id"]
        self._table = f"/api/tables/{self._id}"
        mine = self._tokens[self._viewer]
        async with (
            self._wire.stream(f"{self._table}/stream", mine) as stream,
            self._wire.socket(f"{self._table}/socket", mine) as ear,
        ):
            await self._do("Ben", "sit", invite=opened["invite"])
            await self._do("Ann", "start")
            self._watch.ms += 1000
            other = {"key": "other", "game": "cat-cab", "seats": [{"type": "me"}, {"type": "me"}], "listed": True}
            await self._wire.post("/api/tables", self._tokens["Eve"], other)
            for _ in range(6):
                await self._turn()
                await ear.catch_up()
            for since in range(1, 40, 3):
                async with self._wire.socket(f"{self._table}/socket?since={since}", mine) as late:
                    await late.catch_up()
                self.heard += late.heard
        self.heard += ear.heard + stream.heard
        for name in ("Ann", "Ben"):
            self.newest[name] = (await self._now(name))["seq"]

    async def _turn(self) -> None:
        seat = (await self._now("Ann"))["actor"]
        player, other = ("Ann", "Ben") if seat == 0 else ("Ben", "Ann")
        if player != self._viewer:
            if self._viewer != "Eve":
                await self._wire.post(f"/api/me/games/{self._id}/clear", self._tokens[self._viewer], None)
            for _ in range(2):
                since = self._watch.ms
                await self._dither(player)
                self._watch.ms = since + 60_000
                await self._look()
            await self._do(self._viewer if self._viewer != "Eve" else other, "say", phrase="purr")
            await self._take_back(player)
            self._watch.ms += 7000
        while (now := await self._now(player))["actor"] == seat:
            self._watch.ms += 3000
            is_committing = any(word in str(now["choices"][0]["move"]) for word in ("take", "after", "messenger"))
            await self._do(player, "play", move=now["choices"][0]["move"])
            if player != self._viewer and not is_committing:
                await self._look()
        await self._look()

    async def _dither(self, player: str) -> None:
        """Plan something else, as far as that goes, after a step back if there is one, and ask for advice about it."""
        if not self._dithers:
            return
        if (await self._now(player))["undo"]:
            self._watch.ms += 1234
            await self._do(player, "undo")
        moves = [choice["move"] for choice in (await self._now(player))["choices"]]
        while not any("take" in move or "take_none" in move for move in moves):
            self._watch.ms += 2345
            await self._do(player, "play", move=moves[-1])
            moves = [choice["move"] for choice in (await self._now(player))["choices"]]
        await self._do(player, "hint")

    async def _take_back(self, player: str) -> None:
        """Take back what was planned."""
        if self._dithers:
            await self._do(player, "undo", turn=True)

    async def _look(self) -> None:
        """Ask for everything that there is to ask for, allowed or not."""
        ply = (await self._now(self._viewer))["ply"]
        moments = [f"/moments/{at}" for at in (*range(ply - 2, ply + 6), 999)]
        routes = ["", "/log", "/glance", "/record", *moments]
        picture = f"/previews/t/{self._id}.png"
        for path in ("/api/tables", "/api/me/games", picture, *(self._table + route for route in routes)):
            self.heard.append(await self._wire.ask("GET", path, self._tokens[self._viewer]))
        self.heard.append(self._id.encode() + (await self._tell(self._id, self._seats)).encode())
        for seat in (0, 1):
            body = {"type": "explain", "key": f"v{next(self._keys[self._viewer])}", "of": seat}
            self.heard.append(await self._wire.ask("POST", f"{self._table}/commands", self._tokens[self._viewer], body))
        known = (await self._now(self._viewer))["seq"]
        for seq in range(known - 1, known + 5):
            for kind in ("undo", "play"):
                body = {"type": kind, "key": f"v{next(self._keys[self._viewer])}", "seq": seq, "move": {"no_move": {}}}
                answer = await self._wire.ask("POST", f"{self._table}/commands", self._tokens[self._viewer], body)
                self.heard.append(answer)

    async def _now(self, name: str) -> Any:
        return (await self._wire.get(self._table, self._tokens[name]))["now"]

    async def _do(self, name: str, kind: str, invite: str = "", **fields: Any) -> None:
        if kind in ("play", "undo", "hint"):
            fields["seq"] = (await self._now(name))["seq"]
        command = {"type": kind, "key": f"d{next(self._keys[name])}", **fields}
        await self._wire.post(f"{self._table}/commands?invite={invite}", self._tokens[name], command)


async def visited(viewer: str, folder: Path, *, clock: str, dithers: bool) -> Visit:
    folder.mkdir(parents=True)
    watch = Watch()
    with pytest.MonkeyPatch.context() as patch:
        plants.quick_bots(None, patch.setattr)
        plants.nothing_by_chance(None, patch.setattr)
        patch.setattr(SealedLuck, "new", classmethod(lambda cls: cls(b"the luck of these tests, 32 byte")))
        patch.setattr(audience, "PRESENCE_PAUSE", LONG)
        patch.setattr(api, "PING_EVERY", LONG)  # a stream ticks when nothing comes, which is up to the machine
        patch.setattr(time, "time_ns", watch.ns)
        patch.setattr(scheduler, "time", watch)
        patch.setattr(PictureCard, "png", lambda card: repr(card).encode())  # what it shows, without painting it
        settings = Settings(folder, database_in(folder), generosity=1e6, tick=LONG, unload_after=LONG)
        application = Application(settings, Store.open(settings.database))
        wire = Wire(application.asgi)
        async with wire.life():
            assert application.registry is not None
            visit = Visit(wire, application.registry.last_told, viewer, watch, clock=clock, dithers=dithers)
            await visit.spend()
    return visit


async def first_difference(viewer: str, folder: Path, clock: str = "timed") -> tuple[bytes, bytes] | None:
    """What somebody can tell by whether others plan and take back; nothing, if all is well."""
    straight = await visited(viewer, folder / "straight", clock=clock, dithers=False)
    dithering = await visited(viewer, folder / "dithering", clock=clock, dithers=True)
    for name in {"Ann", "Ben"} - {viewer}:
        assert dithering.newest[name] > straight.newest[name] + 10, "the other one did plan and take back"
    assert len(straight.heard) > 300
    pairs = itertools.zip_longest(straight.heard, dithering.heard, fillvalue=b"")
    return next((pair for pair in pairs if pair[0] != pair[1]), None)


@fault("F55")
@pytest.mark.anyio
@pytest.mark.parametrize(("viewer", "clock"), [("Ann", "timed"), ("Ben", "relaxed"), ("Eve", "timed"), ("Eve", "off")])
async def test_nobody_can_tell_whether_others_plan_and_take_back(viewer: str, clock: str, tmp_path: Path):
    assert await first_difference(viewer, tmp_path, clock) is None


def count_all(plant: plants.Plant) -> None:
    """Events are numbered as they are stored."""
    plant(Table, "number", lambda table, seq, seats: seq)


def tell_all(plant: plants.Plant) -> None:
    """Everybody hears of every step, be it of its number alone."""
    plant(projections.Projection, "hears", lambda projection, transition: True)


def tell_plies(plant: plants.Plant) -> None:
    """Everybody is told how many moves were made."""
    plant(projections, "plies", lambda table, perspective: table.match.ply if table.match else 0)


def charge_each_step(plant: plants.Plant) -> None:
    """Each planned step is a decision of its own, and is charged to the clock by itself."""
    plant(table_module, "charged", lambda spent, *, is_planned: spent)
    plant(Transition, "is_private", False)


def begin_with_each_step(plant: plants.Plant) -> None:
    """Each planned step begins a decision."""
    plant(Transition, "is_private", False)
    touch_lists(plant, unnoticed=True)


def touch_lists(plant: plants.Plant, *, unnoticed: bool = False) -> None:
    """Each planned step brings its table to the top of lists."""
    put = store._put_card
    plant(store, "_put_card", lambda *given, **more: put(*given, **{**more, "unnoticed": unnoticed and more["after"]}))


def bring_back(plant: plants.Plant) -> None:
    """Each planned step brings its table back into the lists of those who have put it away."""
    plant(store, "_leave_put_away", lambda *given, **more: None)


LEAKS = [count_all, tell_all, tell_plies, charge_each_step, begin_with_each_step, touch_lists, bring_back]


@fault("F55")
@pytest.mark.anyio
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
async def test_a_planted_leak_is_found(
    leak: Callable[[plants.Plant], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    leak(monkeypatch.setattr)
    assert await first_difference("Ann", tmp_path) is not None
