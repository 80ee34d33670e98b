"""One move through the server: the rules judge and apply it once, and it passes the files that the document names."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sys
import threading
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import tabbytop.server
from tabbytop.bots.pool import Pool
from tabbytop.client import ServerClient
from tabbytop.engine.referee import Interpreted
from tabbytop.server.http.app import Application
from tabbytop.server.operating import gc
from tabbytop.server.operating.rounds import Rounds
from tabbytop.server.operating.serve import TableServer, bind, database_in
from tabbytop.server.operating.settings import Settings
from tabbytop.server.protocol.messages import Me, Play, Sit, Start, Undo
from tabbytop.server.runtime import audience, registry
from tabbytop.server.storage.store import Store
from tabbytop.server.tables.internal import BotMove
from tests.patience import PATIENCE
from tests.server.evenings import ANN, Evening

pytestmark = pytest.mark.usefixtures("known_luck")
CHANGING = ("why_not", "apply")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the referee is asked whether a move may be made, and to make it."""
    calls: Counter[str] = Counter()

    def counted(verb: str) -> Any:
        original = getattr(Interpreted, verb)

        def call(referee: Interpreted, *arguments: Any) -> Any:
            calls[verb] += 1
            return original(referee, *arguments)

        return call

    for verb in CHANGING:
        monkeypatch.setattr(Interpreted, verb, counted(verb))
    return calls


@pytest.mark.parametrize("game", ["cat-cab", "patrician", "rollecate"])
def test_every_ply_is_judged_once_and_applied_once(game: str, asked: Counter[str]):
    evening = Evening(Me(), Me(), game=game)
    moves = 0
    while evening.table.facts.stage == "playing" and moves < 40:
        moves += 1
        before = evening.match.ply
        asked.clear()
        evening.play(ANN, seat=evening.deciding)
        plies = evening.match.ply - before
        assert plies > 0
        assert asked == {"why_not": plies, "apply": plies}


def test_a_refused_move_is_judged_once_and_never_applied(asked: Counter[str]):
    evening = Evening(Me(), Me())
    legal = set(evening.match.legal(evening.deciding))
    move = next(move for move in range(evening.table.game.moves.count) if move not in legal)
    wanted = Play("k", evening.known(ANN), evening.table.game.moves.to_json(move), evening.deciding)
    asked.clear()
    assert evening.refuses(ANN, wanted).code == "illegal"
    assert asked == {"why_not": 1}


def test_a_bots_move_is_judged_once(asked: Counter[str]):
    evening = Evening(Me(), Me())
    seat = evening.deciding
    places = evening.table.facts.places
    places[seat] = type(places[seat])("bot", "kitten", level="kitten")
    before = evening.match.ply
    asked.clear()
    evening.do(ANN, BotMove(seat, before, evening.match.legal(seat)[0]))
    plies = evening.match.ply - before
    assert asked == {"why_not": plies, "apply": plies}


def test_a_step_back_is_computed_once(asked: Counter[str]):
    """Going back plays on from the last checkpoint: so many moves, and not twice as many."""
    evening = Evening(Me(), Me(), game="patrician")
    while evening.match.undo_floor(evening.deciding) == evening.match.ply or evening.match.ply % 32 == 0:
        evening.play(ANN, seat=evening.deciding)
    seat, target = evening.deciding, evening.match.last_decision(evening.deciding)
    asked.clear()
    evening.do(ANN, Undo("u", evening.known(ANN), seat))
    assert evening.match.ply == target
    assert asked["why_not"] == 0
    assert asked["apply"] <= target % 32


# ---------------------------------------------------------------- the walk through the files

DOCUMENT = Path(__file__).parents[2] / "docs" / "architecture.md"
SERVER = Path(tabbytop.server.__file__).parent
MOST_FILES = 15


def documented_walk() -> list[str]:
    """The files of the numbered path in the document, each once."""
    section = DOCUMENT.read_text(encoding="utf-8").partition("### One move, from click to the other screen")[2]
    steps = re.findall(r"^\d+\. .*?(?=^\d+\. |^\S|\Z)", section.partition("\n#")[0], re.MULTILINE | re.DOTALL)
    return list(dict.fromkeys(name for step in steps for name in re.findall(r"`(\w+/\w+\.py)`", step)))


class Trace:
    """The files of the server in which anything is called while it is open, in all threads that began after it."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.is_open = False

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        if self.is_open and event == "call":
            path = Path(frame.f_code.co_filename)
            if path.is_relative_to(SERVER):
                self.files.add(path.relative_to(SERVER).as_posix())


@pytest.fixture
def trace(monkeypatch: pytest.MonkeyPatch) -> Iterator[Trace]:
    """A trace that sees only what a move leads to: bots, all rounds and the collector rest meanwhile."""
    monkeypatch.setattr(Pool, "warm", lambda pool, game_ids: None)
    monkeypatch.setattr(registry, "ROUNDS", 1e6)
    monkeypatch.setattr(Rounds, "_go_round", lambda rounds, first: asyncio.sleep(1e6))
    monkeypatch.setattr(gc, "SET_ASIDE_EVERY", 1e6)
    monkeypatch.setattr(audience, "PRESENCE_PAUSE", 1e6)
    found = Trace()
    threading.setprofile(found)
    sys.setprofile(found)
    yield found
    sys.setprofile(None)
    threading.setprofile(None)  # type: ignore[arg-type]


@contextlib.asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[str]:
    """A server in this process, with SQLite; its address."""
    settings = Settings(folder, database_in(folder), port=0, tick=1e6)
    listening = bind(settings.host, settings.port)
    ready = asyncio.Event()
    server = TableServer(Application(settings, Store.open(settings.database)), ready.set)
    task = asyncio.create_task(server._serve([listening]))
    try:
        async with asyncio.timeout(PATIENCE):
            await ready.wait()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        await task


@pytest.mark.anyio
async def test_one_move_passes_the_files_that_the_document_names(tmp_path: Path, trace: Trace):
    async with serving(tmp_path) as address:
        ann, ben = ServerClient(address), ServerClient(address)
        await ann.become_guest("Ann")
        await ben.become_guest("Ben")
        opened = await ann.open_table("cat-cab", [{"type": "me"}, {"type": "friend"}])
        async with ann.table(opened.id) as one, ben.table(opened.id, opened.invite) as other:
            await other.send(Sit("sit"))
            await one.send(Start("start"))
            await other.until(lambda: other.view is not None and other.seq >= one.seq)
            mover, watcher = (one, other) if one.now.choices else (other, one)
            known = watcher.seq
            trace.is_open = True
            await mover.play(mover.now.choices[0].move)
            await watcher.until(lambda: watcher.seq > known)
            trace.is_open = False
    assert trace.files == set(documented_walk())
    assert len(trace.files) <= MOST_FILES
