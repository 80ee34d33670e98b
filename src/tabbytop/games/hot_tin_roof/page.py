"""What the page needs to know of Hot Tin Roof that no view tells: the map, the names and the numbers.

All of it is JSON data made from the component file and the rules' own constants, so that the page repeats none of
them. Knows nothing of drawing.
"""

from __future__ import annotations

from typing import Any, Final

from tabbytop.engine.seats import HOUSE, LUCK, OVER
from tabbytop.games.hot_tin_roof import board, components, facts
from tabbytop.games.hot_tin_roof.components import BOX

PHASES = {
    "first_tiles": facts.FIRST_TILES,
    "first_player": facts.FIRST_PLAYER,
    "ante_due": facts.ANTE_DUE,
    "diving": facts.DIVING,
    "placing": facts.PLACING,
    "lifting": facts.LIFTING,
    "putting_down": facts.PUTTING_DOWN,
    "new_tile": facts.NEW_TILE,
    "racing": facts.RACING,
    "market_empty": facts.MARKET_EMPTY,
    "settling": facts.SETTLING,
    "joining": facts.JOINING,
    "joined": facts.JOINED,
    "finished": facts.FINISHED,
}

PAGE: Final[dict[str, Any]] = {
    # the map: rooftops, gaps, ways and tiles by number, as in views
    "width": BOX.board.width_units,
    "height": BOX.board.height_units,
    "rooftops": [
        {"letter": letter, "name": roof.name, "x": roof.x, "y": roof.y}
        for letter, roof in zip(board.LETTERS, BOX.rooftop, strict=True)
    ],
    "gaps": [
        {"id": name, "a": a, "b": b} for name, (a, b) in zip(board.GAP_NAMES, board.GAP_ENDS.tolist(), strict=True)
    ],
    "ways": [
        {"id": name, "from": here, "to": there, "gap": gap}
        for name, here, there, gap in zip(
            board.WAY_NAMES, board.WAY_FROM.tolist(), board.WAY_TO.tolist(), board.WAY_GAP.tolist(), strict=True
        )
    ],
    "tiles": [
        {"id": name, "homes": homes} for name, homes in zip(board.TILE_NAMES, board.TILE_HOMES.tolist(), strict=True)
    ],
    "dumpsters": [
        {"id": dumpster.id, "kind": dumpster.kind, "x": dumpster.x, "y": dumpster.y} for dumpster in BOX.dumpster
    ],
    # what the numbers of a view stand for
    "phases": PHASES,
    "actors": {"luck": LUCK, "house": HOUSE, "over": OVER},
    "colours": list(board.COLOURS),
    "patterns": list(board.PATTERNS),
    "shapes": list(components.SHAPES),
    "dumpster_names": list(components.DUMPSTERS),
    # numbers
    "market": facts.MARKET_FISH.tolist(),
    "all_fish": facts.ALL_FISH,
    "fish_value": facts.FISH_VALUE,
    "ante": facts.ANTE_CANS,
    "gift": facts.GIFT,
    "catwalks_each": facts.CATWALKS_EACH,
    "shelters_each": facts.SHELTERS_EACH,
    "catwalk_toll": facts.CATWALK_TOLL,
    "shelter_toll": facts.SHELTER_TOLL,
    "deluxe_toll": facts.DELUXE_TOLL,
    "bank": facts.BANK_CANS,
}
