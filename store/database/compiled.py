"""Statements as SQLAlchemy has compiled them, once for all connections of a process to the same kind of database.

By itself it keeps them for each engine, and what reads, what writes and what reads at length are engines of their own.
"""

from typing import Any

from sqlalchemy.engine import Compiled

MOST = 500
"""More than the bot has statements; beyond that all are compiled anew."""


class CompiledStatements(dict[Any, Compiled]):
    """By the kind of database instead of its dialect, of which each engine has its own, made with the same options."""

    def get(self, key: Any, default: Any = None) -> Any:
        """What a statement was compiled to."""
        return super().get(_by_kind(key), default)

    def __setitem__(self, key: Any, compiled: Compiled) -> None:
        """Keep what a statement was compiled to."""
        if len(self) >= MOST:
            self.clear()
        super().__setitem__(_by_kind(key), compiled)


def _by_kind(key: Any) -> Any:
    dialect, *statement = key
    return dialect.name, *statement


COMPILED = CompiledStatements()
