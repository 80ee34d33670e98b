"""Games for learning, matches, and training by them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tabbytop import games
from tabbytop.bots import nets
from tabbytop.kit.cases import compiled
from tabbytop.learning.games import TO_WIN, Games, Mind, Variety
from tabbytop.learning.playing import veil
from tabbytop.learning.strength import Strength, strength_of
from tests import nursery

CAT_CAB = games.load("cat-cab")
ROLLECATE = games.load("rollecate")


@pytest.fixture(scope="module")
def cabs() -> Games:
    return Games(compiled(CAT_CAB), 2)


def test_the_same_games_are_played_on_any_number_of_threads(cabs: Games):
    minds = [Mind(12, horizon=0)] * 2
    variety = Variety(full=500)
    found = [cabs.play_on_threads(minds, 3, 8, variety, threads=threads, chunk=2) for threads in (1, 3)]
    (first, places), (second, same) = found
    assert np.array_equal(places, same)
    assert np.array_equal(first.inputs, second.inputs)
    assert np.array_equal(first.visits, second.visits)
    assert (places[:, :2].min(1) == 1).all()


def test_what_is_kept_of_a_position_fits_together(cabs: Games):
    net = nets.blank_net(CAT_CAB, 2)
    positions, outcomes = cabs.play([Mind(16, net, 0)] * 2, 5, 0, 6, Variety(full=1000))
    assert len(positions) > 100
    assert np.allclose(positions.ends.sum(1), 1)
    decided = positions.legal > 1
    assert decided.any()
    assert (~decided).any(), "positions before luck acts are learned from as well"
    assert np.allclose(positions.visits[decided].sum(1), 1, atol=1e-5)
    assert (positions.thoughts[decided] >= 0).all()
    assert (positions.thoughts[~decided] == -1).all()
    beyond = np.arange(positions.visits.shape[1]) >= positions.legal[:, None]
    assert (positions.visits[beyond] == 0).all()
    assert len(outcomes) == 6


def test_players_change_places_so_that_every_deal_is_played_from_every_seat(cabs: Games):
    strong, weak = Mind(300), Mind(1, horizon=0)
    _, outcomes = cabs.play([strong, weak], 2, 0, 40, TO_WIN, rotated=True)
    strength = strength_of(outcomes, 2)
    assert strength.games == 40
    assert strength.share > 0.6


def test_a_seat_in_such_games_sees_what_its_view_shows():
    there = Games(compiled(ROLLECATE), 3)
    size = ROLLECATE.state.dtype.itemsize
    cells = np.random.default_rng(1).integers(-128, 128, size).astype(np.int8)
    shown, blank = there._masks
    for seat in range(3):
        seen = np.zeros(size, np.int8)
        veil(cells, size, seat, shown, blank, seen)
        assert seen.tobytes() == ROLLECATE.state.view_of(cells.tobytes(), seat)


def test_strength_is_counted_over_deals():
    outcomes = np.array([[1, 2, 30], [1, 2, 31]] * 10 + [[2, 1, 30], [2, 1, 30]] * 10)
    strength = strength_of(outcomes, 2)
    assert strength.share == 0.5
    assert strength.error == pytest.approx(0.513 / np.sqrt(20), rel=0.01)
    assert strength.agrees_with(0.6, 0.0)
    assert not Strength(0.5, 0.01, 100).agrees_with(0.6, 0.01)


def test_training_goes_on_where_it_ended_and_keeps_the_strongest_net(tmp_path: Path):
    pytest.importorskip("torch", reason="training needs the extra [learn]")
    from tabbytop.learning.training import RoundSettings, Training

    settings = RoundSettings(games=64, simulations=12, epochs=0.5, deals=2, threads=1, variety=Variety(full=300))
    heard: list[str] = []
    training = Training(compiled(CAT_CAB), 2, {}, tmp_path / "work", settings)
    training.round(lambda words, share: heard.append(words))
    assert any("loss" in words for words in heard)
    again = Training(compiled(CAT_CAB), 2, {}, tmp_path / "work", settings)
    assert [one.number for one in again.rounds] == [0]
    again.round(lambda words, share: None)
    again.save(tmp_path / "net.npz")
    net = nets.load(tmp_path / "net.npz")
    assert nets.fits(net, CAT_CAB, 2) == ""
    assert net.record["rounds"] == 2
    assert net.record["strength"]["share"] == round(again.best.strength.share, 4)


def test_the_same_seed_trains_the_same_net(tmp_path: Path):
    pytest.importorskip("torch", reason="training needs the extra [learn]")
    from tabbytop.learning.training import RoundSettings, Training

    found = []
    for name, threads, seed in (("one", 1, 4), ("two", 2, 4), ("other", 1, 5)):
        settings = RoundSettings(games=64, simulations=10, epochs=0.5, deals=2, threads=threads, seed=seed)
        training = Training(compiled(CAT_CAB), 2, {}, tmp_path / name, settings)
        assert training.round(lambda words, share: None).games == 64
        found.append(training.net(0))
    assert np.allclose(found[0], found[1], atol=1e-5)
    assert not np.allclose(found[0], found[2], atol=1e-3)


def test_a_fitted_net_says_results_better_than_before(tmp_path: Path, cabs: Games):
    pytest.importorskip("torch", reason="training needs the extra [learn]")
    from tabbytop.learning.fitting import Model, fit

    positions, _ = cabs.play([Mind(8, horizon=0)] * 2, 5, 0, 60, Variety(full=1000))
    net, found = fit(positions, CAT_CAB.moves.count, None, 3.0, 1)
    assert found.loss < 0.69
    assert found.held_out < found.before + 0.05
    model = Model(cabs.inputs, 2, CAT_CAB.moves.count)
    model.unpack(net)
    assert np.array_equal(model.packed(), net)


def test_the_published_strength_of_a_net_can_be_checked_by_anybody():
    args = ("verify-net", "cat-cab", "--players", "2", "--simulations", "24", "--deals", "12", "--json")
    done = nursery.run(*args)
    told = json.loads(done.stdout)
    assert told["games"] == 24
    assert done.returncode == (0 if told["holds"] else 1)


def test_a_game_without_features_has_nothing_to_learn_by(tmp_path: Path):
    pytest.importorskip("torch", reason="training needs the extra [learn]")
    done = nursery.run("train", "kitty-paw", "--out", str(tmp_path / "net.npz"))
    assert done.returncode == 2
    assert "features.py" in done.stderr
