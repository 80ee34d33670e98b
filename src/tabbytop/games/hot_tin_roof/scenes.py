"""Positions for the pictures in the guide. They are drawn by the same board that people play on."""

from __future__ import annotations

from typing import Any

from tabbytop.engine.referee import Interpreted
from tabbytop.engine.state import States
from tabbytop.games.hot_tin_roof import board, facts, invariants, turn
from tabbytop.games.hot_tin_roof.game import GAME

ORANGE, BROWN, WHITE, BLUE = range(4)


def scenes() -> dict[str, States]:
    """All positions by the names that the guide uses."""
    return {
        "start": _start(),
        "dive": _dive(),
        "home": _home(),
        "building": _building(),
        "shelter": _shelter(),
        "racing": _racing(),
        "meeting": _meeting(),
        "settlement": _settlement(),
        "joining": _joining(),
        "tie": _tie(),
        "deluxe": _deluxe(),
        "stopping": _stopping(),
    }


def table(*tiles: str, seats: int = 4, **options: Any) -> tuple[States, Any]:
    """Some players, with these tiles face up, in the middle of a game."""
    state = Interpreted(GAME).setup(GAME.encode(seats, options))
    s = GAME.state.plain(state)
    for home, tile in enumerate(tiles):
        s.tile[home] = board.TILE_NAMES.index(tile)
    s.turns = 16
    return state, s


def give(s: Any, seat: int, cans: int, fish: int) -> None:
    """Food, of which the fish were earned."""
    s.cans[seat], s.fish[seat], s.earned[seat] = cans, fish, fish
    s.market -= fish


def build(s: Any, seat: int, gaps: str, rooftops: str = "") -> None:
    """Catwalks and shelters of a seat: "JK JO" and "N"."""
    for gap in gaps.split():
        s.catwalk[board.gap_named(gap)] = seat
        s.catwalks[seat] -= 1
    for rooftop in rooftops:
        s.shelter[board.roof_at(rooftop)] = seat
        s.shelters[seat] -= 1


def place(s: Any, seat: int, shape: int, homes: str) -> None:
    """A pair on two rooftops."""
    for which, letter in enumerate(homes):
        s.cat[seat, shape, which] = board.roof_at(letter)


def remember(s: Any, *cans: int) -> None:
    """Used tiles for all pairs so far, and cans on dumpsters: what the first one holds follows from all others."""
    unused = [tile for tile in range(len(board.TILE_NAMES)) if tile not in list(s.tile)]
    for seat in range(s.seats):
        for _ in range(s.earned[seat] + facts.pairs_out(s, seat)):
            s.tile_user[unused.pop()] = seat
    for dumpster, number in enumerate((0, *cans)):
        s.dumpster[dumpster] = number
    s.dumpster[0] = invariants.first_cans(s) - invariants.cans_in_play(s)


def _start() -> States:
    return first_turn("JM", "CK", "DG")


def first_turn(*tiles: str, seats: int = 4) -> States:
    """The first player has paid the first ante."""
    state, s = table(*tiles, seats=seats)
    s.turns = 0
    s.cans[ORANGE] = 5
    for dumpster in range(len(s.dumpster)):
        s.dumpster[dumpster] += 1
    turn.enter(s, facts.DIVING, ORANGE)
    return state


def _dive() -> States:
    state, s = table("JM", "AF", "HO")
    for seat, cans, fish in ((ORANGE, 6, 1), (BROWN, 9, 0), (WHITE, 11, 1), (BLUE, 4, 0)):
        give(s, seat, cans, fish)
    build(s, ORANGE, "JO NO", "C")
    build(s, BROWN, "CD MN", "J")
    build(s, WHITE, "CH", "D")
    build(s, BLUE, "DE EF")
    place(s, ORANGE, 0, "GK")
    place(s, BROWN, 0, "BE")
    place(s, BLUE, 0, "FL")
    place(s, BLUE, 1, "AI")
    remember(s, 1, 6, 2, 5)
    s.turn = ORANGE
    turn.enter(s, facts.DIVING, ORANGE)
    return state


def _home() -> States:
    """The same table, one dive later."""
    state = _dive()
    s = GAME.state.plain(state)
    turn.dive(s, 0)
    turn.turn_up_tile(s, board.TILE_NAMES.index("AD"))
    return state


def _building() -> States:
    state, s = table("AF", "CK", "DG")
    for seat, cans, fish in ((ORANGE, 5, 0), (BROWN, 9, 1), (WHITE, 10, 0), (BLUE, 7, 0)):
        give(s, seat, cans, fish)
    build(s, ORANGE, "BC")
    build(s, BROWN, "AB", "H")
    build(s, WHITE, "JO NO")
    build(s, BLUE, "DJ", "C")
    place(s, ORANGE, 0, "AD")
    place(s, WHITE, 0, "IJ")
    remember(s, 6, 1, 3, 2)
    s.turn = ORANGE
    turn.dive(s, facts.CATWALK_DUMPSTER)
    return state


def _shelter() -> States:
    state, s = table("AF", "CK", "DG")
    for seat, cans, fish in ((ORANGE, 7, 1), (BROWN, 9, 1), (WHITE, 10, 0), (BLUE, 3, 1)):
        give(s, seat, cans, fish)
    build(s, ORANGE, "BC CD")
    build(s, BROWN, "AB", "H")
    build(s, WHITE, "JO NO")
    build(s, BLUE, "DJ", "BLN")
    place(s, ORANGE, 0, "NF")
    place(s, BROWN, 0, "EM")
    remember(s, 6, 1, 3, 2)
    s.turn = BLUE
    turn.dive(s, facts.SHELTER_DUMPSTER)
    return state


def _racing() -> States:
    state, s = table("AF", "CK", "DG")
    for seat, cans, fish in ((ORANGE, 6, 0), (BROWN, 9, 1), (WHITE, 11, 0), (BLUE, 8, 1)):
        give(s, seat, cans, fish)
    build(s, ORANGE, "NO")
    build(s, BROWN, "JK", "J")
    build(s, WHITE, "JO")
    build(s, BLUE, "CD", "N")
    place(s, ORANGE, 0, "KN")
    place(s, WHITE, 0, "AI")
    remember(s, 6, 4, 0, 3)
    s.turn, s.dived = ORANGE, facts.CATWALK_DUMPSTER
    turn.start_racing(s)
    return state


def _meeting() -> States:
    state, s = table("AF", "CK", "DG")
    for seat, cans, fish in ((ORANGE, 9, 0), (BROWN, 9, 1), (WHITE, 11, 0), (BLUE, 8, 1)):
        give(s, seat, cans, fish)
    build(s, ORANGE, "JK JO NO")
    build(s, BROWN, "AB", "O")
    build(s, BLUE, "CD", "KN")
    place(s, ORANGE, 0, "KN")
    place(s, WHITE, 0, "AI")
    remember(s, 6, 4, 0, 3)
    s.turn, s.dived = ORANGE, facts.CATWALK_DUMPSTER
    turn.start_racing(s)
    return state


def _settlement() -> States:
    state, s = table("AF", "CK", "DG")
    for seat, cans, fish in ((ORANGE, 12, 4), (BROWN, 7, 3), (WHITE, 9, 4), (BLUE, 8, 3)):
        give(s, seat, cans, fish)
    build(s, ORANGE, "NO MN JO", "C")
    build(s, BROWN, "AB BC CD HM", "J")
    build(s, WHITE, "CH DJ LM", "D")
    build(s, BLUE, "DE", "N")
    place(s, BROWN, 0, "AD")
    place(s, BROWN, 1, "FI")
    place(s, BLUE, 0, "LO")
    remember(s, 3, 6, 2, 0)
    s.turn = s.trigger = ORANGE
    turn.settle_next_pair(s)
    return state


def _joining() -> States:
    """The same settlement: Brown joins step by step and has come to the Carters."""
    state = _settlement()
    s = GAME.state.plain(state)
    turn.start_joining(s, 0)
    for way in ("AB", "BC"):
        turn.step(s, 0, board.WAY_NAMES.index(way))
    return state


def _tie() -> States:
    state, s = table("AF", "CK", "DG")
    for seat, cans, fish in ((ORANGE, 7, 4), (BROWN, 10, 2), (WHITE, 7, 4), (BLUE, 7, 4)):
        give(s, seat, cans, fish)
    build(s, ORANGE, "NO MN JO", "C")
    build(s, BROWN, "AB BC CD HM", "J")
    build(s, WHITE, "CH DJ LM", "D")
    build(s, BLUE, "DE EK", "N")
    remember(s, 3, 6, 2, 0)
    s.turn = s.trigger = ORANGE
    turn.settle_next_pair(s)
    return state


def _deluxe() -> States:
    state, s = table("AF", "JL", "EG", deluxe_catwalks=True)
    for seat, cans, fish in ((ORANGE, 8, 2), (BROWN, 7, 1), (WHITE, 9, 1), (BLUE, 6, 2)):
        give(s, seat, cans, fish)
    build(s, ORANGE, "CH", "D")
    build(s, BROWN, "DE", "C")
    build(s, WHITE, "HL")
    build(s, BLUE, "EK")
    s.catwalk[board.gap_named("CD")], s.deluxe_at[BLUE] = BLUE, board.gap_named("CD")
    place(s, WHITE, 0, "EL")
    remember(s, 6, 4, 0, 3)
    s.turn, s.dived = WHITE, facts.CATWALK_DUMPSTER
    turn.start_racing(s)
    return state


def _stopping() -> States:
    state, s = table("AF", "JL", "EG", shelter_toll="stopping")
    for seat, cans, fish in ((ORANGE, 8, 1), (BROWN, 7, 1), (WHITE, 9, 0), (BLUE, 6, 0)):
        give(s, seat, cans, fish)
    build(s, WHITE, "BH HM")
    build(s, BROWN, "DE", "C")
    build(s, BLUE, "EK", "H")
    place(s, WHITE, 0, "BM")
    remember(s, 6, 4, 0, 3)
    s.turn, s.dived = WHITE, facts.CATWALK_DUMPSTER
    turn.start_racing(s)
    return state
