"""Compiling: pinned signatures, modules as rules see them, and errors that help."""

from __future__ import annotations

import gc
import inspect
import os
import re
from pathlib import Path

import numpy as np
import pytest

from tabbytop.engine import verbs, work_arrays
from tabbytop.engine.binding import Binding
from tabbytop.engine.compiling import RuleError, Twins
from tabbytop.engine.rule import rule, scratch
from tabbytop.engine.state import Ids, State, States, Wide, public
from tests.engine import tin
from tests.engine.tin import facts, far, moves


class Tin(State):
    cans: int = public()
    fish: int = public()


def twins(**stand_ins) -> Twins:
    return Twins("tin", Tin, {getattr(verbs, name): rule_ for name, rule_ in stand_ins.items()})


@rule
def ten_times(number: int) -> int:
    return 10 * number


@rule
def ten_times_cans(states: States) -> int:
    return ten_times(states[0].cans)


@rule
def eleven_times_cans(states: States) -> int:
    return 11 * states[0].cans


@rule
def misspelt(states: States) -> int:
    fish = states[0].fish
    return states[0].cnas + fish  # here


@rule
def unsupported(states: States) -> int:
    first = 1
    return sum(number for number in (first, 2))  # here


@rule
def oddly_typed(states: States, name: str) -> int:
    return 0


@rule
def my_actor(s: Tin) -> int:
    return s.fish


@rule
def asks_who_acts(states: States) -> int:
    return verbs_actor(states[0])


verbs_actor = verbs.actor


@rule
def asks_the_module_who_acts(states: States) -> int:
    return verbs.actor(states[0])


@rule
def asks_modules(states: States) -> int:
    """A rule, a table, a number, and a module in a module."""
    return 1000 * far.weight(states[0].cans) + 100 * facts.OPENED_BY[2] + 10 * moves.THROW + tin.facts.LIGHT


@rule
def asks_modules_in_a_list(states: States) -> int:
    weights = [far.weight(can) for can in range(moves.THROW)]
    return 10 * weights[0] + weights[1]


@rule
def climbs_down(number: int) -> int:
    return 1 + climbs_up(number - 1) if number > 0 else 0


@rule
def climbs_up(number: int) -> int:
    return 1 + climbs_down(number - 1) if number > 0 else 0


@rule
def climbs_in_circles(states: States) -> int:
    return climbs_down(states[0].cans)


@rule
def factorial(number: int) -> int:
    return number * factorial(number - 1) if number > 1 else 1


@rule
def factorial_of_cans(states: States) -> int:
    return factorial(states[0].cans)


NAMES = {"red": 1}
PAIR = (1, 2)
WORD = "red"
LOOSE = np.zeros(3, np.int64)
counted = 0


def unmarked(number: int) -> int:
    return number


def inside() -> object:
    extra = 3

    @rule
    def nested(states: States) -> int:
        return extra

    return nested


@rule
def uses_a_dict(states: States) -> int:
    return NAMES[0]  # here


@rule
def uses_a_tuple(states: States) -> int:
    return PAIR[0]  # here


@rule
def uses_a_word(states: States) -> int:
    n = states[0].cans
    return n if WORD else 0  # here


@rule
def uses_a_loose_array(states: States) -> int:
    return LOOSE[0]  # here


@rule
def uses_a_plain_function(states: States) -> int:
    return unmarked(1)  # here


@rule
def uses_a_card(states: States) -> int:
    return moves.MOVES.open.first  # here


@rule
def uses_a_whole_module(states: States) -> int:
    known = facts  # here
    return known.LIGHT


@rule
def uses_what_a_module_has_not(states: States) -> int:
    return facts.may_thow(states[0], 1)  # here


@rule
def uses_what_is_nowhere(states: States) -> int:
    return a_tin_of_nothing  # noqa: F821  # here


@rule
def counts(states: States) -> int:
    global counted  # noqa: PLW0603
    counted = 1  # here
    return 0


@rule
def uses_it_in_a_list(states: States) -> int:
    numbers = [
        NAMES[i]  # here
        for i in range(2)
    ]
    return numbers[0]


def marked(careless) -> str:
    """A rule and its marked line, as a pattern for what errors say."""
    lines, first = inspect.getsourcelines(careless)
    line = first + next(i for i, text in enumerate(lines) if "# here" in text)
    return re.escape(f"rule {careless.__name__} ({__file__}:{line})")


def test_narrow_fields_are_widened_before_they_are_reckoned_with():
    state = Tin.blank()
    state["cans"] = 100
    assert twins()(ten_times_cans)(state) == 1000


def test_a_misspelt_field_is_named_with_the_likely_one():
    with pytest.raises(RuleError, match=f"^{marked(misspelt)}: the state has no field 'cnas'; did you mean 'cans'"):
        twins()(misspelt)


def test_what_cannot_be_compiled_is_named_with_its_place():
    with pytest.raises(RuleError, match=f"^{marked(unsupported)} does not compile"):
        twins()(unsupported)


def test_a_parameter_of_another_type_is_refused():
    with pytest.raises(RuleError, match="a State, States, Ids, Wide, Reals, Cells or Floats"):
        twins()(oddly_typed)


def test_a_rule_needs_annotations():
    with pytest.raises(TypeError, match="parameter 'seat' needs an annotation"):

        @rule
        def careless(s: Tin, seat, out: Ids) -> int:
            return 0


def test_verbs_are_replaced_by_the_rules_of_the_game():
    state = Tin.blank()
    state["fish"] = 3
    assert twins(actor=my_actor)(asks_who_acts)(state) == 3
    assert twins(actor=my_actor)(asks_the_module_who_acts)(state) == 3
    with pytest.raises(RuntimeError, match="without a game"):
        verbs.actor(state)


def test_rules_tables_and_numbers_are_found_in_modules():
    state = Tin.blank()
    state["cans"] = 20
    assert twins()(asks_modules)(state) == 1000 * 41 + 400 + 20 + 7
    assert twins()(asks_modules_in_a_list)(state) == 13


def test_rules_with_very_many_names_find_them_in_modules_too(monkeypatch):
    """Beyond 127 names bytecode needs prefixes, which stand between a module and what is taken from it."""
    for number in range(300):
        monkeypatch.setattr(facts, f"N{number}", number, raising=False)
    source = "def many(states: States) -> int:\n    return " + " + ".join(f"facts.N{number}" for number in range(300))
    scope = dict(globals())
    exec(source, scope)
    assert twins()(rule(scope["many"]))(Tin.blank()) == sum(range(300))


def test_a_rule_may_call_itself():
    state = Tin.blank()
    state["cans"] = 5
    for _ in range(2):  # compiled, and found in the cache
        assert twins()(factorial_of_cans)(state) == 120


def test_rules_that_call_each_other_in_circles_are_refused():
    circle = r"rule climbs_(down|up) .*test_compiling.py:\d+\) calls itself by way of climbs_\w+, climbs_\1: use a loop"
    with pytest.raises(RuleError, match=circle):
        twins()(climbs_in_circles)


def test_a_rule_that_others_call_can_be_called_from_python_too():
    both = twins()
    assert both(ten_times_cans)(Tin.blank()) == 0
    assert both(ten_times)(13) == 130


@pytest.mark.parametrize(
    ("careless", "said"),
    [
        (uses_a_dict, "uses 'NAMES', a dict, which rules do not know: keep the numbers in a table"),
        (uses_a_tuple, "uses 'PAIR', a tuple, which rules do not know: make it a table"),
        (uses_a_word, "uses 'WORD', a str, which rules do not know: words belong into words.py"),
        (uses_a_loose_array, "uses 'LOOSE', an array that is no table, which rules do not know: make it a table"),
        (uses_a_plain_function, "uses 'unmarked', a function that is no rule, which .* know: mark it with @rule"),
        (uses_a_card, "uses 'moves.MOVES', a Moves, which rules do not know: take the number that is wanted out of it"),
        (uses_a_whole_module, "uses 'facts', a module, which rules do not know: say what of it is meant"),
        (uses_what_a_module_has_not, "uses 'may_thow', which 'facts' does not have: did you mean 'may_throw'"),
        (uses_what_is_nowhere, "uses 'a_tin_of_nothing', which the module does not have: import it, or define it"),
        (counts, "changes the global 'counted', but a rule changes only the state: keep it in a field"),
        (uses_it_in_a_list, "uses 'NAMES', a dict"),
    ],
)
def test_what_a_rule_may_not_use_is_named_with_its_line_and_what_to_do(careless, said):
    with pytest.raises(RuleError, match=f"^{marked(careless)} {said}[^\n]*[.?]$"):
        twins()(careless)


def test_a_rule_knows_nothing_of_a_function_around_it():
    with pytest.raises(RuleError, match=r"nested .*:\d+\) uses 'extra' of the function around it"):
        twins()(inside())


def test_caches_in_use_are_kept_and_those_unused_for_days_forgotten(tmp_path, monkeypatch):
    monkeypatch.setenv("TABBYTOP_CACHE", str(tmp_path / "cache"))
    twins()(ten_times_cans)
    used = set((tmp_path / "cache" / "tin").iterdir())
    (tmp_path / "cache" / "tin" / "forgotten").mkdir()
    for folder in (tmp_path / "cache" / "tin").iterdir():
        os.utime(folder, (0, 0))
    twins()(ten_times_cans)
    Twins("tin", Tin, {}, boundscheck=True)(ten_times_cans)  # makes a folder of its own
    kept = set((tmp_path / "cache" / "tin").iterdir())
    assert used < kept
    assert "forgotten" not in {folder.name for folder in kept}


@rule
def room_for_cans(states: States) -> int:
    room = scratch(states[0].cans)
    for index in range(states[0].cans):
        room[index] = index
    return room[states[0].cans - 1] if states[0].cans > 0 else 0


def test_machine_code_from_the_disk_does_what_the_compiler_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TABBYTOP_CACHE", str(tmp_path))
    compiled: list[str] = []
    state = Tin.blank()
    for _ in range(2):
        room = Binding("tin", Tin, {}, notify=compiled.append)(room_for_cans)
        state["cans"] = 12
        assert room(state) == 11
        state["cans"] = -1
        with pytest.raises(ValueError, match="negative dimensions"):
            room(state)
    assert compiled == ["room_for_cans"]


@rule
def sum_of_squares(count: int) -> int:
    square, total = scratch(work_arrays.MOST_ON_STACK), 0
    for index in range(count):
        square[index] = index * index
        total += square[index]
    return total


@rule
def work_in_many_arrays(states: States) -> int:
    small, other, long = scratch(4), scratch(4), scratch(FAR_TOO_LONG)
    for index in range(4):
        small[index], other[index] = index, 10 * index
    long[FAR_TOO_LONG - 1] = 1
    total = 0
    for count in range(4):
        total += sum_of_squares(count) + small[count] * other[count]
    return total + len(small) + long[FAR_TOO_LONG - 1]


FAR_TOO_LONG = 4_000_000
"""Such an array takes more than the whole stack."""


def test_work_arrays_are_apart_from_each_other_however_long():
    assert twins()(work_in_many_arrays)(Tin.blank()) == work_in_many_arrays(Tin.blank()) == 151


@rule
def squares(states: States) -> Wide:
    square = scratch(4)
    square[3] = 9
    return square


@rule
def square_of_three(states: States) -> int:
    return squares(states)[3]


@pytest.mark.parametrize("start", [squares, square_of_three])
def test_a_work_array_does_not_outlive_its_rule(start):
    with pytest.raises(RuleError, match=r"rule squares .* returns an array, .* let its caller pass one to be filled"):
        twins()(start)


def test_plain_rules_stay_plain_functions():
    assert ten_times(13) == 130
    assert my_actor(Tin.plain(Tin.blank())) == 0


@pytest.mark.parametrize("is_on", [True, False])
def test_the_collector_rests_while_rules_are_compiled(is_on: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TABBYTOP_CACHE", str(tmp_path))
    seen = []
    was_on = gc.isenabled()
    (gc.enable if is_on else gc.disable)()
    try:
        Twins("tin", Tin, {}, notify=lambda name: seen.append((name, gc.isenabled())))(eleven_times_cans)
        assert seen == [("eleven_times_cans", False)]
        assert gc.isenabled() == is_on, "left as it was"
    finally:
        (gc.enable if was_on else gc.disable)()
