"""The Messengers (MES-01 to MES-38)."""

from __future__ import annotations

from typing import Any

import pytest

from tabbytop.arena.simulate import simulated_match
from tabbytop.engine.seats import HOUSE, LUCK, OVER, SPECTATOR
from tabbytop.games.patrician import facts
from tabbytop.games.patrician.board import BOX, CARD_IDS, CARD_STAR, CITIES, PAIRS
from tabbytop.games.patrician.game import GAME
from tabbytop.games.patrician.turn import enter, help_in_messenger_cities, score_city
from tabbytop.kit.cases import compiled
from tabbytop.kit.marks import cites
from tests.games.patrician.scene import BLACK, RED, WHITE, Scene

TEN = {
    "milano-lucca",
    "lucca-siena",
    "siena-roma",
    "parma-verona",
    "verona-ferrara",
    "ferrara-bologna",
    "bologna-firenze",
    "milano-parma",
    "lucca-ferrara",
    "siena-bologna",
}
EXAMPLE_7 = {"bologna": ("RWWR", "BBWW")}
PLAYED = {"bologna": ("BW", "R"), "lucca": ("B", "WR")}
"""Two star cards at least were played for these floors."""


def table(players: int = 3, towers: Any = None, **kinds: Any) -> Scene:
    return Scene(players, towers, messengers=True, **kinds)


def offered(scene: Scene) -> set[str]:
    """The pairs that a messenger may be placed between."""
    moves = [move for move in scene.legal() if move.startswith("messenger")]
    return {move.removeprefix("messenger(between=").removesuffix(")") for move in moves}


def after_star(players: int = 3, card: str = "SIE4", towers: Any = None, **kinds: Any) -> Scene:
    """Black has played a star card and is asked for a messenger."""
    return table(players, towers, hands={BLACK: card}, **kinds).turn(card, 1).refill()


def all_played(scene: Scene) -> Scene:
    """Come to the count of messengers as if all cards had been played."""
    scene.s.turns = 48
    enter(scene.s, facts.COUNTING_MESSENGERS, HOUSE)
    return scene


def counting(towers: Any, between: tuple[str, ...], **kinds: Any) -> Scene:
    """The moment before the -3 token is given; cities with messengers are taken to be scored with them."""
    scene = table(3, towers, between=between, **kinds)
    for city in range(9):
        if scene.s.beside[city] and scene.s.counted[city] < 0:
            scene.s.counted[city] = scene.s.beside[city]
    return all_played(scene)


# ---------------------------------------------------------------- components and set-up


@cites("MES-01")
def test_everything_else_is_the_base_game():
    scene = table(3, hands={BLACK: "SIE1"}, face_up={"siena": "BOL1"}).turn("SIE1", 1, 2).refill()
    assert scene.towers("siena") == ("B", "B")
    assert "BOL1" in scene.hand(BLACK)
    assert scene.actor == WHITE


@cites("MES-02")
def test_the_expansion_is_chosen_when_the_table_is_opened():
    assert GAME.complete(3, {})["messengers"] is False
    scene = Scene(3, hands={BLACK: "SIE4"}).turn("SIE4", 1).refill()
    assert scene.actor == WHITE
    assert scene.refused("messenger", between="milano-parma") == "MES-02"
    assert sum(scene.s.messengers_left) == 0


@cites("MES-04", "MES-05")
@pytest.mark.parametrize(("players", "each"), [(2, 2), (3, 2), (4, 1), (5, 1)])
def test_everybody_starts_with_so_many(players, each):
    scene = Scene.set_up(players, messengers=True)
    assert [scene.s.messengers_left[seat] for seat in range(players)] == [each] * players


# ---------------------------------------------------------------- placing


@cites("MES-08", "MES-11")
def test_a_star_card_allows_one_messenger_or_none():
    scene = after_star()
    assert scene.actor == BLACK
    assert scene.legal()[-1] == "no_messenger"
    scene.play("messenger", between="milano-parma")
    assert scene.pairs() == {"milano-parma"}
    assert scene.s.messengers_left[BLACK] == 1
    assert scene.actor == WHITE


@cites("MES-11")
def test_placing_is_voluntary():
    scene = after_star().play("no_messenger")
    assert scene.pairs() == set()
    assert (scene.s.messengers_left[BLACK], scene.actor) == (2, WHITE)


@cites("MES-08")
def test_no_other_card_allows_one():
    scene = table(3, hands={BLACK: "SIE5"}).plan("SIE5", 1)
    assert scene.refused("messenger", between="milano-parma") == scene.refused("no_messenger") == "MES-08"
    assert scene.take("roma").refill().actor == WHITE


@cites("MES-09")
def test_a_star_card_from_the_deck_counts_too():
    scene = table(2, hands={BLACK: "SIE5", WHITE: "PAR3"}, face_up={"roma": "SIE4"})
    scene.turn("SIE5", 1, take="roma").refill().turn("PAR3", 1).refill()
    assert CARD_STAR[CARD_IDS.index("SIE4")]
    scene.turn("SIE4", 1).refill()
    assert offered(scene)


@cites("MES-10")
def test_it_is_placed_after_the_card_was_taken_and_laid_anew():
    scene = table(3, hands={BLACK: "SIE4"}).plan("SIE4", 1)
    assert scene.refused("messenger", between="milano-parma") == "MES-08"
    scene.take()
    assert scene.actor == LUCK
    assert offered(scene.refill())


@cites("MES-12")
def test_with_none_left_a_star_does_nothing():
    scene = table(3, PLAYED, hands={BLACK: "SIE4"}, between=("milano-parma", "lucca-ferrara"))
    assert scene.s.messengers_left[BLACK] == 0
    scene.plan("SIE4", 1)
    assert scene.refused("messenger", between="parma-verona") == "MES-12"
    assert scene.take().refill().actor == WHITE


@cites("MES-13")
def test_a_messenger_concerns_both_cities():
    scene = after_star().play("messenger", between="milano-parma")
    assert [city for city in range(9) if scene.s.beside[city]] == [CITIES.index("milano"), CITIES.index("parma")]


@cites("MES-13", "MES-14", "MES-16")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_fewer_than_five_there_are_ten_pairs(players):
    assert offered(after_star(players)) | {"lucca-siena", "siena-roma", "siena-bologna"} == TEN


@cites("MES-13")
def test_neighbours_lie_in_one_row_or_column():
    places = {city.id: (city.x, city.y) for city in BOX.city}
    for pair in BOX.adjacency.list:
        (ax, ay), (bx, by) = places[pair.a], places[pair.b]
        assert (ax == bx) != (ay == by)


@cites("MES-15")
def test_with_five_players_two_pairs_are_added():
    assert offered(after_star(5)) | {"lucca-siena", "siena-roma", "siena-bologna"} == {
        *TEN,
        "roma-pistoia",
        "pistoia-firenze",
    }


@cites("MES-15", "MES-16")
def test_example_12_roma_and_firenze():
    assert after_star(4).refused("messenger", between="roma-pistoia") == "MES-15"
    assert not {"roma-firenze", "firenze-roma"} & set(PAIRS)


@cites("MES-14", "MES-17")
def test_example_1_not_beside_the_city_just_built():
    scene = after_star()
    assert len(offered(scene)) == 7
    for pair in ("siena-roma", "lucca-siena", "siena-bologna"):
        assert scene.refused("messenger", between=pair) == "MES-17"


@cites("MES-17")
def test_the_city_built_in_the_turn_before_is_free_again():
    scene = table(3, hands={BLACK: "SIE4", WHITE: "LUC4"})
    scene.turn("SIE4", 1).refill().play("no_messenger").turn("LUC4", 1).refill()
    assert {"siena-roma", "siena-bologna"} <= offered(scene)
    assert "lucca-siena" not in offered(scene)


@cites("MES-18")
def test_a_floor_shifted_is_not_building():
    scene = table(3, {"roma": ("B", "W")}, hands={BLACK: "SIE4"}, draw_before_move=True).turn("SIE4", 1).refill()
    scene.s.floor[CITIES.index("roma"), 1, 1] = WHITE
    assert "siena-roma" not in offered(scene)
    assert not any(card.star and card.symbol == "move_top" for card in BOX.cards.list)
    late = table(3, {"roma": ("R", "B")}, turn=RED, hands={RED: "BOL7"}, draw_before_move=True)
    late.turn("BOL7", 1).refill().play("move_after", city="roma", site=1)
    assert late.s.built != CITIES.index("roma")


@cites("MES-19")
def test_example_2_two_to_a_city():
    towers = {"lucca": ("W", "R"), "roma": ("W", "")}
    scene = table(3, towers, turn=RED, hands={RED: "ROM3"}, between=("lucca-ferrara", "ferrara-bologna"))
    scene.turn("ROM3", 1).refill()
    assert scene.refused("messenger", between="verona-ferrara") == "MES-19"
    assert "verona-ferrara" not in offered(scene)
    assert "milano-lucca" in offered(scene)


@cites("MES-19")
def test_two_to_a_city_whichever_of_the_two_it_is():
    towers = {"lucca": ("W", "R"), "roma": ("W", "")}
    scene = table(3, towers, turn=RED, hands={RED: "ROM3"}, between=("lucca-ferrara", "verona-ferrara"))
    scene.turn("ROM3", 1).refill()
    assert scene.refused("messenger", between="ferrara-bologna") == "MES-19"
    assert "ferrara-bologna" not in offered(scene)


@cites("MES-20")
def test_one_between_two_cities():
    scene = table(3, PLAYED, turn=RED, hands={RED: "ROM3"}, between=("milano-parma",)).turn("ROM3", 1).refill()
    assert scene.refused("messenger", between="milano-parma") == "MES-20"


@cites("MES-21")
def test_messengers_beside_a_scored_city_still_take_their_place():
    towers = {"ferrara": ("BWW", "RR")}
    scene = table(3, towers, turn=RED, hands={RED: "ROM3"}, between=("lucca-ferrara", "ferrara-bologna"))
    scene.turn("ROM3", 1).refill()
    assert scene.refused("messenger", between="verona-ferrara") == "MES-19"
    assert scene.refused("messenger", between="lucca-ferrara") == "MES-20"


@cites("MES-22")
def test_a_messenger_is_never_moved_or_removed():
    match = simulated_match(compiled(GAME), 3, {"messengers": True}, 5, 1)
    lying: set[int] = set()
    for at in range(match.ply + 1):
        s = GAME.state.plain(match.state(at))
        now = {pair for pair in range(12) if s.messenger[pair]}
        assert lying <= now
        lying = now
    assert lying


@cites("MES-23")
def test_a_messenger_pays_those_who_win_not_its_placer():
    towers = {"parma": ("WWW", "R")}
    scene = table(3, towers, hands={BLACK: "VER3", WHITE: "PAR3"}).turn("VER3", 1).refill()
    scene.play("messenger", between="milano-parma").turn("PAR3", 1)
    assert [scene.s.bonus[seat] for seat in range(3)] == [0, 1, 1]


# ---------------------------------------------------------------- scoring


@cites("MES-24")
def test_one_messenger_pays_one_token_for_each_tower():
    scene = table(3, EXAMPLE_7, hands={BLACK: "BOL3"}, between=("siena-bologna",)).turn("BOL3", 1)
    assert [scene.s.bonus[seat] for seat in range(3)] == [0, 1, 1]
    assert "and 2 more points each for messengers." in scene.lines[BLACK][-1]


@cites("MES-25", "MES-26")
def test_example_3_two_messengers():
    between = ("siena-bologna", "bologna-firenze")
    scene = table(3, EXAMPLE_7, hands={BLACK: "BOL3"}, between=between)
    before = [scene.s.prestige[seat] + 2 * scene.s.bonus[seat] for seat in range(3)]
    scene.turn("BOL3", 1)
    after = [scene.s.prestige[seat] + 2 * scene.s.bonus[seat] for seat in range(3)]
    assert [new - old for new, old in zip(after, before, strict=True)] == [0, 10, 13]


@cites("MES-24")
def test_example_4_both_towers():
    scene = table(3, {"parma": ("BB", "B")}, hands={BLACK: "PAR1"}, between=("milano-parma",)).turn("PAR1", 1, 2)
    assert (scene.s.prestige[BLACK], scene.s.bonus[BLACK], scene.s.towers[BLACK]) == (7, 2, 2)
    assert scene.s.prestige[BLACK] + 2 * scene.s.bonus[BLACK] == 11


@cites("MES-26")
def test_messengers_are_counted_at_the_moment_of_scoring():
    scene = table(3, {"parma": ("BWB", "RR")}, hands={BLACK: "SIE4"}).turn("SIE4", 1).refill()
    scene.play("messenger", between="milano-parma")
    assert scene.s.counted[CITIES.index("parma")] == 0
    assert sum(scene.s.bonus) == 0


@cites("MES-27")
def test_example_5_beside_a_scored_city():
    towers = {"lucca": ("BBWB", "RWR"), "milano": ("BBR", "WWR")}
    scene = table(3, towers, hands={BLACK: "SIE4", WHITE: "MIL4"}).turn("SIE4", 1).refill()
    scene.play("messenger", between="milano-lucca")
    assert sum(scene.s.bonus) == 0
    scene.turn("MIL4", 2)
    assert [scene.s.bonus[seat] for seat in range(3)] == [1, 1, 0]


@cites("MES-28")
def test_it_may_lie_between_two_scored_cities():
    towers = {"lucca": ("BBWB", "RWR"), "ferrara": ("BWW", "RR")}
    scene = after_star(towers=towers)
    assert "lucca-ferrara" in offered(scene)
    scene.play("messenger", between="lucca-ferrara")
    assert sum(scene.s.bonus) == 0


@cites("MES-08")
def test_example_6_a_star_card_in_the_last_turn():
    scene = table(3, hands={BLACK: "SIE4"}).without_deck()
    scene.s.turns = 47
    scene.turn("SIE4", 1)
    assert scene.actor == BLACK
    assert len(offered(scene)) == 7
    assert scene.play("no_messenger").actor == HOUSE


@cites("MES-24", "MES-17")
def test_example_13_completing_and_placing():
    towers = {"verona": ("BB", "WW")}
    scene = table(3, towers, turn=WHITE, hands={WHITE: "VER3"}, between=("parma-verona",)).turn("VER3", 1)
    assert scene.s.counted[CITIES.index("verona")] == 1
    assert [scene.s.bonus[seat] for seat in range(3)] == [1, 1, 0]
    assert scene.actor == WHITE
    assert scene.refused("messenger", between="parma-verona") == "MES-17"
    assert scene.refused("messenger", between="verona-ferrara") == "MES-17"


# ---------------------------------------------------------------- the end


@cites("MES-29", "MES-33")
def test_example_7_the_penalty_clear_case():
    towers = {"siena": ("BWR", "BWR"), "bologna": ("BWBW", "B")}
    scene = counting(towers, ("siena-bologna",))
    assert [help_in_messenger_cities(scene.s, seat)[0] for seat in range(3)] == [4, 3, 2]
    scene.house("count_messengers")
    assert scene.s.penalised == RED
    assert scene.lines[SPECTATOR][-1] == (
        "Red has helped least in messenger cities, with 2 floors in 2 towers, and takes the -3 token."
    )


@cites("MES-34")
def test_example_8_floors_decide():
    scene = counting({"siena": ("BWR", "BWR"), "bologna": ("BWWRRR", "B")}, ("siena-bologna",))
    assert [help_in_messenger_cities(scene.s, seat) for seat in range(3)] == [(4, 4), (3, 4), (3, 5)]
    assert scene.house("count_messengers").s.penalised == WHITE


@cites("MES-35")
def test_example_9_nobody():
    scene = counting({"siena": ("BWR", "BWR"), "bologna": ("BWWRR", "B")}, ("siena-bologna",))
    assert [help_in_messenger_cities(scene.s, seat) for seat in range(3)] == [(4, 4), (3, 4), (3, 4)]
    assert scene.house("count_messengers").s.penalised == -1
    assert scene.lines[SPECTATOR][-1].startswith("Nobody takes the -3 token")
    two_of_three = counting({"siena": ("BWR", "BWR"), "bologna": ("BBBWWRR", "")}, ("siena-bologna",))
    assert [help_in_messenger_cities(two_of_three.s, seat) for seat in range(3)] == [(3, 5), (3, 4), (3, 4)]
    assert two_of_three.house("count_messengers").s.penalised == -1


@cites("MES-30")
def test_floors_are_counted_as_they_stand_at_the_end():
    scene = counting({"siena": ("BWR", "BWR"), "bologna": ("BW", "")}, ("siena-bologna",))
    assert help_in_messenger_cities(scene.s, RED) == (2, 2)
    scene.s.floor[CITIES.index("bologna"), 0, 1] = RED
    assert help_in_messenger_cities(scene.s, RED) == (3, 3)
    assert help_in_messenger_cities(scene.s, WHITE) == (2, 2)


@cites("MES-31")
def test_only_cities_with_messengers_count():
    scene = counting({"siena": ("BWR", "WR"), "roma": ("BBB", "BB"), "bologna": ("", "")}, ("siena-bologna",))
    assert [help_in_messenger_cities(scene.s, seat) for seat in range(3)] == [(1, 1), (2, 2), (2, 2)]


@cites("MES-32")
@pytest.mark.parametrize(("late", "cities"), [(False, ["milano"]), (True, ["milano", "lucca"])])
def test_example_10_late_messengers(late, cities):
    towers = {"lucca": ("BBWB", "RWR"), "milano": ("BBR", "WWR")}
    scene = table(3, towers, hands={BLACK: "SIE4", WHITE: "MIL4"}, late_messengers_count=late)
    scene.turn("SIE4", 1).refill().play("messenger", between="milano-lucca").turn("MIL4", 2)
    assert [city for city in CITIES[:9] if facts.is_messenger_city(scene.s, CITIES.index(city))] == cities


@cites("MES-32")
def test_late_messengers_do_not_count_unless_the_table_chooses():
    assert GAME.complete(3, {})["late_messengers_count"] is False


@cites("MES-36")
def test_example_11_no_messenger_city():
    scene = table(3, {"siena": ("BWR", "BWR")})
    assert all_played(scene).house("count_messengers").s.penalised == -1
    assert scene.actor == OVER


@cites("MES-37")
def test_messengers_never_placed_do_nothing():
    scene = table(3, {"parma": ("BWB", "R")}, turn=RED, hands={RED: "PAR3"}).turn("PAR3", 2)
    assert sum(scene.s.bonus) == 0
    before = scene.scores()
    assert all_played(scene).house("count_messengers").scores() == before


@cites("MES-38")
def test_the_score_adds_two_points_a_token_and_the_penalty():
    scene = table(3)
    scene.s.prestige[BLACK], scene.s.bonus[BLACK], scene.s.penalised = 20, 3, BLACK
    assert scene.scores()[BLACK] == 23


@cites("MES-38")
def test_two_point_tokens_are_no_city_tokens_in_a_tie():
    scene = table(3)
    for seat, (prestige, bonus, towers) in enumerate([(20, 5, 3), (26, 2, 4), (10, 0, 2)]):
        scene.s.prestige[seat], scene.s.bonus[seat], scene.s.towers[seat] = prestige, bonus, towers
    enter(scene.s, facts.FINISHED, OVER)
    assert scene.scores() == [30, 30, 10]
    assert scene.places() == [2, 1, 3]


def test_the_end_shows_piles_first_and_counts_then():
    scene = table(3, hands={BLACK: "SIE5"}).without_deck()
    scene.s.turns = 47
    scene.turn("SIE5", 1)
    assert scene.legal(HOUSE) == ["show_piles"]
    scene.house("show_piles")
    assert scene.legal(HOUSE) == ["count_messengers"]
    assert scene.house("count_messengers").actor == OVER


def test_a_scored_city_remembers_how_many_messengers_it_had():
    scene = table(3, {"verona": ("BB", "WW")}, between=("parma-verona", "verona-ferrara"))
    assert scene.s.counted[CITIES.index("verona")] == -1
    score_city(scene.s, CITIES.index("verona"))
    assert scene.s.counted[CITIES.index("verona")] == 2
