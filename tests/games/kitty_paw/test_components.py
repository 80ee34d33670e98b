"""Kitty Paw: what lies in the box, and the model of patterns."""

from __future__ import annotations

from collections import Counter

import pytest

from tabbytop.engine.components import BadComponents
from tabbytop.games.kitty_paw.components import BOX, PATH, cells_of, ground_of, load
from tabbytop.games.kitty_paw.mat import (
    BORDERS,
    CELLS,
    CENTRE_Q,
    CENTRE_R,
    DIRECTIONS,
    NEXT,
    OFF_MAT,
    PLACE_AT,
    PLACES,
    START,
    are_apart,
    cell_at,
    coordinates,
    place_name,
)
from tabbytop.kit.marks import cites

BY_LEVEL = {level: [card for card in BOX.cards if card.level == level] for level in (1, 2, 3)}


def kitties(cards):
    return Counter(1 + len(card.tiles) for card in cards)


@cites("KIT-02", "KIT-03")
def test_four_tiles_of_each_of_seven_breeds():
    names = "Exotic Shorthair, Russian Blue, Egyptian Mau, European Shorthair, Bombay, Persian, Japanese Bobtail"
    assert ", ".join(breed.name for breed in BOX.breeds) == names
    assert BOX.totals.kitty_tiles == sum(breed.count for breed in BOX.breeds) == 28


@cites("KIT-04", "KIT-05")
def test_a_tile_shows_the_cat_awake_on_its_back_and_asleep_on_its_belly():
    assert "back" in BOX.sides.back
    assert "awake" in BOX.sides.back
    assert "looking left" in BOX.sides.back
    assert "asleep" in BOX.sides.belly


@cites("KIT-06", "KIT-35")
def test_the_lattice_is_hexagonal_and_directions_go_clockwise_from_the_right():
    assert BOX.lattice.type.startswith("hexagons")
    assert DIRECTIONS == [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    around = [coordinates(int(NEXT[START, direction])) for direction in range(6)]
    q, r = coordinates(START)
    assert around == [(q + dq, r + dr) for dq, dr in DIRECTIONS]


@cites("KIT-07", "KIT-38")
def test_the_bobtail_alone_is_two_cells_long():
    assert {breed.id: breed.cells for breed in BOX.breeds if breed.cells != 1} == {"bobtail": 2}


@cites("KIT-08", "KIT-09")
def test_eight_different_animals_hide_seven_of_them_like_a_tile():
    assert len({animal.name for animal in BOX.hide_and_seek}) == 8
    assert [animal.id for animal in BOX.hide_and_seek if not animal.looks_like] == ["chihuahua"]
    likenesses = {animal.looks_like for animal in BOX.hide_and_seek} - {""}
    assert likenesses == {breed.id for breed in BOX.breeds}
    assert not {animal.name for animal in BOX.hide_and_seek} & {breed.name for breed in BOX.breeds}


@cites("KIT-10", "KIT-11")
def test_four_box_cards_are_horizontal_or_vertical():
    assert BOX.box_card.count == 4
    assert BOX.box_card.sides == ["horizontal", "vertical"]


@cites("KIT-12", "KIT-13", "KIT-14")
def test_48_cards_have_a_pattern_points_and_a_penalty():
    assert {level: len(cards) for level, cards in BY_LEVEL.items()} == {1: 24, 2: 16, 3: 8}
    for card in BOX.cards:
        assert card.vp > 0 > card.penalty
        assert card.box_kitty.breed
        assert len(card.tiles) >= 3


@cites("KIT-15", "KIT-16", "KIT-17")
@pytest.mark.parametrize(("level", "overlaps", "hides"), [(1, False, False), (2, False, True), (3, True, True)])
def test_levels_differ_in_overlaps_and_hidden_animals(level, overlaps, hides):
    for card in BY_LEVEL[level]:
        assert any(tile.across for tile in card.tiles) == overlaps
        assert (card.hide is not None) == hides


@cites("KIT-18")
def test_level_two_has_two_sets_of_eight():
    assert Counter(card.set for card in BY_LEVEL[2]) == {"blue": 8, "yellow": 8}

    def turned(name):
        return sum(tile.rot != 0 for card in BY_LEVEL[2] if card.set == name for tile in (card.box_kitty, *card.tiles))

    assert turned("yellow") > turned("blue")  # which makes it the harder one


@cites("KIT-19", "KIT-20")
def test_points_and_penalties():
    assert {card.vp for card in BOX.cards} == {4, 5, 6, 7} == set(BOX.deck.vp_values)
    assert {(card.level, card.penalty) for card in BOX.cards} == {(1, -1), (2, -2), (3, -3)}


@cites("KIT-21", "KIT-22", "KIT-23")
def test_how_many_kitties_there_are_and_what_they_are_worth():
    assert kitties(BY_LEVEL[1]) == {5: 8, 6: 8, 7: 8}
    for name in ("blue", "yellow"):
        assert kitties([card for card in BY_LEVEL[2] if card.set == name]) == {4: 2, 5: 2, 6: 2, 7: 2}
    assert kitties(BY_LEVEL[3]) == {6: 4, 7: 4}
    assert all(card.vp == 1 + len(card.tiles) for card in BOX.cards)


@cites("KIT-24", "KIT-41")
def test_no_card_needs_a_breed_twice_or_a_bobtail_on_the_box():
    for card in BOX.cards:
        breeds = [card.box_kitty.breed, *(tile.breed for tile in card.tiles)]
        assert len(set(breeds)) == len(breeds)
        assert card.box_kitty.breed != "bobtail"


@cites("KIT-25")
def test_every_animal_is_asked_for_once_in_each_set():
    for cards in (
        [c for c in BY_LEVEL[2] if c.set == "blue"],
        [c for c in BY_LEVEL[2] if c.set == "yellow"],
        BY_LEVEL[3],
    ):
        assert {card.hide.cat for card in cards if card.hide} == {animal.id for animal in BOX.hide_and_seek}


@cites("KIT-36")
def test_a_mat_has_seven_rows_of_seven_cells_odd_ones_shifted_to_the_right():
    assert CELLS == 49
    assert coordinates(cell_at(3, 3)) == (2, 3)
    assert coordinates(cell_at(0, 6)) == (-3, 6)
    assert NEXT[cell_at(0, 0), 1] == cell_at(0, 1)
    assert NEXT[cell_at(0, 1), 1] == cell_at(1, 2)
    assert NEXT[cell_at(0, 0), 3] == NEXT[cell_at(0, 0), 2] == NEXT[cell_at(6, 1), 1] == OFF_MAT


@cites("KIT-37")
def test_rotations_run_from_0_to_5():
    shapes = [piece.rot for card in BOX.cards for piece in (card.box_kitty, *card.tiles)]
    assert set(shapes) == set(range(6))


@cites("KIT-43")
def test_borders_lie_between_neighbouring_cells_of_the_mat():
    assert PLACES == CELLS + len(BORDERS) == 49 + 120
    assert all(second in NEXT[first].tolist() for first, second in BORDERS)
    assert len({frozenset(border) for border in BORDERS}) == 120
    assert len({place_name(place) for place in range(PLACES)}) == PLACES


@cites("KIT-44")
def test_tops_are_apart_at_the_width_of_a_cell():
    places = range(CELLS, PLACES)
    for place in places:
        for other in places:
            dq, dr = int(CENTRE_Q[place] - CENTRE_Q[other]), int(CENTRE_R[place] - CENTRE_R[other])
            # centres in the plane, in half widths of a cell
            x, y = dq + dr / 2, dr * 3**0.5 / 2
            assert are_apart(place, other) == (x * x + y * y > 3.99)


@cites("KIT-46", "KIT-47")
def test_patterns_are_counted_from_the_box_and_hidden_animals_lie_beside_it():
    for card in BOX.cards:
        assert ground_of(BOX, card)[0] == (0, 0)
        assert card.hide is None or card.hide.at != (0, 0)


@cites("KIT-46")
def test_hidden_animals_lie_turned_on_half_of_the_harder_cards_only():
    turned = Counter(card.set or card.level for card in BOX.cards if card.hide and card.hide.rot)
    assert turned == {"yellow": 4, 3: 4}
    assert {card.hide.rot for card in BOX.cards if card.hide} == set(range(6))
    assert all(card.source == "reconstructed" for card in BOX.cards)


@cites("KIT-48")
def test_every_pattern_fits_the_mat_around_its_middle_cell():
    q, r = coordinates(START)
    for card in BOX.cards:
        cells = ground_of(BOX, card) + [cell for tile in card.tiles for cell in tile.across or ()]
        assert all((2 * (q + dq), 2 * (r + dr)) in PLACE_AT for dq, dr in cells)
        across = [2 * dq + dr for dq, dr in cells]
        assert max(across) - min(across) <= 6
        assert max(d for _, d in cells) - min(d for _, d in cells) <= 3


@cites("KIT-49")
def test_ground_cells_are_free_and_tops_lie_on_one_kitty_each():
    for card in BOX.cards:
        ground = ground_of(BOX, card)
        assert len(set(ground)) == len(ground)
        under = []
        for top in card.tiles:
            if top.across:
                below = [t.breed for t in card.tiles if t.at is not None and set(cells_of(BOX, t)) & set(top.across)]
                assert below
                under += below
        assert len(set(under)) == len(under)


def test_all_patterns_differ_also_when_turned_as_a_whole():
    def pieces(card, turns):
        def turn(cell):
            q, r = cell
            for _ in range(turns):
                q, r = -r, q + r
            return q, r

        tiles = [(t.breed, t.side, (t.rot + turns) % 6, *map(turn, t.across or (t.at, t.at))) for t in card.tiles]
        kitty = (card.box_kitty.breed, card.box_kitty.side, (card.box_kitty.rot + turns) % 6)
        return frozenset([kitty, *tiles, (card.hide.cat, turn(card.hide.at)) if card.hide else None])

    seen = {pieces(card, turns) for card in BOX.cards for turns in range(6)}
    assert len(seen) == 6 * len(BOX.cards)


def test_boxes_and_box_kitties_are_spread_evenly():
    assert Counter(card.box for card in BOX.cards) == {"horizontal": 24, "vertical": 24}
    assert set(Counter(card.box_kitty.breed for card in BOX.cards).values()) == {8}


# ---------------------------------------------------------------- a wrong file is refused by name


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("vp = 5\n", "vp = 6\n", "cards.I-01.vp"),
        ('penalty = -1\nbox = "horizontal"', 'penalty = -2\nbox = "horizontal"', "cards.I-01.penalty"),
        (
            'breed = "persian", side = "back", rot = 0, at = [1, 0]',
            'breed = "european", side = "back", rot = 0, at = [1, 0]',
            "breed twice",
        ),
        ("at = [2, -2]", "at = [1, 0]", "two pieces on one cell"),
        ("at = [2, -2]", "at = [3, -2]", "cards.I-01"),
        ('cat = "manx"', 'cat = "ocicat"', "once in each set"),
        ('cat = "himalayan", rot = 0', 'cat = "himalayan", rot = 6', "cards.IIb-01.hide"),
        ("per_piece = [4700, 6300]", "per_piece = [6300, 4700]", "bots.kitten.per_piece"),
        ("[game]\n", '[game]\ncolour = "red"\n', "colour"),
    ],
)
def test_a_wrong_component_file_is_refused_by_the_key(tmp_path, old, new, problem):
    text = PATH.read_text(encoding="utf-8")
    assert old in text
    wrong = tmp_path / "components.toml"
    wrong.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadComponents, match=problem):
        load(wrong)
