"""Tables at which wrong things are tried, and what they look like before and after."""

from __future__ import annotations

import json
from typing import Any

from tabbytop.client import new_key
from tabbytop.server.protocol import messages
from tests.server.lines import Heard, Http
from tests.server.servers import Server, stored_table
from tests.server.shapes import Shapes

ROLL = {"roll": {}}
ODD = ("\0", "k\0k", "\ud800", "\udc00k", "\uffff", "\x1b[2J", "\u202e", "\u2028", "k" * 300, "';--", "%s %(x)s {0} $1")
"""Texts with NUL, lone halves of a pair, and others that somebody may choke on."""


async def picture(server: Server, table: str) -> tuple[Any, ...]:
    """A table as it is stored, and as the server tells of it."""
    stored = await stored_table(server, table)
    return messages.encode(stored.facts), stored.match and stored.match.fingerprint


def now_of(http: Http, table: str, query: str = "") -> Any:
    return http.get(f"/api/tables/{table}{query}").json["now"]


def duel(ann: Http, ben: Http, **more: Any) -> tuple[str, Http, Http]:
    """A table of two that has begun: its id, whose turn it is, and the other one."""
    opened = ann.opened("me", "friend", **more)
    table = opened["id"]
    sat = ben.post(f"/api/tables/{table}/commands?invite={opened['invite']}", {"type": "sit", "key": new_key()})
    assert sat.status == 200, sat.body
    assert ann.command(table, "start").status == 200
    return (table, ann, ben) if now_of(ann, table)["choices"] else (table, ben, ann)


def routes_of(table: str, invite: str = "") -> list[tuple[str, str, Any]]:
    """Everything that can be asked of a table."""
    key, query = "k", f"?invite={invite}" if invite else ""
    asked: list[tuple[str, str, Any]] = [
        ("GET", f"/api/tables/{table}{route}{query}", None)
        for route in ("", "/log", "/record", "/stream", "/moments/0", "/moments/99", "/moments/0/weighed")
    ]
    shapes = Shapes(messages.TableCommand)
    bodies = [shapes.sample(schema) for schema in shapes.alternatives()]
    asked += [("POST", f"/api/tables/{table}/commands{query}", {**body, "key": key}) for body in bodies]
    asked.append(("POST", f"/api/tables/{table}/again{query}", {"key": key, "ply": 0, "seat": 0}))
    return asked


def without_date(heard: Heard) -> tuple[Any, ...]:
    return heard.status, [pair for pair in sorted(heard.headers.items()) if pair[0] != "date"], heard.body


def as_ascii(value: Any) -> bytes:
    return json.dumps(value).encode()
