"""`tabbytop serve` with a bus: several processes on one address, and what it refuses."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabbytop.client import request
from tabbytop.server.operating.serve import database_in
from tabbytop.server.storage.store import Store
from tests.nursery import run
from tests.patience import PATIENCE
from tests.server.redis_servers import RedisServer
from tests.server.servers import wait_for

ONLY_WHEN_USED = (
    "alembic",
    "email.generator",
    "ray",
    "redis",
    "resvg_py",
    "segno",
    "smtplib",
    "tabbytop.server.cluster",
    "tabbytop.server.notices.mail",
    "xml.sax",
)


def tabbytop(*arguments: str) -> subprocess.CompletedProcess[str]:
    return run(*arguments, timeout=PATIENCE)


@contextlib.contextmanager
def serving(tmp_path: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server as people start it, and its address."""
    command = [sys.executable, "-m", "tabbytop", "serve", "--data", str(tmp_path), "--port", "0", *arguments]
    with (tmp_path / "log").open("w") as log:
        program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        assert program.stdout is not None
        found = re.search(r"http://\S+", program.stdout.readline())
        assert found is not None, (tmp_path / "log").read_text()
        yield program, found[0]
    finally:
        program.kill()
        program.wait()


def named_at(address: str) -> str | None:
    """The process that answers, if it is well."""
    try:
        name: str | None = json.loads(request("GET", f"{address}/healthz", None)[1]).get("server")
    except OSError:
        return None
    return name


def test_processes_on_one_address_are_replaced_when_they_die_and_end_together(
    tmp_path: Path, postgres_url: str, redis_server: RedisServer
):
    options = ["--database", postgres_url, "--bus", redis_server.url, "--processes", "2", "--workers", "1"]
    own_ports = two_free_ports()
    options += ["--own-ports", str(own_ports[0])]
    with serving(tmp_path, *options) as (program, address):
        children = _children(program.pid)
        assert len(children) >= 2
        names: set[str | None] = set()
        wait_for(lambda: names.add(named_at(address)) or len(names - {None}) == 2)
        own = [f"http://127.0.0.1:{port}" for port in own_ports]
        wait_for(lambda: {named_at(each) for each in own} == names - {None})
        measured = [request("GET", f"{each}/metrics", None)[1] for each in own]
        assert all(b"tabbytop_lease_held 1.0" in each for each in measured)
        victim = next(child for child in children if "spawn_main" in _command(child))
        os.kill(victim, signal.SIGKILL)
        others: set[str | None] = set()
        wait_for(lambda: others.add(named_at(address)) or bool(others - names - {None}))
        wait_for(lambda: {named_at(each) for each in own} & others - names - {None})
        program.send_signal(signal.SIGTERM)
        assert program.wait(PATIENCE) == 0
    assert "it is replaced" in (tmp_path / "log").read_text()


def two_free_ports() -> tuple[int, int]:
    """Two ports, one after the other, that nobody uses; nor does the system give them to connections meanwhile."""
    while True:
        port = random.randrange(10_000, 32_000)
        with socket.socket() as one, socket.socket() as two, contextlib.suppress(OSError):
            one.bind(("127.0.0.1", port))
            two.bind(("127.0.0.1", port + 1))
            return port, port + 1


def _children(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _command(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_bytes().decode()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--processes", "2"], "Several processes talk to each other over a bus"),
        (["--bus", "redis://127.0.0.1:1"], "Several servers need one Postgres database"),
        (["--bus", "http://127.0.0.1", "--database", "postgresql://nobody@127.0.0.1/none"], "is no address of a bus"),
    ],
)
def test_what_cannot_work_is_refused_with_a_sentence(tmp_path: Path, arguments: list[str], sentence: str):
    ended = tabbytop("serve", "--data", str(tmp_path), "--port", "0", *arguments)
    assert ended.returncode != 0
    assert sentence in " ".join(ended.stderr.split())
    assert "Traceback" not in ended.stderr


def test_one_process_on_sqlite_loads_nothing_that_it_does_not_use(tmp_path: Path):
    program = """
import asyncio, sys
from pathlib import Path
from tabbytop.server.http.app import Application
from tabbytop.server.operating.serve import database_in, open_store
from tabbytop.server.operating.settings import Settings
from tests.server.faults import stay_cold

async def live() -> None:
    folder = Path(sys.argv[1])
    settings = Settings(folder, database_in(folder))
    store = open_store(settings)
    stay_cold(store)
    application = Application(settings, store)
    async with application.asgi.router.lifespan_context(application.asgi):
        pass
    print([name for name in sys.argv[2:] if name in sys.modules])

asyncio.run(live())
"""
    asyncio.run(Store.open(database_in(tmp_path)).close())  # the steps to the newest schema are for the first start
    ended = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path), *ONLY_WHEN_USED],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.stdout.strip() == "[]", ended.stderr
