"""What a player of Rollecate knows without thinking: which moves look natural, and who seems ahead.

The search of `tabbytop.bots` leans on both: `policy` weighs the legal moves of a seat, cheaply enough to guide whole
games, and `evaluate` guesses the result of a game that is not played out. Both count in points that a card or a step
will probably cost at the end. The numbers were fitted to some hundred thousand games played by `policy` itself.
"""

from __future__ import annotations

import math

from tabbytop.engine.luck import toss
from tabbytop.engine.rule import rule, scratch, table
from tabbytop.engine.state import Ids, Reals, Wide
from tabbytop.games.rollecate import board, facts, moves, rules
from tabbytop.games.rollecate.board import BOX
from tabbytop.games.rollecate.state import Rollecate

MOST_DICE = 24
"""Nobody in their right mind rolls more."""
MOST_TAKEN = 12
"""Penalty cards that are counted one by one."""
MILLION = 1_000_000
_WHEEL = BOX.die.faces.count("wheel") / len(BOX.die.faces)
CHANCES = table(
    [
        round(MILLION * math.comb(dice, wheels) * _WHEEL**wheels * (1 - _WHEEL) ** (dice - wheels))
        if wheels <= dice
        else 0
        for wheels in range(MOST_DICE + 1)
    ]
    for dice in range(MOST_DICE + 1)
)
"""How likely so many dice show so many wheels, in millionths."""
SHARPNESS = 0.3
"""Points by which a move must be better to look nearly three times as natural."""
FEAR = table([16, 14, 50, 170])
"""Points that it is worth to avoid a derailment in a hard solo game, by derailments so far."""
SCARS = table([0, 16, 30, 80, 250])
"""What the derailments so far weigh in a hard solo game with many turns to come."""
LAST = 12
"""Turns left from which on it makes little difference how many they are."""
HAND = table([1000, 910, 740, 560, 390, 260, 160, 90, 50, 30, 10, 10, 0])
"""What a point in hand will cost, in thousandths, by turns left: cards can still be built."""
CREDIT = table(
    [
        [0, 0, 0, 0],
        [290, 80, 50, 30],
        [460, 140, 90, 60],
        [560, 190, 120, 80],
        [620, 240, 150, 100],
        [660, 280, 170, 120],
        [680, 310, 190, 130],
        [690, 340, 210, 140],
        [700, 360, 220, 150],
        [700, 380, 240, 160],
        [710, 400, 250, 170],
        [710, 410, 260, 170],
        [710, 420, 260, 180],
    ]
)
"""How much of a point in the pile will be saved by combining, in thousandths, by turns left and depth in the pile."""
TO_COME = table([0, 1400, 2700, 3900, 5000, 6100, 7000, 7800, 8500, 9000, 9400, 9700, 9900])
"""What so many turns cost on average, in thousandths of points; every turn beyond the last one costs `LATER`."""
LATER = 250
BEHIND = 50
"""What every card behind the train costs for each of the next four turns, in thousandths: it may be taken."""
SPREAD = table([600, 2200, 3000, 3400, 3700, 4000, 4150, 4300, 4450, 4550, 4650, 4700, 4800])
"""How far two players who seem level may end apart, in thousandths, by turns left."""
BETSY_PACE = 370
"""Cards that Betsy's pile grows by in a turn, in thousandths."""
GOOD_ALONE, SPREAD_ALONE = 14.0, 7.0
GOOD_WHEN_HARD, SPREAD_WHEN_HARD = 35.0, 12.0
"""Points that are a fair result alone, and how far results spread around them."""
NEVER = -1000.0


# ---------------------------------------------------------------- what things cost


@rule
def turns_left(s: Rollecate, seat: int) -> int:
    """How many cards a seat will still draw."""
    before = (seat - s.turn + s.seats) % s.seats
    if s.phase != facts.DRAWING and s.phase != facts.BETSY_DRAWING:
        before = (before - 1 + s.seats) % s.seats
    return (s.deck_size - before + s.seats - 1) // s.seats


@rule
def card_in(value: int) -> int:
    """One card of a value in a number that counts cards by value: four bits for each."""
    return 1 << 4 * value


@rule
def taken_cards(s: Rollecate) -> int:
    """The penalty cards that are not laid yet, counted by value."""
    cards = 0
    for kind in range(board.TRACKS):
        cards += s.taken[kind] * card_in(board.value_of(kind))
    return cards


@rule
def pile_with(s: Rollecate, seat: int, cards: int, left: int) -> int:
    """What a pile changes, in thousandths of points, by cards (counted by value) laid in the best order there is.

    Cards leave the pile from its top only, each with an equal one. To let as many leave as possible is never worse: the
    equal card would have stayed, or paired off with another that now takes the place of the one that left. What is left
    then pairs off, and the odd ones lie with the highest on top: what is near the top is likely to be combined later.
    """
    worth, depth, index = 0, 0, s.pile_size[seat] - 1
    while index >= 0 and cards >> 4 * board.value_of(s.pile[seat, index]) & 15 > 0:
        worth -= 1000 * board.value_of(s.pile[seat, index])
        cards -= card_in(board.value_of(s.pile[seat, index]))
        index -= 1
    for value in range(4, 0, -1):
        if cards >> 4 * value & 1:
            worth += value * (1000 - CREDIT[left, depth])
            depth += 1
    while index >= 0 and depth < 4:
        worth -= board.value_of(s.pile[seat, index]) * CREDIT[left, depth]
        depth += 1
        index -= 1
    return worth


@rule
def count_penalties(s: Rollecate, seat: int, left: int, costs: Wide) -> None:
    """Write what taking 0, 1, 2 … cards from the railway costs, in thousandths, besides those taken this turn."""
    cards = taken_cards(s)
    before = pile_with(s, seat, 0, left)
    costs[0] = pile_with(s, seat, cards, left) - before
    for taken in range(1, MOST_TAKEN + 1):
        place = s.first + taken - 1
        if place < s.end:
            cards += card_in(board.value_of(s.track[place]))
        costs[taken] = pile_with(s, seat, cards, left) - before


@rule
def risk(s: Rollecate, dice: int, more: int, costs: Wide) -> float:
    """What rolling so many dice costs on average after building `more` further cards, besides the wheels there are."""
    ahead = facts.cards_ahead(s) + more
    dice = min(dice, MOST_DICE)
    total, damage = 0.0, 0
    for wheels in range(s.wheels + dice + 1):
        steps = min(wheels, ahead)
        place = s.train + steps
        if 0 < wheels <= ahead and place < s.end and board.is_broken(s.track[place]):
            damage += 1
        if wheels >= s.wheels:
            due = min(wheels - steps + damage, place - s.first, MOST_TAKEN)
            cost = costs[due] / 1000.0
            if s.mode == facts.SOLO_HARD and wheels > ahead:
                cost += FEAR[min(3, s.derailments)]
            total += CHANCES[dice, wheels - s.wheels] * cost
    return total / MILLION


# ---------------------------------------------------------------- what actions bring


@rule
def cards_of(s: Rollecate, seat: int, value: int) -> int:
    """Track cards of a value in a hand."""
    count = 0
    for kind in range(value - 1, board.TRACKS, 4):
        count += s.hand[seat, kind]
    return count


@rule
def gain_of_building(s: Rollecate, seat: int, value: int, left: int, costs: Wide) -> float:
    """What the best number of further cards of a value brings, at least one."""
    best = NEVER
    for more in range(1, cards_of(s, seat, value) + 1):
        gain = value * more * HAND[left] / 1000.0 - risk(s, value * (s.built + more), more, costs)
        best = max(best, gain)
    return best


@rule
def gain_of_passing(s: Rollecate, costs: Wide) -> float:
    """A pass takes a card, and sometimes that is welcome."""
    due, behind = 1, facts.cards_behind(s)
    if facts.cards_ahead(s) > 0:
        behind += 1
        if board.is_broken(s.track[s.train + 1]):
            due += 1
    return -costs[min(due, behind)] / 1000.0


@rule
def gain_of_discarding(s: Rollecate, seat: int, left: int, first: int) -> float:
    """What discarding the best choice of chaos cards in hand brings, among them at least one of the value `first`."""
    before = pile_with(s, seat, 0, left)
    best = -MILLION
    for ones in range(s.hand[seat, board.TRACKS] + 1):
        for twos in range(s.hand[seat, board.TRACKS + 1] + 1):
            for threes in range(s.hand[seat, board.TRACKS + 2] + 1):
                for fours in range(s.hand[seat, board.TRACKS + 3] + 1):
                    cards = ones * card_in(1) + twos * card_in(2) + threes * card_in(3) + fours * card_in(4)
                    if cards >> 4 * first & 15:
                        points = ones + 2 * twos + 3 * threes + 4 * fours
                        best = max(best, points * HAND[left] + before - pile_with(s, seat, cards, left))
    return best / 1000.0


@rule
def gain_of_covering(s: Rollecate, seat: int, value: int, left: int) -> float:
    """What a chaos card brings that is laid on a pile whose top could have left with another one."""
    covered = value * (1000 - CREDIT[left, 0])
    for depth in range(min(3, s.pile_size[seat])):
        below = board.value_of(s.pile[seat, s.pile_size[seat] - 1 - depth])
        covered += below * (CREDIT[left, depth] - CREDIT[left, depth + 1])
    return (value * HAND[left] - covered) / 1000.0


@rule
def best_gain(s: Rollecate, seat: int, left: int, costs: Wide) -> float:
    """What the best action of a player who has just drawn brings."""
    best = gain_of_passing(s, costs)
    for value in range(1, 5):
        if cards_of(s, seat, value) > 0 and facts.can_build(s, value):
            best = max(best, gain_of_building(s, seat, value, left, costs))
        if s.hand[seat, board.TRACKS + value - 1] > 0:
            best = max(best, gain_of_discarding(s, seat, left, value))
    return best


# ---------------------------------------------------------------- policy


@rule
def gain_of_move(s: Rollecate, seat: int, move: int, left: int, costs: Wide, builds: Wide) -> float:
    """The points that an action brings; `builds` remembers those of building by value, in thousandths."""
    if move == moves.PASS:
        return gain_of_passing(s, costs)
    if move < moves.CHAOS:
        value = board.value_of((move - moves.BUILD) // 3)
        if builds[value] == -MILLION:
            builds[value] = int(1000.0 * gain_of_building(s, seat, value, left, costs))
        return builds[value] / 1000.0
    if move < moves.DONE:
        value, top = (move - moves.CHAOS) // 2 + 1, facts.top_value(s, seat)
        if (move - moves.CHAOS) % 2 == 0 and top > 0 and s.hand[seat, board.TRACKS + top - 1] > 0:
            return gain_of_covering(s, seat, value, left)
        return gain_of_discarding(s, seat, left, value)
    return -risk(s, s.value * s.built, 0, costs) if s.phase == facts.BUILDING else 0.0


@rule
def room(s: Rollecate, bend: int) -> int:
    """Free cells where a curve would lead, as far as it matters."""
    return board.free_run(s, (board.end_heading(s) + board.TURN[bend]) % 4, 3)


@rule
def weigh_actions(s: Rollecate, seat: int, ids: Ids, n: int, weights: Ids) -> None:
    """Pass, build, discard or stop: by the points they bring on average. Curves go where there is room."""
    costs, builds = scratch(MOST_TAKEN + 1), scratch(5)
    left = min(LAST, turns_left(s, seat))
    count_penalties(s, seat, left, costs)
    for value in range(1, 5):
        builds[value] = -MILLION
    best = NEVER
    for i in range(n):
        gain = gain_of_move(s, seat, ids[i], left, costs, builds)
        best = max(best, gain)
        weights[i] = int(1000.0 * gain)
    for i in range(n):
        weights[i] = 1 + int(100.0 * math.exp(max(-20.0, (weights[i] / 1000.0 - best) / SHARPNESS)))
        if moves.BUILD <= ids[i] < moves.CHAOS:
            bend = (ids[i] - moves.BUILD) % 3
            if bend != board.STRAIGHT and room(s, bend) < room(s, board.LEFT + board.RIGHT - bend):
                weights[i] = max(1, weights[i] // 4)


@rule
def weigh_laying(s: Rollecate, seat: int, ids: Ids, n: int, weights: Ids) -> None:
    """Combine whenever possible; else begin with a card that has an equal one, and end with the highest."""
    for i in range(n):
        value = board.value_of((ids[i] - moves.LAY) // 2)
        equal = 0
        for kind in range(value - 1, board.TRACKS, 4):
            equal += s.taken[kind]
        if (ids[i] - moves.LAY) % 2 == 1:
            weights[i] = 1000
        elif value == facts.top_value(s, seat):
            weights[i] = 1
        elif equal % 2 == 0:
            weights[i] = 100
        else:
            weights[i] = 20 - 4 * value


@rule
def policy(s: Rollecate, seat: int, ids: Ids, n: int, weights: Ids) -> None:
    """How natural each legal move looks: a positive weight for each of the `n` ids."""
    phase = s.phase
    if phase == facts.ACTING or phase == facts.BUILDING or phase == facts.DISCARDING:
        weigh_actions(s, seat, ids, n, weights)
    elif phase == facts.LAYING:
        weigh_laying(s, seat, ids, n, weights)
    else:
        for i in range(n):
            weights[i] = 1


# ---------------------------------------------------------------- evaluation


@rule
def rest_of_turn(s: Rollecate, seat: int, left: int) -> float:
    """What the rest of the turn will probably cost the player whose turn it is."""
    costs = scratch(MOST_TAKEN + 1)
    count_penalties(s, seat, left, costs)
    phase = s.phase
    if phase == facts.ACTING:
        return -best_gain(s, seat, left, costs)
    if phase == facts.BUILDING:
        gain = -risk(s, s.value * s.built, 0, costs)
        if facts.can_build(s, s.value):
            gain = max(gain, gain_of_building(s, seat, s.value, left, costs))
        return -gain
    if phase == facts.THROWING or phase == facts.RIDING:
        return risk(s, s.dice, 0, costs)
    if phase == facts.TAKING:
        return costs[min(s.due, facts.cards_behind(s), MOST_TAKEN)] / 1000.0
    return costs[0] / 1000.0


@rule
def held_points(s: Rollecate, seat: int) -> int:
    """The values of all cards in a hand together."""
    held = 0
    for kind in range(board.KINDS):
        held += board.value_of(kind) * s.hand[seat, kind]
    return held


@rule
def cost_of_hand(s: Rollecate, seat: int, left: int) -> int:
    """What the cards in a hand will probably cost, in thousandths of points."""
    return held_points(s, seat) * HAND[left]


@rule
def cost_to_come(turns: int) -> int:
    """What so many turns will probably cost, in thousandths of points."""
    left = min(LAST, turns)
    return TO_COME[left] + LATER * (turns - left)


@rule
def cost_behind(s: Rollecate, left: int) -> int:
    """What the cards behind the train will probably cost, in thousandths of points: some will be taken."""
    return BEHIND * min(4, left) * facts.cards_behind(s) if s.train >= 0 else 0


@rule
def prospects(s: Rollecate, seat: int) -> float:
    """The points a seat will probably end with; `reasons.py` names what they are made of."""
    turns = turns_left(s, seat)
    if facts.is_betsy(s, seat):
        return s.pile_size[seat] + BETSY_PACE * turns / 1000.0
    left = min(LAST, turns)
    thousandths = cost_of_hand(s, seat, left) + pile_with(s, seat, 0, left) + cost_to_come(turns)
    points = facts.sum_of_pile(s, seat) + (thousandths + cost_behind(s, left)) / 1000.0
    if seat == s.turn:
        points += rest_of_turn(s, seat, left)
    return points


@rule
def chance(z: float) -> float:
    """From any number to a chance: 0 is even."""
    return 1.0 / (1.0 + math.exp(max(-40.0, min(40.0, -z))))


@rule
def cost_of_scars(s: Rollecate) -> float:
    """What the derailments so far weigh in a hard solo game, in points."""
    return SCARS[min(4, s.derailments)] * min(LAST, turns_left(s, 0)) / LAST


@rule
def result_alone(s: Rollecate) -> float:
    """How good a game alone is: the fewer points, the better, and nothing when it is lost."""
    if s.lost == 1:
        return 0.0
    if s.mode == facts.SOLO_HARD:
        return chance((GOOD_WHEN_HARD - prospects(s, 0) - cost_of_scars(s)) / SPREAD_WHEN_HARD)
    return chance((GOOD_ALONE - prospects(s, 0)) / SPREAD_ALONE)


@rule
def evaluate(s: Rollecate, out: Reals) -> None:
    """A guess at each seat's result, from 0 (last) to 1 (first): half for winning, half for the rivals left behind."""
    if s.seats == 1:
        out[0] = result_alone(s)
        return
    for seat in range(s.seats):
        out[seat] = prospects(s, seat)
    points = scratch(4)
    for seat in range(s.seats):
        points[seat] = int(1000.0 * out[seat])
    spread = float(SPREAD[min(LAST, turns_left(s, s.turn))])
    for seat in range(s.seats):
        win, behind = 1.0, 0.0
        for other in range(s.seats):
            if other != seat:
                ahead = chance((points[other] - points[seat]) / spread)
                win *= ahead
                behind += ahead
        out[seat] = 0.5 * win + 0.5 * behind / (s.seats - 1)


# ---------------------------------------------------------------- belief

STAGE = table([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 6])
"""The stage of the game, by turns left to each player."""
_STRAIGHTS = [
    [110, 99, 77, 68, 70, 67, 66],
    [73, 80, 74, 73, 73, 81, 85],
    [65, 68, 101, 121, 123, 137, 156],
    [61, 76, 98, 114, 129, 116, 102],
]
_CURVES = [
    [106, 81, 60, 54, 69, 54, 48],
    [84, 89, 85, 85, 74, 60, 51],
    [44, 69, 88, 105, 135, 133, 123],
    [61, 65, 92, 108, 118, 123, 134],
]
_CHAOS = [
    [226, 157, 111, 90, 76, 72, 94],
    [148, 159, 131, 108, 81, 96, 114],
    [95, 99, 107, 111, 108, 116, 91],
    [126, 158, 174, 163, 145, 145, 136],
]
KEPT = table([*_STRAIGHTS, *_CURVES, *_STRAIGHTS, *_CURVES, *_CHAOS])
"""How likely a card is to be in a hand rather than undrawn, by kind and stage, in hundredths of what it would be if
nobody chose what to play: low track cards are built soon. Counted in 180 games of the search with 2 and 3 players."""


@rule
def believe(s: Rollecate, seat: int, luck: Wide) -> None:
    """Deal the cards that a seat has not seen as `imagine` does, but to rivals rather what they would have kept."""
    unseen = scratch(board.KINDS)
    left = rules.unseen_cards(s, seat, unseen)
    stage = STAGE[min(14, s.deck_size // s.seats)]
    total = 0
    for kind in range(board.KINDS):
        total += unseen[kind] * KEPT[kind, stage]
    for other in range(s.players):
        if other != seat:
            for _ in range(s.hand_size[other]):
                kind = kept_card(unseen, stage, toss(luck, total))
                total -= KEPT[kind, stage]
                s.hand[other, kind] += 1
                left -= 1
    for _ in range(s.removed_size):
        s.removed[rules.pick(unseen, left, luck)] += 1
        left -= 1
    for kind in range(board.KINDS):
        s.deck[kind] = unseen[kind]


@rule
def kept_card(unseen: Wide, stage: int, at: int) -> int:
    """Take one of the unseen cards, by how likely it was kept; returns its kind."""
    kind = 0
    while at >= unseen[kind] * KEPT[kind, stage]:
        at -= unseen[kind] * KEPT[kind, stage]
        kind += 1
    unseen[kind] -= 1
    return kind
