"""What the page of a table asks of the server: the odds of luck, how far bots are, and a new name in the lobby."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from tabbytop import games
from tabbytop.bots.pool import Pool, Readiness
from tabbytop.engine.luck import SealedLuck
from tabbytop.engine.seats import LUCK, SPECTATOR
from tabbytop.kit.marks import fault
from tabbytop.server.http.catalogue import catalogue_of
from tabbytop.server.http.game_logs import entries_of
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.operating.settings import Settings
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.audience import Listener
from tabbytop.server.runtime.loading import LoadedTable
from tabbytop.server.runtime.room import Room, RoomContext
from tabbytop.server.storage.store import StoreError
from tabbytop.server.tables.decisions import Draft, decide
from tabbytop.server.tables.opening import open_table
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.seating import Person
from tabbytop.server.tables.table import Table
from tests.server.fast_forward import World, fast_forward

MINA, JONAS = Person("mina", "Mina", invited=True), Person("jonas", "Jonas", invited=True)
CAT_CAB = games.load("cat-cab")


def opened(*seats: messages.Wanted) -> Table:
    """A table of Cat Cab with short games."""
    return open_table("t", messages.NewTable("k", "cat-cab", list(seats), {"turn_limit": 3}), MINA).table


def decided(table: Table, command: object, person: Person = MINA) -> Table:
    """The table after a command."""
    draft = Draft(table)
    decide(command, draft, person, 0)
    return draft.table


def played(table: Table) -> Table:
    """The table after a move by chance."""
    assert table.match is not None
    assert table.deciding is not None
    move = random.Random(table.facts.seq).choice(table.match.legal(table.deciding))
    return decided(table, messages.Play("p", table.facts.seq, CAT_CAB.moves.to_json(move), table.deciding))


# ---------------------------------------------------------------- luck


@fault("F27")
def test_after_the_end_every_outcome_can_be_computed_from_the_log_and_the_seed() -> None:
    table = opened(messages.Me(), messages.Me())
    while table.facts.stage == "playing":
        table = played(table)
    assert table.match is not None
    assert table.facts.luck is not None
    luck = SealedLuck(bytes.fromhex(table.facts.luck))
    lines = list(entries_of(table, SPECTATOR, 0, table.match.ply))
    by_luck = [entry.seat == LUCK for entry in table.match.log]
    assert [line.odds is not None for line in lines] == by_luck
    for line in lines:
        if line.odds is not None:
            assert line.odds[luck.choose(line.ply, [odds.weight for odds in line.odds])].move == line.move


@fault("F27")
def test_while_a_game_is_played_nothing_is_said_about_luck() -> None:
    table = played(opened(messages.Me(), messages.Me()))
    assert table.match is not None
    assert all(line.odds is None for line in entries_of(table, 0, 0, table.match.ply))


def offered(game_id: str) -> messages.GameInfo:
    """What is told of a game before a table is opened."""
    pool = cast(Pool, SimpleNamespace(readiness=lambda game: Readiness()))
    (found,) = [game for game in catalogue_of(pool).games if game.id == game_id]
    return found


def test_a_game_in_which_everybody_sees_everything_says_so() -> None:
    assert not offered("cat-cab").hidden
    assert offered("rollecate").hidden


def test_a_game_tells_its_levels_and_only_kitty_paw_has_one_at_the_pace_of_the_others() -> None:
    assert [level.name for level in offered("kitty-paw").levels][:2] == ["matched", "kitten"]
    assert offered("cat-cab").levels[0].name == "kitten"
    assert "at your pace" in offered("kitty-paw").levels[0].words


def test_an_option_that_names_a_seat_is_told_once_for_every_number_of_players() -> None:
    told = [option for option in offered("rollecate").options if option.name == "start_player"]
    assert {tuple(option.only_players): option.values for option in told} == {
        (2,): ["random", "1", "2"],
        (3,): ["random", "1", "2", "3"],
        (4,): ["random", "1", "2", "3", "4"],
    }
    assert all(option.default == {str(option.only_players[0]): "random"} for option in told)


def test_an_option_of_one_mode_says_which() -> None:
    needed = {option.name: option.only_with for option in offered("rollecate").options}
    assert needed["betsy_starts"] == needed["betsy_bends"] == {"mode": "betsy"}
    assert needed["mode"] == needed["start_player"] == {}


def test_a_game_says_which_fields_have_a_row_for_every_seat() -> None:
    """Rollecate has four discard piles, one for every seat, and four places for chaos cards, which are nobody's."""
    told = offered("rollecate").by_seat
    assert "pile" in told
    assert "hand" in told
    assert "aside" not in told


def test_a_game_tells_what_its_card_says() -> None:
    card, told = games.load("rollecate"), offered("rollecate")
    assert (told.sentence, told.minutes, told.alone) == (card.sentence, card.minutes, card.alone)
    assert [(look.name, look.colour) for look in card.looks] == [(seat.name, seat.colour) for seat in told.seats]
    assert told.phases["finished"] == card.phases["finished"]
    assert told.board is None


# ---------------------------------------------------------------- names


def test_who_sits_down_again_on_the_own_seat_is_called_by_the_new_name() -> None:
    table = decided(opened(messages.Me(), messages.Friend()), messages.Sit("s", 1), JONAS)
    table = decided(table, messages.Sit("r", 1), Person("jonas", "Jonas K"))
    assert table.facts.places[1].name == "Jonas K"


def test_nobody_sits_down_on_a_seat_of_somebody_else() -> None:
    table = decided(opened(messages.Me(), messages.Friend()), messages.Sit("s", 1), JONAS)
    with pytest.raises(Rejected, match="not free"):
        decided(table, messages.Sit("r", 0), JONAS)


# ---------------------------------------------------------------- waiting for bots


class SlowPool:
    """Bots that are being made ready, and never are."""

    def __init__(self) -> None:
        self.state = Readiness("compiling", done=1, total=4)

    def readiness(self, game: str) -> Readiness:
        """How far the bots are."""
        return self.state

    async def choose(self, question: object) -> Any:
        """Think for ever."""
        await asyncio.Event().wait()


async def hears(listener: Listener) -> list[messages.Warming]:
    """How far the bots were, each time somebody was told."""
    heard = []
    while (message := await listener.next(0.01)) is not None:
        read = msgspec.json.decode(message, type=messages.FromServer)
        if isinstance(read, messages.Warming):
            heard.append(read)
    return heard


def test_whoever_waits_for_a_bot_hears_how_far_the_bots_are(tmp_path: Path) -> None:
    async def wait() -> None:
        table = decided(opened(messages.Me(), messages.BotSeat("kitten")), messages.Leave("l"))
        pool = SlowPool()
        settings = Settings(data=tmp_path, database="")
        around = RoomContext(settings, *(cast(Any, each) for each in (None, pool, Metrics(), None, None, None)))
        room = Room(LoadedTable(table, deque(), table.facts.seq), around)
        listener = Listener("mina", "Mina", 20)
        room.join(listener, None)
        assert await hears(listener) == [messages.Warming("compiling", 0.25)]
        pool.state = Readiness("ready")
        room.tell_readiness()
        assert await hears(listener) == [messages.Warming("ready", 1.0)]
        await room.close()

    asyncio.run(wait())


def test_where_no_bot_is_waited_for_nobody_is_told(tmp_path: Path) -> None:
    async def wait() -> None:
        settings = Settings(data=tmp_path, database="")
        around = RoomContext(settings, *(cast(Any, each) for each in (None, SlowPool(), Metrics(), None, None, None)))
        table = opened(messages.Me(), messages.Me())
        room = Room(LoadedTable(table, deque(), table.facts.seq), around)
        listener = Listener("mina", "Mina", 20)
        room.join(listener, None)
        room.tell_readiness()
        assert await hears(listener) == []
        await room.close()

    asyncio.run(wait())


def test_what_may_have_been_done_is_not_refused_while_nobody_can_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that cannot be carried out now was perhaps carried out by another server, whose answer was lost."""

    async def ask(world: World) -> list[str]:
        rosie = Person("rosie", "Rosie", invited=True)
        wanted = messages.NewTable("open", "cat-cab", [messages.Me(), messages.Me()], {}, listed=True)
        room = await world.registry.room((await world.registry.open(wanted, rosie)).id)
        stale, answers = messages.Play("k", 1, {"roll": {}}), []
        for by_key in (unreadable, world.shelf.by_key):
            monkeypatch.setattr(world.shelf, "by_key", by_key)
            room.submit(stale, rosie, lambda answer: answers.append(cast(Any, answer).code))
            await room.settle()
        return answers

    async def unreadable(*_: object) -> None:
        raise StoreError("The database does not answer.")

    first, second = fast_forward(ask)
    assert first == "storage"
    assert second != "storage"
