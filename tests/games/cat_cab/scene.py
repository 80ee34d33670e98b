"""A position of Cat Cab, arranged by hand and played on by names: what the clause tests are written in.

    scene = Scene(players=2).at(0, (2, 2)).curses(0, 1)
    scene.roll(4, 5, 6, 6, 3)
    scene.play("stop")

Luck is told what to show, so nothing is left to chance; every move is checked for legality before it is made, and
every state for the game's invariants after it.
"""

from __future__ import annotations

from typing import Any, Self

from tabbytop import kit
from tabbytop.engine.seats import LUCK
from tabbytop.games.cat_cab.board import LEFT, OUT, START, square_at, square_name
from tabbytop.games.cat_cab.game import GAME
from tabbytop.games.cat_cab.moves import COLOURED_DICE, MOVES
from tabbytop.games.cat_cab.turn import start_turn


class Scene(kit.Scene):
    """One table. Seats keep their numbers; the turn order is 0, 1, 2 unless said otherwise. It is seat 0's turn."""

    game = GAME

    def __init__(
        self,
        players: int = 2,
        *,
        passenger: tuple[int, int] | None = (3, 8),
        picked_up: int = 0,
        first_turn: bool = False,
        order: tuple[int, ...] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(players, **options)
        for index, seat in enumerate(order or range(self.s.seats)):
            self.s.order[index] = seat
            self.s.order_roll[seat] = 6 - index
        for seat in range(self.s.seats):
            self.s.turns[seat] = 0 if first_turn else 3
        self.s.picked_up = self.s.lost = picked_up
        self.s.passenger = square_at(*passenger) if passenger and picked_up < 4 else -1
        start_turn(self.s)

    # ------------------------------------------------------------ arranging

    def turn_of(self, seat: int) -> Self:
        """Let it be another seat's turn."""
        self.s.turn = [self.s.order[index] for index in range(self.s.seats)].index(seat)
        start_turn(self.s)
        return self

    def at(self, seat: int, square: tuple[int, int] | str) -> Self:
        """Put a meeple on a square (column, row), or "start"."""
        self.s.place[seat] = START if square == "start" else square_at(*square)  # type: ignore[misc]
        return self

    def curses(self, seat: int, number: int) -> Self:
        """Give a seat curses."""
        self.s.curses[seat] = number
        return self

    def holding(self, seat: int, *dice: str) -> Self:
        """Give a seat coloured dice, such as "red D6"."""
        for die in dice:
            self.s.holder[COLOURED_DICE.index(die)] = seat
        return self

    def passengers(self, seat: int, number: int) -> Self:
        """Let a seat have picked up passengers before."""
        self.s.held[seat] += number
        self.s.picked_up += number
        if self.s.picked_up == 4:
            self.s.passenger = -1
        return self

    def gone(self, seat: int, rank: int) -> Self:
        """Let a seat have left the city as the first, second …; rush hour starts for the others with the first."""
        self.s.place[seat], self.s.departure[seat] = LEFT, rank
        self.s.rush[seat] = 0
        for other in range(self.s.seats):
            if rank == 1 and self.s.place[other] <= START:
                self.s.rush[other] = 5
        return self

    def eliminated(self, seat: int) -> Self:
        """Let a seat be out of the game."""
        self.s.place[seat], self.s.rush[seat] = OUT, 0
        return self

    # ------------------------------------------------------------ playing

    def outcomes(self) -> list[int]:
        """The faces that the die in the air can show; all are equally likely."""
        ids, weights = self.referee.chance(self.state)
        assert set(weights) == {1}
        return [move - MOVES.die.first + 1 for move in ids]

    def luck(self, *faces: int) -> Self:
        """Let luck show these faces, one die after the other."""
        for face in faces:
            self.play("die", LUCK, shows=face)
        return self

    def roll(self, *faces: int) -> Self:
        """Roll the turn dice: white ones first, then coloured D6, then coloured D8."""
        return self.play("roll").luck(*faces)

    def reroll(self, dice: dict[str, int]) -> Self:
        """Re-roll dice by name, in their order: {"white 1": 2, "white 2": 3}."""
        for die in dice:
            self.play("mark", die=die)
        return self.play("reroll").luck(*dice.values())

    def drive(self, *ways: tuple[int, str]) -> Self:
        """Drive sources: (2, "up"), (1, "right")."""
        for spaces, direction in ways:
            self.play("move", spaces=spaces, direction=direction)
        return self

    def crazy(self) -> str:
        """Let Crazy cat make its one move; returns it as text."""
        (move,) = self.referee.legal(self.state, 1)
        self.make(1, move)
        return str(MOVES.read(move))

    # ------------------------------------------------------------ looking

    def where(self, seat: int) -> tuple[int, int] | str:
        """Where a meeple is: (column, row), "start", "left" or "out"."""
        place = self.s.place[seat]
        if place < START:
            column, row = square_name(place).split(",")
            return int(column), int(row)
        return {START: "start", LEFT: "left", OUT: "out"}[place]

    @property
    def passenger_at(self) -> tuple[int, int] | None:
        """Where the passenger waits."""
        if self.s.passenger < 0:
            return None
        column, row = square_name(self.s.passenger).split(",")
        return int(column), int(row)

    @property
    def sources(self) -> list[int]:
        """Sources of movement left, as in the examples: [2, 2, 1]."""
        return [2] * self.s.twos + [1] * self.s.ones

    # ------------------------------------------------------------ further words

    def sabotage(self, target: int) -> Self:
        """Whoever acts curses a rival."""
        return self.play("sabotage", seat=target)

    def end(self) -> Self:
        """Let the house end the turn."""
        return self.house("end_turn")

    def dice_of(self, seat: int) -> list[str]:
        """The coloured dice a seat has."""
        return [die for die, holder in zip(COLOURED_DICE, self.s.holder, strict=True) if holder == seat]

    # ------------------------------------------------------------ shorthands

    def with_sources(self, *spaces: int) -> Self:
        """Roll 4s and 6s for these sources and 3s for the rest, keep them and skip the items: on to movement."""
        faces = [6 if number == 2 else 4 for number in spaces]
        self.play("roll")
        self.luck(*faces, *[3] * (self.s.pool.bit_count() - len(faces)))
        for name in ("stop", "skip_items"):
            if self.actor >= 0 and name in self.legal():
                self.play(name)
        return self

    def turn_dice(self) -> list[int]:
        """What the turn dice show: white ones first, then coloured D6, then coloured D8."""
        return [face for face in self.s.face if face > 0]

    def one_step(self, direction: str, *, twos: int = 0) -> Self:
        """Roll one source of 1 space, some final 2s and else only 3s, take no items, and drive the source."""
        self.play("roll")
        threes = self.s.pool.bit_count() - 1 - twos
        self.luck(4, *[2] * twos, *[3] * threes).play("stop")
        if threes > 0:
            self.play("skip_items")
        return self.drive((1, direction))

    def idle(self) -> Self:
        """A whole turn in which nothing happens: only 3s, no items."""
        self.play("roll")
        return self.luck(*[3] * self.s.pool.bit_count()).play("stop").play("skip_items").end()


REFEREE = Scene.referee
