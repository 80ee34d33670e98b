"""A proxy between a server and its database or bus that can be cut: what is on its way stays there until it is mended.

Real networks do the same: neither side hears of it, and what was sent arrives late or never.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path

Address = Path | tuple[str, int]
"""A socket in the file system, or host and port."""


class Proxy:
    """Carries bytes from an address of its own to a server, in a thread of its own."""

    def __init__(self, near: Path | None, far: Address) -> None:
        self._near, self._far = near, far
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._whole = asyncio.Event()
        self._whole.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()

    def cut(self) -> None:
        """Let nothing through from now on."""
        self._loop.call_soon_threadsafe(self._whole.clear)

    def mend(self) -> None:
        """Let everything through again, also what was held up."""
        self._loop.call_soon_threadsafe(self._whole.set)

    def reset(self) -> None:
        """Break all connections."""
        self._loop.call_soon_threadsafe(self._break)

    def close(self) -> None:
        """Carry nothing any more."""
        self.mend()
        self.reset()
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _listen(self) -> None:
        if self._near is not None:
            self._server = await asyncio.start_unix_server(self._carry, self._near)
        else:
            self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
            self.port = self._server.sockets[0].getsockname()[1]

    async def _end(self) -> None:
        self._server.close()
        self._break()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        if others:
            await asyncio.wait(others, timeout=5)

    def _break(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._whole.wait()
        try:
            if isinstance(self._far, Path):
                far_reader, far_writer = await asyncio.open_unix_connection(self._far)
            else:
                far_reader, far_writer = await asyncio.open_connection(*self._far)
        except OSError:
            writer.close()
            return
        both = {writer, far_writer}
        self._writers |= both
        ways = [
            asyncio.create_task(self._pump(reader, far_writer)),
            asyncio.create_task(self._pump(far_reader, writer)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            for each in both:
                each.close()
            self._writers -= both

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self._whole.wait()
                writer.write(data)
                await writer.drain()
            await self._whole.wait()


@contextlib.contextmanager
def proxy_to_postgres(url: str, folder: Path) -> Iterator[tuple[Proxy, str]]:
    """A proxy to a Postgres that listens on a socket in the file system, and the address by which it is used."""
    address, _, home = url.partition("?host=")
    folder.mkdir(parents=True, exist_ok=True)
    proxy = Proxy(folder / ".s.PGSQL.5432", Path(home) / ".s.PGSQL.5432")
    try:
        yield proxy, f"{address}?host={folder}"
    finally:
        proxy.close()


@contextlib.contextmanager
def proxy_to_redis(port: int) -> Iterator[tuple[Proxy, str]]:
    """A proxy to Redis, and the address by which it is used."""
    proxy = Proxy(None, ("127.0.0.1", port))
    try:
        yield proxy, f"redis://127.0.0.1:{proxy.port}"
    finally:
        proxy.close()
