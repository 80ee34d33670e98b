"""Commands by which people are gone from a table for good: sent away by its host, or forgotten as they ask for it."""

from __future__ import annotations

from tabbytop.server.protocol import messages
from tabbytop.server.tables import events
from tabbytop.server.tables.decisions import STANDIN, Draft, check_host, check_seat, decide, pass_host, vacate
from tabbytop.server.tables.forgetting import is_known, nobody
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.seating import Person


@decide.register
def _(command: messages.Remove, draft: Draft, person: Person, spent: int) -> None:
    table = draft.table
    check_host(table, person)
    check_seat(table, command.seat)
    place = table.facts.places[command.seat]
    if place.guest is None or place.guest == person.guest:
        raise Rejected("unchanged", "Nobody else sits there.")
    if table.facts.stage not in ("lobby", "playing"):
        raise Rejected("wrong_stage", "The game is over; there is nobody to send away.")
    remove(draft, place.guest, spent)


def remove(draft: Draft, guest: str, spent: int) -> None:
    """Send a guest away from all of their seats."""
    for seat in draft.table.seats_of(guest):
        draft.add(events.Removed(seat, guest, STANDIN, spent if seat == draft.table.deciding else 0))
    draft.take_back_if_all_agree(spent)


@decide.register
def _(command: messages.Forget, draft: Draft, person: Person, spent: int) -> None:
    table, guest = draft.table, person.guest
    mine = table.seats_of(guest)
    if not is_known(table.facts, guest):
        raise Rejected("not_seated", "This table does not know you, so it has nothing to forget.")
    vacate(draft, mine, spent)
    pass_host(draft, guest)
    draft.add(events.Forgotten(guest, nobody()))
    draft.take_back_if_all_agree(spent)
