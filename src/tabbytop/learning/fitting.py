"""A net fitted to positions, by PyTorch: on a GPU where there is one."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from tabbytop.bots.net import EMBED, HEAD, HIDDEN, INPUTS, MOVES, SEATS, WIDTH
from tabbytop.engine.state import Floats
from tabbytop.learning.games import Positions

BATCH = 4096
RATE = 1.5e-3
DECAY = 1e-4
FAITH = 0.6
"""How much what the search expected counts beside how the game ended: less noise, and a little of its prejudice."""
HELD_OUT = 20
"""One deal in so many is kept for validation, whole: positions of one deal tell about each other."""
NEVER = -1e9


class Model(nn.Module):
    """The net of `bots/net.py` in the hands of PyTorch; begins as no correction at all."""

    def __init__(self, inputs: int, seats: int, moves: int) -> None:
        super().__init__()
        self.shape = (inputs, seats, moves)
        self.wide = nn.Linear(inputs, WIDTH)
        self.deep = nn.Linear(WIDTH, HIDDEN)
        self.value = nn.Linear(HIDDEN, seats)
        self.embed = nn.Linear(WIDTH, EMBED)
        self.moves = nn.Embedding(moves, EMBED)
        self.biases = nn.Embedding(moves, 1)
        nn.init.zeros_(self.value.weight)
        nn.init.zeros_(self.value.bias)
        nn.init.zeros_(self.moves.weight)
        nn.init.zeros_(self.biases.weight)

    def forward(self, inputs: Any, moves: Any, natural: Any) -> tuple[Any, Any]:
        """Logits of every seat's result, and of the legal moves."""
        seats = self.shape[1]
        wide = functional.relu(self.wide(inputs))
        deep = functional.relu(self.deep(wide))
        own = 4.0 * inputs[:, -seats:]
        strengths = torch.log(natural.clamp(min=1.0)) + self.biases(moves).squeeze(-1)
        strengths = strengths + (self.moves(moves) * self.embed(wide).unsqueeze(1)).sum(-1)
        return own + self.value(deep), strengths

    def packed(self) -> Floats:
        """The weights in one row, as the compiled search reads them."""
        head = torch.zeros(HEAD)
        head[[INPUTS, SEATS, MOVES]] = torch.tensor(self.shape, dtype=torch.float32)
        rows = [head]
        for layer in (self.wide, self.deep, self.value, self.embed):
            rows += [layer.bias, layer.weight.T.reshape(-1)]
        rows += [self.biases.weight.reshape(-1), self.moves.weight.reshape(-1)]
        packed: Floats = torch.cat([row.detach().cpu().float() for row in rows]).numpy()
        return packed

    @torch.no_grad()
    def unpack(self, net: Floats) -> None:
        """Take over the weights of a row."""
        left = torch.from_numpy(net[HEAD:].copy())
        parts: list[tuple[Any, bool]] = []
        for layer in (self.wide, self.deep, self.value, self.embed):
            parts += [(layer.bias, False), (layer.weight, True)]
        parts += [(self.biases.weight, False), (self.moves.weight, False)]
        for part, turned in parts:
            row, left = left[: part.numel()], left[part.numel() :]
            part.copy_(row.reshape(part.shape[::-1]).T if turned else row.reshape(part.shape))


@dataclass(frozen=True)
class Fit:
    """How well a net says what it was not shown."""

    loss: float
    held_out: float
    """The cross entropy of results in held-out games; `before` is that of the game's own guess there."""
    before: float
    held_out_moves: float
    """The cross entropy of the search's choices there; `before_moves` is that of the game's own instincts."""
    before_moves: float


def device() -> str:
    """Where nets are fitted."""
    return "cuda" if torch.cuda.is_available() else "cpu"


def fit(
    positions: Positions, moves: int, start: Floats | None, epochs: float, seed: int,
    tell: Callable[[float, float], None] = lambda share, loss: None,
) -> tuple[Floats, Fit]:  # fmt: skip
    """A net that says how games end and what the search would play, better than the one at the start; `tell` hears how
    far it is, and the loss."""
    torch.manual_seed(seed)
    place = device()
    seats, inputs = positions.ends.shape[1], positions.inputs.shape[1]
    model = Model(inputs, seats, moves)
    if start is not None:
        model.unpack(start)
    model.to(place)
    data = _on_device(positions, place)
    held = _held_out(positions)
    shown = torch.from_numpy(np.flatnonzero(~held)).to(place)
    hidden = torch.from_numpy(np.flatnonzero(held)).to(place)
    before = _measure(Model(inputs, seats, moves).to(place), data, hidden)
    steps = max(1, math.ceil(epochs * len(shown) / BATCH))
    optimizer = torch.optim.AdamW(model.parameters(), RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps, pct_start=0.1)
    total = 0.0
    for step in range(steps):
        rows = shown[torch.randint(len(shown), (min(BATCH, len(shown)),), device=place)]
        value, policy = _losses(model, data, rows)
        optimizer.zero_grad(set_to_none=True)
        (value + 0.3 * policy).backward()
        optimizer.step()
        schedule.step()
        if step % 50 == 49 or step == steps - 1:
            total = float(value.detach())
            tell((step + 1) / steps, total)
    model.eval()
    after = _measure(model, data, hidden)
    return model.packed(), Fit(total, after[0], before[0], after[1], before[1])


def _held_out(positions: Positions) -> Any:
    """Which positions are for validation."""
    return positions.deal % HELD_OUT == 0


def _on_device(positions: Positions, place: str) -> dict[str, Any]:
    seats = positions.ends.shape[1]
    ends = positions.ends.copy()
    thought = positions.thoughts >= 0.0
    rows = np.flatnonzero(thought)
    mover = positions.mover[rows].astype(np.int64)
    mixed = (1 - FAITH) * ends[rows, mover] + FAITH * positions.thoughts[rows]
    change = mixed - ends[rows, mover]
    ends[rows, mover] = mixed
    for other in range(1, seats):  # what one gains the others lose
        ends[rows, (mover + other) % seats] -= change / (seats - 1)
    ends = np.clip(ends, 0.0, 1.0)
    arrays = {
        "inputs": positions.inputs, "moves": positions.moves.astype(np.int32), "natural": positions.natural,
        "visits": positions.visits, "legal": positions.legal.astype(np.int32), "ends": ends, "true": positions.ends,
    }  # fmt: skip
    return {name: torch.from_numpy(np.ascontiguousarray(array)).to(place) for name, array in arrays.items()}


def _losses(model: Model, data: dict[str, Any], rows: Any, *, true: bool = False) -> tuple[Any, Any]:
    """How far off the results and the choices of some positions are."""
    moves = data["moves"][rows].long()
    value, strengths = model(data["inputs"][rows].float(), moves, data["natural"][rows])
    ends = data["true" if true else "ends"][rows]
    results = functional.binary_cross_entropy_with_logits(value, ends)
    legal = data["legal"][rows]
    real = torch.arange(moves.shape[1], device=moves.device) < legal[:, None]
    chances = functional.log_softmax(strengths.masked_fill(~real, NEVER), 1)
    decided = (legal > 1).float()
    choices = -(data["visits"][rows] * chances.masked_fill(~real, 0.0)).sum(1)
    return results, (choices * decided).sum() / decided.sum().clamp(min=1.0)


@torch.no_grad()
def _measure(model: Model, data: dict[str, Any], rows: Any) -> tuple[float, float]:
    totals, count = np.zeros(2), 0
    for part in rows.split(1 << 15):
        results, choices = _losses(model, data, part, true=True)
        totals += len(part) * np.array([float(results), float(choices)])
        count += len(part)
    results, choices = totals / max(1, count)
    return float(results), float(choices)
