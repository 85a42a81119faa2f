"""The log as one JSON object a line, with the command and the game that each line is about."""

from __future__ import annotations

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime

COMMAND: ContextVar[str | None] = ContextVar("command", default=None)
INTERACTION: ContextVar[int | None] = ContextVar("interaction", default=None)
GAME: ContextVar[int | None] = ContextVar("game", default=None)


class JsonLines(logging.Formatter):
    """Nothing but ids and our own names stands beside the message: no order, answer, token or seed."""

    def format(self, record: logging.LogRecord) -> str:
        """One line; a traceback is a field of it."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "game": GAME.get(),
            "command": COMMAND.get(),
            "interaction": INTERACTION.get(),
            "traceback": self.formatException(record.exc_info) if record.exc_info else None,
        }
        return json.dumps({key: value for key, value in line.items() if value is not None}, ensure_ascii=False)
