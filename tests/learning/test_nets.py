"""Nets inside the search: what they compute, what they may look at, and when they are used."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tabbytop import games
from tabbytop.bots import levels, nets
from tabbytop.bots.bot import moment_of
from tabbytop.bots.levels import LevelBot
from tabbytop.bots.net import EMBED, HEAD, HIDDEN, INPUTS, WIDTH, guess, room_for, weigh_moves
from tabbytop.bots.search import let_luck_act
from tabbytop.bots.thinking import Budget, Thinker
from tabbytop.engine.errors import UserError
from tabbytop.engine.game import Game
from tabbytop.engine.luck import SwiftLuck, stream
from tabbytop.engine.match import Match
from tabbytop.engine.rule import rule
from tabbytop.engine.state import Floats, Ids, Reals, States, Wide
from tabbytop.engine.verbs import evaluate, features
from tabbytop.games.cat_cab import facts
from tabbytop.games.cat_cab import features as cat_cab
from tabbytop.kit.cases import compiled

CAT_CAB = games.load("cat-cab")
LEARNERS = [card for card in map(games.load, games.ids()) if card.features is not None]


@rule
def guess_at(states: States, seats: int, net: Floats, results: Reals, room: Floats, embedding: Floats) -> None:
    """The net's guess at a state, for callers from Python."""
    guess(states[0], seats, net, results, room, embedding)


@rule
def look_at(states: States, out: Floats) -> int:
    """The features of a state, for callers from Python."""
    return features(states[0], out)


@rule
def own_guess_at(states: States, results: Reals) -> None:
    """The game's own guess at a state, for callers from Python."""
    evaluate(states[0], results)


@rule
def throw(states: States, luck: Wide, ids: Ids, weights: Ids) -> int:
    """All that luck does now, for callers from Python."""
    return let_luck_act(states[0], luck, ids, weights)


def some_net(game: Game, seats: int, size: float = 0.3) -> Floats:
    """A net with weights by lot."""
    net = nets.blank_net(game, seats)
    net[HEAD:] = size * np.random.default_rng(3).standard_normal(len(net) - HEAD)
    return net


def match_of(game: Game, players: int, number: int, plies: int) -> Match:
    """A random game after so many plies, at a decision."""
    match = Match(game, players, {}, luck=SwiftLuck(4, number), referee=compiled(game))
    luck = stream(number, 5)
    match.advance()
    while not match.over and (match.ply < plies or len(match.legal(match.actor)) < 2):
        legal = match.legal(match.actor)
        match.play(match.actor, legal[int(luck[0] + match.ply) % len(legal)])
        match.advance()
    return match


@pytest.mark.parametrize("game", LEARNERS, ids=lambda game: game.id)
def test_the_compiled_net_computes_what_its_weights_say(game: Game):
    players = max(game.players)
    net, referee = some_net(game, players), compiled(game)
    inputs = int(net[INPUTS])
    state = match_of(game, players, 1, 60).view(0)
    referee.imagine(state, 0, stream(1))
    results, embedding, room = np.zeros(game.most_seats), np.zeros(EMBED, np.float32), room_for(inputs)
    referee.bind(guess_at)(state, players, net, results, room, embedding)

    seen: Floats = np.zeros(inputs, np.float32)
    first = referee.bind(look_at)(state, seen)
    own = np.zeros(game.most_seats)
    referee.bind(own_guess_at)(state, own)
    logits = np.log(own / (1 - own))[[(first + k) % players for k in range(players)]].clip(-6, 6)
    seen[-players:] = 0.25 * logits
    at = HEAD

    def layer(source: Floats, width: int) -> Floats:
        nonlocal at
        biases, weights = net[at : at + width], net[at + width : at + width * (1 + len(source))]
        at += width * (1 + len(source))
        return biases + source @ weights.reshape(len(source), width)

    wide = np.maximum(layer(seen, WIDTH), 0)
    corrections = layer(np.maximum(layer(wide, HIDDEN), 0), players)
    expected = 1 / (1 + np.exp(-logits - corrections))
    if players == 2:
        expected[0] = (expected[0] + 1 - expected[1]) / 2
        expected[1] = 1 - expected[0]
    assert np.allclose(results[[(first + k) % players for k in range(players)]], expected, atol=1e-3)
    assert np.allclose(embedding, layer(wide, EMBED), rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("game", LEARNERS, ids=lambda game: game.id)
def test_features_are_small_numbers_that_fill_no_more_than_they_say(game: Game):
    assert game.features is not None
    size = game.features.SIZE
    players = max(game.players)
    look = compiled(game).bind(look_at)
    for number, plies in enumerate((0, 20, 50, 90, 130)):
        match = match_of(game, players, number, plies)
        if match.over:
            continue
        out: Floats = np.full(size + 8, 0, np.float32)
        out[size:] = 77
        first = look(match.view(match.actor), out)
        assert 0 <= first < players
        assert (out[size:] == 77).all()
        assert np.isfinite(out).all()
        assert np.abs(out[:size]).max() <= 8
        plain: Floats = np.zeros(size, np.float32)
        assert game.features.features(game.state.plain(match.view(match.actor)), plain) == first
        assert np.allclose(plain, out[:size], atol=1e-6)


def test_a_net_that_corrects_nothing_guesses_as_the_game_does():
    state = match_of(CAT_CAB, 2, 1, 40).view(0)
    net, own, results = nets.blank_net(CAT_CAB, 2), np.zeros(3), np.zeros(3)
    referee = compiled(CAT_CAB)
    referee.bind(own_guess_at)(state, own)
    room = room_for(int(net[INPUTS]))
    referee.bind(guess_at)(state, 2, net, results, room, np.zeros(EMBED, np.float32))
    assert np.allclose(results[:2], own[:2], atol=1e-3)


def test_moves_look_more_natural_by_their_own_weights_and_by_what_the_net_says_of_them():
    net = nets.blank_net(CAT_CAB, 2)
    moves = CAT_CAB.moves.count
    ids: Ids = np.array([3, 5], np.int32)
    embedding: Floats = np.zeros(EMBED, np.float32)

    def weighed(*weights: int) -> float:
        cells: Ids = np.array(weights, np.int32)
        weigh_moves(2, net, embedding, ids, 2, cells)
        return float(cells[0] / cells[1])

    assert weighed(40, 10) == pytest.approx(4, rel=0.01)
    net[-moves * EMBED - moves + 5] = np.log(8)
    assert weighed(40, 10) == pytest.approx(0.5, rel=0.01)
    embedding[2] = 1
    net[-moves * EMBED + 3 * EMBED + 2] = np.log(2)
    assert weighed(40, 10) == pytest.approx(1, rel=0.01)


def test_equal_white_dice_are_one_outcome_whatever_their_order():
    match = Match(CAT_CAB, 2, {}, luck=SwiftLuck(4, 2), referee=compiled(CAT_CAB))
    match.advance()
    state = match.view(0)
    referee = compiled(CAT_CAB)
    referee.apply(state, referee.actor(state), referee.legal(state, referee.actor(state))[0])
    names: dict[tuple[int, ...], set[int]] = {}
    ids, weights = (np.zeros(CAT_CAB.moves.count, np.int32) for _ in range(2))
    thrown = referee.bind(throw)
    for number in range(300):
        world = state.copy()
        name = thrown(world, stream(number), ids, weights)
        table = CAT_CAB.state.plain(world)
        assert table.phase == facts.REROLLING
        faces = [table.face[die] for die in range(facts.WHITE) if table.pool >> die & 1]
        assert faces == sorted(faces)
        names.setdefault(tuple(table.face[die] for die in range(facts.DICE)), set()).add(name)
    assert len(names) < 290, "no two throws were alike, so nothing was shown"
    assert all(len(same) == 1 for same in names.values())
    assert len({name for same in names.values() for name in same}) == len(names)


def test_settling_changes_nothing_but_the_order_of_dice():
    match = match_of(CAT_CAB, 3, 3, 50)
    state = match.view(0)
    before = CAT_CAB.state.plain(state.copy())
    faces = sorted(before.face[die] for die in range(facts.DICE))
    world = state.copy()
    cat_cab.settle(CAT_CAB.state.plain(world))
    after = CAT_CAB.state.plain(world)
    assert sorted(after.face[die] for die in range(facts.DICE)) == faces
    for name in CAT_CAB.state.fields:
        if name != "face":
            assert np.array_equal(state[name], world[name])


def test_a_net_is_used_by_the_strongest_alone_and_only_where_it_was_trained():
    assert nets.net_for(CAT_CAB, 2, {}) is not None
    assert nets.net_for(CAT_CAB, 2, {"side": "back"}) is None
    assert nets.net_for(CAT_CAB, 1, {}) is None
    learned = {level.name for level in levels.LEVELS if level.learned}
    assert learned == {"top-cat", "lion"}


def test_every_net_that_is_shipped_fits_its_game_and_is_small():
    found = 0
    for card in LEARNERS:
        total = 0
        for players in card.players:
            file = nets.shipped(card, players)
            if file.exists():
                net = nets.load(file)
                assert nets.fits(net, card, card.seats(players, {})) == ""
                assert net.record["strength"]["share"] > 0.5
                total += file.stat().st_size
                found += 1
        assert total < 2 << 20
    assert found >= 1


def test_the_search_with_a_net_is_repeatable_and_answers_with_legal_moves():
    moment = moment_of(match := match_of(CAT_CAB, 2, 5, 30), match.actor)
    net = some_net(CAT_CAB, 2, 0.05)
    thoughts = [Thinker(compiled(CAT_CAB), 3, net=net).think(moment, Budget(300, horizon=0)) for _ in range(2)]
    assert [one.visits for one in thoughts[0].candidates] == [one.visits for one in thoughts[1].candidates]
    assert thoughts[0].best in moment.legal
    full = Thinker(compiled(CAT_CAB), 3, nodes=40, net=net).think(moment, Budget(300, horizon=4))
    assert full.best in moment.legal


def test_the_lion_is_offered_where_heads_play_and_not_where_hands_do():
    assert "lion" in [level.name for level in levels.offered(CAT_CAB)]
    assert "lion" not in [level.name for level in levels.offered(games.load("kitty-paw"))]


def test_a_level_with_a_net_plays_a_turn():
    match = match_of(CAT_CAB, 2, 6, 30)
    small = levels.Level("small", "", Budget(50), learned=Budget(60))
    bot = LevelBot(small, compiled(CAT_CAB), seed=1)
    assert bot.choose(moment_of(match, match.actor)) in match.legal(match.actor)
    assert bot.thought is not None
    assert bot.thought.simulations <= 60


def test_a_file_that_is_no_net_is_refused_in_words(tmp_path: Path):
    file = tmp_path / "net.npz"
    with pytest.raises(UserError, match="There is no file"):
        nets.load(file)
    for other in (b"meow", b"", b"PK\x03\x04meow"):
        file.write_bytes(other)
        with pytest.raises(UserError, match="is not a net: `tabbytop train` writes them"):
            nets.load(file)
    with pytest.raises(UserError, match="cannot be read: Is a directory"):
        nets.load(tmp_path)
    nets.save(file, nets.blank_net(CAT_CAB, 2), {"game": "rollecate"})
    assert "rollecate" in nets.fits(nets.load(file), CAT_CAB, 2)
    nets.save(file, nets.blank_net(CAT_CAB, 2), {"game": "cat-cab", "version": "0"})
    assert "version" in nets.fits(nets.load(file), CAT_CAB, 2)
    nets.save(file, nets.blank_net(CAT_CAB, 3), {"game": "cat-cab", "version": CAT_CAB.version})
    assert nets.fits(nets.load(file), CAT_CAB, 2) == "it looks at other features"
