"""The plan of an evening: the same for the same seed, with as many kills as were asked for."""

from __future__ import annotations

from tests.chaos.evening import BETWEEN, plan

KILLS = {"kill", "die_before_commit", "die_after_commit"}


def test_the_same_seed_gives_the_same_plan_and_another_seed_another():
    assert plan(7, 50) == plan(7, 50)
    assert plan(7, 50) != plan(8, 50)


def test_a_plan_has_as_many_kills_as_asked_for_and_every_other_trouble_too():
    steps = plan(1, 100)
    assert sum(step in KILLS for step in steps) == 100
    assert set(steps) == KILLS | set(BETWEEN) | {"be_calm"}
