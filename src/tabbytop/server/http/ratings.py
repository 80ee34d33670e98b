"""The routes of ratings and of the club: how one does, who is here, and the month's tables."""

from __future__ import annotations

import math
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from itertools import groupby

import msgspec
from fastapi import APIRouter, Request, Response

from tabbytop import games
from tabbytop.engine.intervals import SURE
from tabbytop.engine.steps import whole
from tabbytop.server.http import guard
from tabbytop.server.http.responses import respond
from tabbytop.server.http.routing import documented, read_json
from tabbytop.server.http.slicing import SliceScheduler
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.registry import TableRegistry
from tabbytop.server.storage.profiles import Guest
from tabbytop.server.storage.ratings import RatingBook, Row
from tabbytop.server.tables import strength
from tabbytop.server.tables.refusals import Rejected

HERE_FOR = 60_000
"""Milliseconds for which somebody is still here after they were seen."""
NOTICED = 5
"""A rating that moved by less in a month has stayed the same."""
FRIENDS = 8
"""People with whom somebody's record is told: those they played with most."""
REVIEWED = 100
"""Games whose luck is averaged, the last ones that were reviewed."""
COUNTED_FOR = 60.0
"""Seconds for which the number of people holds."""
SOMEBODY = "Somebody"

Who = Callable[[Request], Awaitable[Guest]]


class _Lucky(msgspec.Struct):
    seat: int
    luck: float


class _Reviewed(msgspec.Struct):
    players: list[_Lucky] = []


_reviewed = msgspec.json.Decoder(_Reviewed)


class RatingRoutes:
    """How one does, and the club."""

    def __init__(self, book: RatingBook, registry: TableRegistry, who: Who, slices: SliceScheduler, club: str) -> None:
        self._book, self._registry, self._who, self._slices, self._club = book, registry, who, slices, club
        self._counted, self._count_again = 0, -math.inf
        self.router = APIRouter(prefix="/api")
        get, post = self.router.get, self.router.post
        get("/me/ratings", **documented("How one does here", messages.Ratings))(self.ratings)
        get("/club", **documented("Who is here, and the month's tables", messages.Club))(self.club)
        post("/club", **documented("Be shown in the club, or not", messages.Club, messages.ClubWish))(self.wish)

    async def ratings(self, request: Request) -> Response:
        """Ratings, records and stamps, from finished games."""
        guest, network = await self._who(request), guard.address_of(request.scope)
        rows = await self._book.results_of(guest.id)
        people = await self._book.people_of({row["guest"] for row in rows if row["guest"]})
        luck, standings = await self._luck(guest.id), await self._book.of(guest.id)
        deal_row = (await self._registry.deals.week(guest.id)).row

        def told() -> messages.Ratings:
            counted = [seats for seats in _games(rows) if seats[0]["counts"] != "nothing"]
            wins = [_mine(seats, guest.id)["place"] == 1 for seats in counted]
            row, best, best_game = _rows_of_wins(wins, [seats[0]["game"] for seats in counted])
            return messages.Ratings(
                games=len(counted),
                won=sum(wins),
                row=row,
                best_row=best,
                best_row_game=best_game,
                deal_row=deal_row,
                luck=sum(luck) / len(luck) if luck else None,
                luck_games=len(luck),
                ratings=[_info(each) for each in standings],
                bots=_against_bots(counted, guest.id),
                people=_against_people(counted, guest.id, people),
                stamps=_stamps(counted, guest.id, wins, best),
            )

        return respond(await self._slices.make(network, whole(told)))

    async def _luck(self, guest: str) -> list[float]:
        found = []
        for seat, body in await self._book.reviewed(guest, REVIEWED):
            try:
                told = _reviewed.decode(body)
            except msgspec.MsgspecError:
                continue
            found += [player.luck for player in told.players if player.seat == seat]
        return found

    # ------------------------------------------------------------ the club

    async def club(self, request: Request) -> Response:
        """Only those are shown who want it."""
        return await self._club_as_seen(await self._who(request), request)

    async def wish(self, request: Request) -> Response:
        """From now on."""
        guest = await self._who(request)
        wanted = await read_json(request, msgspec.json.Decoder(messages.ClubWish).decode)
        self._check_open()
        await self._book.be_member(guest.id, wants=wanted.member)
        return await self._club_as_seen(guest, request)

    def _check_open(self) -> None:
        if not self._club:
            raise Rejected("not_found", "There is no club on this server; its owner can name one.")

    async def _club_as_seen(self, guest: Guest, request: Request) -> Response:
        self._check_open()
        now = time.time_ns() // 1_000_000
        month = f"{datetime.fromtimestamp(now / 1000, UTC):%Y-%m}"
        await self._book.see({guest.id: None}, now, only_later_than=now - HERE_FOR)
        rated, here = await self._book.month(month, strength.PROVISIONAL), await self._book.here(now - HERE_FOR)
        people, member = await self._people(), await self._book.is_member(guest.id)

        def told() -> messages.Club:
            ladders = groupby(rated, key=lambda row: (row["game"], row["players"]))
            return messages.Club(
                name=self._club,
                month=month,
                people=people,
                member=member,
                here=[
                    messages.ClubMember(row["name"] or SOMEBODY, row["guest"] == guest.id, row["game"], row["face"])
                    for row in here
                ],
                tables=[
                    messages.MonthTable(game, players, [_line(rank, row, guest.id) for rank, row in enumerate(rows, 1)])
                    for (game, players), rows in ladders
                ],
            )

        return respond(await self._slices.make(guard.address_of(request.scope), whole(told)))

    async def _people(self) -> int:
        """How many people have played here, counted now and then: that takes longer with every game."""
        if time.monotonic() >= self._count_again:
            self._count_again = time.monotonic() + COUNTED_FOR
            self._counted = await self._book.people()
        return self._counted


def _games(rows: Sequence[Row]) -> list[list[Row]]:
    return [list(seats) for _, seats in groupby(rows, key=lambda row: row["table_id"])]


def _mine(seats: Sequence[Row], guest: str) -> Row:
    return next(row for row in seats if row["guest"] == guest)


def _rows_of_wins(wins: Sequence[bool], played: Sequence[str]) -> tuple[int, int, str | None]:
    """Wins in a row up to the last game, the longest row, and the game in which that ended."""
    row = best = 0
    where: str | None = None
    for won, game in zip(wins, played, strict=True):
        row = row + 1 if won else 0
        if row > best:
            best, where = row, game
    return row, best, where


def _info(row: Row) -> messages.RatingInfo:
    standing = strength.Standing(row["guest"], row["mu"], row["sigma"], row["games"])
    game, players, against = row["game"], row["players"], row["against"]
    ends = [row["mu"] + sign * SURE * row["sigma"] for sign in (-1, 0, 1)]
    low, middle, high = (
        strength.in_levels(end, game, players) if against == "bots" else float(strength.on_scale(end)) for end in ends
    )
    is_known = row["games"] >= strength.PROVISIONAL
    return messages.RatingInfo(
        game, players, against, row["games"], standing.shown if is_known else None, standing.margin, low, middle, high
    )


def _against_bots(played: Sequence[Sequence[Row]], guest: str) -> list[messages.RecordLine]:
    tally = _tally(played, guest, "level")
    levels = [level for level in (*strength.LEVELS, *sorted(set(tally) - set(strength.LEVELS))) if level in tally]
    return [messages.RecordLine(_level_name(level), level, *tally[level]) for level in levels]


def _against_people(
    played: Sequence[Sequence[Row]], guest: str, people: dict[str, tuple[str, str]]
) -> list[messages.RecordLine]:
    tally = _tally([seats for seats in played if seats[0]["counts"] in ("people", "both")], guest, "guest")
    most = sorted(tally, key=lambda other: (-sum(tally[other]), other))[:FRIENDS]
    known = [(other, *people.get(other, ("", ""))) for other in most]
    return [messages.RecordLine(name or SOMEBODY, None, *tally[other], face) for other, name, face in known]


def _tally(played: Sequence[Sequence[Row]], guest: str, what: str) -> dict[str, tuple[int, int]]:
    """How often somebody was placed before and behind others, by what these are; leaving the table is being behind."""
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    met: defaultdict[str, int] = defaultdict(int)
    for seats in played:
        mine = _mine(seats, guest)
        for other in seats:
            name = other[what]
            if other is not mine and name is not None and name != guest:
                met[name] += 1
                won[name] += mine["place"] < other["place"]
                lost[name] += mine["place"] > other["place"]
    return {name: (won[name], lost[name]) for name in met}


def _level_name(level: str) -> str:
    return level.replace("-", " ").capitalize()


def _stamps(played: Sequence[Sequence[Row]], guest: str, wins: Sequence[bool], best: int) -> list[messages.Stamp]:
    """What somebody has earned; there are six, and no hunt for them."""
    won = [seats for seats, is_won in zip(played, wins, strict=True) if is_won]
    has_beaten = {row["level"] for seats in won for row in seats if row["guest"] != guest}
    earned = {
        "first": ("The first win", len(won) >= 1),
        "ten": ("Ten wins", len(won) >= 10),
        "row": ("Five wins in a row", best >= 5),
        "top-cat": ("Won against Top cat", "top-cat" in has_beaten),
        "every": ("Won every game there is", {seats[0]["game"] for seats in won} >= set(games.ids())),
        "hundred": ("A hundred games", len(played) >= 100),
    }
    return [messages.Stamp(name, words) for name, (words, is_earned) in earned.items() if is_earned]


def _line(rank: int, row: Row, guest: str) -> messages.MonthLine:
    standing = strength.Standing(row["guest"], row["mu"], row["sigma"])
    moved = standing.shown - strength.on_scale(row["before"])
    trend: messages.Trend = "same" if abs(moved) < NOTICED else "up" if moved > 0 else "down"
    is_me = row["guest"] == guest
    name = row["name"] or SOMEBODY
    games_played, face = row["month_games"], row["face"]
    return messages.MonthLine(rank, name, is_me, standing.shown, standing.margin, games_played, trend, face)
