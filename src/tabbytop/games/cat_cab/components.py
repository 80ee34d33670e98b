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


class _Side(_Part, frozen=True, forbid_unknown_fields=True):
    rows: list[str]


class _Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    effect: str
    amount: int = 0


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
    gates: dict[str, _Gate]
    board: dict[str, _Side]
    faces: dict[str, _Effect | str]
    items: dict[str, _Effect | str]
    nibbles: dict[str, _Effect | str]
    patrol: dict[str, _Effect | str]
    first_turn_dice: _FirstTurn
    limits: _Limits
    scoring: _Scoring
    crazy_cat: _CrazyCat


def load(path: Path = PATH) -> Components:
    """Read and check a component file. An owner of the printed game may correct the reconstructed parts in it."""
    box = read_components(path, Components)
    require((box.grid.columns, box.grid.rows) == (COLUMNS, ROWS), path, "grid", "must be 6 columns by 8 rows")
    require(set(box.gates) == {"A", "B"}, path, "gates", "must be A and B")
    for name, gate in box.gates.items():
        column, row = gate.square
        on_grid = 1 <= column <= COLUMNS and 1 <= row <= ROWS
        require(on_grid, path, f"gates.{name}.square", "must be a square of the grid, [column, row]")
        require(gate.edge in EDGES, path, f"gates.{name}.edge", f"must be one of {', '.join(EDGES)}")
        right, up = EDGES[gate.edge]
        outside = not (1 <= column + right <= COLUMNS and 1 <= row + up <= ROWS)
        require(outside, path, f"gates.{name}.edge", "must lead out of the grid from that square")
    require(box.gates["A"].square != box.gates["B"].square, path, "gates", "must be at two different squares")
    require(set(box.board) == {"front", "back"}, path, "board", "must have a front and a back")
    for side, printed in box.board.items():
        require(len(printed.rows) == ROWS, path, f"board.{side}.rows", "must be 8 lines, row 8 first")
        for index, line in enumerate(printed.rows):
            right_marks = len(line) == COLUMNS and set(line) <= set(".NP")
            require(right_marks, path, f"board.{side}.rows[{index}]", "must be 6 of the marks . N P")
    _check_effects(path, "faces", box.faces, 8, FACE_EFFECTS)
    _check_effects(path, "items", box.items, 6, ITEM_EFFECTS)
    _check_effects(path, "nibbles", box.nibbles, 6, NIBBLES_EFFECTS)
    _check_effects(path, "patrol", box.patrol, 6, PATROL_EFFECTS)
    for name, faces in (("faces", box.faces), ("items", box.items)):
        for key, face in faces.items():
            if isinstance(face, _Effect) and face.effect == "move":
                require(face.amount in (1, 2), path, f"{name}.{key}.amount", "must be 1 or 2 spaces")
    require(len(box.game.colours) == 3, path, "game.colours", "must name three colours")
    for key, count in (("players_3", 3), ("players_2", 2), ("solo", 2)):
        dice = getattr(box.first_turn_dice, key)
        fits = len(dice) == count and all(1 <= number <= box.pieces.white_d6 for number in dice)
        require(fits, path, f"first_turn_dice.{key}", f"must be {count} numbers of white dice")
    require(len(box.scoring.leaving) == 3, path, "scoring.leaving", "must have three numbers")
    require(box.pieces.white_d6 == 5, path, "pieces.white_d6", "must be 5")
    return box


def effects(table: dict[str, _Effect | str], names: tuple[str, ...]) -> list[tuple[int, int]]:
    """A dice table as (number of the effect, amount) by face; face 0 does not exist and does nothing."""
    rows = [(-1, 0)]
    for face in range(1, len(table)):
        entry = table[str(face)]
        assert isinstance(entry, _Effect)
        rows.append((names.index(entry.effect), entry.amount))
    return rows


def _check_effects(path: Path, name: str, table: dict[str, _Effect | str], faces: int, known: tuple[str, ...]) -> None:
    wanted = {str(face) for face in range(1, faces + 1)} | {"source"}
    require(set(table) == wanted, path, name, f"must have the faces 1 to {faces} and a source")
    for key, entry in table.items():
        if key == "source":
            require(isinstance(entry, str), path, f"{name}.source", "must be a text")
        else:
            fits = isinstance(entry, _Effect) and entry.effect in known
            require(fits, path, f"{name}.{key}.effect", f"must be one of {', '.join(known)}")
