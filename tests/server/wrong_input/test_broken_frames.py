"""Broken input: bytes that are no message, no record and no frame. They are refused, and change nothing."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tabbytop.kit.marks import fault
from tests.patience import PATIENCE
from tests.server.lines import Http, SocketClient
from tests.server.servers import Server
from tests.server.wrong_input.tables import picture

pytestmark = pytest.mark.anyio


# ---------------------------------------------------------------- F21: broken

BROKEN: dict[str, bytes] = {
    "nothing": b"",
    "half": b'{"type":"play","key":"k"',
    "not json": b"roll the dice",
    "a brace": b"}",
    "brackets": b"[" * 10_000,
    "braces": b'{"a":' * 3000,
    "brackets in a move": b'{"type":"play","key":"k","seq":0,"move":{"roll":' + b"[" * 10_000,
    "a long number": b'{"type":"play","key":"k","move":{},"seq":' + b"9" * 10_000 + b"}",
    "a long number in a move": b'{"type":"why","key":"k","move":{"mark":{"die":' + b"9" * 10_000 + b"}}}",
    "a large exponent": b'{"type":"ping","at":1e999}',
    "NaN": b'{"type":"ping","at":NaN}',
    "infinity": b'{"type":"ping","at":-Infinity}',
    "bad UTF-8": b'{"type":"say","key":"k","phrase":"\xff\xfe"}',
    "an overlong slash": b'{"type":"say","key":"k","phrase":"\xc0\xaf"}',
    "half a pair": b'{"type":"say","key":"k","phrase":"\\ud800"}',
    "half a pair as a tag": b'{"type":"\\ud800","key":"k"}',
    "half a pair as a field": b'{"\\udfff":1}',
    "UTF-16": '{"type":"ping"}'.encode("utf-16"),
    "a mark before": b'\xef\xbb\xbf{"type":"ping"}',
    "zeros": b"\x00" * 100,
    "noise": bytes(random.Random(1).randrange(256) for _ in range(4000)),
    "two at once": b'{"type":"ping"}{"type":"ping"}',
    "a field twice": b'{"type":"ping","type":"leave","key":"k"}',
    "a comment": b'{"type":"ping"} // hello',
}


@fault("F21")
async def test_broken_frames_are_answered_and_change_nothing(server: Server, ann: Http):
    table = ann.open_table("me", "me")
    before = await picture(server, table)
    for name, data in BROKEN.items():
        async with SocketClient(server, table, ann.token) as line:
            await line.hear("welcome")
            await line.say(data)  # as a binary frame
            answer = await line.hear("error", "pong", "ok", "reason")
            assert answer.get("code") in ("bad_message", "bad_move"), (name, answer)
            await line.alive()
    assert await picture(server, table) == before


@fault("F21")
async def test_broken_bodies_are_refused_and_change_nothing(server: Server, ann: Http):
    table = ann.open_table("me", "me")
    before = await picture(server, table)
    for path in (f"/api/tables/{table}/commands", "/api/tables", "/api/enter", "/api/me", f"/api/tables/{table}/again"):
        for name, data in BROKEN.items():
            for body in (data, iter([data[:10], data[10:]])):  # with a length, and in chunks
                heard = ann.post(path, body)
                assert (heard.status, heard.code) in ((400, "bad_message"), (422, "bad_move")), (path, name, heard)
    for body in (b"a=1&b=2", b'{"name":"x"}'):
        assert ann.post("/api/me", body, content_type="application/x-www-form-urlencoded").code == "bad_message"
        assert ann.post("/api/me", body, content_type="text/plain").code == "bad_message"
    assert await picture(server, table) == before


@fault("F21")
@pytest.mark.parametrize("name", ["nothing", "brackets", "noise", "bad UTF-8", "a mark before", "not json"])
def test_records_that_are_none_are_refused(ann: Http, name: str):
    heard = ann.post("/api/records", BROKEN[name])
    assert (heard.status, heard.code) == (422, "bad_record"), heard


@fault("F21")
async def test_large_messages_are_refused_and_take_no_room(server: Server, ann: Http):
    table = ann.open_table("me", "me")
    before, memory = await picture(server, table), server.memory()
    large = b'{"type":"say","key":"k","phrase":"' + b"p" * 2**20 + b'"}'
    codes = []
    for _ in range(30):
        async with SocketClient(server, table, ann.token) as line:
            await line.hear("welcome")
            codes.append(await code_after(line, large))
    assert 1009 in codes
    assert set(codes) <= {1009, None}
    for path in (f"/api/tables/{table}/commands", "/api/tables", "/api/guests", "/api/me/link"):
        for body in (large, iter([large[:70_000], large[70_000:]])):
            assert refused_or_cut(server, ann.token, path, body) in ("too_large", "cut", "created")
    assert refused_or_cut(server, ann.token, "/api/records", b"x" * (4 * 2**20 + 1)) in ("too_large", "cut")
    assert await picture(server, table) == before
    assert server.memory() - memory < 40 * 2**20
    assert ann.get("/healthz").status == 200


async def code_after(line: SocketClient, message: bytes) -> int | None:
    """How the server hangs up on a message; None if it did so while one still sent, and its goodbye was lost."""
    try:
        await line.say(message)
        while True:
            await line.next()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def refused_or_cut(server: Server, token: str | None, path: str, body: Any) -> str:
    """The code of a refusal; a server may also cut the line while one still sends."""
    http = Http(server, token)
    try:
        heard = http.post(path, body)
        return "created" if heard.status == 201 and path.endswith("link") else heard.code
    except OSError:
        return "cut"
    finally:
        http.close()


# ---------------------------------------------------------------- frames that no library sends


def frame(opcode: int, payload: bytes, *, final: int = 0x80, length: int | None = None) -> bytes:
    """A frame of a client; its length may be a lie."""
    size = len(payload) if length is None else length
    if size < 126:
        head = bytes([final | opcode, 0x80 | size])
    elif size < 2**16:
        head = bytes([final | opcode, 0x80 | 126]) + size.to_bytes(2, "big")
    else:
        head = bytes([final | opcode, 0x80 | 127]) + size.to_bytes(8, "big")
    return head + b"\x00" * 4 + payload


TEXT, BINARY, CONTINUED, PING, UNKNOWN = 1, 2, 0, 9, 3
FRAMES: dict[str, bytes] = {
    "a megabyte announced": frame(TEXT, b"x", length=2**20),
    "more than there is in the world": frame(TEXT, b"x", length=2**62),
    "a continuation of nothing": frame(CONTINUED, b"x"),
    "an unknown kind": frame(UNKNOWN, b"x"),
    "a long ping": frame(PING, b"x" * 126),
    "reserved bits": bytes([0xF1, 0x80]) + b"\x00" * 4,
    "no mask": b"\x81\x01x",
    "pieces without end": frame(TEXT, b"x" * 4000, final=0) + frame(CONTINUED, b"x" * 4000, final=0) * 10,
    "no frames at all": b"GET / HTTP/1.1\r\n\r\n" * 10,
}


async def shake_hands(
    server: Server, path: bytes, *headers: bytes
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Ask for a socket by hand."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    key = base64.b64encode(os.urandom(16))
    usual = (b"Host: localhost", b"Upgrade: websocket", b"Connection: Upgrade", b"Sec-WebSocket-Version: 13")
    lines = (b"GET %b HTTP/1.1" % path, *usual, b"Sec-WebSocket-Key: %b" % key, *headers, b"", b"")
    writer.write(b"\r\n".join(lines))
    return reader, writer


async def open_by_hand(server: Server, http: Http, table: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    token = (http.token or "").encode()
    lines = await shake_hands(server, b"/api/tables/%b/socket" % table.encode(), b"Authorization: Bearer %b" % token)
    await lines[0].readuntil(b'"type":"welcome"')
    return lines


@fault("F21")
@pytest.mark.parametrize("name", FRAMES)
async def test_frames_against_the_protocol_end_the_connection(server: Server, ann: Http, name: str):
    table = ann.open_table("me", "me")
    async with asyncio.timeout(PATIENCE):
        reader, writer = await open_by_hand(server, ann, table)
        writer.write(FRAMES[name])
        with contextlib.suppress(ConnectionResetError):
            await reader.read(-1)  # until the server closes
    writer.close()
    assert ann.get(f"/api/tables/{table}").status == 200


@fault("F21")
async def test_broken_text_is_answered_as_broken_bytes_are(server: Server, ann: Http):
    table = ann.open_table("me", "me")
    async with asyncio.timeout(PATIENCE):
        reader, writer = await open_by_hand(server, ann, table)
        for data in BROKEN.values():
            writer.write(frame(TEXT, data))
            await reader.readuntil(b'"code":"bad_')
    writer.close()


@fault("F21")
@pytest.mark.parametrize(
    ("path", "headers"),
    [
        (b"/api/tables/\xff\xfe/socket", []),
        (b"/api/tables/%FF%00/socket?invite=%FF&since=%FF", []),
        (b"/api/tables/x/socket?invite=\xff", []),
        (b"/api/tables/x/socket", [b"Authorization: Bearer \xff\xfe"]),
        (b"/api/tables/x/socket", [b"Cookie: tabbytop=\xff; ;;==;"]),
        (b"/api/tables/x/socket", [b"Origin: http://["]),
        (b"/api/tables/x/socket", [b"Origin: \xff"]),
        (b"/api/tables/x/socket", [b"Sec-WebSocket-Extensions: permessage-deflate; \xff"]),
        (b"/api/nothing", []),
        (b"/", []),
    ],
)
async def test_a_socket_asked_for_in_a_broken_way_is_closed(server: Server, path: bytes, headers: list[bytes]):
    async with asyncio.timeout(PATIENCE):
        reader, writer = await shake_hands(server, path, *headers)
        status = (await reader.readline()).split()[1]
        if status == b"101":
            await reader.readuntil(b'"type":"bye"')
        else:
            assert status in (b"400", b"403")
    writer.close()
