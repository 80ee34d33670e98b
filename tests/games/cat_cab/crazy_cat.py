"""Crazy cat at a table of one: how its turns are set up, and the two sides of the city."""

from __future__ import annotations

from tabbytop.engine.seats import HOUSE
from tabbytop.games.cat_cab.facts import CANCELLING, DRIVING, SURPLUS_BACK
from tests.games.cat_cab.scene import Scene

CAT = 1
FRONT = {(2, 3), (5, 2), (2, 7), (5, 6), (4, 4), (3, 5), (6, 4), (1, 5)}
BACK = {(3, 2), (1, 4), (6, 5), (4, 7), (5, 3), (3, 4), (4, 5), (2, 6)}
WAYS = {"up": (0, 1), "right": (1, 0), "down": (0, -1), "left": (-1, 0)}
SQUARES = [(column, row) for row in range(1, 9) for column in range(1, 7)]


def solo(**arrangement):
    """A solo table at Crazy cat's turn."""
    return Scene(1, **arrangement).turn_of(CAT)


def cat_rolls(scene, *faces):
    """Crazy cat rolls its dice once."""
    assert scene.crazy() == "roll"
    scene.luck(*faces)
    if scene.s.curses[CAT] < 4:
        assert scene.crazy() == "stop"
    return scene


def cat_drives(scene):
    """Crazy cat does what it must with its sources and curses, up to the end of its movement."""
    while scene.s.phase in (CANCELLING, DRIVING, SURPLUS_BACK):
        if scene.actor == HOUSE:
            scene.house()
        else:
            scene.crazy()
    return scene


def cat_lands(scene, square):
    """A surplus curse carries Crazy cat one step, along its column, back onto a square."""
    column, row = square
    scene.at(CAT, (column, row + 1 if scene.s.entry == 0 else row - 1))
    cat_drives(cat_rolls(scene, 1, 2, 2, 2, 2, *[2] * len(scene.dice_of(CAT))))
    assert scene.where(CAT) == square
    return scene
