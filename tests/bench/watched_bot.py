"""The bot as always, which writes down into WATCH_FILE when and for how long its event loop was away."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from pathlib import Path

import discord

import bot
from settings import Settings

LOOKS_EVERY = 0.01
WORTH_NOTING = 0.015


async def watch(file: Path) -> None:
    """A line for each time: when it was over, and its seconds; what other programs took of the machine is left out."""
    with file.open("w", encoding="ascii", buffering=1) as notes:
        while True:
            wall, core = time.perf_counter(), time.process_time()
            await asyncio.sleep(LOOKS_EVERY)
            away = min(time.perf_counter() - wall - LOOKS_EVERY, time.process_time() - core)
            if away > WORTH_NOTING:
                notes.write(f"{time.time():.3f} {away:.4f}\n")


async def main() -> None:
    """Run until killed."""
    watching = asyncio.create_task(watch(Path(os.environ["WATCH_FILE"])))
    try:
        await bot.run(Settings())
    finally:
        watching.cancel()


if __name__ == "__main__":
    discord.utils.setup_logging(level=logging.INFO)
    asyncio.run(main())
