"""Bringing the tables of a database up to this version of the program."""

import logging
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, inspect, select

from store.database import tables
from store.database.dialect import ADVISORY
from store.errors import DatabaseNotSetUp, DatabaseTooNew

TABLES = -1  # shards are numbered from 0
log = logging.getLogger(__name__)
_MIGRATIONS = Path(__file__).parents[1] / "migrations"


def upgrade(connection: Connection, place: str) -> None:
    """Runs the migrations that are missing, within the connection's transaction.

    Raises `DatabaseTooNew`, and `DatabaseNotSetUp` where another program keeps something there.
    """
    if connection.dialect.name == "postgresql":  # Processes that are started at once wait for the first one.
        connection.execute(select(func.pg_advisory_xact_lock(ADVISORY, TABLES)))
    scripts = _scripts()
    present = MigrationContext.configure(connection).get_current_revision()
    if present == scripts.get_current_head():
        return
    others = {name for name in inspect(connection).get_table_names() if name != "alembic_version"}
    if others and (present is None or tables.log.name not in others):
        raise DatabaseNotSetUp(
            f"The database {place} holds another program's tables ({min(others)}). Give the bot a database of its own."
        )
    known = {script.revision for script in scripts.walk_revisions()}
    if present is not None and present not in known:
        raise DatabaseTooNew(
            f"The database {place} belongs to a newer version of Communiqué (its tables are version {present}). "
            "Install that version, or put back a backup from before."
        )
    command.upgrade(_config(connection), "head")
    log.info("The tables of %s are now those of version %s.", place, scripts.get_current_head())


def _config(connection: Connection | None = None) -> Config:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    return config


@cache
def _scripts() -> ScriptDirectory:
    """The migrations that this version has: each is a module, and they are read once."""
    return ScriptDirectory.from_config(_config())
