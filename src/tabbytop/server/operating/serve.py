"""Running a server: folder, database, port, log, and an orderly end.

Everything that can be wrong with the surroundings is found here, before anybody is let in, and said in a sentence.
"""

from __future__ import annotations

import asyncio
import errno
import functools
import logging
import os
import signal
import socket
import tempfile
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn
from sqlalchemy import URL

from tabbytop.engine.errors import UserError
from tabbytop.server.http.app import Application
from tabbytop.server.http.connections import ConnectionLimits, raise_descriptor_limit
from tabbytop.server.http.sockets import LARGEST_MESSAGE, PING_EVERY, PING_PATIENCE, TableSocket
from tabbytop.server.operating import logs
from tabbytop.server.operating.gc import CollectorSchedule
from tabbytop.server.operating.settings import Settings
from tabbytop.server.storage.database import IDLE
from tabbytop.server.storage.store import Store

DATABASE = "tabbytop.db"
GRACE = 8
"""Seconds that connections have to end when the server stops."""


def data_folder(chosen: Path | None) -> Path:
    """Where games are kept; `TABBYTOP_DATA` moves it. Made if it is missing."""
    folder = chosen or usual_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as problem:
        if problem.errno in (errno.ENOSPC, errno.EDQUOT):
            raise UserError(f"The disk with the folder {folder} is full. Make room on it, and start again.") from None
        why = problem.strerror
        raise UserError(f"The folder {folder} cannot be written to: {why}. Choose another one with --data.") from None
    return folder


def usual_folder() -> Path:
    """The data folder when none is named."""
    if moved := os.environ.get("TABBYTOP_DATA"):
        return Path(moved)
    own = os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_DATA_HOME")
    return Path(own or Path.home() / ".local" / "share") / "tabbytop"


def database_in(folder: Path) -> str:
    """The database that a data folder holds by default."""
    return URL.create("sqlite", database=str(folder.resolve() / DATABASE)).render_as_string()


def existing_database(chosen: Path | None) -> str:
    """The database in a data folder where a server has run; nothing is made."""
    folder = chosen or usual_folder()
    if not os.path.isfile(folder / DATABASE):  # also where one may not look
        raise UserError(f"There are no games in {folder}. Name the folder of the server with --data.")
    return database_in(folder)


def bind(host: str, port: int) -> socket.socket:
    """The socket to listen on."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listening = socket.socket(family, socket.SOCK_STREAM)
    except OSError as problem:
        raise UserError(f"There is no address {host} on this machine: {problem.strerror}. Check --host.") from None
    if os.name == "posix":  # elsewhere it would let two servers share a port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(address)
        listening.listen(2048)
    except OSError as problem:
        listening.close()
        raise UserError(_cannot_bind(problem, host, port)) from None
    listening.set_inheritable(False)
    return listening


def _cannot_bind(problem: OSError, host: str, port: int) -> str:
    if problem.errno == errno.EADDRINUSE:
        return f"Port {port} is in use, perhaps by another Tabbytop. Choose another one with --port, or 0 for any."
    if problem.errno == errno.EACCES:
        return f"This user may not use port {port}. Choose one above 1023 with --port."
    return f"{host} cannot be used here: {problem.strerror}. Check --host."


class TableServer(uvicorn.Server):
    """Uvicorn, but tables finish what they are doing and say goodbye before their connections are closed."""

    def __init__(self, application: Application, announce: Callable[[], None]) -> None:
        self._application = application
        self._announce = announce
        self._collector: CollectorSchedule | None = None
        super().__init__(
            uvicorn.Config(
                application.asgi,
                http=self._protocol,  # type: ignore[arg-type]
                ws=TableSocket,
                ws_max_size=LARGEST_MESSAGE,
                ws_ping_interval=PING_EVERY,
                ws_ping_timeout=PING_PATIENCE,
                ws_per_message_deflate=False,
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=GRACE,
            )
        )
        application.connections = self._limits = ConnectionLimits(
            application.settings, application.metrics, self.config.forwarded_allow_ips
        )

    def _protocol(self, **given: Any) -> asyncio.Protocol:
        return self._limits.protocol(**given)

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Run until a signal asks for the end, which is no failure: uvicorn raises it once more when it is done."""
        before = {number: signal.signal(number, lambda *_: None) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            super().run(sockets)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            self._announce()
            assert self._application.registry is not None
            self._collector = CollectorSchedule(self._application.registry.quiet)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tables first, connections after them."""
        if self._collector is not None:
            self._collector.stop()
        if self._application.registry is not None:
            await self._application.registry.close()
        await super().shutdown(sockets)


def serve(settings: Settings, announce: Callable[[int], None]) -> None:
    """Run until told to stop. `announce` is called with the port once guests can come in."""
    raise_descriptor_limit()
    if settings.processes > 1 and settings.bus is None:
        raise UserError("Several processes talk to each other over a bus: give --bus redis://host:6379, too.")
    listening = bind(settings.host, settings.port)
    port: int = listening.getsockname()[1]
    try:
        store = open_store(settings)
    except UserError:
        listening.close()
        raise
    if settings.processes == 1:
        own = _own_port(settings, 0)
        server = TableServer(Application(settings, store), lambda: announce(port))
        server.run([listening, *own])
        has_started = server.started
    else:
        asyncio.run(store.close())  # it was opened to see that it can be
        has_started = _serve_in_processes(settings, listening, lambda: announce(port))
    if not has_started:
        raise UserError("The server could not start; its log says why.")


def _serve_in_processes(settings: Settings, listening: socket.socket, announce: Callable[[], None]) -> bool:
    from tabbytop.server.cluster.processes import Processes

    level = logging.getLevelName(logging.getLogger().level).lower()
    return Processes(settings.processes, listening, functools.partial(_serve_one, settings, level)).supervise(announce)


def _serve_one(settings: Settings, level: str, number: int, listening: socket.socket, is_open: Any) -> None:
    """One of several processes."""
    from tabbytop.server.cluster.processes import be_a_child

    be_a_child()
    logs.begin(level)
    raise_descriptor_limit()
    server = TableServer(Application(settings, open_store(settings)), is_open.set)
    server.run([listening, *_own_port(settings, number)])


def _own_port(settings: Settings, number: int) -> list[socket.socket]:
    return [] if settings.own_ports is None else [bind(settings.host, settings.own_ports + number)]


def open_store(settings: Settings) -> Store:
    """The store of a server; one of several is checked for what it needs besides."""
    if settings.bus is None:
        return Store.open(settings.database, accept_loss=settings.accept_loss)
    from tabbytop.server.cluster.registry import bus_of

    bus_of(settings)
    return Store.open(settings.database, idle=IDLE)


def address_for(host: str, port: int) -> str:
    """Where a browser on this machine finds a server that listens there."""
    reachable = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{reachable}:{port}"


def open_browser(address: str) -> None:
    """Show the page; without waiting for a browser that takes its time."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
