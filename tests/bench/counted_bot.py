"""The bot as always, which adds a byte to STATEMENTS_FILE for each SQL statement that it sends to its database."""

from __future__ import annotations

import asyncio
import logging
import os
from typing import Any

import discord
from sqlalchemy import Engine, event

import bot
from settings import Settings


def count(file: str) -> None:
    """Count from now on."""
    counted = os.open(file, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)

    @event.listens_for(Engine, "before_cursor_execute")
    def one_more(*_: Any) -> None:
        os.write(counted, b".")


if __name__ == "__main__":
    discord.utils.setup_logging(level=logging.INFO)
    count(os.environ["STATEMENTS_FILE"])
    asyncio.run(bot.run(Settings()))
