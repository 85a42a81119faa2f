"""Copying a PostgreSQL database with the server's own tools: the command lines, which must not contain a password."""

import shlex
from pathlib import Path

from sqlalchemy.engine import URL

GUIDE = "docs/hosting.md"
AND_PASSWORD = f"(it asks for the password, or takes it from ~/.pgpass). See {GUIDE} for more."


def dump_command(url: URL, target: Path) -> str:
    """What copies the database to a file, also while bots run."""
    return f"pg_dump --format=custom --file={shlex.quote(str(target))} --dbname={_as_tools_write(url)}"


def restore_command(url: URL, copy: Path) -> str:
    """What puts such a copy in place of the database, all of it or nothing, while no bot runs."""
    how = "--clean --if-exists --no-owner --single-transaction"
    return f"pg_restore {how} --dbname={_as_tools_write(url)} {shlex.quote(str(copy))}"


def _as_tools_write(url: URL) -> str:
    """The URL as the server's tools read it, without the password: command lines can be read by the whole machine."""
    query = {"sslmode" if name == "ssl" else name: value for name, value in url.query.items()}
    told = URL.create("postgresql", url.username, None, url.host, url.port, url.database, query)
    return shlex.quote(told.render_as_string(hide_password=False))
