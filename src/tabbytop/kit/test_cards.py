"""What a card says of its game to people and to pages is there, and true."""

from __future__ import annotations

import re

import pytest

from tabbytop.engine.documented import docs_of
from tabbytop.engine.game import Game
from tabbytop.engine.referee import Interpreted
from tabbytop.engine.seats import SPECTATOR
from tabbytop.engine.state import Sees
from tabbytop.engine.verbs import LAPSE
from tabbytop.kit.cases import GAMES, PLAIN, Case


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_card_tells_people_what_the_game_is(game: Game):
    assert re.fullmatch(r"[A-Z].*[.!?]", game.sentence), f"{game.id}: the card needs a `sentence`"
    assert game.minutes > 0, f"{game.id}: the card needs `minutes`, about how long people play"
    if 1 in game.players:
        assert game.alone, f"{game.id}: one may play alone, so the card needs to say what one does then (`alone`)"
    else:
        assert game.alone is None, f"{game.id}: nobody can play alone, but the card says what one does then"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_field_that_a_seat_sees_has_a_sentence(game: Game):
    seen = {name for name, field in game.state.fields.items() if field.sees is not Sees.NOBODY}
    silent = sorted(seen - docs_of(game.state).keys())
    assert not silent, f"{game.id}: state.py needs a sentence under {', '.join(silent)}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_ways_of_a_deal_of_the_day_can_be_played(game: Game):
    for setup in game.deals:
        game.complete(setup.players, setup.options)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_levels_forget_only_where_the_game_says_what(game: Game):
    forgetful = sorted(name for name, skill in game.skills.items() if skill.forgets)
    told = not forgetful or hasattr(game.bot, LAPSE)
    assert told, f"{game.id}: {', '.join(forgetful)} forgets on the card, but bot.py has no `{LAPSE}`"


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_seats_are_called_as_the_card_says(case: Case):
    game = case.game
    view = game.state.plain(game.state.view(Interpreted(game).setup(game.encode(case.players, {})), SPECTATOR))
    automata = game.automata(case.players, game.complete(case.players, {}))
    said = [*(look.name for look in game.looks[: case.players]), *automata]
    assert said == [game.words.seat_name(view, seat) for seat in range(case.seats)], f"{game.id}: `looks` on the card"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_seats_can_be_told_apart(game: Game):
    colours = [look.colour for look in game.looks]
    assert all(re.fullmatch("#[0-9a-fA-F]{6}", colour) for colour in colours), f"{game.id}: colours are like #c8412f"
    assert len(set(colours)) == len(colours) >= max(game.players)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_fields_by_seat_have_a_row_for_every_seat(game: Game):
    for name in game.by_seat:
        assert game.state.fields[name].shape[0] == game.most_seats, f"{game.id}: {name} is declared by seat"
    owned = {name for name, field in game.state.fields.items() if field.sees is Sees.OWNER}
    assert owned <= set(game.by_seat)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_phase_has_one_name(game: Game):
    assert len(set(game.phases.values())) == len(game.phases)
    if "phase" in game.state.fields:
        assert game.phases, (
            f"{game.id}: the state has a `phase`; the card needs to say what its numbers mean (`phases`)"
        )


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_phases_are_those_of_the_card(case: Case):
    """A whole game by chance is in no phase that the card does not name."""
    if not case.game.phases:
        return
    match = case.match(0)
    known = set(case.game.phases.values())
    for ply in range(0, len(match.log) + 1, max(1, len(match.log) // 50)):
        assert match.state(ply)["phase"][0] in known
