"""Move families: one move has a dense id, a JSON form and typed arguments.

A family is a name with arguments, each a list of possible values; its members get consecutive ids. Search and
learning use the id, the wire and records use the JSON form. Words for moves belong to the game. Knows no game.

    >>> moves = Moves(roll={}, mark={"die": ("white", "red")})
    >>> moves.mark(die="red"), moves.read(2), moves.count
    (2, Move(name='mark', args={'die': 'red'}), 3)
    >>> moves.from_json({"mark": {"die": "white"}})
    1
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tabbytop.engine.errors import UserError

Value = str | int
JsonMove = dict[str, dict[str, Value]]


class BadMove(UserError):
    """A move that cannot be read: unknown family, wrong arguments, or an id out of range."""


@dataclass(frozen=True)
class Move:
    """A move in readable form."""

    name: str
    args: dict[str, Value]

    def __str__(self) -> str:
        inner = ", ".join(f"{key}={value}" for key, value in self.args.items())
        return f"{self.name}({inner})" if inner else self.name


@dataclass(frozen=True)
class Family:
    """One kind of move. `first` is the id of its first member; ids follow the arguments in order, last fastest."""

    name: str
    first: int
    args: dict[str, tuple[Value, ...]]
    size: int

    def __call__(self, /, **args: Value) -> int:
        """The id of the member with these arguments."""
        if set(args) != set(self.args):
            wanted = ", ".join(self.args) or "no arguments"
            raise BadMove(f"Move '{self.name}' takes {wanted}, not {', '.join(args) or 'none'}.")
        offset = 0
        for key, choices in self.args.items():
            value = args[key]
            # bool is an int to Python; on the wire `true` is no die face
            if isinstance(value, bool) or value not in choices:
                shown = ", ".join(str(choice) for choice in choices)
                raise BadMove(f"Move '{self.name}': {key} is one of {shown}; not {value!r}.")
            offset = offset * len(choices) + choices.index(value)
        return self.first + offset


class Moves:
    """All families of a game, in the order of their ids; each is reachable as an attribute."""

    def __init__(self, **families: dict[str, Sequence[Value]]) -> None:
        self.families: dict[str, Family] = {}
        first = 0
        for name, args in families.items():
            size = 1
            for choices in args.values():
                size *= len(choices)
            self.families[name] = Family(name, first, {k: tuple(v) for k, v in args.items()}, size)
            first += size
        self.count = first
        self._members = [family for family in self.families.values() for _ in range(family.size)]
        self._read: dict[int, Move] = {}
        """What was read already: the same few moves come again and again."""
        self._json: dict[int, JsonMove] = {}

    def __getattr__(self, name: str) -> Family:
        try:
            return self.__dict__["families"][name]
        except KeyError:
            raise AttributeError(f"no move family '{name}'; there are {', '.join(self.families)}") from None

    def family(self, move: int) -> Family:
        """The family that `move` belongs to."""
        if isinstance(move, bool) or not isinstance(move, int) or not 0 <= move < self.count:
            raise BadMove(f"There is no move {move!r}; ids run from 0 to {self.count - 1}.")
        return self._members[move]

    def read(self, move: int) -> Move:
        """The readable form of an id."""
        known = self._read.get(move)
        if known is None:
            known = self._read[move] = self._read_anew(move)
        return known

    def _read_anew(self, move: int) -> Move:
        family = self.family(move)
        offset, args = move - family.first, {}
        for key, choices in reversed(family.args.items()):
            offset, index = divmod(offset, len(choices))
            args[key] = choices[index]
        return Move(family.name, dict(reversed(args.items())))

    def to_json(self, move: int) -> JsonMove:
        """The form used on the wire and in records: `{"mark": {"die": "red"}}`."""
        readable = self.read(move)
        return {readable.name: dict(readable.args)}

    def as_json(self, move: int) -> JsonMove:
        """The same for those who only read it: it is one object for everybody, since a move is told of many times."""
        known = self._json.get(move)
        if known is None:
            known = self._json[move] = self.to_json(move)
        return known

    def from_json(self, data: Any) -> int:
        """The id of a JSON move; anything else is refused with a sentence that says what is wrong."""
        if not isinstance(data, dict) or len(data) != 1:
            raise BadMove('A move is an object with one key, such as {"roll": {}}.')
        name, args = next(iter(data.items()))
        if name not in self.families:
            raise BadMove(f"There is no move '{name}'; there are {', '.join(self.families)}.")
        if not isinstance(args, dict):
            raise BadMove(f"The arguments of '{name}' must be an object, such as {{}}.")
        return self.families[name](**args)
