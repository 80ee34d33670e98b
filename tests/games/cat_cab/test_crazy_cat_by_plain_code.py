"""Crazy cat once more, in plain code without the rules: where it drives, moves back and boosts to."""

from __future__ import annotations

import random
from functools import cache
from types import SimpleNamespace

import pytest

from tabbytop.kit.marks import cites
from tests.games.cat_cab.crazy_cat import BACK, CAT, FRONT, SQUARES, WAYS, cat_drives, cat_lands, cat_rolls, solo


def a_city(side, entry, passenger, *, gate_open, heads_for_exit):
    """What Crazy cat has to know of a position, written down once more in plain words."""
    beside_entry, beside_exit = ((1, 1), (6, 8)) if entry == "A" else ((6, 8), (1, 1))
    return SimpleNamespace(
        special=FRONT if side == "front" else BACK,
        entry=beside_entry,
        exit=beside_exit,
        inward=(0, 1) if entry == "A" else (0, -1),
        passenger=passenger,
        gate_open=gate_open,
        heads_for_exit=heads_for_exit,
    )


def stepped(city, place, way):
    """The place one space on, or None."""
    if place == "start":
        return city.entry if way == city.inward else None
    if place == city.exit and way == city.inward and city.gate_open:
        return "left"
    square = (place[0] + way[0], place[1] + way[1])
    return square if square in SQUARES else None


def driven(city, place, way, spaces):
    """Where a source leads, or None where the grid ends before."""
    for _ in range(spaces):
        place = stepped(city, place, way)
        if place in (None, "left"):
            break
    return place


def boosted(city, place, way, spaces):
    """Where a boost leads: the edge stops it."""
    for _ in range(spaces):
        ahead = stepped(city, place, way)
        if ahead is None:
            break
        place = ahead
        if place == "left":
            break
    return place


def ways_to_cancel(sources, curses):
    """All that curses can leave of the sources."""
    if curses == 0:
        return {tuple(sorted(spaces for spaces in sources if spaces > 0))}
    found = set()
    for index, spaces in enumerate(sources):
        if spaces > 0:
            found |= ways_to_cancel((*sources[:index], spaces - 1, *sources[index + 1 :]), curses - 1)
    return found


def all_ends(city, place, sources, curses):
    """Every end that some way of cancelling, ordering and directing the sources reaches."""

    @cache
    def ends(place, sources):
        if place == "left" or not sources:
            return {place}
        found = set()
        for index, spaces in enumerate(sources):
            for way in WAYS.values():
                ahead = driven(city, place, way, spaces)
                if ahead is not None:
                    found |= ends(ahead, sources[:index] + sources[index + 1 :])
        return found

    return set().union(*(ends(place, left) for left in ways_to_cancel(tuple(sources), curses)))


def cost(city, square):
    """The tuple of section 6, step 4."""
    column, row = square
    if city.heads_for_exit:
        steps = abs(column - city.exit[0]) + abs(row - city.exit[1]) + 1
        rows = abs(row - (9 if city.exit == (6, 8) else 0))
    else:
        steps = abs(column - city.passenger[0]) + abs(row - city.passenger[1])
        rows = abs(row - city.passenger[1])
    acts = square in city.special and square != city.passenger
    return (steps, int(acts), rows, column, row)


def moved_back(city, place, spaces):
    """Along the column to the row of the gate, along that row, out."""
    for _ in range(spaces):
        if place in ("start", city.entry):
            return "start"
        column, row = place
        if row != city.entry[1]:
            place = (column, row + (1 if city.entry[1] > row else -1))
        else:
            place = (column + (1 if city.entry[0] > column else -1), row)
    return place


def wanted_end(city, place, sources, curses):
    """Where section 6 sends Crazy cat."""
    if sum(sources) <= curses:
        return moved_back(city, place, curses - sum(sources))
    ends = all_ends(city, place, sources, curses)
    if city.heads_for_exit and "left" in ends:
        return "left"
    return min(ends - {"left"}, key=lambda square: cost(city, square))


def a_position(luck):
    """A random position at Crazy cat's turn, and the same as a city of plain code."""
    side, entry = luck.choice(["front", "back"]), luck.choice("AB")
    rush = luck.choice(["book", "sensible"])
    human_gone = luck.random() < 0.4
    picked_up = luck.choice([1, 2, 3, 4]) if human_gone else luck.choice([0, 1, 3, 4])
    passenger = luck.choice(SQUARES) if picked_up < 4 else None
    scene = solo(side=side, entry_gate=entry, crazy_cat_rush=rush, picked_up=picked_up, passenger=passenger)
    if human_gone:
        scene.gone(0, 1)
    heads_for_exit = passenger is None or (rush == "sensible" and human_gone)
    return scene, a_city(side, entry, passenger, gate_open=picked_up > 0, heads_for_exit=heads_for_exit)


def near_the_exit(luck, city):
    return luck.choice(
        [square for square in SQUARES if abs(square[0] - city.exit[0]) + abs(square[1] - city.exit[1]) < 4]
    )


@cites("CAB-149", "CAB-150", "CAB-151", "CAB-152", "CAB-157")
@pytest.mark.parametrize("seed", range(10))
def test_crazy_cat_drives_where_plain_code_says(seed):
    luck = random.Random(seed)
    for _ in range(80):
        scene, city = a_position(luck)
        place = luck.choice([*SQUARES, "start", "start", "start", near_the_exit(luck, city)])
        if luck.random() < 0.3:
            place = near_the_exit(luck, city)
        dice = luck.sample(["red D6", "blue D6", "red D8", "blue D8"], luck.choice([0, 0, 0, 1, 2]))
        curses = luck.choice([0, 0, 1, 2, 3, 4])
        faces = [luck.choice([1, 2, 4, 4, 5, 6, 6]) for _ in range(5 + len(dice))]
        scene.holding(CAT, *dice).at(CAT, place).curses(CAT, curses)
        cat_drives(cat_rolls(scene, *faces))
        sources = [1 if face < 6 else 2 for face in faces if face > 3]
        curses = min(4, curses + faces.count(1))
        assert scene.where(CAT) == wanted_end(city, place, sources, curses), (city, place, faces, curses)


@cites("CAB-150", "CAB-80", "CAB-81")
@pytest.mark.parametrize("entry", ["A", "B"])
@pytest.mark.parametrize("curses", [1, 2, 3, 4])
def test_crazy_cat_moves_back_along_its_column_and_then_along_the_row_of_the_gate(entry, curses):
    city = a_city("front", entry, (3, 8), gate_open=False, heads_for_exit=False)
    for place in [*SQUARES, "start"]:
        scene = solo(entry_gate=entry).at(CAT, place).curses(CAT, curses)
        cat_drives(cat_rolls(scene, 2, 2, 2, 2, 2))
        assert scene.where(CAT) == moved_back(city, place, curses)


@cites("CAB-155", "CAB-152", "CAB-96")
@pytest.mark.parametrize("seed", range(4))
def test_crazy_cat_boosts_where_plain_code_says(seed):
    luck = random.Random(seed)
    nibbles = {"front": [(2, 3), (5, 2), (2, 7), (5, 6)], "back": [(3, 2), (1, 4), (6, 5), (4, 7)]}
    for _ in range(80):
        scene, city = a_position(luck)
        square = luck.choice(nibbles["front" if city.special is FRONT else "back"])
        if square == city.passenger:
            continue
        spaces = luck.randint(1, 6)
        cat_lands(scene, square).luck(luck.choice([5, 6]), spaces)
        choices = []
        for order, (name, way) in enumerate(WAYS.items()):
            end = boosted(city, square, way, spaces)
            if end == "left":
                choices.append(((-1,) if city.heads_for_exit else (99,), order, name))
            elif end != square:
                choices.append((cost(city, end), order, name))
        assert scene.crazy() == f"boost(direction={min(choices)[2]})", (city, square, spaces)
