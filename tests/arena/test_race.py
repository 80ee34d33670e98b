"""Races: live bots, faster than real time."""

from __future__ import annotations

from tabbytop import games
from tabbytop.arena.entrants import RandomBot
from tabbytop.arena.race import IDLE, act_first, let_pass, play_race
from tabbytop.arena.tournament import Tournament, play_game
from tabbytop.bots import levels
from tabbytop.bots.bot import Moment
from tabbytop.bots.live import QUICKEST, SLOWEST, Intention, LevelHand, LiveBot, Unhurried, glance, live
from tabbytop.engine.luck import SwiftLuck
from tabbytop.engine.match import Match
from tabbytop.engine.record import parse_record
from tabbytop.engine.referee import Interpreted
from tabbytop.engine.seats import CLOCK

RACE = games.load("kitty-paw")
READY = RACE.moves.ready()
GUESTS = "tests.arena.test_race:"
REFEREE = Interpreted(RACE)


class Waiting:
    """Never means to do anything."""

    def intend(self, moment: Moment) -> Intention | None:
        return None


class Cheating:
    """Answers what is not legal."""

    def intend(self, moment: Moment) -> Intention | None:
        return Intention(RACE.moves.clean_up(), 10)


class First:
    """Only knows how to choose: the first legal move."""

    def choose(self, moment: Moment) -> int:
        return moment.legal[0]


def new_race(players: int = 2, **options: object) -> Match:
    match = Match(RACE, players, options, luck=SwiftLuck(4, 2))
    match.advance()
    return match


def after(ms: int):
    return lambda moment: Intention(READY, ms)


def test_the_earliest_acts_at_its_time():
    match = new_race()
    act_first(match, {0: after(900), 1: after(400)})
    assert match.now == 400
    assert [entry.seat for entry in match.log if entry.seat >= 0] == [1]


def test_what_happens_by_itself_comes_before_a_later_intention():
    match = new_race(ready_seconds=5)
    act_first(match, {0: after(9000), 1: after(7000)})
    assert match.now == 5000
    assert all(entry.seat in (CLOCK, -1) for entry in match.log)


def test_where_nobody_means_to_act_time_goes_on():
    match = new_race(ready_seconds=5)
    act_first(match, dict.fromkeys(range(2), Waiting().intend))
    assert match.now == 5000
    calm = new_race(calm=True, countdown_seconds=0)
    for seat in range(2):
        calm.play(seat, READY)
    calm.advance()
    before = calm.now
    act_first(calm, dict.fromkeys(range(2), Waiting().intend))
    assert calm.now == before + IDLE


def test_time_passes_with_all_that_others_do_meanwhile():
    match = new_race()
    hands = {1: LevelHand(RACE, "top-cat", 3).intend}
    let_pass(match, hands, 200)
    assert match.now == 200
    assert all(entry.seat < 0 for entry in match.log)
    let_pass(match, hands, 5000)
    assert match.now == 5200
    assert [entry.move for entry in match.log if entry.seat == 1] == [READY]
    let_pass(match, hands, 70_000)  # the other one is taken as ready, and the round opens
    assert match.now == 75_200
    assert sum(entry.seat == 1 for entry in match.log) > 10


def test_the_same_seeds_play_the_same_race():
    def play() -> Match:
        match = new_race(calm=True, calm_rounds=1)
        play_race(match, [LevelHand(RACE, "alley-cat", 1), LevelHand(RACE, "kitten", 2)])
        return match

    first, second = play(), play()
    assert first.over
    assert first.log == second.log


def test_a_bot_that_only_chooses_gets_the_pace_of_a_hand():
    hand = live(First(), 7)
    assert isinstance(hand, Unhurried)
    match = new_race()
    first = hand.intend(glance(match, 0))
    assert first is not None
    assert QUICKEST <= first.after <= SLOWEST
    match.wait(100)
    assert hand.intend(glance(match, 0)) == Intention(READY, first.after - 100)
    match.play(0, READY)
    assert hand.intend(glance(match, 0)) is None


def test_a_live_bot_stays_as_it_is():
    hand = LevelHand(RACE, "kitten", 1)
    assert isinstance(hand, LiveBot)
    assert live(hand, 2) is hand


def test_levels_are_hands_where_everybody_may_act():
    bot = levels.make("top-cat", REFEREE, 3)
    match = new_race()
    assert isinstance(bot, LevelHand)
    assert bot.choose(glance(match, 0)) == READY


def entered(*bots: str, **options: object) -> Tournament:
    return Tournament("kitty-paw", len(bots), {"calm": True, "calm_rounds": 1, **options}, bots, 1, keep_records=True)


def test_a_tournament_plays_races():
    outcome = play_game(entered("alley-cat", "house-cat").deal(0)[0], REFEREE)
    assert outcome.fault is None
    assert outcome.played
    assert all(thinking.moves > 10 for thinking in outcome.thinking)
    assert parse_record(outcome.record).finished


def test_random_bots_race_too():
    task = Tournament("kitty-paw", 2, {"round_limit_seconds": 20}, ("random", "alley-cat"), 1).deal(0)[0]
    outcome = play_game(task, REFEREE)
    assert outcome.played
    assert outcome.places[task.line_up.index(1)] == 1
    assert isinstance(live(RandomBot(1), 1), Unhurried)


def test_a_live_bot_that_cheats_loses_the_game():
    task = entered(GUESTS + "Cheating", "kitten").deal(0)[0]
    outcome = play_game(task, REFEREE)
    assert outcome.fault is not None
    assert outcome.fault.seat == task.line_up.index(0)
    assert "no legal move" in outcome.fault.words
