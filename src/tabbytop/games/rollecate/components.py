"""What lies in Rollecate's box, read from `components.toml` and checked."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tabbytop.engine.components import is_complete, read_components, require

PATH = Path(__file__).with_name("components.toml")
VALUES = (1, 2, 3, 4)
KINDS = ("track", "broken", "chaos")
SHAPES = ("straight", "curve")
FACES = ("wheel", "blank")
BENDS = ("left", "right")


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str


class _Card(_Part, frozen=True, forbid_unknown_fields=True):
    name: str
    players_min: int
    players_max: int
    solo: bool


class _Totals(_Part, frozen=True, forbid_unknown_fields=True):
    cards: int
    track_cards: int
    regular_tracks: int
    broken_tracks: int
    chaos_cards: int
    trains: int
    dice: int


class _Die(_Part, frozen=True, forbid_unknown_fields=True):
    faces: list[str]


class _ValueRange(_Part, frozen=True, forbid_unknown_fields=True):
    min: int
    max: int


class Cards(_Part, frozen=True, forbid_unknown_fields=True):
    """So many equal cards."""

    kind: str
    value: int
    count: int
    shape: str | None = None


class _Removed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    players_1: int
    players_2: int
    players_3: int
    players_4: int


class _Setup(_Part, frozen=True, forbid_unknown_fields=True):
    initial_track_cards: int
    train_on_card: int
    cards_dealt: int
    removed: _Removed


class _Rules(_Part, frozen=True, forbid_unknown_fields=True):
    forbidden_difference: int
    pass_steps: int
    pass_penalty: int
    broken_penalty: int
    penalty_per_missing_step: int


class _SoloHard(_Part, frozen=True, forbid_unknown_fields=True):
    derailments_allowed: int


class _Betsy(_Part, frozen=True, forbid_unknown_fields=True):
    cards_dealt: int
    derail_penalty: int
    score: str


class _BetsyBend(_Part, frozen=True, forbid_unknown_fields=True):
    look_ahead: int
    tie: str


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    game: _Card
    totals: _Totals
    die: _Die
    value_range: _ValueRange
    cards: list[Cards]
    setup: _Setup
    rules: _Rules
    solo_hard: _SoloHard
    betsy: _Betsy
    betsy_bend: _BetsyBend


def load(path: Path = PATH) -> Components:
    """Read and check a component file. An owner of the printed game may correct the card list in it."""
    box = read_components(path, Components)
    _check_cards(path, box)
    if is_complete(path):
        _check_totals(path, box)
    _check_numbers(path, box)
    return box


def count_of(box: Components, kind: str, value: int, shape: str | None) -> int:
    """How many cards of one kind, value and shape there are."""
    return sum(card.count for card in box.cards if (card.kind, card.value, card.shape) == (kind, value, shape))


def _check_cards(path: Path, box: Components) -> None:
    for index, card in enumerate(box.cards):
        key = f"cards[{index}]"
        require(card.kind in KINDS, path, f"{key}.kind", f"must be one of {', '.join(KINDS)}")
        require(card.value in VALUES, path, f"{key}.value", "must be from 1 to 4")
        require(0 <= card.count <= 55, path, f"{key}.count", "must be from 0 to 55")
        if card.kind == "chaos":
            require(card.shape is None, path, f"{key}.shape", "must be left out: chaos cards show no track")
        else:
            require(card.shape in SHAPES, path, f"{key}.shape", f"must be one of {', '.join(SHAPES)}")


def _check_totals(path: Path, box: Components) -> None:
    printed = {
        "cards": 55,
        "track_cards": 50,
        "regular_tracks": 46,
        "broken_tracks": 4,
        "chaos_cards": 5,
        "trains": 1,
        "dice": 4,
    }
    for key, number in printed.items():
        require(getattr(box.totals, key) == number, path, f"totals.{key}", f"must be {number}")
    for kind, total in (("track", "regular_tracks"), ("broken", "broken_tracks"), ("chaos", "chaos_cards")):
        number = sum(card.count for card in box.cards if card.kind == kind)
        wanted = getattr(box.totals, total)
        require(number == wanted, path, "cards", f"must hold {wanted} of kind {kind}, not {number}")


def _check_numbers(path: Path, box: Components) -> None:
    counts = (box.game.players_min, box.game.players_max)
    require(counts == (2, 4), path, "game.players_min and game.players_max", "must be 2 and 4")
    require((box.value_range.min, box.value_range.max) == (1, 4), path, "value_range", "must be from 1 to 4")
    sides = box.die.faces
    require(len(sides) == 6 and set(sides) == set(FACES), path, "die.faces", "must be six, some wheel and some blank")
    limits = {
        "setup.initial_track_cards": (box.setup.initial_track_cards, 4, 4),
        "setup.train_on_card": (box.setup.train_on_card, 1, 4),
        "setup.cards_dealt": (box.setup.cards_dealt, 1, 4),
        "rules.forbidden_difference": (box.rules.forbidden_difference, 1, 3),
        "rules.pass_steps": (box.rules.pass_steps, 0, 9),
        "rules.pass_penalty": (box.rules.pass_penalty, 0, 9),
        "rules.broken_penalty": (box.rules.broken_penalty, 0, 9),
        "rules.penalty_per_missing_step": (box.rules.penalty_per_missing_step, 1, 1),
        "solo_hard.derailments_allowed": (box.solo_hard.derailments_allowed, 0, 37),
        "betsy.cards_dealt": (box.betsy.cards_dealt, 0, 0),
        "betsy.derail_penalty": (box.betsy.derail_penalty, 0, 9),
        "betsy_bend.look_ahead": (box.betsy_bend.look_ahead, 1, 50),
    }
    for players in range(1, 5):
        key = f"setup.removed.players_{players}"
        limits[key] = (getattr(box.setup.removed, f"players_{players}"), 0, 30)
    for key, (number, low, high) in limits.items():
        wanted = f"must be from {low} to {high}" if low < high else f"must be {low}"
        require(low <= number <= high, path, key, wanted)
    require(box.betsy.score == "number of cards", path, "betsy.score", 'must be "number of cards"')
    require(box.betsy_bend.tie in BENDS, path, "betsy_bend.tie", "must be left or right")
