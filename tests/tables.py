"""Databases with all tables and no rows: the tables are made once in each process of tests."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from sqlalchemy import create_engine

from store.schema import upgrade


def with_tables(file: Path) -> Path:
    """The file of a database, which is made with all tables where it is not there yet."""
    if not file.exists():
        file.write_bytes(_empty_database())
    return file


@cache
def _empty_database() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "empty.db"
        engine = create_engine(f"sqlite:///{file}")
        with engine.begin() as connection:
            upgrade(connection, str(file))
        engine.dispose()
        return file.read_bytes()
