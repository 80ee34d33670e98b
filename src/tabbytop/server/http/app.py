"""The application: tables, guests, routes and pages put together, for uvicorn or any other server of its kind."""

from __future__ import annotations

import functools
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from tabbytop import __version__, games
from tabbytop.bots.pool import Pool
from tabbytop.server.http import limits, pages
from tabbytop.server.http.api import Api
from tabbytop.server.http.bans import Bans
from tabbytop.server.http.catalogue import catalogue_of
from tabbytop.server.http.connections import ConnectionLimits
from tabbytop.server.http.guard import Guard
from tabbytop.server.http.guests import Guests
from tabbytop.server.http.limits import Limit, Spending
from tabbytop.server.http.notices import NoticeApi
from tabbytop.server.http.previews import Previews
from tabbytop.server.http.ratings import RatingRoutes
from tabbytop.server.http.responses import respond
from tabbytop.server.notices.bell import Bell, Manners
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.operating.settings import Settings
from tabbytop.server.protocol import messages, openapi
from tabbytop.server.runtime.deadlines import Deadlines
from tabbytop.server.runtime.ratings import Counter
from tabbytop.server.runtime.registry import TableRegistry
from tabbytop.server.storage.moderation import Moderation
from tabbytop.server.storage.notices import NoticeBox
from tabbytop.server.storage.ratings import RatingBook
from tabbytop.server.storage.store import Store, StoreError, Unstorable
from tabbytop.server.tables.name_filter import refused_names
from tabbytop.server.tables.refusals import Rejected

LOG = logging.getLogger("tabbytop.app")
OFF_THE_LOOP = 16 * 1024
"""Bytes from which an answer is compressed beside the event loop. Streams of events are not compressed at all."""


class Application:
    """A server's application and the registry of its tables."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.registry: TableRegistry | None = None
        self.connections: ConnectionLimits | None = None
        """Where connections come in, if the server that runs the application has one."""
        self._store = store
        self.metrics = Metrics()
        self._spending = Spending()
        self._bans = Bans()
        self.asgi = FastAPI(
            title="Tabbytop",
            version=__version__,
            lifespan=self._life,
            docs_url=None,
            redoc_url=None,
            openapi_url="/api/openapi.json",
        )
        self.asgi.add_middleware(GZipMiddleware, minimum_size=1024, compresslevel=6, thread_minimum_size=OFF_THE_LOOP)
        self.asgi.add_middleware(
            Guard, settings=settings, metrics=self.metrics, spending=self._spending, banned=self._bans.of_address
        )
        self.asgi.add_exception_handler(Rejected, _refused)
        self.asgi.add_exception_handler(StoreError, self._no_storage)
        self.asgi.add_exception_handler(Unstorable, _unstorable)
        self.asgi.add_exception_handler(HTTPException, _http_problem)
        self.asgi.add_exception_handler(RequestValidationError, _no_address)
        self.asgi.add_exception_handler(Exception, _fault)
        for path, answer in (("/healthz", self.healthz), ("/readyz", self.readyz), ("/metrics", self.measures)):
            self.asgi.api_route(path, methods=["GET", "HEAD"], include_in_schema=False)(answer)

    @asynccontextmanager
    async def _life(self, asgi: FastAPI) -> AsyncIterator[None]:
        pool = await self._open_pool()
        guests = Guests(self._store, refused_names(self.settings.refused_names))
        guests.banned = self._bans.of_guest
        await self._bans.begin(Moderation(self._store), guests.dismiss_banned)
        self.registry = await self._open_registry(pool, guests)
        api = Api(self.registry, guests, self._spending)
        asgi.include_router(api.router)
        api.farewells.begin()
        box = NoticeBox(self._store)
        bell = self._hang_bell(box, self.registry)
        asgi.include_router(NoticeApi(box, bell, api.need_guest, self.settings.generosity, self._spending).router)
        book, club = RatingBook(self._store), self.settings.club
        counter = Counter(book, self.settings.count_every, self.registry.present if club else None)
        deadlines = Deadlines(self.registry, self.settings.deadlines_every)
        asgi.include_router(RatingRoutes(book, self.registry, api.need_guest, api.slices, club).router)
        openapi.add_to(asgi)
        previews = Previews(self.registry, api.invitations)
        previews.add_to(asgi)
        catalogue = functools.partial(catalogue_of, pool, club, passkeys=self.settings.passkeys)
        pages.add_to(asgi, catalogue, tags=previews.tags, carried=api.home.carried)
        pool.warm(game for game in self.settings.games or games.ids() if games.load(game).clock is None)
        yield
        await deadlines.close()
        await counter.close()
        previews.close()
        await api.farewells.close()
        await self._bans.close()
        await bell.close()
        await self.registry.close()
        await pool.close()
        await self._store.close()

    def _hang_bell(self, box: NoticeBox, registry: TableRegistry) -> Bell:
        settings = self.settings
        manners = Manners(settings.notices_every, settings.notices_after, settings.notices_inside)
        mail = None
        if settings.mail is not None:
            from tabbytop.server.notices.mail import mail_server

            mail = mail_server(settings.mail)
        to_a_host = Limit(limits.TO_A_HOST.times(settings.generosity), self._spending)
        return Bell(box, manners, mail, self.metrics, registry, lambda host: not to_a_host.wait(host))

    async def _open_registry(self, pool: Pool, guests: Guests) -> TableRegistry:
        if self.settings.bus is None:
            return TableRegistry(self.settings, self._store, pool, self.metrics)
        from tabbytop.server.cluster.registry import cluster_registry

        registry = cluster_registry(self.settings, self._store, pool, self.metrics)
        registry.share(self._spending, guests)
        await registry.begin()
        return registry

    async def healthz(self) -> Response:
        """Whether the server lives and can store what happens."""
        return self._health()

    async def readyz(self) -> Response:
        """Whether the server takes commands. Bots may still be getting ready; tables do not wait for that."""
        if self.connections is not None and self.connections.problem is not None:
            return respond(messages.Error("busy", self.connections.problem, retry_after=10.0))
        if self.registry is not None and self.registry.is_stopping:
            return respond(messages.Error("restarting", "This server is about to stop.", retry_after=1.0))
        return self._health()

    async def measures(self) -> Response:
        """Numbers for Prometheus."""
        return Response(self.metrics.text(), media_type="text/plain; version=0.0.4")

    def _health(self) -> Response:
        problem = "The server is not open yet." if self.registry is None else self.registry.store_problem
        if problem is not None:
            return respond(messages.Error("storage", problem))
        status = {"status": "ok"}
        if self.registry is not None and self.registry.server:
            status["server"] = self.registry.server
        return Response(msgspec.json.encode(status), media_type="application/json")

    async def _open_pool(self) -> Pool:
        """The processes in which bots think; with a bus, those of other machines are asked first."""
        if self.settings.bus is None:
            return Pool(self.settings.workers)
        from tabbytop.server.cluster.shared_pool import SharedPool

        pool = SharedPool(self.settings.workers, self.settings.bus, self.metrics)
        await pool.begin()
        return pool

    async def _no_storage(self, request: Request, problem: Exception) -> Response:
        assert isinstance(problem, StoreError)
        if self.registry is not None:
            self.registry.store_failed(problem)
        return respond(messages.Error("storage", "The database cannot be reached now; try again.", retry_after=1.0))


async def _refused(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, Rejected)
    return respond(problem.error())


async def _unstorable(request: Request, problem: Exception) -> Response:
    return respond(messages.Error("bad_message", "A text here has a character that no text may have, such as NUL."))


async def _http_problem(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    if problem.status_code == 405:
        return respond(messages.Error("not_allowed", f"{request.url.path} does not take {request.method}."))
    return respond(messages.Error("not_found", f"There is nothing at {request.url.path}."))


async def _no_address(request: Request, problem: Exception) -> Response:
    return respond(messages.Error("not_found", "There is nothing here: a part of the address must be a number."))


async def _fault(request: Request, problem: Exception) -> Response:
    LOG.error("a request failed: %s %s", request.method, request.url.path, exc_info=problem)
    return respond(messages.Error("fault", "Something went wrong here; it is in the server's log."))
