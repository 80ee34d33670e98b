"""What scores are made of is told while a game is played, to everybody as far as they can know it."""

from __future__ import annotations

import random

from tabbytop.engine.seats import SPECTATOR
from tabbytop.server.protocol import messages
from tabbytop.server.tables.decisions import Draft, decide
from tabbytop.server.tables.opening import open_table
from tabbytop.server.tables.projections import now
from tabbytop.server.tables.seating import Person
from tabbytop.server.tables.table import Table

MINA = Person("mina", "Mina", invited=True)


def opened(game: str, seats: int) -> Table:
    """A table at which one person plays for everybody."""
    return open_table("t", messages.NewTable("k", game, [messages.Me() for _ in range(seats)], {}), MINA).table


def played(table: Table) -> Table:
    """The table after a move by chance."""
    assert table.match is not None
    assert table.deciding is not None
    move = random.Random(table.facts.seq).choice(table.match.legal(table.deciding))
    draft = Draft(table)
    json = table.game.moves.to_json(move)
    decide(messages.Play("p", table.facts.seq, json, table.deciding), draft, MINA, 0)
    return draft.table


def points(table: Table, perspective: int, source: str) -> list[int]:
    """What a source has brought everybody, as one of them is told."""
    (part,) = [part for part in now(table, perspective, None).parts if part.name == source]
    return part.points


def test_parts_are_told_while_a_game_is_played_and_are_the_scores():
    table = opened("hot-tin-roof", 3)
    for _ in range(30):
        moment = now(table, 0, None)
        assert [part.name for part in moment.parts] == ["Cans", "Fish"]
        assert [sum(part.points[seat] for part in moment.parts) for seat in range(3)] == moment.scores
        table = played(table)


def test_portraits_in_closed_piles_are_told_to_nobody_but_their_owner():
    table = opened("patrician", 2)
    while (owner := next((seat for seat in range(2) if points(table, seat, "Portrait sets")[seat]), None)) is None:
        table = played(table)
    assert points(table, 1 - owner, "Portrait sets")[owner] == 0
    assert points(table, SPECTATOR, "Portrait sets") == [0, 0]


def test_the_end_tells_them_once():
    table = opened("patrician", 2)
    while table.deciding is not None:
        table = played(table)
    moment = now(table, 0, None)
    assert moment.parts == []
    assert moment.outcome is not None
    assert [part.name for part in moment.outcome.parts] == ["Taller towers", "Shorter towers", "Portrait sets"]
