"""Connect four obeys its rules in both modes, and quick runs of the benchmarks and of the load give sensible rows."""

from __future__ import annotations

import asyncio
import functools
import io
import json
import random
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner
from websockets.frames import Frame, Opcode

from tabbytop import benchmarks, cli, games
from tabbytop.benchmarks import Result, against, as_json, as_line, load, one_version, own, run
from tabbytop.benchmarks.connect_four.game import GAME
from tabbytop.benchmarks.connect_four.moves import COLUMNS, ROWS
from tabbytop.benchmarks.load_driver import Player
from tabbytop.benchmarks.measure import Effort, ratio, repeated, side_by_side, summary
from tabbytop.benchmarks.starting import cold_and_warm
from tabbytop.benchmarks.wire import LoadSocket
from tabbytop.cli import speed
from tabbytop.engine.errors import UserError
from tabbytop.engine.referee import Compiled, Interpreted, Referee
from tabbytop.engine.seats import OVER
from tabbytop.engine.state import States, copy_of

OPTIONS = GAME.encode(2, {})
DRAWN = "472424756645422154157737216635626711335331"


@functools.cache
def compiled() -> Compiled:
    return Compiled(GAME)


@pytest.fixture(params=["interpreted", "compiled"])
def referee(request: pytest.FixtureRequest) -> Referee:
    return Interpreted(GAME) if request.param == "interpreted" else compiled()


def after(referee: Referee, columns: str) -> States:
    """The position after stones in these columns, counted from 1; every one of them must be legal."""
    state = referee.setup(OPTIONS)
    for column in columns:
        seat, move = referee.actor(state), int(column) - 1
        assert referee.why_not(state, seat, move) == 0
        referee.apply(state, seat, move)
        assert referee.broken(state) == 0
    return state


@pytest.mark.parametrize(
    ("columns", "winner"),
    [
        ("1212121", 0),  # upright
        ("31212121", 1),
        ("1122334", 0),  # level
        ("4455667", 0),
        ("12234334464", 0),  # rising
        ("76654554424", 0),  # falling
    ],
)
def test_four_in_a_line_win(referee: Referee, columns: str, winner: int) -> None:
    before = after(referee, columns[:-1])
    assert referee.actor(before) == winner
    assert referee.rank(before) == [0, 0]
    state = after(referee, columns)
    assert referee.actor(state) == OVER
    assert referee.score(state) == [int(seat == winner) for seat in range(2)]
    assert referee.rank(state) == [1 if seat == winner else 2 for seat in range(2)]
    assert referee.why_not(state, 0, 6) == 7
    assert "four in a line" in GAME.words.ending(GAME.state.plain(state))


def test_lines_do_not_run_on_into_the_next_column(referee: Referee) -> None:
    """Three on top of one column and one at the foot of the next are neighbours in the bits, not on the grid."""
    state = after(referee, "21717116161")
    assert referee.actor(state) == 1
    assert referee.legal(state, 1) == [1, 2, 3, 4, 5, 6]


def test_a_full_grid_is_a_draw(referee: Referee) -> None:
    state = after(referee, DRAWN)
    assert len(DRAWN) == COLUMNS * ROWS == GAME.longest
    assert referee.actor(state) == OVER
    assert referee.score(state) == [0, 0]
    assert referee.rank(state) == [1, 1]
    assert "draw" in GAME.words.ending(GAME.state.plain(state))


def test_a_full_column_is_refused(referee: Referee) -> None:
    state = after(referee, "111111")
    assert referee.legal(state, 0) == [1, 2, 3, 4, 5, 6]
    assert referee.why_not(state, 0, 0) == 4
    assert referee.why_not(state, 1, 1) == 2
    view = GAME.state.plain(GAME.state.view(state, 0))
    assert GAME.words.refusal(view, 0, 0, GAME.clause_id(4)) == "Column 1 is full."


def test_words_and_picture(referee: Referee) -> None:
    view = GAME.state.plain(after(referee, "4434"))
    assert GAME.words.picture(view, 0).splitlines()[2:] == [
        ". . . . . . .",
        ". . . R . . .",
        ". . . R . . .",
        ". . Y Y . . .",
        "1 2 3 4 5 6 7",
    ]
    assert GAME.words.prompt(view, 0) == "Your turn: choose a column."
    assert GAME.words.label(view, 0, 3) == "column 4"
    assert GAME.words.sentence(view, view, 0, 3) == "Yellow drops a stone into column 4."


def test_every_refusal_is_a_clause() -> None:
    assert {GAME.clause_id(number) for number in (2, 4, 7)} <= set(GAME.clauses)


def test_interpreted_and_compiled_agree() -> None:
    """Random games, byte for byte, with legal moves and refusals that say the same."""
    dice, plain, fast = random.Random(5), Interpreted(GAME), compiled()
    for _ in range(50):
        state = plain.setup(OPTIONS)
        while (seat := plain.actor(state)) != OVER:
            legal = plain.legal(state, seat)
            assert fast.legal(state, seat) == legal == [m for m in range(COLUMNS) if plain.why_not(state, seat, m) == 0]
            twin, move = copy_of(state), dice.choice(legal)
            plain.apply(state, seat, move)
            fast.apply(twin, seat, move)
            assert state.tobytes() == twin.tobytes()
            assert plain.broken(state) == fast.broken(state) == 0
        assert plain.score(state) == fast.score(state)
        assert plain.rank(state) == fast.rank(state)


def test_broken_states_are_noticed() -> None:
    referee = Interpreted(GAME)
    for field, value, number in (("filled", 2, 1), ("waiting", 0, 2), ("winner", 0, 3), ("acting", 0, 4)):
        state = after(referee, "1")
        state[field] = value
        assert referee.broken(state) == number


# ---------------------------------------------------------------- counting move sequences


def sequences_by_rules(depth: int) -> Iterator[tuple[int, int]]:
    """How many move sequences and how many positions there are after 1, 2, 3 … moves, by the compiled rules."""
    judge = compiled()
    states, ways = {b"": judge.setup(OPTIONS)}, Counter({b"": 1})
    for _ in range(depth):
        next_ways: Counter[bytes] = Counter()
        next_states: dict[bytes, States] = {}
        for key, state in states.items():
            seat = judge.actor(state)
            for move in judge.legal(state, seat) if seat != OVER else []:
                following = copy_of(state)
                judge.apply(following, seat, move)
                name = following.tobytes()
                next_ways[name] += ways[key]
                next_states[name] = following
        ways, states = next_ways, next_states
        yield ways.total(), len(ways)


def sequences_by_hand(depth: int) -> Iterator[int]:
    """The same count of sequences without the engine and without bits: columns as texts, lines cell by cell."""
    ways = Counter({("",) * COLUMNS: 1})
    for ply in range(depth):
        next_ways: Counter[tuple[str, ...]] = Counter()
        for grid, number in ways.items():
            if ply and line_of_four(grid, "xo"[(ply - 1) % 2]):
                continue
            for column in range(COLUMNS):
                if len(grid[column]) < ROWS:
                    next_ways[(*grid[:column], grid[column] + "xo"[ply % 2], *grid[column + 1 :])] += number
        ways = next_ways
        yield ways.total()


def line_of_four(grid: tuple[str, ...], stone: str) -> bool:
    cells = {(c, r) for c, texts in enumerate(grid) for r, text in enumerate(texts) if text == stone}
    return any(
        all((column + right * step, row + up * step) in cells for step in range(4))
        for column, row in cells
        for right, up in ((0, 1), (1, 0), (1, 1), (1, -1))
    )


def test_move_sequences_and_positions_are_counted_right() -> None:
    counted = list(sequences_by_rules(8))
    sequences = [number for number, _ in counted]
    assert sequences[:7] == [7, 49, 343, 2401, 16807, 117649, 7**7 - 7]
    assert sequences == list(sequences_by_hand(8))
    assert [positions for _, positions in counted] == [7, 49, 238, 1120, 4263, 16422, 54859, 184275]  # OEIS A212693


# ---------------------------------------------------------------- measuring


def test_a_summary_tells_median_and_spread() -> None:
    row = summary("steps", "/s", [3.0, 1.0, 2.0])
    assert (row.median, row.low, row.high, row.repeats) == (2.0, 1.0, 3.0, 3)


def test_the_first_measurement_is_left_out() -> None:
    values = iter([100.0, 1.0, 2.0, 3.0])
    assert repeated("steps", "/s", lambda: next(values), 3).high == 3.0


def test_ratios_are_taken_round_by_round() -> None:
    ours, theirs = iter([99.0, 10.0, 40.0]), iter([99.0, 1.0, 2.0])
    mine, other = side_by_side([lambda: next(ours), lambda: next(theirs)], 2)
    row = ratio("ours / theirs", mine, other)
    assert (row.low, row.high, row.unit) == (10.0, 20.0, "x")


@pytest.fixture(scope="module")
def quick_rows() -> list[Result]:
    return list(run(peers=True, repeats=1, quick=True))


def test_a_quick_run_yields_positive_numbers(quick_rows: list[Result]) -> None:
    measured = [row for row in quick_rows if row.repeats and "memory growth" not in row.name]
    assert all(0 < row.low <= row.median <= row.high for row in measured)
    names = [row.name for row in quick_rows]
    assert len(names) == len(set(names))
    assert not any(row.failed for row in quick_rows)
    for game in ("connect-four", *games.ids()):
        for verb in ("legal", "apply", "copy", "view", "state", "random moves, one core", "random moves, interpreted"):
            assert f"{game}: {verb}" in names
    assert "kitty-paw: hand, questions" in names
    assert "kitty-paw: search with full playouts" not in names, "races are not searched"


def test_a_missing_peer_gets_a_row(quick_rows: list[Result]) -> None:
    for peer in ("OpenSpiel", "Pgx", "Catanatron", "RLCard", "PettingZoo", "PufferLib", "EnvPool"):
        assert any(peer in row.name and (row.repeats or row.note.startswith("not installed")) for row in quick_rows)


VERSION = """
import json, os, sys
ours = "other" not in os.environ["PYTHONPATH"]
print(json.dumps({"compiled": 3.0 if ours else 2.0}), flush=True)
for line in sys.stdin:
    told = {"speed": 6.0 if ours else 4.0, "moves": 50, "digest": "d" if ours or sys.argv[1] == "alike" else "e"}
    print(json.dumps(told), flush=True)
"""


def test_two_versions_are_measured_in_turns_and_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "version.py").write_text(VERSION, encoding="utf-8")
    monkeypatch.setattr(against, "PROGRAM", tmp_path / "version.py")
    chosen = {"repeats": 2, "quick": True, "game_ids": ["alike", "changed"]}
    rows = {row.name: row for row in against.run(tmp_path / "other", **chosen)}
    assert rows["alike: compiled, this / other"].median == 1.5
    speed = rows["alike: moves, this / other"]
    assert (speed.median, speed.repeats) == (1.5, 2)
    assert "the same" in speed.note
    assert "do not end alike" in rows["changed: moves, this / other"].note


def test_a_version_tells_how_fast_it_plays_and_what_came_of_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("3\n3\n"))
    one_version.main("cat-cab")
    compiled, first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert compiled["compiled"] > 0
    assert first["speed"] > 0
    assert (first["moves"], first["digest"]) == (second["moves"], second["digest"])


def test_a_run_can_be_stopped_at_any_time() -> None:
    heard: list[str] = []
    rows = run(peers=False, repeats=1, quick=True, progress=heard.append)
    assert next(rows).unit == "/s"
    assert heard == ["Connect four"]


def test_a_measurement_that_fails_is_a_row_that_says_so_and_the_others_are_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> float:
        raise IndexError("everybody may act")

    monkeypatch.setattr(own, "interpreted_speed", fail)
    rows = list(own.of_game(GAME, Effort(1, 0.01)))
    (failed,) = (row for row in rows if row.failed)
    assert (failed.name, failed.note) == (
        "connect-four: random moves, interpreted",
        "failed: IndexError: everybody may act",
    )
    assert {"connect-four: random moves, one core", "connect-four: legal"} <= {row.name for row in rows}


def test_rows_are_printed_as_they_come_and_a_failed_one_costs_exit_code_1(monkeypatch: pytest.MonkeyPatch) -> None:
    printed: list[str] = []

    def rows(**_: Any) -> Iterator[Result]:
        for name in ("first", "second"):
            yield summary(name, "/s", [1.0])
            printed.append(shown.getvalue())
        yield Result(name="third", note="failed: IndexError: x", failed=True)

    shown = io.StringIO()
    monkeypatch.setattr(benchmarks, "run", rows)
    monkeypatch.setattr(speed, "OUT", Console(file=shown, width=80))
    assert CliRunner().invoke(cli.app, ["bench"]).exit_code == 1
    assert ["first" in text for text in printed] == [True, True]
    assert ["second" in text for text in printed] == [False, True]
    assert "failed: IndexError: x" in shown.getvalue()


def test_an_interrupted_run_has_shown_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def rows(**_: Any) -> Iterator[Result]:
        yield summary("first", "/s", [1.0])
        raise KeyboardInterrupt

    monkeypatch.setattr(benchmarks, "run", rows)
    done = CliRunner().invoke(cli.app, ["bench", "--json"])
    assert done.exit_code == 130
    assert [row["name"] for row in json.loads(done.stdout)["results"]] == ["first"]


def test_rows_fit_80_columns_and_nothing_is_cut(quick_rows: list[Result]) -> None:
    shown = io.StringIO()
    console = Console(file=shown, width=80)
    long = summary("connect-four: tabbytop, all 2 cores / Pgx at its best", "bytes", [123_456_789.0], "a note " * 20)
    for row in [None, *quick_rows, long, Result(name="somebody", note="not installed")]:
        console.print(as_line(row))
    assert max(len(line.rstrip()) for line in shown.getvalue().splitlines()) <= 80
    assert "…" not in shown.getvalue()
    assert shown.getvalue().count("123,456,789") == 3


def test_rows_as_json(quick_rows: list[Result]) -> None:
    written = json.loads(json.dumps(as_json(quick_rows)))
    assert written["machine"]["cpus"] >= 1
    assert written["machine"]["packages"]["numba"]
    assert [row["name"] for row in written["results"]] == [row.name for row in quick_rows]


# ---------------------------------------------------------------- the table server under load


async def _at_once(address: str) -> None:
    """For a run that only has to work, bots need not be ready."""


@pytest.fixture(scope="module")
def readings() -> list[load.Reading]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(load, "_bots_are_ready", _at_once)
        return list(load.run(tables=[2, 3], rate=40, seconds=0.5, readers=2))


def test_a_load_says_how_soon_moves_are_acknowledged_and_seen(readings: list[load.Reading]) -> None:
    by_name = {reading.name: reading for reading in readings}
    assert len(by_name) == len(readings)
    times = [
        "bare commit",
        "bare echo at 40/s",
        "3 tables at 40/s: acknowledged",
        "3 tables at 40/s: seen by the other",
    ]
    for reading in (by_name[name] for name in times):
        assert reading.unit == "ms"
        assert reading.p99 is not None
        assert reading.most is not None
        assert 0 < reading.value <= reading.p99 <= reading.most
    for name in ("bare echo flat out", "2 tables at 40/s: moves", "3 tables flat out: moves"):
        assert by_name[name].unit == "/s"
        assert by_name[name].value > 0
    assert by_name["3 tables at 40/s: acknowledged / bare"].unit == "x"
    assert by_name["3 tables at 40/s: acknowledged beside 2 readers"].number > 0
    assert by_name["3 tables at 40/s: beside readers / without"].unit == "x"
    assert by_name["3 tables at 40/s: answers to readers"].value > 0
    assert not any(reading.note for reading in readings if reading.unit in ("ms", "/s"))


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="this system does not tell")
def test_a_load_says_what_a_table_weighs(readings: list[load.Reading]) -> None:
    weights = {reading.name: reading.value for reading in readings if reading.unit in ("MiB", "KiB", "ms/move")}
    assert weights["3 tables idle: memory"] > 10
    assert weights["3 tables idle: memory for a table"] > 0
    assert weights["3 tables flat out: processor"] > 0


def test_readings_as_table_and_json(readings: list[load.Reading]) -> None:
    Console(width=200, quiet=True).print(load.as_table(readings))
    written = json.loads(json.dumps(as_json(readings)))
    assert [row["name"] for row in written["results"]] == [reading.name for reading in readings]


def test_a_load_compares_two_versions_in_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "_bots_are_ready", _at_once)
    monkeypatch.setattr(load, "TURNS", 1)
    source = Path(load.__file__).parents[2]
    rows = {row.name: row for row in load.run(tables=[2], rate=40, seconds=0.3, against=source)}
    ours, theirs = (rows[f"{whose} version, turn 1: 2 tables at 40/s: moves"] for whose in ("this", "other"))
    assert rows["2 tables at 40/s: moves: this / other"].value == ours.value / theirs.value


def test_a_load_that_is_stopped_leaves_no_server_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[str]] = []

    class Noticed(subprocess.Popen[str]):
        def __init__(self, *words: Any, **more: Any) -> None:
            super().__init__(*words, **more)
            started.append(self)

    monkeypatch.setattr(load.subprocess, "Popen", Noticed)
    rows = load.run(tables=[2], rate=40, seconds=0.2)
    while "echo" not in next(rows).name:
        assert not started
    rows.close()
    assert [process.poll() is not None for process in started] == [True]


def test_more_tables_than_a_machine_allows_are_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load.resource, "getrlimit", lambda _: (1024, 4096))
    with pytest.raises(UserError, match="2000 tables need 4256 open files, and only 4096 are allowed"):
        next(load.run(tables=[100, 2000]))


class Slow(Player):
    """Is done when told to be."""

    def _send(self) -> None:
        self.sent = time.perf_counter()

    def finish(self) -> None:
        self.tally.acknowledged.append(self._passed())
        self._finish()


def test_time_runs_for_a_command_that_has_to_wait_for_the_one_before() -> None:
    player = Slow()
    player.want()
    player.want()
    first = player.sent
    time.sleep(0.01)
    assert player.sent == first
    player.finish()
    assert player.sent > first
    player.finish()
    assert player.tally.acknowledged[1] >= 0.01
    assert not player.is_waiting


@pytest.mark.parametrize("size", [0, 5, 125, 126, 300, 65536, 70000])
def test_frames_are_found_however_they_are_cut(size: int) -> None:
    text = b"x" * size
    data = Frame(Opcode.TEXT, text).serialize(mask=False) + Frame(Opcode.PING, b"?").serialize(mask=False)
    heard: list[bytes] = []

    async def listen() -> None:
        line = LoadSocket("127.0.0.1", "/", "", heard.append)
        line.connection_made(SimpleNamespace(write=lambda data: None))  # type: ignore[arg-type]
        line.data_received(b"HTTP/1.1 101 Switching Protocols\r\n")
        line.data_received(b"\r\n" + data[:3])
        for part in (data[3:7], data[7 : size // 2 + 7], data[size // 2 + 7 :]):
            line.data_received(part)

    asyncio.run(listen())
    assert heard == [text]


def test_a_process_that_fails_leaves_a_note() -> None:
    rows = list(cold_and_warm("nothing", ["-c", "raise SystemExit(3)"], Effort(1)))
    assert [(row.repeats, row.note) for row in rows] == [(0, "ended with status 3")]
