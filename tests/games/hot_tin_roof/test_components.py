"""Hot Tin Roof: what lies in the box, and files that describe another box."""

from __future__ import annotations

import itertools

import pytest

from tabbytop.engine.components import BadComponents
from tabbytop.games.hot_tin_roof import board, components
from tabbytop.games.hot_tin_roof.components import BOX
from tabbytop.games.hot_tin_roof.game import GAME
from tabbytop.games.hot_tin_roof.moves import MOVES
from tabbytop.kit.marks import cites
from tests.games.hot_tin_roof.scene import BLUE, ORANGE, Scene

NEIGHBOURS = {
    "A": "BG",
    "B": "ACGH",
    "C": "BDHI",
    "D": "CEJ",
    "E": "DFJK",
    "F": "EK",
    "G": "ABHL",
    "H": "BCGILM",
    "I": "CHMN",
    "J": "DEKO",
    "K": "EFJ",
    "L": "GHM",
    "M": "HILN",
    "N": "IMO",
    "O": "JN",
}
"""The board as the examples draw it."""


# ---------------------------------------------------------------- the box


@cites("HTR-02", "HTR-04")
def test_there_are_sixteen_cats_two_pairs_of_two_shapes_each():
    assert BOX.pieces.cats == 16
    assert GAME.state.fields["cat"].shape == (4, 2, 2)
    scene = Scene().dives(ORANGE).dive("home1").luck("AO").done()
    for _ in range(3):
        scene.idle()
    scene.house("ante").dive("home1").luck("AN")
    assert scene.where(ORANGE, "sitting") + scene.where(ORANGE, "lying") == "JMAO"


@cites("HTR-03")
def test_the_shapes_are_sitting_and_lying():
    assert MOVES.step.args["shape"] == ("sitting", "lying")


@cites("HTR-05")
def test_there_are_three_shelters_in_each_colour():
    assert BOX.pieces.shelters == 12
    scene = Scene().shelters(ORANGE, "AB").dives(ORANGE).dive("shelter").play("shelter", rooftop="C")
    assert scene.s.shelters[ORANGE] == 0
    assert "lift" in Scene().shelters(BLUE, "ABC").dives(BLUE).dive("shelter").families()


@cites("HTR-06")
def test_there_are_six_catwalks_in_each_colour():
    assert BOX.pieces.catwalks == 24
    six = ("AB", "BC", "CD", "DE", "EF", "FK")
    assert "lift" in Scene().catwalks(BLUE, *six).dives(BLUE).dive("catwalk").families()
    assert "lift" not in Scene().catwalks(BLUE, *six[:5]).dives(BLUE).dive("catwalk").families()


@cites("HTR-07")
def test_there_are_73_cans_14_fish_and_50_tiles():
    assert (BOX.pieces.cans, BOX.pieces.fish, BOX.pieces.home_tiles) == (73, 14, 50)
    scene = Scene.before_play(3)
    assert scene.s.market + scene.s.stock == 14
    assert len(board.TILE_NAMES) == 50


@cites("HTR-09")
def test_each_player_has_one_colour_and_one_pattern_for_all_pieces():
    assert board.COLOURS == ("orange", "brown", "white", "blue")
    assert len(set(board.PATTERNS)) == 4
    assert [GAME.words.seat_name(None, seat) for seat in range(4)] == ["Orange", "Brown", "White", "Blue"]


# ---------------------------------------------------------------- the board


@cites("HTR-10")
def test_there_are_fifteen_rooftops_with_one_patio_each():
    assert len(board.LETTERS) == len(set(board.FAMILIES)) == 15
    assert GAME.state.fields["shelter"].shape == (15,)


@cites("HTR-11")
def test_the_homes_stand_in_alphabetical_order_row_by_row():
    reading = sorted(BOX.rooftop, key=lambda roof: (roof.y, roof.x))
    assert [roof.name for roof in reading] == sorted(board.FAMILIES) == list(board.FAMILIES)


@cites("HTR-12")
def test_the_names_start_with_the_letters_a_to_o():
    assert "".join(name[0] for name in board.FAMILIES) == board.LETTERS == "ABCDEFGHIJKLMNO"
    known = {"J": "Johnstons", "K": "Kims", "M": "Magins", "N": "Newmans", "O": "Oscars"}
    assert {letter: board.FAMILIES[board.roof_at(letter)] for letter in known} == known


@cites("HTR-14", "HTR-15")
def test_the_twenty_six_gaps_join_two_rooftops_each():
    drawn = {"".join(sorted(a + b)) for a, near in NEIGHBOURS.items() for b in near}
    assert set(board.GAP_NAMES) == drawn
    assert len(board.GAP_NAMES) == 26


@cites("HTR-15")
@pytest.mark.parametrize("rooftop", NEIGHBOURS)
def test_ways_lead_over_gaps_in_both_directions(rooftop):
    roof = board.roof_at(rooftop)
    ways = range(board.FIRST_WAY[roof], board.FIRST_WAY[roof + 1])
    assert {board.LETTERS[board.WAY_TO[way]] for way in ways} == set(NEIGHBOURS[rooftop])
    for way in ways:
        assert board.WAY_FROM[way] == roof
        assert set(board.GAP_ENDS[board.WAY_GAP[way]]) == {roof, board.WAY_TO[way]}


@cites("HTR-15")
def test_there_are_more_gaps_than_catwalks():
    assert len(board.GAP_NAMES) > BOX.pieces.catwalks


@cites("HTR-16")
def test_no_two_tiles_name_the_same_homes():
    assert len({frozenset(name) for name in board.TILE_NAMES}) == 50
    assert all(len(set(name)) == 2 for name in board.TILE_NAMES)


@cites("HTR-17", "HTR-18")
def test_the_tiles_are_all_pairs_at_least_three_gaps_apart():
    def apart(a, b):
        reached, number = {a}, 0
        while b not in reached:
            reached |= {near for rooftop in reached for near in NEIGHBOURS[rooftop]}
            number += 1
        return number

    far = [a + b for a, b in itertools.combinations(board.LETTERS, 2) if apart(a, b) >= 3]
    assert list(board.TILE_NAMES) == far
    assert "JM" in far
    assert all(board.APART[board.roof_at(a), board.roof_at(b)] == apart(a, b) for a, b in far)


@cites("HTR-19")
def test_there_are_three_home_dumpsters_one_for_catwalks_and_one_for_shelters():
    assert MOVES.dive.args["dumpster"] == ("home1", "home2", "home3", "catwalk", "shelter")


# ---------------------------------------------------------------- component files


def changed(tmp_path, old, new):
    text = components.PATH.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_an_owner_may_correct_names_and_places(tmp_path):
    box = components.load(changed(tmp_path, 'name = "Abbotts"', 'name = "Abernathys"'))
    assert box.rooftop[0].name == "Abernathys"


def without_gap(tmp_path, gap):
    text = changed(tmp_path, f'  {{ id = "{gap}", a = "{gap[0]}", b = "{gap[1]}" }},\n', "").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace("count = 26", "count = 25"), encoding="utf-8")
    return path


def test_an_owner_may_correct_the_gaps_if_the_sums_come_out(tmp_path):
    assert len(components.load(without_gap(tmp_path, "GH")).gaps.each) == 25
    with pytest.raises(BadComponents, match=r"check\.tiles_at_distance_3 must be 20"):
        components.load(without_gap(tmp_path, "JO"))


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("cans = 73", "", "`cans`"),
        ("cans = 73", 'cans = "many"', "pieces.cans"),
        ("cans = 73", "cans = 73\nmice = 3", "`mice`"),
        ("[tolls]", "[toll]", "`toll`"),
        ("players_max = 4", "players_max = 5", "game.players_max must be 3 and 4"),
        ('id = "blue"', 'id = "white"', "colour must be four different colours"),
        ('pattern = "checks"', 'pattern = "dots"', "colour must have four different patterns"),
        ('ids = ["sitting", "lying"]', 'ids = ["sitting", "lying", "asleep"]', "cat_shapes.ids"),
        ("pairs_per_player = 2", "pairs_per_player = 3", "pieces.pairs_per_player must be 2"),
        ("home_tiles = 50\n", "home_tiles = 49\n", "pieces.home_tiles must be 50"),
        ("catwalks = 24", "catwalks = 25", "pieces.catwalks must be 24"),
        ("shelters_per_player = 3", "shelters_per_player = 0", "pieces.shelters_per_player"),
        ("deluxe_catwalks = 4", "deluxe_catwalks = 8", "deluxe must have four catwalks"),
        ("cans_per_player = 10", "cans_per_player = -1", "setup.cans_per_player"),
        ("ante = 5 ", "ante = 6 ", "turn.ante must be 5"),
        ("failed_ante_gift = 2", "failed_ante_gift = 0", "turn.failed_ante_gift"),
        ("fish_value = 10", "fish_value = 0", "turn.fish_value"),
        ("shelter_leaving = 0", "shelter_leaving = 1", "tolls.shelter_leaving must be 0"),
        ("unjoined_pair_payment = 15", "unjoined_pair_payment = 150", "end.unjoined_pair_payment"),
        ("fish_market_3_players = 12", "fish_market_3_players = 13", "setup.fish_market_3_players must be 14 together"),
        ("fish_market_4_players = 14", "fish_market_4_players = 0", "setup.fish_market_4_players"),
        ('id = "home2"', 'id = "home4"', "dumpster must be home1, home2, home3, catwalk, shelter"),
        ('kind = "catwalk"', 'kind = "home"', "dumpster.catwalk.kind must be catwalk"),
        ("start_cans = 4", "start_cans = 5", "setup.dumpster_cans must be 15"),
        ("home_tiles_face_up = 3", "home_tiles_face_up = 2", "setup.home_tiles_face_up must be 3"),
        ("rooftops = 15", "rooftops = 16", "board.rooftops"),
        ('id = "D"\nname = "Delgados"', 'id = "C"\nname = "Cousins"', "rooftop must be the letters A to O"),
        ('name = "Abbotts"', 'name = "Bbotts"', "rooftop.A.name"),
        ('name = "Finches"\nx = 5.0', 'name = "Finches"\nx = 6.0', "rooftop.F must have x and y on the board"),
        ("count = 26", "count = 27", "gaps.count must be 26"),
        ("gaps_at_least = 25", "gaps_at_least = 27", "gaps.list must have from 27"),
        ('{ id = "AB", a = "A", b = "B" }', '{ id = "AB", a = "A", b = "Z" }', "gaps.list[0]"),
        ('{ id = "AB", a = "A", b = "B" }', '{ id = "BA", a = "B", b = "A" }', "gaps.list[0]"),
        ('{ id = "AB", a = "A", b = "B" }', '{ id = "AX", a = "A", b = "B" }', "gaps.list[0].id must be AB"),
        ('{ id = "AB", a = "A", b = "B" }', '{ id = "AG", a = "A", b = "G" }', "in alphabetical order"),
        ('{ id = "CD", a = "C", b = "D" }', '{ id = "CG", a = "C", b = "G" }', "whose lines cross"),
        ("graph_connected = true", "graph_connected = false", "join all rooftops"),
        ('"AD", "AE"', '"AB", "AE"', "home_tiles.pairs[0] must be 3 gaps or more apart"),
        ('"AD", "AE"', '"AE", "AE"', "home_tiles.pairs must be different"),
        ('"AD", "AE"', '"DA", "AE"', "home_tiles.pairs[0] must name two rooftops"),
        ('  "LO",\n', "", "home_tiles must be 50 tiles"),
        ('pairs = ["JM"]', 'pairs = ["JN"]', "must have JN among them"),
        ("tiles_at_distance_4 = 18", "tiles_at_distance_4 = 17", "check.tiles_at_distance_4 must be 18"),
        ("tiles_min_gaps_apart = 3", "tiles_min_gaps_apart = 2", "check.tiles_min_gaps_apart must be 3"),
    ],
)
def test_a_bad_component_file_is_refused_by_key(tmp_path, old, new, named):
    with pytest.raises(BadComponents) as refusal:
        components.load(changed(tmp_path, old, new))
    assert str(refusal.value).startswith("mine.toml: ")
    assert named in str(refusal.value)
