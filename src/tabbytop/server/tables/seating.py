"""Whom a seat is given to: people by their own names or by those of their seats, and bots of levels that there are.

And which chapter of which lesson somebody is in for whom a seat is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tabbytop import games
from tabbytop.bots import levels
from tabbytop.engine.errors import UserError
from tabbytop.engine.game import Game
from tabbytop.server.protocol import messages
from tabbytop.server.tables import events
from tabbytop.server.tables.names import isolated, numbered, problem_with, same_name, seat_name
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.table import Table


@dataclass(frozen=True)
class Person:
    """Somebody who sends commands: a guest, and what they know and may."""

    guest: str
    name: str
    invited: bool = False
    """Whether they have shown the table's invitation."""
    face: str = ""


def sitting(who: messages.Wanted, person: Person, game: Game, own: Iterable[str] = ()) -> events.Sitting:
    """Whom a seat is given to when somebody wants it so, who is called this at other seats."""
    match who:
        case messages.Me(name):
            return guest_seat(person, name, own)
        case messages.BotSeat(level):
            check_level(level, game)
            return who
        case _:
            return who


def guest_seat(person: Person, name: str, own: Iterable[str] = ()) -> events.GuestSeat:
    """A seat for somebody, by the name that was given for it, or by their own.

    At another seat they may be called so already: then they are "Rosie 2" here, wherever it is told who did what.
    """
    kept = seat_name(name) if name else numbered(person.name, own)
    if name and (problem := problem_with(kept)):
        raise Rejected("bad_name", problem)
    return events.GuestSeat(person.guest, kept, person.face)


def check_name(name: str, others: Iterable[str]) -> None:
    """Refuse a name for one seat that somebody else has at this table."""
    if any(same_name(name, other) for other in others):
        raise Rejected("bad_name", f"{isolated(name)} sits here already; choose another name.")


def check_stays(table: Table, person: Person) -> None:
    """Refuse what somebody cannot do any more whom the host has sent away."""
    if person.guest in table.facts.removed:
        raise Rejected("removed", "The host of this table has sent you away from it.")


def names_at(table: Table, *, but: int, kind: str = "") -> list[str]:
    """What everybody is called but at one seat; everybody of a kind, if one is named."""
    return [place.name for seat, place in enumerate(table.facts.places) if seat != but and kind in ("", place.kind)]


def own_names(table: Table, person: Person, *, but: int) -> list[str]:
    """What somebody is called at their other seats."""
    return [table.facts.places[seat].name for seat in table.seats_of(person.guest) if seat != but]


def check_level(level: str, game: Game) -> None:
    """Refuse a level that no bot has in a game."""
    try:
        levels.named(level, game)
    except UserError as error:
        raise Rejected("no_level", str(error)) from None


def chapter_of(game: Game, lesson_id: str, chapter: int) -> messages.Learning:
    """A chapter of a lesson of a game, counted from 1; refused where there is none."""
    for lesson in games.lessons(game.id):
        if lesson.id == lesson_id and chapter <= len(lesson.chapters):
            return messages.Learning(chapter, len(lesson.chapters))
    raise Rejected("no_lesson", f"{game.name} has no chapter {chapter} of a lesson '{lesson_id}'.")
