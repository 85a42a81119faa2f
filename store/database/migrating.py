"""Migrations of the tables of a database, with what they need: loaded only where some are missing."""

import logging

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from store.database import tables
from store.database.versions import MIGRATIONS, VERSION_TABLE
from store.errors import DatabaseNotSetUp, DatabaseTooNew

log = logging.getLogger(__name__)


def migrate(connection: Connection, place: str, present: str | None) -> None:
    """Runs the migrations that are missing to tables of the version that is present, None where there is none.

    Raises `DatabaseTooNew`, and `DatabaseNotSetUp` where another program keeps something there.
    """
    others = {name for name in inspect(connection).get_table_names() if name != VERSION_TABLE}
    if others and (present is None or tables.log.name not in others):
        raise DatabaseNotSetUp(
            f"The database {place} holds another program's tables ({min(others)}). Give the bot a database of its own."
        )
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    if present is not None and present not in {script.revision for script in scripts.walk_revisions()}:
        raise DatabaseTooNew(
            f"The database {place} belongs to a newer version of Communiqué (its tables are version {present}). "
            "Install that version, or put back a backup from before."
        )
    command.upgrade(config, "head")
    log.info("The tables of %s are now those of version %s.", place, scripts.get_current_head())
