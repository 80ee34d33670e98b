"""The page: the built front end as files, and one entry for all addresses that people see.

The entry carries the catalogue, so that the first thing drawn knows the games without asking. A game from
outside may bring a board of its own as files, which are served as they are.
"""

from __future__ import annotations

import functools
import gzip
import mimetypes
from collections.abc import Awaitable, Callable
from os import PathLike, stat_result
from pathlib import Path

from fastapi import FastAPI, Request, Response
from msgspec import Struct
from starlette.datastructures import Headers
from starlette.responses import FileResponse, HTMLResponse
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from tabbytop import games
from tabbytop.server.http.preloads import Preloads
from tabbytop.server.http.responses import respond
from tabbytop.server.protocol import messages

BUILT = Path(__file__).parents[2] / "web"
CARRIED = '<script type="application/json" id="{}">{}</script>'
"""Where the entry carries what the page would ask for: data that browsers do not run, so the content policy lets it
pass."""
COMPRESSIBLE = ("text/javascript", "application/javascript", "text/css", "image/svg+xml", "application/json")
NO_CACHE = {"cache-control": "no-cache"}
mimetypes.add_type("application/manifest+json", ".webmanifest")
MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tabbytop</title><h1>Tabbytop</h1>
<p>The server runs, but this copy of it was installed without its page.
Install it again with <code>make setup</code>.</p>
<p>Programs find everything under <a href="/api/docs">/api</a>.</p>
"""


Tags = Callable[[Request, str], Awaitable[str]]
"""What stands in the head of the page at an address, for programs that show links."""


Carried = Callable[[Request, str], Awaitable[dict[str, Struct]]]
"""What the page at an address would ask for first, by the places where it looks for it."""


async def _no_tags(request: Request, path: str) -> str:
    return ""


async def _nothing(request: Request, path: str) -> dict[str, Struct]:
    return {}


def add_to(
    asgi: FastAPI,
    catalogue: Callable[[], messages.Catalogue],
    built: Path = BUILT,
    tags: Tags = _no_tags,
    carried: Carried = _nothing,
) -> None:
    """Serve the page. Files with a hash in their name never change; everything else is asked for again."""
    entry = built / "index.html"
    preloads = Preloads(built)
    files = {file.relative_to(built).as_posix(): file for file in built.rglob("*") if file.is_file()}
    if (built / "assets").is_dir():
        asgi.mount("/assets", _Files("public, max-age=31536000, immutable", built / "assets"))
    for card in (games.load(game_id) for game_id in games.ids()):
        if card.static.is_dir():
            asgi.mount(f"/games/{card.id}", _Files("no-cache", card.static))

    async def page(request: Request, path: str) -> Response:
        if path.startswith("api/"):
            return respond(messages.Error("not_found", f"There is nothing at /{path}."))
        if path in files:
            return FileResponse(files[path], headers=NO_CACHE)
        if not entry.is_file():
            return HTMLResponse(MISSING, headers=NO_CACHE)
        text = entry.read_text("utf-8").replace("</head>", f"{await tags(request, path)}</head>", 1)
        all_told = {"catalogue": catalogue(), **await carried(request, path)}
        for place, told in all_told.items():
            text = with_carried(text, place, told)
        home = all_told.get("home")
        comes_back = isinstance(home, messages.OwnGames) and bool(home.running or home.total)
        text = text.replace("</head>", f"{preloads.tags(path, comes_back=comes_back)}</head>", 1)
        return HTMLResponse(text, headers=NO_CACHE)

    asgi.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)(page)


def with_carried(entry: str, place: str, told: Struct) -> str:
    """The entry of the page with an answer in it; no text of a game or a guest can end the element early."""
    text = messages.encode(told).decode().replace("<", r"\u003c")
    return entry.replace(CARRIED.format(place, ""), CARRIED.format(place, text))


class _Files(StaticFiles):
    """Files that browsers may keep for as long as `keep` says. What can be compressed is compressed once."""

    def __init__(self, keep: str, folder: Path) -> None:
        super().__init__(directory=folder)
        self._keep = keep

    def file_response(
        self, full_path: str | PathLike[str], stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """A file, as small as whoever asks can take it."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = self._keep
        asked = Headers(scope=scope)
        kind = response.headers.get("content-type", "").partition(";")[0]
        is_whole = response.status_code == 200 and scope["method"] == "GET" and "range" not in asked
        if not is_whole or kind not in COMPRESSIBLE:
            return response
        found = _smallest(str(full_path), stat_result.st_mtime_ns, _readable(asked.get("accept-encoding", "")))
        if found is None:
            return response
        del response.headers["content-length"]
        return Response(found[1], 200, {**response.headers, "content-encoding": found[0], "vary": "accept-encoding"})


def _readable(asked: str) -> frozenset[str]:
    """The encodings, of those that files have here, which a browser says it can read."""
    named = (part.partition(";") for part in asked.lower().split(","))
    wanted = {name.strip() for name, _, weight in named if weight.replace(" ", "") not in ("q=0", "q=0.0")}
    return frozenset(wanted & {"br", "gzip"})


@functools.lru_cache(512)
def _smallest(path: str, changed: int, readable: frozenset[str]) -> tuple[str, bytes] | None:
    """A file as small as it can be read, and how: as the build has compressed it, or compressed here."""
    built = Path(f"{path}.br")
    if "br" in readable and built.is_file():
        return "br", built.read_bytes()
    return ("gzip", gzip.compress(Path(path).read_bytes(), mtime=0)) if "gzip" in readable else None
