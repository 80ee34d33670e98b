"""Conversations with a server as they are written in documents: read, played against a real server, and written anew.

    Rosie → POST /api/guests {"name": "Rosie"}
    Rosie ← 201 {"id": "…", "name": "Rosie", "token": "…"}

An arrow to the right is sent, an arrow to the left is what comes back; longer messages go on in indented lines. "…"
stands for anything: as a value, as the last item of a list, or as the name of fields that are not shown. `SOCKET` and
`STREAM` open a connection, `CLOSE` ends it, messages without such a word travel on it.

    python -m tests.server.sessions      # write the answers in docs/protocol.md anew
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import http.client
import itertools
import json
import random
import re
import secrets
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tabbytop.client import request
from tests.patience import PATIENCE
from tests.server.servers import Server, running

PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"
BLOCK = re.compile(r"(?<=^```session\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
UNTOLD = ("tick", "presence", "warming")
"""Messages that come when they come; sessions leave them out."""
ANY = "…"
WIDTH = 118


def predictable(_: object) -> None:
    """Plant into a server: tokens, words, faces, luck and times that are the same in every run."""
    numbers, deals = itertools.count(1), itertools.count(18)  # a short and pleasant game
    lots = random.Random(18)

    def some(number: int) -> bytes:
        return hashlib.sha256(f"token {next(numbers)}".encode()).digest()[:number]

    secrets.token_hex = lambda number=None: some(number or 32).hex()
    secrets.token_urlsafe = lambda number=None: base64.urlsafe_b64encode(some(number or 32)).decode().rstrip("=")
    secrets.choice = lots.choice
    secrets.token_bytes = lambda number=None: hashlib.sha256(f"example {next(deals)}".encode()).digest()
    time.time_ns = lambda: 1_767_225_600_000_000_000


@dataclass(frozen=True)
class ScriptLine:
    """One thing that was sent, or that came back."""

    who: str
    sent: bool
    words: tuple[str, ...]
    """`POST /api/guests`, `201`, `id 4`, or nothing before a message on a connection."""
    body: Any = None

    def __str__(self) -> str:
        head = " ".join((self.who, "→" if self.sent else "←", *self.words))
        return head if self.body is None else f"{head} {shown(self.body, len(head) + 1)}"


def read(text: str) -> list[ScriptLine]:
    """The lines of a written session."""
    whole = re.sub(r"\n +", " ", text).strip().split("\n")
    return [_read_line(line) for line in whole if line]


def _read_line(line: str) -> ScriptLine:
    who, arrow, rest = line.split(" ", 2)
    assert arrow in "→←", f"no line of a session: {line}"
    found = re.search(r"[{\[\"]", rest)
    start = found.start() if found else len(rest)
    return ScriptLine(who, arrow == "→", tuple(rest[:start].split()), json.loads(rest[start:]) if found else None)


def shown(value: Any, column: int = 0, indent: int = 2) -> str:
    """A value as JSON in as few lines as fit."""
    flat = json.dumps(value, ensure_ascii=False)
    if column + len(flat) <= WIDTH or not isinstance(value, dict | list) or not value:
        return flat
    inside = " " * indent
    if isinstance(value, dict):
        opening, closing = "{}"
        parts = [
            f"{json.dumps(name, ensure_ascii=False)}: {shown(part, indent + len(name) + 4, indent + 2)}"
            for name, part in value.items()
        ]
    else:
        opening, closing = "[]"
        parts = [shown(part, indent, indent + 2) for part in value]
    rows: list[str] = []
    for part in parts:
        start = column + 1 if len(rows) == 1 and indent == 2 else indent
        if rows and "\n" not in part + rows[-1] and start + len(rows[-1]) + len(part) + 3 <= WIDTH:
            rows[-1] += f", {part}"
        else:
            rows.append(part)
    joined = f",\n{inside}".join(rows)
    return (
        f"{opening}\n{inside}{joined}\n{' ' * (indent - 2)}{closing}" if indent > 2 else f"{opening}{joined}{closing}"
    )


def abridged(found: Any, written: Any) -> Any:
    """What was found, shortened where what is written is."""
    if written == ANY:
        return ANY
    if isinstance(found, dict) and isinstance(written, dict):
        kept = {name: abridged(part, written.get(name)) for name, part in found.items() if _shows(written, name)}
        return kept | ({ANY: ANY} if ANY in written else {})
    if isinstance(found, list) and isinstance(written, list) and written:
        size = len(written) - 1 if written[-1] == ANY else len(found)
        others = itertools.chain(written, itertools.repeat(None))
        items = [abridged(part, other) for part, other in zip(found[:size], others, strict=False)]
        return items + ([ANY] if written[-1] == ANY else [])
    return found


def _shows(written: dict[str, Any], name: str) -> bool:
    return name in written or ANY not in written


class Stage:
    """A server, and people who talk to it."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._tokens: dict[str, str] = {}
        self._sockets: dict[str, ClientConnection] = {}
        self._streams: dict[str, http.client.HTTPResponse] = {}
        self._answers: dict[str, ScriptLine] = {}
        self._closing = contextlib.ExitStack()

    def play(self, lines: list[ScriptLine]) -> Iterator[ScriptLine]:
        """The same lines, with what really came back."""
        with self._closing:
            for line in lines:
                if line.sent:
                    self._send(line)
                    yield line
                else:
                    found = self._hear(line)
                    yield ScriptLine(found.who, False, found.words, abridged(found.body, line.body))

    def get(self, who: str, path: str) -> Any:
        """What somebody reads there."""
        self._ask(who, "GET", path, None)
        return self._answers.pop(who).body

    def _send(self, line: ScriptLine) -> None:
        match line.words:
            case ("GET" | "POST" as method, path):
                self._ask(line.who, method, path, line.body)
            case ("SOCKET", path):
                url = self._server.address.replace("http", "ws") + path
                opened = connect(url, additional_headers=self._headers(line.who), ping_interval=None)
                self._sockets[line.who] = self._closing.enter_context(opened)
            case ("STREAM", path):
                self._listen(line.who, path)
            case ("CLOSE",):
                self._sockets.pop(line.who).close()
            case ():
                self._sockets[line.who].send(json.dumps(line.body))
            case _:
                raise AssertionError(f"nobody knows how to send {line}")

    def _ask(self, who: str, method: str, path: str, body: Any) -> None:
        data = None if body is None else json.dumps(body).encode()
        status, answer = request(method, self._server.address + path, self._tokens.get(who), data)
        try:
            found = json.loads(answer)
        except ValueError:
            found = answer.decode()
        if path == "/api/guests":
            self._tokens[who] = found["token"]
        self._answers[who] = ScriptLine(who, False, (str(status),), found)

    def _listen(self, who: str, path: str) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self._server.port, timeout=PATIENCE)
        self._closing.callback(connection.close)
        connection.request("GET", path, headers=self._headers(who))
        self._streams[who] = connection.getresponse()

    def _headers(self, who: str) -> dict[str, str]:
        return {"authorization": f"Bearer {self._tokens[who]}"}

    def _hear(self, line: ScriptLine) -> ScriptLine:
        match line.words:
            case ("id", _):
                return self._next_of_stream(line.who)
            case ():
                return self._next_of_socket(line.who)
            case _:
                return self._answers.pop(line.who)

    def _next_of_socket(self, who: str) -> ScriptLine:
        while True:
            found = json.loads(self._sockets[who].recv(PATIENCE))
            if found["type"] not in UNTOLD:
                return ScriptLine(who, False, (), found)

    def _next_of_stream(self, who: str) -> ScriptLine:
        number = ""
        while True:
            line = self._streams[who].readline().decode().rstrip("\n")
            name, _, value = line.partition(": ")
            if name == "id":
                number = value
            if name == "data" and json.loads(value)["type"] not in UNTOLD:
                return ScriptLine(who, False, ("id", number), json.loads(value))


def written(document: Path = PROTOCOL) -> list[ScriptLine]:
    """All lines of the session in a document."""
    return [line for block in BLOCK.findall(document.read_text(encoding="utf-8")) for line in read(block)]


@contextlib.contextmanager
def stage(folder: Path) -> Iterator[Stage]:
    """A server on which everything happens as it is written."""
    with running(folder, "tests.server.sessions:predictable") as server:
        yield Stage(server)


def write_anew(document: Path = PROTOCOL) -> None:
    """Put into a document what the server answers today."""
    with tempfile.TemporaryDirectory() as folder, stage(Path(folder)) as people:
        played = iter([str(line) for line in people.play(written(document))])

    def replaced(block: re.Match[str]) -> str:
        return "".join(f"{next(played)}\n" for _ in read(block[0]))

    document.write_text(BLOCK.sub(replaced, document.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    write_anew()
