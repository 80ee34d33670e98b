"""Records: a whole match as lines of JSON that anybody can read, replay and verify.

The first line says what was played, with which options, and commits to the luck; then comes one line per move; the last
line holds the result and reveals the luck. There are no sentences in it: those may be worded better tomorrow. Every
line ends with a hash over the line before it, itself and the state reached, so a single changed byte anywhere is
found, and the line is named.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tabbytop import games
from tabbytop.engine import seats
from tabbytop.engine.errors import UserError
from tabbytop.engine.game import BadPlayers, Game
from tabbytop.engine.luck import Luck, revealed
from tabbytop.engine.match import Match, Refused
from tabbytop.engine.options import BadOption
from tabbytop.engine.referee import Interpreted, Referee
from tabbytop.engine.steps import Steps, through

FORMAT = 1
LONGEST_LINE = 65_536


class BadRecord(UserError):
    """A record that cannot be read or does not hold. `line` is where; 0 means that it is no record of ours at all."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}" if line else problem)
        self.line = line


@dataclass(frozen=True)
class Record:
    """A record that was read: the match it leads to, the names at its seats, and what was found on the way."""

    match: Match
    names: tuple[str, ...]
    finished: bool


class Chain:
    """Writes the lines of a record one by one; reading a record is writing it again and comparing."""

    def __init__(self) -> None:
        self._hash = b""

    def line(self, body: dict[str, Any], match: Match) -> str:
        """The next line: canonical JSON, sealed with its hash."""
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        digest = hashlib.blake2b(digest_size=16)
        for part in (self._hash, text.encode(), match.game.state.essence(match.state())):
            digest.update(part)
        self._hash = digest.digest()
        return f'{text[:-1]},"hash":"{self._hash.hex()}"}}'


def write_record(match: Match, names: Sequence[str] = ()) -> str:
    """A match as the text of a record. Luck is revealed only if the match is over."""
    return through(writing_record(match, names))


def writing_record(match: Match, names: Sequence[str] = ()) -> Steps[str]:
    """`write_record`, a line at a time."""
    if match.luck is None:
        raise ValueError("a match without luck cannot be recorded")
    chain = Chain()
    again = Match(match.game, match.players, match.options, referee=match.referee, opening=match.opening)
    lines = [chain.line(_header(match, match.luck.scheme, match.luck.commitment, names), again)]
    for entry in match.log:
        again.accept(entry.seat, entry.move)
        lines.append(chain.line(_entry(match.game, entry.seat, entry.move), again))
        yield
    if match.over:
        lines.append(chain.line(_footer(again, match.luck.reveal), again))
    return "\n".join(lines) + "\n"


def read_record(path: Path, referee_for: Callable[[Game], Referee] = Interpreted) -> Record:
    """Read a record file, play it again, and check everything in it.

    Raises BadRecord with the first line that is wrong. A record that stops before its end is read as far as it goes.
    """
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as problem:
        raise BadRecord(0, f"{path} cannot be read: {problem.strerror}.") from None
    except UnicodeDecodeError:
        raise BadRecord(0, f"{path} is not a Tabbytop record: it is not even text.") from None
    return parse_record(text, str(path), referee_for)


def parse_record(text: str, name: str = "this", referee_for: Callable[[Game], Referee] = Interpreted) -> Record:
    """`read_record` for text at hand; `name` is used in messages."""
    return through(parsing_record(text, name, referee_for))


def parsing_record(
    text: str, name: str = "this", referee_for: Callable[[Game], Referee] = Interpreted
) -> Steps[Record]:
    """`parse_record`, a line at a time."""
    lines = text.split("\n")
    header = _read_header(lines[0], name)
    if lines.pop() != "":
        raise BadRecord(len(lines) + 1, "the record does not end with a whole line.")
    game = _game_of(header)
    footer = _json(lines[-1], len(lines)) if len(lines) > 1 else {}
    luck = _revealed_luck(header, footer, len(lines)) if "places" in footer else None
    match = _table_of(game, header, luck, referee_for(game))
    names = tuple(header["seats"])
    chain = Chain()
    commitment = header["luck"]["commitment"]
    _compare(lines[0], chain.line(_header(match, header["luck"]["scheme"], commitment, names), match), 1)
    moves = lines[1:-1] if luck else lines[1:]
    for number, line in enumerate(moves, start=2):
        _replay_line(match, chain, line, number)
        yield
    if luck:
        if not match.over:
            raise BadRecord(len(lines), "the record says that the game is over, but it is not.")
        _compare(lines[-1], chain.line(_footer(match, luck.reveal), match), len(lines))
    return Record(match, names, finished=luck is not None)


# ---------------------------------------------------------------- the three kinds of lines


def _header(match: Match, scheme: str, commitment: str, names: Sequence[str]) -> dict[str, Any]:
    opening = {"opening": match.opening} if match.opening else {}
    return {
        "tabbytop": FORMAT,
        "game": match.game.id,
        "rules": match.game.version,
        "players": match.players,
        "options": match.game.options.recorded(match.players, match.options),
        "seats": list(names),
        **opening,
        "luck": {"scheme": scheme, "commitment": commitment},
    }


def _entry(game: Game, seat: int, move: int) -> dict[str, Any]:
    return {"seat": seats.to_json(seat), "move": game.moves.to_json(move)}


def _footer(match: Match, reveal: str) -> dict[str, Any]:
    result = match.result
    assert result is not None
    return {"places": list(result.places), "scores": list(result.scores), "luck": reveal}


# ---------------------------------------------------------------- reading


def _json(line: str, number: int) -> dict[str, Any]:
    try:
        if len(line) > LONGEST_LINE:
            raise ValueError
        value = json.loads(line)
        if not isinstance(value, dict):
            raise ValueError
    except (ValueError, RecursionError):
        raise BadRecord(number, "it is no JSON object of a record.") from None
    return value


def _read_header(line: str, name: str) -> dict[str, Any]:
    try:
        header = _json(line, 1)
    except BadRecord:
        # a record of ours whose first line was damaged still says so
        ours = line[:40].find("tabbytop") >= 0
        raise BadRecord(1 if ours else 0, f"{name} is not a Tabbytop record.") from None
    if "tabbytop" not in header:
        raise BadRecord(0, f"{name} is not a Tabbytop record.")
    if header["tabbytop"] != FORMAT:
        raise BadRecord(1, f"the record has format {header['tabbytop']!r}; this Tabbytop reads format {FORMAT}.")
    luck = header.get("luck")
    shaped = (
        isinstance(header.get("game"), str)
        and isinstance(header.get("options"), dict)
        and isinstance(header.get("seats"), list)
        and all(isinstance(seat, str) for seat in header["seats"])
        and isinstance(luck, dict)
        and isinstance(luck.get("scheme"), str)
        and isinstance(luck.get("commitment"), str)
    )
    if not shaped:
        raise BadRecord(1, "the header lacks game, options, seats or luck.")
    return header


def _game_of(header: dict[str, Any]) -> Game:
    try:
        game = games.load(header["game"])
    except games.UnknownGame as problem:
        raise BadRecord(1, str(problem)) from None
    if header.get("rules") != game.version:
        raise BadRecord(
            1,
            f"the record was played by rules version {header.get('rules')!r} of {game.name}; this Tabbytop has version "
            f"{game.version!r} and might play it differently, so it does not try.",
        )
    return game


def _table_of(game: Game, header: dict[str, Any], luck: Luck | None, referee: Referee) -> Match:
    try:
        opening = header.get("opening", 0)
        if not isinstance(opening, int) or isinstance(opening, bool) or opening < 0:
            raise BadRecord(1, f"the opening is a number of moves, not {opening!r}.")
        return Match(game, header.get("players"), header["options"], luck=luck, referee=referee, opening=opening)
    except (BadOption, BadPlayers, TypeError) as problem:
        raise BadRecord(1, str(problem)) from None


def _revealed_luck(header: dict[str, Any], footer: dict[str, Any], number: int) -> Luck:
    try:
        luck = revealed(header["luck"]["scheme"], str(footer.get("luck")))
    except ValueError as problem:
        raise BadRecord(number, f"{problem}.") from None
    if luck.commitment != header["luck"]["commitment"]:
        raise BadRecord(number, "the luck revealed at the end is not the one committed to at the start.")
    return luck


def _replay_line(match: Match, chain: Chain, line: str, number: int) -> None:
    data = _json(line, number)
    try:
        seat = seats.from_json(data.get("seat"))
        move = match.game.moves.from_json(data.get("move"))
        revealed_move = _revealed_move(match) if seat == match.actor == seats.LUCK else None
        match.accept(seat, move)
    except (ValueError, Refused) as problem:
        raise BadRecord(number, str(problem)) from None
    if revealed_move is not None and revealed_move != move:
        told, true = match.game.moves.read(move), match.game.moves.read(revealed_move)
        raise BadRecord(number, f"luck is written as {told}, but the revealed luck gives {true}.")
    _compare(line, chain.line(_entry(match.game, seat, move), match), number)


def _revealed_move(match: Match) -> int | None:
    """What luck must do now according to what the record reveals, if it reveals anything of this moment."""
    if match.luck is None or match.ply < match.opening:
        return None
    return match.drawn()


def _compare(found: str, wanted: str, number: int) -> None:
    if found != wanted:
        raise BadRecord(number, "it was altered: it does not lead to the hash that stands there.")
