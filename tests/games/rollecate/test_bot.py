"""Rollecate: the instincts of bots."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tabbytop.arena.simulate import simulated_match
from tabbytop.bots.bot import Moment, moment_of
from tabbytop.bots.thinking import Budget, Thinker
from tabbytop.engine.luck import SwiftLuck, stream
from tabbytop.engine.match import Match
from tabbytop.engine.referee import Interpreted
from tabbytop.games.rollecate import bot, rules
from tabbytop.games.rollecate.facts import ACTING, FINISHED
from tabbytop.games.rollecate.game import GAME
from tabbytop.games.rollecate.moves import MOVES
from tabbytop.kit.cases import compiled
from tests.games.rollecate.scene import REFEREE, Scene, card

TABLES = [(2, {}), (3, {}), (4, {}), (1, {}), (1, {"mode": "solo_hard"}), (1, {"mode": "betsy"})]


def weights(scene):
    """What the policy thinks of every legal move, by its text."""
    legal = REFEREE.legal(scene.state, scene.actor)
    ids, out = np.array(legal, np.int32), np.zeros(len(legal), np.int32)
    bot.policy(scene.s, scene.actor, ids, len(legal), out)
    return {str(MOVES.read(move)): int(weight) for move, weight in zip(legal, out, strict=True)}


def guesses(scene):
    """What the evaluation thinks of every seat."""
    out = np.zeros(4)
    bot.evaluate(scene.s, out)
    return out[: scene.s.seats].tolist()


def favourite(scene):
    found = weights(scene)
    return max(found, key=lambda move: found[move])


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_every_legal_move_has_a_weight_and_every_seat_a_guess_between_0_and_1(players, options):
    match = simulated_match(Interpreted(GAME), players, options, seed=21, number=0)
    for ply, entry, before, _ in match.walk():
        if ply % 3 == 0:
            s = GAME.state.plain(before)
            out = np.zeros(4)
            bot.evaluate(s, out)
            assert all(0.0 <= guess <= 1.0 for guess in out)
            if entry.seat >= 0:
                legal = np.array(REFEREE.legal(before, entry.seat), np.int32)
                found = np.zeros(len(legal), np.int32)
                bot.policy(s, entry.seat, legal, len(legal), found)
                assert (found >= 1).all()


def test_a_pair_in_reach_makes_a_pass_welcome():
    assert favourite(Scene("3-1-[1]-1-1-1", hand="1").pile(0, "3")) == "pass"
    assert favourite(Scene("3-1-[1]-1-1-1", hand="1").pile(0, "2")) != "pass"


def test_a_chaos_card_waits_for_its_value():
    waiting = weights(Scene("2-2-[2]-2", hand="x4 1").pile(0, "1"))
    meeting = weights(Scene("2-2-[2]-2", hand="x4 1").pile(0, "4"))
    assert waiting["chaos(value=4, combine=no)"] < waiting["build(card=1 straight, bend=straight)"]
    assert max(meeting, key=lambda move: meeting[move]) == "chaos(value=4, combine=yes)"


def test_cards_in_hand_matter_more_towards_the_end():
    early = weights(Scene("2-2-2-2-[4]", hand="4 x1"))
    late = weights(Scene("2-2-2-2-[4]", hand="4 x1 2 2", deck="1~"))
    assert late["pass"] / sum(late.values()) < early["pass"] / sum(early.values())


def test_penalty_cards_are_laid_so_that_pairs_leave():
    scene = Scene("2-1-2-[4]", hand="4").pile(0, "3").build("4").roll(4)
    assert favourite(scene) == "lay(card=2 straight, combine=no)"
    assert favourite(scene.lay("2")) == "lay(card=2 straight, combine=yes)"


def least_sum(pile, cards):
    """The least that a pile can add up to after laying cards in every order, combined or not."""
    if not cards:
        return sum(pile)
    ends = []
    for index, value in enumerate(cards):
        rest = cards[:index] + cards[index + 1 :]
        ends.append(least_sum((*pile, value), rest))
        if pile and pile[-1] == value:
            ends.append(least_sum(pile[:-1], rest))
    return min(ends)


def played_by(choose, scene):
    """Lay all penalty cards as `choose` says; returns what the pile adds up to."""
    while scene.s.taken_size:
        name = choose(scene) if scene.actor >= 0 else scene.legal()[0]
        scene.lay(scene_card(name), "yes" if "yes" in name else "no")
    return scene.scores()[0]


def scene_card(name):
    """The card of a move, written short."""
    return next(text for text in ("1", "2", "3", "4") if f"card={card(text)}," in name)


@pytest.mark.parametrize("deal", range(60))
def test_penalty_cards_are_laid_in_the_best_order_there_is(deal):
    dice = random.Random(deal)
    pile = tuple(dice.choices((1, 2, 3, 4), k=dice.randint(0, 5)))
    cards = tuple(dice.choices((1, 2, 3, 4), k=dice.randint(1, 3)))
    scene = Scene("-".join([*map(str, cards), "[4]"]), hand="4").pile(0, " ".join(map(str, pile)))
    scene.build("4").roll(1 + len(cards))
    best = least_sum(pile, cards)
    assert sum(pile) + bot.pile_with(scene.s, 0, bot.taken_cards(scene.s), 0) / 1000 == best
    assert played_by(favourite, scene) == best


def test_running_further_can_be_cheaper_than_stopping():
    scene = Scene("3-3-1-[4]", hand="4").pile(0, "1 3")
    costs = np.zeros(bot.MOST_TAKEN + 1, np.int64)
    bot.count_penalties(scene.s, 0, 0, costs)
    assert costs[:4].tolist() == [0, -3000, 0, -1000]


def test_two_equal_chaos_cards_leave_together():
    scene = Scene("1-1-[4]-4", hand="x3 x3 1 1", deck="4~").pile(0, "1")
    assert favourite(scene) == "chaos(value=3, combine=no)"
    assert favourite(scene.chaos(3)) == "chaos(value=3, combine=yes)"


def test_no_card_is_laid_between_two_that_could_leave():
    found = weights(Scene("1-1-[4]-4", hand="x2 x4 3", deck="4~").pile(0, "2"))
    assert found["chaos(value=2, combine=yes)"] > found["chaos(value=4, combine=no)"]
    assert found["chaos(value=2, combine=yes)"] > found["chaos(value=2, combine=no)"]


def test_curves_go_where_there_is_room():
    scene = Scene("1<-1<-[1<]", hand="1~")
    found = weights(scene)
    assert found["build(card=1 curve, bend=right)"] > found["build(card=1 curve, bend=left)"]


def test_whoever_has_fewer_points_is_taken_to_be_ahead():
    one, other = guesses(Scene(hand="1").pile(0, "1 2").pile(1, "4 4~ 3 2 4"))
    assert one > 0.6
    assert other < 0.4
    alone = guesses(Scene(hand="1", players=1).pile(0, "1 2"))[0]
    assert alone > guesses(Scene(hand="1", players=1).pile(0, "4 4~ 3 2 4"))[0]


def test_a_finished_game_alone_is_guessed_by_its_points_alone():
    results = []
    for cards in ("1", "4 4", "4 4 4 3 3 3"):
        scene = Scene("2-[2]", players=1).pile(0, cards)
        scene.s.deck_size = 0
        scene.s.phase = FINISHED
        results.append(guesses(scene)[0])
    assert results == sorted(results, reverse=True)
    assert len(set(results)) == 3


def test_a_lost_game_is_worth_nothing():
    scene = Scene("1-1-[4]", hand="3", players=1, mode="solo_hard").derailed(3).build("3").play("done")
    scene.play("throw", -1, wheels=3).house("ride")
    assert guesses(scene) == [0.0]


def test_hard_solo_makes_careful():
    easy = weights(Scene("2-2-[1]-1", hand="4 1", players=1))
    hard = weights(Scene("2-2-[1]-1", hand="4 1", players=1, mode="solo_hard").derailed(3))
    build = f"build(card={card('4')}, bend=straight)"
    assert hard[build] / sum(hard.values()) < 0.02
    assert hard[build] / sum(hard.values()) <= easy[build] / sum(easy.values())


def test_alone_the_search_tells_a_good_end_from_a_bad_one():
    """There is no rival to be placed before, so the points must count."""
    scene = Scene("2-2-2-[2]-1-1-1", hand="1 1 1~", deck="", players=1)
    scene.check_deck()
    view = GAME.state.view(scene.state, 0)
    moment = Moment(GAME, 1, GAME.complete(1, {}), 0, view, tuple(REFEREE.legal(scene.state, 0)), ())
    thought = Thinker(compiled(GAME), seed=1).think(moment, Budget(400, horizon=100))
    by_move = {str(MOVES.read(candidate.move)): candidate.result for candidate in thought.candidates}
    assert by_move["pass"] < by_move["build(card=1 straight, bend=straight)"] - 0.02
    assert thought.best != MOVES.families["pass"]()


def played_by_search(players: int, number: int) -> Match:
    """A game of small searches against each other."""
    match = Match(GAME, players, {}, luck=SwiftLuck(4242, number), referee=compiled(GAME))
    heads = [Thinker(compiled(GAME), seed=10 * number + seat, nodes=1 << 12) for seat in range(players)]
    match.advance()
    while not match.over:
        seat = match.actor
        match.play(seat, heads[seat].think(moment_of(match, seat), Budget(60)).best)
        match.advance()
    return match


def test_rivals_hold_what_they_are_believed_to_hold():
    """In games that nobody counted before: of cards that are soon played, and of cards that are kept."""
    held, believed, dealt = np.zeros(2), np.zeros(2), np.zeros(2)
    for number in range(10):
        for ply, entry, before, _ in played_by_search(2 + number % 2, number).walk():
            truth = GAME.state.plain(before)
            if truth.phase != ACTING:
                continue
            likely = bot.KEPT[:, bot.STAGE[min(14, truth.deck_size // truth.seats)]]
            groups = np.array([likely < 75, likely > 125])
            rivals = [seat for seat in range(truth.players) if seat != entry.seat]
            held += groups @ before["hand"][0, rivals].sum(0)
            for deal, sums in ((bot.believe, believed), (rules.imagine, dealt)):
                for draw in range(2):
                    world = GAME.state.view(before, entry.seat)
                    deal(GAME.state.plain(world), entry.seat, stream(ply, draw))
                    np.add(sums, groups @ world["hand"][0, rivals].sum(0) / 2, out=sums)
    assert held.min() > 200
    assert (np.abs(believed - held) < 0.12 * held).all()
    assert (np.abs(believed - held) < np.abs(dealt - held) / 2).all(), "better than if nobody chose what to play"
