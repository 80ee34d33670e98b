"""A small part of the fuzzer, on both databases."""

from __future__ import annotations

import contextlib
import random
from typing import get_args

import msgspec
import pytest

from tabbytop import games
from tabbytop.kit.marks import fault
from tabbytop.server.protocol import messages
from tabbytop.server.runtime import room
from tabbytop.server.storage.store import Store
from tests.fuzz.fuzzing import Fuzz
from tests.fuzz.generator import BROKEN, WRONG, Generator

pytestmark = pytest.mark.anyio
NOW = {
    "seq": 9, "ply": 3, "seat": 0, "actor": 0, "prompt": "", "scores": [], "undo": False, "takeback": None,
    "running": None, "time": None, "outcome": None, "hash": "",
}  # fmt: skip


@fault("F16", "F17", "F19", "F21")
async def test_a_thousand_messages_lead_to_no_fault_and_to_the_table_that_the_log_tells(store: Store):
    fuzz = Fuzz(messages=1000, seed=7, tables=10)
    await fuzz.run(store)
    assert fuzz.problems == []
    assert fuzz.sent == 1000
    assert set(fuzz.played) == set(games.ids())
    assert {"ok", "news", "stale", "illegal", "bad_message", "key_reused"} <= set(fuzz.answers)
    assert fuzz.answers["ok"] > 150, "messages hardly reach decisions"


async def test_a_fault_in_a_decision_is_found(store: Store, monkeypatch: pytest.MonkeyPatch):
    decide = room.decide

    def fail(command: object, *more: object) -> None:
        if isinstance(command, messages.Undo):
            raise ZeroDivisionError
        decide(command, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(room, "decide", fail)
    fuzz = Fuzz(messages=1000, seed=7, tables=5)
    await fuzz.run(store)
    assert any("fault" in problem for problem in fuzz.problems)
    assert any("ZeroDivisionError" in problem for problem in fuzz.problems)


def test_everything_that_the_protocol_knows_is_said():
    generator, before = Generator("cat-cab", random.Random(5)), Generator("cat-cab", random.Random(6))
    now = msgspec.convert({**NOW, "choices": [{"move": {"roll": {}}, "label": "Roll"}]}, messages.Now)
    said = {type(_message(generator.next(now, now))) for _ in range(3000)}
    said |= {type(_message(before.next(None, None))) for _ in range(300)}
    assert set(get_args(messages.FromClient)) <= said


def _message(text: str | bytes) -> object:
    with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return messages.read_message(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    return None


def test_the_same_seed_says_the_same():
    first, second = (Generator("cat-cab", random.Random(3)) for _ in range(2))
    assert [first.next(None, None) for _ in range(200)] == [second.next(None, None) for _ in range(200)]
    assert len(WRONG) > 300
    assert BROKEN
