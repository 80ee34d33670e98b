"""Cat Cab: movement."""

from __future__ import annotations

from tests.games.cat_cab.scene import Scene
from tests.kit.marks import cites


@cites("CAB-68", "CAB-69")
def test_x2_one_curse_cancels_a_source_of_1_or_halves_a_source_of_2():
    scene = Scene().at(0, (2, 2)).curses(0, 1).roll(4, 5, 6, 6, 3).play("stop").play("roll_item").luck(2)
    assert scene.sources == [2, 2, 1, 1, 1]
    assert scene.legal() == ["cancel(keeping_twos=1)", "cancel(keeping_twos=2)"]
    assert scene.play("cancel", keeping_twos=2).sources == [2, 2, 1, 1]
