"""Games whose boxes hold so little that all of their trees can be gone through."""

from __future__ import annotations

import importlib
import json
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabbytop import games
from tabbytop.engine import components
from tabbytop.engine.game import Game

Box = dict[str, Any]
SOURCE = "reconstructed"


def rollecate(box: Box) -> None:
    """Six straights and a chaos card: four lie on the table, two are dealt, one is drawn."""
    straight = {"kind": "track", "value": 1, "shape": "straight", "count": 6, "source": SOURCE}
    box["cards"] = [straight, {"kind": "chaos", "value": 1, "count": 1, "source": SOURCE}]
    box["setup"] |= {"cards_dealt": 1, "removed": {f"players_{players}": 0 for players in range(1, 5)}}


def patrician(box: Box) -> None:
    """Two cities with two floors and two cards each; a hand is one card."""
    box["setup"]["hand"] = 1
    box["scoring"]["low_token_is_limit_minus"] = 1
    box["city"] = [
        city | {"limit": 2, "cards": 2, "doubles": 0, "high_token": 2, "low_token": 1} for city in box["city"][:2]
    ]
    box["pieces"] |= {"cards": 4, "prestige_tokens": 4}
    names = [city["id"] for city in box["city"]]
    box["card_counts"] |= dict.fromkeys(names, 2)
    pair = {"id": "-".join(names), "a": names[0], "b": names[1], "players_from": 2}
    box["adjacency"] |= {"count_2_to_4_players": 1, "count_5_players": 1, "list": [pair]}
    cards = [{"id": f"{city[:3].upper()}{number}", "city": city, "crests": 1} for city in names for number in (1, 2)]
    plain, star = (
        {"symbol": "draw_any", "portraits": "", "star": False},
        {"symbol": "portrait", "portraits": "A", "star": True},
    )
    box["cards"] |= {"count": 4, "list": [card | (plain if card["id"].endswith("1") else star) for card in cards]}


def hot_tin_roof(box: Box) -> None:
    """Four rooftops in a row, three gaps, three home tiles; one of them lies open at the one home dumpster."""
    box["rooftop"] = box["rooftop"][:4]
    box["board"]["rooftops"] = 4
    gaps = [gap for gap in box["gaps"]["list"] if gap["id"] in ("AB", "BC", "CD")]
    box["gaps"] |= {"count": 3, "list": gaps}
    box["home_tile_known"]["pairs"] = []
    box["home_tile_rule"]["min_gaps_apart"] = 1
    box["home_tiles"] |= {"count": 3, "pairs": ["AB", "BC", "CD"]}
    box["check"] |= {"gaps_at_least": 3, "tiles_min_gaps_apart": 1}
    box["check"] |= {f"tiles_at_distance_{number}": 0 for number in (3, 4, 5)}
    box["dumpster"] = [one for one in box["dumpster"] if one["id"] in ("home1", "catwalk", "shelter")]
    box["setup"] |= {"home_tiles_face_up": 1, "dumpster_cans": 6}
    box["pieces"] |= {"home_tiles": 3, "catwalks": 4, "catwalks_per_player": 1, "shelters": 4, "shelters_per_player": 1}
    box["turn"]["ante"] = 3


TINY: dict[str, Callable[[Box], None]] = {"hot-tin-roof": hot_tin_roof, "patrician": patrician, "rollecate": rollecate}


def tiny(game_id: str, folder: Path, patch: pytest.MonkeyPatch) -> Game:
    """The card of a game with such a box. Its modules are read anew for it, and forgotten."""
    own = games.load(game_id).folder
    package = f"tabbytop.games.{own.name}"
    box = tomllib.loads((own / "components.toml").read_text(encoding="utf-8"))
    TINY[game_id](box)
    file = folder / "components.toml"
    file.write_text("\n".join(f"{key} = {_toml(value)}" for key, value in box.items()), encoding="utf-8")
    patch.setattr(components, "_INSTEAD", {})
    components.use_instead(own / "components.toml", file, complete=False)
    with pytest.MonkeyPatch.context() as modules:
        for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
            modules.delitem(sys.modules, name)
        modules.delattr("tabbytop.games." + own.name)
        return importlib.import_module(f"{package}.game").GAME


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        inner = ", ".join(f"{json.dumps(key)} = {_toml(item)}" for key, item in value.items())
        return f"{{ {inner} }}"
    return f"[{', '.join(map(_toml, value))}]" if isinstance(value, list) else json.dumps(value)
