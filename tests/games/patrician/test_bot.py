"""What a bot knows without thinking: what is worth what, and which moves look natural."""

from __future__ import annotations

import numpy as np
import pytest

from tabbytop.arena.simulate import simulated_match
from tabbytop.bots import levels
from tabbytop.bots.bot import moment_of
from tabbytop.engine.match import Match
from tabbytop.engine.rule import scratch
from tabbytop.engine.seats import OVER
from tabbytop.games.patrician import bot
from tabbytop.games.patrician.board import CARD_IDS, CITIES
from tabbytop.games.patrician.game import GAME
from tabbytop.games.patrician.moves import MOVES
from tabbytop.kit.cases import compiled
from tests.games.patrician.scene import BLACK, RED, REFEREE, WHITE, Scene


def worth(scene: Scene, seat: int, city: str) -> int:
    sketch = scratch(bot.SKETCH)
    bot.sketch_city(scene.s, CITIES.index(city), sketch)
    return int(bot.worth_for(scene.s, seat, sketch, CITIES.index(city)))


def weights(scene: Scene) -> dict[str, int]:
    """How natural each legal move looks."""
    ids = np.array(REFEREE.legal(scene.state, scene.actor), np.int32)
    found = np.zeros(len(ids), np.int32)
    bot.policy(scene.s, scene.actor, ids, len(ids), found)
    return {str(MOVES.read(int(move))): int(weight) for move, weight in zip(ids, found, strict=True)}


def guesses(scene: Scene) -> list[float]:
    out = np.zeros(5)
    bot.evaluate(scene.s, out)
    return [float(guess) for guess in out[: scene.s.seats]]


def favourite(scene: Scene) -> str:
    found = weights(scene)
    return max(found, key=lambda move: found[move])


def test_the_worth_of_a_city_is_what_its_tokens_pay_whoever_leads():
    hands = {BLACK: "ROM1 ROM2 FIR1", WHITE: "SIE1 SIE2 LUC1", RED: "MIL1 MIL2 VER1"}
    scene = Scene(3, {"bologna": ("BB", "W")}, hands=hands)
    shares = [worth(scene, seat, "bologna") for seat in range(3)]
    assert sum(shares) == pytest.approx(15_000, abs=10)
    assert shares[BLACK] > shares[WHITE]
    assert shares[BLACK] > shares[RED]


def test_a_crest_in_hand_is_worth_something():
    towers = {"siena": ("B", "W")}
    without, held = (Scene(3, towers, hands={RED: cards}) for cards in ("ROM1 ROM2 FIR1", "SIE1 ROM2 FIR1"))
    assert worth(held, RED, "siena") > worth(without, RED, "siena")


def test_messengers_raise_the_worth_of_a_city():
    plain = Scene(3, {"bologna": ("BB", "W")})
    rich = Scene(3, {"bologna": ("BB", "W")}, between=("siena-bologna",), messengers=True)
    assert sum(worth(rich, seat, "bologna") - worth(plain, seat, "bologna") for seat in range(3)) == pytest.approx(
        4000, abs=10
    )


def test_who_holds_the_last_card_decides_a_city():
    """Verona [BBW] / [W] waits for one floor, and Red has it: on top of either tower it changes no majority."""
    scene = Scene(3, {"verona": ("BBW", "W")}, hands={RED: "VER4"})
    assert worth(scene, BLACK, "verona") == 5000
    white = Scene(3, {"verona": ("BBW", "W")}, hands={WHITE: "VER4"})
    assert worth(white, WHITE, "verona") == 7000


def test_who_holds_the_last_two_crests_decides_a_city():
    scene = Scene(3, {"ferrara": ("BWB", "")}, hands={RED: "FER1"})
    assert worth(scene, BLACK, "ferrara") == 5000
    assert worth(scene, RED, "ferrara") == 2000


def test_a_sketch_is_left_as_it_was():
    scene = Scene(3, {"ferrara": ("BWB", "")}, hands={RED: "FER1"})
    sketch = scratch(bot.SKETCH)
    bot.sketch_city(scene.s, CITIES.index("ferrara"), sketch)
    before = [int(sketch[site]) for site in range(2)]
    bot.worth_for(scene.s, RED, sketch, CITIES.index("ferrara"))
    assert [int(sketch[site]) for site in range(2)] == before


def test_the_third_portrait_is_worth_most():
    scene = Scene(3, hands={BLACK: "ROM1 SIE1 PAR1"})
    scene.s.turns = 36
    gains = []
    for heads in range(3):
        scene.s.portraits[BLACK, 1] = heads
        gains.append(bot.gain_of_heads(scene.s, BLACK, CARD_IDS.index("SIE4")))
    assert gains[0] < gains[1] < gains[2]


def test_the_floor_that_wins_both_towers_looks_natural():
    scene = Scene(3, {"verona": ("BBW", "W")}, turn=WHITE, hands={WHITE: "VER4"}).play("play", card="VER4")
    assert favourite(scene) == "floor(site=1)"


def with_two_contessas() -> Scene:
    """Siena and Lucca are alike for Black, but a third Contessa lies at Siena."""
    scene = Scene(3, hands={BLACK: "SIE4 LUC4 ROM1"}, face_up={"siena": "FER2", "lucca": "MIL5", "roma": "MIL1"})
    scene.s.portraits[BLACK, 0] = 2
    return scene


def test_a_card_is_played_where_a_better_one_lies():
    found = weights(with_two_contessas())
    assert found["play(card=SIE4)"] > found["play(card=LUC4)"]


def test_a_move_that_wins_a_tower_looks_natural():
    """Firenze [RRBBB] / [W]: without the top floor Red and Black are level there."""
    scene = Scene(3, {"firenze": ("RRBBB", "W"), "siena": ("R", "W")}, turn=RED, hands={RED: "BOL7"}).plan("BOL7", 1)
    found = weights(scene)
    assert found["move(city=firenze, site=1)"] > found["no_move"] > found["move(city=siena, site=1)"]


def test_with_a_question_mark_the_better_card_looks_natural():
    scene = Scene(3, hands={BLACK: "SIE5 ROM1 PAR1"}, face_up={"roma": "SIE3", "parma": "MIL5"})
    scene.s.portraits[BLACK, 0] = 1
    scene.plan("SIE5", 1)
    assert weights(scene)["take(city=roma)"] > weights(scene)["take(city=parma)"]


def test_a_messenger_goes_where_one_leads():
    towers = {"roma": ("WWW", "WW"), "milano": ("BB", "B"), "parma": ("B", "B")}
    scene = Scene(3, towers, hands={BLACK: "VER3"}, messengers=True).turn("VER3", 1).refill()
    found = weights(scene)
    assert found["messenger(between=milano-parma)"] > found["messenger(between=siena-roma)"]
    assert favourite(scene) == "messenger(between=milano-parma)"


def test_guesses_lie_between_last_and_first_and_follow_the_points():
    scene = Scene(3)
    even = guesses(scene)
    assert all(0 < guess < 1 for guess in even)
    scene.s.prestige[WHITE] = 15
    ahead = guesses(scene)
    assert ahead[WHITE] > even[WHITE]
    assert ahead[BLACK] < even[BLACK]


def test_a_plan_is_judged_by_where_it_leads():
    """Before the second step is chosen, a good card is already better than a poor one."""
    siena, lucca = (guesses(with_two_contessas().play("play", card=card))[BLACK] for card in ("SIE4", "LUC4"))
    assert siena > lucca


def test_a_planned_move_is_judged_too():
    scene = Scene(3, {"firenze": ("RBB", "W")}, turn=RED, hands={RED: "BOL7"}).plan("BOL7", 1)
    before = bot_points(scene)
    after = bot_points(scene.play("move", city="firenze", site=1))
    assert after[BLACK] < before[BLACK]


def bot_points(scene: Scene) -> list[int]:
    expected = scratch(5)
    bot.expect_points(scene.s, expected)
    return [int(points) for points in expected[: scene.s.seats]]


def test_who_helps_nowhere_may_expect_the_penalty():
    towers = {"siena": ("BW", "BW"), "bologna": ("BW", "BW")}
    scene = Scene(3, towers, between=("siena-bologna",), messengers=True)
    with_penalty = bot_points(scene)
    scene.s.messengers = 0
    without = bot_points(scene)
    change = [new - old for new, old in zip(with_penalty, without, strict=True)]
    assert change[RED] < change[BLACK]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("messengers", [False, True])
def test_instincts_hold_in_every_state_of_a_game(players, messengers):
    options = {"messengers": messengers}
    match = simulated_match(compiled(GAME), players, options, 6, 0)
    for at in range(0, match.ply, 9):
        scene = Scene.before_play(players, messengers=messengers)
        scene._use(match.state(at))
        assert all(0 <= guess <= 1 for guess in guesses(scene))
        if scene.actor >= 0:
            assert all(weight >= 1 for weight in weights(scene).values())


def test_a_bot_wins_with_its_last_card():
    """White's last turn: the floor on the left wins Verona's 5 and with it the game."""
    match = simulated_match(compiled(GAME), 2, {}, 6, 3)
    ply = next(at for at in range(match.ply - 1, 0, -1) if len(legal_at(match, at)) > 1)
    again = Match(GAME, 2, {}, luck=match.luck, referee=compiled(GAME))
    for entry in match.log[:ply]:
        again.accept(entry.seat, entry.move)
    seat = again.actor
    results = {}
    for move in again.legal(seat):
        fork = again.fork()
        fork.play(seat, move)
        fork.advance()
        while fork.actor != OVER:
            fork.play(fork.actor, fork.legal(fork.actor)[0])
            fork.advance()
        assert fork.result is not None
        results[move] = fork.result.places[seat]
    choice = levels.make("top-cat", compiled(GAME), 1).choose(moment_of(again, seat))
    assert results[choice] == min(results.values())


def legal_at(match: Match, at: int) -> list[int]:
    state = match.state(at)
    seat = REFEREE.actor(state)
    return REFEREE.legal(state, seat) if seat >= 0 else []
