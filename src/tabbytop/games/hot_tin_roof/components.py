"""What lies in the box of Hot Tin Roof, read from `components.toml` and checked."""

from __future__ import annotations

import itertools
import string
from pathlib import Path

import msgspec

from tabbytop.engine.components import is_complete, read_components, require

PATH = Path(__file__).with_name("components.toml")
SEATS = 4
SHAPES = ("sitting", "lying")
MOST_GAPS = 31
"""The ways over all gaps, two each, are the bits of one 64-bit number."""


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str


class _Card(_Part, frozen=True, forbid_unknown_fields=True):
    name: str
    designer: str
    publisher: str
    year: int
    item_number: int
    players_min: int
    players_max: int
    age_from: int


class _Pieces(_Part, frozen=True, forbid_unknown_fields=True):
    cats: int
    cats_per_player: int
    pairs_per_player: int
    shelters: int
    shelters_per_player: int
    catwalks: int
    catwalks_per_player: int
    cans: int
    fish: int
    home_tiles: int
    boards: int


class _Shapes(_Part, frozen=True, forbid_unknown_fields=True):
    ids: list[str]


class _Colour(_Part, frozen=True, forbid_unknown_fields=True):
    id: str
    pattern: str
    hex: str


class _SetUp(_Part, frozen=True, forbid_unknown_fields=True):
    cans_per_player: int
    home_tiles_face_up: int
    dumpster_cans: int
    fish_market_3_players: int
    fish_market_4_players: int


class _Stock(_Part, frozen=True, forbid_unknown_fields=True):
    stock_3_players: int
    stock_4_players: int


class _Turn(_Part, frozen=True, forbid_unknown_fields=True):
    ante: int
    ante_per_dumpster: int
    failed_ante_gift: int
    fish_value: int


class _Tolls(_Part, frozen=True, forbid_unknown_fields=True):
    catwalk: int
    shelter_entering: int
    shelter_leaving: int


class _End(_Part, frozen=True, forbid_unknown_fields=True):
    unjoined_pair_payment: int


class _Deluxe(_Part, frozen=True, forbid_unknown_fields=True):
    deluxe_catwalks: int
    per_player: int
    toll: int
    unlock_market_fish_per_player: int


class _Dumpster(_Part, frozen=True, forbid_unknown_fields=True):
    id: str
    kind: str
    start_cans: int
    x: float
    y: float
    position_source: str


class _Board(_Part, frozen=True, forbid_unknown_fields=True):
    rooftops: int
    width_units: float
    height_units: float


class Rooftop(_Part, frozen=True, forbid_unknown_fields=True):
    """A home with its patio: a letter, the family's name, and a place on the board."""

    id: str
    name: str
    x: float
    y: float
    name_source: str


class Gap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gap between two neighbouring rooftops."""

    id: str
    a: str
    b: str


class _Gaps(_Part, frozen=True, forbid_unknown_fields=True):
    count: int
    each: list[Gap] = msgspec.field(name="list")


class _TileRule(_Part, frozen=True, forbid_unknown_fields=True):
    min_gaps_apart: int


class _Pairs(_Part, frozen=True, forbid_unknown_fields=True):
    pairs: list[str]


class _Tiles(_Pairs, frozen=True, forbid_unknown_fields=True):
    count: int


class _Check(_Part, frozen=True, forbid_unknown_fields=True):
    gaps_at_least: int
    graph_connected: bool
    tiles_min_gaps_apart: int
    tiles_distinct: bool
    tiles_at_distance_3: int
    tiles_at_distance_4: int
    tiles_at_distance_5: int
    gap_lines_cross: bool


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    schema: int
    game: _Card
    pieces: _Pieces
    cat_shapes: _Shapes
    colour: list[_Colour]
    setup: _SetUp
    setup_fish_stock: _Stock
    turn: _Turn
    tolls: _Tolls
    end: _End
    deluxe: _Deluxe
    dumpster: list[_Dumpster]
    board: _Board
    rooftop: list[Rooftop]
    gaps: _Gaps
    home_tile_rule: _TileRule
    home_tile_known: _Pairs
    home_tiles: _Tiles
    check: _Check


def load(path: Path = PATH) -> Components:
    """Read and check a component file. An owner of the printed game may correct the reconstructed board in it."""
    box = read_components(path, Components)
    if is_complete(path):
        _check_counts(path, box)
    _check_pieces(path, box)
    _check_numbers(path, box)
    _check_dumpsters(path, box)
    _check_rooftops(path, box)
    _check_gaps(path, box)
    _check_tiles(path, box)
    return box


def letters(box: Components) -> str:
    """The rooftops by their letters, in order."""
    return "".join(roof.id for roof in box.rooftop)


def gaps_apart(box: Components) -> list[list[int]]:
    """How many gaps lie between any two rooftops on the shortest way; -1 if there is no way."""
    names = letters(box)
    return [_gaps_from(box, name) for name in names]


def _gaps_from(box: Components, start: str) -> list[int]:
    names = letters(box)
    far = [-1] * len(names)
    reached, number = {start}, 0
    while reached:
        for name in reached:
            far[names.index(name)] = number
        ends = [(gap.a, gap.b) for gap in box.gaps.each] + [(gap.b, gap.a) for gap in box.gaps.each]
        near = {there for here, there in ends if here in reached}
        reached, number = {name for name in near if far[names.index(name)] < 0}, number + 1
    return far


def _check_counts(path: Path, box: Components) -> None:
    """How much of everything the printed box holds."""
    require(box.board.rooftops == 15, path, "board.rooftops", "must be 15")
    require(box.home_tiles.count == 50, path, "home_tiles", "must be 50 tiles")
    require(box.setup.home_tiles_face_up == 3, path, "setup.home_tiles_face_up", "must be 3")


def _check_pieces(path: Path, box: Components) -> None:
    counts = (box.game.players_min, box.game.players_max)
    require(counts == (SEATS - 1, SEATS), path, "game.players_min and game.players_max", "must be 3 and 4")
    ids = [colour.id for colour in box.colour]
    require(len(ids) == len(set(ids)) == SEATS, path, "colour", "must be four different colours")
    patterns = {colour.pattern for colour in box.colour}
    require(len(patterns) == SEATS, path, "colour", "must have four different patterns")
    require(tuple(box.cat_shapes.ids) == SHAPES, path, "cat_shapes.ids", f"must be {' and '.join(SHAPES)}")
    pieces = box.pieces
    fixed = {
        "pairs_per_player": len(SHAPES),
        "cats_per_player": 2 * len(SHAPES),
        "home_tiles": box.home_tiles.count,
        "boards": 1,
    }
    for key, number in fixed.items():
        require(getattr(pieces, key) == number, path, f"pieces.{key}", f"must be {number}")
    for key in ("cats", "shelters", "catwalks"):
        each = getattr(pieces, f"{key}_per_player")
        most = box.board.rooftops
        require(1 <= each <= most, path, f"pieces.{key}_per_player", f"must be from 1 to {most}")
        require(getattr(pieces, key) == SEATS * each, path, f"pieces.{key}", f"must be {SEATS * each}, {each} a player")
    deluxe = (box.deluxe.deluxe_catwalks, box.deluxe.per_player)
    require(deluxe == (SEATS, 1), path, "deluxe", "must have four catwalks, one a player")


def _check_numbers(path: Path, box: Components) -> None:
    ranges = {
        "setup.cans_per_player": (box.setup.cans_per_player, 0, 99),
        "turn.failed_ante_gift": (box.turn.failed_ante_gift, 1, 9),
        "turn.ante_per_dumpster": (box.turn.ante_per_dumpster, 1, 9),
        "turn.fish_value": (box.turn.fish_value, 1, 99),
        "tolls.catwalk": (box.tolls.catwalk, 0, 9),
        "tolls.shelter_entering": (box.tolls.shelter_entering, 0, 9),
        "tolls.shelter_leaving": (box.tolls.shelter_leaving, 0, 0),
        "end.unjoined_pair_payment": (box.end.unjoined_pair_payment, 0, 99),
        "deluxe.toll": (box.deluxe.toll, 0, 9),
        "deluxe.unlock_market_fish_per_player": (box.deluxe.unlock_market_fish_per_player, 0, 9),
        "pieces.fish": (box.pieces.fish, 1, 99),
    }
    for key, (number, low, high) in ranges.items():
        wanted = f"must be from {low} to {high}" if low < high else f"must be {low}"
        require(low <= number <= high, path, key, wanted)
    ante = len(box.dumpster) * box.turn.ante_per_dumpster
    require(box.turn.ante == ante, path, "turn.ante", f"must be {ante}, as much for each dumpster")
    for players in range(SEATS - 1, SEATS + 1):
        market = getattr(box.setup, f"fish_market_{players}_players")
        stock = getattr(box.setup_fish_stock, f"stock_{players}_players")
        require(market >= 1, path, f"setup.fish_market_{players}_players", "must be 1 or more")
        require(stock >= 0, path, f"setup_fish_stock.stock_{players}_players", "must be 0 or more")
        whole = f"must be {box.pieces.fish} together with the fish stock"
        require(market + stock == box.pieces.fish, path, f"setup.fish_market_{players}_players", whole)


def _check_dumpsters(path: Path, box: Components) -> None:
    homes = [f"home{number}" for number in range(1, box.setup.home_tiles_face_up + 1)]
    wanted = [*homes, "catwalk", "shelter"]
    ids = [dumpster.id for dumpster in box.dumpster]
    require(ids == wanted, path, "dumpster", f"must be {', '.join(wanted)}, in this order")
    for dumpster in box.dumpster:
        kind = dumpster.id.rstrip(string.digits)
        require(dumpster.kind == kind, path, f"dumpster.{dumpster.id}.kind", f"must be {kind}")
        fits = 0 <= dumpster.start_cans <= 99
        require(fits, path, f"dumpster.{dumpster.id}.start_cans", "must be from 0 to 99")
    cans = sum(dumpster.start_cans for dumpster in box.dumpster)
    require(box.setup.dumpster_cans == cans, path, "setup.dumpster_cans", f"must be {cans}, the cans on all dumpsters")


def _check_rooftops(path: Path, box: Components) -> None:
    names = string.ascii_uppercase[: box.board.rooftops]
    require(letters(box) == names, path, "rooftop", f"must be the letters {names[0]} to {names[-1]}, in this order")
    for roof in box.rooftop:
        fits = roof.name.startswith(roof.id)
        require(fits, path, f"rooftop.{roof.id}.name", "must start with the letter of the rooftop")
        on_board = 0 <= roof.x <= box.board.width_units and 0 <= roof.y < box.board.height_units
        require(on_board, path, f"rooftop.{roof.id}", "must have x and y on the board")


def _check_gaps(path: Path, box: Components) -> None:
    gaps = box.gaps.each
    require(box.gaps.count == len(gaps), path, "gaps.count", f"must be {len(gaps)}, the length of the list")
    fits = box.check.gaps_at_least <= len(gaps) <= MOST_GAPS
    require(fits, path, "gaps.list", f"must have from {box.check.gaps_at_least} to {MOST_GAPS} gaps")
    for index, gap in enumerate(gaps):
        key = f"gaps.list[{index}]"
        known = gap.a in letters(box) and gap.b in letters(box) and gap.a < gap.b
        require(known, path, key, "must join two rooftops, a before b in the alphabet")
        require(gap.id == gap.a + gap.b, path, f"{key}.id", f"must be {gap.a + gap.b}")
    ids = [gap.id for gap in gaps]
    require(ids == sorted(set(ids)), path, "gaps.list", "must be different gaps in alphabetical order")
    whole = all(number >= 0 for number in gaps_apart(box)[0]) == box.check.graph_connected
    require(whole, path, "gaps.list", "must join all rooftops with each other")
    crossing = any(_lines_cross(box, one, other) for one, other in itertools.combinations(gaps, 2))
    require(crossing == box.check.gap_lines_cross, path, "gaps.list", "must have no two gaps whose lines cross")


def _lines_cross(box: Components, one: Gap, other: Gap) -> bool:
    """Whether the straight lines of two gaps meet anywhere but at a rooftop that both have."""
    place = {roof.id: (roof.x, roof.y) for roof in box.rooftop}

    def side(start: str, end: str, point: str) -> float:
        (ax, ay), (bx, by), (px, py) = place[start], place[end], place[point]
        return (bx - ax) * (py - ay) - (by - ay) * (px - ax)

    across = side(one.a, one.b, other.a) * side(one.a, one.b, other.b) < 0
    return across and side(other.a, other.b, one.a) * side(other.a, other.b, one.b) < 0


def _check_tiles(path: Path, box: Components) -> None:
    pairs = box.home_tiles.pairs
    require(box.home_tiles.count == len(pairs), path, "home_tiles", f"must be {box.home_tiles.count} tiles")
    far, names = gaps_apart(box), letters(box)
    least = box.home_tile_rule.min_gaps_apart
    require(box.check.tiles_min_gaps_apart == least, path, "check.tiles_min_gaps_apart", f"must be {least}")
    apart = []
    for index, pair in enumerate(pairs):
        known = len(pair) == 2 and pair[0] in names and pair[1] in names and pair[0] < pair[1]
        require(known, path, f"home_tiles.pairs[{index}]", "must name two rooftops in alphabetical order")
        apart.append(far[names.index(pair[0])][names.index(pair[1])])
        require(apart[-1] >= least, path, f"home_tiles.pairs[{index}]", f"must be {least} gaps or more apart")
    distinct = pairs == sorted(set(pairs))
    require(distinct == box.check.tiles_distinct, path, "home_tiles.pairs", "must be different, in alphabetical order")
    known_tiles = set(box.home_tile_known.pairs) <= set(pairs)
    require(known_tiles, path, "home_tiles.pairs", f"must have {', '.join(box.home_tile_known.pairs)} among them")
    for number in (3, 4, 5):
        key, wanted = f"check.tiles_at_distance_{number}", apart.count(number)
        require(getattr(box.check, key.partition(".")[2]) == wanted, path, key, f"must be {wanted}")


BOX = load()
ROOFTOPS = len(BOX.rooftop)
TILES = len(BOX.home_tiles.pairs)
DUMPSTERS = tuple(dumpster.id for dumpster in BOX.dumpster)
"""Those with home tiles first, then those of catwalks and shelters."""
