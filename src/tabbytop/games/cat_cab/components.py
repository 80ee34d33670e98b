"""What lies in Cat Cab's box, read from `components.toml` and checked."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tabbytop.engine.components import read_components, require

PATH = Path(__file__).with_name("components.toml")
COLUMNS, ROWS = 6, 8
EDGES = {"top": (0, 1), "right": (1, 0), "bottom": (0, -1), "left": (-1, 0)}
FACE_EFFECTS = ("curse", "sabotage", "item", "move")
ITEM_EFFECTS = ("nothing", "move", "lucky_charm", "gain_d6", "gain_d8")
NIBBLES_EFFECTS = ("gain_d6", "greedy_cat", "boost_d6")
PATROL_EFFECTS = ("lose_die", "back", "lose_passenger")


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str


class _Card(_Part, frozen=True, forbid_unknown_fields=True):
    name: str
    players_min: int
    players_max: int
    solo: bool
    colours: list[str]


class _Pieces(_Part, frozen=True, forbid_unknown_fields=True):
    game_cards: int
    white_d6: int
    coloured_d6: int
    coloured_d8: int
    meeples: int
    curse_cubes: int
    passenger_cubes: int


class _Grid(_Part, frozen=True, forbid_unknown_fields=True):
    columns: int
    rows: int


class _Gate(_Part, frozen=True, forbid_unknown_fields=True):
    square: tuple[int, int]
    edge: str


class _Gates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    A: _Gate
    B: _Gate


class _Side(_Part, frozen=True, forbid_unknown_fields=True):
    rows: list[str]


class _Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    front: _Side
    back: _Side


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a face does, and how much of it."""

    effect: str
    amount: int = 0


def _face(name: str) -> str:
    return name.removeprefix("face_")


class SixFaces(_Part, frozen=True, forbid_unknown_fields=True, rename=_face):
    """A table of effects by face of a D6."""

    face_1: Effect
    face_2: Effect
    face_3: Effect
    face_4: Effect
    face_5: Effect
    face_6: Effect


class EightFaces(SixFaces, frozen=True, forbid_unknown_fields=True, rename=_face):
    """A table of effects by face of a D8."""

    face_7: Effect
    face_8: Effect


class _Limits(_Part, frozen=True, forbid_unknown_fields=True):
    curses_per_player: int
    item_rolls_per_turn: int
    passengers_on_grid: int
    passengers_per_game: int
    own_colour_d6: int
    own_colour_d8: int
    rush_hour_turns: int
    fight_dice: int
    fight_total: int
    fight_loser_back: int


class _FirstTurn(_Part, frozen=True, forbid_unknown_fields=True):
    players_3: list[int]
    players_2: list[int]
    solo: list[int]


class _Scoring(_Part, frozen=True, forbid_unknown_fields=True):
    passenger: int
    leaving: list[int]


class _CrazyCat(_Part, frozen=True, forbid_unknown_fields=True):
    white_dice: int
    white_dice_if_first_turn_starter: int
    rerolls: int
    item_rolls: int
    fight_rolls: int


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    game: _Card
    pieces: _Pieces
    grid: _Grid
    gates: _Gates
    board: _Board
    faces: EightFaces
    items: SixFaces
    nibbles: SixFaces
    patrol: SixFaces
    first_turn_dice: _FirstTurn
    limits: _Limits
    scoring: _Scoring
    crazy_cat: _CrazyCat


def load(path: Path = PATH) -> Components:
    """Read and check a component file. An owner of the printed game may correct the reconstructed parts in it."""
    box = read_components(path, Components)
    _check_city(path, box)
    _check_effects(path, "faces", box.faces, FACE_EFFECTS)
    _check_effects(path, "items", box.items, ITEM_EFFECTS)
    _check_effects(path, "nibbles", box.nibbles, NIBBLES_EFFECTS)
    _check_effects(path, "patrol", box.patrol, PATROL_EFFECTS)
    _check_numbers(path, box)
    return box


def effects(table: SixFaces, names: tuple[str, ...]) -> list[tuple[int, int]]:
    """A dice table as (number of the effect, amount) by face; face 0 does not exist and does nothing."""
    return [(-1, 0), *((names.index(entry.effect), entry.amount) for _, entry in _faces(table))]


def _faces(table: SixFaces) -> list[tuple[str, Effect]]:
    fields = [name for name in table.__struct_fields__ if name != "source"]
    return [(_face(name), getattr(table, name)) for name in fields]


def _check_city(path: Path, box: Components) -> None:
    require((box.grid.columns, box.grid.rows) == (COLUMNS, ROWS), path, "grid", "must be 6 columns by 8 rows")
    for name, gate in (("A", box.gates.A), ("B", box.gates.B)):
        column, row = gate.square
        on_grid = 1 <= column <= COLUMNS and 1 <= row <= ROWS
        require(on_grid, path, f"gates.{name}.square", "must be a square of the grid, [column, row]")
        require(gate.edge in EDGES, path, f"gates.{name}.edge", f"must be one of {', '.join(EDGES)}")
        right, up = EDGES[gate.edge]
        outside = not (1 <= column + right <= COLUMNS and 1 <= row + up <= ROWS)
        require(outside, path, f"gates.{name}.edge", "must lead out of the grid from that square")
    require(box.gates.A.square != box.gates.B.square, path, "gates", "must be at two different squares")
    for side, printed in (("front", box.board.front), ("back", box.board.back)):
        require(len(printed.rows) == ROWS, path, f"board.{side}.rows", "must be 8 lines, row 8 first")
        for index, line in enumerate(printed.rows):
            right_marks = len(line) == COLUMNS and set(line) <= set(".NP")
            require(right_marks, path, f"board.{side}.rows[{index}]", "must be 6 of the marks . N P")


def _check_effects(path: Path, name: str, table: SixFaces, known: tuple[str, ...]) -> None:
    for face, entry in _faces(table):
        require(entry.effect in known, path, f"{name}.{face}.effect", f"must be one of {', '.join(known)}")
        if entry.effect in ("move", "back"):
            require(entry.amount in (1, 2), path, f"{name}.{face}.amount", "must be 1 or 2 spaces")


def _check_numbers(path: Path, box: Components) -> None:
    colours = box.game.colours
    require(len(colours) == len(set(colours)) == 3, path, "game.colours", "must name three different colours")
    counts = (box.game.players_min, box.game.players_max)
    require(counts == (2, 3), path, "game.players_min and game.players_max", "must be 2 and 3")
    for key, number in (("white_d6", 5), ("coloured_d6", 3), ("coloured_d8", 3), ("meeples", 3)):
        require(getattr(box.pieces, key) == number, path, f"pieces.{key}", f"must be {number}")
    limits = {
        "curses_per_player": (1, 9),
        "item_rolls_per_turn": (0, 9),
        "passengers_on_grid": (1, 1),
        "passengers_per_game": (1, 9),
        "own_colour_d6": (1, 1),
        "own_colour_d8": (1, 1),
        "rush_hour_turns": (1, 99),
        "fight_dice": (2, 2),
        "fight_total": (2, 12),
        "fight_loser_back": (1, 9),
    }
    for key, (low, high) in limits.items():
        wanted = f"must be from {low} to {high}" if low < high else f"must be {low}"
        require(low <= getattr(box.limits, key) <= high, path, f"limits.{key}", wanted)
    for key, count in (("players_3", 3), ("players_2", 2), ("solo", 2)):
        dice = getattr(box.first_turn_dice, key)
        fits = len(dice) == count and all(1 <= number <= box.pieces.white_d6 for number in dice)
        require(fits, path, f"first_turn_dice.{key}", f"must be {count} numbers of white dice")
    require(box.first_turn_dice.solo == box.first_turn_dice.players_2, path, "first_turn_dice.solo", "must be as for 2")
    require(len(box.scoring.leaving) == 3, path, "scoring.leaving", "must have three numbers")
    points = [box.scoring.passenger, *box.scoring.leaving]
    require(all(0 <= number <= 99 for number in points), path, "scoring", "must have points from 0 to 99")
    require(1 <= box.crazy_cat.fight_rolls <= 9, path, "crazy_cat.fight_rolls", "must be from 1 to 9")
    as_everybody = {
        "white_dice": box.pieces.white_d6,
        "white_dice_if_first_turn_starter": box.first_turn_dice.solo[0],
        "rerolls": 0,
        "item_rolls": box.limits.item_rolls_per_turn,
    }
    for key, number in as_everybody.items():
        require(getattr(box.crazy_cat, key) == number, path, f"crazy_cat.{key}", f"must be {number}")
