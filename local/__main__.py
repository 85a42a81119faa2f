"""`python -m local`: only the local table, for any bot."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sqlite3
import sys
from pathlib import Path

from local.table.local_table import DEFAULT_TOKEN, LocalTable


async def _serve(table: LocalTable, port: int) -> None:
    await table.start("127.0.0.1", port)
    sys.stdout.write(
        f"The local table is open: {table.base_url}\n"
        f"API {table.api_url}, gateway {table.gateway_url}, bot token {table.bot_token}\n"
    )
    sys.stdout.flush()
    closing = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, closing.set)
    await closing.wait()
    await table.stop()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m local", description="A Discord-compatible server on this machine.")
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--state", type=Path, help="file that keeps channels and messages across restarts")
    parser.add_argument("--token", default=DEFAULT_TOKEN, help="the bot token to accept")
    chosen = parser.parse_args()
    try:
        asyncio.run(_serve(LocalTable(chosen.state, token=chosen.token), chosen.port))
    except (OSError, sqlite3.DatabaseError) as error:
        sys.stderr.write(f"The local table cannot open: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
