"""For people who change Tabbytop: the page with hot reload, beside a server that reloads when a Python file changes.

    make dev

Prints the address to open; Ctrl-C ends both. Tables live in `.dev`, apart from those of `make play`.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from watchfiles import PythonFilter, run_process

from hatch_build import Page

ROOT = Path(__file__).parent


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def main() -> None:
    """Run both until one of them ends."""
    port = free_port()
    server = f"{sys.executable} -m tabbytop serve --port {port} --data {ROOT / '.dev'}"
    node = Page(ROOT).with_tools()
    page = subprocess.Popen(
        [str(node), "node_modules/vite/bin/vite.js", "--host", "127.0.0.1"],
        cwd=ROOT / "web",
        env={**os.environ, "TABBYTOP_SERVER": f"http://127.0.0.1:{port}"},
    )
    try:
        run_process(ROOT / "src/tabbytop", target=server, target_type="command", watch_filter=PythonFilter())
    finally:
        page.send_signal(signal.SIGINT)
        page.wait()


if __name__ == "__main__":
    main()
