"""Bringing the tables of a database up to this version of the program."""

from sqlalchemy import Connection, func, select

from store.database import versions
from store.database.dialect import ADVISORY

TABLES = -1  # shards are numbered from 0


def upgrade(connection: Connection, place: str) -> None:
    """Runs the migrations that are missing, within the connection's transaction.

    Raises `DatabaseTooNew`, and `DatabaseNotSetUp` where another program keeps something there.
    """
    if connection.dialect.name == "postgresql":  # Processes that are started at once wait for the first one.
        connection.execute(select(func.pg_advisory_xact_lock(ADVISORY, TABLES)))
    present = versions.present(connection)
    if present != versions.newest():
        # Not before it is needed: what migrates takes a tenth of the bot's memory, and few starts have anything to do.
        from store.database.migrating import migrate

        migrate(connection, place, present)
