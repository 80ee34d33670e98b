"""What is in the box (PAT-01 to PAT-19, MES-03 to MES-07), and which component files are refused."""

from __future__ import annotations

from collections import Counter

import pytest

from tabbytop.engine.components import BadComponents
from tabbytop.games.patrician import board, components
from tabbytop.games.patrician.board import BOX, CARD_IDS, CITIES
from tabbytop.games.patrician.components import cards_for, cities_for
from tabbytop.games.patrician.game import GAME
from tabbytop.kit.marks import cites
from tests.games.patrician.scene import Scene

LIMITS = {
    **dict.fromkeys(("bologna", "firenze", "roma", "pistoia"), 9),
    **dict.fromkeys(("lucca", "milano", "siena"), 7),
    **dict.fromkeys(("ferrara", "parma", "verona"), 5),
}


@cites("PAT-01")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_can_play(players):
    assert Scene.set_up(players).s.seats == players


@cites("PAT-01")
@pytest.mark.parametrize("players", [1, 6])
def test_no_other_number_can_play(players):
    with pytest.raises(ValueError, match="Patrician is for 2, 3, 4, 5 players"):
        Scene.before_play(players)


@cites("PAT-02")
def test_there_are_ten_cities():
    assert set(CITIES) == set(LIMITS)
    assert len(CITIES) == 10


@cites("PAT-03")
@pytest.mark.parametrize(("players", "cities"), [(2, 9), (3, 9), (4, 9), (5, 10)])
def test_pistoia_is_for_five(players, cities):
    assert Scene.set_up(players).s.cities == cities
    assert ("pistoia" in {city.id for city in cities_for(BOX, players)}) == (players == 5)


@cites("PAT-04")
@pytest.mark.parametrize(("city", "limit"), LIMITS.items())
def test_each_city_has_its_limit(city, limit):
    assert board.LIMIT[CITIES.index(city)] == limit


@cites("PAT-05")
def test_each_city_has_two_sites_and_one_place_for_a_card():
    scene = Scene(3, {"siena": ("B", "W")})
    assert all(city.sites == 2 for city in BOX.city)
    assert scene.s.height.shape == (10, 2)
    assert len(scene.s.face_up) == 10


@cites("PAT-06")
@pytest.mark.parametrize("city", BOX.city, ids=lambda city: city.id)
def test_the_tokens_are_worth_the_limit_and_three_less(city):
    assert (city.high_token, city.low_token) == (LIMITS[city.id], LIMITS[city.id] - 3)


@cites("PAT-07")
@pytest.mark.parametrize(("players", "value"), [(4, 99), (5, 114)])
def test_all_tokens_together(players, value):
    assert sum(city.high_token + city.low_token for city in cities_for(BOX, players)) == value


@cites("PAT-08")
def test_there_are_55_cards_and_so_many_for_each_city():
    counts = Counter(card.city for card in BOX.cards.list)
    assert counts == {city: {9: 7, 7: 5, 5: 4}[limit] for city, limit in LIMITS.items()}
    assert len(CARD_IDS) == 55


@cites("PAT-09")
def test_each_card_shows_one_or_two_crests_of_one_city():
    assert {card.crests for card in BOX.cards.list} == {1, 2}
    assert {card.city for card in BOX.cards.list} == set(CITIES)


@cites("PAT-10")
@pytest.mark.parametrize("card", BOX.cards.list, ids=lambda card: card.id)
def test_one_crest_comes_with_one_other_symbol_and_two_with_none(card):
    assert (card.symbol == "crest") == (card.crests == 2)
    assert (len(card.portraits) > 0) == (card.symbol == "portrait")
    assert len(set(card.portraits)) <= 1


@cites("PAT-11")
@pytest.mark.parametrize(("city", "limit"), LIMITS.items())
def test_the_crests_of_a_city_add_up_to_its_limit(city, limit):
    assert sum(card.crests for card in BOX.cards.list if card.city == city) == limit


@cites("PAT-12")
def test_so_many_cards_have_two_crests():
    doubles = Counter(card.city for card in BOX.cards.list if card.crests == 2)
    assert doubles == {city: 1 if limit == 5 else 2 for city, limit in LIMITS.items()}
    assert [sum(card.crests == 2 for card in cards_for(BOX, players)) for players in (5, 4)] == [17, 15]


@cites("PAT-13")
def test_there_are_three_persons():
    assert {card.portraits[0] for card in BOX.cards.list if card.portraits} == {"A", "B", "C"}
    assert len(set(board.PERSON_NAMES)) == 3


@cites("PAT-14")
def test_the_other_symbols_are_as_many_as_in_the_data_file():
    singles = [card for card in BOX.cards.list if card.crests == 1]
    kinds = Counter((card.symbol, len(card.portraits)) for card in singles)
    assert kinds == {("portrait", 1): 21, ("portrait", 2): 6, ("draw_any", 0): 6, ("move_top", 0): 5}


@cites("PAT-14")
@pytest.mark.parametrize(("players", "each"), [(4, 10), (5, 11)])
def test_each_person_is_seen_equally_often(players, each):
    heads = Counter("".join(card.portraits for card in cards_for(BOX, players)))
    assert heads == {"A": each, "B": each, "C": each}


@cites("PAT-15")
def test_star_cards_have_one_crest_and_one_portrait():
    stars = [card for card in BOX.cards.list if card.star]
    assert {(card.crests, len(card.portraits)) for card in stars} == {(1, 1)}


@cites("PAT-16")
def test_there_are_fifteen_stars_three_of_them_for_pistoia():
    stars = Counter(card.city == "pistoia" for card in BOX.cards.list if card.star)
    assert stars == {False: 12, True: 3}


@cites("PAT-17")
def test_there_are_149_floors():
    assert {colour.id: colour.floors for colour in BOX.colour} == {
        "black": 39,
        "white": 39,
        "red": 29,
        "yellow": 21,
        "blue": 21,
    }
    assert BOX.pieces.floors == 149


@cites("PAT-18")
def test_colours_follow_the_seats():
    names = [GAME.words.seat_name(Scene.set_up(5).view(0), seat) for seat in range(5)]
    assert names == ["Black", "White", "Red", "Yellow", "Blue"]


@cites("PAT-19")
@pytest.mark.parametrize(("players", "most"), [(2, 39), (3, 29), (4, 21), (5, 19)])
def test_nobody_can_run_out_of_floors(players, most):
    turns = getattr(BOX.turns_per_player, f"players_{players}")
    doubles = sum(card.crests == 2 for card in cards_for(BOX, players))
    assert turns + min(doubles, turns - BOX.setup.hand) == most  # star cards have one crest each
    assert all(BOX.colour[seat].floors >= most for seat in range(players))


@cites("MES-03")
def test_there_are_six_messengers_24_tokens_and_the_penalty():
    box = BOX.messengers
    assert (box.messengers, box.bonus_tokens, box.bonus_value) == (6, 24, 2)
    assert (box.penalty_tokens, box.penalty_value) == (1, -3)


@cites("MES-06")
@pytest.mark.parametrize(("players", "unused"), [(2, 2), (3, 0), (4, 2), (5, 1)])
def test_unused_messengers_stay_in_the_box(players, unused):
    scene = Scene.set_up(players, messengers=True)
    assert sum(scene.s.messengers_left) == BOX.messengers.messengers - unused


@cites("MES-07")
def test_the_tokens_always_suffice():
    assert BOX.messengers.messengers * 2 * 2 == BOX.messengers.bonus_tokens


# ---------------------------------------------------------------- component files


def changed(tmp_path, old, new):
    text = components.PATH.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


SIE4 = '{ id = "SIE4", city = "siena", crests = 1, symbol = "portrait", portraits = "B", star = true }'
SIE5 = '{ id = "SIE5", city = "siena", crests = 1, symbol = "draw_any", portraits = "", star = false }'


def test_an_owner_may_correct_the_reconstructed_deck(tmp_path):
    swapped = SIE4.replace('"B", star = true', '"C", star = true')
    other = '{ id = "LUC4", city = "lucca", crests = 1, symbol = "portrait", portraits = "C", star = true }'
    path = changed(tmp_path, SIE4, swapped)
    path.write_text(path.read_text().replace(other, other.replace('"C"', '"B"')))
    assert components.load(path).cards.list[CARD_IDS.index("SIE4")].portraits == "C"


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("schema = 1", "schema = 2", "schema must be 1"),
        ("players_max = 5", "players_max = 6", "game.players_max"),
        ("players_max = 5", "", "`players_max`"),
        ("floors = 149", "floors = 150", "pieces.floors must be those of all colours"),
        ('id = "white"', 'id = "black"', "colour must be five different ones"),
        ("hand = 3 ", "hand = 4 ", "setup.hand must be 3"),
        ("face_up_per_city = 1", "face_up_per_city = 2", "setup.face_up_per_city"),
        ("star_cards_returned_to_deck = true", "star_cards_returned_to_deck = false", "setup.star_cards"),
        ("portraits_per_set = 3", "portraits_per_set = 4", "scoring.portraits_per_set"),
        ("points_per_set = 6", "points_per_set = 60", "scoring.points_per_set must be from 0 to 20"),
        ("low_token_is_limit_minus = 3", "low_token_is_limit_minus = 5", "scoring.low_token_is_limit_minus"),
        ("players_2 = 24", "players_2 = 23", "turns_per_player.players_2 must use up all cards"),
        ("limit = 7 ", "limit = 8 ", "city[0].limit must be 5, 7 or 9"),
        ("high_token = 7", "high_token = 6", "city[0].high_token must be the limit"),
        ("low_token = 4", "low_token = 5", "city[0].low_token must be 4"),
        ("sites = 2", "sites = 3", "city[0].sites"),
        ("players_from = 2\nx = 0.0\ny = 0.0", "players_from = 3\nx = 0.0\ny = 0.0", "city[0].players_from"),
        ("players_from = 2\nx = 0.0\ny = 0.0", "players_from = 5\nx = 0.0\ny = 0.0", "city must end with the one"),
        ('id = "parma"', 'id = "milano"', "city must be different cities"),
        ("milano = 5", "milano = 6", "city[0].cards must be as counted"),
        ("prestige_tokens = 20", "prestige_tokens = 18", "pieces.prestige_tokens must be 20"),
        ('a = "milano", b = "lucca"', 'a = "milano", b = "luca"', "adjacency.list[0] must name two cities"),
        ('a = "milano", b = "lucca"', 'a = "milano", b = "verona"', "adjacency.list[0] must name two cities in one"),
        ('a = "lucca", b = "siena"', 'a = "lucca", b = "milano"', "adjacency.list must be all different"),
        ("count_5_players = 12", "count_5_players = 11", "adjacency.count_5_players must be 12"),
        ("count_2_to_4_players = 10", "count_2_to_4_players = 12", "adjacency.count_2_to_4_players must be 10"),
        ("count = 55", "count = 54", "cards must be 55"),
        ('id = "SIE5"', 'id = "SIE4"', "cards.list must have different ids"),
        (SIE5, SIE5.replace("siena", "sienna"), "cards.list[26].city"),
        (SIE5, SIE5.replace("siena", "lucca"), "cards.list must list the cards city by city"),
        (SIE5, SIE5.replace("crests = 1", "crests = 3"), "cards.list[26].crests"),
        (SIE5, SIE5.replace("draw_any", "draw_all"), "cards.list[26].symbol must be one of"),
        (SIE5, SIE5.replace("crests = 1", "crests = 2"), "cards.list[26].symbol must be crest on two-crest"),
        (SIE5, SIE5.replace("crests = 1", "crests = 2").replace("draw_any", "crest"), "must show 7 crests, not 8"),
        (SIE5, SIE5.replace('""', '"A"'), "cards.list[26].portraits must be empty"),
        (SIE4, SIE4.replace('"B"', '"AB"'), "cards.list[25].portraits must be one or two heads"),
        (SIE4, SIE4.replace('"B"', '"BB"'), "cards.list[25].star"),
        (SIE4, SIE4.replace("star = true", "star = false"), "must have 12 stars for 4 players"),
        (SIE4, SIE4.replace('"B"', '"C"'), "check.portraits_each_9_cities"),
        ("per_player_3 = 2", "per_player_3 = 3", "messengers.per_player_3 must be from 0 to 2"),
        ("max_per_city = 2", "max_per_city = 3", "messengers.max_per_city must be 2"),
        ("max_per_pair = 1", "max_per_pair = 2", "messengers.max_per_pair must be 1"),
        ("bonus_value = 2", "bonus_value = 9", "messengers.bonus_value"),
        ("penalty_value = -3", "penalty_value = 3", "messengers.penalty_value"),
        ("floors_9_cities = 63", "floors_9_cities = 64", "check.floors_9_cities must be 63"),
        ("tokens_10_cities = 114", "tokens_10_cities = 115", "check.tokens_10_cities must be 114"),
        ("move_top_10_cities = 5", "move_top_10_cities = 4", "check.move_top_10_cities must be 5"),
        ("[scoring]", "[scores]", "`scores`"),
    ],
)
def test_a_bad_component_file_is_refused_by_key(tmp_path, old, new, named):
    with pytest.raises(BadComponents) as refusal:
        components.load(changed(tmp_path, old, new))
    assert str(refusal.value).startswith("mine.toml: ")
    assert named in str(refusal.value)
