"""Peeking: whatever a seat or a spectator can ask for is the same, byte for byte, in any two games that are the same in
what they may know. And of the luck of a game nothing is seen before its end.

The first tests drive the whole application in this process, where everything that is random or timed and public can be
made equal, and nothing has to be left out of the comparison. The game is the kit's, in which all is hidden that can be.
"""

from __future__ import annotations

import ast
import asyncio
import dataclasses
import hashlib
import itertools
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tabbytop.client import new_key
from tabbytop.engine import verbs
from tabbytop.engine.game import all_seen
from tabbytop.engine.match import Match
from tabbytop.engine.record import parse_record
from tabbytop.engine.rule import rule
from tabbytop.engine.seats import SPECTATOR
from tabbytop.engine.state import Wide
from tabbytop.kit.high_cat import rules
from tabbytop.kit.high_cat.game import GAME as HIGH_CAT
from tabbytop.kit.high_cat.state import HighCat
from tabbytop.kit.marks import fault
from tabbytop.server.http import api
from tabbytop.server.http.app import Application
from tabbytop.server.operating.serve import database_in
from tabbytop.server.operating.settings import Settings
from tabbytop.server.runtime import advice, audience, scheduler
from tabbytop.server.storage.store import Store
from tabbytop.server.tables import projections
from tests.server import plants
from tests.server.lines import Http, SocketClient
from tests.server.servers import Server, running
from tests.server.wires import Ear, Wire

pytestmark = pytest.mark.anyio
TABLE_ROUTES = ("", "/log", "/record", "/moments/0", "/moments/3", "/moments/5", "/moments/6", "/moments/99")
LONG = 3600.0


# ---------------------------------------------------------------- a game, and all that a viewer can ask for


class Visit:
    """A game of High cat in one world, and everything that one viewer heard and could ask for while it lasted."""

    def __init__(self, wire: Wire, viewer: int, cards: list[list[int]]) -> None:
        self.heard: list[bytes] = []
        self._wire = wire
        self._viewer = viewer
        self._cards = cards
        """The cats that the players will show, the same in both worlds."""
        self._tokens: list[str] = []
        self._table = ""
        self._keys = itertools.count()
        self._ears: list[Ear] = []

    async def spend(self, private: Callable[[Visit, int], Any]) -> None:
        """Play as far as the worlds look alike; between the moves of others, `private` things happen."""
        for name in ("Ann", "Ben", "Eve"):
            self._tokens.append((await self._wire.post("/api/guests", None, {"name": name}))["token"])
        seats = [{"type": "me"}, {"type": "friend"}]
        wanted = {"key": "open", "game": "high-cat", "seats": seats, "listed": True}
        opened = await self._wire.post("/api/tables", self._tokens[0], wanted)
        self._table = f"/api/tables/{opened['id']}"
        async with (
            self._wire.stream(f"{self._table}/stream", self._mine) as stream,
            self._wire.socket(f"{self._table}/socket", self._mine) as ear,
        ):
            self._ears.append(ear)
            await self._do(1, "sit", invite=opened["invite"])
            await self._look()
            await self._do(0, "start")
            await self._look()
            await self._first_round(private)
            if self._viewer == 0:
                await self._second_round(private)
            for since in (1, 4, 8, 12):
                await self._come_back(since)
            await self._look()
        self.heard += ear.heard + stream.heard

    async def _first_round(self, private: Callable[[Visit, int], Any]) -> None:
        first, second = self._cards[0][0], self._cards[1][0]
        await private(self, 1)
        await self._play(0, first)
        await self._do(0, "undo")
        await self._look()
        await self._play(0, first)
        await private(self, 1)
        await self._do(0, "leave")
        await self._do(0, "return")
        await private(self, 0)
        await self._play(1, second)
        for agree in (False, True):
            await self._do(1, "takeback")
            await self._look()
            await self._do(0, "answer", agree=agree)
        await self._play(1, second)
        await self._do(1, "say", phrase="purr")
        await private(self, 0)

    async def _second_round(self, private: Callable[[Visit, int], Any]) -> None:
        await self._play(0, self._cards[0][1])
        await private(self, 1)
        await self._do(0, "takeback")
        await self._do(1, "answer", agree=True)
        await self._play(0, self._cards[0][1])

    # ------------------------------------------------------------ what the viewer does

    @property
    def _could_be_played(self) -> list[Any]:
        own = [] if self._viewer == SPECTATOR else self._cards[self._viewer]
        return [{"play": {"cat": cat}} for cat in own]

    @property
    def _mine(self) -> str:
        return self._tokens[2 if self._viewer == SPECTATOR else self._viewer]

    async def _look(self) -> None:
        """Ask for everything that there is to ask for, allowed or not."""
        for route in TABLE_ROUTES:
            self.heard.append(await self._wire.ask("GET", self._table + route, self._mine))
        for route in ("/log", "/moments/6"):
            for seat in range(3):
                self.heard.append(await self._wire.ask("GET", f"{self._table}{route}?seat={seat}", self._mine))
        for path in ("/api/tables", f"{self._table}/moments/5/weighed", self._table):
            self.heard.append(await self._wire.ask("GET", path, self._mine))
        seq = json.loads(self.heard[-1].partition(b"])")[2])["now"]["seq"]
        await self._try("again", {"ply": 0, "seat": 0})
        for seat in range(3):
            await self._command("why", move={"play": {"cat": 1 + seat}}, seat=seat)
        for move in range(HIGH_CAT.moves.count):
            tried = HIGH_CAT.moves.to_json(move)
            await self._command("why", move=tried)
            if tried not in self._could_be_played:
                await self._command("play", move=tried, seq=seq)
        for kind in ("hint", "undo", "takeback"):
            seats = (1 - self._viewer,) if self._viewer != SPECTATOR and kind != "hint" else (None, 0, 1)
            for seat in seats:
                await self._command(kind, seq=seq, seat=seat)
        for ear in self._ears:
            await ear.catch_up()

    async def _command(self, kind: str, **fields: Any) -> None:
        await self._try("commands", {"type": kind, **fields})

    async def _try(self, where: str, body: Any) -> None:
        body = {**body, "key": f"v{next(self._keys)}"}
        self.heard.append(await self._wire.ask("POST", f"{self._table}/{where}", self._mine, body))

    async def _come_back(self, since: int) -> None:
        """Connect once more, having missed something."""
        async with self._wire.socket(f"{self._table}/socket?since={since}", self._mine) as ear:
            await ear.catch_up()
            ear.say({"type": "resync", "since": since + 1})
            await ear.catch_up()
        self.heard += ear.heard

    # ------------------------------------------------------------ what everybody does

    async def _play(self, seat: int, cat: int) -> None:
        await self._do(seat, "play", move={"play": {"cat": cat}})
        await self._look()

    async def _do(self, seat: int, kind: str, invite: str = "", **fields: Any) -> None:
        if kind in ("play", "undo", "takeback", "answer"):
            fields["seq"] = (await self._wire.get(self._table, self._tokens[seat]))["now"]["seq"]
        command = {"type": kind, "key": f"d{next(self._keys)}", **fields}
        await self._wire.post(f"{self._table}/commands?invite={invite}", self._tokens[seat], command)

    async def in_private(self, seat: int, kind: str, **fields: Any) -> None:
        """Something that another seat does for itself."""
        if seat != self._viewer:
            command = {"type": kind, "key": new_key(), **fields}
            await self._wire.ask("POST", f"{self._table}/commands", self._tokens[seat], command)


async def nothing(visit: Visit, seat: int) -> None:
    """The other seat does nothing for itself."""


async def much(visit: Visit, seat: int) -> None:
    """The other seat asks for hints and reasons, tries what is not possible, and looks around."""
    for cat in range(1, 9):
        await visit.in_private(seat, "why", move={"play": {"cat": cat}})
        await visit.in_private(seat, "play", move={"play": {"cat": cat}}, seq=0)
        await visit.in_private(seat, "play", move={"bury": {"cat": cat}}, seq=5)
    await visit.in_private(seat, "hint", seq=0)


async def what_reaches(
    viewer: int, world: Callable[..., None], folder: Path, private: Callable[[Visit, int], Any], game: Any
) -> list[bytes]:
    """Everything that reaches a viewer in one of the two worlds made for it."""
    folder.mkdir(parents=True)
    with pytest.MonkeyPatch.context() as patch:
        plants.quick_bots(None, patch.setattr)
        plants.high_cat(None, patch.setattr, game)
        plants.nothing_by_chance(None, patch.setattr)
        world(None, patch.setattr, viewer)
        patch.setattr(audience, "PRESENCE_PAUSE", LONG)
        patch.setattr(api, "PING_EVERY", LONG)  # a stream ticks when nothing comes, which is up to the machine
        settings = Settings(folder, database_in(folder), generosity=1e6, tick=LONG, unload_after=LONG, remember=9)
        wire = Wire(Application(settings, Store.open(settings.database)).asgi)
        async with wire.life():
            visit = Visit(wire, viewer, cards_to_show(viewer))
            await visit.spend(private)
    return visit.heard


def cards_to_show(viewer: int) -> list[list[int]]:
    """The cats that each player can show in both worlds; a viewer's own are all of them."""
    one, two = (plants.Deal.by(luck) for luck in plants.pair_for(viewer))
    return [sorted({*one.hands[seat]} & {*two.hands[seat]}) for seat in range(2)]


async def first_difference(viewer: int, folder: Path, game: Any = HIGH_CAT) -> tuple[bytes, bytes] | None:
    """What a viewer can tell the two worlds made for it by; nothing, if all is well."""
    one = await what_reaches(viewer, plants.first_world, folder / "one", nothing, game)
    two = await what_reaches(viewer, plants.second_world, folder / "two", much, game)
    assert len(one) == len(two) > 500
    return next(((mine, other) for mine, other in zip(one, two, strict=True) if mine != other), None)


VIEWERS = [pytest.param(0, id="first"), pytest.param(1, id="second"), pytest.param(SPECTATOR, id="spectator")]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_two_worlds_differ_in_what_the_viewer_may_not_know(viewer: int):
    """The comparison would be worth nothing otherwise."""
    one, two = (plants.Deal.by(luck) for luck in plants.pair_for(viewer))
    for seat in range(2):
        assert (one.hands[seat] == two.hands[seat]) == (seat == viewer)
    assert one.buried != two.buried


@fault("F26")
@pytest.mark.parametrize("viewer", VIEWERS)
async def test_nobody_can_tell_two_worlds_apart_that_are_the_same_to_them(viewer: int, tmp_path: Path):
    """Views, choices, log lines, reasons, refusals, undo, hints, lists, earlier moments: every byte is the same."""
    assert await first_difference(viewer, tmp_path) is None


@fault("F26")
async def test_one_who_holds_several_seats_sees_the_hand_of_the_one_that_acts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """On one device the hand that is shown follows the turn; the other one stays hidden, in earlier moments too."""
    plants.quick_bots(None, monkeypatch.setattr)
    plants.high_cat(None, monkeypatch.setattr)
    settings = Settings(tmp_path, database_in(tmp_path), generosity=1e6)
    wire = Wire(Application(settings, Store.open(settings.database)).asgi)
    async with wire.life():
        token = (await wire.post("/api/guests", None, {"name": "Ann"}))["token"]
        wish = {"key": "k", "game": "high-cat", "seats": [{"type": "me"}, {"type": "me"}]}
        table = f"/api/tables/{(await wire.post('/api/tables', token, wish))['id']}"
        async with wire.socket(f"{table}/socket", token) as ear:
            shown = []
            for number in range(4):
                welcome = await wire.get(table, token)
                view, now = welcome["view"], welcome["now"]
                assert now["seat"] == now["actor"] == number % 2
                assert view["hand"][1 - now["seat"]] == 0
                assert view["hand"][now["seat"]] != 0
                shown.append(view["hand"])
                play = {"type": "play", "key": f"p{number}", "seq": now["seq"], "move": now["choices"][0]["move"]}
                await wire.post(f"{table}/commands", token, play)
                await ear.catch_up()
    told = [json.loads(dict(ast.literal_eval(message.decode()))["text"]) for message in ear.heard[1:]]
    news = [message for message in told if message["type"] == "news"]
    assert [message["view"]["hand"] for message in news[:3]] == shown[1:], "every turn brings the view of its seat"


# ---------------------------------------------------------------- planted leaks


def with_rules(**changed: Any) -> Any:
    """High cat with some of its rules replaced."""
    sound = {verb: getattr(rules, verb) for verb in verbs.NAMES}
    return dataclasses.replace(HIGH_CAT, rules=SimpleNamespace(**{**sound, **changed}))


@rule
def count_hands(s: HighCat, out: Wide) -> None:
    """Points for the cats in the hand, which others cannot see."""
    for seat in range(s.players):
        out[seat] = s.hand[seat]


@rule
def tell_hands(s: HighCat, seat: int, move: int) -> int:
    """Refuses by another clause what somebody else has."""
    refused = rules.why_not(s, seat, move)
    for other in range(s.players):
        if other != seat and seat >= 0 and refused == 3 and s.hand[other] & 1 << (move & 7):
            return 4
    return refused


@fault("F26")
async def test_points_that_depend_on_hidden_things_are_told_as_far_as_they_are_known(tmp_path: Path):
    assert await first_difference(0, tmp_path, with_rules(score=count_hands)) is None


def hash_the_truth(plant: plants.Plant) -> None:
    """The hash of the moment is that of the whole state."""
    told = projections.now

    def now(table: Any, *rest: Any) -> Any:
        return replace(told(table, *rest), hash=table.match.fingerprint[:16] if table.match else "")

    plant(projections, "now", now)


def pad_by_the_truth(plant: plants.Plant) -> None:
    """Messages are longer when a higher cat is buried."""
    prompt = Match.prompt
    plant(Match, "prompt", lambda match, viewer: prompt(match, viewer) + " " * int(match.state()["buried"][0]))


def think_with_the_truth(plant: plants.Plant) -> None:
    """Bots are given the whole state."""
    honest = scheduler.moment_of
    for module in (scheduler, advice):
        plant(module, "moment_of", lambda match, seat: dataclasses.replace(honest(match, seat), view=match.state()))


def undo_by_the_truth(plant: plants.Plant) -> None:
    """Whether one may take back depends on the buried cat."""
    honest, buried = Match.undo_floor, plants.Deal.by(plants.pair_for(0)[0]).buried - 1

    def floor(match: Match, seat: int) -> int:
        return min(honest(match, seat), match.ply - int(match.state()["buried"][0] == buried))

    plant(Match, "undo_floor", floor)


def nothing_planted(plant: plants.Plant) -> None:
    """The leak is in the game."""


@fault("F26")
@pytest.mark.parametrize(
    ("leak", "game"),
    [
        (hash_the_truth, HIGH_CAT),
        (pad_by_the_truth, HIGH_CAT),
        (think_with_the_truth, HIGH_CAT),
        (undo_by_the_truth, HIGH_CAT),
        pytest.param(nothing_planted, dataclasses.replace(HIGH_CAT, seen=all_seen), id="log_lines"),
        pytest.param(nothing_planted, with_rules(why_not=tell_hands), id="refusals"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
async def test_a_planted_leak_is_found(
    leak: Callable[[plants.Plant], None], game: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    leak(monkeypatch.setattr)
    assert await first_difference(0, tmp_path, game) is not None


# ---------------------------------------------------------------- over real lines


def start_world(folder: Path, world: Callable[..., None]) -> Server:
    """A server in which luck deals the cats of a world."""
    planted = (plants.quick_bots, plants.high_cat, plants.nothing_by_chance, world)
    server = Server(folder, *map(plants.named, planted), tick=LONG)
    server.start()
    return server


async def stream_of(server: Server) -> list[str]:
    """What the first seat hears over a socket and HTTP while both play as far as the worlds look alike.

    Who is connected is told a moment later, whenever that is, and left out.
    """
    ann, ben = Http(server), Http(server)
    for http, name in ((ann, "Ann"), (ben, "Ben")):
        http.become_guest(name)
    opened = ann.opened("me", "friend", game="high-cat", key="open")
    table, cards = f"/api/tables/{opened['id']}", cards_to_show(0)
    heard: list[str] = []

    def look() -> int:
        for route in TABLE_ROUTES:
            seen = ann.get(table + route)
            seen.headers.pop("date")
            heard.append(repr(seen))
        return json.loads(ann.get(table).body)["now"]["seq"]

    def do(http: Http, kind: str, **fields: Any) -> None:
        if kind in ("play", "undo"):
            fields["seq"] = look()
        heard_of = http.post(f"{table}/commands?invite={opened['invite']}", {"type": kind, "key": new_key(), **fields})
        assert heard_of.status == 200, heard_of.body

    async with SocketClient(server, opened["id"], ann.token) as line:
        do(ben, "sit")
        do(ann, "start")
        do(ann, "play", move={"play": {"cat": cards[0][0]}})
        do(ann, "undo")
        do(ann, "play", move={"play": {"cat": cards[0][0]}})
        do(ben, "play", move={"play": {"cat": cards[1][0]}})
        do(ann, "play", move={"play": {"cat": cards[0][1]}})
        for cat in range(1, 9):
            await line.answer_to({"type": "why", "key": f"w{cat}", "move": {"play": {"cat": cat}}})
        look()
        await line.alive()
    return heard + [message for message in line.heard if '"type":"presence"' not in message]


@fault("F26")
async def test_a_seat_hears_the_same_over_a_real_line_in_worlds_that_look_alike(tmp_path: Path):
    servers = await asyncio.gather(
        asyncio.to_thread(start_world, tmp_path / "one", plants.first_world),
        asyncio.to_thread(start_world, tmp_path / "two", plants.second_world),
    )
    try:
        one, two = [await stream_of(server) for server in servers]
        assert one == two
        assert len(one) > 50
        assert [server.problems() for server in servers] == [[], []]
    finally:
        for server in servers:
            server.kill()


# ---------------------------------------------------------------- luck


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, plants.named(plants.quick_bots)) as server:
        yield server


@fault("F27")
async def test_nothing_of_the_luck_is_seen_before_the_end_and_everything_can_be_verified_after(server: Server):
    http = Http(server)
    http.become_guest("Ann")
    table = http.open_table("me", "me", listed=True, options={"turn_limit": 2})
    other = http.open_table("me", "me", listed=True)
    routes = [f"/api/tables/{table}{route}" for route in TABLE_ROUTES]
    routes += ["/api/tables", "/api/games", "/metrics", "/healthz", f"/api/tables/{table}/moments/0/weighed"]
    seen, chance = [], random.Random(2)
    async with SocketClient(server, table, http.token) as line, SocketClient(server, table, None) as spectator:
        now, commitment = (await line.hear("welcome"))["now"], (await spectator.hear("welcome"))["table"]["commitment"]
        while now["outcome"] is None:
            seen += [http.get(route).body for route in routes[now["ply"] % 5 :: 5]]
            choice = chance.choice(now["choices"])
            seen += [json.dumps(await line.ask("play", seq=now["seq"], move=choice["move"])).encode()]
            now = (await line.hear("news"))["now"]
        await spectator.alive()
        seen += [message.encode() for message in line.heard[:-1] + spectator.heard if '"stage":"over"' not in message]
    ended = http.get(f"/api/tables/{table}").json["table"]
    seed = bytes.fromhex(ended["luck"])
    assert hashlib.sha256(seed).hexdigest() == commitment == ended["commitment"]
    assert http.get(f"/api/tables/{other}").json["table"]["commitment"] != commitment
    whole = b"".join(seen) + server.log.read_bytes()
    assert commitment.encode() in whole
    assert traces(seed, whole) == []
    assert traces(seed, whole + seed[5:13]) != []
    record = parse_record(http.get(f"/api/tables/{table}/record").body.decode())
    assert record.finished
    assert record.match.luck is not None
    assert record.match.luck.reveal == ended["luck"]
    assert server.problems() == []


def traces(seed: bytes, text: bytes) -> list[bytes]:
    """Eight bytes or more of a secret that can be found in a text, as they are or written in hex."""
    lower = text.lower()
    parts = [seed[start : start + 8] for start in range(len(seed) - 7)]
    return [part for part in parts if part in text or part.hex().encode() in lower]
