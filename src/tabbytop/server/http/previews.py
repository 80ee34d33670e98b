"""What a link says before it is opened: a title, a sentence and a picture for programs that show links (Open Graph).

They come without a token, so they are told what anybody with the link may know: of a game that is played, what those
who watch see. Pictures are drawn beside the event loop, a few at a time, and kept.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from html import escape
from urllib.parse import quote, urlencode

from fastapi import FastAPI, Request, Response

from tabbytop import games
from tabbytop.engine import english
from tabbytop.engine.listing import listed
from tabbytop.engine.match import Match
from tabbytop.engine.seats import SPECTATOR
from tabbytop.review import puzzles
from tabbytop.review.document import Puzzle
from tabbytop.server.http import guard, limits
from tabbytop.server.http.invitations import Invitations
from tabbytop.server.http.limits import Limit
from tabbytop.server.http.picture_cards import HEIGHT, WIDTH, PictureCard, Seat
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.registry import TableRegistry
from tabbytop.server.storage.store import StoreError
from tabbytop.server.tables import projections
from tabbytop.server.tables.deals import beginning
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.table import Table

PUZZLES = ("Puzzles at Tabbytop", "Five moments a day, each with one best move. No clock.")
PICTURES = "previews"
"""Pictures are at the page's own addresses below this one."""
KEPT = 256
"""Pictures that are kept, of some 60 kB each."""
AT_ONCE = 2
KEEP = {"cache-control": "public, max-age=300"}


class Previews:
    """The tags and pictures for the addresses that people send to each other."""

    def __init__(self, registry: TableRegistry, invitations: Invitations) -> None:
        self._registry, self._invitations = registry, invitations
        self._limit = Limit(limits.PICTURES.times(registry.settings.generosity))
        self._threads = ThreadPoolExecutor(AT_ONCE, "pictures")
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._drawing: dict[str, asyncio.Future[bytes]] = {}

    def add_to(self, asgi: FastAPI) -> None:
        """Serve the pictures."""
        asgi.api_route(f"/{PICTURES}/{{path:path}}", methods=["GET", "HEAD"], include_in_schema=False)(self.picture)

    def close(self) -> None:
        """Draw nothing any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def tags(self, request: Request, path: str) -> str:
        """What stands in the head of the page at an address."""
        card = await self._card(request, path, drawn=False)
        query = {key: request.query_params[key] for key in ("ply", "invite") if key in request.query_params}
        image = f"{str(request.base_url).rstrip('/')}/{PICTURES}/{quote(path.strip('/') or 'home')}.png"
        told = {
            "og:site_name": "Tabbytop",
            "og:type": "website",
            "og:title": card.title,
            "og:description": card.sentence,
            "og:image": f"{image}?{urlencode(query)}" if query else image,
            "og:image:type": "image/png",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": f"{card.title}. {card.sentence}",
        }
        tags = "".join(f'<meta property="{name}" content="{escape(text)}">' for name, text in told.items())
        tags += '<meta name="twitter:card" content="summary_large_image">'
        return f'{tags}<meta name="description" content="{escape(card.sentence)}">'

    async def picture(self, request: Request, path: str) -> Response:
        """The picture of an address: the same for everybody who may know of it."""
        wait = self._limit.wait(guard.address_of(request.scope))
        if wait:
            self._registry.metrics.limited.labels(limits.PICTURES.name).inc()
            raise Rejected("slow_down", f"Too many {limits.PICTURES.name}.", retry_after=round(wait, 3))
        card = await self._card(request, path.removesuffix(".png"), drawn=True)
        return Response(await self._drawn(card), media_type="image/png", headers=KEEP)

    async def _drawn(self, card: PictureCard) -> bytes:
        """A picture, drawn once however many ask for it at the same time."""
        key = hashlib.blake2b(repr(card).encode(), digest_size=16).hexdigest()
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        waiting = self._drawing.get(key)
        if waiting is None:
            waiting = asyncio.get_running_loop().run_in_executor(self._threads, card.png)
            self._drawing[key] = waiting
            waiting.add_done_callback(lambda _: self._drawing.pop(key, None))
        found = await asyncio.shield(waiting)
        self._kept[key] = found
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found

    # ------------------------------------------------------------ what is told

    async def _card(self, request: Request, path: str, *, drawn: bool) -> PictureCard:
        """What anybody with the link may know; the board only where it will be `drawn`."""
        try:
            match path.strip("/").split("/"):
                case ["daily", *day]:
                    return await self._daily(day[0] if day else self._registry.deals.today().isoformat(), drawn=drawn)
                case ["puzzles", *which]:
                    return self._puzzle(which, drawn=drawn)
                case ["t", words] if "-" in words:
                    invited = await self._invitations.find(request, words, None)
                    visit = await self._registry.visit(invited.id, None, invited.invite)
                    return _of_table(visit.table, is_review=False, ply=request.query_params.get("ply"), drawn=drawn)
                case ["t" | "review" as kind, table]:
                    visit = await self._registry.visit(table, None, request.query_params.get("invite"))
                    ply = request.query_params.get("ply")
                    return _of_table(visit.table, is_review=kind == "review", ply=ply, drawn=drawn)
        except (Rejected, StoreError, puzzles.BadPuzzle):
            pass  # what somebody may not know looks like what is not there
        return _plain()

    async def _daily(self, day: str, *, drawn: bool) -> PictureCard:
        deals = self._registry.deals
        deal = await deals.deal(day)
        title = f"The deal of {deal.day:%A}: {deal.title}"
        sentence = "The same start and the same luck for everybody."
        if not drawn or deals.when(deal.day) == "coming":
            return PictureCard(title, sentence)
        return _drawn_card(title, sentence, beginning(deal), seat=0)

    def _shelf(self, game: str) -> puzzles.Shelf:
        return puzzles.shelf_with(game, self._registry.settings.data / puzzles.OWN)

    def _todays(self) -> list[Puzzle]:
        every = [puzzle for game in games.ids() for puzzle in self._shelf(game).puzzles]
        return puzzles.of_the_day(every, self._registry.deals.today())

    def _puzzle(self, which: list[str], *, drawn: bool) -> PictureCard:
        """A puzzle by game and id, or the first of today's."""
        title, sentence = PUZZLES
        puzzle: Puzzle | None = None
        match which:
            case [game, name] if game in games.ids():
                puzzle = self._shelf(game).named(name)
                title, sentence = f"A puzzle of {games.load(game).name}", "Find the one best move. No clock."
            case []:
                puzzle = next(iter(self._todays()), None)
            case _:
                return _plain()
        if puzzle is None or not drawn:
            return PictureCard(title, sentence)
        return _drawn_card(title, sentence, self._shelf(puzzle.game).match_at(puzzle), seat=puzzle.seat)


def _plain() -> PictureCard:
    """What is told where there is nothing in particular."""
    several = english.in_words(len(games.ids())).capitalize()
    return PictureCard(
        "Tabbytop", f"{several} board games at one table, with friends or with cats that play well. No account."
    )


def _of_table(table: Table, *, is_review: bool, ply: str | None, drawn: bool) -> PictureCard:
    """A table in a title, a sentence and its board."""
    infos = projections.seat_infos(table)
    names = listed([seat.name for seat in infos if seat.name], "and")
    game, match = table.game.name, table.match
    if table.facts.stage == "lobby" or match is None:
        wait = "waits" if " and " not in names else "wait"
        return PictureCard(f"{game} at Tabbytop: sit down", f"{names} {wait} for you.")
    if table.facts.stage != "over" or match.result is None:
        title, sentence = f"{game} at Tabbytop", f"{names} at the table."
        return _drawn_card(title, sentence, match, infos) if drawn else PictureCard(title, sentence)
    winners = [seat.name for seat in infos if match.result.places[seat.seat] == 1]
    ended = f"{listed(winners, 'and')} won." if winners and match.seats > 1 else "The game is over."
    moment = int(ply[:9]) if ply is not None and ply.isascii() and ply[:9].isdigit() else match.ply
    title, sentence = f"{game} at Tabbytop", f"{names}. {ended}"
    if is_review:
        title, sentence = f"{game}, looked back at", f"{names}. {ended} Skill and luck apart, turn by turn."
    elif ply is not None and moment <= match.ply:
        title, sentence = f"A moment of {game}", f"{names}, after {moment} of {match.ply} moves."
    if not drawn:
        return PictureCard(title, sentence)
    rest = sentence.removeprefix(names).lstrip(",. ")  # the names stand beside the board
    return _drawn_card(title, f"{rest[:1].upper()}{rest[1:]}", match, infos, at=min(moment, match.ply))


def _drawn_card(
    title: str,
    sentence: str,
    match: Match,
    infos: list[messages.SeatInfo] | None = None,
    *,
    seat: int = SPECTATOR,
    at: int | None = None,
) -> PictureCard:
    """A moment of a match as a seat sees it, or those who watch."""
    game = match.game
    view = match.view(seat, at)
    plain = game.state.plain(view)
    scores = projections.scores(match, view, at)
    colours = {look.name: look.colour for look in game.looks}
    called = [game.words.seat_name(plain, number) for number in range(match.seats)]
    is_end = match.over and at in (None, match.ply)
    result = match.result if is_end else None
    seats = tuple(
        Seat(
            name=(infos[number].name if infos else "") or called[number],
            colour=colours.get(called[number], "#8d8a86"),
            points=scores[number],
            won=result is not None and match.seats > 1 and result.places[number] == 1,
        )
        for number in range(match.seats)
    )
    return PictureCard(title, sentence, seats, game.drawing(plain) if game.drawing else None)
