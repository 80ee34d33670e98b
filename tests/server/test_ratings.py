"""Ratings: what finished games say about people, counted live and rebuilt from the log."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace as change

from tabbytop import games
from tabbytop.server.protocol.messages import (
    Answer,
    BotSeat,
    Friend,
    Leave,
    Me,
    Play,
    Remove,
    Return,
    Sit,
    Start,
    Takeback,
)
from tabbytop.server.runtime import ratings
from tabbytop.server.runtime.loading import replayed
from tabbytop.server.runtime.ratings import count, fold, rebuild
from tabbytop.server.storage.profiles import Guest, Profiles, Token
from tabbytop.server.storage.ratings import RatingBook
from tabbytop.server.storage.schema import reviews, tables
from tabbytop.server.tables import events
from tabbytop.server.tables.internal import BotMove
from tabbytop.server.tables.results import results_of
from tabbytop.server.tables.strength import LEVELS, PROVISIONAL, Standing, bots_of, folded
from tests.server.finished import PEOPLE, Game, Played
from tests.server.lines import Http
from tests.server.servers import running, wait_for
from tests.server.stores import behind_the_back, card, entry, opened, token

pytestmark = pytest.mark.anyio
DAY = 24 * 3_600_000
QUICK = {"turn_limit": 1}
"""A game of Cat Cab that is soon over."""


def told(game: Game) -> tuple[str, list[int], list[bool]]:
    found = game.results()
    return found[0].counts, [seat.place for seat in found], [seat.stayed for seat in found]


def batches(played: Sequence[Played], size: int) -> Iterator[Sequence[Played]]:
    for first in range(0, len(played), size):
        yield played[first : first + size]


@functools.cache
def mixed_games() -> list[Game]:
    return [Game(seed).play() for seed in range(60)]


def sixty() -> list[Played]:
    """All of them, in any order."""
    return random.Random(7).sample([game.played for game in mixed_games()], 60)


async def compare_live_with_rebuilt(url: str, played: Sequence[Played]) -> tuple[int, int]:
    """Games come in an order of their own, a few at a time, and are counted by two who do not know of each other."""
    games = len(played)
    async with contextlib.AsyncExitStack() as stack:
        store = await stack.enter_async_context(opened(url))
        alone = url.startswith("sqlite")
        books = [RatingBook(store), RatingBook(store if alone else await stack.enter_async_context(opened(url)))]
        for number, some in enumerate(batches(played, max(5, games // 12))):
            await asyncio.gather(*(game.store(store) for game in some))
            await count(books[number % 2])
        for book in books:
            await count(book)
        live = await books[0].everything()
        assert await count(books[0]) >= 0
        assert await books[1].everything() == live, "counting twice changes nothing"
        assert await rebuild(books[1]) == games
        assert await books[0].everything() == live
        return games, len(live)


async def test_ratings_rebuilt_from_the_log_are_the_live_ones(sqlite_url: str):
    games, rated = await compare_live_with_rebuilt(sqlite_url, sixty())
    assert games == 60
    assert rated >= 16


async def test_ratings_of_a_thousand_games_are_the_same(sqlite_url: str, monkeypatch: pytest.MonkeyPatch):
    """They are copies of sixty, so that these alone have to be played again."""
    seen: dict[int, Any] = {}

    def once(table_id: str, bodies: list[bytes]) -> Any:
        number = int(table_id) % 60
        if number not in seen:
            seen[number] = replayed(table_id, bodies)
        return seen[number]

    monkeypatch.setattr(ratings, "replayed", once)
    mixed = list(enumerate(game.played for game in mixed_games()))
    made = [game.copy(60 * n + number, n % 3, n * DAY) for n in range(17) for number, game in mixed]
    late, in_time = made[40:80], [*made[:40], *made[80:1000]]
    in_time.sort(key=lambda game: game.card.updated)
    assert await compare_live_with_rebuilt(sqlite_url, [*in_time, *late]) >= (1000, 40)
    assert len(seen) == 60


async def test_ratings_are_the_same_on_postgres(postgres_url: str):
    await compare_live_with_rebuilt(postgres_url, sixty()[:12])


async def test_what_is_rebuilt_follows_from_the_log_and_not_from_what_is_listed(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
):
    game = Game(3, mixed=False, seats=[Me(), Friend()]).play().played
    async with opened(sqlite_url) as store:
        book = RatingBook(store)
        await game.store(store)
        await count(book)
        live = await book.everything()
        told = json.loads(game.card.summary)
        with behind_the_back(sqlite_url) as connection:
            spoilt = json.dumps({**told, "places": told["places"][::-1]}).encode()
            connection.execute(tables.update().values(summary=spoilt))
        await rebuild(book)
        assert await book.everything() == live
    assert "listed with another end" in caplog.text


async def test_luck_is_the_average_of_the_last_games_that_were_reviewed(sqlite_url: str):
    """Also where many games came after them that were not."""
    async with opened(sqlite_url) as store:
        book = RatingBook(store)
        played = [Game(seed, mixed=False, seats=[Me(), Friend()], at=10**12 * (1 + seed)).play() for seed in range(4)]
        ann = played[0].table.facts.places[0].guest or ""
        mine = [game for game in played if game.table.seats_of(ann)]
        for game in played:
            await game.store(store)
        await count(book)
        assert await book.reviewed(ann, 100) == []
        for number, game in enumerate(mine):
            await store.save_review(game.id, str(number).encode())
        newest_first = [(game.table.seats_of(ann)[0], str(number).encode()) for number, game in enumerate(mine)][::-1]
        assert await book.reviewed(ann, 100) == newest_first
        assert await book.reviewed(ann, 1) == newest_first[:1]


def test_mixed_games_are_mixed():
    """The games of the test above undo, leave, return, run out of time, and count for everything there is."""
    games = mixed_games()
    kinds = {type(event).__name__ for game in games for _, event in game.log}
    assert {"TookBack", "Substituted", "Returned", "Removed", "Played"} <= kinds
    assert {game.results()[0].counts for game in games} == {"nothing", "record", "people", "bots", "both"}
    assert {seat.place for game in games for seat in game.results()} == {1, 2, 3}


def test_what_a_game_counts_for():
    two = [Me(), Friend()]
    assert told(Game(1, mixed=False, seats=two).play())[0] == "people"
    assert told(Game(1, mixed=False, seats=[Me(), BotSeat("kitten")]).play())[0] == "bots"
    assert told(Game(1, mixed=False, seats=[Me(), Friend(), BotSeat("kitten")]).play())[0] == "both"
    assert told(Game(1, mixed=False, seats=[Me(), Me()]).play())[0] == "nothing", "one device, one person"
    assert told(Game(1, mixed=False, seats=[Me()]).play())[0] == "record", "alone there is nobody to compare with"


def test_who_leaves_comes_in_behind_those_who_stay():
    game = Game(3, mixed=False, seats=[Me(), Friend(), BotSeat("kitten")])
    game.do(game.people[0], Leave("leave"))
    counts, places, stayed = told(game.play())
    assert (counts, stayed) == ("both", [False, True, True])
    assert places[0] == 3
    assert sorted(places[1:]) in ([1, 2], [1, 1])
    back = Game(3, mixed=False, seats=[Me(), Friend(), BotSeat("kitten")])
    back.do(back.people[0], Leave("leave"))
    back.do(back.people[0], Return("return"))
    assert told(back.play())[2] == [True, True, True], "whoever comes back has stayed"
    gone = Game(4, mixed=False, seats=[Me(), BotSeat("kitten")])
    gone.do(gone.people[0], Leave("leave"))
    assert told(gone.play())[0] == "nothing", "bots among themselves say nothing about anybody"


def test_a_host_does_not_win_by_sending_others_away():
    game = Game(7, mixed=False, seats=[Me(), Friend(), Friend()])
    game.do(game.people[0], Remove("remove", 1))
    counts, places, stayed = told(game.play())
    assert (counts, stayed) == ("record", [True, False, True])
    assert places[1] == 3, "a stand-in does not play for whoever was sent away"
    alone = Game(7, mixed=False, seats=[Me(), Friend()])
    alone.do(alone.people[0], Remove("remove", 1))
    assert told(alone.play())[0] == "record"


def test_who_takes_the_seat_of_somebody_sent_away_before_the_game_plays_it_as_any_other():
    game = Game(7, mixed=False, seats=[Me(), Friend()], start=False)
    game.do(game.people[0], Remove("remove", 1))
    game.do(game.people[2], Sit("sit", 1))
    game.do(game.people[0], Start("start"))
    found = game.play().results()
    assert told(game)[0] == "people"
    assert [(seat.guest, seat.stayed) for seat in found] == [(game.people[0].guest, True), (game.people[2].guest, True)]


def test_luck_that_bots_let_one_try_again_is_not_rated():
    alone = Game(5, mixed=False, seats=[Me(), BotSeat("kitten")])
    together = Game(5, mixed=False, seats=[Me(), Friend()])
    for game in (alone, together):
        taken = False
        while not taken and game.table.facts.stage == "playing":
            seat, match = game.table.deciding, game.table.match
            assert match is not None
            person = next((each for each in game.people if seat in game.table.seats_of(each.guest)), None)
            if seat is None or person is None:
                game.do(PEOPLE[0], BotMove(seat or 0, match.ply, match.legal(seat or 0)[0]))
                continue
            game.do(person, Play("p", game.table.facts.seq, game.table.game.moves.to_json(match.legal(seat)[0]), seat))
            game.try_to(person, Takeback("t", game.table.facts.seq))
            for other in game.people:
                game.try_to(other, Answer("a", game.table.facts.seq, agree=True))
            taken = any(isinstance(event, events.TookBack) and event.consent for _, event in game.log)
        assert taken
        game.play()
    assert told(alone)[0] == "record"
    assert told(together)[0] == "people", "what everybody agrees to is part of the game"


def test_moments_tried_again_deals_and_records_from_elsewhere_count_for_nothing():
    game = Game(6, mixed=False, seats=[Me(), Friend()]).play()
    assert game.table.match is not None
    result = game.table.match.result
    assert result is not None
    places, scores = result.places, result.scores

    def counted(log: list[tuple[int, events.TableEvent]]) -> str:
        return results_of(game.id, log, places, scores)[0].counts

    def changed(kind: type, **fields: Any) -> list[tuple[int, events.TableEvent]]:
        return [(at, change(e, **fields) if isinstance(e, kind) else e) for at, e in game.log]

    assert counted(game.log) == "people"
    assert counted(changed(events.Opened, deal="2026-11-18")) == "nothing"
    assert counted(changed(events.Started, opening=3)) == "nothing"
    absent = [events.Absent("Ann"), events.Absent("Ben")]
    bare = [(at, event) for at, event in changed(events.Opened, seats=absent) if not isinstance(event, events.Sat)]
    assert counted(bare) == "nothing"


def test_bots_stand_where_they_were_measured():
    pages = sorted((Path(__file__).parents[2] / "docs/levels").glob("*.md"))
    found: dict[tuple[str, int], dict[int, float]] = {}
    for page in pages:
        for part in re.split(r"^## ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            players = re.match(r"(\d) players: ", part)
            for better, worse, share in re.findall(r"^\| ([a-z-]+) \| ([a-z-]+) \| ([\d.]+)%", part, re.MULTILINE):
                is_next = {better, worse} <= set(LEVELS) and LEVELS.index(better) - LEVELS.index(worse) == 1
                if players and is_next:
                    found.setdefault((page.stem, int(players[1])), {})[LEVELS.index(worse)] = float(share)
    claimed = {(game, players): steps for game in games.ids() for players, steps in games.load(game).ladder.items()}
    assert {ladder: tuple(steps[step] for step in range(3)) for ladder, steps in found.items()} == claimed
    for game, players in claimed:
        strengths = bots_of(game, players)
        assert list(strengths) == sorted(strengths, key=lambda level: strengths[level])
        assert list(strengths) == list(LEVELS)[: len(strengths)]
        assert strengths["house-cat"] == Standing("").mu
    assert bots_of("patrician", 4) == bots_of("patrician", 3)
    assert bots_of("chess", 2) == {}


def test_who_wins_more_than_a_bot_stands_above_it_and_the_band_grows_narrow():
    game = Game(1, mixed=False, seats=[Me(), BotSeat("house-cat")]).play().results()

    def one(won: bool, number: int) -> Any:
        return [replace(game[0], place=1 if won else 2, at=number), replace(game[1], place=2 if won else 1, at=number)]

    (best,) = folded([], [one(number % 4 != 0, number) for number in range(40)], "bots")
    (worst,) = folded([], [one(number % 4 == 0, number) for number in range(40)], "bots")
    (few,) = folded([], [one(True, 1)], "bots")
    assert best.shown > 1000 > worst.shown
    assert best.margin < few.margin < Standing("").margin
    assert (best.games, few.games < PROVISIONAL) == (40, True)
    assert best.month == "1970-01"


async def test_somebody_who_is_forgotten_leaves_everybody_else_where_they_are(sqlite_url: str):
    async with opened(sqlite_url) as store:
        book = RatingBook(store)
        for seed in range(6):
            await Game(seed, mixed=False, seats=[Me(), Friend()]).play().store(store)
        await count(book)
        before = await book.everything()
        gone = before[0]["guest"]
        await book.forget(gone, "somebody 1", fold)
        after = await book.everything()
        assert gone not in str(after)
        assert [row for row in after if row["guest"] != "somebody 1"] == [row for row in before if row["guest"] != gone]


def test_a_server_counts_what_is_played_there_and_shows_it_to_those_who_want(tmp_path: Path):
    """Two people play at a server with a club; it tells each how they did, and the command finds the same."""
    with running(tmp_path, club="The Kitchen Table Club", count_every=0.05) as server:
        ann, ben, eve = (Http(server) for _ in range(3))
        for person, name in ((ann, "Ann"), (ben, "Ben"), (eve, "Eve")):
            person.become_guest(name)
        opened_at = ann.opened("me", "friend", options=QUICK)
        table = opened_at["id"]
        path = f"/api/tables/{table}/commands?invite={opened_at['invite']}"
        assert ben.post(path, {"type": "sit", "key": "sit", "seat": 1}).status == 200
        ann.command(table, "start")
        while (now := ann.get(f"/api/tables/{table}").json["now"])["outcome"] is None:
            person = (ann, ben)[now["actor"]]
            mine = person.get(f"/api/tables/{table}").json["now"]
            heard = person.command(table, "play", seq=mine["seq"], move=mine["choices"][-1]["move"])
            assert heard.status == 200, heard.body
        wait_for(lambda: ann.get("/api/me/ratings").json["games"] == 1)
        told = [person.get("/api/me/ratings").json for person in (ann, ben)]
        places = now["outcome"]["places"]
        assert [each["won"] for each in told] == [int(place == 1) for place in places]
        (rated,) = told[0]["ratings"]
        assert (rated["game"], rated["players"], rated["against"], rated["games"]) == ("cat-cab", 2, "people", 1)
        assert rated["rating"] is None, "provisional: only the band is known"
        assert rated["low"] < rated["middle"] < rated["high"]
        (line,) = told[0]["people"]
        assert line == {
            "name": "Ben",
            "level": None,
            "won": int(places[0] < places[1]),
            "lost": int(places[0] > places[1]),
            "face": ben.get("/api/me").json["face"],
        }
        assert eve.get("/api/me/ratings").json["games"] == 0

        club = ann.get("/api/club").json
        assert (club["name"], club["people"], club["here"], club["member"]) == ("The Kitchen Table Club", 2, [], False)
        joined = ann.post("/api/club", {"member": True}).json
        face = ann.get("/api/me").json["face"]
        assert joined["here"] == [{"name": "Ann", "you": True, "game": None, "face": face}]
        assert eve.get("/api/club").json["here"] == [{"name": "Ann", "you": False, "game": None, "face": face}]
        assert joined["tables"] == [], "from five games on"
        assert ann.post("/api/club", {"member": False}).json["here"] == []
        assert ann.get("/api/games").json["club"] == "The Kitchen Table Club"
        seats = {person.get(f"/api/tables/{table}").json["you"]["seats"][0]: person for person in (ann, ben)}
        with behind_the_back(server.database) as connection:
            review = {"players": [{"seat": seat, "luck": 0.1 + seat} for seat in seats]}
            connection.execute(reviews.insert().values(table_id=table, body=json.dumps(review).encode()))
        told = [person.get("/api/me/ratings").json for person in seats.values()]
        assert [(each["luck"], each["luck_games"]) for each in told] == [(0.1 + seat, 1) for seat in seats]
        told_before = [person.get("/api/me/ratings").json for person in (ann, ben)]
        done = subprocess.run(
            [sys.executable, "-m", "tabbytop", "ratings", "rebuild", "--data", str(server.data)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (0, "1 finished game counted, 2 ratings.\n"), done.stderr
        assert [person.get("/api/me/ratings").json for person in (ann, ben)] == told_before
        assert server.problems() == []


async def test_the_club_tells_who_is_at_which_game_as_long_as_they_are(sqlite_url: str):
    """A server notes now and then who looks at its tables; members alone are kept."""
    async with opened(sqlite_url) as store:
        book = RatingBook(store)
        for person in PEOPLE[:2]:
            guest = Guest(person.guest, person.name, 0, "me-soot")
            await Profiles(store).add_guest(guest, token(person.name, person.guest))
        ann, ben = (person.guest for person in PEOPLE[:2])
        await book.be_member(ann, wants=True)
        counter = ratings.Counter(book, 3600, lambda: {ann: "patrician", ben: "cat-cab"})
        await counter._see()
        await counter.close()
        (here,) = await book.here(1)
        assert (here["guest"], here["game"], here["face"]) == (ann, "patrician", "me-soot")
        await book.see({ann: None}, here["seen"] + 1, only_later_than=here["seen"])
        assert [row["game"] for row in await book.here(1)] == ["patrician"], "who asks for the club is at it still"
        await book.see({ann: None}, here["seen"] + 2, only_later_than=here["seen"] + 2)
        assert [row["game"] for row in await book.here(1)] == [None], "and was there a minute ago"


async def test_a_game_that_cannot_be_read_counts_for_nothing_and_is_in_nobodys_way(sqlite_url: str):
    async with opened(sqlite_url) as store:
        book = RatingBook(store)
        await store.append("damaged", [entry(1)], card("damaged", stage="over"))
        game = Game(1, mixed=False, seats=[Me(), Friend()]).play()
        await game.store(store)
        await count(book)
        assert await book.uncounted(0) == []
        assert {row["games"] for row in await book.everything()} == {1}


async def test_the_months_table_is_of_members_with_five_games(sqlite_url: str):
    async with opened(sqlite_url) as store:
        book = RatingBook(store)
        for number, person in enumerate(PEOPLE):
            token = Token(bytes([number]) * 32, person.guest, "device", 0)
            await Profiles(store).add_guest(Guest(person.guest, person.name, 0), token)
        for seed in range(24):
            await Game(seed, mixed=False, seats=[Me(), Friend()]).play().store(store)
        await count(book)
        rated = [row for row in await book.everything() if row["games"] >= PROVISIONAL]
        months = {row["month"] for row in rated}
        await book.be_member(PEOPLE[0].guest, wants=True)
        await book.be_member(PEOPLE[1].guest, wants=True)
        shown = [row for month in sorted(months) for row in await book.month(month, PROVISIONAL)]
        wanted = {PEOPLE[0].guest, PEOPLE[1].guest}
        assert {row["guest"] for row in shown} == {row["guest"] for row in rated} & wanted != set()
        await book.be_member(PEOPLE[0].guest, wants=False)
        left = [row["guest"] for month in sorted(months) for row in await book.month(month, PROVISIONAL)]
        assert PEOPLE[0].guest not in left


if __name__ == "__main__":
    import asyncio
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        games = [Game(seed).play().played for seed in range(int(sys.argv[1]))]
        print(asyncio.run(compare_live_with_rebuilt(f"sqlite:///{folder}/tables.sqlite", games)))
