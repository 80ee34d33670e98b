"""How strong one is, one's record, and the club. Nothing here does anything; see `messages`."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Rivals = Literal["people", "bots"]
Trend = Literal["up", "same", "down"]


class RatingInfo(Struct, frozen=True):
    """How strong somebody is in one game with one number of players, against people or against bots."""

    game: str
    players: int
    against: Rivals
    games: int
    rating: int | None
    """On a scale with the house cat at 1000; none under five games, when only the band is known."""
    margin: int
    """It is off by no more than this, in 95 of 100 cases."""
    low: float
    """The lower end of the band in which it lies. Against bots in levels: the kitten stands at 0, the house cat at 1,
    the alley cat at 2 and the top cat at 3. Against people in ratings. So are the next two."""
    middle: float
    high: float


class RecordLine(Struct, frozen=True):
    """How often somebody was placed before another, or a level of bots, and behind; ties count for neither."""

    name: str
    level: str | None
    """Of a bot."""
    won: int
    lost: int
    face: str = ""
    """Of somebody who is here still."""


class Stamp(Struct, frozen=True):
    """Something that somebody has done once."""

    id: str
    words: str


class Ratings(Struct, frozen=True):
    """How somebody does here; only they are told all of it."""

    games: int
    won: int
    row: int
    """Games won in a row, up to the last one."""
    best_row: int
    best_row_game: str | None
    deal_row: int
    """Days in a row at the daily deal."""
    luck: float | None
    """What luck brought in a game on average, as a share of the chances; None where no game was reviewed."""
    luck_games: int
    ratings: list[RatingInfo]
    bots: list[RecordLine]
    people: list[RecordLine]
    stamps: list[Stamp]


class ClubMember(Struct, frozen=True):
    """Somebody who is here."""

    name: str
    you: bool
    game: str | None
    """At which game, if at one."""
    face: str = ""


class MonthLine(Struct, frozen=True):
    """Somebody in the month's table."""

    rank: int
    name: str
    you: bool
    rating: int
    margin: int
    games: int
    """This month."""
    trend: Trend
    """Since the month began."""
    face: str = ""


class MonthTable(Struct, frozen=True):
    """The table of a month for one game with one number of players, by ratings against people."""

    game: str
    players: int
    lines: list[MonthLine]


class Club(Struct, frozen=True):
    """The page of a server whose owner gave it a name."""

    name: str
    month: str
    people: int
    """How many have played a game to its end here."""
    member: bool
    """Whether one is shown here oneself."""
    here: list[ClubMember]
    tables: list[MonthTable]


class ClubWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether to be shown in the club: who is here, and in the month's table."""

    member: bool
