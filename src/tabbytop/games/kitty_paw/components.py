"""What lies in the box of Kitty Paw, read from `components.toml` and checked.

The 48 patterns are reconstructed: an owner of the printed game may correct any of them, and `load` says what is wrong
with a pattern that cannot be built. Knows nothing of rules or of drawing.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec

from tabbytop.engine.components import read_components, require

PATH = Path(__file__).with_name("components.toml")
SEATS = 4
BREEDS = 7
ANIMALS = 8
CARDS = 48
ROTATIONS = 6
LEVELS = ("kitten", "house-cat", "alley-cat", "top-cat")
MATCHED = "matched"
"""The hand that plays at the pace of the others; it belongs to no level."""
Cell = tuple[int, int]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str


class _Game(_Part, frozen=True, forbid_unknown_fields=True):
    name: str
    players_min: int
    players_max: int


class _Totals(_Part, frozen=True, forbid_unknown_fields=True):
    breeds: int
    tiles_per_breed: int
    kitty_tiles: int
    hide_and_seek_cards: int
    box_cards: int
    kitty_cards: int


class Breed(_Part, frozen=True, forbid_unknown_fields=True):
    """A kind of tile."""

    id: str
    name: str
    letter: str
    cells: int
    count: int


class _Sides(_Part, frozen=True, forbid_unknown_fields=True):
    back: str
    belly: str


class _Coats(_Part, frozen=True, forbid_unknown_fields=True):
    exotic: str
    russian: str
    mau: str
    european: str
    bombay: str
    persian: str
    bobtail: str


class Animal(_Part, frozen=True, forbid_unknown_fields=True):
    """The face of a hide-and-seek card, and the breed that it is easily taken for."""

    id: str
    name: str
    looks_like: str
    mark: str


class _BoxCard(_Part, frozen=True, forbid_unknown_fields=True):
    count: int
    sides: list[str]


class _Level(_Part, frozen=True, forbid_unknown_fields=True):
    level: int
    cards: int
    kitties: list[int]
    hide_and_seek: bool
    overlap: bool
    penalty: int
    sets: list[str] = []


class _Deck(_Part, frozen=True, forbid_unknown_fields=True):
    row: int
    standard_cards: int
    standard_rounds: int
    mixed_cards: int
    mixed_rounds: int
    cards_to_end: int
    vp_values: list[int]


class _Lattice(_Part, frozen=True, forbid_unknown_fields=True):
    type: str
    directions: list[Cell]
    rotation: str


class _Mat(_Part, frozen=True, forbid_unknown_fields=True):
    columns: int
    rows: int
    box_start: Cell
    pattern_max_columns: int
    pattern_max_rows: int


class _Options(_Part, frozen=True, forbid_unknown_fields=True):
    level2_set: str
    deck: str
    tumbled: bool
    calm: bool
    calm_rounds: int
    calm_minutes: int
    countdown_seconds: int
    ready_seconds: int
    peek_seconds: int
    reaction_seconds: int
    round_limit_seconds: int
    practice_rounds: int


class Hand(_Part, frozen=True, forbid_unknown_fields=True):
    """How quick and how careful an automated player is: ranges of milliseconds, and chances."""

    take_card: tuple[int, int]
    per_piece: tuple[int, int]
    per_turn_or_flip: tuple[int, int]
    per_peek: tuple[int, int]
    paw: tuple[int, int]
    slips: float
    notices: float
    forgets: float
    moods: tuple[float, float]
    sleepy: float


class _Bots(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kitten: Hand
    house_cat: Hand
    alley_cat: Hand
    top_cat: Hand
    matched: Hand


class BoxKitty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tile on the box card of a pattern."""

    breed: str
    side: str
    rot: int


class Tile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another tile of a pattern: on a cell, or across the border of two."""

    breed: str
    side: str
    rot: int
    at: Cell | None = None
    across: tuple[Cell, Cell] | None = None


class Hide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hide-and-seek card of a pattern."""

    cat: str
    rot: int
    at: Cell


class Card(_Part, frozen=True, forbid_unknown_fields=True):
    """A Kitty card. Cells are counted from its box card, which is at (0, 0)."""

    id: str
    level: int
    vp: int
    penalty: int
    box: str
    box_kitty: BoxKitty
    tiles: list[Tile]
    set: str = ""
    hide: Hide | None = None


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    game: _Game
    totals: _Totals
    breeds: list[Breed]
    sides: _Sides
    coats: _Coats
    hide_and_seek: list[Animal]
    box_card: _BoxCard
    levels: list[_Level]
    deck: _Deck
    lattice: _Lattice
    mat: _Mat
    options: _Options
    bots: _Bots
    cards: list[Card]


def load(path: Path = PATH) -> Components:
    """Read and check a component file."""
    box = read_components(path, Components)
    _check_numbers(path, box)
    _check_hands(path, box)
    _check_deck(path, box)
    for card in box.cards:
        _check_card(path, box, card)
        _check_ground(path, box, card)
        _check_tops(path, box, card)
    return box


def hand_of(box: Components, level: str) -> Hand:
    """The hand of a level of automated players."""
    hand: Hand = getattr(box.bots, level.replace("-", "_"))
    return hand


def _check_numbers(path: Path, box: Components) -> None:
    totals = box.totals
    require(box.game.players_min == 2 and box.game.players_max == SEATS, path, "game.players", "must be 2 to 4")
    require(len(box.breeds) == totals.breeds == BREEDS, path, "breeds", f"must be {BREEDS}")
    require(len({breed.id for breed in box.breeds}) == BREEDS, path, "breeds", "must have different ids")
    each = all(breed.count == totals.tiles_per_breed == SEATS for breed in box.breeds)
    require(each and totals.kitty_tiles == BREEDS * SEATS, path, "breeds.count", f"must be {SEATS} each")
    require([breed.cells for breed in box.breeds] == [1] * 6 + [2], path, "breeds.cells", "must be 1, the last one 2")
    require(len({animal.id for animal in box.hide_and_seek}) == ANIMALS, path, "hide_and_seek", f"must be {ANIMALS}")
    require(totals.hide_and_seek_cards == ANIMALS, path, "totals.hide_and_seek_cards", f"must be {ANIMALS}")
    require(totals.box_cards == box.box_card.count == SEATS, path, "box_card.count", f"must be {SEATS}")
    require(box.box_card.sides == ["horizontal", "vertical"], path, "box_card.sides", "must be horizontal, vertical")
    require(len(box.lattice.directions) == ROTATIONS, path, "lattice.directions", f"must be {ROTATIONS}")
    require((box.mat.columns, box.mat.rows) == (7, 7), path, "mat", "must have 7 columns and 7 rows")


def _check_hands(path: Path, box: Components) -> None:
    for level in (*LEVELS, MATCHED):
        hand, key = hand_of(box, level), f"bots.{level.replace('-', '_')}"
        for name in ("take_card", "per_piece", "per_turn_or_flip", "per_peek", "paw"):
            low, high = getattr(hand, name)
            require(0 < low <= high, path, f"{key}.{name}", "must be a range of milliseconds above 0")
        require(0 < hand.moods[0] <= hand.moods[1], path, f"{key}.moods", "must be a range of factors above 0")
        for name in ("slips", "notices", "forgets", "sleepy"):
            require(0 <= getattr(hand, name) <= 1, path, f"{key}.{name}", "must be a chance from 0 to 1")


def _check_deck(path: Path, box: Components) -> None:
    require(len(box.cards) == box.totals.kitty_cards == CARDS, path, "cards", f"must be {CARDS}")
    require(len({card.id for card in box.cards}) == CARDS, path, "cards", "must have different ids")
    require([level.level for level in box.levels] == [1, 2, 3], path, "levels", "must be 1, 2, 3")
    for level in box.levels:
        cards = [card for card in box.cards if card.level == level.level]
        require(len(cards) == level.cards, path, f"levels.{level.level}.cards", f"must be {len(cards)}")
        for name in level.sets:
            number = sum(card.set == name for card in cards)
            require(number == level.cards // len(level.sets), path, f"cards of set {name}", "must be half of the level")
        # KIT-25: every animal is asked for once in each set that is played together
        asked = Counter((card.set, card.hide.cat) for card in cards if card.hide)
        sets = len(level.sets) or 1
        wanted = sets * ANIMALS if level.hide_and_seek else 0
        once = len(asked) == wanted and set(asked.values()) <= {1}
        require(once, path, f"levels.{level.level}", "must ask for every hide-and-seek animal once in each set")


def _check_card(path: Path, box: Components, card: Card) -> None:
    key, level = f"cards.{card.id}", box.levels[card.level - 1]
    breeds = [card.box_kitty.breed, *(tile.breed for tile in card.tiles)]
    known = {breed.id for breed in box.breeds}
    require(set(breeds) <= known, path, f"{key}.tiles", f"must be of the breeds {', '.join(sorted(known))}")
    require(len(set(breeds)) == len(breeds), path, f"{key}.tiles", "must not need a breed twice")
    require(card.box_kitty.breed != "bobtail", path, f"{key}.box_kitty", "must not be the long tile")
    require(card.vp == len(breeds) and card.vp in level.kitties, path, f"{key}.vp", "must be its number of kitties")
    require(card.penalty == level.penalty, path, f"{key}.penalty", f"must be {level.penalty}")
    require(card.box in box.box_card.sides, path, f"{key}.box", "must be horizontal or vertical")
    require((card.hide is not None) == level.hide_and_seek, path, f"{key}.hide", "must be there on Levels II and III")
    overlaps = any(tile.across for tile in card.tiles)
    require(overlaps == level.overlap, path, f"{key}.tiles", "must overlap on Level III and nowhere else")
    for tile in card.tiles:
        require((tile.at is None) != (tile.across is None), path, f"{key}.tiles", "must have one of at and across")
    shapes: list[BoxKitty | Tile] = [card.box_kitty, *card.tiles]
    for piece in shapes:
        sound = piece.side in ("back", "belly") and 0 <= piece.rot < ROTATIONS
        require(sound, path, f"{key}.{piece.breed}", "must show back or belly at a rotation from 0 to 5")
    turns = card.hide is None or 0 <= card.hide.rot < ROTATIONS
    require(turns, path, f"{key}.hide", "must lie at a rotation from 0 to 5")


def cells_of(box: Components, tile: Tile) -> list[Cell]:
    """The cells that a ground tile covers, its head first."""
    assert tile.at is not None
    if tile.breed != "bobtail":
        return [tile.at]
    dq, dr = box.lattice.directions[tile.rot]
    return [tile.at, (tile.at[0] + dq, tile.at[1] + dr)]


def ground_of(box: Components, card: Card) -> list[Cell]:
    """Every cell that a piece of a pattern covers on the ground, the box first."""
    cells: list[Cell] = [(0, 0)]
    for tile in card.tiles:
        if tile.at is not None:
            cells += cells_of(box, tile)
    if card.hide:
        cells.append(card.hide.at)
    return cells


def _check_ground(path: Path, box: Components, card: Card) -> None:
    ground, key = ground_of(box, card), f"cards.{card.id}"
    require(len(set(ground)) == len(ground), path, key, "must not have two pieces on one cell")
    reached, waiting = {(0, 0)}, [(0, 0)]
    while waiting:
        q, r = waiting.pop()
        near = {(q + dq, r + dr) for dq, dr in box.lattice.directions} & set(ground)
        waiting += near - reached
        reached |= near
    require(reached == set(ground), path, key, "must be in one piece")
    cells = ground + [cell for tile in card.tiles for cell in tile.across or ()]
    across, down = [2 * q + r for q, r in cells], [r for _, r in cells]
    wide = max(across) - min(across) <= 2 * (box.mat.pattern_max_columns - 1)
    tall = max(down) - min(down) <= box.mat.pattern_max_rows - 1
    require(wide and tall, path, key, "must fit into 4 columns and 4 rows")


def _check_tops(path: Path, box: Components, card: Card) -> None:
    """Top tiles lie on ground tiles, one on each at most, and touch neither the box nor the hidden card."""
    key = f"cards.{card.id}"
    tiles = [(tile, set(cells_of(box, tile))) for tile in card.tiles if tile.at is not None]
    covered: list[str] = []
    for top in card.tiles:
        if top.across is None:
            continue
        require(top.breed != "bobtail", path, f"{key}.bobtail", "must lie on the ground")
        first, second = top.across
        apart = (second[0] - first[0], second[1] - first[1])
        require(apart in box.lattice.directions, path, f"{key}.{top.breed}", "must lie across neighbouring cells")
        under = [tile.breed for tile, cells in tiles if cells & set(top.across)]
        require(len(under) > 0, path, f"{key}.{top.breed}", "must lie on another kitty")
        bare = {(0, 0), card.hide.at if card.hide else (0, 0)}.isdisjoint(top.across)
        require(bare, path, f"{key}.{top.breed}", "must not cover the box or the hide-and-seek card")
        covered += under
    require(len(set(covered)) == len(covered), path, key, "must not have two kitties on top of one")


BOX = load()
