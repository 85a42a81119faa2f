"""Lines of the log, for people or for tools, which nobody can forge by the name of a server.

Escaping what terminals obey is most of it, and libraries for JSON lines leave that to us.
"""

from __future__ import annotations

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime

COMMAND: ContextVar[str | None] = ContextVar("command", default=None)
INTERACTION: ContextVar[int | None] = ContextVar("interaction", default=None)
GAME: ContextVar[int | None] = ContextVar("game", default=None)


# Control characters, which a terminal obeys, and marks that turn or break what follows.
_OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def _harmless(text: str) -> str:
    return _OBEYED.sub(lambda mark: f"\\u{ord(mark[0]):04x}", text)


class TextLines(logging.Formatter):
    """For people: whatever has several lines, such as a traceback, is set in, so that each entry begins a line."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname:<8} {name}: {message}", "%Y-%m-%d %H:%M:%S", style="{")

    def format(self, record: logging.LogRecord) -> str:
        """The entry, in which nothing is obeyed by a terminal."""
        return _harmless(super().format(record)).replace("\n", "\n    ")


class JsonLines(logging.Formatter):
    """For tools, an object a line, with command and game. Nothing but ids and our own names stands beside the message:
    no order, answer, token or seed.
    """

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
        return _harmless(
            json.dumps({key: value for key, value in line.items() if value is not None}, ensure_ascii=False)
        )
