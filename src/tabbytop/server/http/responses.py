"""Answers over HTTP: a message as JSON, with the status that goes with an error's code."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from tabbytop.server.protocol import messages
from tabbytop.server.tables.refusals import Rejected

STATUS = {
    "bad_message": 400,
    "no_guest": 401,
    "foreign_origin": 403,
    "not_yours": 403,
    "not_seated": 403,
    "not_host": 403,
    "removed": 403,
    "banned": 403,
    "sealed": 403,
    "no_table": 404,
    "not_found": 404,
    "no_moment": 404,
    "not_allowed": 405,
    "too_slow": 408,
    "outdated": 410,
    "too_large": 413,
    "foreign_host": 421,
    "bad_move": 422,
    "bad_name": 422,
    "bad_notice": 422,
    "bad_passkey": 422,
    "bad_record": 422,
    "bad_table": 422,
    "bad_words": 422,
    "slow_down": 429,
    "fault": 500,
    "busy": 503,
    "storage": 503,
    "restarting": 503,
    "no_hint": 503,
}
"""Every other refusal is a conflict with how the table stands: 409."""
BODY_PATIENCE = 30.0
"""Seconds in which the body of a request has to come."""
NOT_KEPT = {"cache-control": "no-store"}


def respond(message: Struct, status: int = 200) -> Response:
    """A message as an answer."""
    headers = dict(NOT_KEPT)
    if isinstance(message, messages.Error):
        status = STATUS.get(message.code, 409)
        if message.retry_after is not None:
            headers["retry-after"] = str(max(1, round(message.retry_after)))
    return as_json(messages.encode(message), status, headers)


def as_json(body: bytes, status: int = 200, headers: Mapping[str, str] = NOT_KEPT) -> Response:
    """An answer that is JSON already."""
    return Response(body, status, headers, "application/json")


async def read_body(request: Request, limit: int, patience: float = BODY_PATIENCE) -> bytes:
    """The body of a request, unless it is too large or comes too slowly."""
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(patience):
            async for part in request.stream():
                size += len(part)
                if size > limit:
                    raise Rejected("too_large", f"A request may have {limit // 1024} kB.")
                parts.append(part)
    except TimeoutError:
        raise Rejected("too_slow", f"The whole request has to come within {patience:g} seconds.") from None
    return b"".join(parts)
