"""Questions that change nothing: what a move would lead to, and what the last turn of somebody was good for."""

from __future__ import annotations

from tabbytop.engine import outlook
from tabbytop.engine.match import Match
from tabbytop.server.protocol import messages
from tabbytop.server.tables import projections
from tabbytop.server.tables.decisions import acting_seat, check_fresh, check_playing, check_seat, readable
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.seating import Person
from tabbytop.server.tables.table import Table


def previewed(table: Table, command: messages.LookAhead, person: Person) -> messages.Previewed:
    """What a move would lead to, for somebody whose turn it is."""
    seat = acting_seat(table, person, command.seat)
    match = _played(table)
    check_fresh(table, person, command.seq)
    move = readable(table, command.move)
    refusal = match.why_not(seat, move)
    if refusal is not None:
        raise Rejected("illegal", refusal.sentence, clause=refusal.clause)
    ahead = outlook.preview(match, seat, move)
    view = projections.view_of(table, ahead.view, seat)
    number = projections.newest(table, seat)
    actor = projections.actor_of(ahead.actor)
    return messages.Previewed(command.key, number, seat, command.move, view, ahead.sentence, ahead.changes, actor)


def explained(table: Table, command: messages.Explain) -> messages.Explained:
    """What the last turn of a seat was good for, the same for everybody who asks."""
    match = _played(table, over=True)
    check_seat(table, command.of)
    if not table.facts.opened.hints:
        raise Rejected("no_hint", "This table was opened without hints, so nobody gives reasons.")
    sentence = outlook.why(match, command.of)
    if not sentence:
        raise Rejected("no_moment", "There has been no turn at that seat yet.")
    return messages.Explained(command.key, command.of, sentence)


def _played(table: Table, *, over: bool = False) -> Match:
    """The game of a table in which people take turns."""
    if not over or table.match is None:
        check_playing(table)
    if table.race is not None:
        raise Rejected("no_hint", "Everybody acts at once in this game; there is nothing to look ahead to.")
    assert table.match is not None
    return table.match
