"""Games between searches on all cores, as arrays: what happened in them, for learning, and who won, for matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from tabbytop.bots import search as tree
from tabbytop.bots.net import EMBED, NO_NET, room_for, size_of
from tabbytop.bots.nets import inputs_of
from tabbytop.engine.game import Game
from tabbytop.engine.referee import Compiled
from tabbytop.engine.state import Cells, Floats, Ids, Wide
from tabbytop.learning import playing as rules


@dataclass(frozen=True)
class Mind:
    """How a player of such games thinks: by a net, or by the game's own instincts."""

    simulations: int
    net: Floats = field(default_factory=lambda: NO_NET)
    horizon: int = 30
    doubt: float = 0.0


@dataclass(frozen=True)
class Positions:
    """What is learned from: one row a position."""

    inputs: npt.NDArray[np.float16]
    mover: npt.NDArray[np.int8]
    """The seat that decides, counted from the one on turn."""
    legal: npt.NDArray[np.int16]
    """How many moves were legal; 0 where luck was to act."""
    moves: npt.NDArray[np.int16]
    natural: Floats
    """How natural each legal move looked to the game's own instincts."""
    visits: Floats
    """How often the search went there, as shares."""
    ends: Floats
    """The results of the game by seat, counted from the one on turn."""
    thoughts: Floats
    """What the search expected for the mover; -1 where it was not asked."""
    deal: Ids
    """The number of the deal: positions of one tell about each other."""
    done: Floats
    """How much of the game was over, from 0 to 1."""

    def __len__(self) -> int:
        return len(self.mover)

    @classmethod
    def joined(cls, parts: Sequence[Positions]) -> Positions:
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__dataclass_fields__))

    def save(self, file: Any) -> None:
        np.savez(file, **{name: getattr(self, name) for name in self.__dataclass_fields__})

    @classmethod
    def load(cls, file: Any) -> Positions:
        with np.load(file) as kept:
            return cls(**{name: kept[name] for name in cls.__dataclass_fields__})


@dataclass(frozen=True)
class Variety:
    """How games for learning differ from games to win, in thousandths of the decisions."""

    loose: int = 150
    """How often a move is drawn in proportion to its visits."""
    slips: int = 20
    """How often a move is drawn by lot."""
    full: int = 100
    """How often a decision is thought through, and can be learned from; the others are hasty."""
    hasty: int = 8
    """Simulations of hasty decisions."""
    keep: int = 1000
    """How many of the positions that can be learned from are kept."""


TO_WIN = Variety(loose=0, slips=0, full=1000, keep=0)


class Games:
    """Plays games of one kind, for one player count and set of options."""

    def __init__(self, referee: Compiled, players: int, options: Mapping[str, Any] | None = None) -> None:
        game = referee.game
        self.game, self.players, self.referee = game, players, referee
        self.options = dict(options or {})
        self.seats = game.seats(players, self.options)
        self.inputs = inputs_of(game, self.seats)
        self.net_size = size_of(self.inputs, self.seats, game.moves.count)
        self._encoded = game.encode(players, self.options)
        self._play = referee.bind(rules.play_games)
        masks = [_mask_bytes(game, seat) for seat in range(self.seats)]
        self._masks = [np.concatenate(part) for part in zip(*masks, strict=True)]

    def play(
        self, minds: Sequence[Mind], seed: int, first: int, games: int, variety: Variety, *, rotated: bool = False
    ) -> tuple[Positions, Wide]:
        """Play some games on the calling thread; the rest of Python goes on meanwhile.

        Returns positions, and a row for each game: the places of the players in the order of `minds`, and its length.
        """
        nets, at = self._nets(minds)
        settings: Wide = np.zeros(rules.SETTINGS, np.int64)
        settings[:] = (
            seed, first, games, self.seats, self.players, self.game.longest, variety.loose, variety.slips, variety.keep,
            self.inputs, variety.hasty, variety.full, rotated,
        )  # fmt: skip
        players = np.array(
            [[mind.simulations, mind.horizon, at[n], round(1000 * mind.doubt)] for n, mind in enumerate(minds)],
            np.int64,
        )
        nodes = 2 + 4 * max(64, variety.hasty, *(mind.simulations for mind in minds))
        rows = 400 * games if variety.keep else 0
        room = _Room(self, nodes, rows, games)
        tables = (room.state, room.state.view(np.int8), room.view, room.view.view(np.int8), room.work)
        what = (self.game.state.blank().view(np.int8), *self._masks, self._encoded, settings, players.ravel())
        minding = (self.game.curiosity, nets, self.net_size)
        kept = int(self._play(*tables, *what, *minding, *room.thinking, *room.keeping, room.outcomes))
        return room.positions(kept), room.outcomes.reshape(games, self.players + 1)

    def _nets(self, minds: Sequence[Mind]) -> tuple[Floats, list[int]]:
        """All nets in one row, and where that of each player begins."""
        different: list[Floats] = []
        at = []
        for mind in minds:
            if not len(mind.net):
                at.append(-1)
                continue
            known = next((n for n, net in enumerate(different) if net is mind.net), None)
            if known is None:
                known = len(different)
                different.append(mind.net)
            at.append(known * self.net_size)
        return (np.concatenate(different) if different else np.zeros(1, np.float32)), at

    def play_on_threads(
        self,
        minds: Sequence[Mind],
        seed: int,
        games: int,
        variety: Variety,
        *,
        threads: int,
        chunk: int,
        first: int = 0,
        rotated: bool = False,
    ) -> tuple[Positions, Wide]:
        """The same on several cores; the same games whatever their number."""
        starts = range(first, first + games, chunk)
        with ThreadPoolExecutor(threads) as pool:
            jobs = [
                pool.submit(self.play, minds, seed, start, min(chunk, first + games - start), variety, rotated=rotated)
                for start in starts
            ]
            done = [job.result() for job in jobs]
        return Positions.joined([one[0] for one in done]), np.concatenate([one[1] for one in done])


class _Room:
    """Everything that compiled play needs room for."""

    def __init__(self, games: Games, nodes: int, rows: int, count: int) -> None:
        game, seats, inputs = games.game, games.seats, games.inputs
        self._games, self._rows = games, rows
        self.state, self.view, self.work = game.state.blank(), game.state.blank(), game.state.blank()
        self.thinking = (
            np.zeros(3, np.int64), np.zeros(1, np.int64), np.zeros(nodes * tree.LINKS, np.int32),
            np.zeros(nodes * tree.SUMS), np.zeros(game.most_seats), np.zeros(game.most_seats),
            np.zeros(game.most_seats, np.int64), np.zeros(game.moves.count, np.int32),
            np.zeros(game.moves.count, np.int32), room_for(inputs), np.zeros(nodes * EMBED, np.float32),
        )  # fmt: skip
        self.inputs: Floats = np.zeros(rows * inputs, np.float32)
        self.facts: Ids = np.zeros(rows * rules.FACTS, np.int32)
        self.moves, self.natural, self.visits = (np.zeros(rows * rules.MOST, np.int32) for _ in range(3))
        self.ends: Floats = np.zeros(rows * seats, np.float32)
        self.thoughts: Floats = np.zeros(rows, np.float32)
        self.keeping = (
            self.inputs, self.facts, self.moves, self.natural, self.visits, self.ends, self.thoughts
        )  # fmt: skip
        self.outcomes: Wide = np.zeros(count * (games.players + 1), np.int64)

    def positions(self, kept: int) -> Positions:
        """What was kept, as it is learned from."""
        facts = self.facts.reshape(-1, rules.FACTS)[:kept]
        legal = facts[:, rules.LEGAL]
        real = np.arange(rules.MOST) < legal[:, None]
        moves, natural, visits = (
            np.where(real, cells.reshape(-1, rules.MOST)[:kept], 0) for cells in (self.moves, self.natural, self.visits)
        )
        shares = visits / np.maximum(1, visits.sum(1, keepdims=True))
        return Positions(
            self.inputs.reshape(-1, self._games.inputs)[:kept].astype(np.float16),
            facts[:, rules.MOVER].astype(np.int8),
            legal.astype(np.int16),
            moves.astype(np.int16),
            natural.astype(np.float32),
            shares.astype(np.float32),
            self.ends.reshape(-1, self._games.seats)[:kept].copy(),
            self.thoughts[:kept].copy(),
            facts[:, rules.DEAL].copy(),
            (facts[:, rules.DONE] / 1000).astype(np.float32),
        )


def _mask_bytes(game: Game, seat: int) -> tuple[Cells, Cells]:
    """Which bits of a state a seat sees, and what it sees in place of the others."""
    size = game.state.dtype.itemsize
    ones, zeros = (game.state.view_of(bytes([byte]) * size, seat) for byte in (255, 0))
    shown = np.frombuffer(ones, np.uint8) ^ np.frombuffer(zeros, np.uint8)
    return shown.view(np.int8), np.frombuffer(zeros, np.int8)
