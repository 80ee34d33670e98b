"""The description of the HTTP interface, for programs as OpenAPI and for people as one plain page without scripts."""

from __future__ import annotations

from html import escape
from typing import Any

import msgspec
from fastapi import FastAPI, Response
from fastapi.openapi.utils import get_openapi
from starlette.responses import HTMLResponse

from tabbytop.server import messages

BODIES = (messages.TableCommand, messages.NewTable, messages.Again, messages.NewGuest, messages.Enter)
ANSWERS = (
    messages.FromServer,
    messages.House,
    messages.GuideInfo,
    messages.Guest,
    messages.GuestWithToken,
    messages.SeatLink,
    messages.Tables,
    messages.Opened,
    messages.Log,
    messages.Sight,
    messages.Weighing,
)
COMMANDS = "/api/tables/{table}/commands"


def description(asgi: FastAPI) -> dict[str, Any]:
    """The whole interface as OpenAPI, with our own structures as its schemas."""
    found = get_openapi(title=asgi.title, version=asgi.version, routes=asgi.routes)
    unions, schemas = msgspec.json.schema_components((*BODIES, *ANSWERS), ref_template="#/components/schemas/{name}")
    for path, methods in found["paths"].items():
        for operation in methods.values():
            body, answer = operation.pop("x-body", None), operation.pop("x-answer", None)
            if body:
                schema = unions[0] if path == COMMANDS else _ref(body)
                operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
            content = {"application/json": {"schema": _ref(answer)}} if answer else {}
            failed = {"description": "Refused", "content": {"application/json": {"schema": _ref("Error")}}}
            operation["responses"] = {"2XX": {"description": "Done", "content": content}, "default": failed}
    found["components"] = {"schemas": schemas}
    return found


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def add_to(asgi: FastAPI) -> None:
    """Serve the description at `/api/openapi.json` and, for reading, at `/api/docs`."""
    asgi.openapi_schema = description(asgi)

    async def docs() -> Response:
        return HTMLResponse(page(asgi.openapi()))

    asgi.get("/api/docs", include_in_schema=False)(docs)


def page(described: dict[str, Any]) -> str:
    """The description as a page to read."""
    routes = "".join(
        f"<section><h2><code>{method.upper()} {escape(path)}</code></h2><p>{escape(operation['summary'])}. "
        f"{escape(operation.get('description', ''))}</p>{_body(operation)}{_answer(operation)}</section>"
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    )
    schemas = "".join(_schema(name, schema) for name, schema in sorted(described["components"]["schemas"].items()))
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tabbytop: the interface for programs</title>'
        f'<meta name="viewport" content="width=device-width"></head><body><main><h1>The interface for programs</h1>'
        f'<p>Also as <a href="/api/openapi.json">OpenAPI</a>. Sockets at <code>/api/tables/{{table}}/socket</code> '
        f"speak the same messages.</p>{routes}<h1>Structures</h1>{schemas}</main></body></html>"
    )


def _body(operation: dict[str, Any]) -> str:
    if "requestBody" not in operation:
        return ""
    return f"<p>Send: {_type(operation['requestBody']['content']['application/json']['schema'])}</p>"


def _answer(operation: dict[str, Any]) -> str:
    content = operation["responses"]["2XX"]["content"]
    return f"<p>Answer: {_type(content['application/json']['schema'])}</p>" if content else ""


def _schema(name: str, schema: dict[str, Any]) -> str:
    fields = "".join(
        f"<li><code>{escape(field)}</code>: {_type(about)}</li>"
        for field, about in schema.get("properties", {}).items()
    )
    return (
        f'<section id="{name}"><h3>{name}</h3><p>{escape(schema.get("description", ""))}</p><ul>{fields}</ul></section>'
    )


def _type(schema: dict[str, Any]) -> str:
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
