"""What people do at a table, on a real server: sitting down, playing, taking back, leaving, playing again."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tabbytop.client import Ended, Refused, ServerClient, TableClient, new_key
from tabbytop.server.http.app import Application
from tabbytop.server.operating.serve import database_in
from tabbytop.server.operating.settings import Settings
from tabbytop.server.protocol import messages
from tabbytop.server.protocol.messages import (
    Answer,
    Arrange,
    BotSeat,
    Hint,
    Leave,
    Me,
    Open,
    Rematch,
    Return,
    Say,
    Sit,
    Start,
    Substitute,
    Takeback,
    Undo,
)
from tabbytop.server.storage.store import Store
from tests.patience import PATIENCE
from tests.server import plants
from tests.server.lines import Http, wanted
from tests.server.servers import Server, agree, wait_for
from tests.server.wires import Wire

pytestmark = pytest.mark.anyio


class Guest:
    """Somebody who plays here."""

    def __init__(self, server_client: ServerClient, name: str) -> None:
        self.server_client = server_client
        self.name = name

    async def open(self, *seats: str, **more: Any) -> messages.Opened:
        return await self.server_client.open_table("cat-cab", wanted(*seats), **more)

    def at(self, table: messages.Opened) -> TableClient:
        """This guest at a table, with the invitation."""
        return self.server_client.table(table.id, table.invite)


async def guest(server: Server, name: str) -> Guest:
    server_client = server.client()
    await server_client.become_guest(name)
    return Guest(server_client, name)


@contextlib.asynccontextmanager
async def seated(server: Server, *seats: str, **more: Any) -> AsyncIterator[list[TableClient]]:
    """A table that has begun, with somebody for each seat that is for a friend; whose turn it is comes first."""
    ann = await guest(server, "Ann")
    table = await ann.open(*seats, **more)
    people = [ann] + [await guest(server, name) for name, _ in zip(("Ben", "Cleo"), seats[1:], strict=False)]
    people = people[: 1 + seats.count("friend")]
    async with contextlib.AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(person.at(table)) for person in people]
        for client in clients[1:]:
            await client.send(Sit(new_key()))
        if "friend" in seats:
            await clients[0].send(Start(new_key()))
        await together(clients)
        yield sorted(clients, key=lambda client: client.now.actor not in client.you.seats)


async def together(clients: Sequence[TableClient]) -> None:
    """Wait until everybody knows what anybody knows."""
    newest = max(client.seq for client in clients)
    for client in clients:
        await client.until(lambda client=client: client.seq >= newest)


async def refused(client: TableClient, command: messages.TableCommand) -> messages.Error:
    with pytest.raises(Refused) as caught:
        await client.send(command)
    return caught.value.error


async def answer_to(client: TableClient, command: messages.TableCommand) -> str:
    """The code of a refusal, or "ok"."""
    try:
        await client.send(command)
    except Refused as problem:
        return problem.error.code
    return "ok"


async def play(client: TableClient, choice: int = 0) -> None:
    await client.my_turn_or_end()
    await client.play(client.now.choices[choice].move)


async def finish(clients: Sequence[TableClient]) -> None:
    """Play at random to the end."""
    chance = random.Random(8)
    while not clients[0].is_over:
        await together(clients)
        mover = next((client for client in clients if client.now.choices), None)
        if mover is None:
            await asyncio.sleep(0.01)  # a bot thinks, or the news of its move are on their way
        else:
            await mover.play(chance.choice(mover.now.choices).move)
    await together(clients)


def kinds(client: TableClient) -> list[str]:
    return [seat.kind for seat in client.table.seats]


# ---------------------------------------------------------------- opening and sitting down


async def test_a_table_has_seats_for_oneself_friends_anybody_and_bots(server: Server):
    ann = await guest(server, "Ann")
    async with ann.at(await ann.open("me", "friend", "open", listed=True)) as client:
        assert kinds(client) == ["guest", "friend", "open"]
        assert client.table.stage == "lobby"
        assert client.now.prompt == "Waiting for 2 more players."
        assert (client.you.seats, client.you.host) == ([0], True)
        assert client.table.host == 0
    async with ann.at(await ann.open("kitten", "me", "top-cat")) as client:
        assert [(seat.kind, seat.level) for seat in client.table.seats] == [
            ("bot", "kitten"), ("guest", None), ("bot", "top-cat")
        ]  # fmt: skip
        assert client.table.stage == "playing"
        await client.my_turn_or_end()
        await agree(server, [client])
    async with ann.at(await ann.open("me")) as client:
        assert kinds(client) == ["guest", "automaton"]
        assert client.table.seats[1].name == "Crazy cat"


async def test_friends_come_by_invitation_and_others_by_the_list(server: Server):
    ann, ben, eve = [await guest(server, name) for name in ("Ann", "Ben", "Eve")]
    table = await ann.open("me", "friend", "open", listed=True)
    async with ann.at(table) as host, ben.at(table) as friend, eve.server_client.table(table.id) as stranger:
        assert (await refused(stranger, Sit(new_key(), 1))).code == "taken"
        await stranger.send(Sit(new_key()))
        await friend.send(Sit(new_key()))
        await together([host, friend, stranger])
        assert [seat.name for seat in host.table.seats] == ["Ann", "Ben", "Eve"]
        assert (friend.you.seats, stranger.you.seats) == ([1], [2])
        assert stranger.you.invite == table.invite, "who sits at the table may invite"
        assert host.now.prompt == "Everybody is here: the host can start the game."
        assert (await refused(friend, Start(new_key()))).code == "not_host"
        await host.send(Start(new_key()))
        await agree(server, [host, friend, stranger])


async def test_a_private_table_is_hidden_and_a_listed_one_can_be_found(server: Server):
    ann, eve = await guest(server, "Ann"), await guest(server, "Eve")
    private, public = await ann.open("me", "open"), await ann.open("me", "open", listed=True)
    playing = await ann.open("me", "me", listed=True)
    theirs = await eve.server_client.get("/api/tables", messages.Tables)
    found = {table.id: table for table in theirs.open}
    assert private.id not in found
    assert (found[public.id].stage, found[public.id].free, found[public.id].yours) == ("lobby", 1, False)
    assert found[playing.id].stage == "playing"
    assert theirs.mine == []
    mine = {table.id: table for table in (await ann.server_client.get("/api/tables", messages.Tables)).mine}
    assert {private.id, public.id, playing.id} <= set(mine)
    assert mine[playing.id].your_turn
    assert not mine[public.id].your_turn
    with pytest.raises(Ended, match="no such table"):
        async with eve.server_client.table(private.id):
            pass
    async with eve.server_client.table(private.id, private.invite) as invited:
        assert invited.you.seats == []
        assert invited.you.invite is None


async def test_the_lobby_changes_for_everybody_at_once(server: Server):
    ann, ben = await guest(server, "Ann"), await guest(server, "Ben")
    table = await ann.open("me", "open", "friend", listed=True)
    told: list[messages.Event] = []
    watcher = TableClient(server.address, table.id, None, table.invite, on_events=told.extend)
    async with ann.at(table) as host, ben.at(table) as friend, watcher:
        everybody = [host, friend, watcher]
        await friend.send(Sit(new_key(), 1))
        await friend.send(Leave(new_key()))
        assert friend.you.seats == []
        await friend.send(Sit(new_key(), 1))
        await host.send(Arrange(new_key(), 2, BotSeat("kitten", "Misty")))
        await host.send(Arrange(new_key(), 1, Open()))
        await together(everybody)
        assert friend.you.seats == [], "the host asked for the seat"
        await host.send(Arrange(new_key(), 2, Me()))
        await together(everybody)
        assert kinds(watcher) == ["guest", "open", "guest"]
        assert host.you.seats == [0, 2]
        assert [event.sentence for event in told] == [
            "Ben sits down.", "Ben leaves.", "Ben sits down.", "Misty sits down.", "A seat is free.",
            "Ann 2 sits down.",
        ]  # fmt: skip
        assert [table.id for table in (await ben.server_client.get("/api/tables", messages.Tables)).open].count(
            table.id
        ) == 1
        await agree(server, everybody)


async def test_the_host_passes_on_and_the_last_one_closes_the_door(server: Server):
    ann, ben = await guest(server, "Ann"), await guest(server, "Ben")
    table = await ann.open("me", "friend")
    async with ann.at(table) as host, ben.at(table) as friend:
        await friend.send(Sit(new_key()))
        await host.send(Leave(new_key()))
        await together([host, friend])
        assert (host.you.host, friend.you.host) == (False, True)
        assert friend.table.host == 1
        await friend.send(Start(new_key(), "kitten"))
        assert friend.table.stage == "playing"
        await friend.my_turn_or_end()
        await together([host, friend])
        await agree(server, [host, friend])
    second = await ann.open("me", "friend")
    async with ann.at(second) as host:
        await host.send(Leave(new_key()))
        assert host.table.stage == "closed"
        assert (await refused(host, Sit(new_key()))).code == "wrong_stage"


async def test_bots_fill_the_free_seats(server: Server):
    ann = await guest(server, "Ann")
    async with ann.at(await ann.open("me", "open", "friend")) as client:
        assert (await refused(client, Start(new_key()))).code == "seats_free"
        assert (await refused(client, Start(new_key(), "tiger"))).code == "no_level"
        await client.send(Start(new_key(), "house-cat"))
        assert [seat.level for seat in client.table.seats] == [None, "house-cat", "house-cat"]
        await client.my_turn_or_end()
        await agree(server, [client])


# ---------------------------------------------------------------- watching


async def test_spectators_see_the_game_and_can_do_nothing(server: Server):
    async with (
        seated(server, "me", "friend", listed=True) as (turn, other),
        TableClient(server.address, turn.id, None) as watcher,
    ):
        assert watcher.now.choices == []
        assert watcher.now.seat is None
        assert watcher.you == messages.You(None, "", [], False, None)
        await play(turn)
        await together([turn, other, watcher])
        assert watcher.view == turn.view, "nothing is hidden in Cat Cab"
        assert (await refused(watcher, Say(new_key(), "hello"))).code == "no_guest"
        await agree(server, [turn, other, watcher])


async def test_everybody_sees_who_is_there(server: Server):
    async with seated(server, "me", "friend", listed=True) as clients:
        http = Http(server)
        table = f"/api/tables/{clients[0].id}"
        assert http.get(table).json["connected"] == [True, True]
        async with TableClient(server.address, clients[0].id, None):
            assert http.get(table).json["watching"] == 1
    wait_for(lambda: http.get(table).json["connected"] == [False, False])
    wait_for(lambda: http.get(table).json["watching"] == 0)


# ---------------------------------------------------------------- playing


async def test_one_who_holds_several_seats_sees_the_one_whose_turn_it_is(server: Server):
    ann = await guest(server, "Ann")
    async with ann.at(await ann.open("me", "me", options={"turn_limit": 2})) as client:
        seen = set()
        while not client.is_over:
            assert client.now.seat == client.now.actor
            seen.add(client.now.seat)
            await play(client, -1)
        assert seen == {0, 1}
        await agree(server, [client])


async def test_a_stream_of_events_tells_what_a_socket_tells(server: Server):
    http = Http(server)
    http.become_guest("Ann")
    table = http.open_table("me", "me", options={"turn_limit": 1})
    stream = Http(server, http.token).events(f"/api/tables/{table}/stream")
    assert next(stream)["type"] == "welcome"
    seen: list[messages.Event] = []
    async with TableClient(server.address, table, http.token, on_events=seen.extend) as client:
        await finish([client])
    told: list[Any] = []
    while not told or told[-1]["seq"] < client.seq:
        message = next(stream)
        told += message["events"] if message["type"] == "news" else []
    assert told == [messages.msgspec.to_builtins(event) for event in seen]


async def test_a_stream_that_was_slow_can_be_resumed_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The id of each message is that of the last event it tells of, however late it is sent."""
    plants.quick_bots(None, monkeypatch.setattr)
    settings = Settings(tmp_path, database_in(tmp_path), generosity=1e6)
    wire = Wire(Application(settings, Store.open(settings.database)).asgi)
    async with wire.life():
        token = (await wire.post("/api/guests", None, {"name": "Ann"}))["token"]
        wish = {"key": "k", "game": "cat-cab", "seats": wanted("me", "me")}
        table = f"/api/tables/{(await wire.post('/api/tables', token, wish))['id']}"
        async with wire.stream(f"{table}/stream", token) as ear:
            ear.is_taking.clear()
            for number in range(5):
                await wire.post(f"{table}/commands", token, {"type": "say", "key": f"s{number}", "phrase": "purr"})
            ear.is_taking.set()
            async with asyncio.timeout(PATIENCE):
                while len(ids := re.findall(rb"id: (\d+)\\ndata: .*?\"now\":\{\"seq\":(\d+)", b"".join(ear.heard))) < 6:
                    await asyncio.sleep(0.01)
    assert all(name == seq for name, seq in ids)
    assert len(set(ids)) == 6


async def test_steps_and_turns_are_taken_back_up_to_luck(server: Server):
    async with seated(server, "me", "friend") as (turn, other):
        await play(turn)
        await turn.my_turn_or_end()
        views = [turn.view]
        assert not turn.now.undo
        assert (await refused(turn, Undo(new_key(), turn.seq))).code == "no_undo"
        for _ in range(3):
            await play(turn)
            views.append(turn.view)
        await turn.send(Undo(new_key(), turn.seq))
        assert turn.view == views[2]
        await turn.send(Undo(new_key(), turn.seq, turn=True))
        assert turn.view == views[0]
        assert not turn.now.undo
        await together([turn, other])
        assert (await refused(other, Undo(new_key(), other.seq))).code == "no_undo"
        await agree(server, [turn, other])


async def test_a_takeback_by_consent(server: Server):
    async with seated(server, "me", "friend") as (turn, other):
        before = turn.view
        await play(turn)
        after = turn.view
        await turn.send(Takeback(new_key(), turn.seq))
        await together([turn, other])
        assert other.now.takeback is not None
        assert other.now.takeback.waiting == other.you.seats
        await other.send(Answer(new_key(), other.seq, agree=False))
        await together([turn, other])
        assert turn.now.takeback is None
        assert turn.view == after
        await turn.send(Takeback(new_key(), turn.seq))
        await play(turn)
        await together([turn, other])
        assert (await refused(other, Answer(new_key(), other.seq, agree=True))).code == "not_asked"
        for _ in range(2):
            await turn.send(Takeback(new_key(), turn.seq))
            await together([turn, other])
            await other.send(Answer(new_key(), other.seq, agree=True))
            await together([turn, other])
        assert turn.view == before
        await agree(server, [turn, other])


async def test_bots_let_one_take_back_what_one_likes(server: Server):
    async with seated(server, "me", "kitten") as (client,):
        await client.my_turn_or_end()
        before = client.view
        await play(client)
        await client.my_turn_or_end()
        await client.send(Takeback(new_key(), client.seq))
        assert client.view == before
        await agree(server, [client])


async def test_quick_phrases_reach_everybody(server: Server):
    told: list[messages.Event] = []
    async with (
        seated(server, "me", "friend", listed=True) as clients,
        TableClient(server.address, clients[0].id, None, on_events=told.extend) as watcher,
    ):
        await clients[1].send(Say(new_key(), "nice-move"))
        await together([*clients, watcher])
        (said,) = told
        assert isinstance(said, messages.Said)
        assert said.seat == clients[1].you.seats[0]
        assert said.sentence.endswith(": Nice move")
        assert (await refused(clients[0], Say(new_key(), "rude"))).code == "no_phrase"


async def test_hints_are_for_ones_own_turn_and_where_they_are_allowed(server: Server):
    async with seated(server, "me", "friend") as (turn, other):
        await play(turn)
        await turn.my_turn_or_end()
        hinted = await turn.send(Hint(new_key(), turn.seq))
        assert isinstance(hinted, messages.Hinted)
        assert (hinted.seat, hinted.seq) == (turn.you.seats[0], turn.seq)
        assert {choice.label for choice in hinted.choices} == {choice.label for choice in turn.now.choices}
        http = Http(server, other._token)
        for fields in ({}, {"seat": turn.you.seats[0]}):
            heard = http.command(turn.id, "hint", seq=other.seq, **fields)
            assert heard.code == ("not_yours" if fields else "no_hint")
        await agree(server, [turn, other])
    async with seated(server, "me", "me", hints=False) as (client,):
        assert Http(server, client._token).command(client.id, "hint", seq=client.seq).code == "no_hint"


# ---------------------------------------------------------------- leaving


async def test_a_bot_plays_on_for_somebody_who_leaves_until_they_are_back(server: Server):
    async with seated(server, "me", "friend") as (turn, other):
        (seat,) = turn.you.seats
        await turn.send(Leave(new_key()))
        await other.until(lambda: bool(other.now.choices))
        await together([turn, other])
        assert turn.table.seats[seat].level == "alley-cat"
        assert turn.table.seats[seat].away
        assert turn.you.seats == [seat]
        assert (await refused(turn, Undo(new_key(), turn.seq))).code == "away"
        await turn.send(Return(new_key()))
        await together([turn, other])
        assert not other.table.seats[seat].away
        await agree(server, [turn, other])


async def test_others_may_let_a_bot_play_for_somebody_who_is_away(server: Server):
    async with seated(server, "me", "friend") as (turn, other):
        (seat,) = turn.you.seats
        assert (await refused(other, Substitute(new_key(), seat))).code == "present"
        await turn.__aexit__(None, None, None)
        async with asyncio.timeout(PATIENCE):
            while (await answer_to(other, Substitute(new_key(), seat, "kitten"))) == "present":
                await asyncio.sleep(0.02)  # the connection is still being closed
        assert other.table.seats[seat].level == "kitten"
        assert other.you.host, "the host is not there any more"
        await other.until(lambda: bool(other.now.choices))
        async with TableClient(server.address, other.id, turn._token) as back:
            assert back.you.seats == [seat]
            await back.send(Return(new_key()))
            await together([back, other])
            assert other.table.seats[seat].level is None
            await agree(server, [back, other])


# ---------------------------------------------------------------- again


async def test_a_group_plays_again_once_with_the_seats_passed_on(server: Server):
    async with seated(server, "me", "kitten", "friend", options={"turn_limit": 1}, clock="relaxed") as clients:
        one, two = sorted(clients, key=lambda client: client.you.seats)
        assert (await refused(one, Rematch(new_key()))).code == "wrong_stage"
        await finish([one, two])
        answers = await asyncio.gather(*(answer_to(client, Rematch(new_key())) for client in (one, two)))
        assert sorted(answers) == ["ok", "rematched"]
        await together([one, two])
        assert one.table.rematch == two.table.rematch
        assert one.table.rematch is not None
        assert (await refused(two, Rematch(new_key()))).code == "rematched"
        async with (
            TableClient(server.address, one.table.rematch, one._token) as first,
            TableClient(server.address, one.table.rematch, two._token) as second,
        ):
            assert (one.you.seats, two.you.seats) == ([0], [2])
            assert (first.you.seats, second.you.seats) == ([2], [1])
            assert [seat.kind for seat in first.table.seats] == ["bot", "guest", "guest"]
            assert first.you.host
            assert (first.table.options, first.table.clock) == (one.table.options, one.table.clock)
            assert first.table.commitment != one.table.commitment
            await first.until(lambda: first.now.actor in (1, 2))
        with pytest.raises(Ended):
            async with (await guest(server, "Eve")).server_client.table(one.table.rematch):
                pass
        assert server.problems() == []


# ---------------------------------------------------------------- looking ahead and back


async def test_a_move_can_be_looked_at_before_it_is_made(server: Server):
    async with seated(server, "me", "friend") as (one, two):
        turn, other = (one, two) if one.now.choices else (two, one)
        choice = turn.now.choices[0]
        told = await turn.send(messages.LookAhead(new_key(), turn.seq, choice.move))
        assert isinstance(told, messages.Previewed)
        assert (told.seat, told.seq, told.move) == (turn.you.seats[0], turn.seq, choice.move)
        assert told.sentence
        assert told.view.keys() == turn.view.keys()
        assert told.actor == "luck"  # it is a roll
        for client, seq, move, code in (
            (other, other.seq, choice.move, "illegal"),
            (turn, turn.seq + 9, choice.move, "stale"),
            (turn, turn.seq, {"fly": {}}, "bad_move"),
        ):
            heard = Http(server, client._token).command(client.id, "preview", seq=seq, move=move)
            assert heard.code == code
        before = turn.seq
        await turn.send(messages.Play(new_key(), turn.seq, choice.move))
        assert turn.seq > before


async def test_a_turn_is_explained_to_whoever_asks(server: Server):
    async with seated(server, "me", "me") as (client,):
        http = Http(server, client._token)
        assert http.command(client.id, "explain", of=0).code == "no_moment"
        assert http.command(client.id, "explain", of=7).code == "no_seat"
        seat = client.now.actor
        while client.now.actor == seat:
            await client.send(messages.Play(new_key(), client.seq, client.now.choices[0].move, seat))
        told = await client.send(messages.Explain(new_key(), seat))
        assert isinstance(told, messages.Explained)
        assert told.of == seat
        assert told.sentence.endswith(".")
    async with seated(server, "me", "me", hints=False) as (client,):
        assert Http(server, client._token).command(client.id, "explain", of=0).code == "no_hint"
