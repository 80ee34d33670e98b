"""Thinking about a moment: the compiled search with its memory, in Python's hands. Knows no game.

A thinker keeps its tree between decisions and goes on in the part of it that came true, so the small decisions of one
turn cost little more than the first. The same seed, moments and numbers of simulations give the same thoughts.
"""

from __future__ import annotations

import mmap
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabbytop.bots import search as tree
from tabbytop.bots.bot import Moment
from tabbytop.bots.net import EMBED, INPUTS, NO_NET, room_for
from tabbytop.engine.luck import stream
from tabbytop.engine.match import Ply
from tabbytop.engine.referee import Compiled
from tabbytop.engine.state import Floats, Ids, Reals, Wide

ROOT = 1
"""Node 0 stands for no node at all."""
SLICE = 64
"""Simulations between two looks at the clock."""
MOST_NODES = 1 << 18
"""No tree has more room: a simulation beyond it still counts, it only grows nothing."""
UNLIKELY = 0.5
"""The share of the simulations that are left which may all go to the second best move, where a net judges."""
ANY_MOVE = -1
"""In place of the move that all simulations begin with: the search chooses."""


@dataclass(frozen=True)
class Candidate:
    """A legal move and what the search found out about it."""

    move: int
    visits: int
    result: float
    """The mean result for the seat, from 0 (last) to 1 (first)."""
    win_chance: float
    reason: str = ""
    """Why it is what it is, in a sentence; given for the best few where somebody asks for advice."""


@dataclass(frozen=True)
class Thought:
    """What came of thinking: all legal moves, the most visited first."""

    candidates: tuple[Candidate, ...]
    simulations: int
    """Those of this decision; the tree may hold more from earlier ones."""
    moves: int
    """Moves made in all simulations."""
    seconds: float

    @property
    def best(self) -> int:
        """The move that was visited most."""
        return self.candidates[0].move


@dataclass(frozen=True)
class Budget:
    """How much to think: so many simulations at most, and so many seconds at most."""

    simulations: int
    seconds: float = float("inf")
    horizon: int = 30
    """Moves that a simulation plays on before it guesses the result. In Cat Cab longer ones were not stronger."""
    doubt: float = 0.0
    """How much moves are tried alike, whatever the game's instincts say: from 0, as they say, to 1."""
    own_time: bool = False
    """Whether seconds of the processor are meant, which nothing else that runs takes from this thread."""

    def now(self) -> float:
        """The time from which its seconds are counted. A budget goes to other machines, so it holds no clock itself."""
        return time.thread_time() if self.own_time else time.perf_counter()

    @property
    def nodes(self) -> int:
        """Room for the trees of a few decisions in a row."""
        return min(MOST_NODES, max(1 << 12, 10 * self.simulations))


def unwritten(size: int, kind: type[np.generic]) -> Any:
    """Zeros that take memory only where they are written, and give it back at the end.

    NumPy's own would take all of it once a tree was forgotten: memory that is used again is filled at once.
    """
    private = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_ANONYMOUS") else {}
    return np.frombuffer(mmap.mmap(-1, size * np.dtype(kind).itemsize, **private), kind)


class Thinker:
    """One seat's head for one game: a tree, a stream of random numbers, and room to work in."""

    def __init__(self, referee: Compiled, seed: int, nodes: int = 1 << 17, net: Floats = NO_NET) -> None:
        game = referee.game
        self._search = referee.bind(tree.search)
        self._luck = stream(seed, 1)
        self._links: Ids = unwritten(nodes * tree.LINKS, np.int32)
        self._sums: Reals = unwritten(nodes * tree.SUMS, np.float64)
        self._count: Wide = np.zeros(1, np.int64)
        self._capacity = nodes
        self._most = 0
        """Nodes of the largest tree so far."""
        self._work = game.state.blank()
        self._results, self._wins = np.zeros(game.most_seats), np.zeros(game.most_seats)
        self._places: Wide = np.zeros(game.most_seats, np.int64)
        self._ids: Ids = np.zeros(game.moves.count, np.int32)
        self._weights: Ids = np.zeros(game.moves.count, np.int32)
        self._net = net
        self._room = room_for(int(net[INPUTS])) if len(net) else NO_NET
        self._embeddings: Floats = unwritten(nodes * EMBED, np.float32) if len(net) else NO_NET
        self._root = 0
        self._log: tuple[Ply, ...] = ()
        """The moves that lead to the root."""

    def think(self, moment: Moment, budget: Budget) -> Thought:
        """Search until the budget is spent or the choice cannot change any more."""
        started = budget.now()
        self._find_root(moment)
        spent, moves = 0, 0
        while spent < budget.simulations and not self._is_settled(self._left(budget, spent, started)):
            if spent and budget.now() - started >= budget.seconds:
                break
            number = min(SLICE, budget.simulations - spent)
            moves += self._simulate(moment, number, budget)
            spent += number
        return Thought(tuple(self._candidates(moment)), spent, moves, budget.now() - started)

    def _left(self, budget: Budget, spent: int, started: float) -> int:
        """How many simulations can still bring a move forward. With a net thinking stops earlier, since people wait for
        it: not every simulation that is left will go to the second best move."""
        left = budget.simulations - spent
        if len(self._net) == 0 or spent == 0:
            return left
        passed = budget.now() - started
        return int(UNLIKELY * min(left, spent * max(0.0, budget.seconds - passed) / passed))

    @property
    def room(self) -> int:
        """Bytes of memory that the tree has taken so far; what it was given and never used takes none."""
        a_node = tree.LINKS * self._links.itemsize + tree.SUMS * self._sums.itemsize
        return int(self._most) * (a_node + (EMBED * self._embeddings.itemsize if len(self._net) else 0))

    def look_at(self, moment: Moment, move: int, budget: Budget) -> Thought:
        """Search below one legal move, whatever it looks like, until it was visited as often as the budget says.

        So that a move that somebody made is known as well as the best one. The other moves stay as they are.
        """
        started = budget.now()
        self._find_root(moment)
        spent, moves = 0, 0
        while (missing := budget.simulations - self._visits(self._child(self._root, move))) > 0:
            if spent and budget.now() - started >= budget.seconds:
                break
            number = min(SLICE, missing)
            moves += self._simulate(moment, number, budget, move)
            spent += number
            if self._child(self._root, move) == 0:  # no room is left for it
                break
        return Thought(tuple(self._candidates(moment)), spent, moves, budget.now() - started)

    def _simulate(self, moment: Moment, number: int, budget: Budget, first: int = ANY_MOVE) -> int:
        seats = moment.game.seats(moment.players, moment.options)
        memory = (self._luck, self._count, self._links, self._sums)
        room = (self._results, self._wins, self._places, self._ids, self._weights)
        learned = (self._net, self._room, self._embeddings)
        where = (moment.seat, seats, self._root, first, number, budget.horizon)
        trying = (moment.game.curiosity, budget.doubt)
        made = int(self._search(moment.view, self._work, *where, *trying, *memory, *room, *learned))
        self._most = max(self._most, int(self._count[0]))
        return made

    def _find_root(self, moment: Moment) -> None:
        """Follow what happened since the last decision down the tree; start anew where it was never thought of."""
        known = len(self._log)
        node = self._root if moment.log[:known] == self._log else 0  # after an undo it went another way
        for entry in moment.log[known:]:
            node = self._child(node, entry.move) if node else 0
        if node == 0 or self._count[0] > self._capacity // 2:
            self._links[ROOT * tree.LINKS : (ROOT + 1) * tree.LINKS] = 0
            self._count[0] = ROOT + 1
            node = ROOT
        self._root, self._log = node, moment.log

    def _child(self, node: int, move: int) -> int:
        for child in self._children(node):
            if self._links[child * tree.LINKS + tree.MOVE] == move:
                return child
        return 0

    def _children(self, node: int) -> list[int]:
        found = []
        child = int(self._links[node * tree.LINKS + tree.CHILD])
        while child:
            found.append(child)
            child = int(self._links[child * tree.LINKS + tree.SIBLING])
        return found

    def _is_settled(self, left: int) -> bool:
        """Whether no other move can still become the most visited one."""
        visits = sorted((self._visits(child) for child in self._children(self._root)), reverse=True)
        return len(visits) > 0 and visits[0] - (visits[1] if len(visits) > 1 else 0) > left

    def _visits(self, node: int) -> int:
        return int(self._links[node * tree.LINKS + tree.VISITS])

    def _candidates(self, moment: Moment) -> list[Candidate]:
        found = []
        for move in moment.legal:
            child = self._child(self._root, move)
            visits = self._visits(child) if child else 0
            result, wins = (
                float(self._sums[child * tree.SUMS + which]) / visits if visits else 0.0
                for which in (tree.RESULT, tree.WINS)
            )
            found.append(Candidate(move, visits, result, wins))
        return sorted(found, key=lambda candidate: (-candidate.visits, candidate.move))
