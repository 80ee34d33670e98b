"""What all routes share: reading a structure out of a request, and how a route is described."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from fastapi import Request, Response

from tabbytop.server.http import guard
from tabbytop.server.http.responses import read_body
from tabbytop.server.http.sockets import BAD_MESSAGE, key_in
from tabbytop.server.tables.refusals import Rejected

T = TypeVar("T")
Read = Callable[[bytes | str], T]


async def read_json(request: Request, read: Read[T], default: T | None = None) -> T:
    """The structure that a request carries."""
    body = await read_body(request, guard.LARGEST_BODY)
    if not body and default is not None:
        return default
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise Rejected("bad_message", "Send JSON, with the content type application/json.")
    try:
        return read(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise Rejected("bad_message", BAD_MESSAGE.format(problem), key=key_in(body)) from None


def documented(summary: str, answer: Any, body: Any = None) -> dict[str, Any]:
    """What the OpenAPI page says of a route; the schemas themselves are added by `openapi`."""
    extra: dict[str, Any] = {"x-answer": answer.__name__ if answer else None, "x-body": body.__name__ if body else None}
    return {"summary": summary, "openapi_extra": extra, "response_class": Response}
