"""The index card of a table: what lists show without waking it."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from tabbytop.server.protocol import messages
from tabbytop.server.storage.store import Card
from tabbytop.server.tables.projections import seat_infos
from tabbytop.server.tables.table import Table


class Summary(Struct, frozen=True):
    """The part of a card that only lists read."""

    seats: list[messages.SeatInfo]
    turn: int | None


def card_of(table: Table, updated: int) -> Card:
    """The card to be stored with a table's newest events."""
    places = table.facts.places
    return Card(
        id=table.facts.id,
        game=table.game.id,
        stage=table.facts.stage,
        listed=table.facts.opened.listed,
        open_seats=sum(place.kind == "open" for place in places),
        guests=tuple(place.guest for place in places),
        summary=msgspec.json.encode(Summary(seat_infos(table), table.deciding)),
        updated=updated,
    )


def listed(card: Card, guest: str | None) -> messages.Listed:
    """A card as somebody sees it in a list."""
    summary = msgspec.json.decode(card.summary, type=Summary)
    yours = guest is not None and guest in card.guests
    turn = summary.turn
    return messages.Listed(
        id=card.id,
        game=card.game,
        stage=_stage(card.stage),
        seats=summary.seats,
        free=card.open_seats,
        updated=card.updated,
        yours=yours,
        your_turn=yours and turn is not None and card.guests[turn] == guest,
    )


def _stage(stage: str) -> messages.Stage:
    return msgspec.convert(stage, messages.Stage)
