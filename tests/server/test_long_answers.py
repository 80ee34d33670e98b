"""F51: answers that grow with a game are made in slices, once for every perspective, and counted by network."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tabbytop import games
from tabbytop.engine.luck import SealedLuck
from tabbytop.engine.match import Match
from tabbytop.engine.record import Record, parse_record, write_record
from tabbytop.engine.seats import SPECTATOR
from tabbytop.engine.steps import Steps, through
from tabbytop.games import load
from tabbytop.kit.marks import fault
from tabbytop.server.http import game_logs, home, limits, slicing
from tabbytop.server.http.game_logs import GameLogCache, entries_of
from tabbytop.server.http.limits import Rate
from tabbytop.server.http.slicing import SliceScheduler
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.protocol import messages
from tabbytop.server.runtime import audience
from tabbytop.server.tables import projections
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.rematches import imported
from tabbytop.server.tables.seating import Person
from tabbytop.server.tables.table import Table
from tests.server import plants
from tests.server.lines import Http, SocketClient
from tests.server.servers import Server, running
from tests.server.stores import card

pytestmark = pytest.mark.anyio
SOMEBODY = Person("guest", "Somebody", invited=True)


def played(game: str = "patrician", players: int = 3) -> Match:
    """A finished game by random moves."""
    dice, match = random.Random(5), Match(load(game), players, luck=SealedLuck(b"l" * 32))
    match.advance()
    while not match.over:
        match.play(match.actor, dice.choice(match.legal(match.actor)))
        match.advance()
    return match


def table_with(match: Match) -> Table:
    return imported("table", Record(match, ("a", "b", "c"), finished=True), SOMEBODY).table


def unfinished(match: Match, ply: int) -> Table:
    """A table at which a game is being played, and has come as far as a moment."""
    table = table_with(match).fork()
    assert table.match is not None
    table.match.undo_to(ply)
    table.facts.stage = "playing"
    return table


@pytest.fixture(scope="module")
def match() -> Match:
    return played()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The plies of all lines that are made while a test runs."""
    plies: list[int] = []
    line = projections.Projection.log_entry

    def noticed(projection: projections.Projection, ply: int, *more: Any) -> messages.LogEntry:
        plies.append(ply)
        return line(projection, ply, *more)

    monkeypatch.setattr(projections.Projection, "log_entry", noticed)
    return plies


def a_cache(room: int = game_logs.KEPT) -> GameLogCache:
    return GameLogCache(SliceScheduler(1000.0, Metrics()), room)


def fresh(table: Table, perspective: int) -> bytes:
    """The log as it would be made from the first line."""
    assert table.match is not None
    lines = list(entries_of(table, perspective, 0, projections.plies(table, perspective)))
    start = projections.view_of(table, table.match.state(0), perspective)
    return messages.encode(messages.Log(None if perspective == SPECTATOR else perspective, start, lines))


# ---------------------------------------------------------------- logs and records are kept


@fault("F51")
async def test_lines_are_made_once_for_every_perspective_and_added_to(match: Match, made: list[int]):
    kept = a_cache()
    for ply in (10, 10, 50, 51):
        table = unfinished(match, ply)
        for seat in (0, 1, SPECTATOR):
            assert await kept.log(table, seat, "net") == await kept.log(table, seat, "another")
    assert len(made) == 51 * 3
    assert await kept.log(unfinished(match, 51), 0, "net") == fresh(unfinished(match, 51), 0)


@fault("F51")
async def test_what_was_taken_back_is_told_anew(match: Match, made: list[int]):
    kept = a_cache()
    await kept.log(unfinished(match, 60), SPECTATOR, "net")
    back = unfinished(match, 40)
    assert await kept.log(back, SPECTATOR, "net") == fresh(back, SPECTATOR)
    assert back.match is not None
    made.clear()
    other = random.Random(6)
    while back.match.ply < 45 and not back.match.over:
        back.match.advance()
        back.match.play(back.match.actor, other.choice(back.match.legal(back.match.actor)))
    assert back.match.log != match.log[: back.match.ply]
    answer = await kept.log(back, SPECTATOR, "net")
    assert min(made) == 40
    assert answer == fresh(back, SPECTATOR)


@fault("F51")
async def test_after_the_end_more_is_told(match: Match):
    kept = a_cache()
    for table in (unfinished(match, match.ply - 1), table_with(match)):
        assert await kept.log(table, 0, "net") == fresh(table, 0)


@fault("F51")
async def test_what_is_kept_fits_into_its_room(match: Match, made: list[int]):
    kept, table = a_cache(1_000_000), table_with(match)
    for number in range(12):
        table.facts.id = f"table {number}"
        await kept.log(table, 0, "net")
        assert kept._size <= 1_000_000
        assert kept._size == sum(told.size for told in kept._kept.values())
    made.clear()
    await kept.log(table, 0, "net")
    assert made == []
    table.facts.id = "table 0"
    assert await kept.log(table, 0, "net") == fresh(table, 0)


@fault("F51")
async def test_readers_who_ask_together_get_what_is_made_once(match: Match, made: list[int]):
    kept, table = a_cache(), table_with(match)
    answers = await asyncio.gather(*(kept.log(table, 0, f"net {number}") for number in range(12)))
    assert set(answers) == {fresh(table, 0)}
    assert len(made) == 2 * match.ply  # once for them, once for the comparison


@fault("F51")
async def test_a_record_is_the_one_that_was_always_written(match: Match):
    kept, table = a_cache(), table_with(match)
    for _ in range(2):
        assert await kept.record(table, ["a", "b"], "net") == write_record(match, ["a", "b"]).encode()
    assert await kept.record(table, ["a", "c"], "net") == write_record(match, ["a", "c"]).encode()


# ---------------------------------------------------------------- the slices


def steps(number: int, log: list[str], name: str = "") -> Steps[str]:
    """Work that takes a slice for each step."""
    for _ in range(number):
        until = time.perf_counter() + slicing.SLICE
        while time.perf_counter() < until:
            pass
        log.append(name)
        yield
    return name


@fault("F51")
async def test_others_get_their_turn_after_every_slice():
    done: list[str] = []
    working = asyncio.create_task(SliceScheduler(1.0, Metrics()).make("net", steps(20, done)))
    seen: set[int] = set()
    while not working.done():
        await asyncio.sleep(0)
        seen.add(len(done))
    assert seen >= set(range(1, 21)), "somebody waited for more than a slice"


@fault("F51")
async def test_a_long_answer_does_not_keep_a_short_one_waiting():
    log: list[str] = []
    making = SliceScheduler(1.0, Metrics())
    await asyncio.gather(
        *(making.make("net", steps(30, log, "long")) for _ in range(3)), making.make("other", steps(2, log, "short"))
    )
    assert len(log) - log[::-1].index("short") <= 12


@fault("F51")
async def test_a_network_that_costs_too_much_is_told_to_wait(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "LONG_ANSWERS", Rate("long answers of an address", 0.001, 5))
    making, log = SliceScheduler(1.0, Metrics()), list[str]()
    await making.make("net", steps(50, log))  # a tenth of a second, so as much as ten answers
    with pytest.raises(Rejected, match="Too many long answers") as refused:
        await making.make("net", steps(1, log))
    assert refused.value.code == "slow_down"
    assert refused.value.error().retry_after
    await making.make("another", steps(1, log))


@fault("F51")
async def test_a_network_waits_for_so_many_at_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "LONG_ANSWERS_WAITING", 6)
    making, log = SliceScheduler(1.0, Metrics()), list[str]()
    found = await asyncio.gather(*(making.make("net", steps(1, log)) for _ in range(10)), return_exceptions=True)
    assert [isinstance(one, Rejected) for one in found] == [False] * 6 + [True] * 4
    assert await making.make("net", steps(1, log, "again")) == "again"


@fault("F51")
async def test_work_that_fails_fails_for_whoever_asked():
    def failing() -> Steps[None]:
        yield
        raise Rejected("bad_record", "This does not hold.")

    making = SliceScheduler(1.0, Metrics())
    with pytest.raises(Rejected, match="does not hold"):
        await making.make("net", failing())
    assert await making.make("net", steps(1, [], "next")) == "next"


# ---------------------------------------------------------------- what a seat saw


@fault("F51")
@pytest.mark.parametrize("game", ["patrician", "rollecate"])
def test_what_a_seat_saw_is_found_once_and_forgotten_with_what_is_taken_back(game: str):
    whole = played(game)
    match = Match(whole.game, whole.players, luck=whole.luck)
    for ply, entry in enumerate(whole.log):
        match.accept(entry.seat, entry.move)
        if ply % 7 == 0:
            again = match.fork()
            again._shown = {}
            assert list(match.seen_log(1)) == list(again.seen_log(1))
        if ply == 60:
            fork = match.fork()
            fork.undo_to(30)
            assert len(fork._shown[1]) <= 30
            fork._shown[1] = ()
            before = list(fork.seen_log(1))
            match.undo_to(30)
            assert list(match.seen_log(1)) == before
            for back in whole.log[30:61]:
                match.accept(back.seat, back.move)


# ---------------------------------------------------------------- what grows with the games of somebody


@fault("F51")
def test_a_search_through_ones_games_is_made_card_by_card():
    summary = b'{"seats": [], "turn": null}'
    cards = [card(f"table {number}", guests=("ann",), stage="over", summary=summary) for number in range(50)]
    assert sum(1 for _ in home._found([], cards, "ann", "cat cab", None)) == len(cards)
    told = through(home._found([], cards, "ann", "cat cab", None))
    assert (told.total, len(told.finished)) == (len(cards), home.PAGE)


def test_games_are_looked_for_on_the_disk_once(monkeypatch: pytest.MonkeyPatch):
    """Every card in a list asks for its game."""
    assert games.ids()
    monkeypatch.setattr(Path, "glob", lambda *given: pytest.fail("the disk was looked through again"))
    assert games.load(games.ids()[0]).id in games.ids()


# ---------------------------------------------------------------- on a server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(
        tmp_path_factory.mktemp("long"), plants.named(plants.quick_bots), generosity=1.0, club="Cats"
    ) as server:
        yield server
        assert server.problems() == []


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Server]:
    """A server that allows so little that even one who is held up by a busy machine asks for too much."""
    with running(tmp_path, plants.named(plants.quick_bots), generosity=0.1) as server:
        yield server
        assert server.problems() == []


@fault("F51")
def test_long_answers_are_those_of_the_game(server: Server, match: Match):
    http = Http(server, address="127.0.6.1")
    http.become_guest("Reader")
    opened = http.post("/api/records", write_record(match, ["a", "b", "c"]).encode()).json
    table = f"/api/tables/{opened['id']}"
    assert parse_record(http.get(f"{table}/record").body.decode()).match.log == match.log
    for seat in range(3):
        for headers in ({}, {"accept_encoding": "gzip"}):
            assert http.get(f"{table}/log?seat={seat}", **headers).status == 200
        log = msgspec.json.decode(http.get(f"{table}/log?seat={seat}").body, type=messages.Log)
        assert [line.ply for line in log.lines] == list(range(match.ply))
    sight = http.get(f"{table}/moments/77?seat=1").json
    assert sight["view"] == load("patrician").state.as_dict(match.view(1, 77))
    again = http.post(f"{table}/again", {"key": "k", "ply": 50, "seat": 0})
    assert again.status == 201
    http.close()


@fault("F51")
@pytest.mark.parametrize("path", ["me/games?find=cat", "me/ratings", "club"])
def test_answers_that_grow_with_the_games_of_somebody_are_counted(server: Server, path: str):
    http = Http(server, address="127.0.6.5")
    http.become_guest("Ann")

    def counted() -> float:
        (line,) = re.findall(r"tabbytop_long_answer_seconds_count ([0-9.]+)", http.get("/metrics").body.decode())
        return float(line)

    before = counted()
    assert http.get(f"/api/{path}").status == 200
    assert counted() == before + 1
    http.close()


@fault("F51")
def test_a_network_that_reads_without_end_is_slowed_down_and_others_are_not(strict: Server, match: Match):
    reader, other = (Http(strict, address=address) for address in ("127.0.6.2", "127.0.6.3"))
    reader.become_guest("Reader")
    opened = reader.post("/api/records", write_record(match, ["a", "b", "c"]).encode()).json
    path = f"/api/tables/{opened['id']}/moments/{{}}?invite={opened['invite']}"
    statuses = []
    while len(statuses) < 5000 and 429 not in statuses:
        statuses.append(reader.get(path.format(len(statuses) % match.ply)).status)
    assert set(statuses) == {200, 429}
    assert other.get(path.format(3)).status == 200
    reader.close()
    other.close()


@fault("F51")
async def test_who_comes_back_after_much_is_told_the_table_as_it_is(server: Server):
    http = Http(server, address="127.0.6.4")
    http.become_guest("Ann")
    table = http.open_table("me", "me")
    first = http.get(f"/api/tables/{table}").json["now"]["seq"]
    seqs = [first]
    while seqs[-1] - first <= audience.CAUGHT_UP:
        seqs.append(http.command(table, "say", phrase="purr").json["seq"])
    for since, kind in ((seqs[-1] - audience.CAUGHT_UP, "news"), (first, "welcome")):
        async with SocketClient(server, table, http.token, f"?since={since}") as line:
            assert (await line.hear("news", "welcome"))["type"] == kind
    http.close()
