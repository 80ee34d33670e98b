"""Games that begin from other games: played on from a moment, or looked at from a record."""

from __future__ import annotations

import random

import pytest

from tabbytop import games
from tabbytop.engine.luck import SealedLuck
from tabbytop.engine.match import Match
from tabbytop.engine.record import BadRecord, parse_record, write_record
from tabbytop.server.protocol import messages
from tabbytop.server.tables.decisions import Draft, decide
from tabbytop.server.tables.opening import open_table
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.rematches import imported, play_on
from tabbytop.server.tables.seating import Person
from tabbytop.server.tables.table import Table

MINA = Person("mina", "Mina")
CAT_CAB = games.load("cat-cab")


def finished_table() -> Table:
    """A whole game of one guest on two seats."""
    seats = [messages.Me(), messages.Me()]
    table = open_table("first", messages.NewTable("k", "cat-cab", seats, {"turn_limit": 5}), MINA).table
    chance = random.Random(4)
    while table.facts.stage == "playing":
        assert table.match is not None
        assert table.deciding is not None
        move = chance.choice(table.match.legal(table.deciding))
        draft = Draft(table)
        command = messages.Play("p", table.facts.seq, CAT_CAB.moves.to_json(move), table.deciding)
        decide(command, draft, MINA, 0)
        table = draft.table
    return table


@pytest.fixture(scope="module")
def finished() -> Table:
    return finished_table()


def test_a_finished_game_is_played_on_from_a_moment_against_bots(finished: Table):
    assert finished.match is not None
    wanted = messages.Again("k", 40, 1, "kitten")
    table = play_on("second", finished, wanted, MINA).table
    assert table.match is not None
    assert table.match.log[:40] == finished.match.log[:40]
    assert table.match.luck != finished.match.luck
    assert [place.kind for place in table.facts.places] == ["bot", "guest"]
    assert table.facts.stage == "playing"


def test_a_game_that_is_not_over_cannot_be_played_on_from_elsewhere():
    seats = [messages.Me(), messages.BotSeat("kitten")]
    running = open_table("first", messages.NewTable("k", "cat-cab", seats), MINA).table
    with pytest.raises(Rejected, match="once it is over"):
        play_on("second", running, messages.Again("k", 0, 0), MINA)


def test_moments_seats_and_levels_that_do_not_exist_are_refused(finished: Table):
    assert finished.match is not None
    for wanted in (
        messages.Again("k", finished.match.ply, 0),
        messages.Again("k", 3, 2),
        messages.Again("k", 3, 0, "tiger"),
    ):
        with pytest.raises(Rejected):
            play_on("second", finished, wanted, MINA)


def test_the_record_of_a_game_played_on_says_so_and_its_own_luck_verifies(finished: Table):
    table = play_on("second", finished, messages.Again("k", 40, 0, "kitten"), MINA).table
    match = table.match
    assert match is not None
    chance = random.Random(1)
    while not match.over:
        match.play(match.actor, chance.choice(match.legal(match.actor)))
        match.advance()
    text = write_record(match, ["a", "b"])
    assert '"opening":40' in text.splitlines()[0]
    assert parse_record(text).finished
    with pytest.raises(BadRecord):
        parse_record(text.replace('"opening":40', '"opening":4'))


def test_a_record_is_looked_at_as_the_game_it_was(finished: Table):
    assert finished.match is not None
    text = write_record(finished.match, ["Mina", "Jonas"])
    table = imported("third", parse_record(text), MINA).table
    assert table.match is not None
    assert table.facts.stage == "over"
    assert [place.name for place in table.facts.places] == ["Mina", "Jonas"]
    assert table.match.fingerprint == finished.match.fingerprint
    assert write_record(table.match, ["Mina", "Jonas"]) == text


def test_an_unfinished_record_is_not_looked_at():
    match = Match(CAT_CAB, 2, luck=SealedLuck.new())
    match.advance()
    with pytest.raises(Rejected, match="finished"):
        imported("third", parse_record(write_record(match)), MINA)
