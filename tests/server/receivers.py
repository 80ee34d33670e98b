"""Those to whom a server sends notices, on loopback: a web server that keeps what is posted, a browser's push service
that opens what it gets, and a mail server."""

from __future__ import annotations

import base64
import json
import os
import queue
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import AsyncMessage
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from tests.patience import PATIENCE


@dataclass(frozen=True)
class Posted:
    """A request that came."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Receiver:
    """A web server that keeps what is posted to it, and answers with the status it is told to."""

    def __init__(self) -> None:
        self.status = 201
        self.came: queue.Queue[Posted] = queue.Queue()
        self.passed_over: list[str] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                receiver.came.put(Posted(self.path, headers, body))
                self.send_response(receiver.status)
                if receiver.status in (301, 302, 307):
                    self.send_header("location", f"{receiver.address}/elsewhere")
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"

    def next(self, path: str) -> Posted:
        """What is posted next to a path; what came to others is passed over."""
        while (posted := self.came.get(timeout=PATIENCE)).path != path:
            self.passed_over.append(posted.path)
        return posted

    @contextmanager
    def open(self) -> Iterator[Receiver]:
        thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._server.server_close()


class Browser:
    """A browser that subscribed to notices: only it can read what its push service gets."""

    def __init__(self, service: Receiver, name: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.way = {
            "type": "push",
            "endpoint": f"{service.address}/push/{name}",
            "p256dh": base64.urlsafe_b64encode(point).rstrip(b"=").decode(),
            "auth": base64.urlsafe_b64encode(self._auth).rstrip(b"=").decode(),
        }

    def read(self, posted: Posted, server_key: str) -> Any:
        """A notice, if it is for this browser, and signed by the server with this public key."""
        assert Vapid02.verify(posted.headers["authorization"])
        assert f"k={server_key}" in posted.headers["authorization"]
        assert posted.headers["content-encoding"] == "aes128gcm"
        assert int(posted.headers["ttl"]) > 0
        return json.loads(http_ece.decrypt(posted.body, private_key=self._key, auth_secret=self._auth))


class Mailbox(AsyncMessage):
    """A mail server that keeps what it gets."""

    def __init__(self) -> None:
        super().__init__()
        self.came: queue.Queue[Any] = queue.Queue()

    async def handle_message(self, message: Any) -> None:
        self.came.put(message)

    def next(self) -> Any:
        return self.came.get(timeout=PATIENCE)

    @contextmanager
    def open(self) -> Iterator[str]:
        """The address of the mail server."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            port: int = free.getsockname()[1]
        controller = Controller(self, hostname="127.0.0.1", port=port)
        controller.start()
        try:
            yield f"smtp://127.0.0.1:{port}?from=cats@games.example"
        finally:
            controller.stop()
