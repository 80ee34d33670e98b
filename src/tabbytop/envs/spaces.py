"""What the environments share: the spaces of a game's actions and observations, and seeds. Knows no game."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from gymnasium import spaces

from tabbytop.engine.game import Game
from tabbytop.engine.state import Cells, Ids
from tabbytop.envs.layout import Layout, layout_of
from tabbytop.envs.vector import BadEnvironment, action_count

FORMS = ("flat", "fields")
"""An observation is one row of numbers, or a dictionary of named fields."""
RENDER_MODES = ("ansi", "rgb_array")


def action_space(game: Game) -> spaces.Discrete[Any]:
    """The ids of all moves, luck's and the house's among them; the mask says which of them can be played."""
    return spaces.Discrete(action_count(game))


def observation_space(game: Game, form: str = "flat") -> spaces.Dict:
    """What a seat observes, and which actions it has."""
    layout = layout_of(game.state)
    if form not in FORMS:
        raise BadEnvironment(f"Observations are {' or '.join(FORMS)}, not {form!r}.")
    inner: spaces.Space[Any] = row_space(layout)
    if form == "fields":
        parts = layout.parts
        inner = spaces.Dict({part.name: spaces.Box(*part.limits, part.shape, np.int32) for part in parts})
    return spaces.Dict({"observation": inner, "action_mask": mask_space(game)})


def row_space(layout: Layout) -> spaces.Box:
    """One row of numbers, each within what its field can hold."""
    return spaces.Box(layout.low, layout.high, (layout.size,), np.int32)


def mask_space(game: Game) -> spaces.Box:
    """1 for every action that can be played."""
    return spaces.Box(0, 1, (action_count(game),), np.int8)


def shown(layout: Layout, row: Ids, mask: Cells, form: str) -> dict[str, Any]:
    """An observation in the form that was asked for, as arrays of its own."""
    row = row.copy()
    return {"observation": row if form == "flat" else layout.named(row), "action_mask": mask.copy()}


def check_render_mode(mode: str | None) -> None:
    """Refuse a way of rendering that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadEnvironment(f"Tables are rendered as {' or '.join(RENDER_MODES)}, not as {mode!r}.")


def seed_or_any(seed: int | None) -> int:
    """The seed that was given, or one that nobody knows."""
    return secrets.randbits(62) if seed is None else seed
