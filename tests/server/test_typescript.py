"""The page's types are those of the declarations in Python."""

from __future__ import annotations

import pytest

from tabbytop import games
from tabbytop.server.protocol import messages, typescript


def test_the_generated_files_say_what_the_declarations_say() -> None:
    assert typescript.stale() == [], "run python -m tabbytop.server.protocol.typescript"


def test_a_changed_declaration_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "PROTOCOL", messages.PROTOCOL + 1)
    assert typescript.stale() == ["generated/protocol.ts"]
    assert typescript.main(["--check"]) == 1


def test_clients_may_leave_out_what_has_a_default_and_the_server_never_does() -> None:
    lines = typescript.protocol(messages).splitlines()
    play = lines[lines.index("export interface Play {") :]
    assert play[1:5] == ['  type: "play";', "  key: string;", "  seq: number;", "  move: Move;"]
    assert play[5] == "  seat?: number | null;"
    error = lines[lines.index("export interface Error {") :]
    assert "  key: string | null;" in error[: error.index("}")]


def test_named_unions_are_called_by_their_names() -> None:
    text = typescript.protocol(messages)
    assert "export type Wanted = Me | Friend | Open | BotSeat;" in text
    assert "  who: Wanted;" in text
    assert "  events: Event[];" in text


def test_a_view_has_every_field_in_its_shape_and_a_move_every_family_with_its_values() -> None:
    text = typescript.game_types(games.load("cat-cab"))
    assert "  passenger: number;\n" in text
    assert "  place: number[];\n" in text
    assert "| { roll: Record<string, never> }" in text
    assert '| { move: { spaces: 1 | 2; direction: "up" | "right" | "down" | "left" } }' in text
    assert '  "colours": ["red", "blue", "green"],' in text
