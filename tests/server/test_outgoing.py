"""F64: what leaves the server for addresses that people have given: never into its own network, and not for long."""

from __future__ import annotations

import contextlib
import queue
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tabbytop.kit.marks import fault
from tabbytop.server.notices import outgoing
from tabbytop.server.notices.outgoing import Unsent
from tests.patience import PATIENCE
from tests.server.lines import Http
from tests.server.receivers import Receiver
from tests.server.servers import running
from tests.server.test_notices import hook, told_by


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver().open() as receiver:
        yield receiver


INSIDE = [
    "http://127.0.0.1/", "http://localhost/", "http://10.0.0.1/", "http://192.168.1.1/x", "http://169.254.169.254/latest",
    "http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://[2002:7f00:1::]/", "http://0.0.0.0/", "http://100.64.0.1/",
    "http://224.0.0.1/", "http://2130706433/", "http://0x7f.1/", "http://127.1/", "http://240.0.0.1/",
    "http://192.0.0.192/", "http://192.0.0.9/", "http://192.88.99.1/", "http://168.63.129.16/",
    "http://[::ffff:192.88.99.1]/", "http://[64:ff9b::a00:1]/", "http://[64:ff9b::7f00:1]/", "http://[64:ff9b:1::a00:1]/",
    "http://[::7f00:1]/", "http://[::10.0.0.1]/", "http://[fec0::1]/", "http://[fd00:ec2::254]/", "http://[fe80::1]/",
    "http://[2001:0:808:808::f5ff:fffe]/", "http://[2001:0:a00:1::f7f7:f7f7]/", "http://[ff02::1]/",
]  # fmt: skip

OUTSIDE = [
    "http://1.1.1.1/", "http://[2606:4700:4700::1111]/", "http://[64:ff9b::101:101]/", "http://[2002:101:101::]/",
    "http://[::ffff:1.1.1.1]/",
]  # fmt: skip

NOWHERE = [
    "", "ftp://a.example/", "https://", "https://u:p@a.example/", "https://a.example:99999/", "https://a.example/ x",
    "https://\u00e4.example/", "file:///etc/passwd", "https://a.example:0/",
]  # fmt: skip


@fault("F64")
@pytest.mark.parametrize("url", INSIDE)
def test_nothing_is_sent_into_the_hosts_own_network(url: str):
    with pytest.raises(Unsent, match="own network"):
        outgoing.post(url, b"", {}, private=False)


@pytest.mark.parametrize("url", OUTSIDE)
def test_public_addresses_are_taken_however_they_are_written(url: str):
    outgoing.check_address(url, private=False)


@fault("F64")
@pytest.mark.parametrize("url", NOWHERE)
def test_what_is_no_address_is_refused(url: str):
    with pytest.raises(Unsent):
        outgoing.check_address(url, private=True)


@fault("F64")
def test_a_name_that_leads_inside_after_it_was_checked_leads_nowhere(
    monkeypatch: pytest.MonkeyPatch, receiver: Receiver
):
    """The connection is made to the address that was checked, and to no other that the name has by then."""
    answers = iter(["93.184.216.34", "127.0.0.1"])
    port = int(receiver.address.rpartition(":")[2])
    real = outgoing.socket.getaddrinfo

    def look_up(host: str, *rest: object, **more: object):
        return real(next(answers), *rest, **more)  # type: ignore[arg-type]

    connected: list[object] = []

    def connect(self: object, address: object) -> None:
        connected.append(address)
        raise TimeoutError

    monkeypatch.setattr(outgoing.socket, "getaddrinfo", look_up)
    monkeypatch.setattr(outgoing.socket.socket, "connect", connect)
    with pytest.raises(Unsent, match="in time"):
        outgoing.post(f"http://rebinding.example:{port}/", b"", {}, private=False)
    assert connected == [("93.184.216.34", port)]


HEAD = b"HTTP/1.1 200 OK\r\n"
LONG = 10 * 1024 * 1024


def say_nothing(line: socket.socket, is_over: threading.Event) -> None:
    is_over.wait(PATIENCE)


def drip(line: socket.socket, is_over: threading.Event) -> None:
    line.sendall(HEAD)
    while not is_over.wait(0.01):
        line.sendall(b"x")


def say_much(line: socket.socket, is_over: threading.Event) -> None:
    line.sendall(HEAD + b"content-length: %d\r\n\r\n" % LONG)
    taken = 0
    while taken < LONG:
        taken += line.send(bytes(64 * 1024))


@contextlib.contextmanager
def hostile(answer: Callable[[socket.socket, threading.Event], None]) -> Iterator[tuple[str, queue.Queue[bool]]]:
    """A receiver that answers as it likes; its address, and whether the other side ended it first."""
    is_over, cut = threading.Event(), queue.Queue[bool]()

    def serve() -> None:
        line, _ = listening.accept()
        with line:
            try:
                line.recv(65536)
                answer(line, is_over)
                cut.put(False)
            except OSError:
                cut.put(True)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/", cut
        finally:
            is_over.set()
            thread.join(PATIENCE)


@fault("F64")
@pytest.mark.parametrize("answer", [say_nothing, drip])
def test_a_receiver_that_hangs_or_drips_is_given_up(
    monkeypatch: pytest.MonkeyPatch, answer: Callable[[socket.socket, threading.Event], None]
):
    monkeypatch.setattr(outgoing, "PATIENCE", 0.2)
    with hostile(answer) as (address, _), pytest.raises(Unsent) as unsent:
        outgoing.post(address, b"", {}, private=True)
    assert unsent.value.again


@fault("F64")
def test_of_an_answer_of_ten_megabytes_little_is_taken():
    with hostile(say_much) as (address, cut):
        outgoing.post(address, b"", {}, private=True)
        assert cut.get(timeout=PATIENCE), "the line was cut before all of it was sent"


@fault("F64")
def test_a_server_as_it_is_installed_sends_nothing_inside(tmp_path: Path, receiver: Receiver):
    with running(tmp_path, notices_every=0.05, notices_after=0.0) as server:
        person = Http(server)
        person.become_guest("Eve")
        refused = person.post("/api/me/notices/ways", {"way": hook(receiver, "inside")})
        assert (refused.status, refused.code) == (422, "bad_notice")
        named = receiver.address.replace("127.0.0.1", "localhost")
        way = told_by(person, {"type": "hook", "service": "json", "url": f"{named}/inside"})
        tried = person.post(f"/api/me/notices/ways/{way['id']}/trial", {}).json
        assert not tried["arrived"]
        assert "own network" in tried["sentence"]
        assert receiver.came.empty()
