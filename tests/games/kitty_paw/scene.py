"""A table of Kitty Paw, arranged by hand and played on by names: what the clause tests are written in.

    scene = Scene(3).open()
    scene.take(0, "I-05").build(0)
    scene.play(0, "meow")

Luck is told what to bring, so nothing is left to chance; every move is checked for legality before it is made, and
every state for the game's invariants after it. Time passes only when told to.
"""

from __future__ import annotations

from typing import Any, Self

from tabbytop import kit
from tabbytop.engine.seats import ALL, CLOCK, HOUSE, LUCK
from tabbytop.games.kitty_paw.cards import (
    ANIMAL_IDS,
    BREED_IDS,
    CARD_IDS,
    LEVEL,
    NEED_ANIMAL,
    NEED_BOX,
    NEED_Q,
    NEED_R,
    NEED_ROT,
    NEED_SIDE,
    ORDER,
    PENALTY,
    SIDES,
)
from tabbytop.games.kitty_paw.facts import (
    BUILDING,
    CLEANING,
    DEALING,
    FINISHED,
    GATHERING,
    IN_PILE,
    MIXING,
    REMOVED,
    RESULT,
    TOPPING,
    TURNED,
)
from tabbytop.games.kitty_paw.game import GAME
from tabbytop.games.kitty_paw.mat import CENTRE_Q, CENTRE_R, PLACE_AT, place_name
from tabbytop.games.kitty_paw.moves import MOVES

ROWS = {
    1: ("I-05", "I-09", "I-17", "I-01"),
    2: ("IIb-01", "IIb-02", "IIb-03", "IIb-05"),
    3: ("III-01", "III-02", "III-03", "III-06"),
}
FIRST_ROUND = {1: 1, 2: 7, 3: 9}


class Scene(kit.Scene):
    """One table before its first round, or before the first of a level. All tiles lie awake unless told."""

    game = GAME

    def __init__(
        self,
        players: int = 3,
        *,
        level: int = 1,
        played: int | None = None,
        row: tuple[str, ...] = (),
        asleep: int = 0,
        **options: Any,
    ) -> None:
        super().__init__(players, **options)
        self.players = players
        self.asleep = asleep
        self._play_before(FIRST_ROUND[level] - 1 if played is None else played, row or ROWS[level])
        self.deal(row or ROWS[level])

    def _play_before(self, rounds: int, row: tuple[str, ...]) -> None:
        """Let so many rounds be over, whose cards were all removed."""
        self.s.round = rounds + 1
        spare = [c for c in range(len(CARD_IDS)) if self.s.where[c] == IN_PILE and CARD_IDS[c] not in row]
        for card in sorted(spare, key=lambda card: LEVEL[card])[: 4 * rounds]:
            self.s.where[card] = REMOVED

    # ------------------------------------------------------------ luck, house, time

    def deal(self, row: tuple[str, ...]) -> Self:
        """Mix the tiles and turn these cards over."""
        while self.s.phase == MIXING:
            self.luck("mix", asleep=min(self.asleep, self.players))
        for card in row:
            if self.s.phase == TOPPING:
                self.luck("top", level=int(LEVEL[CARD_IDS.index(card)]))
            assert self.s.phase == DEALING
            self.luck("turn_over", card=card)
        if self.s.phase == TOPPING:  # the next level, whichever it may be
            self.make(LUCK, self.referee.chance(self.state)[0][0])
        return self

    def house(self) -> Self:
        """Let everything happen that happens by itself now."""
        while self.actor == HOUSE:
            (move,) = self.referee.legal(self.state, HOUSE)
            self.make(HOUSE, move)
        return self

    def house_move(self) -> str:
        """The one thing that happens by itself now."""
        (move,) = self.referee.legal(self.state, HOUSE)
        return str(MOVES.read(move))

    def wait(self, ms: int) -> Self:
        """Let time pass, and happen what happens by itself on the way."""
        assert GAME.clock is not None
        while ms > 0:
            left = GAME.clock.left(self.s)
            move = GAME.clock.step(ms if left < 0 else min(ms, left))
            self.make(CLOCK, move)
            ms -= GAME.clock.passes[move]
            self.house()
        return self

    # ------------------------------------------------------------ playing

    def play(self, seat: int, name: str, /, **args: Any) -> Self:
        """One move, which must be legal."""
        return self.make(seat, MOVES.families[name](**args))

    def refused(self, seat: int, name: str, /, **args: Any) -> str:
        """The clause that forbids a move to a seat."""
        return super().refused(name, seat, **args)

    def open(self) -> Self:
        """Everybody is ready, and the countdown runs down."""
        for seat in range(self.players):
            if self.s.active >> seat & 1:
                self.play(seat, "ready")
        if self.s.countdown:
            self.wait(self.s.countdown * 1000)
        self.house()
        assert self.s.phase == BUILDING
        return self

    def take(self, seat: int, card: str) -> Self:
        """Take a card."""
        return self.play(seat, "take_card", card=card)

    def place(self, seat: int, q: int, r: int, other: tuple[int, int] | None = None) -> str:
        """The name of the place at (q, r) from a seat's box, or across (q, r) and another cell."""
        box = self.s.box[seat]
        (q2, r2) = other or (q, r)
        return place_name(PLACE_AT[int(CENTRE_Q[box]) + q + q2, int(CENTRE_R[box]) + r + r2])

    def hold(self, seat: int, breed: str, side: str = "back", rot: int = 0) -> Self:
        """Grab a tile and shape it in the hand."""
        piece = BREED_IDS.index(breed)
        shown = side if self.s.centre[piece, SIDES.index(side)] else SIDES[1 - SIDES.index(side)]
        self.play(seat, "grab", breed=breed, side=shown)
        if shown != side:
            self.play(seat, "flip", breed=breed)
        while self.s.rot[seat, piece] != rot:
            self.play(seat, "turn", piece=breed, way="right")
        return self

    def put(self, seat: int, breed: str, q: int, r: int, **shape: Any) -> Self:
        """Grab a tile, shape it, and put it at (q, r) from the box."""
        return self.hold(seat, breed, **shape).play(seat, "put", place=self.place(seat, q, r))

    def find(self, seat: int, slot: int, animal: str) -> Self:
        """Look under a box; luck says what is there."""
        return self.play(seat, "peek", slot=slot).luck("find", animal=animal)

    def build(self, seat: int, leaving: str = "", slot: int = 1) -> Self:
        """Build the pattern of a seat's card move by move, leaving out one piece; the animal is under box `slot`."""
        card = self.s.card[seat]
        if self.s.box_side[seat] != NEED_BOX[card]:
            self.play(seat, "box_flip")
        for piece in ORDER[card]:
            if BREED_IDS[piece] != leaving:
                self.hold(seat, BREED_IDS[piece], SIDES[NEED_SIDE[card, piece]], int(NEED_ROT[card, piece]))
                self.play(seat, "put", place=self.wanted(seat, piece))
        if NEED_ANIMAL[card] >= 0 and leaving != "hide":
            self.find(seat, slot, ANIMAL_IDS[NEED_ANIMAL[card]]).play(seat, "keep")
            for _ in range(int(NEED_ROT[card, 7])):
                self.play(seat, "turn", piece="hide", way="right")
            self.play(seat, "put", place=self.wanted(seat, 7))
        return self

    def wanted(self, seat: int, piece: int) -> str:
        """Where a piece belongs on a seat's mat."""
        box, card = self.s.box[seat], self.s.card[seat]
        q, r = int(CENTRE_Q[box] + NEED_Q[card, piece]), int(CENTRE_R[box] + NEED_R[card, piece])
        return place_name(PLACE_AT[q, r])

    # ------------------------------------------------------------ rounds

    def finish(self, row: tuple[str, ...] = ()) -> Self:
        """All look at the result and are ready; the table is cleaned, and the next row dealt."""
        assert self.s.phase == RESULT
        for seat in range(self.players):
            if self.s.active >> seat & 1:
                self.play(seat, "ready")
        assert self.s.phase == CLEANING
        self.house()
        if self.s.phase != FINISHED and row:
            self.deal(row)
        return self

    def scored(self, *counts: int) -> Self:
        """Let seats have scored so many penalties in the rounds before, with removed cards; it needs such rounds."""
        for seat, count in enumerate(counts):
            for _ in range(count):
                removed = [card for card in range(len(CARD_IDS)) if self.s.where[card] == REMOVED]
                self.s.where[removed[0]] = TURNED + seat
                self.s.scored[seat] += 1
                self.s.total[seat] += int(PENALTY[removed[0]])
        return self


REFEREE = Scene.referee

__all__ = ["ALL", "CLOCK", "GATHERING", "HOUSE", "LUCK", "RESULT", "Scene"]
