"""Running a server as its host does, by the command line: starting, mistakes, watching, stopping, keeping copies."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy.exc import OperationalError

from tabbytop.engine.errors import UserError
from tabbytop.server.cluster.registry import MEASURED
from tabbytop.server.http.hosts import lan_address
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.operating.serve import database_in
from tabbytop.server.storage import database
from tabbytop.server.storage.store import Store
from tests.nursery import Process, begin, run
from tests.patience import PATIENCE
from tests.server.servers import ROOT, wait_for
from tests.server.visitors import FRIEND, ME, Visitor

pty = pytest.importorskip("pty")  # terminals and signals are not the same everywhere

TABBYTOP = [sys.executable, "-m", "tabbytop"]
OPEN = re.compile(r"Tabbytop is open at (http://\S+)  \(Ctrl\+C closes it\)")
CLOSED = "Tabbytop is closed. Every game is kept.\n"


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "BROWSER": "true", **more}


class Running:
    """A server that was started by the command line."""

    def __init__(self, process: Process, data: Path, log: Path) -> None:
        self.process, self.data, self.log = process, data, log
        assert process.stdout is not None
        self.first_line = process.stdout.readline()
        found = OPEN.match(self.first_line)
        assert found, self.first_line + log.read_text()
        self.address = found[1]

    def get(self, path: str) -> httpx.Response:
        return httpx.get(self.address + path, timeout=PATIENCE)

    def end(self, by: signal.Signals = signal.SIGTERM) -> str:
        """Ask it to stop, and wait for its last words."""
        self.process.send_signal(by)
        words, _ = self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode == 0, self.log.read_text()
        return words

    def lines(self) -> list[dict[str, Any]]:
        """Its log, line by line."""
        return [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()]


@contextmanager
def started(folder: Path, *arguments: str, command: list[str] | None = None, **more: str) -> Iterator[Running]:
    """`tabbytop …`, or another command, with its log beside the data folder."""
    log = folder.with_name(f"{folder.name}.log")
    variables = environment(TABBYTOP_DATA=str(folder), **more)
    with log.open("w") as errors:
        process: Process = (
            begin("tabbytop", *arguments, errors=errors, environment=variables)
            if command is None
            else subprocess.Popen(
                [*command, *arguments], stdout=subprocess.PIPE, stderr=errors, text=True, cwd=ROOT, env=variables
            )
        )
    try:
        yield Running(process, folder, log)
    finally:
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for all tests that only look."""
    folder = tmp_path_factory.mktemp("operating") / "data"
    with started(folder, "serve", "--port", "0", "--log-level", "debug", "--generosity", "100") as server:
        yield server


def tabbytop(*arguments: str, code: int = 0, **more: str) -> subprocess.CompletedProcess[str]:
    done = run(*arguments, environment=environment(**more), timeout=PATIENCE)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


# ---------------------------------------------------------------- starting


def test_a_start_says_in_one_line_where_it_is(tmp_path: Path):
    with started(tmp_path / "data", "serve", "--port", "0") as server:
        assert server.get("/readyz").json() == {"status": "ok"}
        assert server.end() == CLOSED
        assert server.log.read_text() == ""


def test_the_bare_command_opens_the_page_in_a_browser(tmp_path: Path):
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    with closing(socket.socket()) as probe:
        taken = probe.connect_ex(("127.0.0.1", 8888)) == 0
    if taken:
        assert "Port 8888 is in use" in tabbytop(code=2, TABBYTOP_DATA=str(tmp_path / "data")).stderr
        return
    with started(tmp_path / "data", BROWSER=str(browser)) as server:
        assert server.address == "http://127.0.0.1:8888"
        wait_for(lambda: opened.exists() and opened.read_text().strip() == server.address)
        server.end()


def test_only_this_machine_is_let_in_unless_asked(server: Running):
    assert server.address.startswith("http://127.0.0.1:")
    other = lan_address()
    if other is not None:
        with closing(socket.socket()) as probe:
            assert probe.connect_ex((other, int(server.address.rpartition(":")[2]))) != 0


def test_in_a_network_a_terminal_shows_an_address_and_a_code_to_scan(tmp_path: Path):
    mine, theirs = pty.openpty()
    process = subprocess.Popen(
        [*TABBYTOP, "serve", "--port", "0", "--lan", "--data", str(tmp_path / "data")],
        stdout=theirs, stderr=theirs, cwd=ROOT, env=environment(TERM="xterm", COLUMNS="100"),
    )  # fmt: skip
    os.close(theirs)
    try:
        text = read_until(mine, lambda text: text.count("█") > 100 or "in no network" in text)
        port = re.search(r"http://127\.0\.0\.1:(\d+)", text)
        assert port
        address = lan_address()
        if address is not None:
            assert f"http://{address}:{port[1]}" in text
            assert httpx.get(f"http://{address}:{port[1]}/readyz").status_code == 200
        process.send_signal(signal.SIGINT)
        assert "Tabbytop is closed." in read_until(mine, lambda text: "closed" in text)
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.wait()
        os.close(mine)


def read_until(terminal: int, holds: Callable[[str], bool]) -> str:
    data = b""
    while not holds(data.decode(errors="ignore")):
        data += os.read(terminal, 4096)
    return data.decode(errors="ignore")


def test_data_goes_where_it_is_told_to(tmp_path: Path):
    folder = tmp_path / "my games, für Freunde" / "50% # @"
    folder.parent.mkdir()
    with started(folder, "serve", "--port", "0") as server:
        table = Visitor(server.address, "Rosie").open([ME, FRIEND])["id"]
        assert (folder / "tabbytop.db").exists()
        server.end()
    assert "has not begun" in tabbytop("export", table, "--data", str(folder), code=2).stderr


def test_without_the_fast_libraries_it_is_slower_but_works(tmp_path: Path):
    without = (
        "import sys; sys.modules['uvloop'] = sys.modules['httptools'] = None; from tabbytop.cli import main; main()"
    )
    command = [sys.executable, "-c", without]
    with started(tmp_path / "data", "serve", "--port", "0", command=command) as server:
        rosie = Visitor(server.address, "Rosie")
        rosie.play_to_the_end(rosie.open([ME, ME])["id"])
        assert server.end() == CLOSED


def test_the_server_itself_loads_no_compiler_and_no_statistics():
    look = "import sys, tabbytop.cli, tabbytop.server.operating.serve; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numba", "llvmlite", "scipy", "openskill", "psycopg", "redis", "ray", "pytest"} & set(loaded)


def test_tables_are_open_while_the_rules_are_still_being_compiled_for_bots(tmp_path: Path):
    with started(tmp_path / "data", "serve", "--port", "0", TABBYTOP_CACHE=str(tmp_path / "cache")) as server:
        assert server.get("/readyz").status_code == 200
        rosie = Visitor(server.address, "Rosie")
        rosie.play_to_the_end(rosie.open([ME, ME])["id"])
        table = rosie.open([ME, {"type": "bot", "level": "kitten"}], key="bot")["id"]
        assert rosie.get(f"/api/tables/{table}")["table"]["stage"] == "playing"
        assert rosie.get("/api/games")["games"][0]["ready"]["state"] == "compiling"
        assert server.end() == CLOSED


# ---------------------------------------------------------------- mistakes


def refused_start(*arguments: str) -> str:
    """The one line that a start with a mistake ends in."""
    done = tabbytop("serve", "--port", "0", *arguments, code=2)
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_a_port_in_use(server: Running, tmp_path: Path):
    port = server.address.rpartition(":")[2]
    assert f"Port {port} is in use" in refused_start("--port", port, "--data", str(tmp_path))


def test_a_folder_that_cannot_be_written_to(tmp_path: Path):
    (tmp_path / "file").write_text("")
    words = refused_start("--data", str(tmp_path / "file" / "data"))
    assert "cannot be written to: Not a directory" in words
    assert "--data" in words


@pytest.mark.parametrize("host", ["no-such-host.invalid", "192.0.2.7"])
def test_an_address_that_this_machine_does_not_have(host: str, tmp_path: Path):
    words = refused_start("--host", host, "--data", str(tmp_path))
    assert host in words
    assert "--host" in words


def test_a_file_that_is_no_database(tmp_path: Path):
    (tmp_path / "tabbytop.db").write_text("Dear diary, " * 100)
    assert "is no database" in refused_start("--data", str(tmp_path))


def on_a_small_disk(folder: Path, *, size: str, filled: bool) -> list[str]:
    """How to start `tabbytop serve` with its data on a disk of its own, if this system lets us make one."""
    fill = "head -c 100M /dev/zero > $0/filled 2> /dev/null;" if filled else ""
    mount = f'mount -t tmpfs -o size={size} none $0 && {{ {fill} exec "$@"; }}'
    trying = ["unshare", "-rm", "sh", "-c", mount, str(folder), "true"]
    if subprocess.run(trying, check=False, capture_output=True).returncode:
        pytest.skip("this system does not let us make a small disk")
    serve = [sys.executable, "-m", "tabbytop", "serve", "--port", "0", "--data", str(folder)]
    return ["unshare", "-rm", "sh", "-c", mount, str(folder), *serve]


@pytest.mark.skipif(not shutil.which("unshare"), reason="this system has no disks to make")
@pytest.mark.parametrize(("size", "filled"), [("16k", False), ("1m", True)])
def test_a_full_disk_is_called_a_full_disk(size: str, filled: bool, tmp_path: Path):
    command = on_a_small_disk(tmp_path, size=size, filled=filled)
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "full" in done.stderr
    assert "Make room" in done.stderr


@pytest.mark.parametrize("problem", ["database or disk is full", "disk I/O error", "unable to open database file"])
def test_whatever_sqlite_says_of_a_full_disk(problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def fails(*_: object) -> None:
        raise OperationalError("PRAGMA", {}, sqlite3.OperationalError(problem))

    monkeypatch.setattr(database, "bring_up_to_date", fails)
    monkeypatch.setattr(database.shutil, "disk_usage", lambda _: SimpleNamespace(free=4096))
    with pytest.raises(UserError, match=r"The disk is full\. Make room"):
        Store.open(database_in(tmp_path))
    if problem != "database or disk is full":
        monkeypatch.setattr(database.shutil, "disk_usage", lambda _: SimpleNamespace(free=2**40))
        with pytest.raises(UserError) as other:
            Store.open(database_in(tmp_path))
        assert "full" not in str(other.value)


def test_a_database_of_a_newer_tabbytop(tmp_path: Path):
    asyncio.run(Store.open(database_in(tmp_path)).close())
    with closing(sqlite3.connect(tmp_path / "tabbytop.db")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "newer Tabbytop" in refused_start("--data", str(tmp_path))


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("mysql://localhost/games", "kind mysql"),
        ("postgresql://nobody@127.0.0.1:1/games", "cannot be reached"),
    ],
)
def test_a_database_that_cannot_be_used(url: str, words: str, tmp_path: Path):
    assert words in refused_start("--database", url, "--data", str(tmp_path))


def test_a_database_named_in_the_environment(tmp_path: Path):
    named = {"TABBYTOP_DATABASE": "mysql://localhost/games", "TABBYTOP_DATA": str(tmp_path)}
    for arguments in (("serve", "--port", "0"), ("export", "table")):
        assert "kind mysql" in tabbytop(*arguments, code=2, **named).stderr


def test_a_log_level_that_does_not_exist(tmp_path: Path):
    assert "not 'chatty'" in refused_start("--log-level", "chatty", "--data", str(tmp_path))


# ---------------------------------------------------------------- watching


def test_health_can_be_asked_for(server: Running):
    for path in ("/healthz", "/readyz"):
        answer = server.get(path)
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_prometheus_reads_what_is_measured(server: Running):
    rosie = Visitor(server.address, "Rosie")
    table = rosie.open([ME, ME])["id"]
    rosie.command(table, type="say", key="hello", phrase="hello")
    rosie.command(table, type="say", key="growl", phrase="growl", status=409)
    answer = server.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    families = {family.name: family for family in text_string_to_metric_families(answer.text)}
    said = {
        sample.labels["outcome"]: sample.value
        for sample in families["tabbytop_commands"].samples
        if sample.labels.get("kind") == "say" and sample.name.endswith("_total")
    }
    assert said == {"ok": 1.0, "no_phrase": 1.0}
    assert families["tabbytop_tables_awake"].samples[0].value >= 1
    assert {"tabbytop_commit_seconds", "tabbytop_events", "tabbytop_connections", "tabbytop_loop_lag_seconds"} <= set(
        families
    )
    assert all(family.documentation for family in families.values())


def test_the_log_is_json_that_says_where_something_happened(server: Running):
    rosie = Visitor(server.address, "Rosie")
    table = rosie.open([ME, ME])["id"]
    said = rosie.command(table, type="say", key="hello", phrase="hello")["seq"]
    assert {(line["table"], line["seq"]) for line in server.lines() if "seq" in line} >= {(table, said)}
    for line in server.lines():
        assert {"time", "level", "logger", "message"} <= set(line)
        assert "problem" not in line


def test_a_person_at_a_terminal_reads_words(tmp_path: Path):
    mine, theirs = pty.openpty()
    command = [*TABBYTOP, "serve", "--port", "0", "--log-level", "debug", "--data", str(tmp_path / "data")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True, cwd=ROOT, env=environment())
    os.close(theirs)
    try:
        server = Running(process, tmp_path / "data", tmp_path / "no log")
        rosie = Visitor(server.address, "Rosie")
        table = rosie.open([ME, ME])["id"]
        rosie.command(table, type="say", key="hello", phrase="hello")
        text = read_until(mine, lambda text: f"table={table}" in text and "\n" in text.partition(table)[2])
        assert re.search(rf"^\d\d:\d\d:\d\d debug +stored  \(table={table} seq=\d+\)", text, re.MULTILINE)
    finally:
        process.kill()
        process.wait()
        os.close(mine)


def test_pages_of_another_site_are_refused_unless_they_are_named(tmp_path: Path):
    with started(tmp_path / "data", "serve", "--port", "0", "--origin", "https://games.example") as server:
        for origin, status in (("https://games.example", 201), ("https://evil.example", 403), (server.address, 201)):
            assert httpx.post(f"{server.address}/api/guests", headers={"origin": origin}).status_code == status


# ---------------------------------------------------------------- stopping


def test_stopping_is_no_failure_and_keeps_every_game(tmp_path: Path):
    with started(tmp_path / "data", "serve", "--port", "0") as server:
        rosie = Visitor(server.address, "Rosie")
        table = rosie.open([ME, ME])["id"]
        seq = rosie.decide(table)["seq"]
        assert server.end(signal.SIGINT) == CLOSED
    with started(tmp_path / "data", "serve", "--port", "0") as server:
        rosie.http.base_url = httpx.URL(server.address)
        assert rosie.get(f"/api/tables/{table}")["now"]["seq"] >= seq


# ---------------------------------------------------------------- taking things out


@dataclass
class Kept:
    """A guest with a game that is over and one that is not."""

    rosie: Visitor
    over: str
    playing: str


@pytest.fixture(scope="module")
def kept(server: Running) -> Kept:
    rosie = Visitor(server.address, "Rosie")
    over, playing = (rosie.open([ME, ME], key=key)["id"] for key in ("over", "playing"))
    rosie.play_to_the_end(over)
    rosie.decide(playing)
    return Kept(rosie, over, playing)


def test_a_finished_game_is_exported_while_the_server_runs_and_verified(server: Running, kept: Kept, tmp_path: Path):
    record = tmp_path / "game.jsonl"
    tabbytop("export", kept.over, "--output", str(record), "--data", str(server.data))
    assert tabbytop("verify", str(record)).stdout.startswith("Valid: ")
    assert record.read_text() == kept.rosie.http.get(f"/api/tables/{kept.over}/record").text


def test_an_unfinished_game_is_exported_without_its_luck(server: Running, kept: Kept, tmp_path: Path):
    record = tmp_path / "game.jsonl"
    record.write_text(tabbytop("export", kept.playing, TABBYTOP_DATA=str(server.data)).stdout)
    header, *moves = [json.loads(line) for line in record.read_text().splitlines()]
    assert set(header["luck"]) == {"scheme", "commitment"}
    assert moves
    assert not any("luck" in line and line.get("seat") != "luck" for line in moves)
    assert "stops before the end" in tabbytop("verify", str(record), code=1).stdout
    assert "rolls" in tabbytop("replay", str(record)).stdout


def test_what_cannot_be_exported_is_refused_in_words(server: Running, tmp_path: Path):
    assert "There is no table 'none'" in tabbytop("export", "none", "--data", str(server.data), code=2).stderr
    nowhere = tmp_path / "nowhere"
    assert "There are no games in" in tabbytop("export", "none", "--data", str(nowhere), code=2).stderr
    assert not nowhere.exists()


def test_a_backup_taken_while_the_server_runs_starts_as_a_server(server: Running, kept: Kept, tmp_path: Path):
    copy = tmp_path / "data" / "tabbytop.db"
    copy.parent.mkdir()
    assert "Copied to" in tabbytop("backup", str(copy), "--data", str(server.data)).stdout
    assert "exists already" in tabbytop("backup", str(copy), "--data", str(server.data), code=2).stderr
    with started(copy.parent, "serve", "--port", "0") as other:
        there = Visitor(other.address)
        there.http.headers["authorization"] = f"Bearer {kept.rosie.token}"
        path = f"/api/tables/{kept.playing}"
        assert there.get(path)["now"] == kept.rosie.get(path)["now"]
        there.decide(kept.playing)
        assert there.get(path)["now"] != kept.rosie.get(path)["now"]


# ---------------------------------------------------------------- docs/hosting.md


HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


def test_the_document_tells_every_measurement():
    told = re.findall(r"^\| `(tabbytop_\w+)`", HOSTING, re.MULTILINE)
    measured = [family.name for family in Metrics().registry.collect()] + [f"tabbytop_{name}" for name in MEASURED]
    assert sorted(told) == sorted(name for name in measured if name.startswith("tabbytop_"))


def test_the_document_tells_every_option():
    told = re.findall(r"`(--[\w-]+)`", "".join(re.findall(r"^\| `--.*?\|", HOSTING, re.MULTILINE)))
    offered = re.findall(r"│ (--[\w-]+)", tabbytop("serve", "--help", COLUMNS="200").stdout)
    assert sorted([*told, "--help"]) == sorted(offered)


def test_the_document_leads_to_files_that_exist():
    for file, anchor in re.findall(r"\]\(([\w.]+)#?([\w-]*)\)", HOSTING):
        text = (ROOT / "docs" / file).read_text(encoding="utf-8")
        assert not anchor or f"\n## {anchor.replace('-', ' ').capitalize()}\n" in text
