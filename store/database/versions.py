"""The version of the tables of a database, and that of this program."""

from functools import cache
from pathlib import Path

from sqlalchemy import Connection, column, inspect, select, table

MIGRATIONS = Path(__file__).parents[1] / "migrations"
VERSION_TABLE = "alembic_version"


@cache
def newest() -> str:
    """That to which the last migration leads: the files of migrations begin with theirs."""
    return max(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def present(connection: Connection) -> str | None:
    """That of a database; None where it has none."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    found: str | None = connection.execute(select(column("version_num")).select_from(table(VERSION_TABLE))).scalar()
    return found
