"""The server's log: one JSON object a line for programs, or short lines for a person at a terminal."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

FIELDS = ("table", "seq")
"""What a line may say of where it happened."""


class JsonLines(logging.Formatter):
    """A line for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """One record as one JSON object."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {field: getattr(record, field) for field in FIELDS if hasattr(record, field)}
        if record.exc_info:
            line["problem"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class Words(logging.Formatter):
    """A line for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, message, and where it happened."""
        where = " ".join(f"{field}={getattr(record, field)}" for field in FIELDS if hasattr(record, field))
        then = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        line = f"{then} {record.levelname.lower():7} {record.getMessage()}{f'  ({where})' if where else ''}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def begin(level: str) -> None:
    """Write the log to the standard error, in the form that whoever reads there needs."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Words() if sys.stderr.isatty() else JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for noisy in ("uvicorn.error", "alembic", "asyncio", "sqlalchemy"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
