"""Kitty Paw: automated hands."""

from __future__ import annotations

import itertools

import pytest

from tabbytop.arena.race import play_race
from tabbytop.bots.live import LevelHand, glance
from tabbytop.engine.luck import SwiftLuck, stream
from tabbytop.engine.match import Match
from tabbytop.games.kitty_paw.bot import FINDING, STUDY, hand_today, intend
from tabbytop.games.kitty_paw.cards import ANIMAL_IDS, NEED_ANIMAL
from tabbytop.games.kitty_paw.components import BOX, LEVELS, MATCHED, hand_of
from tabbytop.games.kitty_paw.facts import BUILDING, PAWS, RIGHT, SCORED
from tabbytop.games.kitty_paw.game import GAME
from tabbytop.games.kitty_paw.moves import MOVES
from tabbytop.games.kitty_paw.pace import time_for_piece
from tabbytop.kit.marks import cites
from tests.games.kitty_paw.people import PACES, TIMES, wins_against
from tests.games.kitty_paw.scene import REFEREE, Scene


def race(*levels, seed=1, **options):
    """A whole game between hands, faster than real time."""
    match = Match(GAME, len(levels), options, luck=SwiftLuck(77, seed))
    play_race(match, [LevelHand(GAME, level, 100 * seed + seat) for seat, level in enumerate(levels)])
    assert match.over
    return match


def plan(scene, seat, level="house-cat", seed=5):
    return intend(GAME.state.plain(GAME.state.view(scene.state, seat)), seat, level, seed)


@cites("KIT-124")
@pytest.mark.parametrize(
    "options", [{}, {"deck": "mixed", "tumbled": True}, {"calm": True, "calm_rounds": 2}], ids=["book", "mixed", "calm"]
)
def test_hands_play_whole_games_by_the_rules(options):
    match = race("house-cat", "alley-cat", "top-cat", **options)
    again = Match(GAME, 3, options)
    for entry in match.log:
        again.accept(entry.seat, entry.move)
        assert REFEREE.broken(again.state()) == 0
    assert again.fingerprint == match.fingerprint


@cites("KIT-124", "KIT-123")
def test_a_hand_practises_all_levels_and_builds_them_right():
    match = race("top-cat")
    state = GAME.state.plain(match.state())
    right = sum(state.where[card] == SCORED for card in range(48))
    assert right >= 9
    assert state.best[0] > 5000


@cites("KIT-124")
def test_no_hand_is_faster_than_the_shortest_times_of_its_level():
    shortest = {level: hand_of(BOX, level) for level in LEVELS}
    match = race("kitten", "top-cat", seed=3)
    good = min(shortest["kitten"].moods[0], shortest["top-cat"].moods[0])
    last = {0: 0, 1: 0}
    for _, entry, before, _ in match.walk():
        s = GAME.state.plain(before)
        if entry.seat < 0 or s.phase not in (BUILDING, PAWS):
            continue
        hand = shortest[("kitten", "top-cat")[entry.seat]]
        assert s.now - max(last[entry.seat], s.opened) >= int(good * min(hand.per_turn_or_flip[0], hand.paw[0]))
        last[entry.seat] = s.now


@cites("KIT-124")
@pytest.mark.parametrize("level", LEVELS)
def test_a_paw_takes_as_long_as_the_level_says(level):
    times = set()
    for seed in range(40):
        scene = Scene(3).open().take(0, "I-05").play(0, "meow")
        move, after = plan(scene, 1, level, seed)
        assert MOVES.read(move).name == "paw"
        low, high = hand_today(level, 1, seed).paw
        assert low <= after <= high
        times.add(after)
    assert len(times) > 20


@cites("KIT-124")
def test_asked_again_a_hand_answers_the_same_and_the_time_runs_down():
    scene = Scene(2).open()
    move, after = plan(scene, 0)
    scene.wait(100)
    assert plan(scene, 0) == (move, after - 100)
    assert plan(scene, 0, seed=6) != (move, after - 100)


@cites("KIT-124")
def test_levels_get_quicker_and_more_careful():
    for slower, quicker in itertools.pairwise(hand_of(BOX, level) for level in LEVELS):
        for name in TIMES:
            assert getattr(slower, name)[0] > getattr(quicker, name)[0]
        assert slower.slips > quicker.slips
        assert slower.forgets > quicker.forgets
        assert slower.notices < quicker.notices


@cites("KIT-124")
def test_a_kitten_takes_about_six_seconds_a_piece_and_slips():
    kitten = hand_of(BOX, "kitten")
    turns = 0.5  # about every second piece is turned or flipped
    assert 5500 <= sum(kitten.per_piece) / 2 + turns * sum(kitten.per_turn_or_flip) / 2 <= 6500
    assert kitten.slips >= 0.05


@cites("KIT-124")
@pytest.mark.parametrize("level", [*LEVELS, MATCHED])
def test_no_hand_is_ever_quicker_than_the_quickest_level(level):
    hand, quickest = hand_of(BOX, level), hand_of(BOX, LEVELS[-1])
    for name in TIMES:
        assert getattr(hand, name)[0] * hand.moods[0] >= getattr(quickest, name)[0]


@cites("KIT-124")
def test_on_a_sleepy_day_a_cat_has_the_hand_of_the_level_below_for_the_whole_game():
    for below, level in itertools.pairwise(LEVELS):
        hands = [hand_today(level, 0, seed) for seed in range(300)]
        sleepy = hand_of(BOX, level).sleepy
        assert hands.count(hand_of(BOX, below)) / 300 == pytest.approx(sleepy, abs=0.08)
        assert hands.count(hand_of(BOX, level)) / 300 == pytest.approx(1 - sleepy, abs=0.08)


@cites("KIT-124")
def test_a_good_round_is_built_quicker_than_a_bad_one():
    hand = hand_of(BOX, "kitten")
    scene = Scene(2).open().take(0, "I-05")
    times = [plan(scene, 0, "kitten", seed)[1] for seed in range(60)]
    shortest, longest = (FINDING * time for time in hand.per_piece)
    assert shortest * hand.moods[0] <= min(times) < shortest
    assert longest < max(times) <= longest * hand.moods[1]


# ---------------------------------------------------------------- at the pace of the others


@cites("KIT-124")
@pytest.mark.parametrize("pace", PACES)
def test_a_matched_hand_wins_about_half_of_the_games_at_any_pace(pace):
    assert 0.3 <= wins_against(PACES[pace], 10) <= 0.7


@cites("KIT-124")
def test_a_matched_hand_takes_as_long_as_the_others_and_lets_them_catch_up():
    def time(laid=2, took=3000, lot=0.5, won=0):
        scene = Scene(2).open().take(0, "I-01").take(1, "I-05")
        for breed, place in (("exotic", (0, 0)), ("persian", (-1, 0)))[:laid]:
            scene.wait(took).put(1, breed, *place)
        view = GAME.state.plain(GAME.state.view(scene.state, 0))
        for card in range(won):
            view.where[card] = SCORED
        return time_for_piece(view, 0, lot)

    assert time(took=1000) < time(took=3000) < time(took=9000)
    assert time(laid=2, took=3000) < time(laid=1, took=6000)
    assert time(lot=0.0) < time() < time(lot=1.0)
    assert time() < time(won=1) < time(won=3)


@cites("KIT-124")
def test_a_better_level_wins_most_games():
    wins = [race("kitten", "alley-cat", seed=seed).result.winners for seed in range(6)]
    assert sum(winners == (1,) for winners in wins) >= 5


@cites("KIT-124")
@pytest.mark.parametrize("level", ["house-cat", MATCHED])
def test_a_hand_knows_no_more_than_its_seat(level):
    scene = Scene(3, level=2).open()
    for seat, card in enumerate(("IIb-01", "IIb-02", "IIb-03")):
        scene.take(seat, card)
    scene.build(1, leaving="hide").find(0, 1, "manx").play(0, "unpeek").find(2, 2, "burmese").play(2, "unpeek")
    truth = plan(scene, 1, level)
    for number in range(20):
        world = GAME.state.view(scene.state, 1)
        REFEREE.imagine(world, 1, stream(9, number))
        assert intend(GAME.state.plain(GAME.state.view(world, 1)), 1, level, 5) == truth


@cites("KIT-124")
def test_a_hand_takes_the_card_with_the_fewest_pieces_and_another_one_later_if_it_is_gone():
    scene = Scene(2).open()
    move, after = plan(scene, 0)
    assert MOVES.read(move).args == {"card": "I-01"}  # five pieces, like I-05, and the lower number
    scene.take(1, "I-01")
    other, later = plan(scene, 0)
    assert MOVES.read(other).args == {"card": "I-05"}
    assert later > after


@cites("KIT-124")
def test_a_hand_keeps_the_animal_it_seeks_and_remembers_the_others():
    scene = Scene(2, level=2).open().take(0, "IIb-01").build(0, leaving="hide")
    wanted = ANIMAL_IDS[NEED_ANIMAL[scene.s.card[0]]]
    others = [name for name in ANIMAL_IDS if name != wanted]
    seen = set()
    for name in others[:3]:
        move, _ = plan(scene, 0, "top-cat")
        slot = MOVES.read(move).args["slot"]
        assert slot not in seen
        seen.add(slot)
        scene.find(0, slot, name)
        assert MOVES.read(plan(scene, 0, "top-cat")[0]).name == "unpeek"
        scene.play(0, "unpeek")
    scene.find(0, MOVES.read(plan(scene, 0, "top-cat")[0]).args["slot"], wanted)
    assert MOVES.read(plan(scene, 0, "top-cat")[0]).name == "keep"


@cites("KIT-124")
def test_a_kitten_forgets_what_it_saw():
    forgot = 0
    for seed in range(30):
        scene = Scene(2, level=2).open().take(0, "IIb-01").build(0, leaving="hide")
        wrong = next(name for name in ANIMAL_IDS if name != ANIMAL_IDS[NEED_ANIMAL[scene.s.card[0]]])
        first = MOVES.read(plan(scene, 0, "kitten", seed)[0]).args["slot"]
        scene.find(0, first, wrong).play(0, "unpeek").wait(1000)
        forgot += MOVES.read(plan(scene, 0, "kitten", seed)[0]).args == {"slot": first}
    assert 3 < forgot < 25


@cites("KIT-124")
def test_kittens_slip_and_top_cats_hardly_ever():
    def slips(level):
        wrong = 0
        for seed in range(60):
            scene = Scene(2, asleep=1).open().take(0, "I-05")
            while (found := plan(scene, 0, level, seed)) and MOVES.read(found[0]).name != "meow":
                scene.make(0, found[0])
            scene.play(0, "meow").house()
            wrong += scene.s.verdict[0] != RIGHT
        return wrong

    assert slips("kitten") > 3 > slips("top-cat")


@cites("KIT-124")
def test_a_hand_goes_on_from_whatever_lies_on_the_mat():
    scene = Scene(2).open().take(0, "I-05").put(0, "mau", 1, 0).put(0, "persian", 2, 1, rot=3)
    scene.play(0, "box_move", cell="7,7").put(0, "bobtail", -2, 0).play(0, "box_flip").hold(0, "russian")
    for _ in range(60):
        move, _ = plan(scene, 0, "top-cat")
        if MOVES.read(move).name == "meow":
            break
        scene.make(0, move)
    scene.play(0, "meow").house()
    assert scene.s.verdict[0] == RIGHT


@cites("KIT-124")
def test_hands_are_ready_after_a_look_at_the_table():
    scene = Scene(2)
    move, after = plan(scene, 1)
    assert MOVES.read(move).name == "ready"
    assert STUDY[0] <= after <= STUDY[1]
    scene.play(1, "ready")
    assert plan(scene, 1) is None


def test_a_glance_holds_the_view_and_the_legal_moves_but_no_log():
    match = Match(GAME, 2, luck=SwiftLuck(1, 1))
    match.advance()
    moment = glance(match, 1)
    assert moment.log == ()
    assert moment.legal == (MOVES.ready(),)
    assert moment.view.tobytes() == match.view(1).tobytes()
