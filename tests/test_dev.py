"""`make dev`, in a copy: the page with hot reload, beside a server that begins anew when its files change."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from tabbytop.client import ServerClient
from tests.checkouts import ROOT, Checkout
from tests.patience import PATIENCE
from tests.server.lines import wanted
from tests.server.servers import wait_for

pytestmark = pytest.mark.anyio
ADDRESS = re.compile(r"Open (http://127\.0\.0\.1:\d+)")
DONE = ("-o", ".venv/.ready", "-o", "src/tabbytop/web/built-from.txt")
"""The copy needs no installing: it uses the environment of the true checkout, and Vite in place of a built page."""


class Dev:
    """`make dev` in a copy, once started in a group of processes of its own, as by a terminal."""

    def __init__(self, folder: Path) -> None:
        self.checkout = Checkout(folder)
        (folder / ".venv").symlink_to(ROOT / ".venv")
        self._log = folder / "dev.log"

    def start(self) -> None:
        with self._log.open("w") as log:
            self.process = subprocess.Popen(
                ["make", *DONE, "dev"],
                cwd=self.checkout.folder,
                env=self.checkout.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def address(self, times: int = 1) -> str:
        """The address to open, once it was printed so many times."""
        wait_for(lambda: len(ADDRESS.findall(self.said)) >= times or self.process.poll() is not None)
        found = ADDRESS.findall(self.said)
        assert len(found) >= times, self.said
        return str(found[-1])

    @property
    def said(self) -> str:
        return self._log.read_text()

    def press_ctrl_c(self) -> None:
        """As a terminal does: every process of the group is told."""
        os.killpg(self.process.pid, signal.SIGINT)
        self.process.wait(PATIENCE)

    @property
    def survives(self) -> bool:
        """Whether any process of the group is left."""
        try:
            os.killpg(self.process.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.checkout.folder / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))


@pytest.fixture
def dev(tmp_path: Path) -> Iterator[Dev]:
    dev = Dev(tmp_path / "checkout")
    yield dev
    if dev.survives:
        os.killpg(dev.process.pid, signal.SIGKILL)
    dev.process.wait()


async def test_page_and_server_follow_edits_until_ctrl_c_ends_both(dev: Dev):
    dev.start()
    address = dev.address()
    assert '<div id="app">' in httpx.get(address, timeout=PATIENCE).text
    assert "Race a taxi" in httpx.get(f"{address}/api/games", timeout=PATIENCE).text
    await play_through(address)
    hot_reload_of("/src/App.svelte", dev, address)

    state = "src/tabbytop/games/cat_cab/state.py"
    dev.edit("src/tabbytop/games/cat_cab/game.py", "Race a taxi", "Hurry a taxi")
    assert dev.address(times=2) == address
    assert "Hurry a taxi" in httpx.get(f"{address}/api/games", timeout=PATIENCE).text

    dev.edit(state, "from __future__", "from __past__")
    wait_for(lambda: "The server did not start" in dev.said)
    dev.edit(state, "from __past__", "from __future__")
    assert dev.address(times=3) == address
    assert "Hurry a taxi" in httpx.get(f"{address}/api/games", timeout=PATIENCE).text

    dev.press_ctrl_c()
    wait_for(lambda: not dev.survives)


def test_a_port_that_somebody_takes_just_now_is_left_to_them(dev: Dev):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        dev.edit("dev.py", "(free_port(USUAL_PORT),", f"({port},")
        dev.start()
        address = dev.address()
    assert not address.endswith(f":{port}")
    assert '<div id="app">' in httpx.get(address, timeout=PATIENCE).text
    assert "did not start" not in dev.said
    dev.press_ctrl_c()
    wait_for(lambda: not dev.survives)


async def play_through(address: str) -> None:
    """The server takes what comes through the page's server for its own: requests that change things, and sockets."""
    server = ServerClient(address)
    await server.become_guest("Rosie")
    opened = await server.open_table("cat-cab", wanted("me", "me"))
    async with server.table(opened.id) as table:
        await table.until(lambda: bool(table.now.choices))
        ply = table.now.ply
        await table.play(table.now.choices[0].move)
        await table.until(lambda: table.now.ply > ply)


def hot_reload_of(path: str, dev: Dev, address: str) -> None:
    """A browser that has loaded a component is told when it is edited, and gets the new one."""
    client = httpx.get(f"{address}/@vite/client", timeout=PATIENCE).text
    token = re.search(r'wsToken = "([^"]*)"', client)
    assert token is not None
    with connect(f"{address.replace('http', 'ws')}/?token={token[1]}", subprotocols=["vite-hmr"]) as line:  # type: ignore[list-item]
        assert json.loads(line.recv(PATIENCE))["type"] == "connected"
        assert "a new remark" not in httpx.get(f"{address}{path}", timeout=PATIENCE).text
        dev.edit(f"web{path}", "</script>", '  console.info("a new remark");\n</script>')
        while (told := json.loads(line.recv(PATIENCE)))["type"] != "update":
            pass
    assert path in [update["path"] for update in told["updates"]]
    assert "a new remark" in httpx.get(f"{address}{path}", timeout=PATIENCE).text
