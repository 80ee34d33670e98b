"""Commands that are not carried out, and what is said about it."""

from __future__ import annotations

from msgspec.structs import replace

from tabbytop.server.protocol import messages


class Rejected(Exception):
    """A command that is not carried out: a code for programs and a sentence for people."""

    def __init__(
        self,
        code: str,
        sentence: str,
        *,
        clause: str | None = None,
        seq: int | None = None,
        key: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(sentence)
        self.code = code
        self._error = messages.Error(code, sentence, key, clause, seq, retry_after)

    def error(self, key: str | None = None) -> messages.Error:
        """The refusal as a message."""
        return self._error if key is None else replace(self._error, key=key)


def again(told: messages.Error) -> Rejected:
    """A refusal as somebody was told of it before."""
    return Rejected(told.code, told.sentence, clause=told.clause, seq=told.seq, key=told.key)


def no_table() -> Rejected:
    """The answer to strangers, who shall not learn from it whether there is a table."""
    return Rejected("no_table", "There is no such table, or it is not open to you.")
