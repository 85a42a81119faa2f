"""`python -m store backup TARGET`: a copy of the database, also while the bot runs."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from pydantic_settings import BaseSettings, SettingsConfigDict

from store.backup import backup
from store.database import DEFAULT_URL
from store.errors import StoreError


class _Environment(BaseSettings):
    """Where the bot keeps its database, from the environment or .env."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore")

    database_url: str = DEFAULT_URL


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns 0 when the copy is written, 1 with a sentence on standard error when it is not."""
    parser = argparse.ArgumentParser(prog="python -m store", description="The database of Communiqué.")
    commands = parser.add_subparsers(dest="command", required=True)
    copying = commands.add_parser("backup", help="copy the database to a new file, also while the bot runs")
    copying.add_argument("target", type=Path, help="the file to be written")
    copying.add_argument("--database", metavar="URL", help="which database (default: DATABASE_URL, as for the bot)")
    chosen = parser.parse_args(arguments)
    try:
        backup(chosen.database or _Environment().database_url, chosen.target)
    except StoreError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"Wrote {chosen.target}.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
