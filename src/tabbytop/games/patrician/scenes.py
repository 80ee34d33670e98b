"""Positions for the pictures in the guide. They are drawn by the same board that people play on.

A position is written by its towers, bottom to top, with a letter for each colour: `{"siena": ("BW", "R")}`. Cards are
found for all floors, everybody has played alike, and what nobody asks for is dealt somehow: so it is a moment that a
real game could come to.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tabbytop.engine.referee import Interpreted
from tabbytop.engine.state import States
from tabbytop.games.patrician import board, facts, turn, words
from tabbytop.games.patrician.game import GAME
from tabbytop.games.patrician.moves import MOVES

BLACK, WHITE, RED = range(3)
MOST_SPLITS = 3000
"""Ways to hand out the played cards that are looked at."""

Towers = Mapping[str, tuple[str, str]]


def scenes() -> dict[str, States]:
    """All positions by the names that the guide uses."""
    return {
        "start": _start(),
        "turn": _turn(),
        "sites": _sites(),
        "forced": _forced(),
        "majority": _majority(),
        "tie": _tie(),
        "take": _take(),
        "any": _any(),
        "move": _move(),
        "portraits": _portraits(),
        "messenger": _messenger(),
        "paid": _paid(),
        "five": _five(),
    }


# ---------------------------------------------------------------- arranging


def arranged(
    players: int,
    towers: Towers,
    *,
    on_turn: int = BLACK,
    hands: Mapping[int, str] | None = None,
    face_up: Mapping[str, str] | None = None,
    piles: Mapping[int, str] | None = None,
    between: Sequence[str] = (),
    **options: bool,
) -> States:
    """A position before a turn. Hands, face-up cards and whole piles are given by ids of cards, as far as they matter;
    messengers lie `between` cities."""
    state = Interpreted(GAME).setup(GAME.encode(players, options))
    s = GAME.state.plain(state)
    held = {seat: _cards(ids) for seat, ids in (hands or {}).items()}
    known = {seat: _cards(ids) for seat, ids in (piles or {}).items()}
    laid = {board.CITIES.index(city): board.CARD_IDS.index(card) for city, card in (face_up or {}).items()}
    unplayed = {card for card in range(board.CARDS) if board.DECK_FOR[players] >> card & 1}
    kept = set(itertools.chain(*held.values(), laid.values()))
    for name, sites in towers.items():
        for site, letters in enumerate(sites):
            for letter in letters:
                turn.put_floor(s, board.CITIES.index(name), site, words.INITIALS.index(letter))
    played_cards = _piles(players, towers, unplayed - kept, known)
    _even_out(s, played_cards, towers, unplayed - kept)
    for seat, pile in enumerate(played_cards):
        _play_all(s, seat, pile)
        unplayed -= set(pile)
    for pair in between:
        s.turn = next(seat for seat in range(players) if s.messengers_left[seat] > 0)
        turn.place_messenger(s, board.PAIRS.index(pair))
    s.turns = sum(len(pile) for pile in played_cards)
    for city in range(s.cities):
        if facts.room_in(s, city) == 0:
            turn.score_city(s, city)
    _deal_the_rest(s, held, laid, sorted(unplayed))
    turn.start_turn(s, on_turn)
    return state


def _cards(ids: str) -> list[int]:
    return [board.CARD_IDS.index(card) for card in ids.split()]


def _piles(players: int, towers: Towers, free: set[int], known: Mapping[int, list[int]]) -> list[list[int]]:
    """Played cards that fit the towers and the piles that are known, spread over the players as evenly as can be."""
    splits = [list(_splits(players, city, "".join(sites), free, known)) for city, sites in towers.items()]
    choices = itertools.islice(itertools.product(*splits), MOST_SPLITS)
    piles = ([[card for city in choice for card in city[seat]] for seat in range(players)] for choice in choices)
    return min(piles, key=lambda one: max(map(len, one)) - min(map(len, one)))


def _splits(
    players: int, city: str, floors: str, free: set[int], known: Mapping[int, list[int]]
) -> Iterator[list[list[int]]]:
    """The ways to give the free cards of a city to those who have floors in it."""
    cards = [
        card
        for card in sorted(free, key=lambda card: -board.CARD_STAR[card])
        if board.CITIES[board.CARD_CITY[card]] == city
    ]

    owner = {card: seat for seat, pile in known.items() for card in pile}

    def share(seat: int, left: list[int]) -> Iterator[list[list[int]]]:
        if seat == players:
            yield []
            return
        crests = floors.count(words.INITIALS[seat])
        fitting = [card for card in left if owner.get(card, seat) == seat and (seat not in known or card in owner)]
        for size in range(crests + 1):
            for own in itertools.combinations(fitting, size):
                if sum(board.CARD_CRESTS[card] for card in own) == crests:
                    for others in share(seat + 1, [card for card in left if card not in own]):
                        yield [list(own), *others]

    return share(0, cards)


def _even_out(s: Any, piles: list[list[int]], towers: Towers, free: set[int]) -> None:
    """Let those who have played less build a floor in a city that nobody asked about."""
    taken = {card for pile in piles for card in pile}
    spare = [
        card for card in sorted(free - taken, key=lambda card: -board.CARD_STAR[card]) if board.CARD_CRESTS[card] == 1
    ]
    spare = [card for card in spare if board.CITIES[board.CARD_CITY[card]] not in towers]
    while len({len(pile) for pile in piles}) > 1:
        seat = min(range(len(piles)), key=lambda one: len(piles[one]))
        card = min(spare, key=lambda one: facts.floors_in(s, int(board.CARD_CITY[one])))
        city = int(board.CARD_CITY[card])
        turn.put_floor(s, city, 0 if s.height[city, 0] <= s.height[city, 1] else 1, seat)
        spare.remove(card)
        piles[seat].append(card)


def _play_all(s: Any, seat: int, pile: list[int]) -> None:
    for card in pile:
        turn.all_know(s, card, board.PILE + seat)
        s.portraits[seat, board.CARD_PERSON[card]] += board.CARD_HEADS[card]
        if s.open_piles:
            s.open_pile[card] = seat
            s.open_portraits[seat, board.CARD_PERSON[card]] += board.CARD_HEADS[card]
    s.pile_size[seat] = len(pile)
    s.top[seat] = pile[-1] if pile else -1


def _deal_the_rest(s: Any, held: dict[int, list[int]], laid: dict[int, int], unplayed: list[int]) -> None:
    """Fill hands and places from the cards that are left; the others are the deck."""
    kept = set(itertools.chain(*held.values(), laid.values()))
    rest = [card for card in unplayed if card not in kept]
    random.Random(1).shuffle(rest)
    for seat in range(s.seats):
        hand = held.get(seat, [])
        hand += [rest.pop() for _ in range(min(board.HAND_SIZE - len(hand), len(rest)))]
        for slot, card in enumerate(hand):
            s.hand[seat, slot] = card
            turn.all_know(s, card, board.HAND + seat)
        s.hand_size[seat] = len(hand)
    for city in range(s.cities):
        if city in laid or (rest and not facts.is_scored(s, city)):
            s.face_up[city] = laid[city] if city in laid else rest.pop()
            turn.all_know(s, s.face_up[city], board.LAID)
    s.deck, s.deck_size = sum(1 << card for card in rest), len(rest)


def played(state: States, *moves: int) -> States:
    """The position after some moves of whoever is on turn."""
    referee = Interpreted(GAME)
    for move in moves:
        referee.apply(state, referee.actor(state), move)
    return state


# ---------------------------------------------------------------- the pictures


EARLY: Towers = {"siena": ("B", "W"), "roma": ("RW", "B"), "parma": ("W", ""), "bologna": ("BR", "R")}
"""A few turns into a game of three."""
LATE: Towers = {
    "milano": ("BWW", "RB"),
    "parma": ("WBW", "RR"),
    "verona": ("BB", "W"),
    "lucca": ("RRW", "BB"),
    "siena": ("WBBR", "RW"),
    "bologna": ("RWWR", "BBW"),
    "roma": ("BRR", "WWB"),
}
"""Well into a game of three; Parma is complete."""


def _start() -> States:
    return arranged(3, {}, hands={BLACK: "SIE4 ROM3 LUC4"})


def _turn() -> States:
    return arranged(3, EARLY, hands={BLACK: "LUC1 SIE5 FIR7"}, face_up={"lucca": "BOL1"})


def _sites() -> States:
    state = arranged(3, {**EARLY, "lucca": ("W", "B")}, on_turn=WHITE, hands={WHITE: "LUC1 VER1 ROM5"})
    return played(state, MOVES.play(card="LUC1"))


def _forced() -> States:
    state = arranged(3, {**EARLY, "ferrara": ("BWB", "")}, on_turn=RED, hands={RED: "FER1 MIL5 ROM5"})
    return played(state, MOVES.play(card="FER1"), MOVES.floor(site=1))


def _majority() -> States:
    return arranged(3, {**EARLY, "lucca": ("BBWB", "RWR")}, on_turn=BLACK)


def _tie() -> States:
    return arranged(3, {**EARLY, "bologna": ("RWWRB", "BBWW")}, on_turn=BLACK)


def _take() -> States:
    hands, face_up = {BLACK: "SIE4 ROM5 PAR3"}, {"siena": "BOL1", "roma": "VER3", "parma": "LUC5"}
    return arranged(3, {**EARLY, "siena": ("W", "R")}, hands=hands, face_up=face_up)


def _any() -> States:
    state = arranged(3, EARLY, on_turn=WHITE, hands={WHITE: "ROM6 MIL1 VER4"})
    return played(state, MOVES.play(card="ROM6"), MOVES.floor(site=2))


def _move() -> States:
    state = arranged(3, {**LATE, "firenze": ("RB", "WB")}, on_turn=RED, hands={RED: "BOL7 FIR5 ROM5"})
    return played(state, MOVES.play(card="BOL7"), MOVES.floor(site=1))


def _portraits() -> States:
    return arranged(3, LATE, on_turn=BLACK, hands={BLACK: "SIE3 VER4 MIL1"})


def _messenger() -> States:
    state = arranged(3, EARLY, on_turn=BLACK, hands={BLACK: "SIE4 VER1 ROM5"}, messengers=True)
    s = GAME.state.plain(state)
    played(state, MOVES.play(card="SIE4"), MOVES.floor(site=1), MOVES.take(city="siena"))
    Interpreted(GAME).apply(state, -1, MOVES.lay(card=board.CARD_IDS[_lowest(s.deck)]))
    return state


def _lowest(cards: int) -> int:
    return (cards & -cards).bit_length() - 1


def _paid() -> States:
    pairs = ("siena-bologna", "bologna-firenze")
    towers = {**EARLY, "bologna": ("RWWRB", "BBWW")}
    return arranged(3, towers, on_turn=BLACK, between=pairs, messengers=True)


def _five() -> States:
    return arranged(5, {"pistoia": ("BW", "RYU"), "roma": ("U", "Y"), "milano": ("RB", "W")}, on_turn=BLACK)
