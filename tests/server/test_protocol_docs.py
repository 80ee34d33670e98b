"""docs/protocol.md says what the server does: its tables, its numbers, its Python, and every line of its session."""

from __future__ import annotations

import ast
import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from tabbytop import client
from tabbytop.server.http import guard, limits, sockets
from tabbytop.server.http.responses import STATUS
from tabbytop.server.operating.settings import Settings
from tabbytop.server.protocol import messages
from tabbytop.server.tables.names import LONGEST_NAME
from tests.patience import PATIENCE
from tests.server.servers import ROOT, running
from tests.server.sessions import PROTOCOL, Stage, stage, written

TEXT = PROTOCOL.read_text(encoding="utf-8")
BOT = ROOT / "docs" / "bot_over_http.py"
SERVER = ROOT / "src" / "tabbytop" / "server"
STRUCTURES = (
    messages.TableInfo,
    messages.SeatInfo,
    messages.Learning,
    messages.You,
    messages.Now,
    messages.Link,
    messages.Choice,
    messages.Asked,
    messages.Outcome,
    messages.ScorePart,
    messages.Weighed,
)


def section(title: str) -> str:
    return re.split(r"^## ", TEXT.partition(f"\n## {title}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


def rows(title: str) -> dict[str, list[str]]:
    """The tables of a section, by what stands in the first cell of a row."""
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in re.findall(r"^\|.*\|$", section(title), re.M)
    ]
    return {first.strip("`"): others for first, *others in cells if not set(first) <= set("-")}


def fields_of(kind: type[msgspec.Struct]) -> str:
    fields = msgspec.structs.fields(kind)
    return " ".join(f"`{field.name}{'' if field.required else '?'}`" for field in fields)


def tag_of(kind: type[msgspec.Struct]) -> str:
    return kind.__struct_config__.tag


@pytest.mark.parametrize(
    ("title", "kinds"),
    [
        ("Commands", get_args(messages.FromClient)),
        ("Messages", get_args(messages.FromServer)),
        ("Events", get_args(messages.Event)),
    ],
)
def test_every_kind_is_told_with_its_fields(title: str, kinds: tuple[type[msgspec.Struct], ...]):
    told = {name: cells[0] for name, cells in rows(title).items() if name not in ("command", "message", "event")}
    assert told == {tag_of(kind): fields_of(kind) for kind in kinds}


def test_every_structure_in_a_message_is_told_with_its_fields():
    told = {name: cells[0] for name, cells in rows("Structures").items() if name != "structure"}
    assert told == {kind.__name__: fields_of(kind) for kind in STRUCTURES}
    _, found = msgspec.json.schema_components([messages.FromServer])
    tagged = {kind.__name__ for kind in (*get_args(messages.FromServer), *get_args(messages.Event))}
    assert set(found) - tagged == set(told)


def codes_in_the_source() -> set[str]:
    """All codes that refusals, errors and farewells are made with."""
    calls = [
        node
        for file in SERVER.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant)
    ]
    names = [(call, getattr(call.func, "attr", None) or getattr(call.func, "id", None)) for call in calls]
    return {call.args[0].value for call, name in names if name in ("Rejected", "Error", "Bye")}


def test_every_error_is_told_with_its_status():
    told = rows("Errors")
    del told["code"]
    assert set(told) == codes_in_the_source()
    only_in_farewells = {"revoked"}
    assert {code: cells[0] for code, cells in told.items()} == {
        code: "" if code in only_in_farewells else str(STATUS.get(code, 409)) for code in told
    }
    assert set(STATUS) <= set(told)


def test_every_farewell_is_told_with_its_close_code():
    told = rows("Is anybody there")
    del told["bye"]
    assert sockets.CLOSING.keys() <= told.keys() <= codes_in_the_source()
    assert {code: cells[0] for code, cells in told.items()} == {
        code: str(sockets.CLOSING.get(code, 1008)) for code in told
    }


def test_every_limit_is_told():
    rates = [value for value in vars(limits).values() if isinstance(value, limits.Rate)]
    told = rows("Limits")
    del told["limit"]
    assert told == {rate.name: [f"{rate.per_second:g}", f"{rate.burst:g}"] for rate in rates}


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Limits", f"may have {limits.OPEN_CONNECTIONS} sockets, streams"),
        ("Limits", f"sends {sockets.TOLERATED} messages more"),
        ("Limits", f"{sockets.LARGEST_MESSAGE // 1024} kB, a record {guard.LARGEST_RECORD // 1024**2} MB"),
        ("Limits", f"{Settings.inbox} commands may wait"),
        ("Is anybody there", f"after {Settings.tick:g} seconds without"),
        ("Is anybody there", f"after {sockets.PING_EVERY:g} in an event stream"),
        ("Is anybody there", f"heard nothing for {client.SILENCE:g} seconds"),
        ("Is anybody there", f"after {client.FIRST_PAUSE:g} seconds at first"),
        ("Is anybody there", f"up to {client.LONGEST_PAUSE:g} seconds"),
        ("Is anybody there", f"pings every {sockets.PING_EVERY:g} seconds"),
        ("Is anybody there", f"within {sockets.PING_PATIENCE:g}."),
        ("Is anybody there", f"{Settings.outbox} of them wait"),
        ("Becoming a guest", f"cut to {LONGEST_NAME} visible characters"),
        ("Listening and sending", f"absent for {Settings.away_after:g} seconds"),
    ],
)
def test_numbers_are_those_of_the_program(title: str, words: str):
    assert words in " ".join(section(title).split())


def test_the_version_is_that_of_the_program():
    assert TEXT.startswith(f"# The protocol, version {messages.PROTOCOL}\n")
    assert f"is the version of this document: {messages.PROTOCOL}." in TEXT


# ---------------------------------------------------------------- the session


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with stage(tmp_path_factory.mktemp("session") / "data") as people:
        yield people


@pytest.fixture(scope="module")
def played(people: Stage) -> list[tuple[Any, Any]]:
    """The session line by line: what is written, and what came back."""
    return list(zip(written(), people.play(written()), strict=True))


def test_the_session_goes_as_it_is_written(played: list[tuple[Any, Any]]):
    for line, found in played:
        assert found == line, f"the server says\n{found}\nIf that is right: python -m tests.server.sessions"


def test_the_session_shows_every_message_that_a_game_without_bots_has(played: list[tuple[Any, Any]]):
    shown = {found.body["type"] for _, found in played if isinstance(found.body, dict) and "type" in found.body}
    assert shown >= {"play", "undo", "sit", "start", "say", "why", "welcome", "news", "ok", "error", "reason"}


def snippets() -> dict[str, Any]:
    """What the Python in the document defines."""
    names: dict[str, Any] = {}
    for code in re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL):
        if code != BOT.read_text(encoding="utf-8"):
            exec(code, names)
    return names


def test_the_hash_and_the_luck_can_be_checked_as_told(people: Stage, played: list[tuple[Any, Any]]):
    table = next(found.body["id"] for line, found in played if "invite" in (found.body or {}))
    welcome, log = people.get("Rosie", f"/api/tables/{table}"), people.get("Rosie", f"/api/tables/{table}/log")
    told = snippets()
    assert told["hash_of"](welcome["view"]) == welcome["now"]["hash"]
    assert sum(line["odds"] is not None for line in log["lines"]) > 10
    told["check"](welcome["table"], log["lines"])
    forged = [{**line, "move": {"die": {"shows": 6}}} if line["odds"] else line for line in log["lines"]]
    with pytest.raises(AssertionError):
        told["check"](welcome["table"], forged)


def test_every_route_is_told(people: Stage):
    paths = people.get("Rosie", "/api/openapi.json")["paths"]
    routes = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    assert set(rows("Routes")) - {"route"} == routes


# ---------------------------------------------------------------- the bot


def test_the_bot_in_the_document_is_the_file():
    assert f"```python\n{BOT.read_text(encoding='utf-8')}```" in TEXT


def test_the_bot_plays_a_game_against_a_kitten(tmp_path: Path):
    with running(tmp_path / "data") as server:
        command = [sys.executable, str(BOT), server.address]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert done.returncode == 0, done.stderr
        assert re.search(r"^Over: .+\.$", done.stdout.splitlines()[-1])
        assert server.problems() == []


@pytest.mark.anyio
async def test_the_bot_plays_a_game_at_a_friends_table(tmp_path: Path):
    with running(tmp_path / "data") as server:
        server_client = server.client()
        await server_client.become_guest("Rosie")
        opened = await server_client.open_table(
            "cat-cab", [{"type": "me"}, {"type": "friend"}], options={"turn_limit": 2}
        )
        command = [sys.executable, str(BOT), server.address, opened.id, opened.invite]
        bot = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            async with server_client.table(opened.id) as table:
                await table.until(lambda: table.seq >= 2)
                await table.send(messages.Start(client.new_key()))
                while not await table.my_turn_or_end():
                    await table.play(table.now.choices[-1].move)
                outcome = table.now.outcome
            said, _ = await asyncio.to_thread(bot.communicate, timeout=PATIENCE)
        finally:
            bot.kill()
        assert outcome is not None
        assert said.splitlines()[-1] == f"Over: {outcome.ending}."
        assert bot.returncode == 0


def test_links_lead_somewhere():
    for link in re.findall(r"\]\(([^)]+)\)", TEXT):
        file, _, anchor = link.partition("#")
        if file:
            assert (PROTOCOL.parent / file).exists(), link
        if anchor:
            titles = re.findall(r"^## (.+)$", TEXT, re.MULTILINE)
            assert anchor in [title.lower().replace(" ", "-") for title in titles], link
