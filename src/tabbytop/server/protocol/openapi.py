"""The description of the HTTP interface, for programs as OpenAPI and for people as one plain page without scripts.

Routes come from the application, structures from `messages`; what neither of them tells is said here, and how it all
goes together in `docs/protocol.md`.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Any

import msgspec
from fastapi import FastAPI, Response
from fastapi.openapi.utils import get_openapi
from starlette.responses import FileResponse, HTMLResponse

from tabbytop.server.protocol import messages

TO_COMMANDS = ("Done", "Hinted", "Reason", "Previewed", "Explained")
COMMANDS, STREAM, RECORD = (f"/api/tables/{{table}}/{name}" for name in ("commands", "stream", "record"))
RECORDS = "/api/records"
TEXTS = {"/api/me/export": "application/zip", STREAM: "text/event-stream", RECORD: "application/jsonl"}
"""Routes that answer with text."""
ABOUT = (
    "Everything that the page does, programs can do as well. Become a guest with `POST /api/guests`; from then on send "
    "the token as `Authorization: Bearer …`. Sockets at `/api/tables/{table}/socket` speak the same messages."
)
ASKED = {
    "/api/me/games": {
        "game": "Of which game, among those that are over",
        "find": "A name that is looked for: of a table, a game or a player",
        "after": "Where the list of those that are over goes on: `more` of the part before",
    },
    "/api/puzzles": {"game": "Of which game; without it, of all"},
    "/api/me/notices/people": {"table": "Only those who do not sit at this table with oneself"},
}
"""What may stand after the `?` of other routes."""
WATCHING = {
    "/healthz": ("Whether the server lives and can store what happens", "application/json"),
    "/readyz": ("Whether the server takes commands", "application/json"),
    "/metrics": ("Numbers for Prometheus", "text/plain"),
}
STYLE = Path(__file__).with_name("docs.css")

Json = dict[str, Any]


def description(asgi: FastAPI) -> Json:
    """The whole interface as OpenAPI, with our own structures as its schemas."""
    found = get_openapi(title=asgi.title, version=asgi.version, description=ABOUT, routes=asgi.routes)
    structures = (messages.TableCommand, messages.FromServer, *_named_in(found["paths"]))
    (commands, *_), schemas = msgspec.json.schema_components(structures, ref_template="#/components/schemas/{name}")
    for path, methods in found["paths"].items():
        for operation in methods.values():
            _complete(operation, path, commands)
    found["paths"] |= {path: {"get": _watching(path)} for path in WATCHING}
    found["components"] = {"schemas": schemas, "securitySchemes": _ways_to_be_known()}
    found["security"] = [{}, {"token": []}, {"cookie": []}]
    return found


def _named_in(paths: Json) -> list[type[msgspec.Struct]]:
    """The structures that routes take and answer with, as they were declared."""
    declared = [operation for methods in paths.values() for operation in methods.values()]
    names = {operation.get(field) for operation in declared for field in ("x-body", "x-answer")}
    return [getattr(messages, name) for name in sorted(names - {None})]


def _complete(operation: Json, path: str, commands: Json) -> None:
    """Add to a route what its declaration does not tell."""
    body, answer = operation.pop("x-body", None), operation.pop("x-answer", None)
    if path == RECORDS:
        operation["requestBody"] = _content("application/jsonl", {"type": "string"}) | {"required": True}
    elif body:
        schema = commands if path == COMMANDS else _ref(body)
        operation["requestBody"] = _content("application/json", schema) | {"required": True}
    operation.setdefault("parameters", []).extend(_asked_in_query(path))
    operation["responses"] = {"2XX": {"description": "Done", **_answer(path, answer)}, "default": _refused()}


def _answer(path: str, answer: str | None) -> Json:
    if path in TEXTS:
        return _content(TEXTS[path], {"type": "string"})
    if path == COMMANDS:
        return _content("application/json", {"anyOf": [_ref(name) for name in TO_COMMANDS]})
    assert answer is not None
    return _content("application/json", _ref(answer))


def _asked_in_query(path: str) -> list[Json]:
    """What may stand after the `?`."""
    asked = []
    if path.startswith("/api/tables/{table}"):
        asked.append(_query("invite", "string", "The invitation, for those who do not sit at the table"))
    if path.endswith(("/log", "/moments/{ply}")):
        asked.append(_query("seat", "integer", "The seat to look from: one's own, or any when the game is over"))
    if path == STREAM:
        asked.append(_query("since", "integer", "The last event that is known; `Last-Event-ID` says the same"))
    return asked + [_query(name, "string", words) for name, words in ASKED.get(path, {}).items()]


def _query(name: str, kind: str, words: str) -> Json:
    return {"name": name, "in": "query", "required": False, "schema": {"type": kind}, "description": words}


def _watching(path: str) -> Json:
    words, kind = WATCHING[path]
    answers = {"200": {"description": "Well", **_content(kind, {})}, "503": _refused()}
    return {"summary": words, "operationId": path.strip("/"), "responses": answers}


def _refused() -> Json:
    return {"description": "Refused", **_content("application/json", _ref("Error"))}


def _content(kind: str, schema: Json) -> Json:
    return {"content": {kind: {"schema": schema}}}


def _ways_to_be_known() -> Json:
    return {
        "token": {"type": "http", "scheme": "bearer", "description": "For programs"},
        "cookie": {"type": "apiKey", "in": "cookie", "name": "tabbytop", "description": "For the page"},
    }


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def add_to(asgi: FastAPI) -> None:
    """Serve the description at `/api/openapi.json` and, for reading, at `/api/docs`."""
    described = description(asgi)
    told = page(described)
    asgi.openapi = lambda: described  # type: ignore[method-assign]  # its own is made anew with every added route

    async def docs() -> Response:
        return HTMLResponse(told, headers={"cache-control": "no-cache"})

    async def style() -> Response:
        return FileResponse(STYLE, headers={"cache-control": "no-cache"}, media_type="text/css")

    asgi.get("/api/docs", include_in_schema=False)(docs)
    asgi.get("/api/docs.css", include_in_schema=False)(style)


# ---------------------------------------------------------------- the page to read


def page(described: Json) -> str:
    """The description as a page to read."""
    routes = "".join(
        _route(method, path, operation)
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    )
    schemas = "".join(_schema(name, schema) for name, schema in sorted(described["components"]["schemas"].items()))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tabbytop: the interface for programs</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><link rel="stylesheet" href="/api/docs.css"></head><body><main>'
        f"<h1>The interface for programs</h1><p>{_words(described['info']['description'])} All of this as "
        '<a href="/api/openapi.json">OpenAPI</a>.</p>'
        '<nav aria-label="On this page"><a href="#routes">Routes</a> <a href="#structures">Structures</a></nav>'
        f'<h2 id="routes">Routes</h2>{routes}<h2 id="structures">Structures</h2>{schemas}</main></body></html>'
    )


def _route(method: str, path: str, operation: Json) -> str:
    about = f"{operation['summary']}. {operation.get('description', '')}"
    rows = [("Send", _sent(operation)), ("Query", _query_words(operation)), ("Answer", _answered(operation))]
    told = "".join(f"<dt>{name}</dt><dd>{words}</dd>" for name, words in rows if words)
    return (
        f"<section><h3><code><b>{method.upper()}</b> {escape(path)}</code></h3><p>{_words(about)}</p>"
        f"<dl>{told}</dl></section>"
    )


def _sent(operation: Json) -> str:
    return _contents(operation.get("requestBody", {}))


def _query_words(operation: Json) -> str:
    asked = [one for one in operation.get("parameters", []) if one["in"] == "query"]
    return "; ".join(f"<code>{escape(one['name'])}</code> {_words(one['description'])}" for one in asked)


def _answered(operation: Json) -> str:
    return _contents(next(iter(operation["responses"].values())))


def _contents(part: Json) -> str:
    return " or ".join(
        _type(one["schema"]) if kind == "application/json" and one["schema"] else f"<code>{escape(kind)}</code>"
        for kind, one in part.get("content", {}).items()
    )


def _schema(name: str, schema: Json) -> str:
    needed = schema.get("required", [])
    rows = "".join(
        f"<tr><td><code>{escape(field)}</code></td><td>{_type(about)}{'' if field in needed else ', may be left out'}"
        "</td></tr>"
        for field, about in schema.get("properties", {}).items()
    )
    table = f"<table><tbody>{rows}</tbody></table>" if rows else ""
    return f'<section id="{name}"><h3>{name}</h3><p>{_words(schema.get("description", ""))}</p>{table}</section>'


def _type(schema: Json) -> str:
    """A schema in a few words, with links."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return f'<a href="#{name}">{name}</a>'
    for many in ("anyOf", "oneOf"):
        if many in schema:
            return " or ".join(_type(one) for one in schema[many])
    if "enum" in schema:
        return " or ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return escape(str(schema.get("type", "anything")))


def _words(text: str) -> str:
    """Plain text with `code` marked as such."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
