"""The nets that games ship: where they are kept, what is known of them, and which one is for which table."""

from __future__ import annotations

import functools
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tabbytop.bots.net import HEAD, INPUTS, MOVES, SEATS, size_of
from tabbytop.engine.errors import UserError
from tabbytop.engine.game import Game
from tabbytop.engine.state import Floats

FORMAT = 1


@dataclass(frozen=True, eq=False)
class Net:
    """Weights, and the record of how they came about."""

    weights: Floats
    record: Mapping[str, Any]

    @property
    def horizon(self) -> int:
        """Moves that a simulation plays on before the net judges."""
        return int(self.record["horizon"])


def inputs_of(game: Game, seats: int) -> int:
    """What a net of a game is given: its features, and the game's own guess for each seat."""
    size: int = 0 if game.features is None else game.features.SIZE
    return size + seats


def blank_net(game: Game, seats: int) -> Floats:
    """A net that corrects nothing."""
    inputs = inputs_of(game, seats)
    net: Floats = np.zeros(size_of(inputs, seats, game.moves.count), np.float32)
    net[[INPUTS, SEATS, MOVES]] = inputs, seats, game.moves.count
    return net


def save(file: Path, weights: Floats, record: Mapping[str, Any]) -> None:
    """Write a net; the weights as 16-bit numbers, which no game has been seen to notice."""
    text = json.dumps({"format": FORMAT, **record}, ensure_ascii=False)
    with file.open("wb") as out:
        np.savez(
            out,
            head=weights[:HEAD].astype(np.int32),
            weights=weights[HEAD:].astype(np.float16),
            record=np.frombuffer(text.encode(), np.uint8),
        )


def load(file: Path) -> Net:
    """Read a net; says what is wrong with a file that is none."""
    try:
        with np.load(file, allow_pickle=False) as kept:
            weights = np.concatenate([kept["head"].astype(np.float32), kept["weights"].astype(np.float32)])
            record = json.loads(kept["record"].tobytes())
    except FileNotFoundError:
        raise UserError(f"There is no file {file}.") from None
    except OSError as problem:
        raise UserError(f"{file} cannot be read: {problem.strerror}.") from None
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile):
        raise UserError(f"{file} is not a net: `tabbytop train` writes them.") from None
    if record.get("format") != FORMAT:
        raise UserError(f"{file} is a net of format {record.get('format')}; this program reads format {FORMAT}.")
    return Net(weights, record)


def fits(net: Net, game: Game, seats: int) -> str:
    """Why a net cannot judge a game as it is now; an empty text where it can."""
    if net.record.get("game") != game.id:
        return f"it is for {net.record.get('game')}"
    if net.record.get("version") != game.version:
        return f"it learned version {net.record.get('version')} of the rules, and this is version {game.version}"
    wanted = blank_net(game, seats)
    if len(net.weights) != len(wanted) or not np.array_equal(net.weights[:HEAD], wanted[:HEAD]):
        return "it looks at other features"
    return ""


def shipped(game: Game, players: int) -> Path:
    """Where a game keeps its net for a number of players."""
    return game.folder / "nets" / f"{players}.npz"


@functools.cache
def _net_of(game: Game, players: int, seats: int) -> Net | None:
    file = shipped(game, players)
    if not file.exists():
        return None
    net = load(file)
    if problem := fits(net, game, seats):
        raise UserError(f"{file} does not fit {game.name}: {problem}. Train it anew, or remove it.")
    return net


def net_for(game: Game, players: int, options: Mapping[str, Any]) -> Net | None:
    """The net that judges a table; none where nobody trained one for this number of players and these options."""
    net = _net_of(game, players, game.seats(players, options))
    if net is None or game.complete(players, options) != game.complete(players, net.record["options"]):
        return None
    return net
