"""A table arranged by hand and played on by names: what the tests of a game's clauses are written in.

A game's own scene names its card and adds the words of that game:

    class Scene(kit.Scene):
        game = GAME

        def roll(self, *faces: int) -> Self:
            return self.play("roll").luck("die", shows=faces[0])

Every move is checked for legality before it is made, in both ways in which the rules tell it, and every state for the
game's invariants after it. Luck is told what to bring, so nothing is left to chance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Self

from tabbytop.engine.game import Game
from tabbytop.engine.referee import Interpreted
from tabbytop.engine.seats import HOUSE, LUCK, OVER


class Scene:
    """One table of one game."""

    game: ClassVar[Game]
    referee: ClassVar[Interpreted]
    state: Any
    """The whole truth, as the engine keeps it."""
    s: Any
    """The same with plain fields; tests may read and arrange it."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "game" in cls.__dict__:
            cls.referee = Interpreted(cls.game)

    def __init__(self, players: int | None = None, **options: Any) -> None:
        self._begin(self.game.default_players if players is None else players, options)

    @classmethod
    def before_play(cls, players: int | None = None, **options: Any) -> Self:
        """A table right after `setup`, whatever a game's own scene arranges."""
        scene = cls.__new__(cls)
        Scene.__init__(scene, players, **options)
        return scene

    def _begin(self, players: int, options: dict[str, Any]) -> None:
        self._use(self.referee.setup(self.game.encode(players, options)))
        self.seats = self.game.seats(players, options)

    def _use(self, state: Any) -> None:
        self.state, self.s = state, self.game.state.plain(state)

    # ------------------------------------------------------------ looking

    @property
    def actor(self) -> int:
        """Who acts now."""
        return self.referee.actor(self.state)

    def legal(self, seat: int | None = None) -> list[str]:
        """What may be played now, as text: "mark(die=white 1)"."""
        return [str(self.game.moves.read(move)) for move in self._legal(seat)]

    def families(self, seat: int | None = None) -> set[str]:
        """The kinds of moves that may be played now."""
        return {self.game.moves.family(move).name for move in self._legal(seat)}

    def choices(self, family: str, seat: int | None = None) -> list[Any]:
        """What may be chosen now for the one argument of a kind of move."""
        moves = [self.game.moves.read(move) for move in self._legal(seat)]
        return [value for move in moves if move.name == family for value in move.args.values()]

    def outcomes(self) -> dict[str, int]:
        """What luck may bring now, with its weights."""
        ids, weights = self.referee.chance(self.state)
        return {str(self.game.moves.read(move)): weight for move, weight in zip(ids, weights, strict=True)}

    def view(self, seat: int) -> Any:
        """The table as a seat sees it."""
        return self.game.state.plain(self.game.state.view(self.state, seat))

    def prompt(self, viewer: int) -> str:
        """The status sentence for a viewer."""
        return self.game.words.prompt(self.view(viewer), viewer)

    def scores(self) -> list[int]:
        """Points by seat."""
        return self.referee.score(self.state)[: self.seats]

    def places(self) -> list[int]:
        """Places by seat at the end."""
        return self.referee.rank(self.state)[: self.seats]

    def _legal(self, seat: int | None) -> list[int]:
        return self.referee.legal(self.state, self.actor if seat is None else seat)

    # ------------------------------------------------------------ playing

    def make(self, seat: int, move: int) -> Self:
        """One move by its id, which must be legal."""
        text, clause = self.game.moves.read(move), self.referee.why_not(self.state, seat, move)
        assert clause == 0, f"{text} by {seat} is refused by {self.game.clause_id(clause)}; legal: {self.legal(seat)}"
        possible = self.referee.chance(self.state)[0] if seat == LUCK else self.referee.legal(self.state, seat)
        assert move in possible, f"{text} by {seat} is missing among what is legal"
        self.referee.apply(self.state, seat, move)
        self.check()
        return self

    def check(self) -> Self:
        """The invariants of the game hold."""
        broken = self.referee.broken(self.state)
        assert broken == 0, f"invariant {broken} of {self.game.name} is broken"
        return self

    def play(self, name: str, seat: int | None = None, /, **args: Any) -> Self:
        """One move by its name, of the seat that acts or of a given one."""
        return self.make(self.actor if seat is None else seat, self.game.moves.families[name](**args))

    def luck(self, name: str, /, **args: Any) -> Self:
        """What luck brings."""
        assert self.actor == LUCK, f"{self.actor} acts, not luck"
        return self.make(LUCK, self.game.moves.families[name](**args))

    def house(self, name: str | None = None, /, **args: Any) -> Self:
        """Let the house make its one move; with a name, and with arguments, check that it is this one."""
        assert self.actor == HOUSE, f"{self.actor} acts, not the house"
        (move,) = self.referee.legal(self.state, HOUSE)
        made = self.game.moves.read(move)
        assert name in (None, made.name), f"the house plays {made}"
        assert args in ({}, made.args), f"the house plays {made}"
        return self.make(HOUSE, move)

    def until(self, holds: Callable[[Any], bool], *, most: int = 10_000) -> Self:
        """Play the first legal move, or luck's first outcome, again and again until something holds of the state."""
        for _ in range(most):
            if holds(self.s):
                return self
            assert self.actor != OVER, "the game ended before that"
            possible = self.referee.chance(self.state)[0] if self.actor == LUCK else self._legal(None)
            self.make(self.actor, possible[0])
        raise AssertionError(f"that did not come within {most} moves")

    def refused(self, name: str, seat: int | None = None, /, **args: Any) -> str:
        """The clause that forbids a move, which must be missing among the legal ones and told in a sentence."""
        seat, move = self.actor if seat is None else seat, self.game.moves.families[name](**args)
        number = self.referee.why_not(self.state, seat, move)
        assert number != 0, f"{name} {args} by {seat} is legal"
        assert seat == LUCK or move not in self.referee.legal(self.state, seat)
        clause = self.game.clause_id(number)
        if seat >= 0:
            assert self.game.words.refusal(self.view(seat), seat, move, clause).endswith(".")
        return clause
