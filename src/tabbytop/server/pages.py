"""The page: the built front end as files, and one entry for all addresses that people see."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI, Request, Response
from starlette.responses import FileResponse, HTMLResponse
from starlette.staticfiles import StaticFiles

from tabbytop.server import messages
from tabbytop.server.answers import respond

BUILT = Path(__file__).parent.parent / "web"
MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tabbytop</title><h1>Tabbytop</h1>
<p>The server runs, but this copy of it was installed without its page.
Install it again with <code>make setup</code>.</p>
<p>Programs find everything under <a href="/api/docs">/api</a>.</p>
"""


def add_to(asgi: FastAPI, built: Path = BUILT) -> None:
    """Serve the page. Files with a hash in their name never change; everything else is asked for again."""
    entry = built / "index.html"
    files = {file.relative_to(built).as_posix(): file for file in built.rglob("*") if file.is_file()}
    if (built / "assets").is_dir():
        asgi.mount("/assets", _Unchanging(directory=built / "assets"))

    async def page(request: Request, path: str) -> Response:
        if path.startswith("api/"):
            return respond(messages.Error("not_found", f"There is nothing at /{path}."))
        if path in files:
            return FileResponse(files[path], headers={"cache-control": "no-cache"})
        if not entry.is_file():
            return HTMLResponse(MISSING, headers={"cache-control": "no-cache"})
        return FileResponse(entry, headers={"cache-control": "no-cache"})

    asgi.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)(page)


class _Unchanging(StaticFiles):
    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response
