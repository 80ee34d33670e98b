"""What fuzzed clients say: mostly what could be meant, from the moment they see; also what is late, foreign or broken.

A generator knows one table as one guest sees it. Everything comes from its own luck, so a seed repeats what is said.
"""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec

from tabbytop import games
from tabbytop.bots.levels import NAMES
from tabbytop.server.protocol import messages
from tabbytop.server.protocol.phrases import PHRASES
from tests.server.shapes import Shapes

SHAPES = Shapes(messages.FromClient)
WRONG = [json.dumps(wrong) for schema in SHAPES.alternatives() for wrong in SHAPES.wrong(schema)]
"""Every wrong shape of every message."""
BROKEN: list[str | bytes] = [
    "",
    "{",
    "[" * 500,
    '{"type":"play"',
    "null",
    '"play"',
    b"\xff\xfe",
    "\x00",
    "1e999",
    "NaN",
]
WANTED: list[messages.Wanted] = [messages.Me(), messages.Friend(), messages.Open(), messages.BotSeat("kitten")]
CALLED = ["", "", "", "Mina", "Mina", "  the\t\u202ecat ", "x", "0" * 200]
"""What people who share a device may want to be called."""
ZONES = ["Europe/Vienna", "Pacific/Apia", "UTC", "nowhere", "../etc/passwd", "\x00"]
KINDS = {
    "move": 60,
    "any_move": 6,
    "late": 5,
    "again": 4,
    "reused": 3,
    "undo": 6,
    "takeback": 2,
    "answer": 2,
    "why": 4,
    "hint": 1,
    "preview": 2,
    "explain": 1,
    "say": 2,
    "seats": 3,
    "other": 5,
    "wrong": 4,
    "broken": 1,
}
"""What is said, and how often."""
KEPT = 400
"""Keys that are remembered, to be used again: more than a table keeps in memory."""


class Generator:
    """One who talks to a table."""

    def __init__(self, game: str, chance: random.Random) -> None:
        self._game = games.load(game)
        self._chance = chance
        self._said: list[messages.TableCommand] = []

    def _key(self) -> str:
        """A new key."""
        return f"{self._chance.getrandbits(64):x}"

    def next(self, now: messages.Now | None, others: messages.Now | None) -> str | bytes:
        """The next message of somebody who sees this moment, while somebody else sees another."""
        kind = self._chance.choices(list(KINDS), list(KINDS.values()))[0]
        if kind == "wrong":
            return self._chance.choice(WRONG)
        if kind == "broken":
            return self._chance.choice(BROKEN)
        message = getattr(self, f"_{kind}")(now, others) if now is not None else self._seats(now, others)
        if isinstance(message, messages.Command):
            self._said = [*self._said[-KEPT:], message]
        return messages.encode(message).decode()

    def _move(self, now: messages.Now, others: messages.Now | None) -> Any:
        if not now.choices:
            return self._any_move(now, others) if self._chance.random() < 0.3 else self._say(now, others)
        seat = self._chance.choice([now.seat, None])
        return messages.Play(self._key(), now.seq, self._chance.choice(now.choices).move, seat)

    def _any_move(self, now: messages.Now, others: messages.Now | None) -> Any:
        """Any move of the game, possible or not, or one that somebody else could make."""
        if others is not None and others.choices and self._chance.random() < 0.5:
            move = self._chance.choice(others.choices).move
        else:
            move = self._game.moves.to_json(self._chance.randrange(self._game.moves.count))
        return messages.Play(self._key(), now.seq, move, self._any_seat(now))

    def _late(self, now: messages.Now, others: messages.Now | None) -> Any:
        """A move for another moment than this one."""
        wrong = self._chance.choice([0, max(0, now.seq - 1), max(0, now.seq - 7), now.seq + 1, 2**53])
        play = self._move(now, others)
        return msgspec.structs.replace(play, seq=wrong) if isinstance(play, messages.Play) else play

    def _again(self, now: messages.Now, others: messages.Now | None) -> Any:
        """Exactly what was said before."""
        return self._chance.choice(self._said) if self._said else self._say(now, others)

    def _reused(self, now: messages.Now, others: messages.Now | None) -> Any:
        """Something else with a key that was used before."""
        fresh = self._chance.choice([self._move, self._say, self._undo])(now, others)
        return msgspec.structs.replace(fresh, key=self._chance.choice(self._said).key) if self._said else fresh

    def _undo(self, now: messages.Now, others: messages.Now | None) -> Any:
        return messages.Undo(self._key(), now.seq, self._any_seat(now), self._chance.random() < 0.2)

    def _takeback(self, now: messages.Now, others: messages.Now | None) -> Any:
        return messages.Takeback(self._key(), now.seq, self._any_seat(now))

    def _answer(self, now: messages.Now, others: messages.Now | None) -> Any:
        return messages.Answer(self._key(), now.seq, self._chance.random() < 0.7, self._any_seat(now))

    def _why(self, now: messages.Now, others: messages.Now | None) -> Any:
        return messages.WhyNot(self._key(), self._any_move(now, others).move, self._any_seat(now))

    def _hint(self, now: messages.Now, others: messages.Now | None) -> Any:
        return messages.Hint(self._key(), now.seq, self._any_seat(now))

    def _preview(self, now: messages.Now, others: messages.Now | None) -> Any:
        if now.choices and self._chance.random() < 0.7:
            return messages.LookAhead(self._key(), now.seq, self._chance.choice(now.choices).move)
        return messages.LookAhead(self._key(), now.seq, self._any_move(now, others).move, self._any_seat(now))

    def _explain(self, now: messages.Now, others: messages.Now | None) -> Any:
        return messages.Explain(self._key(), self._any_seat(now) or 0)

    def _say(self, now: messages.Now | None, others: messages.Now | None) -> Any:
        return messages.Say(self._key(), self._chance.choice([*PHRASES, "nonsense"]))

    def _seats(self, now: messages.Now | None, others: messages.Now | None) -> Any:
        """Who sits where, and whether there is a game."""
        seat, level = self._chance.randrange(5), self._chance.choice([*NAMES, "tiger"])
        return self._chance.choice(
            [
                messages.Sit(self._key(), self._chance.choice([seat, None]), self._chance.choice(CALLED)),
                messages.Start(self._key(), self._chance.choice([level, None]), self._chance.random() < 0.5),
                messages.Learn(self._key(), chapter=self._chance.choice([None, 1, 2, 6, 64])),
                messages.Arrange(self._key(), seat, self._chance.choice(WANTED)),
                messages.Substitute(self._key(), seat, level),
                messages.Leave(self._key()),
                messages.Return(self._key()),
                messages.Return(self._key()),
                messages.Rematch(self._key()),
                messages.Nights(self._key(), self._chance.choice(ZONES)),
                self._for_good(seat),
            ]
        )

    def _for_good(self, seat: int) -> Any:
        """Somebody is gone, mostly not: nobody is left to play otherwise."""
        gone = [messages.Remove(self._key(), seat), messages.Forget(self._key())]
        return self._chance.choice(gone) if self._chance.random() < 0.3 else messages.Return(self._key())

    def _other(self, now: messages.Now, others: messages.Now | None) -> Any:
        since = self._chance.choice([0, now.seq, max(0, now.seq - 3), now.seq + 9])
        looking = messages.Attention(self._chance.random() < 0.5)
        return self._chance.choice([messages.Ping(1), messages.Echo(7), messages.Resync(since), looking])

    def _any_seat(self, now: messages.Now) -> int | None:
        return self._chance.choice([now.seat, now.seat, None, None, 0, 1, 9])
