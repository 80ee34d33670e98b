"""Wrong input at every route that the server describes: wrong shapes, odd texts in bodies, addresses and queries."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tabbytop.kit.marks import fault
from tabbytop.server.protocol import messages
from tests.server.lines import Heard, Http
from tests.server.servers import Server
from tests.server.shapes import Shapes
from tests.server.wrong_input.tables import ODD, as_ascii, picture

pytestmark = pytest.mark.anyio
SOUND = {
    "{game}": "cat-cab",
    "{lesson}": "basics",
    "{ply}": "0",
    "{day}": "today",
    "{words}": "acorn-acorn-acorn-acorn-acorn",
}
"""What stands in addresses; elsewhere anything may, and means nothing."""
ODD_IN_ADDRESSES = ("%00", "a%00b", "1.%00", "%ED%A0%80", "%FF", "%E2%80%AE", "9" * 30, "k" * 3000)
FAREWELLS = ("/api/me/revoke", "/api/me/delete")
"""Routes with which somebody would be gone: by a name, too, which may be any text."""
NOT_HERE = ("/api/me/passkeys", "/api/enter/passkey", "/api/club")
"""Routes of what the server under test does not offer: it says so before it looks at anything."""


@dataclass(frozen=True)
class Route:
    """A route as the server describes it."""

    method: str
    path: str
    body: Any
    """The type of what it takes, if it takes anything but text."""
    asked: tuple[str, ...]
    """What may stand after the `?`."""

    def at(self, table: str, **odd: str) -> str:
        """Its address, with something odd in one place."""
        sound = {**SOUND, "{table}": table, **odd}
        return "/".join(sound.get(part, "kitten" if part[:1] == "{" else part) for part in self.path.split("/"))

    @property
    def places(self) -> list[str]:
        """Where something stands in its address."""
        return [part for part in self.path.split("/") if part[:1] == "{"]

    def bodies(self, kind: str, *more: str) -> Iterator[bytes | None]:
        """Bodies that are "wrong", or "worded" by a text; nothing where it takes nothing."""
        if self.body is not None:
            shapes = Shapes(self.body)
            for schema in shapes.alternatives():
                yield from map(as_ascii, getattr(shapes, kind)(schema, *more))

    def sample(self) -> bytes | None:
        """A body of the right shape."""
        shapes = Shapes(self.body) if self.body is not None else None
        return as_ascii(shapes.sample(shapes.alternatives()[0])) if shapes else None


def routes_at(http: Http) -> list[Route]:
    """Every route but those of farewells."""
    return [
        Route(
            method.upper(),
            path,
            _body(path, operation),
            tuple(each["name"] for each in operation.get("parameters", []) if each["in"] == "query"),
        )
        for path, methods in http.get("/api/openapi.json").json["paths"].items()
        for method, operation in methods.items()
        if path.startswith("/api/") and path not in FAREWELLS
    ]


def _body(path: str, operation: Any) -> Any:
    schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if schema is None:
        return None
    return messages.TableCommand if path.endswith("/commands") else getattr(messages, schema["$ref"].rsplit("/", 1)[1])


def is_refused(heard: Heard) -> bool:
    """Whether somebody was told what is wrong. Advice may be missing: that is no fault of the server."""
    return heard.status < 500 or heard.code == "no_hint"


@fault("F17")
async def test_every_wrong_shape_of_every_body_is_refused(server: Server, ann: Http):
    table = ann.open_table("me", "me")
    before, tables = await picture(server, table), ann.get("/api/tables").json["mine"]
    routes = [route for route in routes_at(ann) if route.body is not None and route.path not in NOT_HERE]
    for route in routes:
        for shape in route.bodies("wrong"):
            heard = ann.ask(route.method, route.at(table), shape)
            assert (heard.status, heard.code) == (400, "bad_message"), (route, shape, heard)
    assert len(routes) > 15
    assert await picture(server, table) == before
    assert ann.get("/api/tables").json["mine"] == tables
    assert ann.get("/api/me").json["name"] == "Ann"


@fault("F53")
@pytest.mark.parametrize("text", ODD, ids=ascii)
async def test_an_odd_text_in_any_place_of_any_body_is_no_fault_of_the_server(server: Server, ann: Http, text: str):
    table = ann.open_table("me", "me")
    before, tried = await picture(server, table), 0
    for route in routes_at(ann):
        for shape in route.bodies("worded", text):
            heard = ann.ask(route.method, route.at(table), shape)
            assert is_refused(heard), (route, shape, heard)
            tried += 1
    assert tried > 40
    assert await picture(server, table) == before


@fault("F53")
def test_an_odd_text_in_any_address_is_no_fault_of_the_server(ann: Http):
    table, tried = ann.open_table("me", "me"), 0
    for route in routes_at(ann):
        body = route.sample()
        places = [(route.at(table, **{place: text}), text) for place in route.places for text in ODD_IN_ADDRESSES]
        queries = [(f"{route.at(table)}?{name}={text}", text) for name in route.asked for text in ODD_IN_ADDRESSES]
        for address, _ in itertools.chain(places, queries):
            heard = ann.ask(route.method, address, body)
            assert is_refused(heard), (route.method, address[:80], heard)
            tried += 1
    assert tried > 300
