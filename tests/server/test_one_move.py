"""One move through the server: the rules are asked once and applied once."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tabbytop.engine.referee import Interpreted
from tabbytop.server.protocol.messages import Me, Play, Undo
from tabbytop.server.tables.decisions import BotMove
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
