"""Games in processes of their own: the same results for any number of them, and no bot takes the arena down."""

from __future__ import annotations

import pytest

from tabbytop.arena import runners
from tabbytop.arena.runners import Processes
from tabbytop.arena.tournament import NOBODY, Outcome, Tournament
from tests.arena.test_tournament import GUESTS, plan


def outcomes(tournament: Tournament, jobs: int) -> list[Outcome]:
    return sorted(Processes(jobs).play(tournament.tasks()), key=lambda outcome: outcome.task.number)


def test_one_and_two_jobs_play_the_same_games():
    tournament = plan("random", "kitten", GUESTS + "Careless", number=12, seed=3, keep_records=True)
    one, two = (outcomes(tournament, jobs) for jobs in (1, 2))
    for key in ("task", "places", "scores", "record", "fault"):
        assert [getattr(outcome, key) for outcome in one] == [getattr(outcome, key) for outcome in two]
    assert all(outcome.played for outcome in one)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_process_that_dies_is_replaced_and_its_game_counts_for_nobody(jobs):
    played = outcomes(plan("random", GUESTS + "Dies", "random", number=6), jobs)
    assert len(played) == 6
    for outcome in played:
        assert outcome.played == (1 not in outcome.task.line_up)
        if not outcome.played:
            assert outcome.fault is not None
            assert outcome.fault.seat == NOBODY
            assert "while 'tests.arena.guests:Dies' was thinking (exit code 3)" in outcome.fault.words


def test_a_bot_that_cannot_be_interrupted_is_ended_with_its_process(monkeypatch):
    monkeypatch.setattr(runners, "GRACE", 0.5)
    (first, second) = outcomes(plan("random", GUESTS + "Stubborn", number=2, move_limit=0.3), 2)
    for outcome in (first, second):
        assert not outcome.played
        assert "Stubborn' was thinking" in outcome.fault.words


def test_closing_the_play_ends_every_process():
    play = Processes(2).play(plan("random", "random", number=1000).tasks())
    next(play)
    processes = runners.SPAWN.active_children()
    assert len(processes) >= 2
    play.close()
    assert not any(process.is_alive() for process in processes)
