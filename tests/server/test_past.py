"""What a table remembers for those who come back."""

from __future__ import annotations

import pytest

from tabbytop.kit.marks import fault
from tabbytop.server.runtime.audience import Past
from tabbytop.server.tables import events
from tabbytop.server.tables.decisions import Transition
from tabbytop.server.tables.table import PlannedSteps


def happened(seq: int, heard_by: int | None = None) -> tuple[int, Transition]:
    event, plan = events.Spoke(0, "hello"), PlannedSteps()
    return 1000 + seq, Transition(seq, event, (), 0, None, None, heard_by, plan, plan, None)


def numbers(past: Past, *seats: int) -> list[int]:
    heard = past.heard_by(seats)
    assert [at for at, _ in heard] == [1000 + transition.seq for _, transition in heard]
    return [transition.seq for _, transition in heard]


def test_the_last_ones_are_remembered_in_their_order():
    past = Past(3, [happened(seq) for seq in range(1, 6)])
    assert numbers(past) == numbers(past, 0, 1) == [3, 4, 5]
    past.extend([happened(6, heard_by=1), happened(7)])
    assert (numbers(past), numbers(past, 0), numbers(past, 1)) == ([4, 5, 7], [4, 5, 7], [4, 5, 6, 7])


@fault("F55")
@pytest.mark.parametrize("steps", [0, 1, 2, 50])
def test_how_much_others_are_told_does_not_depend_on_what_somebody_plans(steps: int):
    past = Past(3, [happened(1), happened(2), happened(3)])
    past.extend(happened(4 + step, heard_by=1) for step in range(steps))
    past.extend([happened(4 + steps)])
    assert numbers(past) == numbers(past, 0) == [2, 3, 4 + steps]


def test_there_is_no_hole_in_what_somebody_hears():
    past = Past(3, [happened(1, heard_by=0), happened(2, heard_by=0)])
    past.extend(happened(seq) for seq in range(3, 8))
    assert numbers(past, 0) == [5, 6, 7], "its own steps before what was forgotten are forgotten, too"
    past.extend(happened(seq, heard_by=0) for seq in range(8, 12))
    assert numbers(past, 0) == [9, 10, 11]
