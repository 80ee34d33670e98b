"""For people who change Tabbytop: the page with hot reload, beside a server that begins anew when its files change.

    make dev

Prints the address to open; Ctrl-C ends both. Tables live in `.dev`, apart from those of `make play`. When a game's
fields or moves change, the types of its board are written anew.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from hatch_build import Page
from tabbytop.engine.errors import UserError
from tabbytop.scaffold import write_types

ROOT = Path(__file__).parent
SOURCES = ROOT / "src/tabbytop"
WATCHED = ("*.py", "*.toml", "*.md")
"""Files of which a change is a change of the server: its code, and the components, clauses and guides of games."""
GLANCE = 0.3
"""Seconds between two looks at the files."""
USUAL_PORT = 5173


def main() -> None:
    """Run both until somebody presses Ctrl-C."""
    for ending in (signal.SIGINT, signal.SIGTERM):  # also where a script has started it in the background
        signal.signal(ending, signal.default_int_handler)
    behind = free_port()
    node = Page(ROOT).with_tools()
    vite = [str(node), "node_modules/vite/bin/vite.js", "--host", "127.0.0.1", "--strictPort", "--logLevel", "warn"]
    with contextlib.suppress(KeyboardInterrupt):
        for before in (free_port(USUAL_PORT), free_port()):  # somebody may take the usual one in this very moment
            command = [*vite, "--port", str(before)]
            with running(command, ROOT / "web", TABBYTOP_SERVER=f"http://127.0.0.1:{behind}") as page:
                serve(behind, before, page)
        sys.exit("The page does not start; what is wrong stands above.")


def serve(behind: int, before: int, page: subprocess.Popen[str]) -> None:
    """The server behind the page, anew whenever its files change, for as long as the page is there."""
    server = [sys.executable, "-m", "tabbytop", "serve", "--port", str(behind), "--data", str(ROOT / ".dev")]
    seen = look()
    while True:
        with running([*server, "--log-level", "warning"], ROOT, stdout=subprocess.PIPE) as process:
            if is_open(process) and answers(before, page):
                print(f"Open http://127.0.0.1:{before}  (Ctrl-C ends it)", flush=True)
            elif page.poll() is None:
                print("The server did not start. It is tried again when a file changes.", flush=True)
            seen = changed_from(seen, page)
        if page.poll() is not None:
            return
        print("Something changed; the server begins anew.", flush=True)
        with contextlib.suppress(UserError):  # what is wrong was told, and the server is about to tell it again
            write_types(ROOT)


@contextlib.contextmanager
def running(
    command: list[str], folder: Path, stdout: int | None = None, **more: str
) -> Iterator[subprocess.Popen[str]]:
    """A program for as long as it is wanted; it never outlives this one."""
    process = subprocess.Popen(command, cwd=folder, env={**os.environ, **more}, stdout=stdout, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def look() -> dict[Path, int]:
    """When each file that the server is made of was written."""
    found = {}
    for path in (path for kind in WATCHED for path in SOURCES.rglob(kind)):
        with contextlib.suppress(FileNotFoundError):  # an editor is just replacing it
            found[path] = path.stat().st_mtime_ns
    return found


def changed_from(seen: dict[Path, int], page: subprocess.Popen[str]) -> dict[Path, int]:
    """Wait until a file is not as it was, or the page has ended; how all of them are then."""
    while (now := look()) == seen and page.poll() is None:
        time.sleep(GLANCE)
    return now


def is_open(process: subprocess.Popen[str]) -> bool:
    """Wait until the server says that it is open; False if it has ended because something is wrong with it."""
    assert process.stdout is not None
    return any("is open at" in line for line in process.stdout)


def answers(port: int, process: subprocess.Popen[str]) -> bool:
    """Wait until a program answers at a port; False if it has ended instead."""
    while process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=GLANCE):
            return True
        time.sleep(GLANCE)
    return False


def free_port(wanted: int = 0) -> int:
    """A port that nobody uses: the wanted one if it can be."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", wanted))
        except OSError:
            return free_port()
        port: int = probe.getsockname()[1]
        return port


if __name__ == "__main__":
    main()
