"""What is kept of finished games for ratings: a row for each seat, and where everybody stands on each ladder.

Both follow from the log, and are kept for speed. Games are counted in the order in which they ended, by all processes
alike: one of them at a time adds what is missing, and a game that ended earlier than others that were counted already
makes its ladders be counted anew.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, and_, delete, exists, func, insert, or_, select, update

from tabbytop.server.storage.schema import club_members, guests, ladders, ratings, results, reviews, tables
from tabbytop.server.storage.store import Store

MOST_AT_ONCE = 50
"""Finished games that are looked at together."""
MANY = 2000
"""Games of one guest that their record is made of: the last ones."""

Row = dict[str, Any]
Fold = Callable[[list[Row], list[list[Row]], str], list[Row]]
"""Everybody on a ladder after some more games; rows in, rows out."""


@dataclass(frozen=True)
class Finished:
    """A finished game that was not counted yet."""

    table_id: str
    summary: bytes


class RatingBook:
    """Results and ratings, in the database of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def uncounted(self, since: int) -> list[Finished]:
        """Finished games of which there are no results yet, that changed after a moment; the oldest first."""
        counted = exists().where(results.c.table_id == tables.c.id)
        asked = (
            select(tables.c.id, tables.c.summary)
            .where(tables.c.stage == "over", tables.c.updated >= since, ~counted)
            .order_by(tables.c.updated, tables.c.id)
            .limit(MOST_AT_ONCE)
        )
        return await self.store.read(
            lambda connection: [Finished(row.id, bytes(row.summary)) for row in connection.execute(asked)]
        )

    async def finished(self) -> list[Finished]:
        """All finished games."""
        asked = select(tables.c.id, tables.c.summary).where(tables.c.stage == "over").order_by(tables.c.id)
        return await self.store.read(
            lambda connection: [Finished(row.id, bytes(row.summary)) for row in connection.execute(asked)]
        )

    async def add(self, found: Sequence[Sequence[Row]], fold: Fold) -> int:
        """Count games by the rows of their seats, each once whoever else does; how many were new."""
        new = 0

        def write(connection: Connection) -> None:
            nonlocal new
            _alone(connection)
            ids = [rows[0]["table_id"] for rows in found]
            known = set(connection.scalars(select(results.c.table_id).where(results.c.table_id.in_(ids))))
            fresh = [list(rows) for rows in found if rows[0]["table_id"] not in known]
            for rows in fresh:
                connection.execute(insert(results), rows)
            _count(connection, fresh, fold)
            new = len(fresh)

        if found:
            await self.store.write("ratings", write)
        return new

    async def rebuild(self, found: Sequence[Sequence[Row]], fold: Fold) -> None:
        """Forget all results and ratings, and count these games instead: all or nothing."""

        def write(connection: Connection) -> None:
            _alone(connection)
            for kept in (results, ratings, ladders):
                connection.execute(delete(kept).where(kept.c.game != ""))
            for rows in found:
                connection.execute(insert(results), list(rows))
            _count(connection, found, fold)

        await self.store.write("ratings", write)

    async def rename(self, table: str, was: str, now: str) -> None:
        """Somebody at a table is called by another id in its log."""
        mine = and_(results.c.table_id == table, results.c.guest == was)
        await self.store.write(
            "ratings", lambda connection: connection.execute(update(results).where(mine).values(guest=now))
        )

    async def forget(self, guest: str, instead: str, fold: Fold) -> None:
        """Take somebody off all ladders, and count these anew: their games stay, played by those who took their place.

        Where a game was counted while its log was written anew, `instead` takes their place.
        """

        def write(connection: Connection) -> None:
            _alone(connection)
            connection.execute(update(results).where(results.c.guest == guest).values(guest=instead))
            known = select(ratings.c.game, ratings.c.players, ratings.c.against).where(ratings.c.guest == guest)
            for game, players, against in sorted(tuple(row) for row in connection.execute(known)):
                games = _all_games(connection, game, players, against)
                _count_on(connection, (game, players, against), games, fold)

        await self.store.write("ratings", write)

    # ------------------------------------------------------------ reading

    async def of(self, guest: str) -> list[Row]:
        """Where somebody stands, on every ladder."""
        asked = select(ratings).where(ratings.c.guest == guest).order_by(ratings.c.game, ratings.c.players)
        return await self._rows(asked)

    async def everything(self) -> list[Row]:
        """Where everybody stands on every ladder."""
        columns = (ratings.c.game, ratings.c.players, ratings.c.against, ratings.c.guest)
        return await self._rows(select(ratings).order_by(*columns))

    async def results_of(self, guest: str) -> list[Row]:
        """All seats of the games that somebody played, the first to end first."""
        mine = (
            select(results.c.table_id, results.c.at)
            .where(results.c.guest == guest)
            .order_by(results.c.at.desc(), results.c.table_id.desc())
            .limit(MANY)
            .subquery()
        )
        asked = (
            select(results)
            .where(results.c.table_id.in_(select(mine.c.table_id)))
            .order_by(results.c.at, results.c.table_id, results.c.seat)
        )
        return await self._rows(asked)

    async def people_of(self, found: Collection[str]) -> dict[str, tuple[str, str]]:
        """What guests are called now, and their faces."""
        asked = select(guests.c.id, guests.c.name, guests.c.face).where(guests.c.id.in_(found))
        return await self.store.read(
            lambda connection: {row.id: (row.name, row.face) for row in connection.execute(asked)}
        )

    async def reviewed(self, guest: str, limit: int) -> list[tuple[int, bytes]]:
        """The last games of a guest that were reviewed: their seat, the first if they have several, and the review."""
        mine = (
            select(results.c.table_id, func.min(results.c.seat).label("seat"), func.max(results.c.at).label("at"))
            .where(results.c.guest == guest)
            .group_by(results.c.table_id)
            .subquery()
        )
        asked = (
            select(mine.c.seat, reviews.c.body)
            .join(reviews, reviews.c.table_id == mine.c.table_id)
            .order_by(mine.c.at.desc(), mine.c.table_id)
            .limit(limit)
        )
        return await self.store.read(
            lambda connection: [(row.seat, bytes(row.body)) for row in connection.execute(asked)]
        )

    async def _rows(self, asked: Any) -> list[Row]:
        return await self.store.read(lambda connection: [dict(row._mapping) for row in connection.execute(asked)])

    # ------------------------------------------------------------ the club

    async def is_member(self, guest: str) -> bool:
        """Whether somebody wants to be in the month's table."""
        asked = select(club_members.c.guest).where(club_members.c.guest == guest)
        return await self.store.read(lambda connection: connection.scalar(asked)) is not None

    async def see(self, seen: Mapping[str, str | None], now: int, only_later_than: int = 0) -> None:
        """Those of some guests who are members are here now, at these games.

        Somebody who was seen at a game after `only_later_than` is left there.
        """

        def write(connection: Connection) -> None:
            for guest, game in seen.items():
                mine = club_members.c.guest == guest
                old = or_(club_members.c.game.is_(None), club_members.c.seen < only_later_than)
                here = update(club_members).where(mine, old if only_later_than else mine)
                connection.execute(here.values(seen=now, game=game))

        if seen:
            await self.store.write("club", write)

    async def here(self, since: int) -> list[Row]:
        """Members who were seen since a moment."""
        asked = (
            select(club_members, guests.c.name, guests.c.face)
            .join(guests, guests.c.id == club_members.c.guest)
            .where(club_members.c.seen >= since)
            .order_by(guests.c.name, guests.c.id)
        )
        return await self._rows(asked)

    async def be_member(self, guest: str, *, wants: bool) -> None:
        """Whether somebody wants to be in the month's table from now on."""

        def write(connection: Connection) -> None:
            connection.execute(delete(club_members).where(club_members.c.guest == guest))
            if wants:
                connection.execute(insert(club_members).values(guest=guest, seen=0))

        await self.store.write(guest, write)

    async def month(self, month: str, fewest: int) -> list[Row]:
        """Members who were rated against people in a month and have so many games, the best first."""
        asked = (
            select(ratings, guests.c.name, guests.c.face)
            .join(club_members, club_members.c.guest == ratings.c.guest)
            .join(guests, guests.c.id == ratings.c.guest)
            .where(ratings.c.against == "people", ratings.c.month == month, ratings.c.games >= fewest)
            .order_by(ratings.c.game, ratings.c.players, ratings.c.mu.desc(), ratings.c.guest)
        )
        return await self._rows(asked)

    async def people(self) -> int:
        """How many people have played a game to its end here."""
        asked = select(func.count(func.distinct(results.c.guest)))
        return await self.store.read(lambda connection: connection.scalar(asked)) or 0


def _alone(connection: Connection) -> None:
    """Let nobody else count until this transaction ends."""
    locked = update(ladders).where(ladders.c.game == "").values(at=ladders.c.at + 1)
    if not connection.execute(locked).rowcount:
        connection.execute(insert(ladders).values(game="", players=0, against="", at=0, table_id=""))


def _count(connection: Connection, fresh: Sequence[Sequence[Row]], fold: Fold) -> None:
    """Bring the ladders up to date with games whose results are kept already."""
    touched: dict[tuple[str, int, str], list[Sequence[Row]]] = {}
    for rows in fresh:
        for against in ("people", "bots"):
            if rows[0]["counts"] in (against, "both"):
                touched.setdefault((rows[0]["game"], rows[0]["players"], against), []).append(rows)
    for ladder, games in sorted(touched.items()):
        _count_on(connection, ladder, sorted(games, key=_when), fold)


def _count_on(connection: Connection, ladder: tuple[str, int, str], games: list[Sequence[Row]], fold: Fold) -> None:
    """Go on with a ladder, or begin it anew if one of the games ended before the last that was counted."""
    game, players, against = ladder
    here = and_(ladders.c.game == game, ladders.c.players == players, ladders.c.against == against)
    rated = and_(ratings.c.game == game, ratings.c.players == players, ratings.c.against == against)
    last = connection.execute(select(ladders.c.at, ladders.c.table_id).where(here)).first()
    standings: list[Row] = []
    if last is None or _when(games[0]) > tuple(last):
        known = {row["guest"] for rows in games for row in rows if row["guest"] is not None}
        asked = select(ratings).where(rated, ratings.c.guest.in_(known))
        standings = [dict(row._mapping) for row in connection.execute(asked)]
    else:
        games = _all_games(connection, game, players, against)
        connection.execute(delete(ratings).where(rated))
    after = fold(standings, [list(rows) for rows in games], against)
    connection.execute(delete(ratings).where(rated, ratings.c.guest.in_({row["guest"] for row in after})))
    named = {"game": game, "players": players, "against": against}
    if after:
        connection.execute(insert(ratings), [{**row, **named} for row in after])
    connection.execute(delete(ladders).where(here))
    at, table_id = _when(games[-1])
    connection.execute(insert(ladders).values(**named, at=at, table_id=table_id))


def _when(rows: Sequence[Row]) -> tuple[int, str]:
    return rows[0]["at"], rows[0]["table_id"]


def _all_games(connection: Connection, game: str, players: int, against: str) -> list[Sequence[Row]]:
    asked = (
        select(results)
        .where(results.c.game == game, results.c.players == players)
        .where(or_(results.c.counts == against, results.c.counts == "both"))
        .order_by(results.c.at, results.c.table_id, results.c.seat)
    )
    rows = [dict(row._mapping) for row in connection.execute(asked)]
    return [list(seats) for _, seats in groupby(rows, key=lambda row: row["table_id"])]
