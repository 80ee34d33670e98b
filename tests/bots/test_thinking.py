"""Thinking: repeatable, bounded, honest, and without peeking."""

from __future__ import annotations

import dataclasses
import itertools
import pickle
from types import SimpleNamespace

import msgspec
import numpy as np
import pytest

from tabbytop import games
from tabbytop.benchmarks.connect_four.game import GAME as CONNECT_FOUR
from tabbytop.bots import levels, thinking
from tabbytop.bots.bot import Moment, moment_of
from tabbytop.bots.levels import LevelBot
from tabbytop.bots.search import LINKS, SUMS, VISITS, add_node, choose_child
from tabbytop.bots.thinking import SLICE, Budget, Thinker
from tabbytop.bots.workers import Question
from tabbytop.engine.game import Game, Skill
from tabbytop.engine.luck import SwiftLuck
from tabbytop.engine.match import Match
from tabbytop.engine.state import Ids
from tabbytop.kit.cases import ALL, GAMES, PLAIN, Case, compiled
from tabbytop.kit.high_cat.game import GAME as HIGH_CAT

CAT_CAB = games.load("cat-cab")
SEARCHED = [case for case in PLAIN if case.game.clock is None]
"""Races are played by hands, which do not search: see `test_live`."""


def first_moment(case: Case, number: int = 0) -> Moment:
    """The first decision with a choice in a random game."""
    match = Match(case.game, case.players, case.chosen, luck=SwiftLuck(8, number), referee=compiled(case.game))
    match.advance()
    while len(match.legal(match.actor)) == 1:
        match.play(match.actor, match.legal(match.actor)[0])
        match.advance()
    return moment_of(match, match.actor)


def whole_game(case: Case, names: list[str], number: int = 0) -> Match:
    """A game between bots of these levels."""
    referee = compiled(case.game)
    match = Match(case.game, case.players, case.chosen, luck=SwiftLuck(8, number), referee=referee)
    bots = [levels.make(names[seat % len(names)], referee, seat) for seat in range(case.players)]
    match.advance()
    while not match.over:
        seat = match.actor
        match.play(seat, bots[seat].choose(moment_of(match, seat)))
        match.advance()
    return match


@pytest.mark.parametrize("case", [case for case in ALL if case.game.clock is None], ids=str)
def test_every_level_answers_in_every_game_with_every_option(case: Case):
    moment = first_moment(case)
    for level in levels.LEVELS:
        small = levels.Level(f"small {level.name}", level.words, Budget(min(40, level.budget.simulations)), level.slips)
        assert LevelBot(small, compiled(case.game), seed=1).choose(moment) in moment.legal


def test_a_game_may_say_how_a_level_plays_it():
    game = dataclasses.replace(CAT_CAB, skills={"top-cat": Skill(simulations=70, slips=0.5)})
    alley_cat, top_cat = levels.named("alley-cat", game), levels.named("top-cat", game)
    assert top_cat.playing(game).budget == dataclasses.replace(top_cat.budget, simulations=70)
    assert top_cat.playing(game).slips == 0.5
    assert alley_cat.playing(game) == alley_cat


def test_a_cat_that_is_tempted_plays_what_it_thought_of_and_any_other_whatever_is_legal():
    moment = first_moment(PLAIN[0])
    careless = levels.Level("careless", "", Budget(30, horizon=0), slips=1.0)
    played: dict[bool, set[int]] = {True: set(), False: set()}
    for tempted, moves in played.items():
        for seed in range(60):
            bot = LevelBot(dataclasses.replace(careless, tempted=tempted), compiled(moment.game), seed)
            moves.add(move := bot.choose(moment))
            if tempted:
                assert bot.thought is not None
                assert move in [candidate.move for candidate in bot.thought.candidates[1:] if candidate.visits]
    assert played[False] == set(moment.legal)


def test_who_forgets_thinks_about_a_table_without_it_and_plays_what_is_legal_at_the_true_one():
    game, seen = games.load("hot-tin-roof"), 0
    for number in range(30):
        match = Match(game, 3, {}, luck=SwiftLuck(8, number), referee=compiled(game))
        bots = [levels.make("kitten", compiled(game), seat) for seat in range(3)]
        while not match.over and match.ply < 100 + 4 * number:
            match.advance()
            if not match.over:
                match.play(match.actor, bots[match.actor].choose(moment_of(match, match.actor)))
        match.advance()
        if match.over or len(match.legal(match.actor)) == 1:
            continue
        moment = moment_of(match, match.actor)
        hasty = levels.Level("hasty", "", Budget(200, horizon=0), forgets=1.0)
        bot = LevelBot(dataclasses.replace(hasty), compiled(game), seed=3)
        bot.level = hasty
        assert bot.choose(moment) in moment.legal
        assert bot.thought is not None
        careful = Thinker(compiled(game), 3).think(moment, Budget(200, horizon=0))
        seen += bot.thought.best != careful.best
        assert moment_of(match, match.actor).view.tobytes() == moment.view.tobytes()
    assert seen > 3, "what is forgotten changed hardly anything"


@pytest.mark.parametrize("card", GAMES, ids=lambda card: card.id)
def test_cards_speak_of_levels_that_exist(card: Game):
    assert set(card.skills) <= set(levels.NAMES)


def test_less_curiosity_stays_with_what_did_well():
    moment = first_moment(PLAIN[0])
    shares = []
    for curiosity in (0.01, 30.0):
        calm = dataclasses.replace(moment, game=dataclasses.replace(moment.game, curiosity=curiosity))
        thought = Thinker(compiled(moment.game), 1).think(calm, Budget(400))
        shares.append(thought.candidates[0].visits / sum(candidate.visits for candidate in thought.candidates))
    assert shares[0] > shares[1] + 0.1


@pytest.mark.parametrize(("own_time", "clock"), [(False, "perf_counter"), (True, "thread_time")])
def test_thinking_ends_when_the_clock_of_its_budget_says_so(own_time: bool, clock: str, monkeypatch):
    """It is looked at to begin with, after every slice and at the end, and here a second passes each time."""
    moment, spent = first_moment(PLAIN[0]), []
    for seconds in (10.0, 20.0):
        looks = itertools.count()
        clocks = {"perf_counter": lambda: 0.0, "thread_time": lambda: 0.0}
        clocks[clock] = lambda looks=looks: float(next(looks))
        monkeypatch.setattr(thinking, "time", SimpleNamespace(**clocks))
        budget = Budget(1 << 40, seconds, own_time=own_time)
        spent.append(Thinker(compiled(moment.game), 1).think(moment, budget).simulations)
    assert spent == [10 * SLICE, 20 * SLICE]


def test_every_budget_can_be_sent_to_another_machine():
    for level in levels.LEVELS:
        budget = level.within(0.1).budget
        assert msgspec.convert(msgspec.json.decode(msgspec.json.encode(budget)), Budget) == budget


def test_doubt_tries_what_looks_odd_and_none_leaves_the_search_as_it_was():
    moment = first_moment(PLAIN[0])
    least = []
    for doubt in (0.0, 0.2, 1.0):
        thought = Thinker(compiled(moment.game), 1).think(moment, Budget(400, doubt=doubt))
        shares = sorted(candidate.visits for candidate in thought.candidates)
        least.append(shares[0] / sum(shares))
    assert least[0] <= least[1] <= least[2]
    assert least[2] > least[0]
    for doubted in ("patrician", "hot-tin-roof"):
        told = {level.name: level.playing(games.load(doubted)).budget.doubt for level in levels.LEVELS}
        assert told == {"kitten": 0, "house-cat": 0, "alley-cat": 0, "top-cat": 0.2, "lion": 0.2}


def test_a_strong_answer_that_looks_odd_is_tried_sooner_with_doubt():
    ids: Ids = np.array([0, 1], np.int32)
    found = []
    for doubt in (0.0, 0.2):
        links, sums = np.zeros(64 * LINKS, np.int32), np.zeros(64 * SUMS)
        nodes = 2
        children = [add_node(1, move, 0, nodes + move, links, sums) for move in ids.tolist()]
        tries = 0
        while links[children[1] * LINKS + VISITS] == 0:
            tries += 1
            chosen = choose_child(1, 2, 1.1, doubt, ids, np.array([1000, 1], np.int32), links, sums)
            links[children[chosen] * LINKS + VISITS] += 1
            sums[children[chosen] * SUMS] += (0.35, 0.85)[chosen]
            links[LINKS + VISITS] += 1
        found.append(tries)
    assert found[1] < found[0] / 10


@pytest.mark.parametrize("case", SEARCHED, ids=str)
def test_whole_games_are_played_and_repeat_themselves(case: Case):
    names = ["house-cat", "kitten"]
    one, two = whole_game(case, names), whole_game(case, names)
    assert one.over
    assert one.log == two.log


@pytest.mark.parametrize("case", SEARCHED, ids=str)
def test_the_same_seed_and_simulations_give_the_same_thought(case: Case):
    moment = first_moment(case)
    thoughts = [Thinker(compiled(case.game), seed).think(moment, Budget(300)) for seed in (5, 5, 6)]
    assert thoughts[0].candidates == thoughts[1].candidates
    assert thoughts[0].moves == thoughts[1].moves
    assert thoughts[2].candidates != thoughts[0].candidates


def test_a_thought_tells_visits_results_and_win_chances_of_every_legal_move():
    moment = first_moment(PLAIN[1])
    thought = Thinker(compiled(CAT_CAB), 1).think(moment, Budget(500))
    assert sorted(candidate.move for candidate in thought.candidates) == list(moment.legal)
    assert thought.candidates[0].visits == max(candidate.visits for candidate in thought.candidates)
    assert sum(candidate.visits for candidate in thought.candidates) == thought.simulations
    for candidate in thought.candidates:
        assert 0 <= candidate.win_chance <= 1
        assert 0 <= candidate.result <= 1
    assert thought.best == thought.candidates[0].move


def test_thinking_stops_when_the_choice_cannot_change_any_more():
    moment = first_moment(PLAIN[1])
    for budget in (1000, 4000):
        thought = Thinker(compiled(CAT_CAB), 1).think(moment, Budget(budget))
        most, second = thought.candidates[0].visits, thought.candidates[1].visits
        assert thought.simulations <= budget
        assert thought.simulations == budget or most - second > budget - thought.simulations


def test_the_tree_is_kept_for_the_next_small_decision():
    match = Match(CAT_CAB, 2, luck=SwiftLuck(8, 0), referee=compiled(CAT_CAB))
    match.advance()
    match.play(match.actor, match.legal(match.actor)[0])
    match.advance()
    seat = match.actor
    thinker = Thinker(compiled(CAT_CAB), 1)
    first = thinker.think(moment_of(match, seat), Budget(600))
    match.play(seat, first.best)
    assert match.actor == seat
    again = thinker.think(moment_of(match, seat), Budget(64))
    fresh = Thinker(compiled(CAT_CAB), 1).think(moment_of(match, seat), Budget(64))
    kept = sum(candidate.visits for candidate in again.candidates)
    assert kept > sum(candidate.visits for candidate in fresh.candidates)
    assert kept >= first.candidates[0].visits - 1


@pytest.mark.parametrize(
    ("columns", "best", "why"),
    [
        ("112233", 3, "completes a line of four"),
        ("71727", 6, "stops three in a column"),
        ("441133", 1, "makes an open line of three"),
    ],
)
def test_the_search_finds_what_a_player_sees(columns: str, best: int, why: str):
    referee = compiled(CONNECT_FOUR)
    match = Match(CONNECT_FOUR, referee=referee)
    for column in columns:
        match.play(match.actor, int(column) - 1)
    thought = Thinker(referee, 1).think(moment_of(match, match.actor), Budget(4000, horizon=42))
    assert thought.best == best, (why, thought.candidates)


def test_a_won_game_is_known_to_be_won():
    match = Match(CONNECT_FOUR, referee=compiled(CONNECT_FOUR))
    for column in "112233":
        match.play(match.actor, int(column) - 1)
    thought = Thinker(compiled(CONNECT_FOUR), 1).think(moment_of(match, 0), Budget(2000, horizon=42))
    winning = thought.candidates[0]
    assert (winning.move, winning.win_chance, winning.result) == (3, 1.0, 1.0)


def test_a_full_tree_goes_on_thinking_without_growing():
    moment = first_moment(PLAIN[1])
    thinker = Thinker(compiled(CAT_CAB), 1, nodes=50)
    assert thinker.think(moment, Budget(2000)).best in moment.legal
    assert thinker._count[0] <= 50


def test_after_an_undo_and_another_way_nothing_is_remembered_of_the_first():
    match = Match(CONNECT_FOUR, referee=compiled(CONNECT_FOUR))
    thinker = Thinker(compiled(CONNECT_FOUR), 1)
    match.play(0, 3)
    match.play(1, 3)
    thinker.think(moment_of(match, 0), Budget(500, horizon=42))
    match.undo_to(0)
    for seat, column in ((0, 0), (1, 6), (0, 3), (1, 2)):
        match.play(seat, column)
    again = thinker.think(moment_of(match, 0), Budget(64, horizon=42))
    assert sum(candidate.visits for candidate in again.candidates) == again.simulations == 64


def test_a_thinker_can_be_asked_about_another_game_in_between():
    thinker = Thinker(compiled(CAT_CAB), 1)
    for number in (0, 1, 0):
        moment = first_moment(PLAIN[1], number)
        assert thinker.think(moment, Budget(50)).best in moment.legal


def test_nothing_a_bot_is_given_depends_on_what_its_seat_cannot_know():
    """Everything in a question, byte by byte, for worlds that look alike to the seat and differ in the rest."""
    referee = compiled(HIGH_CAT)
    for number in range(30):
        match = Match(HIGH_CAT, 3, luck=SwiftLuck(3, number), referee=referee)
        match.advance()
        seat = match.actor
        true = pickle.dumps(Question.about(moment_of(match, seat), "top-cat", "x", 1))
        other = alike(match, seat, number)
        assert other.state().tobytes() != match.state().tobytes()
        assert pickle.dumps(Question.about(moment_of(other, seat), "top-cat", "x", 1)) == true


def alike(match: Match, seat: int, number: int) -> Match:
    """Another game with other hidden cards in which the seat was dealt the same two in the same order."""
    assert seat == 0  # its cards are the second and third that luck moves, after the buried one
    for other_number in range(100_000):
        other = Match(HIGH_CAT, 3, luck=SwiftLuck(1000 + number, other_number), referee=match.referee)
        other.advance()
        if other.log[1:3] == match.log[1:3] and other.state().tobytes() != match.state().tobytes():
            return other
    pytest.fail("no such game")


def test_a_moment_shows_empty_fields_where_the_seat_may_not_look():
    moment = first_moment(next(case for case in PLAIN if case.game is HIGH_CAT and case.players == 3))
    table = moment.table
    assert table.buried == -1
    assert [table.hand[seat] for seat in range(3) if seat != moment.seat] == [0, 0]
    assert table.hand[moment.seat] != 0
    shown = {moment.game.moves.read(entry.move).name for entry in moment.log}
    assert {"buried_unseen", "dealt_unseen", "deal"} <= shown
