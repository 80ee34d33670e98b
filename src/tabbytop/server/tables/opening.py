"""New tables: as somebody wants one, or as the next of the same group.

What is decided here becomes the first event of a log. A table without free seats starts at once.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from tabbytop import games
from tabbytop.engine.errors import UserError
from tabbytop.server.protocol import messages
from tabbytop.server.tables import events
from tabbytop.server.tables.cats import all_named, called
from tabbytop.server.tables.decisions import ONE_SCREEN_EACH, STANDIN, Draft
from tabbytop.server.tables.forgetting import is_nobody
from tabbytop.server.tables.names import clean_name
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.seating import Person, check_name, sitting
from tabbytop.server.tables.table import Place, Table
from tabbytop.server.tables.words import draw

INVITING = 5
"""Words of an invitation: 50 bits."""


def open_table(table_id: str, wanted: messages.NewTable, person: Person) -> Draft:
    """A new table, started at once if nobody else is needed."""
    try:
        game = games.load(wanted.game)
        options = game.complete(len(wanted.seats), wanted.options)
    except UserError as error:
        raise Rejected("bad_table", str(error)) from None
    seats: list[events.Sitting] = []
    for who in wanted.seats:
        seats.append(sitting(who, person, game, [seat.name for seat in seats if isinstance(seat, events.GuestSeat)]))
    _check_names(wanted.seats, seats)
    mine = sum(isinstance(who, events.GuestSeat) for who in seats)
    if mine == 0:
        raise Rejected("bad_table", "Keep a seat for yourself; tables of bots alone are played in the arena.")
    if game.clock is not None and mine > 1:
        raise Rejected("bad_table", ONE_SCREEN_EACH)
    if game.clock is not None and wanted.clock != "off":
        raise Rejected("bad_table", f"{game.name} is a race against time already; open the table without a clock.")
    opened = events.Opened(
        game=game.id,
        rules=game.version,
        options=options,
        seats=seats,
        host=person.guest,
        clock=wanted.clock,
        listed=wanted.listed,
        hints=wanted.hints,
        invite=invitation(),
        name=clean_name(wanted.name),
    )
    return _opened(table_id, opened)


def _check_names(wanted: list[messages.Wanted], seats: list[events.Sitting]) -> None:
    """Nobody who was given a name for one seat is called like somebody else here."""
    people = {seat: who.name for seat, who in enumerate(seats) if isinstance(who, events.GuestSeat)}
    for seat, who in enumerate(wanted):
        if isinstance(who, messages.Me) and who.name:
            check_name(people[seat], [name for other, name in people.items() if other != seat])


def _opened(table_id: str, opened: events.Opened) -> Draft:
    opened = replace(opened, seats=all_named(opened.seats, table_id))
    draft = Draft(Table(table_id, opened))
    draft.add(opened)
    if not any(place.is_free for place in draft.table.facts.places):
        draft.begin()
    return draft


def invitation() -> str:
    """The secret part of the link for friends, as words that can be read out. Guessing is limited, see `limits`."""
    return draw(INVITING)


def rematch_of(table: Table, table_id: str) -> Draft:
    """The next table of the same group: same game and options, everybody one seat further on.

    In place of those who were sent away or forgotten the bots that stood in for them play.
    """
    first, *others = [_same_again(place, table.facts.removed) for place in table.facts.places]
    opened = replace(table.facts.opened, seats=[*others, first], host=table.facts.host, invite=invitation())
    return _opened(table_id, opened)


def _same_again(place: Place, removed: Collection[str]) -> events.Sitting:
    guest = place.guest
    if place.kind == "guest" and guest is not None and guest not in removed and not is_nobody(guest):
        return events.GuestSeat(guest, place.name, place.face)
    return messages.BotSeat(place.level or STANDIN, called(place.name))
