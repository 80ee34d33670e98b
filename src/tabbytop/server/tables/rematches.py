"""Tables that begin from another game: a moment that is played on against bots, or a record that is looked at again."""

from __future__ import annotations

from tabbytop.engine.luck import SealedLuck
from tabbytop.engine.match import Match, Ply
from tabbytop.engine.record import Record
from tabbytop.engine.steps import Steps, through
from tabbytop.server.protocol import messages
from tabbytop.server.tables import events
from tabbytop.server.tables.cats import all_named, called
from tabbytop.server.tables.decisions import Draft, check_seat
from tabbytop.server.tables.names import clean_name
from tabbytop.server.tables.opening import invitation
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.seating import Person, check_level
from tabbytop.server.tables.table import Place, Table


def play_on(table_id: str, source: Table, wanted: messages.Again, person: Person) -> Draft:
    """A new table with the first moves of a finished game; the luck from there on is its own, unless it is wanted."""
    return through(playing_on(table_id, source, wanted, person))


def playing_on(table_id: str, source: Table, wanted: messages.Again, person: Person) -> Steps[Draft]:
    """`play_on`, a move at a time."""
    match = source.match
    if match is None or source.facts.stage != "over":
        raise Rejected("wrong_stage", "A game can be played on from any moment once it is over.")
    check_seat(source, wanted.seat)
    check_level(wanted.level, source.game)
    then = match.fork()
    if not 0 <= wanted.ply < match.ply:
        raise Rejected("no_moment", f"Choose a moment from 0 to {match.ply - 1}: at the end nothing is left to play.")
    then.undo_to(wanted.ply)
    seats: list[events.Sitting] = [_rival(place, wanted) for place in source.facts.places]
    seats[wanted.seat] = events.GuestSeat(person.guest, person.name, person.face)
    draft = _opened(table_id, match, seats, person, hints=True, deal=source.facts.opened.deal)
    kept = match.luck if wanted.same == "luck" else None
    luck = kept if isinstance(kept, SealedLuck) else SealedLuck.new()
    yield from _begin(draft, luck, then.log, opening=wanted.ply)
    draft.settle()
    return draft


def _rival(place: Place, wanted: messages.Again) -> messages.BotSeat:
    """Who sits at another seat: the bot that sat there, if that is wanted, or one of the wanted level."""
    if wanted.same != "nothing" and place.kind == "bot" and place.level is not None:
        return messages.BotSeat(place.level, called(place.name))
    return messages.BotSeat(wanted.level)


def imported(table_id: str, record: Record, person: Person) -> Draft:
    """A finished game from elsewhere, to be looked at."""
    return through(importing(table_id, record, person))


def importing(table_id: str, record: Record, person: Person) -> Steps[Draft]:
    """`imported`, a move at a time."""
    match = record.match
    if not record.finished or not isinstance(match.luck, SealedLuck):
        raise Rejected(
            "bad_record", "Only finished games of a table can be looked at here; this record is something else."
        )
    names = [*(clean_name(name) for name in record.names), *("" for _ in range(match.players))]
    seats: list[events.Sitting] = [events.Absent(names[seat] or f"Seat {seat + 1}") for seat in range(match.players)]
    draft = _opened(table_id, match, seats, person, hints=False)
    yield from _begin(draft, match.luck, match.log, opening=match.opening)
    return draft


def _opened(
    table_id: str, match: Match, seats: list[events.Sitting], person: Person, *, hints: bool, deal: str | None = None
) -> Draft:
    opened = events.Opened(
        game=match.game.id,
        rules=match.game.version,
        options=match.options,
        seats=all_named(seats, table_id),
        host=person.guest,
        clock="off",
        listed=False,
        hints=hints,
        invite=invitation(),
        deal=deal,
    )
    draft = Draft(Table(table_id, opened))
    draft.add(opened)
    return draft


def _begin(draft: Draft, luck: SealedLuck, log: list[Ply], *, opening: int) -> Steps[None]:
    draft.add(events.Started(luck.written, opening))
    for entry in log:
        draft.play(entry.seat, entry.move)
        yield
