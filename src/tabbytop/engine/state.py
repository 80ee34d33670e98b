"""A state is one fixed-size block of numbers whose fields say who may see them.

A game declares its state once, as a class; the NumPy layout, the blank state, the view of a seat and the
face that interpreted rules read all follow from that declaration. This module knows no game and no rule.

    >>> class Coin(State):
    ...     turn: int = public()
    ...     purse: Ints = owner(2, type="i2")
    ...     lucky_side: int = nobody(empty=-1)
    >>> s = Coin.blank()
    >>> Coin.plain(s).purse[1] = 300
    >>> Coin.view(s, seat=0)["purse"].tolist(), Coin.view(s, seat=1)["purse"].tolist()
    ([[0, 0]], [[0, 300]])
"""

from __future__ import annotations

import enum
import functools
import hashlib
import math
import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, ClassVar, Literal

import msgspec
import numpy as np
import numpy.typing as npt

States = npt.NDArray[np.void]
"""An array of states; a single state is an array of one, because that is cheap to hand to compiled code."""

Ids = npt.NDArray[np.int32]
"""Room for move ids, and for the weights that go with them."""

Wide = npt.NDArray[np.int64]
"""Plain 64-bit numbers: option values, scores, random keys."""


Reals = npt.NDArray[np.float64]
"""Numbers with fractions: guesses and results. States themselves hold whole numbers only."""

Cells = npt.NDArray[np.int8]
"""Single bytes: states as they lie in memory, masks, flags."""

Floats = npt.NDArray[np.float32]
"""Numbers with fractions as learning programs hold them."""


CODES: dict[str, Literal["b", "h", "i", "q"]] = {"i1": "b", "i2": "h", "i4": "i", "i8": "q"}
"""The types of fields, as NumPy and as Python's `struct` call them."""


ALIKE = 128
"""Values of a field whose JSON is remembered."""


class Sees(enum.Enum):
    """Who may see a field. A field without a declaration cannot exist, so nothing leaks by omission."""

    PUBLIC = "public"
    OWNER = "owner"
    NOBODY = "nobody"


class Ints:
    """What a rule sees of a field with a shape: whole numbers by index. Only a type; never instantiated."""

    def __getitem__(self, index: int | tuple[int, ...]) -> int:
        raise TypeError("Ints only describes a field; it holds nothing")

    def __setitem__(self, index: int | tuple[int, ...], value: int) -> None:
        raise TypeError("Ints only describes a field; it holds nothing")

    def __len__(self) -> int:
        raise TypeError("Ints only describes a field; it holds nothing")


@dataclass(frozen=True)
class Field:
    """One declared field: who sees it, its shape, its integer type and the value that means 'nothing'."""

    sees: Sees
    shape: tuple[int, ...]
    type: str
    empty: int
    by_seat: bool = False
    """Whether its first axis is the seat: four discard piles are, four places for cards are not."""
    later: bool = False
    """Declared after games had been recorded without it; see `State.essence`."""


def public(*shape: int, type: str = "i1", empty: int = 0, by_seat: bool = False, later: bool = False) -> Any:
    """A field that everybody sees; with `by_seat` its first axis is the seat. One that comes `later` is a small number,
    and nothing is 0."""
    if by_seat and not shape:
        raise TypeError("by_seat needs a shape whose first axis is the seat, such as public(4, by_seat=True)")
    if later and (type, empty) != ("i1", 0):
        raise TypeError("a field that comes later is of type i1 and empty at 0, so that it can stand behind all others")
    return Field(Sees.PUBLIC, shape, type, empty, by_seat, later)


def owner(*shape: int, type: str = "i1", empty: int = 0) -> Any:
    """A field whose first axis is the seat; each seat sees its own row."""
    if not shape:
        raise TypeError("owner() needs a shape whose first axis is the seat, such as owner(4) or owner(4, 10)")
    return Field(Sees.OWNER, shape, type, empty, by_seat=True)


def nobody(*shape: int, type: str = "i1", empty: int = 0) -> Any:
    """A field that no seat sees."""
    return Field(Sees.NOBODY, shape, type, empty)


class State:
    """Subclass it with fields. The class is the declaration; states themselves are NumPy arrays."""

    fields: ClassVar[dict[str, Field]] = {}
    dtype: ClassVar[np.dtype[np.void]]
    _blank: ClassVar[States]
    is_open: ClassVar[bool]
    """Whether everybody sees everything."""
    _masks: ClassVar[dict[int, tuple[int, int]]]
    _places: ClassVar[dict[str, _Place]]
    _at: ClassVar[dict[int, str]]
    """The field that a byte of a state belongs to."""
    _order: ClassVar[dict[str, int]]
    _cut: ClassVar[struct.Struct]
    """Cuts the bytes of a state into those of its fields, as they lie in memory."""
    _by_name: ClassVar[list[tuple[int, Callable[[bytes], bytes]]]]
    """By the fields' names: the number of the field in memory, and how it is written as JSON."""
    _earlier: ClassVar[int]
    _behind: ClassVar[int]
    _plain: ClassVar[type]

    def __init_subclass__(cls) -> None:
        declared = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        unsigned = [name for name, field in declared.items() if field.type not in CODES]
        if unsigned:
            raise TypeError(f"{cls.__name__}.{unsigned[0]} must be of a signed integer type: i1, i2, i4 or i8")
        hinted = [name for name in vars(cls).get("__annotations__", {}) if name not in declared]
        if hinted:
            raise TypeError(f"{cls.__name__}.{hinted[0]} says nobody who may see it: use public(), owner() or nobody()")
        cls.fields = declared
        # Widest first: no padding between fields, and the layout does not depend on how a game groups them. What came
        # later stands behind.
        by_width = sorted(declared.items(), key=lambda item: (item[1].later, -np.dtype(item[1].type).itemsize))
        layout = [(n, f.type, f.shape) if f.shape else (n, f.type) for n, f in by_width]
        cls.dtype = np.dtype(layout, align=True)
        first = len(layout) - sum(field.later for field in declared.values())
        cls._earlier = np.dtype(layout[:first], align=True).itemsize
        cls._behind = sum(math.prod(f.shape) * np.dtype(f.type).itemsize for _, f in by_width[:first])
        cls._blank = np.zeros(1, cls.dtype)
        for name, field in declared.items():
            cls._blank[name] = field.empty
        cls.is_open = all(field.sees is Sees.PUBLIC for field in declared.values())
        cls._masks = {}
        at: Any = cls.dtype.fields
        cls._places = {name: _Place(name, field, at[name][1]) for name, field in declared.items()}
        inside = [name for name, _ in by_width]
        sizes = [cls._places[name].end - cls._places[name].first for name in inside]
        cls._cut = struct.Struct("".join(f"{size}s" for size in sizes))
        cls._by_name = [(inside.index(name), cls._places[name].as_json) for name in sorted(declared)]
        cls._order = {name: number for number, name in enumerate(declared)}
        cls._at = {at: name for name, place in cls._places.items() for at in range(place.first, place.end)}
        cls._plain = _plain_class(cls.__name__, cls._places, declared, cls.dtype.itemsize)

    @classmethod
    def blank(cls, count: int = 1) -> States:
        """`count` states in which every field has its empty value."""
        return cls.from_bytes(cls._blank.tobytes() * count)

    @classmethod
    def view(cls, state: States, seat: int) -> States:
        """What `seat` may see, all else masked by blank values; a spectator is seat -1 and sees public fields only."""
        return cls.from_bytes(cls.view_of(state.tobytes(), seat))

    @classmethod
    def view_of(cls, data: bytes, seat: int) -> bytes:
        """What `seat` may see of the state whose bytes these are, as bytes; the same ones where nothing is hidden."""
        if cls.is_open:
            return data
        shown, blank = cls._mask_of(seat)
        return (int.from_bytes(data, sys.byteorder) & shown | blank).to_bytes(len(data), sys.byteorder)

    @classmethod
    def _mask_of(cls, seat: int) -> tuple[int, int]:
        """The bits that a seat may see of a state, and what it sees in place of the others; each as one long number."""
        if seat not in cls._masks:
            mask = np.zeros(1, cls.dtype)
            for name, field in cls.fields.items():
                if field.sees is Sees.PUBLIC:
                    mask[name] = -1
                elif field.sees is Sees.OWNER and 0 <= seat < field.shape[0]:
                    mask[name][0, seat] = -1
            shown = _as_number(mask)
            cls._masks[seat] = (shown, _as_number(cls._blank) & ~shown)
        return cls._masks[seat]

    @classmethod
    def from_bytes(cls, data: bytes) -> States:
        """The states whose bytes these are."""
        count, rest = divmod(len(data), cls.dtype.itemsize)
        if rest:
            raise ValueError(f"{len(data)} bytes are not whole states of {cls.dtype.itemsize} bytes")
        return np.ndarray((count,), cls.dtype, bytearray(data))

    @classmethod
    def essence(cls, state: States) -> bytes:
        """What hashes are taken of: all bytes, but without the fields that came later as long as they hold nothing.

        So a game that makes no use of them has the hashes that it had before they were declared.
        """
        data = state.tobytes()
        return data if any(data[cls._behind :]) else data[: cls._earlier]

    @classmethod
    def fingerprint(cls, state: States) -> str:
        """A short hash of one state; equal states have equal fingerprints in every process."""
        return hashlib.blake2b(cls.essence(state), digest_size=8).hexdigest()

    @classmethod
    def plain(cls, state: States) -> Any:
        """The face of one state for interpreted rules: `s.field` and `s.field[i]` are plain Python ints.

        It shares memory with `state`. A number that does not fit its field is refused instead of wrapped.
        """
        if len(state) != 1:
            raise ValueError(f"one state is needed here, not {len(state)}")
        data: Any = state.base  # mostly just the bytes of this state, see `from_bytes` and `copy_of`
        if type(data) is not bytearray or len(data) != cls.dtype.itemsize:
            data = state.view(np.uint8)
        return cls._plain(memoryview(data))

    @classmethod
    def plain_of(cls, data: bytes) -> Any:
        """The face of the state whose bytes these are, for those who only read it."""
        return cls._plain(memoryview(data))

    @classmethod
    def as_dict(cls, state: States) -> dict[str, Any]:
        """The fields as JSON values, for views on the wire and on paper."""
        data = state.tobytes()
        return {name: place.value(data) for name, place in cls._places.items()}

    @classmethod
    def canonical(cls, data: bytes) -> bytes:
        """The fields as JSON, sorted by name: the one text for the state whose bytes these are, to take hashes of."""
        fields = cls._cut.unpack_from(data)
        return b"{%b}" % b",".join([as_json(fields[at]) for at, as_json in cls._by_name])

    @classmethod
    def changed(cls, before: bytes, after: bytes) -> dict[str, Any]:
        """The fields in which a state differs from another, as JSON values; both states are given by their bytes."""
        differing = int.from_bytes(before, "little") ^ int.from_bytes(after, "little")
        names, at = [], 0
        while differing:
            skipped = (differing & -differing).bit_length() - 1 >> 3  # bytes that are alike up to the next that is not
            name = cls._at[at + skipped]
            names.append(name)
            end = cls._places[name].end
            differing >>= 8 * (end - at)
            at = end
        places = cls._places
        return {name: places[name].value(after) for name in sorted(names, key=cls._order.__getitem__)}


class _Place:
    """Where a field is in the bytes of a state."""

    def __init__(self, name: str, field: Field, first: int) -> None:
        self.name = name
        self.shape = field.shape
        self.code = CODES[field.type]
        self._cells = struct.Struct(f"={math.prod(field.shape)}{self.code}")
        self.first, self.end = first, first + self._cells.size
        self.index = first // np.dtype(field.type).itemsize
        """The number of the field's first cell among cells of its type."""
        self.as_json = functools.lru_cache(ALIKE)(self._as_json)
        """The field by its own bytes, as a part of a JSON object; most fields are what they were a move ago."""

    def value(self, state: bytes) -> Any:
        """The field as a JSON value."""
        numbers = self._cells.unpack_from(state, self.first)
        return _nested(numbers, self.shape) if self.shape else numbers[0]

    def _as_json(self, field: bytes) -> bytes:
        numbers = self._cells.unpack(field)
        value = _nested(numbers, self.shape) if self.shape else numbers[0]
        return msgspec.json.encode({self.name: value})[1:-1]


def _as_number(state: States) -> int:
    return int.from_bytes(state.tobytes(), sys.byteorder)


def _nested(numbers: tuple[int, ...], shape: tuple[int, ...]) -> Any:
    """Numbers as lists of a shape."""
    if len(shape) == 1:
        return list(numbers)
    step = len(numbers) // shape[0]
    return [_nested(numbers[first : first + step], shape[1:]) for first in range(0, len(numbers), step)]


def copy_of(state: States) -> States:
    """A copy of one or many states, byte by byte (NumPy's own copy of structured arrays is ten times slower)."""
    return np.ndarray(state.shape, state.dtype, bytearray(state.tobytes()))


class _Plain:
    """What the plain faces of all states share: the cells of a state as memoryviews, one for each type that fields have
    and one for each field with a shape, made when they are first looked at; single bytes nearly always are."""

    __slots__ = ("_as_i1", "_as_i2", "_as_i4", "_as_i8", "_bytes")
    _cells: ClassVar[dict[str, tuple[slice, tuple[Any, ...]]]]

    def __init__(self, data: memoryview) -> None:
        self._bytes = data
        self._as_i1 = data.cast("b")

    def __getattr__(self, slot: str) -> memoryview[int]:
        """Fill a slot; a rule reads only a few fields, so the others are not worth preparing."""
        cells = self._cells.get(slot)
        if cells is None:
            raise AttributeError(f"{type(self).__name__} has no field {slot}")
        where, kind = cells
        view = self._bytes[where].cast(*kind)
        setattr(self, slot, view)
        return view


def _cells_of(places: dict[str, _Place], size: int) -> dict[str, tuple[slice, tuple[Any, ...]]]:
    """For each slot of a plain face which bytes of a state it is, and as what they are read."""
    whole = {f"_as_{name}": (slice(size - size % int(name[-1])), (code,)) for name, code in CODES.items()}
    fields = {
        # a shape of one axis follows from the bytes; to say it takes as long as all the rest
        f"_{name}": (slice(place.first, place.end), (place.code, place.shape)[: len(place.shape)])
        for name, place in places.items()
        if place.shape
    }
    return {**whole, **fields}


def _plain_class(name: str, places: dict[str, _Place], fields: dict[str, Field], size: int) -> type:
    """A class with one property per field, over memoryviews: they give ints and check the range of writes."""

    def scalar(field: str, cells: Callable[[Any], Any], at: int, *, is_byte: bool) -> property:
        def get(self: Any) -> Any:
            return cells(self)[at]

        def get_byte(self: Any) -> Any:
            return self._as_i1[at]

        def put(self: Any, value: int) -> None:
            try:
                cells(self)[at] = value
            except (ValueError, TypeError) as problem:
                raise OverflowError(f"{name}.{field} cannot hold {value!r}: {problem}") from None

        return property(get_byte if is_byte else get, put)

    body: dict[str, Any] = {
        "_cells": _cells_of(places, size),
        "__slots__": tuple("_" + n for n, field in fields.items() if field.shape),
    }
    for field_name, field in fields.items():
        if field.shape:
            body[field_name] = property(attrgetter("_" + field_name))
        else:
            cells = attrgetter(f"_as_{field.type}")
            body[field_name] = scalar(field_name, cells, places[field_name].index, is_byte=field.type == "i1")
    return type("Plain" + name, (_Plain,), body)
