"""A position of Cat Cab, arranged by hand and played on by names: what the clause tests are written in.

    scene = Scene(players=2).at(0, (2, 2)).curses(0, 1)
    scene.roll(4, 5, 6, 6, 3)
    scene.play("stop")

Luck is told what to show, so nothing is left to chance; every move is checked for legality before it is made, and
every state for the game's invariants after it.
"""

from __future__ import annotations

from typing import Any

from tabbytop.engine.referee import Interpreted
from tabbytop.engine.seats import HOUSE, LUCK
from tabbytop.games.cat_cab.board import LEFT, OUT, START, square_at, square_name
from tabbytop.games.cat_cab.game import GAME
from tabbytop.games.cat_cab.moves import COLOURED_DICE, MOVES
from tabbytop.games.cat_cab.turn import start_turn

REFEREE = Interpreted(GAME)


class Scene:
    """One table. Seats keep their numbers; the turn order is 0, 1, 2 unless said otherwise. It is seat 0's turn."""

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
        self.state = REFEREE.setup(GAME.encode(players, options))
        self.s = GAME.state.plain(self.state)
        """The open state; tests may read and arrange it."""
        for index, seat in enumerate(order or range(self.s.seats)):
            self.s.order[index] = seat
            self.s.order_roll[seat] = 6 - index
        for seat in range(self.s.seats):
            self.s.turns[seat] = 0 if first_turn else 3
        self.s.picked_up = self.s.lost = picked_up
        self.s.passenger = square_at(*passenger) if passenger and picked_up < 4 else -1
        start_turn(self.s)

    # ------------------------------------------------------------ arranging

    def turn_of(self, seat: int) -> Scene:
        """Let it be another seat's turn."""
        self.s.turn = [self.s.order[index] for index in range(self.s.seats)].index(seat)
        start_turn(self.s)
        return self

    def at(self, seat: int, square: tuple[int, int] | str) -> Scene:
        """Put a meeple on a square (column, row), or "start"."""
        self.s.place[seat] = START if square == "start" else square_at(*square)  # type: ignore[misc]
        return self

    def curses(self, seat: int, number: int) -> Scene:
        """Give a seat curses."""
        self.s.curses[seat] = number
        return self

    def holding(self, seat: int, *dice: str) -> Scene:
        """Give a seat coloured dice, such as "red D6"."""
        for die in dice:
            self.s.holder[COLOURED_DICE.index(die)] = seat
        return self

    def passengers(self, seat: int, number: int) -> Scene:
        """Let a seat have picked up passengers before."""
        self.s.held[seat] += number
        self.s.picked_up += number
        if self.s.picked_up == 4:
            self.s.passenger = -1
        return self

    def gone(self, seat: int, rank: int) -> Scene:
        """Let a seat have left the city as the first, second …; rush hour starts for the others with the first."""
        self.s.place[seat], self.s.departure[seat] = LEFT, rank
        self.s.rush[seat] = 0
        for other in range(self.s.seats):
            if rank == 1 and self.s.place[other] <= START:
                self.s.rush[other] = 5
        return self

    def eliminated(self, seat: int) -> Scene:
        """Let a seat be out of the game."""
        self.s.place[seat], self.s.rush[seat] = OUT, 0
        return self

    # ------------------------------------------------------------ playing

    @property
    def actor(self) -> int:
        """Who acts now."""
        return REFEREE.actor(self.state)

    def legal(self, seat: int | None = None) -> list[str]:
        """What may be played now, as text: "mark(die=white 1)"."""
        seat = self.actor if seat is None else seat
        return [str(MOVES.read(move)) for move in REFEREE.legal(self.state, seat)]

    def outcomes(self) -> list[int]:
        """The faces that the die in the air can show; all are equally likely."""
        ids, weights = REFEREE.chance(self.state)
        assert set(weights) == {1}
        return [move - MOVES.die.first + 1 for move in ids]

    def play(self, name: str, seat: int | None = None, **args: Any) -> Scene:
        """Make one move for whoever acts (or a given seat); it must be legal."""
        move = MOVES.families[name](**args)
        seat = self.actor if seat is None else seat
        clause = REFEREE.why_not(self.state, seat, move)
        assert clause == 0, f"{name} {args} by {seat} is refused by CAB-{clause}; legal: {self.legal()}"
        assert seat == LUCK or move in REFEREE.legal(self.state, seat), f"{name} {args} is missing in {self.legal()}"
        REFEREE.apply(self.state, seat, move)
        assert REFEREE.broken(self.state) == 0, f"invariant {REFEREE.broken(self.state)} is broken after {name} {args}"
        return self

    def luck(self, *faces: int) -> Scene:
        """Let luck show these faces, one die after the other."""
        for face in faces:
            assert self.actor == LUCK, f"{self.actor} acts, not luck"
            self.play("die", shows=face)
        return self

    def house(self, name: str | None = None, **args: Any) -> Scene:
        """Let the house make its one move; with a name, check that it is this one."""
        assert self.actor == HOUSE, f"{self.actor} acts, not the house"
        (move,) = REFEREE.legal(self.state, HOUSE)
        if name is not None:
            assert move == MOVES.families[name](**args), f"the house plays {MOVES.read(move)}"
        return self.play(MOVES.read(move).name, **MOVES.read(move).args)

    def roll(self, *faces: int) -> Scene:
        """Roll the turn dice: white ones first, then coloured D6, then coloured D8."""
        return self.play("roll").luck(*faces)

    def reroll(self, dice: dict[str, int]) -> Scene:
        """Re-roll dice by name, in their order: {"white 1": 2, "white 2": 3}."""
        for die in dice:
            self.play("mark", die=die)
        return self.play("reroll").luck(*dice.values())

    def drive(self, *ways: tuple[int, str]) -> Scene:
        """Drive sources: (2, "up"), (1, "right")."""
        for spaces, direction in ways:
            self.play("move", spaces=spaces, direction=direction)
        return self

    def crazy(self) -> str:
        """Let Crazy cat make its one move; returns it as text."""
        (move,) = REFEREE.legal(self.state, 1)
        self._make(move, 1)
        return str(MOVES.read(move))

    def refused(self, name: str, seat: int | None = None, **args: Any) -> str:
        """The clause that forbids a move; fails if the move is legal."""
        seat = self.actor if seat is None else seat
        clause = REFEREE.why_not(self.state, seat, MOVES.families[name](**args))
        assert clause != 0, f"{name} {args} is legal"
        return GAME.clause_id(clause)

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

    def scores(self) -> list[int]:
        """Points by seat."""
        return REFEREE.score(self.state)[: self.s.seats]

    def places(self) -> list[int]:
        """Places by seat at the end."""
        return REFEREE.rank(self.state)[: self.s.seats]

    # ------------------------------------------------------------ further words

    def _make(self, move: int, seat: int) -> None:
        clause = REFEREE.why_not(self.state, seat, move)
        assert clause == 0, f"{MOVES.read(move)} by {seat} is refused by CAB-{clause}; legal: {self.legal()}"
        REFEREE.apply(self.state, seat, move)
        assert REFEREE.broken(self.state) == 0, f"invariant {REFEREE.broken(self.state)} is broken: {MOVES.read(move)}"

    @classmethod
    def before_play(cls, players: int = 2, **options: Any) -> Scene:
        """A table where luck has still to roll for the turn order."""
        scene = cls.__new__(cls)
        scene.state = REFEREE.setup(GAME.encode(players, options))
        scene.s = GAME.state.plain(scene.state)
        return scene

    def sabotage(self, target: int) -> Scene:
        """Whoever acts curses a rival."""
        self._make(MOVES.sabotage(seat=target), self.actor)
        return self

    def sabotage_refused(self, target: int) -> str:
        """The clause that forbids whoever acts to curse a seat; fails if it is legal."""
        clause = REFEREE.why_not(self.state, self.actor, MOVES.sabotage(seat=target))
        assert clause != 0, f"sabotage of {target} is legal"
        return GAME.clause_id(clause)

    def end(self) -> Scene:
        """Let the house end the turn."""
        return self.house("end_turn")

    def dice_of(self, seat: int) -> list[str]:
        """The coloured dice a seat has."""
        return [die for die, holder in zip(COLOURED_DICE, self.s.holder, strict=True) if holder == seat]

    # ------------------------------------------------------------ shorthands

    def with_sources(self, *spaces: int) -> Scene:
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

    def one_step(self, direction: str, *, twos: int = 0) -> Scene:
        """Roll one source of 1 space, some final 2s and else only 3s, take no items, and drive the source."""
        self.play("roll")
        threes = self.s.pool.bit_count() - 1 - twos
        self.luck(4, *[2] * twos, *[3] * threes).play("stop")
        if threes > 0:
            self.play("skip_items")
        return self.drive((1, direction))

    def idle(self) -> Scene:
        """A whole turn in which nothing happens: only 3s, no items."""
        self.play("roll")
        return self.luck(*[3] * self.s.pool.bit_count()).play("stop").play("skip_items").end()
