"""Who may enter the arena, and what those hear who may not."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tabbytop import games
from tabbytop.arena import entrants, simple
from tabbytop.arena.tournament import Tournament, play_game
from tabbytop.bots import levels
from tabbytop.bots.bot import moment_of
from tabbytop.bots.levels import LevelBot
from tabbytop.engine.errors import UserError
from tabbytop.engine.game import Game
from tabbytop.engine.luck import SwiftLuck
from tabbytop.engine.match import Match
from tabbytop.engine.referee import interpreted
from tabbytop.kit.cases import compiled

CAT_CAB = games.load("cat-cab")


@pytest.mark.parametrize("name", [*levels.QUICK, "random", "tests.arena.guests:First", "tests.arena.guests:Seeded"])
def test_every_kind_of_bot_can_be_made_and_answers(name):
    entrants.check(name)
    match = Match(CAT_CAB, 2, luck=SwiftLuck(1, 0))
    match.advance()
    moment = moment_of(match, match.actor)
    assert entrants.make(name, compiled(CAT_CAB), seed=5).choose(moment) in moment.legal


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game in map(games.load, games.ids()) for name in simple.names(game)]
)
def test_simple_players_give_in_to_what_tempts_them_all_game_long(game: Game, name: str):
    """They lose no game by a fault, play the same game again, and are no players of other games."""
    players = min(count for count in game.players if count > 1)
    tournament = Tournament(game.id, players, {}, (name, "random"), 1, seed=3)
    (first, *_), (again, *_) = tournament.deal(0), tournament.deal(0)
    outcome = play_game(first, interpreted(game))
    assert outcome.fault is None
    assert outcome.places == play_game(again, interpreted(game)).places
    other = games.load("cat-cab" if game.id != "cat-cab" else "rollecate")
    match = Match(other, 2, luck=SwiftLuck(1, 0))
    match.advance()
    with pytest.raises(ValueError, match=f"{name} does not play {other.name}"):
        simple.SimplePlayer(name, seed=1).choose(moment_of(match, match.actor))


def test_a_simple_player_that_no_game_has_is_refused_with_those_there_are():
    with pytest.raises(entrants.UnknownBot, match=r"simple:sleeper.*simple:rusher"):
        entrants.check("simple:sleeper")


def test_a_bot_is_given_the_seed_if_it_takes_one():
    assert entrants.make("tests.arena.guests:Seeded", compiled(CAT_CAB), seed=5).seed == 5


@pytest.mark.parametrize("name", ["top-cat", "lion", "kitten"])
def test_a_level_can_be_given_another_time_and_is_the_same_otherwise(name):
    entrants.check(f"{name}@0.05")
    usual, hasty = (entrants.make(each, compiled(CAT_CAB), seed=5) for each in (name, f"{name}@0.05"))
    assert isinstance(usual, LevelBot)
    assert isinstance(hasty, LevelBot)
    allowed = {"seconds": 0.05, "own_time": True}
    assert hasty.level.budget == replace(usual.level.budget, **allowed)
    assert hasty.level.learned == (usual.level.learned and replace(usual.level.learned, **allowed))
    assert (hasty.level.slips, hasty.level.forgets) == (usual.level.slips, usual.level.forgets)
    assert usual.level.budget.seconds != 0.05


def test_a_bot_from_outside_is_given_the_seconds_that_follow_its_name():
    name = "tests.arena.guests:Patient"
    entrants.check(f"{name}@0.5")
    assert entrants.make(f"{name}@0.5", compiled(CAT_CAB), seed=5).seconds == 0.5
    assert entrants.make(name, compiled(CAT_CAB), seed=5).seconds == 3.0


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("random@1", "'random' takes no seconds"),
        ("simple:rusher@1", "'simple:rusher' takes no seconds"),
        ("tests.arena.guests:First@1", "takes no seconds"),
        ("top-cat@", "such as top-cat@0.1"),
        ("top-cat@0", "such as top-cat@0.1"),
        ("top-cat@-1", "such as top-cat@0.1"),
        ("top-cat@nan", "such as top-cat@0.1"),
        ("top-cat@inf", "such as top-cat@0.1"),
        ("top-cat@soon", "such as top-cat@0.1"),
        ("top-cot@1", "Did you mean 'top-cat'?"),
    ],
)
def test_who_takes_no_time_hears_so(name, words):
    with pytest.raises(entrants.UnknownBot) as caught:
        entrants.check(name)
    assert words in str(caught.value)


def test_hands_take_no_seconds_to_think():
    paw = games.load("kitty-paw")
    with pytest.raises(UserError, match="hands race"):
        entrants.make("kitten@1", compiled(paw), seed=1)


def test_the_random_bot_is_even_and_the_same_for_the_same_seed():
    match = Match(CAT_CAB, 2, luck=SwiftLuck(1, 0))
    match.advance()
    moment = replace(moment_of(match, match.actor), legal=(3, 5, 8))
    bots = [entrants.make("random", compiled(CAT_CAB), seed) for seed in (1, 1, 2)]
    first, same, other = ([bot.choose(moment) for _ in range(3000)] for bot in bots)
    assert first == same != other
    assert all(900 < count < 1100 for count in Counter(first).values())
    assert set(first) == {3, 5, 8}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("randon", "Did you mean 'random'?"),
        ("nobody", "There is no bot 'nobody'."),
        (":Bot", "written module:Class"),
        ("module:", "written module:Class"),
        ("a:b:c", "written module:Class"),
        ("no_such_module:Bot", "No module named 'no_such_module'"),
        ("tests.arena.guests:Nobody", "has no class 'Nobody'"),
        ("tests.arena.guests:NoBot", "a method choose"),
        ("tests.arena.guests:NOT_EVEN_A_CLASS", "a method choose"),
    ],
)
def test_a_bot_that_cannot_enter_hears_why_in_one_line(name, words):
    with pytest.raises(entrants.UnknownBot) as caught:
        entrants.check(name)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["def wrong(:", "raise RuntimeError('two\\nlines')", "import sys; sys.exit(4)"])
def test_a_module_that_fails_to_import_is_told_in_one_line(tmp_path, monkeypatch, text):
    (tmp_path / "broken_guest.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*__import__("sys").path])
    with pytest.raises(entrants.UnknownBot, match="importing 'broken_guest' failed") as caught:
        entrants.check("broken_guest:Bot")
    assert "\n" not in str(caught.value)


def test_files_of_bots_from_outside_are_named_for_other_machines(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "lone_bots.py").write_text("class First:\n    choose = min\n")
    (tmp_path / "more_bots" / "deep").mkdir(parents=True)
    (tmp_path / "more_bots" / "__init__.py").touch()
    names = ["kitten", "more_bots.deep.one:Bot", "lone_bots:First", "lone_bots:Second", "json:JSONDecoder"]
    assert entrants.files(names) == [str(tmp_path / "lone_bots.py"), str(tmp_path / "more_bots")]
    assert entrants.files(["more_bots.deep.one:Bot@0.1", "top-cat@1"]) == [str(tmp_path / "more_bots")]
    assert entrants.files(["kitten", "random"]) == []
