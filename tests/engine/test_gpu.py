"""Games on a GPU. With a card they are played on it; without one, their kernels are still compiled for one.

That takes 15 to 25 seconds for each game, so only those compiled soonest are, unless TABBYTOP_KERNELS=all is said. It
needs the extra tabbytop[gpu], 200 MB to load and 500 MB installed, which `make test` therefore does not install.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys

import numba
import numpy as np
import pytest

from tabbytop import games
from tabbytop.engine import gpu
from tabbytop.engine.gpu import NoGpu

HAS_TOOLKIT = importlib.util.find_spec("numba_cuda") is not None
HAS_CARD = HAS_TOOLKIT and gpu.toolkit().is_available()
on_a_card = pytest.mark.skipif(not HAS_CARD, reason="there is no NVIDIA GPU here; run this test where there is one")
with_toolkit = pytest.mark.skipif(not HAS_TOOLKIT, reason="the extra tabbytop[gpu] is not installed here")
H200 = (9, 0)
COMPILED = games.ids() if os.environ.get("TABBYTOP_KERNELS") == "all" else ["patrician", "rollecate"]


def wide(kind):
    return numba.types.Array(kind, 1, "C")


def test_nothing_of_the_gpu_is_loaded_unless_asked_for():
    code = (
        "import sys; from tabbytop import games; from tabbytop.engine.referee import Compiled;"
        "Compiled(games.load('patrician')); sys.exit('numba.cuda.dispatcher' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.skipif(HAS_CARD, reason="there is a GPU here, so nothing is missing")
def test_without_a_card_people_are_told_so():
    from tabbytop.engine.gpu.batch import Batch

    with pytest.raises(NoGpu, match=r"tabbytop\[gpu\]|NVIDIA GPU"):
        Batch(games.load("patrician"))


@pytest.mark.skipif(HAS_CARD, reason="there is a GPU here, so nothing is missing")
def test_the_bench_says_so_too():
    command = [sys.executable, "-m", "tabbytop", "bench", "--gpu"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode != 0
    assert "GPU" in told.stderr + told.stdout
    assert "Traceback" not in told.stderr


def test_columns_follow_the_layout_of_observations():
    from tabbytop.engine.gpu.table import columns_of
    from tabbytop.envs.layout import layout_of

    for game_id in games.ids():
        game = games.load(game_id)
        seen = layout_of(game.state)
        columns = columns_of(seen).reshape(-1, 3)
        assert len(columns) == seen.size
        state = game.state.blank()
        cells = state.view(np.int8)
        cells[:] = np.random.default_rng(3).integers(-128, 128, len(cells))
        row = [1]
        for size, first, stride in columns[1:].tolist():
            at = first + stride
            row.append(int.from_bytes(cells[at : at + size].tobytes(), sys.byteorder, signed=True))
        assert row == seen.flat(state, 1).tolist()


@with_toolkit
@pytest.mark.parametrize("game_id", COMPILED)
def test_kernels_are_compiled_for_a_card_that_is_elsewhere(game_id):
    from tabbytop.engine.gpu import kernels
    from tabbytop.engine.gpu.twins import twins_of

    game = games.load(game_id)
    twins = twins_of(game, H200)
    integer = numba.int64
    kinds = (wide(twins.record), wide(integer), *[integer] * 3, numba.boolean, wide(integer), wide(integer))
    kernel = kernels.play_kernel(twins, int(game.moves.count), game.seats(game.default_players, {}))
    with twins.compiling():
        code, _ = gpu.toolkit().compile(kernel, numba.void(*kinds), cc=H200, output="ptx")
    assert ".target sm_90" in code
    assert "atom.global" in code or "atom." in code


def test_states_lie_in_an_odd_number_of_words_with_room_for_all_of_them():
    from tabbytop.engine.gpu.kernels import BOOKS, MOST_SHARED, slots_of
    from tabbytop.engine.gpu.memory import WORD, words_of

    for game_id in games.ids():
        record = numba.from_dtype(games.load(game_id).state.dtype)
        assert words_of(record) % 2 == 1
        assert WORD * words_of(record) >= record.size
        assert slots_of(record) * (WORD * words_of(record) + BOOKS) <= MOST_SHARED


@with_toolkit
def test_observations_are_written_from_a_tile_and_work_arrays_are_not_filled():
    from tabbytop.engine.gpu import step_kernels
    from tabbytop.engine.gpu.twins import twins_of

    game = games.load("patrician")
    twins, room = twins_of(game, H200), (int(game.moves.count), game.most_seats, game.default_players)
    words, numbers = wide(numba.int64), wide(numba.int32)
    codes = {}
    for factory, kinds in (
        (step_kernels.observe_kernel, (words, numbers, numbers, numbers)),
        (step_kernels.gather_kernel, (words, wide(twins.record))),
    ):
        with twins.compiling():
            codes[factory], _ = gpu.toolkit().compile(factory(twins, *room), numba.void(*kinds), cc=H200, output="ptx")
    assert ".shared" in codes[step_kernels.observe_kernel]
    filled = [line for line in codes[step_kernels.gather_kernel].splitlines() if "st.local" in line and ", 0;" in line]
    assert not filled


@on_a_card
@pytest.mark.parametrize("game_id", games.ids())
def test_games_end_as_on_the_processor(game_id):
    from tabbytop.benchmarks.gpu import same_games
    from tabbytop.benchmarks.measure import Effort

    (row,) = same_games(games.load(game_id), Effort(1, 0.01), quick=True)
    assert not row.failed, row.note


@on_a_card
@pytest.mark.parametrize("game_id", games.ids())
def test_steps_are_those_of_the_processor(game_id):
    from tabbytop.engine.gpu.table import Table
    from tabbytop.envs.vector import Games

    game = games.load(game_id)
    there, here = Table(game, 300), Games(game, 300)
    there.reset(7)
    here.reset(7)
    for _ in range(150):
        for table in (there, here):
            table.choose_at_random()
            table.step()
        for name in ("actions", "observations", "masks", "rewards", "shares", "terminals", "truncations"):
            assert (getattr(there, name).copy_to_host() == getattr(here, name)).all(), name
    assert there.states.copy_to_host().tobytes() == here.states.tobytes()
